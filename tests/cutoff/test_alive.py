"""Nets that die, and their other starts."""

from types import SimpleNamespace

import numpy as np
import pytest
from examples import MIXED, NETWORKS, example
from test_growing import tiny_parts

from nidlite.cutoff import growing
from nidlite.cutoff.growing import ROUNDING, fit_alive, silent_nets
from nidlite.networks import mlp_cutoff, output
from nidlite.recipes import Recipe
from nidlite.training import Epoch, Fit, fit


def widened(network, theta, nets, factor):
    """A copy of theta, all parameters of these nets, named by columns, multiplied."""
    theta = theta.copy()
    for stack, layers in zip(network.stacks, network.layers(theta)):
        for A in layers:
            for k, columns in enumerate(stack.features):
                A[k] *= factor if columns in nets else 1
    return theta


def deviation_of(network, theta, X, stack, net):
    """The deviation of one net's output: all other nets' last layers are set to 0."""
    theta = theta.copy()
    for k, layers in enumerate(network.layers(theta)):
        for j in range(len(layers[-1])):
            if (k, j) != (stack, net):
                layers[-1][j] = 0
    return float(np.max(np.std(output(theta, X, network), axis=0)))


@pytest.mark.parametrize("name", ["MLP-Cutoff", "MLP-Cutoff of two outputs"])
def test_a_net_is_silent_whose_own_output_deviates_by_less(name):
    network = NETWORKS[name]
    theta, X, _ = example(network, n=50)
    assert silent_nets(network, theta, X) == []
    assert sorted(silent_nets(network, theta, X, np.inf)) == sorted(MIXED)
    for k, stack in enumerate(network.stacks[1:], 1):
        for j, columns in enumerate(stack.features):
            expected = deviation_of(network, theta, X, k, j)
            assert columns not in silent_nets(network, theta, X, 0.999 * expected)
            assert columns in silent_nets(network, theta, X, 1.001 * expected)
            quiet = widened(network, theta, [columns], 1e-3)
            network.layers(quiet)[k][-1][j, :, -1] = 7  # its last bias: a constant
            assert silent_nets(network, quiet, X, ROUNDING) == [columns]
            faint = theta.copy()  # silent, and alive
            network.layers(faint)[k][-1][j] *= 1e-4
            assert silent_nets(network, faint, X) == [columns]
            assert silent_nets(network, faint, X, ROUNDING) == []


def restarts(monkeypatch, losses, dead, stopped="", least=1, quiet=()):
    """fit_alive with fits that have these losses; which have a dead or a quiet net."""
    network, starts, coming = mlp_cutoff(3, [(0, 1), (1, 2)]), [], iter(losses)

    def fit(network, split, loss, rng, recipe, progress, start):
        starts.append((recipe.rate, start))
        theta, valid = start.copy(), next(coming)
        if len(starts) in dead:
            theta = widened(network, theta, [(1, 2)], 0)
        if len(starts) in quiet:
            theta = widened(network, theta, [(1, 2)], 0.1 / 2 ** (len(starts) - 1))
            assert silent_nets(network, theta, X) == [(1, 2)]
        return Fit(network, theta, recipe, [Epoch(1, 0, valid, 0, 0)], stopped)

    monkeypatch.setattr(growing, "fit", fit)
    X = np.random.default_rng(1).normal(size=(50, 3)).astype(np.float32)
    parts, rng = SimpleNamespace(train=(X, None)), np.random.default_rng(0)
    recipe = Recipe(rate=0.01, deviation=0.4)  # so that a start is no dead net
    given = network, parts, "regression", rng, recipe
    return network, fit_alive(*given, starts=least), starts


def test_silent_nets_start_again_wider_and_slower(monkeypatch):
    network, result, starts = restarts(monkeypatch, [3, 2, 1], dead=[1, 2])
    rates, thetas = zip(*starts)
    assert result.best.valid == 1 and rates == (0.01, 0.005, 0.0025)
    # 22,000 parameters tell a deviation to half a percent.
    for theta, factor in zip(thetas, (1, 2, 4)):
        layers = network.layers(theta)[1]
        lively, silent = (np.hstack([A[j].ravel() for A in layers]) for j in (0, 1))
        assert silent.std() / lively.std() == pytest.approx(factor, rel=0.03)
    assert not np.array_equal(thetas[0][:100], thetas[1][:100])  # another draw


def test_the_fewest_dead_nets_and_then_the_least_loss_decide(monkeypatch):
    _, result, starts = restarts(monkeypatch, [3, 1, 2, 0], dead=[1, 2, 3, 4])
    assert len(starts) == 3 and result.best.valid == 1  # three are enough
    _, result, starts = restarts(monkeypatch, [3, 1], dead=[])
    assert len(starts) == 1 and result.best.valid == 3
    _, result, starts = restarts(monkeypatch, [3, 1, 2], dead=[], least=2)
    assert len(starts) == 2 and result.best.valid == 1
    assert [rate for rate, _ in starts] == [0.01, 0.01]  # nothing was silent
    _, result, starts = restarts(monkeypatch, [1, 3], dead=[1])
    assert len(starts) == 2 and result.best.valid == 3
    # A quiet net is no dead one: it may have nothing to add.
    _, result, starts = restarts(monkeypatch, [2, 1, 3], dead=[2], quiet=[1, 3])
    assert len(starts) == 3 and result.best.valid == 2
    with pytest.raises(KeyboardInterrupt):  # of another start there is no loss
        restarts(monkeypatch, [3], dead=[1], stopped="interrupted after 1 epochs")


def test_a_net_that_dies_in_training_is_alive_after_another_start():
    # A start so narrow that the gradient is next to nothing, while L2 goes on.
    penalty = {"penalty": "l2", "penalty_constant": 1e-2}
    recipe = Recipe(epochs=30, batch=25, deviation=0.05, **penalty)
    parts, network = tiny_parts(), mlp_cutoff(3, [(0, 1)])
    given = network, parts, "regression"
    fits = [f(*given, np.random.default_rng(1), recipe) for f in (fit, fit_alive)]
    silent = [silent_nets(network, one.theta, parts.train[0], ROUNDING) for one in fits]
    assert silent == [[(0, 1)], []]
    assert fits[0].best.valid > 0.8 and fits[1].best.valid < 0.3
