"""The fast training step: the plain loss, slope, penalty and Adam, and its ranking."""

import numpy as np
import pytest
from examples import MIXED, example, scaled_error, targets
from test_optimizers import follows_the_text

from nidlite.fast import step
from nidlite.fast.step import Adam, Fast, loss_and_slope
from nidlite.influence import aggregated_weights
from nidlite.networks import mlp, mlp_cutoff, mlp_m
from nidlite.penalties import PENALTIES
from nidlite.ranking import greedy_ranking
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
each_loss = pytest.mark.parametrize("loss, outputs", OUTPUTS)


def test_extreme_logits_neither_overflow_nor_warn():
    # A sure answer costs 0 if right and the distance if wrong; e^-10000 is 0.
    f, y = np.float32([1e4, 1e4, -1e4, -1e4]), np.float32([1, 0, 1, 0])
    value, slope = loss_and_slope("classification", f, y)
    assert value == 2 * 1e4 / 4 and slope.tolist() == [0, 0.25, -0.25, 0]
    f = np.float32([[1e4, -1e4, 0], [1e4, -1e4, 0]])
    value, slope = loss_and_slope("multiclass", f, np.array([0.0, 1.0]))
    assert value == 2e4 / 2 and slope.tolist() == [[0, 0, 0], [0.5, -0.5, 0]]
    assert slope.dtype == np.float32


def end_of(make):
    """An optimizer as test_optimizers has it, of a class with steps in place."""

    def end(gradients, theta, rate, **settings):
        theta = theta.copy()
        state = make(theta, **settings)
        for g in gradients:
            state.step(theta, g, rate)
        return theta

    return end


def test_adam_in_place_follows_algorithm_1():
    for settings in ({}, {"beta1": 0.5, "beta2": 0.9}, {"eps": 0.1}):
        assert follows_the_text(end_of(Adam), **settings)
    assert not follows_the_text(end_of(lambda theta: Adam(theta, eps=1.001e-8)))


def test_what_is_too_small_to_matter_becomes_zero_before_it_is_subnormal():
    theta = np.array([1e-14, -1e-14, 0.5, 1e-16, -1e-16])
    fast = Fast(mlp(2, (1,)), theta, "regression", Recipe(), batch=1)
    fast.adam.M += theta
    fast.adam.V += theta**2
    fast.output(np.ones((1, 2)))
    assert fast.theta.tolist() == fast.adam.M.tolist() == [1e-14, -1e-14, 0.5, 0, 0]
    assert (fast.adam.V > 0).tolist() == [True, True, True, False, False]


def steps_alike(architecture, loss, outputs, penalty="l1", n=20):
    """Whether ten steps of the plain and the fast engine are the same."""
    network = ARCHITECTURES[architecture](outputs)
    theta, X, _ = example(network, n)
    theta[::5] = 0  # some kinks of the penalty
    recipe = Recipe(penalty=penalty, penalty_constant=0.01)
    y, given = targets(loss, n), (loss, recipe, n)
    plain, fast = (kind(network, theta.copy(), *given) for kind in (Plain, Fast))
    for k in range(10):
        rows = slice(2 * k % 10, None)
        losses = [e.step(X[rows], y[rows], 0.01 / (k + 1)) for e in (plain, fast)]
        fast.output(X)  # small numbers become 0
        # Adam divides a gradient by its size: where it nearly cancels, its digits go.
        if not np.isclose(*losses, rtol=1e-10) or not np.allclose(
            plain.theta, fast.theta, rtol=0, atol=1e-10
        ):
            return False
    return scaled_error(fast.output(X), plain.output(X)) < 1e-9


@each_loss
@pytest.mark.parametrize("architecture", ARCHITECTURES)
def test_steps_are_the_plain_ones_for_every_loss(architecture, loss, outputs):
    assert steps_alike(architecture, loss, outputs)


@pytest.mark.parametrize("penalty", PENALTIES)
def test_steps_are_the_plain_ones_for_every_penalty(penalty):
    # Two stacks are penalised, and one is not. No bias is.
    assert steps_alike("MLP-Cutoff", "regression", 1, penalty)


@each_loss
def test_the_steps_reject_half_a_slope_and_no_penalty(loss, outputs, monkeypatch):
    def half_a_slope(*given):
        value, slope = loss_and_slope(*given)
        return value, slope / 2

    with monkeypatch.context() as broken:
        broken.setattr(step, "loss_and_slope", half_a_slope)
        assert not steps_alike("MLP-M", loss, outputs)
    monkeypatch.setattr(step, "penalised", lambda *given: [])
    assert not steps_alike("MLP-M", loss, outputs)
    assert steps_alike("MLP-M", loss, outputs, "none")


def test_float32_stays_float32_and_the_given_start_is_kept():
    network = ARCHITECTURES["MLP-M"](1)
    theta, X, y = example(network, dtype=np.float32)
    before = theta.copy()
    for kind in (Plain, Fast):
        engine = kind(network, theta, "regression", Recipe(), len(X))
        engine.step(X, y, 0.01)
        assert engine.theta.dtype == engine.output(X).dtype == np.float32
        assert (engine.theta != theta).any() and np.array_equal(theta, before)


def trained(engine, seed=2):
    X, y = SUITE["F5"].sample(600, np.random.default_rng(0))
    parts = split(X, y, np.random.default_rng(1), dtype=np.float64)
    rng, recipe = np.random.default_rng(seed), Recipe(epochs=5, batch=40)
    return fit(mlp_m(10), parts, "regression", rng, recipe, engine=engine)


def same(first, second):
    """Whether the networks are the same, and so are their rankings."""
    # Sixty steps with roundings of 1e-16 each, some of which the next step enlarges:
    # 4e-15 was measured, and the factor above it is for other processors.
    if scaled_error(first.theta, second.theta) > 1e-11:
        return False
    weights = [fitted.network.weights(fitted.theta) for fitted in (first, second)]
    rankings = [greedy_ranking(W[0], aggregated_weights(W)) for W in weights]
    sets, strengths = zip(*(zip(*ranking) for ranking in rankings))
    # Two neighbours in the ranking differ by a million times as much.
    return sets[0] == sets[1] and np.allclose(*strengths, rtol=1e-11, atol=0)


def test_trainings_by_either_engine_are_the_same_and_give_the_same_ranking():
    assert list(ENGINES) == ["fast", "plain"]
    fast, plain, other = trained("fast"), trained("plain"), trained("fast", seed=3)
    assert same(fast, plain) and fast.best.epoch == plain.best.epoch
    assert not same(fast, other)
