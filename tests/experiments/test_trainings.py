"""What is trained is what the library trains: problems, trainings, growths, rivals."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from nidlite.averaging import MEANS
from nidlite.baselines.methods import compare, ranked
from nidlite.datasets.catalogue import DATASETS
from nidlite.detector import REAL_SPLIT, SYNTHETIC_SPLIT
from nidlite.experiments import problems
from nidlite.experiments.comparisons import SMALLER, Comparison, baseline, comparison
from nidlite.experiments.opinions import (
    all_pairs,
    ask_two,
    claimed_by,
    counted,
    f1_score,
    precision,
    recall,
)
from nidlite.experiments.presets import PRESETS, real, suite
from nidlite.experiments.problems import Problem, draw, function
from nidlite.experiments.trainings import Training, grow_cutoff, train_network
from nidlite.notebook.detection import detect_table as detect
from nidlite.ranking import greedy_ranking, pairwise_strengths
from nidlite.recipes import CUTOFF_RECIPE, RECIPE
from nidlite.splits import stream
from nidlite.synthetic import SUITE
from nidlite.tables.arrays import check_arrays

FEW = replace(RECIPE, epochs=3)
PROBLEMS = {"noise": Problem("F5", 600, noise=0.5)}
PROBLEMS |= {"two classes": Problem("shooter", 300, features=12)}


@pytest.fixture(scope="module", params=product(PROBLEMS, ("mlp", "mlp-m")))
def pair(request):
    """(what `train_network` gives, what `detect` gives of the same table)"""
    name, architecture = request.param
    problem = PROBLEMS[name]
    case = Training(problem, 4, architecture, FEW, (20, 10), (5,), confirm=40)
    sizes = {"hidden": (20, 10)}
    sizes |= {"univariate": (5,)} if architecture == "mlp-m" else {}
    settings = {"fractions": problem.fractions, "noise": problem.noise, "sizes": sizes}
    found = detect(draw(problem, 4)[0], 4, architecture, recipe=FEW, **settings)
    return train_network(case), found


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
    one, other = function("random3"), function("random4")
    (table, truths), (again, _) = (draw(Problem("random3", 50), s) for s in (0, 1))
    assert truths == one.interactions != other.interactions
    assert not (table.X == again.X).any() and np.allclose(table.y, one(table.X))


def test_noise_on_the_outcome_has_the_stated_deviation_and_changes_nothing_else():
    clean, noisy = (
        draw(Problem("F5", 20_000, outcome_noise=k), 0)[0] for k in (0.0, 0.5)
    )
    assert (clean.X == noisy.X).all()
    # 20,000 rows: the deviation is right to 0.5 percent, three of which are allowed
    share = np.std(noisy.y - clean.y) / clean.y.std()
    assert share == pytest.approx(0.5, rel=0.015)


def test_real_data_has_its_first_rows_in_every_trial(monkeypatch):
    X = np.random.default_rng(0).normal(size=(50, 3))
    monkeypatch.setattr(problems, "_load", lambda name: check_arrays(X, X[:, 0]))
    for seed in (0, 1):
        table, truths = draw(Problem("letter", 20), seed)
        assert (table.X == X[:20]).all() and truths is None
    assert len(draw(Problem("letter"), 0)[0].X) == 50
    assert Problem("F1").fractions == Problem("random3").fractions == SYNTHETIC_SPLIT
    assert Problem("letter").fractions == Problem("large_p").fractions == REAL_SPLIT
    part = Problem("higgs", sha256=DATASETS["higgs"].part_sha256)
    assert part.rows_used == "only the first 22,889 of the 818,238 events"
    assert Problem("letter").rows_used == "all"
    assert Problem("letter", 600).rows_used == "the first 600 rows"


def test_a_training_is_that_of_detect_and_its_detection_is_there_again(pair):
    made, found = pair
    assert (made.fit.theta == found.fit.theta).all()
    assert (made.confirmed == found.confirmed_pairwise_strengths(40)).all()
    X, y = found.split.test
    expected = error(found.f(X), y, found.classifies)
    assert made.test == pytest.approx(expected, rel=1e-6)
    assert made.least == found.fit.best.valid and made.seconds > 0
    again = made.detection
    for part in ("train", "valid", "test"):
        for one, other in zip(getattr(again.split, part), getattr(found.split, part)):
            assert (one == other).all()
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


@pytest.mark.parametrize("name", ["F3", "two classes"])
def test_a_growth_is_that_of_the_library(name):
    recipe = replace(CUTOFF_RECIPE, epochs=4)
    problem = PROBLEMS.get(name, Problem("F3", 3000))
    case = Training(problem, 1, "mlp-m", replace(FEW, epochs=12), (40, 20))
    network = train_network(case)
    found, made = network.detection, grow_cutoff(case, recipe, 3, network)
    cutoff = found.cutoff(recipe=recipe, patience=3, most=3)
    assert (made.losses, made.K) == (cutoff.losses, cutoff.K)
    assert (made.reference, made.ended) == (cutoff.reference, cutoff.ended)
    assert made.candidates == cutoff.candidates[: len(cutoff.losses) - 1]
    assert made.gains == list(cutoff.gains()) and (made.K > 0) == (name == "F3")
    assert (made.fit.theta == cutoff.fits[cutoff.K].theta).all()
    X, y = found.split.test
    fits = cutoff.fits[0], cutoff.fits[cutoff.K], found.fit
    errors = [error(replace(found, fit=f).f(X), y, found.classifies) for f in fits]
    assert made.test == pytest.approx(errors, rel=1e-6)  # of none, the top K, MLP-M


@pytest.mark.parametrize("problem", [PROBLEMS["noise"], Problem("fhim", 600, 0.0, 8)])
@pytest.mark.parametrize("name", ["anova", "hier_lasso"])
def test_a_comparison_is_the_baseline_on_the_rows_that_nid_has(name, problem):
    case = comparison(PRESETS["smoke"], problem, 3, name)
    made = baseline(case)
    settings = {"fractions": problem.fractions, "noise": problem.noise}
    table, truths = draw(problem, 3)
    parts = detect(table, 3, recipe=replace(RECIPE, epochs=1), **settings).split
    X, y = map(np.concatenate, zip(parts.train, parts.valid))
    rng, labels = stream(3, "baseline"), problem.name == "fhim"
    found = compare(name, X, y, rng, labels, **dict(case.settings))
    np.testing.assert_array_equal(made.strengths, found.strengths)
    assert made.ranking == list(ranked(found)) and made.truths == truths


def test_a_method_for_two_classes_is_told_so_and_has_its_settings():
    with pytest.raises(ValueError, match="two classes"):
        baseline(Comparison(Problem("F5", 600), 0, "shooter"))
    case = comparison(PRESETS["smoke"], Problem("shooter", 600), 0, "shooter", b=1)
    assert case.settings == (("b", 1), *SMALLER["smoke"]["shooter"].items())


def test_real_data_have_their_constant_and_runs_cover_all_evenly():
    cases, every = suite(PRESETS["paper"]), real(PRESETS["smoke"], ("letter",))
    assert suite(PRESETS["paper"], ("mlp",), trials=1) == cases[:20:2]
    assert [case.seed for case in cases] == sorted(case.seed for case in cases)
    assert {case.recipe.penalty_constant for case in every} == {5e-5}  # Sec. 5.1


def test_two_networks_are_those_of_the_library_and_their_answer_is_there_again():
    problem, recipe = Problem("F3", 900), replace(RECIPE, epochs=15)
    asked, table = ask_two(problem, 2, recipe), draw(problem, 2)[0]
    found = detect(table, 2, recipe=recipe, fractions=problem.fractions)
    assert claimed_by(asked) == [a.interaction for a in found.agreed()]
    assert asked.learned == found.learned and asked.known
    asked.learned = False
    assert claimed_by(asked) == []
    case = Training(problem, 2, "mlp-m", recipe)
    pairs = all_pairs(case, train_network(case))
    assert (pairs.strengths == found.agreed_pairwise_strengths()).all()


TRUTHS = [(0, 1, 2), (3, 4), (5, 6)]
# whole; two of three features; one feature too many; of two truths
MIXED = [(0, 1, 2), (0, 2), (3, 4, 7), (1, 5)]


def test_an_answer_is_whole_a_part_or_false_and_scored_as_by_hand():
    counts = counted(MIXED, TRUTHS)
    assert counts == {"whole": 1, "parts": 1, "false": 2, "missed": 2}
    assert f1_score(counts) == pytest.approx(2 / 7)
    assert precision(counts) == 0.5 and recall(counts) == pytest.approx(1 / 3)
    assert f1_score(counted([], [])) == 1 and np.isnan(precision(counted([], TRUTHS)))
