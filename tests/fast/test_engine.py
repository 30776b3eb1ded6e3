"""The ladder: the fast engine's steps are the plain ones, and so is its ranking."""

import numpy as np
import pytest
from examples import MIXED, example, scaled_error, targets

from nidlite.averaging import MEANS
from nidlite.fast import engine, in_place, slopes
from nidlite.fast.engine import Fast
from nidlite.fast.in_place import Regulariser, parts
from nidlite.influence import aggregated_weights
from nidlite.networks import mlp, mlp_cutoff, mlp_m
from nidlite.penalties import PENALTIES
from nidlite.ranking import greedy_ranking, pairwise_strengths
from nidlite.recipes import Recipe
from nidlite.splits import split
from nidlite.synthetic import SUITE
from nidlite.training import ENGINES, Plain, fit

ARCHITECTURES = {
    "MLP": lambda c: mlp(4, (5, 3), outputs=c),
    "MLP-M": lambda c: mlp_m(4, (5, 3), (3, 2), outputs=c),
    "MLP-Cutoff": lambda c: mlp_cutoff(4, MIXED, (5, 3), (3, 2), outputs=c),
}
OUTPUTS = [("regression", 1), ("classification", 1), ("multiclass", 3)]
each_architecture = pytest.mark.parametrize("architecture", ARCHITECTURES)
each_loss = pytest.mark.parametrize("loss, outputs", OUTPUTS)


def engines(architecture, loss, outputs, penalty="l1", dtype=np.float64, n=20):
    """The plain and the fast engine at one theta, and rows."""
    network = ARCHITECTURES[architecture](outputs)
    theta, X, _ = example(network, n, dtype=dtype)
    recipe = Recipe(penalty=penalty, penalty_constant=0.01)
    y = targets(loss, n).astype(dtype)
    made = [kind(network, theta.copy(), loss, recipe, n) for kind in (Plain, Fast)]
    return *made, X, y


def same_loss_and_gradient(*given, **more):
    plain, fast, X, y = engines(*given, **more)
    value, g = plain.loss_and_gradient(plain.theta, X, y)
    found, slope = fast.loss_and_gradient(fast.theta, X, y)
    # The same sums of at most 60 products, in another order.
    right = np.isclose(found, value, rtol=1e-13, atol=0)
    return bool(right) and scaled_error(slope, g) < 1e-13


@each_loss
@each_architecture
def test_loss_and_gradient_are_the_plain_ones(architecture, loss, outputs):
    assert same_loss_and_gradient(architecture, loss, outputs)


def test_the_comparison_rejects_a_wrong_loss_and_a_doubled_gradient(monkeypatch):
    for how in (lambda value, slope: (1.01 * value, slope), lambda v, s: (v, 2 * s)):

        def wrong(f, y, right=slopes.mean_squared_error, how=how):
            return how(*right(f, y))

        with monkeypatch.context() as patch:
            patch.setitem(slopes.SLOPES, "regression", wrong)
            assert not same_loss_and_gradient("MLP-M", "regression", 1)
    assert same_loss_and_gradient("MLP-M", "regression", 1)


def steps_alike(*given, **more):
    plain, fast, X, y = engines(*given, **more)
    for k in range(10):
        rows = slice(2 * k % 10, None)
        losses = [e.step(X[rows], y[rows], 0.01 / (k + 1)) for e in (plain, fast)]
        fast.end_epoch()
        # Adam divides a gradient by its size: where it nearly cancels, its digits go.
        if not np.isclose(*losses, rtol=1e-10) or not np.allclose(
            plain.theta, fast.theta, rtol=0, atol=1e-10
        ):
            return False
    return scaled_error(fast.output(X), plain.output(X)) < 1e-9


@each_loss
@each_architecture
def test_steps_are_the_plain_ones_for_every_loss(architecture, loss, outputs):
    assert steps_alike(architecture, loss, outputs)


@pytest.mark.parametrize("penalty", PENALTIES)
def test_steps_are_the_plain_ones_for_every_penalty(penalty):
    # Two stacks are penalised, and one is not.
    assert steps_alike("MLP-Cutoff", "regression", 1, penalty)


def test_the_steps_reject_an_engine_without_its_penalty(monkeypatch):
    monkeypatch.setattr(Regulariser, "add_subgradient", lambda *given: None)
    assert not steps_alike("MLP-M", "regression", 1)
    assert steps_alike("MLP-M", "regression", 1, "none")


def test_steps_in_parts_are_the_plain_ones(monkeypatch):
    monkeypatch.setattr(in_place, "PART", 7)
    assert steps_alike("MLP-M", "regression", 1)
    for wrong in (lambda *ends: parts(*ends)[:-1], lambda a, b: parts(a + 1, b)):
        monkeypatch.setattr(engine, "parts", wrong)
        assert not steps_alike("MLP-M", "regression", 1)


def test_float32_stays_float32_and_the_given_start_is_kept():
    plain, fast, X, y = engines("MLP-M", "regression", 1, dtype=np.float32)
    start = plain.theta.copy()
    fast_of = Fast(fast.network, start, "regression", Recipe(), len(X))
    for e in (plain, fast_of):
        e.step(X, y, 0.01)
        assert e.theta.dtype == e.output(X).dtype == np.float32
        assert (e.theta != start).any()
    # Rounding of 6e-8, in a step of 0.01 that divides a gradient by its size.
    np.testing.assert_allclose(plain.theta, fast_of.theta, rtol=0, atol=1e-4)
    np.testing.assert_array_equal(start, fast.theta)


def trained(engine, seed=2):
    X, y = SUITE["F5"].sample(600, np.random.default_rng(0))
    parts = split(X, y, np.random.default_rng(1), dtype=np.float64)
    rng, recipe = np.random.default_rng(seed), Recipe(epochs=5, batch=40)
    return fit(mlp_m(10), parts, "regression", rng, recipe, engine=engine)


@pytest.fixture(scope="module")
def fits():
    return [trained(engine) for engine in ENGINES]


def same_training(first, second):
    both = first, second
    losses = [np.array([(e.train, e.valid) for e in f.history]) for f in both]
    # Sixty steps with roundings of 1e-16 each, some of which the next step enlarges:
    # 4e-15 was measured, and the factor above it is for other processors.
    close = scaled_error(*losses) < 1e-11
    return close and scaled_error(first.theta, second.theta) < 1e-11


def same_ranking(first, second, mean):
    rankings, pairs = [], []
    for one in (first, second):
        weights = one.network.weights(one.theta)
        given = weights[0], aggregated_weights(weights), mean
        rankings.append(greedy_ranking(*given))
        pairs.append(pairwise_strengths(*given))
    sets, strengths = zip(*(zip(*ranking) for ranking in rankings))
    # As theta above; two neighbours in the ranking differ by a million times as much.
    return sets[0] == sets[1] and all(
        np.allclose(*two, rtol=1e-11, atol=0) for two in (strengths, pairs)
    )


def test_trainings_by_either_engine_are_the_same(fits):
    assert list(ENGINES) == ["fast", "plain"]
    assert same_training(*fits)
    assert fits[0].best.epoch == fits[1].best.epoch


@pytest.mark.parametrize("mean", MEANS)
def test_trainings_by_either_engine_give_the_same_ranking(fits, mean):
    assert same_ranking(*fits, mean)


def test_the_two_checks_reject_a_training_from_another_seed(fits):
    other = trained("fast", seed=3)
    assert not same_training(fits[0], other)
    assert not same_ranking(fits[0], other, "minimum")
