"""What is trained is what the library trains: problems, trainings, growths, rivals."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from nidlite.averaging import MEANS
from nidlite.baselines.methods import compare
from nidlite.detector import REAL_SPLIT, SYNTHETIC_SPLIT
from nidlite.experiments import presets, trainings
from nidlite.experiments.presets import PRESETS, real, suite
from nidlite.experiments.trainings import Training, draw, train_network
from nidlite.notebook.detection import detect_table as detect
from nidlite.ranking import greedy_ranking, pairwise_strengths
from nidlite.recipes import CUTOFF_RECIPE, RECIPE
from nidlite.splits import stream
from nidlite.synthetic import SUITE
from nidlite.tables.arrays import check_arrays

FEW = replace(RECIPE, epochs=3)
SMALL = {"hidden": (20, 10), "univariate": (5,)}
PROBLEMS = {"noise": ("F5", 600, 0.5), "two classes": ("letter", 600, 0.0)}


@pytest.fixture(scope="module", params=zip(PROBLEMS, ("mlp", "mlp-m")))
def pair(request):
    """(what `train_network` gives, what `detect` gives of the same table)"""
    problem, architecture = request.param
    name, rows, noise = PROBLEMS[problem]
    case = Training(name, 4, rows, architecture, FEW, noise, **SMALL)
    sizes = SMALL if architecture == "mlp-m" else {"hidden": SMALL["hidden"]}
    table, _, fractions = draw(name, 4, rows)
    settings = {"fractions": fractions, "noise": noise, "sizes": sizes}
    return train_network(case), detect(table, 4, architecture, recipe=FEW, **settings)


def error(found):
    """RMSE, or the share of the pairs of a one and a zero in the right order."""
    X, y = found.split.test
    f = found.f(X)
    if not found.classifies:
        return np.sqrt(np.mean((f.astype(float) - y) ** 2))
    wins = np.subtract.outer(f[y == 1], f[y == 0])
    return np.mean((wins > 0) + 0.5 * (wins == 0))


def test_a_function_s_rows_are_those_of_nidlite_detect():
    table, truths, fractions = draw("F5", 7, 600)
    X, y = SUITE["F5"].sample(600, stream(7, "sample"))
    assert (table.X == X).all() and (table.y == y).all()
    assert truths == SUITE["F5"].interactions and fractions == SYNTHETIC_SPLIT


def test_real_data_has_its_first_rows_in_every_trial(monkeypatch):
    X = np.random.default_rng(0).normal(size=(50, 3))
    monkeypatch.setattr(trainings, "real_table", lambda name: check_arrays(X, X[:, 0]))
    for seed in (0, 1):
        table, *rest = draw("letter", seed, 20)
        assert (table.X == X[:20]).all() and rest == [None, REAL_SPLIT]
    assert [len(draw("letter", 0, n)[0].y) for n in (49, 99)] == [49, 50]
    assert draw("large_p", 0, 20)[2] == REAL_SPLIT


def test_a_training_is_that_of_detect_and_its_detection_is_there_again(pair):
    made, found = pair
    assert (made.fit.theta == found.fit.theta).all()
    assert made.least == found.fit.best.valid
    again = made.detection
    assert (again.split.valid[0] == found.split.valid[0]).all()
    assert (again.predict(found.table.X) == found.predict(found.table.X)).all()
    assert again.ranking == found.ranking and again.seed == found.seed


def test_strengths_and_rankings_are_read_off_for_every_mean(pair):
    made, found = pair
    W1, z = found.weights[0], found.z
    for mean in MEANS:
        reading = made.reading(mean)
        assert (reading.pairwise_strengths == pairwise_strengths(W1, z, mean)).all()
        assert reading.ranking == greedy_ranking(W1, z, mean)
    assert (made.strengths == found.pairwise_strengths).all()


def test_a_growth_is_that_of_the_library():
    recipe = replace(CUTOFF_RECIPE, epochs=4)
    case = Training("F3", 1, 3000, "mlp-m", replace(FEW, epochs=12), hidden=(40, 20))
    network = train_network(case)
    found, made = network.detection, trainings.grow_cutoff(case, recipe, 3, network)
    cutoff = found.cutoff(recipe=recipe, patience=3, most=3)
    assert (made.losses, made.K) == (cutoff.losses, cutoff.K) and made.K > 0
    assert made.reference == cutoff.reference == min(e.valid for e in found.history)
    assert made.candidates == cutoff.candidates[: len(cutoff.losses) - 1]
    assert made.gains == list(cutoff.gains())
    assert (made.fit.theta == cutoff.fits[cutoff.K].theta).all()
    fits = cutoff.fits[0], cutoff.fits[cutoff.K], found.fit
    errors = [error(replace(found, fit=fit)) for fit in fits]
    assert made.test == pytest.approx(errors, rel=1e-6)  # of none, the top K, MLP-M


def test_the_error_on_test_rows_is_rmse_or_of_two_classes_auc(pair):
    _, found = pair
    assert trainings.error_on_test(found) == pytest.approx(error(found), rel=1e-6)


@pytest.mark.parametrize("name, rows, noise", PROBLEMS.values())
@pytest.mark.parametrize("method", ["anova", "fhim"])
def test_a_rival_is_the_baseline_on_the_rows_that_nid_has(name, rows, noise, method):
    made = trainings.baseline(Training(name, 3, rows, "mlp-m", FEW, noise), method, {})
    table, truths, fractions = draw(name, 3, rows)
    settings = {"fractions": fractions, "noise": noise}
    parts = detect(table, 3, recipe=replace(RECIPE, epochs=1), **settings).split
    X, y = map(np.concatenate, zip(parts.train, parts.valid))
    found = compare(method, X, y, stream(3, "baseline"), name == "letter")
    np.testing.assert_array_equal(made.strengths, found.strengths)
    assert made.ranking == list(found.ranking) and made.truths == truths


def test_real_data_have_their_constant_and_rows_and_runs_cover_all_evenly(monkeypatch):
    cases, every = suite(PRESETS["paper"]), real(PRESETS["smoke"], ("letter",))
    assert suite(PRESETS["paper"], ("mlp",), noise=0, trials=1) == cases[:20:2]
    assert [case.seed for case in cases] == sorted(case.seed for case in cases)
    assert {case.recipe.penalty_constant for case in every} == {5e-5}  # Sec. 5.1
    assert (min(trainings.CONSTANTS), max(trainings.CONSTANTS)) == (5e-6, 5e-4)
    # What is kept of one file is not taken for another's: their rows are counted.
    monkeypatch.setattr(presets, "real_table", lambda name: SimpleNamespace(y="1234"))
    assert {case.rows for case in real(PRESETS["paper"], ("letter",))} == {4}


def test_pairs_confirmed_or_agreed_on_are_those_of_the_library(pair, quick_answer):
    made, found = pair
    for reading in ("confirmed", "agreed"):
        strengths = getattr(found, f"{reading}_pairwise_strengths")()
        asked = trainings.asked_pairs(made.case, reading, made).strengths
        assert strengths.any() and (asked == strengths).all()
