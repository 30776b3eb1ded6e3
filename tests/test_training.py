"""Training against the same loop written out, and against what it promises."""

from dataclasses import replace
from types import SimpleNamespace

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad
from examples import Heard

from nidlite import training
from nidlite.fast.backprop import predict
from nidlite.networks import mlp, mlp_cutoff, mlp_m, output
from nidlite.recipes import CUTOFF_RECIPE, FALLS, RECIPE, Recipe
from nidlite.training import Plain, fit

SHORT = Recipe(epochs=8, batch=20)
each_engine = pytest.mark.parametrize("engine", ["plain", "fast"])


def make_split(f, n=(1000, 500, 1000), dtype=np.float32):
    """Rows uniform on (-1, 1)^2 in three parts, y scaled by the training part."""
    rng = np.random.default_rng(0)
    Xs = [rng.uniform(-1, 1, size=(rows, 2)) for rows in n]
    mean, scale = f(Xs[0]).mean(), f(Xs[0]).std()
    parts = [(X.astype(dtype), ((f(X) - mean) / scale).astype(dtype)) for X in Xs]
    return SimpleNamespace(train=parts[0], valid=parts[1], test=parts[2])


def product(X):
    return X[:, 0] * X[:, 1]


def train(network, split, recipe=SHORT, seed=0, **more):
    rng = np.random.default_rng(seed)
    return fit(network, split, "regression", rng, recipe, **more)


def r_squared(fitted, split):
    X, y = split.test
    return 1 - np.mean((predict(fitted.network, fitted.theta, X) - y) ** 2) / y.var()


# The whole loop, written out.


def l1(theta, network):
    layers = network.layers(theta)[0]  # the main net's: the univariate ones are free
    return sum(anp.sum(anp.abs(A[..., :-1])) for A in layers)


def written_out(network, split, recipe, rates, constant):
    """The losses of each epoch and its last theta, with the same draws as fit."""

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


@each_engine
def test_training_is_the_loop_written_out(engine):
    network = mlp_m(2, (5, 4), (3,))
    split = make_split(product, n=(55, 20, 1), dtype=np.float64)
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


def test_the_plain_step_by_hand():
    """Loss and gradient, the penalty's subgradient added, Adam's first step."""
    theta = np.array([0.5, 0.1, 2.0, -0.3])  # W1, b1, w_y, b_y
    recipe = replace(RECIPE, penalty_constant=10.0)
    plain = Plain(mlp(1, (1,)), theta, "regression", recipe)
    loss = plain.step(np.array([[1.0]]), np.array([1.0]), rate=0.01)
    # f = 2 * 0.6 - 0.3 = 0.9, so the loss is 0.01 and d loss / d f = -0.2. The slopes
    # are -0.2 times (2, 2, 0.6, 1), and L1 adds 10 to those of the two weights.
    assert loss == pytest.approx(0.01, rel=1e-12)
    _, m, _ = plain.moments
    np.testing.assert_allclose(m, 0.1 * np.array([9.6, -0.4, 9.88, -0.2]), rtol=1e-12)
    # Adam's first step is the rate times the sign.
    moved = plain.theta - [0.5, 0.1, 2.0, -0.3]
    np.testing.assert_allclose(moved, [-0.01, 0.01, -0.01, 0.01], rtol=1e-6)


@each_engine
def test_one_seed_gives_one_theta_bit_for_bit(engine):
    split, network = make_split(product, n=(200, 100, 1)), mlp_m(2, (6, 4), (3,))
    fits = [train(network, split, seed=seed, engine=engine) for seed in (0, 0, 1)]
    first, again, other = (fitted.theta.tolist() for fitted in fits)
    assert first == again != other and fits[0].theta.dtype == np.float32


# What is learned.

RECIPE_40 = Recipe(epochs=40, batch=50, rate_fall=0.05, penalty_constant=1e-5)


def test_a_network_with_an_interaction_learns_a_product_and_one_without_does_not():
    # x1 x2 is ((x1 + x2)^2 - (x1 - x2)^2) / 4. Eight straight pieces of length s = 1/2
    # leave s^4 / 180 of a square's variance on (-2, 2), so sixteen ReLUs can reach
    # R^2 = 1 - 2 / 16 * (s^4 / 180) / (1 / 9) > 0.999, and 0.9 is far from the best.
    split = make_split(product)
    for network in (mlp_m(2, (16, 8), (5,)), mlp_cutoff(2, [(0, 1)], (16, 8))):
        assert r_squared(train(network, split, RECIPE_40), split) > 0.9
    # The best additive approximation of x1 x2 is 0 (the features are independent with
    # mean 0): R^2 = 0, and a little less for what was fitted to chance.
    without = mlp_cutoff(2, [], univariate=(16, 8))
    assert abs(r_squared(train(without, split, RECIPE_40), split)) < 0.05


def test_the_penalty_pushes_main_effects_towards_the_univariate_nets():
    # Sec. 4.1. The penalty leaves nothing of the main net, and all of the function.
    split = make_split(lambda X: X[:, 0] ** 2 + np.sin(3 * X[:, 1]))
    recipe = replace(RECIPE_40, penalty_constant=0.1)
    fitted = train(mlp_m(2, (10, 5), (8, 8)), split, recipe)
    start = fitted.network.initial(np.random.default_rng(0))
    assert l1(fitted.theta, fitted.network) < 0.05 * l1(start, fitted.network)
    assert r_squared(fitted, split) > 0.8
    assert r_squared(train(mlp(2, (10, 5)), split, recipe), split) < 0.05


def test_the_constants_are_those_of_sec_5_1():
    assert RECIPE.penalty == "l1" and 5e-6 <= RECIPE.penalty_constant <= 5e-4
    assert (CUTOFF_RECIPE.penalty, CUTOFF_RECIPE.penalty_constant) == ("l2", 1e-4)


# What the loop does around the steps: an engine that plays given losses.


class Player:
    """Writes down its batches; theta counts the epochs, changed in place."""

    def __init__(self, losses, train_losses):
        self.losses, self.train_losses = losses, train_losses
        self.steps, self.rates = [], []

    def __call__(self, network, theta, loss, recipe, batch):
        self.theta = np.zeros(1)
        return self

    def step(self, X, y, rate):
        self.steps.append(y.astype(int).tolist())
        self.rates.append(rate)
        return self.train_losses[int(self.theta[0])]

    def end_epoch(self):
        self.theta += 1

    def output(self, X):  # y is 0: the mean squared error is the loss
        return np.full(len(X), self.losses[int(self.theta[0]) - 1] ** 0.5)


@pytest.fixture
def play(monkeypatch):
    """A training by a Player on n rows whose y are their numbers."""

    def played(losses, n=20, train_losses=None, progress=training.SILENT, **recipe):
        player = Player(losses, train_losses or losses)
        monkeypatch.setitem(training.ENGINES, "player", player)
        ids, valid = np.arange(float(n)), (np.ones((3, 1)), np.zeros(3))
        split = SimpleNamespace(train=(ids[:, None], ids), valid=valid)
        recipe = Recipe(**{"epochs": len(losses), "batch": 10} | recipe)
        more = {"progress": progress, "engine": "player"}
        return train(mlp(1, (2,)), split, recipe, **more), player

    return played


def test_the_best_validation_epochs_parameters_are_kept(play):
    # Of equal epochs the first.
    for losses, best in [([5, 4, 3, 2], 4), ([5, 2, 3, 2], 2), ([2, 3, 4, 5], 1)]:
        # What the training rows say plays no part.
        found, player = play(losses, train_losses=losses[::-1])
        assert found.theta.tolist() == [best] and found.best.epoch == best
        assert player.theta.tolist() == [len(losses)] and found.stopped == ""


def are_minibatches(steps, n, batch, passes):
    """Full batches, no row twice in a pass, another order in each pass."""
    each = n // batch
    by_pass = [sum(steps[k * each : (k + 1) * each], []) for k in range(passes)]
    return (
        [len(rows) for rows in steps] == [batch] * (each * passes)
        and all(len(set(rows) & set(range(n))) == len(rows) for rows in by_pass)
        and len(set(map(tuple, by_pass))) == passes
    )


@pytest.mark.parametrize(("n", "batch"), [(25, 10), (30, 10), (7, 100)])
def test_each_epoch_takes_full_batches_of_different_rows(play, n, batch):
    _, player = play([3, 2, 1], n, batch=batch)
    batch = min(n, batch)
    assert are_minibatches(player.steps, n, batch, 3)
    assert not are_minibatches(3 * player.steps[: n // batch], n, batch, 3)
    _, player = play([1] * 20, n, batch=batch)
    assert set(sum(player.steps, [])) == set(range(n))  # no row is left out for ever


def test_few_rows_are_passed_until_an_epoch_has_its_steps(play):
    # 30 rows are 3 steps of 10: 7 steps are 3 passes, each of all rows.
    _, player = play([3, 2, 1], 30, steps=7)
    assert are_minibatches(player.steps, 30, 10, 9)


@pytest.mark.parametrize("fall", FALLS)
def test_the_rate_falls_from_rate_to_rate_times_rate_fall(play, fall):
    found, player = play([1] * 10, rate=0.02, rate_fall=0.1, fall=fall)
    between = {"geometric": np.geomspace, "linear": np.linspace}[fall]
    np.testing.assert_allclose(player.rates[::2], between(0.02, 0.002, 10), rtol=1e-12)
    assert player.rates[::2] == player.rates[1::2] == [e.rate for e in found.history]


def test_patience_stops_after_that_many_epochs_without_improvement(play):
    for patience, end, best in ((1, 3, 2), (2, 6, 4), (3, 7, 4), (9, 8, 8)):
        found, _ = play([5, 3, 4, 2, 3, 4, 5, 1], patience=patience)
        assert len(found.history) == end and found.stopped == ""
        assert found.theta.tolist() == [best]


def test_a_loss_that_is_not_finite_ends_it_with_the_best_epoch_before(play):
    losses, broken = [4, 2, 3, 1], [4, 2, np.nan, 1]
    for valid, of_training in ((losses, broken), (broken, losses)):
        found, _ = play(valid, train_losses=of_training)
        assert found.stopped == "the loss was not finite in epoch 3"
        assert len(found.history) == 2 and found.theta.tolist() == [2]


def test_progress_hears_of_every_batch_and_of_every_epoch_in_the_history(play):
    heard = Heard()
    found, _ = play([3, 2], 40, progress=heard)
    assert heard.batches == [(e, k / 4) for e in (1, 2) for k in (1, 2, 3, 4)]
    assert found.history == heard.epochs
    assert [(e.epoch, e.train) for e in heard.epochs] == [(1, 3), (2, 2)]


def test_an_interrupt_with_keep_returns_the_best_so_far_or_is_passed_on(play):
    found, _ = play([3, 1, 2, 0], progress=Heard(keep=True, stop=3))
    assert found.stopped == "interrupted after 3 epochs"
    assert found.theta.tolist() == [2] and len(found.history) == 3
    # Not to be kept; nothing to keep in the first epoch; another error.
    for heard in (Heard(stop=3), Heard(0, True), Heard(3, True, OSError)):
        with pytest.raises(heard.error):
            play([3, 2, 1, 0], progress=heard)
