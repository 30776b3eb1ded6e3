"""Units of work: what is stored of them is what the library gives, and enough."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from made_up import SMOKE, at_once

from nidlite.averaging import MEANS
from nidlite.baselines.methods import METHODS, compare, ranked
from nidlite.cutoff.alive import LEAST, ROUNDING, contributions
from nidlite.detector import REAL_SPLIT, SYNTHETIC_SPLIT
from nidlite.experiments import comparisons, problems, store
from nidlite.experiments.comparisons import Comparison, comparison, ranking_of
from nidlite.experiments.finished import Result
from nidlite.experiments.problems import Problem, draw, function
from nidlite.experiments.rows import PRESETS
from nidlite.experiments.settings import growths, real, suite
from nidlite.experiments.store import key
from nidlite.experiments.units import Growth, Training, as_text
from nidlite.fast.backprop import predict
from nidlite.networks import mlp_cutoff
from nidlite.notebook.detection import detect_table as detect
from nidlite.ranking import greedy_ranking, pairwise_strengths
from nidlite.recipes import CUTOFF_RECIPE, RECIPE
from nidlite.splits import stream
from nidlite.synthetic import SUITE
from nidlite.tables.arrays import check_arrays

FEW = replace(RECIPE, epochs=3)
PROBLEMS = {"regression": Problem("F5", 600), "noise": Problem("F5", 600, noise=0.5)}
PROBLEMS |= {"two classes": Problem("shooter", 300, features=12)}


@pytest.fixture(scope="module", params=product(PROBLEMS, ("mlp", "mlp-m")))
def trained(request):
    """(result, what `detect` gives of the same table)"""
    name, architecture = request.param
    problem = PROBLEMS[name]
    unit = Training(problem, 4, architecture, FEW, (20, 10), (5,), confirm=40)
    sizes = {"hidden": (20, 10)}
    sizes |= {"univariate": (5,)} if architecture == "mlp-m" else {}
    settings = {"fractions": problem.fractions, "noise": problem.noise, "sizes": sizes}
    found = detect(draw(problem, 4)[0], 4, architecture, recipe=FEW, **settings)
    return at_once([unit])[unit], found


def error(f, y, classifies):
    """RMSE, or the share of the pairs of a one and a zero in the right order."""
    if not classifies:
        return np.sqrt(np.mean((f.astype(float) - y) ** 2))
    wins = np.subtract.outer(f[y == 1], f[y == 0])
    return np.mean((wins > 0) + 0.5 * (wins == 0))


def test_a_function_s_rows_are_those_of_nidlite_detect():
    table, truths = draw(Problem("F5", 600), 7)
    X, y = SUITE["F5"].sample(600, stream(7, "sample"))
    assert (table.X == X).all() and (table.y == y).all()
    assert truths == SUITE["F5"].interactions
    assert not (draw(Problem("F5", 600), 8)[0].X == X).any()


def test_a_random_function_is_the_same_for_every_seed_of_a_training():
    one, other = function("random3"), function("random4")
    (table, truths), (again, _) = (draw(Problem("random3", 50), s) for s in (0, 1))
    assert truths == one.interactions != other.interactions
    assert not (table.X == again.X).any() and np.allclose(table.y, one(table.X))
    assert function("F3") is SUITE["F3"] and function("large_p") is None


@pytest.mark.parametrize(
    "name, p", [("large_p", 1000), ("fhim", 200), ("shooter", 200)]
)
def test_a_simulation_has_the_papers_number_of_features_unless_another(name, p):
    table, truths = draw(Problem(name, 60), 0)
    assert table.X.shape == (60, p)
    assert (table.task == "regression") == (name == "large_p")
    assert truths and max(i for truth in truths for i in truth) < p
    assert draw(Problem(name, 60, features=100), 0)[0].X.shape == (60, 100)


def test_real_data_has_its_first_rows_in_every_trial(monkeypatch):
    X = np.random.default_rng(0).normal(size=(50, 3))
    monkeypatch.setattr(problems, "_real", lambda name: check_arrays(X, X[:, 0]))
    for seed in (0, 1):
        table, truths = draw(Problem("letter", 20), seed)
        assert (table.X == X[:20]).all() and (table.y == X[:20, 0]).all()
        assert truths is None
    assert len(draw(Problem("letter"), 0)[0].X) == 50
    for name in ("F1", "random3"):
        assert Problem(name).fractions == SYNTHETIC_SPLIT
    for name in ("letter", "large_p", "fhim"):
        assert Problem(name).fractions == REAL_SPLIT


def test_a_training_is_that_of_detect(trained):
    result, found = trained
    arrays = result.arrays
    assert (arrays["theta"] == found.fit.theta).all()
    assert arrays["theta"].dtype == found.fit.theta.dtype
    losses = [(e.epoch, e.train, e.valid, e.rate) for e in found.history]
    assert (arrays["history"][:, :4] == losses).all()
    assert (arrays["confirmed"] == found.confirmed_pairwise_strengths(40)).all()
    assert result.names == list(found.feature_names)
    assert result.truths == list(draw(result.unit.problem, 4)[1])
    X, y = found.split.test
    expected = error(found.f(X), y, found.classifies)
    assert arrays["test"] == pytest.approx(expected, rel=1e-6)
    training, reading, confirming = arrays["seconds"]
    # the processor's; an epoch's are a clock's, which other work makes larger
    assert training > 0 and min(reading, confirming) >= 0
    assert result.seconds == pytest.approx(training + reading + confirming)
    without = replace(result.unit, confirm=0)
    assert at_once([without])[without].arrays["confirmed"].size == 0


def test_strengths_and_rankings_are_read_off_for_every_mean(trained):
    result, found = trained
    W1, z = found.weights[0], found.z
    for mean in MEANS:
        reading = result.reading(mean)
        assert (reading.pairwise_strengths == pairwise_strengths(W1, z, mean)).all()
        assert reading.ranking == greedy_ranking(W1, z, mean)
    assert result.reading().ranking == found.ranking
    assert (result.strengths == found.pairwise_strengths).all()


def test_the_detection_is_there_again_without_training(trained):
    result, found = trained
    again = result.detection
    for part in ("train", "valid", "test"):
        for one, other in zip(getattr(again.split, part), getattr(found.split, part)):
            assert (one == other).all()
    X = found.table.X
    assert (again.predict(X) == found.predict(X)).all() and again.seed == found.seed
    assert again.fit.best.valid == found.fit.best.valid
    assert again.ranking == found.ranking and (again.z == found.z).all()


@pytest.mark.parametrize("name", ["regression", "two classes"])
def test_a_growth_is_that_of_the_library(name):
    problem, recipe = PROBLEMS[name], replace(CUTOFF_RECIPE, epochs=2)
    training = Training(problem, 1, "mlp-m", replace(FEW, epochs=8), (20, 10), (5,))
    unit = Growth(training, recipe, patience=2, most=4)
    results = at_once([unit])
    found, result = results[training].detection, results[unit]
    cutoff = found.cutoff(recipe=recipe, patience=2, most=4)
    arrays, K = result.arrays, cutoff.K
    assert arrays["losses"].tolist() == cutoff.losses and arrays["K"] == K
    assert arrays["reference"] == cutoff.reference
    assert str(arrays["ended"]) == cutoff.ended != ""
    assert result.candidates == cutoff.candidates[: len(cutoff.losses) - 1]
    assert (arrays["theta"] == cutoff.fits[K].theta).all()
    assert result.network == cutoff.fits[K].network
    X, y = found.split.test
    fits = cutoff.fits[0], cutoff.fits[K], found.fit  # of none, the top K, and MLP-M
    outputs = [predict(fit.network, fit.theta, X) for fit in fits]
    errors = [error(f, y, found.classifies) for f in outputs]
    assert arrays["test"] == pytest.approx(errors, rel=1e-6)


def test_a_net_is_dead_if_no_row_switches_it_on_not_if_it_is_quiet():
    training = Training(PROBLEMS["regression"], 1, "mlp-m", FEW)
    nets, own = [(0, 1), (2, 3), (4, 5)], Growth(training)
    network = mlp_cutoff(10, nets)
    theta = network.initial(np.random.default_rng(0), deviation=0.3, dtype=float)
    *_, stack = network.layers(theta)
    stack[0][1] /= 8
    stack[0][1, :, -1] = -10  # below 0 for all rows
    stack[-1][2] *= 1e-4
    arrays = {"p": np.array(10), "outputs": np.array(1), "K": np.array(3)}
    arrays |= {"theta": theta, "candidates": as_text(nets)}
    result = Result(own, arrays)
    quiet = contributions(network, theta, result.data[1].train[0])[4, 5]
    assert ROUNDING < quiet < LEAST and result.dead == 1


def test_an_estimate_grows_with_the_work():
    unit = Training(Problem("F5", 600), 0, "mlp", FEW)
    twice = replace(unit, recipe=replace(FEW, epochs=6))
    assert twice.estimate == pytest.approx(2 * unit.estimate)
    # a tenth of the steps, each with more to do
    wide = replace(unit, recipe=replace(FEW, batch=10 * FEW.batch))
    assert 0.11 * unit.estimate < wide.estimate < unit.estimate
    more = [replace(unit, architecture="mlp-m"), replace(unit, hidden=(500, 400))]
    problems = Problem("F5", 700), Problem("large_p", 600), Problem("higgs")
    more += [*(replace(unit, problem=problem) for problem in problems), Growth(unit)]
    assert all(other.estimate > unit.estimate for other in more)
    groves = comparison(PRESETS["paper"], Problem("F5"), 0, "additive_groves")
    assert groves.estimate == comparisons.SECONDS["additive_groves"]
    many = replace(groves, problem=Problem("higgs"), settings=(("bags", 16),))
    assert many.estimate == pytest.approx(2 * groves.estimate * (30 * 29) / (10 * 9))
    assert set(comparisons.SECONDS) == set(METHODS)


def test_real_data_have_their_constant_and_a_growth_its_training():
    units, every = suite(PRESETS["paper"]), real(PRESETS["paper"])
    assert suite(PRESETS["paper"], ("mlp",), trials=1) == units[:20:2]
    assert all(u.recipe.penalty_constant == 5e-5 for u in every)  # Sec. 5.1
    assert [growth.needs for growth in growths(PRESETS["paper"], every)] == every


@pytest.mark.parametrize(
    "problem", [Problem("F5", 600, 0.5), Problem("fhim", 600, features=8)]
)
@pytest.mark.parametrize("name", ["anova", "hier_lasso", "additive_groves"])
def test_a_comparison_is_the_baseline_on_the_rows_that_nid_has(name, problem):
    unit = comparison(SMOKE, problem, 3, name)
    result = at_once([unit])[unit]
    settings = {"fractions": problem.fractions, "noise": problem.noise}
    table, truths = draw(problem, 3)
    parts = detect(table, 3, recipe=replace(RECIPE, epochs=1), **settings).split
    X, y = map(np.concatenate, zip(parts.train, parts.valid))
    rng, labels = stream(3, "baseline"), problem.name == "fhim"
    found = compare(name, X, y, rng, labels, **dict(unit.settings))
    np.testing.assert_array_equal(result.strengths, found.strengths)
    assert ranking_of(result) == list(ranked(found))
    assert result.truths == list(truths) and result.seconds > 0
    assert len(result.names) == len(found.strengths)


def test_groves_of_an_earlier_protocol_are_never_found(monkeypatch):
    units = [Comparison(Problem("F5"), 0, name) for name in METHODS]
    before = list(map(key, units))
    monkeypatch.setattr(store, "GROVES_PROTOCOL", 1)
    changed = [u.method for u, old in zip(units, before) if key(u) != old]
    assert changed == ["additive_groves"]


def test_a_method_for_two_classes_is_told_so_and_has_its_settings():
    with pytest.raises(ValueError, match="two classes"):
        Comparison(Problem("F5", 600), 0, "shooter").work()
    unit = comparison(SMOKE, Problem("shooter", 600, features=20), 0, "shooter", b=1)
    assert unit.settings == (("b", 1), *comparisons.SMALLER["smoke"]["shooter"].items())
