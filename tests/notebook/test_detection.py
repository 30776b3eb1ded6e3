"""A detection in the hand: its pictures, its frame, its file, its averages."""

import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas
import polars
import pytest
from examples import KINDS_OF_OUTCOME, mixed
from matplotlib.figure import Figure
from sklearn.inspection import partial_dependence

import nidlite
from nidlite import InputError, NIDClassifier, NIDRegressor, label
from nidlite.interactions import pairs_of
from nidlite.recipes import CUTOFF_RECIPE
from nidlite.report import pictures, sentences, surfaces

pytestmark = pytest.mark.usefixtures("quick_answer")
NAMES = ["a", "b, c", "$t$", "tree"]


@pytest.fixture(scope="module")
def found():
    return nidlite.detect_interactions(*mixed(), epochs=30, feature_names=NAMES)


@pytest.fixture(scope="module", params=KINDS_OF_OUTCOME)
def of_each_kind(request):
    rows = mixed(150, request.param)
    return nidlite.detect_interactions(*rows, epochs=2, feature_names=NAMES)


def texts(figure):
    return {t.get_text() for t in figure.findobj(lambda a: hasattr(a, "get_text"))}


def test_the_figure_has_the_answer_all_pairs_and_the_top_surface(found):
    assert isinstance(figure := found.plot(), Figure)
    assert found.agreed()[0].interaction == (0, 1)
    assert {"a & b, c", "pairwise strength", "mean y", *NAMES} <= texts(figure)
    widths = [bar.get_width() for bar in figure.axes[0].patches]
    np.testing.assert_allclose(widths, [100 * a.share for a in found.agreed()])
    # The surface is that of 3 x1 x2, so its corners have these signs.
    surface = next(ax for ax in figure.axes if ax.get_xlabel() == "a")
    values = np.reshape(surface.collections[0].get_array(), (surfaces.POINTS, -1))
    assert (np.sign(values[[0, 0, -1, -1], [0, -1, 0, -1]]) == [1, -1, -1, 1]).all()
    assert figure._repr_png_().startswith(b"\x89PNG")  # what a notebook shows


def test_where_nothing_is_there_the_figure_says_so(found):
    none = replace(found)
    none.agreed = lambda level=None: []
    figure = none.plot()  # of the map and its bar, without empty frames
    assert "No interaction was found" in texts(figure) and len(figure.axes) == 2


def test_features_are_drawn_by_numbers_and_by_names(of_each_kind):
    both, alone = of_each_kind.plot(("tree", 2)), of_each_kind.plot("$t$")
    added = "its part that does not just add up"
    assert {"tree", "$t$", added, "ash", "fir", "oak"} <= texts(both)
    assert "$t$" in texts(alone) and added not in texts(alone)
    # Of several classes the most frequent one's probability is drawn.
    values, _ = of_each_kind.partial_dependence("$t$", rows=pictures.ROWS)
    counts = np.bincount(of_each_kind.table.y.astype(int)) if values.ndim > 1 else None
    shown = values if counts is None else values[counts.argmax()]
    assert counts is None or counts.argmax() > 0
    np.testing.assert_array_equal(alone.axes[0].lines[0].get_ydata(), shown)
    assert all(map(alone.axes[0].viewLim.fully_containsy, shown))
    assert both._repr_png_() and alone._repr_png_()


def test_what_are_no_features_are_one_line(found):
    for features in ((), (0, 0), (0, 1, 2), 4, -1, (1.5,), 1.5, None):
        with pytest.raises(InputError, match="^features must be one or two of 0 to 3"):
            found.partial_dependence(features)
    for features in ((), (0, 0), (0, 4), 0, "b, c", (0.0, 1.0), None):
        for ask in (found.share, found.told):
            with pytest.raises(InputError, match="^no interaction .*: "):
                ask(features)
    for ask in (found.plot, found.partial_dependence, found.additive().plot):
        with pytest.raises(InputError, match="^no feature 'B, c'; did you mean 'b, c'"):
            ask("B, c")


@pytest.mark.parametrize("features", [(2,), (0, 2), (2, 0)])
def test_partial_dependence_is_scikit_learn_s_brute_force(features):
    X, y = mixed(120)
    X = np.round(2 * np.nan_to_num(X[:, :3].astype(float))) / 2  # five values each
    for model, outcome in (
        (NIDRegressor(epochs=3, random_state=0), y),
        (NIDClassifier(epochs=3, random_state=0), np.digitize(y, [-0.5, 0.5])),
    ):
        values, grids = model.fit(X, outcome).detection_.partial_dependence(features)
        how = {"method": "brute", "custom_values": dict(zip(features, grids))}
        expected = partial_dependence(model, X, features, **how)["average"]
        expected = expected if expected.shape[0] > 1 else expected[0]
        assert values.shape == expected.shape and np.ptp(expected) > 1e-3
        np.testing.assert_allclose(values, expected, atol=2e-6)  # float32
        assert not np.allclose(values, values.T[::-1].T, atol=1e-3)  # as if reversed


def test_a_mean_prediction_counts_weights_and_an_offset_hides_nothing():
    X = np.random.default_rng(0).uniform(-1, 1, size=(300, 3))
    found = nidlite.detect_interactions(X, 1e6 + X[:, 0] * X[:, 1], epochs=30)
    few = replace(found, table=replace(found.table, sample_weight=X[:, 1].clip(0)))
    values, (places,) = few.partial_dependence([0])
    grid = np.repeat(X[None], len(places), axis=0)
    grid[:, :, 0] = np.array(places)[:, None]
    each = found.predict(grid.reshape(-1, 3)).reshape(len(places), 300)
    mean = (each - 1e6) @ X[:, 1].clip(0) / X[:, 1].clip(0).sum()
    assert np.abs(values - 1e6 - mean).max() < 1e-6 < np.abs(mean).max()
    joint = found.plot((0, 1)).axes[1].collections[0]
    assert np.abs(joint.get_array()).max() > 0.3 and sum(joint.get_clim()) == 0


def test_the_frame_is_of_the_library_that_is_loaded(found, monkeypatch):
    assert isinstance(found.to_frame(), pandas.DataFrame)
    monkeypatch.delitem(sys.modules, "pandas")
    assert isinstance(found.to_frame(), polars.DataFrame)
    monkeypatch.delitem(sys.modules, "polars")
    rows = found.to_frame()
    assert isinstance(rows, np.ndarray) and rows.dtype.names[0] == "interaction"
    assert rows["interaction"][0] == "a & b, c" and rows["agreed"][0]


def test_the_frame_says_what_the_detection_says(found):
    frame, agreed = found.to_frame(top=5), found.agreed()
    named = [label(a.interaction, NAMES) for a in agreed]
    assert [*frame.interaction[: len(agreed)]] == named
    for name in ("share", "agreement", "t"):
        assert [*frame[name][frame.agreed]] == [getattr(a, name) for a in agreed]
    first, (pair, strength) = set(frame.interaction), found.ranking[0]
    pairs = pairs_of(a.interaction for a in agreed)
    assert {label(pair, found.feature_names) for pair in pairs} <= first
    assert frame.strength[frame.interaction == label(pair, NAMES)].item() == strength
    assert frame.drop(columns="q").notna().all(axis=None)
    assert (frame.order == [1 + text.count(" & ") for text in frame.interaction]).all()
    assert frame.interaction.is_unique and len(frame) <= 5 + len(agreed) + len(pairs)


def test_a_notebook_shows_the_summary_the_answer_once_known_and_the_ranking(found):
    before, after = replace(found, others=None), found
    strongest = label(found.ranking[0][0], NAMES).replace("&", "&amp;")
    after.ask_others()
    for one in (before, after):
        shown = one._repr_html_()
        assert found.summary.splitlines()[0] in shown and f">{strongest}<" in shown
        assert ("These features act jointly on" in shown) == (one is after)
        assert ("call found.agreed()" in shown) == (one is before)
    assert before.others is None  # nothing is trained to show it


def test_an_unknown_or_a_wrong_setting_is_one_line(found):
    with pytest.raises(TypeError, match="unexpected keyword argument 'epoch'"):
        nidlite.detect_interactions(*mixed(50), epoch=3)
    for name in ("patients", "reference"):  # that is the network's own
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{name}'"):
            found.cutoff(**{name: 1})
    for ask, settings, words in (
        (nidlite.detect, {"table": 0}, "^detect takes a Table; detect_interactions"),
        (found.agreed, {"level": "a"}, "level must be a number from 0 to 1; got 'a'"),
        (found.cutoff, {"recipe": 3}, "recipe must be a nidlite.recipes.Recipe; got 3"),
        (found.cutoff, {"patience": 0}, "must be a whole number from 1 up; got 0"),
        (found.cutoff, {"tolerance": None}, "tolerance must be a number from 0 to 1"),
        (found.cutoff, {"most": True}, "must be a whole number from 0 up; got True"),
        (found.to_frame, {"top": -1}, "top must be a whole number from 0 up; got -1"),
        (found.confirm, {"rows": 0}, "rows must be a whole number from 2 up; got 0"),
        (found.additive().shares, {"rows": 0}, "rows must be a whole number from 1 up"),
    ):
        with pytest.raises(InputError, match=words):
            ask(**settings)


def test_progress_is_a_line_while_it_trains(capsys):
    X, y = mixed(60)
    found = nidlite.detect_interactions(X, y, epochs=2, progress=1)
    assert capsys.readouterr().err.startswith("training mlp-m: epoch 1/2, validation")
    found.agreed()
    assert "2nd opinion, half 2, start 1: epoch 2/2" in capsys.readouterr().err
    grown = found.cutoff(replace(CUTOFF_RECIPE, epochs=1), most=1)
    assert grown.names == found.feature_names
    assert "cutoff, K = 0: epoch 1/1" in capsys.readouterr().err
    quiet = nidlite.detect_interactions(X, y, epochs=2)
    assert quiet.agreed() == found.agreed() and capsys.readouterr() == ("", "")
    assert replace(quiet, others=None).agreed(progress=True) == found.agreed()
    assert "2nd opinion, half 2, start 1" in capsys.readouterr().err


def test_every_public_name_is_there_and_type_checkers_see_it():
    folder = Path(nidlite.__file__).parent
    stub = (folder / "__init__.pyi").read_text(encoding="utf-8")
    assert {*re.findall(r'"(\w+)"', stub)} == {*nidlite.__all__}
    assert (folder / "py.typed").exists()
    assert all(map(callable, (getattr(nidlite, name) for name in nidlite.HOMES)))
    with pytest.raises(AttributeError, match="no attribute 'detects'"):
        nidlite.detects  # noqa: B018


def test_features_have_names_and_the_answer_is_printed_and_reported(found, tmp_path):
    assert found.share(("b, c", "a")) == found.share((0, 1)) > 0.1
    assert vars(found.told(("a", "b, c"))) == vars(found.told((1, 0)))  # q is nan
    assert found.told((1, 0)).names == ("a", "b, c")
    (left := replace(found)).leave_open()  # as Ctrl-C does; who asks now does wait
    with np.errstate(all="raise"):  # as a careful service may have it
        assert left.additive().sets == found.additive().sets
    assert re.search(r": a & b, c [.\d]+ %;", said := repr(left.additive()))
    told = [share for share in left.additive().shares().values() if share > 1e-3]
    assert said.count(" %") == len(told)
    with pytest.raises(InputError, match="no feature 'tre'; did you mean 'tree'"):
        found.share(("a", "tre"))
    assert (0, 1) in found.to_ebm_interactions()
    summary, answer, *_ = str(found).split("\n\n")
    assert summary == found.summary and answer == sentences.answer_text(found)
    assert "a & b, c" in answer
    assert "+ a & b, c" in sentences.answer_text(found, [(0, 1)])
    found.report(tmp_path / "page.html")
    assert "a &amp; b, c" in (tmp_path / "page.html").read_text(encoding="utf-8")
    X, y = mixed()
    named = NIDRegressor(epochs=30).fit(pandas.DataFrame(X, columns=NAMES), y)
    assert ("a", "b, c") in named.interactions_


@pytest.mark.long  # interpret is not among the default tests' packages
def test_interpret_takes_the_list_and_predicts_better_with_it():
    glassbox = pytest.importorskip("interpret.glassbox")
    rng = np.random.default_rng(0)
    X, fresh = np.split(rng.uniform(-1, 1, size=(4000, 5)), [3000])
    y = 2 * X[:, 1] * X[:, 3] + X[:, 0] + 0.1 * rng.normal(size=3000)
    pairs = nidlite.detect_interactions(X, y, seed=0, epochs=20).to_ebm_interactions()
    of_fresh, scores = 2 * fresh[:, 1] * fresh[:, 3] + fresh[:, 0], []
    for interactions in (0, pairs):
        quick = {"interactions": interactions, "outer_bags": 2, "n_jobs": 1}
        model = glassbox.ExplainableBoostingRegressor(**quick)
        scores.append(model.fit(X, y).score(fresh, of_fresh))
    assert pairs == [(1, 3)] and model.term_features_[5:] == pairs
    assert scores[1] > 0.9 > 0.7 > scores[0]  # 3/7 of the variance is the product's
