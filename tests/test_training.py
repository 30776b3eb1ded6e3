"""Training against the same loop written out, and what it does around the steps."""

from types import SimpleNamespace

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad
from examples import Heard

from nidlite import training
from nidlite.networks import mlp, mlp_m, output
from nidlite.parts import Part
from nidlite.recipes import Recipe
from nidlite.training import fit


def train(network, split, recipe, **more):
    return fit(network, split, "regression", np.random.default_rng(0), recipe, **more)


def l1(theta, network):
    layers = network.layers(theta)[0]  # the main net's: the univariate ones are free
    return sum(anp.sum(anp.abs(A[..., :-1])) for A in layers)


def written_out(network, split, recipe, rates, constant):
    """The losses of each epoch and its last theta: the whole loop, with fit's draws."""

    def loss(theta, X, y):
        return anp.mean((output(theta, X, network) - y) ** 2)

    rng = np.random.default_rng(0)
    X, y = split.train
    theta = network.initial(rng, recipe.deviation, np.float64)
    m = v = t = 0
    losses, thetas = [], []
    for rate in rates:
        order, seen = rng.permutation(len(X)), []
        full = len(X) // recipe.batch * recipe.batch
        for rows in order[:full].reshape(-1, recipe.batch):
            seen.append(loss(theta, X[rows], y[rows]))
            g = grad(loss)(theta, X[rows], y[rows])
            g = g + constant * grad(l1)(theta, network)
            t, m, v = t + 1, 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
            m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.999**t)
            theta = theta - rate * m_hat / (np.sqrt(v_hat) + 1e-8)
        losses.append([np.mean(seen), loss(theta, *split.valid)])
        thetas.append(theta)
    return losses, thetas


@pytest.mark.parametrize("engine", ["plain", "fast"])
def test_training_is_the_loop_written_out(engine):
    network = mlp_m(2, (5, 4), (3,))
    X, y = np.random.default_rng(1).normal(size=(75, 2)), np.linspace(-1, 1, 75)
    split = SimpleNamespace(train=Part(X[:55], y[:55]), valid=Part(X[55:], y[55:]))
    recipe = Recipe(epochs=2, batch=10, penalty_constant=0.01)
    found = train(network, split, recipe, engine=engine)
    history = [[epoch.train, epoch.valid] for epoch in found.history]
    rates = [epoch.rate for epoch in found.history]
    for constant in (0.01, 0):  # 0: without the penalty
        losses, thetas = written_out(network, split, recipe, rates, constant)
        right = thetas[found.best.epoch - 1]
        # Ten steps; Adam divides small gradients by themselves and so keeps only the
        # digits that these have.
        assert np.allclose(history, losses, rtol=1e-8) == (constant > 0)
        assert np.allclose(found.theta, right, atol=1e-8) == (constant > 0)


class Player:
    """An engine that plays given losses, for what the loop does around the steps.

    It writes down its batches; theta counts the epochs, changed in place.
    """

    def __init__(self, losses, train_losses):
        self.losses, self.train_losses = losses, train_losses
        self.steps, self.rates = [], []

    def __call__(self, network, theta, loss, recipe, batch):
        self.theta = np.zeros(1)
        return self

    def step(self, X, y, rate, w):
        self.steps.append(y.astype(int).tolist())
        self.rates.append(rate)
        return self.train_losses[int(self.theta[0])]

    def output(self, X):  # y is 0: the mean squared error is the loss
        self.theta += 1
        return np.full(len(X), self.losses[int(self.theta[0]) - 1] ** 0.5)


@pytest.fixture
def play(monkeypatch):
    """A training by a Player on n rows whose y are their numbers."""

    def played(losses, n=20, train_losses=None, progress=training.SILENT, **recipe):
        player = Player(losses, train_losses or losses)
        monkeypatch.setitem(training.ENGINES, "player", player)
        ids, valid = np.arange(float(n)), Part(np.ones((3, 1)), np.zeros(3))
        split = SimpleNamespace(train=Part(ids[:, None], ids), valid=valid)
        recipe = Recipe(**{"epochs": len(losses), "batch": 10} | recipe)
        more = {"progress": progress, "engine": "player"}
        return train(mlp(1, (2,)), split, recipe, **more), player

    return played


# Losses of the validation and of the training rows, patience; then the epochs that it
# takes and the one that is kept.
RUNS = {
    "the last is the best": ([5, 4, 3, 2], [1, 2, 3, 4], 9, 4, 4),
    "of equal ones the first": ([5, 2, 3, 2], [4, 3, 2, 1], 9, 4, 2),
    "patience of 1": ([5, 3, 4, 2], [1, 1, 1, 1], 1, 3, 2),
    "patience of 2": ([5, 3, 4, 2, 3, 4, 5, 1], [1] * 8, 2, 6, 4),
    "validation is not finite": ([4, 2, np.nan, 1], [4, 2, 3, 1], 9, 2, 2),
    "training is not finite": ([4, 2, 3, 1], [4, 2, np.nan, 1], 9, 2, 2),
}


@pytest.mark.parametrize("name", RUNS)
def test_the_best_validation_epochs_parameters_are_kept(play, name):
    losses, of_training, patience, epochs, best = RUNS[name]
    found, _ = play(losses, train_losses=of_training, patience=patience)
    assert len(found.history) == epochs
    assert found.theta.tolist() == [best] and found.best.epoch == best
    assert ("epoch 3" in found.stopped) == ("finite" in name)


def are_minibatches(steps, n, batch, passes):
    """Full batches, no row twice in a pass, another order in each pass."""
    each = n // batch
    by_pass = [sum(steps[k * each : (k + 1) * each], []) for k in range(passes)]
    return (
        [len(rows) for rows in steps] == [batch] * (each * passes)
        and all(len(set(rows) & set(range(n))) == len(rows) for rows in by_pass)
        and len(set(map(tuple, by_pass))) == passes
    )


# 30 rows are 3 steps of 10: at least 7 steps are 3 passes, each of all rows.
@pytest.mark.parametrize("n, batch, steps, passes", [(25, 10, 0, 1), (30, 10, 7, 3)])
def test_each_epoch_takes_full_batches_of_different_rows(play, n, batch, steps, passes):
    _, player = play([3, 2, 1], n, batch=batch, steps=steps)
    assert are_minibatches(player.steps, n, batch, 3 * passes)
    again = 3 * passes * player.steps[: n // batch]
    assert not are_minibatches(again, n, batch, 3 * passes)


def test_the_rate_falls_from_rate_to_rate_times_rate_fall(play):
    found, player = play([1] * 10, rate=0.02, rate_fall=0.1)
    expected = np.linspace(0.02, 0.002, 10)
    np.testing.assert_allclose(player.rates[::2], expected, rtol=1e-12)
    assert player.rates[::2] == player.rates[1::2] == [e.rate for e in found.history]


def test_progress_hears_every_epoch_and_an_interrupt_may_keep_the_best(play):
    heard = Heard()
    found, _ = play([3, 2], 40, progress=heard)
    assert found.history == heard.epochs
    found, _ = play([3, 1, 2, 0], progress=Heard(keep=True, stop=3))
    assert "interrupted" in found.stopped
    assert found.theta.tolist() == [2] and len(found.history) == 3
    # Not to be kept; another error.
    for heard in (Heard(stop=3), Heard(3, True, OSError)):
        with pytest.raises(heard.error):
            play([3, 2, 1, 0], progress=heard)
