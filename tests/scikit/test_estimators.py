"""The estimators pass scikit-learn's checks, work in its tools, and do without it."""

import os
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

from nidlite.detector import Detection, detect_interactions
from nidlite.errors import InputError
from nidlite.scikit.estimators import NIDClassifier, NIDRegressor

BOTH = NIDRegressor, NIDClassifier


def data(n=200, seed=0, classes=0):
    """X (n, 4) and y = x1 x2 + x3 (n,), cut into equally large classes if wanted."""
    X = np.random.default_rng(seed).uniform(-1, 1, (n, 4))
    y = X[:, 0] * X[:, 1] + X[:, 2]
    edges = np.quantile(y, np.arange(1, classes) / max(classes, 1))
    return X, np.searchsorted(edges, y) if classes else y


def fitted(kind=NIDRegressor, X=None, y=None, **settings):
    """A training of three epochs: enough to look at what is returned."""
    if X is None:
        X, y = data(classes=3 if kind is NIDClassifier else 0)
    return kind(**{"epochs": 3, "random_state": 0} | settings).fit(X, y)


def python(program, **variables):
    """What a fresh Python prints; it must end well."""
    path = os.pathsep.join(p for p in sys.path if p)
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": path} | variables,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    return result.stdout


# --- scikit-learn's own checks -------------------------------------------------------


def checks(estimator):
    """(estimator, check) for each of scikit-learn's checks.

    It warns that the classes do not inherit from its BaseEstimator. They must not: that
    would import scikit-learn at run time.
    """
    generate = pytest.importorskip("sklearn.utils.estimator_checks")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*does not inherit from", UserWarning)
        return list(generate.estimator_checks_generator(estimator))


def name_of(check):
    """The check's name as scikit-learn writes it in its reports."""
    return getattr(check, "func", check).__name__


@pytest.mark.parametrize(
    "estimator, check",
    # Two of the checks want a good fit, of at most 300 rows: 20 epochs give it.
    [pair for kind in BOTH for pair in checks(kind(epochs=20))],
    ids=lambda value: (
        value.__class__.__name__ if isinstance(value, BOTH) else name_of(value)
    ),
)
def test_each_of_scikit_learns_checks_passes(estimator, check):
    from sklearn.utils._testing import SkipTest

    try:
        check(estimator)
    except SkipTest as reason:  # SciPy reads that variable when it is imported
        assert "SCIPY_ARRAY_API" in str(reason) or "pandas is not" in str(reason)


def test_all_of_check_estimator_passes_with_the_defaults_and_none_is_skipped():
    pytest.importorskip("sklearn")
    pytest.importorskip("pandas", reason="one of the checks needs pandas")
    program = """
import warnings
from sklearn.utils.estimator_checks import check_estimator
from nidlite.scikit.estimators import NIDClassifier, NIDRegressor
warnings.simplefilter("ignore")
for estimator in NIDRegressor(), NIDClassifier():
    results = check_estimator(estimator, on_fail=None)
    print(len(results), *(r["check_name"] for r in results if r["status"] != "passed"))
"""
    printed = python(program, SCIPY_ARRAY_API="1").splitlines()
    # Their numbers grow from one version of scikit-learn to the next: 52 and 55 in 1.9.
    assert len(printed) == 2
    assert all(line.isdigit() and int(line) > 40 for line in printed), printed


class SetsInInit(NIDRegressor):
    """Broken: an attribute of its own before fit."""

    def __init__(self, *, epochs=2):
        super().__init__(epochs=epochs)
        self.trained = False


class Converts(NIDRegressor):
    """Broken: changes a hyperparameter where it should only keep it."""

    def __init__(self, *, epochs=2):
        super().__init__(epochs=str(epochs))


class IgnoresRandomState(NIDRegressor):
    """Broken: another network at every fit."""

    def fit(self, X, y):
        found = NIDRegressor(epochs=2).fit(X, y)
        self.n_features_in_, self.detection_ = found.n_features_in_, found.detection_
        return self


class OverwritesEpochs(NIDRegressor):
    """Broken: fit changes a hyperparameter."""

    def fit(self, X, y):
        self.epochs = 1
        return super().fit(X, y)


class KeepsQuiet(NIDRegressor):
    """Broken: takes any number of columns and any names, and leaves out the last."""

    def _check_columns(self, X):
        pass

    def predict(self, X):
        return np.zeros(len(X))


class ScalesByTheBatch(NIDRegressor):
    """Broken: a row's prediction depends on the rows it is predicted with."""

    def predict(self, X):
        return super().predict(X - np.mean(X, axis=0))


@pytest.mark.parametrize(
    "broken, its_check",
    [
        (SetsInInit(), "check_no_attributes_set_in_init"),
        (Converts(), "check_parameters_default_constructible"),
        (IgnoresRandomState(epochs=2), "check_fit_idempotent"),
        (OverwritesEpochs(epochs=2), "check_dont_overwrite_parameters"),
        (KeepsQuiet(epochs=2), "check_n_features_in_after_fitting"),
        (KeepsQuiet(epochs=2), "check_estimators_unfitted"),
        (ScalesByTheBatch(epochs=2), "check_methods_subset_invariance"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_the_checks_reject_a_broken_estimator(broken, its_check):
    (check,) = (c for _, c in checks(NIDRegressor()) if name_of(c) == its_check)
    check(NIDRegressor(epochs=2))
    # clone refuses with a RuntimeError what does not keep a hyperparameter as it is.
    with pytest.raises((AssertionError, RuntimeError)):
        check(broken)


@pytest.mark.parametrize("kind", BOTH)
def test_column_names_are_checked_as_scikit_learn_checks_its_own(kind):
    generate = pytest.importorskip("sklearn.utils.estimator_checks")
    pytest.importorskip("pandas")
    check = generate.check_dataframe_column_names_consistency
    check(kind.__name__, kind(epochs=2))
    with pytest.raises(AssertionError):
        check("KeepsQuiet", KeepsQuiet(epochs=2))


# --- hyperparameters -----------------------------------------------------------------


@pytest.mark.parametrize("kind", BOTH)
def test_hyperparameters_can_be_read_changed_and_cloned(kind):
    base = pytest.importorskip("sklearn.base")
    rng = np.random.default_rng(0)
    estimator = kind(epochs=7, mean="maximum", random_state=rng)
    assert estimator.get_params()["random_state"] is rng
    assert estimator.set_params(epochs=9, batch=20) is estimator
    assert estimator.get_params() | {"epochs": 9, "batch": 20} == estimator.get_params()
    copy = base.clone(estimator.set_params(random_state=4))
    assert copy is not estimator
    assert copy.get_params() == estimator.get_params()
    assert kind(**estimator.get_params()).get_params() == estimator.get_params()


def test_a_clone_of_a_fitted_estimator_is_not_fitted():
    base = pytest.importorskip("sklearn.base")
    assert not hasattr(base.clone(fitted()), "detection_")


def test_an_unknown_hyperparameter_is_named_and_changes_nothing():
    estimator = NIDRegressor()
    with pytest.raises(InputError, match="Invalid parameter 'depth'.*epochs"):
        estimator.set_params(epochs=3, depth=4)
    assert estimator.epochs == 100


def test_repr_shows_what_was_changed():
    assert repr(NIDRegressor()) == "NIDRegressor()"
    assert repr(NIDClassifier(epochs=5, mean="maximum")) == (
        "NIDClassifier(epochs=5, mean='maximum')"
    )


def test_defaults_are_the_recipe_of_detect_interactions():
    X, y = data(60)
    found = fitted(X=X, y=y, epochs=2, random_state=5)
    same = detect_interactions(X, y, seed=5, epochs=2, fractions=(0.9, 0.1, 0))
    np.testing.assert_array_equal(found.detection_.fit.theta, same.fit.theta)
    other = detect_interactions(X, y, seed=6, epochs=2, fractions=(0.9, 0.1, 0))
    assert not np.array_equal(found.detection_.fit.theta, other.fit.theta)


@pytest.mark.parametrize(
    "settings, differs",
    [
        ({"epochs": np.int64(3)}, False),  # as np.arange in a search gives it
        ({"rate": 0.01, "batch": 100, "penalty_constant": 2e-5}, False),
        ({"rate": 0.001}, True),
        ({"batch": 30}, True),
        ({"penalty_constant": 0}, True),
        ({"architecture": "mlp"}, True),
        ({"validation_fraction": 0.5}, True),
        ({"mean": "maximum"}, True),
    ],
    ids=str,
)
def test_each_hyperparameter_reaches_the_training(settings, differs):
    usual, changed = fitted(), fitted(**settings)
    pairs = usual.pairwise_strengths_, changed.pairwise_strengths_
    assert np.array_equal(*pairs) != differs


@pytest.mark.parametrize(
    "name, values",
    {
        "epochs": [0, 2.5, "ten", None, np.inf],
        "batch": [0, -3, 1.0],
        "rate": [0, -0.1, np.nan, np.inf, "fast", None],
        "penalty_constant": [-1e-9, np.nan, "l1"],
        "validation_fraction": [0, 1, -1, None],
        "architecture": ["cnn", None],
        "mean": ["median", 3],
        "random_state": [-1, 0.5, "seed", {}],
    }.items(),
    ids=str,
)
def test_a_bad_hyperparameter_is_named_by_fit(name, values):
    for value in values:
        estimator = NIDRegressor(**{"epochs": 1, name: value})
        with pytest.raises(InputError, match=name) as error:
            estimator.fit(*data(40))
        assert "\n" not in str(error.value)


# --- fit and predict -----------------------------------------------------------------


def test_a_regressor_finds_the_product_and_predicts_in_y_s_units():
    X, y = data(2000)
    found = NIDRegressor(epochs=30, random_state=0).fit(X, 1000 + 50 * y)
    assert found.interactions_ == [(0, 1)]
    assert found.ranking_[0][0] == (0, 1)
    assert found.pairwise_strengths_.argmax() == 1  # row 0, column 1
    X, y = data(500, seed=1)
    # Guessing the mean has R2 0; five seeds had 0.990 to 0.998 on new rows.
    assert found.score(X, 1000 + 50 * y) > 0.97
    assert found.score(X, np.random.default_rng(0).permutation(1000 + 50 * y)) < 0.1


LABELS = {
    "strings": ["fir", "oak"],
    "three strings": ["fir", "oak", "yew"],
    "numbers as text": ["10", "2", "30"],
    "bools": [False, True],
    "ints": [-1, 1],
    "three ints": [7, 8, 40],
    "floats": [1.0, 2.0],
    "objects": np.array(["fir", "oak", "yew"], object),
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
def test_labels_of_any_kind_come_back_as_they_were_given(labels):
    labels = np.asarray(labels)
    X, y = data(600, classes=len(labels))
    found = fitted(NIDClassifier, X, labels[y], epochs=15)
    np.testing.assert_array_equal(found.classes_, labels)
    assert found.classes_.dtype == found.predict(X).dtype == labels.dtype
    P = found.predict_proba(X)
    assert P.shape == (600, len(labels))
    np.testing.assert_allclose(P.sum(axis=1), 1, atol=1e-12)  # float64
    np.testing.assert_array_equal(labels[P.argmax(axis=1)], found.predict(X))
    # A mix-up of two labels would be worse than a guess, 1/2 or 1/3.
    assert found.score(X, labels[y]) > 0.8


def test_a_continuous_target_is_no_set_of_labels():
    with pytest.raises(InputError, match="Unknown label type.*continuous"):
        NIDClassifier().fit(*data())


@pytest.mark.parametrize("weighted", [False, True])
def test_score_is_scikit_learns(weighted):
    metrics = pytest.importorskip("sklearn.metrics")
    w = np.random.default_rng(3).uniform(0, 2, 200) if weighted else None
    for kind, metric in zip(BOTH, (metrics.r2_score, metrics.accuracy_score)):
        X, y = data(classes=3 if kind is NIDClassifier else 0)
        found = fitted(kind, X, y)
        right = metric(y, found.predict(X), sample_weight=w)
        assert found.score(X, y, sample_weight=w) == pytest.approx(right, rel=1e-12)
        assert found.score(X, list(y), w) == found.score(X, y[:, None], w)
        with pytest.raises(InputError, match="one value for each of X's 200 rows"):
            found.score(X, y[:-1])


def test_r2_of_an_outcome_with_one_value_is_scikit_learns():
    metrics = pytest.importorskip("sklearn.metrics")
    found, X = fitted(), data()[0]
    same = found.predict(X[[0, 0, 0]])
    for y in (same, same + 1):
        right = metrics.r2_score(y, found.predict(X[[0, 0, 0]]))
        assert found.score(X[[0, 0, 0]], y) == right
    assert np.isnan(found.score(X[:1], [1.0]))


@pytest.mark.parametrize("kind", BOTH)
def test_a_row_s_prediction_does_not_depend_on_its_neighbours(kind):
    found, X = fitted(kind), data()[0]
    answer = found.predict_proba if kind is NIDClassifier else found.predict
    alone = np.concatenate([answer(row[None]) for row in X])
    # float64 rounding of sums of 140 terms; float32's is 1e-7, and it differs.
    np.testing.assert_allclose(answer(X), alone, rtol=1e-12, atol=1e-14)
    assert answer(X).dtype == np.float64
    # The same network, in the precision it was trained in.
    np.testing.assert_allclose(answer(X), found.detection_.predict(X), atol=1e-5)


@pytest.mark.parametrize("kind", BOTH)
def test_ten_rows_are_enough_to_train_on(kind):
    X, y = data(10, classes=2)
    found = fitted(kind, X, y)
    split = found.detection_.split
    parts = split.train, split.valid, split.test
    assert [len(y) for _, y in parts] == [8, 2, 0]
    assert np.isfinite(found.predict(X).astype(float)).all()


def test_a_pickled_estimator_goes_on_as_the_original():
    found = fitted(NIDClassifier)
    copy, X = pickle.loads(pickle.dumps(found)), data()[0]
    np.testing.assert_array_equal(copy.predict_proba(X), found.predict_proba(X))
    assert copy.ranking_ == found.ranking_
    assert repr(copy) == repr(found)


# --- before fit ----------------------------------------------------------------------

AFTER_FIT = ["interactions_", "cutoff_", "ranking_", "pairwise_strengths_", "history_"]
AFTER_FIT += ["n_features_in_", "detection_"]


@pytest.mark.parametrize("kind", BOTH)
def test_nothing_is_there_before_fit_and_all_of_it_after(kind):
    exceptions = pytest.importorskip("sklearn.exceptions")
    estimator = kind(epochs=1)
    assert not any(hasattr(estimator, name) for name in [*AFTER_FIT, "classes_"])
    for call in (estimator.predict, lambda X: estimator.score(X, X[:, 0])):
        with pytest.raises(exceptions.NotFittedError, match="call fit first"):
            call(data()[0])
    fit = fitted(kind, epochs=1)
    assert all(hasattr(fit, name) for name in AFTER_FIT)
    assert hasattr(fit, "classes_") == (kind is NIDClassifier)
    assert fit.n_features_in_ == 4
    assert not hasattr(fit, "feature_names_in_")
    assert [epoch.epoch for epoch in fit.history_] == [1]


def test_neither_scikit_learn_nor_a_frame_library_is_imported():
    program = """
import sys
import numpy as np
from nidlite.scikit.estimators import NIDClassifier, NIDRegressor, Estimator
rng = np.random.default_rng(0)
X = rng.uniform(size=(40, 3))
for estimator in NIDRegressor(epochs=1), NIDClassifier(epochs=1):
    assert not hasattr(estimator, "ranking_")
    try:
        estimator.predict(X)
    except ValueError as error:
        print(type(error).__module__, type(error).__name__, *map(
            lambda kind: isinstance(error, kind), (ValueError, AttributeError)))
    estimator.fit(X, X[:, 0] > 0.5).predict(X)
    estimator.score(X, X[:, 0] > 0.5), repr(estimator), estimator.interactions_
print(*{"sklearn", "pandas", "polars", "scipy"} & set(sys.modules))
print(*{"numpy"} & set(sys.modules))
"""
    error = "nidlite.scikit.conventions NotFittedError True True"
    assert python(program).splitlines() == [error, error, "", "numpy"]


# --- interactions_ -------------------------------------------------------------------


@pytest.fixture
def cutoffs(monkeypatch):
    """A list that grows by one whenever a Detection trains its MLP-Cutoff."""
    calls, train = [], Detection.cutoff

    def counted(self, *args, **settings):
        calls.append(self)
        return train(self, *args, **settings)

    monkeypatch.setattr(Detection, "cutoff", counted)
    return calls


def test_interactions_are_those_of_the_detection_s_cutoff(cutoffs):
    X, y = data()
    found = fitted(X=X, y=y, random_state=3)
    same = detect_interactions(X, y, seed=3, epochs=3, fractions=(0.9, 0.1, 0))
    cutoff = same.cutoff()
    assert found.interactions_ == cutoff.interactions
    assert found.cutoff_.losses == cutoff.losses


def test_the_cutoff_is_trained_at_first_access_and_then_kept(cutoffs):
    found, (X, y) = fitted(), data()
    found.predict(X), found.score(X, y), found.ranking_, found.history_, repr(found)
    assert len(cutoffs) == 0
    first = found.interactions_
    assert found.interactions_ == first == found.cutoff_.interactions
    assert len(cutoffs) == 1
    # A new fit forgets it.
    found.set_params(random_state=1).fit(X, y)
    assert len(cutoffs) == 1
    assert found.cutoff_.reference == min(e.valid for e in found.history_)
    assert len(cutoffs) == 2


# --- random_state --------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [int, np.int64, np.random.RandomState, np.random.default_rng],
    ids=["int", "int64", "RandomState", "Generator"],
)
def test_the_same_random_state_gives_the_same_result(make):
    states = make(3), make(3)
    one, two = (fitted(random_state=state, epochs=1) for state in states)
    np.testing.assert_array_equal(one.detection_.fit.theta, two.detection_.fit.theta)
    if not isinstance(states[0], (int, np.integer)):
        again = fitted(random_state=states[0], epochs=1)  # it has moved on
        assert not np.array_equal(again.detection_.fit.theta, one.detection_.fit.theta)


def test_without_a_random_state_every_fit_differs_and_can_be_repeated():
    one, two = (fitted(random_state=None, epochs=1) for _ in range(2))
    assert not np.array_equal(one.detection_.fit.theta, two.detection_.fit.theta)
    same = fitted(random_state=one.detection_.seed, epochs=1)
    np.testing.assert_array_equal(one.detection_.fit.theta, same.detection_.fit.theta)


# --- frames --------------------------------------------------------------------------


def frame(library, n=200, names=("a", "b", "c", "tree")):
    """A DataFrame of three columns of numbers and one of text, and its target."""
    library = pytest.importorskip(library)
    X, y = data(n)
    trees = np.array(["fir", "oak", "yew"])[np.arange(n) % 3]
    columns = dict(zip(names, [*X[:, :3].T, trees]))
    return library.DataFrame(columns), library.Series(y + (trees == "oak"))


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_frame_s_names_are_kept_and_its_text_column_is_one_feature(library):
    X, y = frame(library)
    found = fitted(X=X, y=y)
    assert found.feature_names_in_.tolist() == ["a", "b", "c", "tree"]
    assert found.feature_names_in_.dtype == object
    assert found.n_features_in_ == 4
    assert found.pairwise_strengths_.shape == (4, 4)
    assert found.predict(X).shape == (200,)
    # A level that was not there in training is allowed, a column too few is not.
    few = {name: X[name][:2].to_list() for name in "abc"}
    rows = type(X)(few | {"tree": [X["tree"][0], "ash"]})
    same, strange = np.isclose(found.predict(rows), found.predict(X)[:2], rtol=1e-9)
    assert same and not strange
    with pytest.raises(ValueError, match="yet now missing:\n- tree\n"):
        found.predict(X[["a", "b", "c"]])
    with pytest.raises(ValueError, match="in the same order"):
        found.predict(X[["b", "a", "c", "tree"]])


def test_names_on_one_side_only_are_a_warning():
    X, y = frame("pandas")
    X = X[["a", "b", "c"]]
    with pytest.warns(UserWarning, match="X does not have valid feature names"):
        fitted(X=X, y=y).predict(X.to_numpy())
    with pytest.warns(UserWarning, match="X has feature names, but NIDRegressor was"):
        fitted(X=X.to_numpy(), y=y).predict(X)


def test_a_refit_on_an_array_forgets_the_names():
    X, y = frame("pandas")
    found = fitted(X=X, y=y).fit(*data())
    assert not hasattr(found, "feature_names_in_")
    numbers = X[["a", "b"]].set_axis([0, 1], axis=1)
    assert not hasattr(fitted(X=numbers, y=y), "feature_names_in_")
    with pytest.raises(TypeError, match="all be text, or none"):
        fitted(X=numbers.set_axis([0, "b"], axis=1), y=y)


# --- scikit-learn's tools ------------------------------------------------------------


def test_a_pipeline_trains_predicts_and_shows_it():
    pytest.importorskip("sklearn")
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    X, y = data(classes=3)
    pipe = make_pipeline(StandardScaler(), NIDClassifier(epochs=3, random_state=0))
    pipe.fit(X, y)
    own = fitted(NIDClassifier, StandardScaler().fit_transform(X), y)
    np.testing.assert_array_equal(pipe.predict(X), own.predict(X))
    assert pipe.score(X, y) == own.score(X, y)
    assert "NIDClassifier(epochs=3, random_state=0)" in repr(pipe)
    assert "NIDClassifier" in pipe._repr_html_()
    assert pipe.set_params(nidclassifier__epochs=4)[-1].epochs == 4


@pytest.mark.parametrize(
    "kind, scoring",
    [
        (NIDRegressor, None),
        (NIDRegressor, "neg_mean_squared_error"),
        (NIDClassifier, None),
        (NIDClassifier, "roc_auc_ovr"),
        (NIDClassifier, "neg_log_loss"),
    ],
)
def test_cross_validation_scores_by_any_name(kind, scoring):
    selection = pytest.importorskip("sklearn.model_selection")
    X, y = data(classes=3 if kind is NIDClassifier else 0)
    scores = selection.cross_val_score(
        kind(epochs=3, random_state=0), X, y, cv=3, scoring=scoring
    )
    assert scores.shape == (3,)
    assert np.isfinite(scores).all()


def test_cross_validation_of_a_classifier_is_stratified():
    # Sorted labels without stratification: a fold would lack a class altogether.
    selection = pytest.importorskip("sklearn.model_selection")
    X, y = data(classes=3)
    order = np.argsort(y, kind="stable")
    cv = selection.check_cv(3, y[order], classifier=True)
    assert isinstance(cv, selection.StratifiedKFold)
    scores = selection.cross_val_score(
        NIDClassifier(epochs=20, random_state=0), X[order], y[order], cv=3
    )
    assert scores.min() > 0.6  # a guess has 1/3


def test_a_grid_search_finds_the_better_setting_in_two_processes(cutoffs):
    selection = pytest.importorskip("sklearn.model_selection")
    X, y = frame("pandas", 300)
    search = selection.GridSearchCV(
        NIDRegressor(random_state=0, epochs=15),
        {"rate": [1e-6, 1e-2], "mean": ["minimum"]},
        cv=2, n_jobs=2, error_score="raise",
    )  # fmt: skip
    search.fit(X, y)
    # A rate of 1e-6 leaves the network at its start.
    assert search.best_params_ == {"rate": 1e-2, "mean": "minimum"}
    assert search.best_estimator_.feature_names_in_.tolist() == [*X.columns]
    assert search.score(X, y) == search.best_estimator_.score(X, y)
    assert cutoffs == []


def test_a_grid_search_reaches_into_a_pipeline():
    selection = pytest.importorskip("sklearn.model_selection")
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler

    pipe = Pipeline([("scale", StandardScaler()), ("nid", NIDClassifier(epochs=3))])
    search = selection.GridSearchCV(
        pipe, {"nid__architecture": ["mlp", "mlp-m"], "nid__random_state": [1]}, cv=2
    )
    search.fit(*data(classes=2))
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()
    assert search.best_estimator_["nid"].random_state == 1
    assert search.classes_.tolist() == [0, 1]
