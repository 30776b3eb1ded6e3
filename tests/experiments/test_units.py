"""Units of work: what is stored of a training is what the library gives, and enough."""

from dataclasses import replace

import numpy as np
import pytest

from nidlite import synthetic
from nidlite.averaging import MEANS
from nidlite.detector import REAL_SPLIT, SYNTHETIC_SPLIT, detect, split_of, stream
from nidlite.experiments import problems
from nidlite.experiments.problems import Problem, draw, function
from nidlite.experiments.rows import preset_of
from nidlite.experiments.runner import at_once
from nidlite.experiments.settings import first_trial, growths, real, suite
from nidlite.experiments.units import (
    Growth,
    Training,
    as_interactions,
    as_text,
    error_on_test,
)
from nidlite.fast.backprop import predict
from nidlite.losses import binary_cross_entropy, mean_squared_error
from nidlite.synthetic import SUITE
from nidlite.tables.table import check_arrays
from nidlite.training import CUTOFF_RECIPE, RECIPE

FEW = replace(RECIPE, epochs=3)
PROBLEMS = {
    "regression": Problem("F5", 600),
    "noise": Problem("F5", 600, noise=0.5),
    "two classes": Problem("shooter", 300, features=12),
}


@pytest.fixture(scope="module", params=["mlp", "mlp-m"])
def architecture(request):
    return request.param


@pytest.fixture(scope="module", params=PROBLEMS)
def trained(request, architecture):
    """(result, what `detect` gives of the same table)"""
    problem = PROBLEMS[request.param]
    unit = Training(problem, 4, architecture, FEW, (20, 10), (5,), confirm=40)
    sizes = {"hidden": (20, 10)}
    if architecture == "mlp-m":
        sizes["univariate"] = (5,)
    table, _ = draw(problem, 4)
    found = detect(
        table,
        4,
        architecture,
        recipe=FEW,
        fractions=problem.fractions,
        noise=problem.noise,
        sizes=sizes,
    )
    return at_once([unit])[unit], found


# Problems


def test_a_function_s_rows_are_those_of_nidlite_detect():
    table, truths = draw(Problem("F5", 600), 7)
    X, y = SUITE["F5"].sample(600, stream(7, "sample"))
    assert (table.X == X).all() and (table.y == y).all()
    assert truths == SUITE["F5"].interactions
    other, _ = draw(Problem("F5", 600), 8)
    assert not (other.X == X).any()


def test_a_random_function_is_the_same_for_every_seed_of_a_training():
    one, same, other = function("random3"), function("random3"), function("random4")
    assert one.interactions == same.interactions
    (table, truths), (again, _) = (draw(Problem("random3", 50), s) for s in (0, 1))
    assert truths == one.interactions and not (table.X == again.X).any()
    assert np.allclose(table.y, one(table.X)) and not np.allclose(
        table.y[:5], other(table.X[:5]) if table.X.shape[1] == 10 else 0
    )
    assert function("F3") is SUITE["F3"] and function("large_p") is None


@pytest.mark.parametrize(
    "name, p, task",
    [
        ("large_p", 1000, "regression"),
        ("fhim", 200, "classification"),
        ("shooter", 200, "classification"),
    ],
)
def test_a_simulation_has_the_papers_number_of_features_unless_another(name, p, task):
    table, truths = draw(Problem(name, 60), 0)
    assert table.X.shape == (60, p) and table.task == task
    assert truths and max(i for truth in truths for i in truth) < p
    table, _ = draw(Problem(name, 60, features=100), 0)
    assert table.X.shape == (60, 100)


def test_real_data_has_its_first_rows_in_every_trial(monkeypatch):
    X = np.random.default_rng(0).normal(size=(50, 3))
    monkeypatch.setattr(problems, "_real", lambda name: check_arrays(X, X[:, 0]))
    for seed in (0, 1):
        table, truths = draw(Problem("letter", 20), seed)
        assert (table.X == X[:20]).all() and (table.y == X[:20, 0]).all()
        assert truths is None
    assert len(draw(Problem("letter"), 0)[0].X) == 50
    assert Problem("letter").fractions == REAL_SPLIT
    assert Problem("F1").fractions == Problem("random3").fractions == SYNTHETIC_SPLIT
    assert Problem("large_p").fractions == Problem("fhim").fractions == REAL_SPLIT


# Trainings


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


def test_strengths_and_rankings_are_read_off_for_every_mean(trained):
    result, found = trained
    for mean in MEANS:
        reading = result.reading(mean)
        other = replace(found, mean=mean)
        assert (reading.pairwise_strengths == other.pairwise_strengths).all()
        assert reading.ranking == other.ranking
    assert result.reading().ranking == found.ranking


def test_the_detection_is_there_again_without_training(trained):
    result, found = trained
    again = result.detection
    for part in ("train", "valid", "test"):
        for one, other in zip(getattr(again.split, part), getattr(found.split, part)):
            assert (one == other).all()
    X = found.split.test[0]
    assert (again.f(X) == found.f(X)).all()
    assert again.fit.best.valid == found.fit.best.valid and again.seed == found.seed
    assert (again.predict(found.table.X) == found.predict(found.table.X)).all()


def test_the_error_on_test_rows_is_that_of_table_3(trained):
    result, found = trained
    f, y = found.f(found.split.test[0]).astype(float), found.split.test[1]
    if found.classifies:
        wins = np.subtract.outer(f[y == 1], f[y == 0])
        expected = np.mean((wins > 0) + 0.5 * (wins == 0))
    else:
        expected = np.sqrt(mean_squared_error(f, y)[0])
    assert result.arrays["test"] == pytest.approx(expected, rel=1e-6)
    assert result.arrays["test"] == error_on_test(found)


def test_the_times_are_of_training_reading_and_confirming(trained):
    result, found = trained
    training, reading, confirming = result.arrays["seconds"]
    assert training > result.arrays["history"][-1, 4] > 0
    assert reading > 0 and confirming > 0
    assert result.seconds == pytest.approx(training + reading + confirming)


def test_noise_is_on_the_scaled_parts():
    clean, noisy = (draw(Problem("F5", 600, noise), 0)[0] for noise in (0, 0.5))
    assert (clean.X == noisy.X).all()
    unit = Training(Problem("F5", 600, 0.5), 0, "mlp", FEW, (5,))
    split = at_once([unit])[unit].detection.split
    expected = split_of(clean, 0, SYNTHETIC_SPLIT, noise=0.5)
    assert (split.train[0] == expected.train[0]).all()
    without = split_of(clean, 0, SYNTHETIC_SPLIT)
    assert np.std(split.train[0] - without.train[0]) == pytest.approx(0.5, rel=0.1)


def test_nothing_is_confirmed_unless_it_is_asked_for():
    unit = Training(PROBLEMS["regression"], 0, "mlp", FEW, (5,))
    assert at_once([unit])[unit].arrays["confirmed"].size == 0


# Growths


@pytest.fixture(scope="module", params=["regression", "two classes"])
def grown(request):
    """(result, cutoff as the library grows it, its detection)"""
    problem, recipe = PROBLEMS[request.param], replace(CUTOFF_RECIPE, epochs=2)
    training = Training(problem, 1, "mlp-m", replace(FEW, epochs=8), (20, 10), (5,))
    unit = Growth(training, recipe, patience=2, most=4)
    results = at_once([unit])
    found = results[training].detection
    return results[unit], found.cutoff(recipe=recipe, patience=2, most=4), found


def test_a_growth_is_that_of_the_library(grown):
    result, cutoff, _ = grown
    arrays = result.arrays
    assert arrays["losses"].tolist() == cutoff.losses
    assert arrays["K"] == cutoff.K and arrays["reference"] == cutoff.reference
    assert bool(arrays["reached"]) == (cutoff.reached is not None)
    assert result.candidates == cutoff.candidates[: len(cutoff.losses) - 1]
    assert (arrays["theta"] == cutoff.fits[cutoff.K].theta).all()
    assert result.network == cutoff.fits[cutoff.K].network


def test_a_growth_s_errors_are_of_none_of_the_top_k_and_of_mlp_m(grown):
    result, cutoff, found = grown
    X, y = found.split.test
    errors = []
    for fit in (cutoff.fits[0], cutoff.fits[cutoff.K], found.fit):
        f = predict(fit.network, fit.theta, X).astype(float)
        if found.classifies:
            wins = np.subtract.outer(f[y == 1], f[y == 0])
            errors.append(np.mean((wins > 0) + 0.5 * (wins == 0)))
        else:
            errors.append(np.sqrt(np.mean((f - y) ** 2)))
    assert result.arrays["test"] == pytest.approx(errors, rel=1e-6)


def test_the_stored_network_has_the_loss_of_the_cutoff(grown):
    result, _, found = grown
    X, y = found.split.valid
    loss = binary_cross_entropy if found.classifies else mean_squared_error
    f = predict(result.network, result.arrays["theta"], X)
    at_cutoff = result.arrays["losses"][int(result.arrays["K"])]
    assert loss(f, y)[0] == pytest.approx(at_cutoff, rel=1e-5)  # float32


# What is written down


@pytest.mark.parametrize("interactions", [None, [], [(0, 1), (2, 3, 9)]])
def test_interactions_are_read_back_from_text(interactions):
    assert as_interactions(as_text(interactions)) == interactions


def test_an_estimate_grows_with_the_work():
    unit = Training(Problem("F5", 600), 0, "mlp", FEW)
    assert replace(unit, recipe=replace(FEW, epochs=6)).estimate == pytest.approx(
        2 * unit.estimate
    )
    more = [
        replace(unit, architecture="mlp-m"),
        replace(unit, hidden=(500, 400)),
        replace(unit, problem=Problem("F5", 700)),
        replace(unit, problem=Problem("large_p", 600)),
        Growth(unit),
    ]
    assert all(other.estimate > unit.estimate for other in more)


# Shared trainings


def test_trials_are_interleaved_and_shared():
    paper = preset_of("paper")
    units = suite(paper)
    assert len(units) == len(set(units)) == 200
    assert [u.seed for u in units] == sorted(u.seed for u in units)
    first = units[:20]
    assert {(u.problem.name, u.architecture) for u in first} == {
        (name, a) for name in synthetic.SUITE for a in ("mlp", "mlp-m")
    }
    assert set(suite(first_trial(paper), ("mlp",))) < set(units)
    assert set(suite(preset_of("paper", 3))) < set(units)
    every = real(paper)
    assert [u.seed for u in every] == sorted(u.seed for u in every)
    assert all(u.recipe.penalty_constant == 5e-5 for u in every)  # Sec. 5.1
    assert [growth.needs for growth in growths(paper, every)] == every
