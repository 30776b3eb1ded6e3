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
from nidlite.losses import mean_squared_error
from nidlite.networks import mlp, mlp_cutoff, mlp_m, output
from nidlite.recipes import CUTOFF_RECIPE, FALLS, RECIPE, Recipe
from nidlite.training import Plain, fit

SHORT = Recipe(epochs=8, batch=20)
each_engine = pytest.mark.parametrize("engine", ["plain", "fast"])


def make_split(f, p=2, n=(200, 100, 100), noise=0.0, dtype=np.float32, seed=0):
    """Rows uniform on (-1, 1)^p in three parts, y scaled by the training part."""
    rng = np.random.default_rng(seed)
    parts = []
    for rows in n:
        X = rng.uniform(-1, 1, size=(rows, p))
        parts.append((X, f(X) + noise * rng.normal(size=rows)))
    mean, scale = parts[0][1].mean(), parts[0][1].std()
    train, valid, test = (
        (X.astype(dtype), ((y - mean) / scale).astype(dtype)) for X, y in parts
    )
    return SimpleNamespace(train=train, valid=valid, test=test)


def with_classes(split, classes_of):
    """The split with classes_of(X, y) in place of y."""
    parts = [(X, classes_of(X, y).astype(X.dtype)) for X, y in vars(split).values()]
    return SimpleNamespace(**dict(zip(vars(split), parts)))


def product(X):
    return X[:, 0] * X[:, 1]


def train(network, split, recipe=SHORT, seed=0, loss="regression", **more):
    return fit(network, split, loss, np.random.default_rng(seed), recipe, **more)


def r_squared(fitted, split):
    X, y = split.test
    return 1 - np.mean((predict(fitted.network, fitted.theta, X) - y) ** 2) / y.var()


# The whole loop, written out.


def squared(theta, X, y, network):
    return anp.mean((output(theta, X, network) - y) ** 2)


def cross_entropy(theta, X, y, network):
    f = output(theta, X, network)
    return anp.mean(anp.log(1 + anp.exp(f)) - y * f)


def l1(theta, network, biases=False):
    total = 0.0
    for stack, layers in zip(network.stacks, network.layers(theta), strict=True):
        for A in layers if stack.penalised else []:
            total = total + anp.sum(anp.abs(A if biases else A[..., :-1]))
    return total


def written_out(network, split, recipe, loss, rates, **how):
    """The losses of each epoch and its last theta, with the same draws as fit.

    how breaks it: penalty=0, biases=True, shuffle=False, late=True, correct=False.
    """
    rng = np.random.default_rng(0)
    (X, y), (X_valid, y_valid) = split.train, split.valid
    theta = network.initial(rng, recipe.deviation, np.float64)
    constant = how.get("penalty", 1) * recipe.penalty_constant
    m = v = t = 0
    losses, thetas = [], []
    for rate in rates:
        order = rng.permutation(len(X))
        if not how.get("shuffle", True):
            order = np.arange(len(X))
        seen = []
        full = len(X) // recipe.batch * recipe.batch
        for rows in order[:full].reshape(-1, recipe.batch):
            batch = X[rows], y[rows], network
            seen.append(loss(theta, *batch))
            g = grad(loss)(theta, *batch)
            g += constant * grad(l1)(theta, network, how.get("biases", False))
            t, m, v = t + 1, 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
            m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.999**t)
            v_hat = v_hat if how.get("correct", True) else v
            theta = theta - rate * m_hat / (np.sqrt(v_hat) + 1e-8)
            if how.get("late", False):
                seen[-1] = loss(theta, *batch)
        losses.append([np.mean(seen), loss(theta, X_valid, y_valid, network)])
        thetas.append(theta)
    return np.array(losses), thetas


def trains_like_the_loop(engine="fast", task="regression", **how):
    network = mlp_m(3, (5, 4), (3,))
    split, loss = make_split(product, p=3, n=(55, 20, 1), dtype=np.float64), squared
    if task == "classification":
        split, loss = with_classes(split, lambda X, y: y > 0), cross_entropy
    recipe = Recipe(epochs=2, batch=10, penalty_constant=0.01)
    found = train(network, split, recipe, loss=task, engine=engine)
    rates = [epoch.rate for epoch in found.history]
    losses, thetas = written_out(network, split, recipe, loss, rates, **how)
    history = [[epoch.train, epoch.valid] for epoch in found.history]
    # Ten steps; Adam divides small gradients by themselves and so keeps only the
    # digits that these have.
    right = thetas[found.best.epoch - 1]
    same = np.allclose(history, losses, rtol=1e-8)
    return same and np.allclose(found.theta, right, atol=1e-8)


@pytest.mark.parametrize("task", ["regression", "classification"])
@each_engine
def test_training_is_the_loop_written_out(engine, task):
    assert trains_like_the_loop(engine, task)


def test_the_loop_rejects_a_broken_training():
    assert not trains_like_the_loop(penalty=0)
    assert not trains_like_the_loop(biases=True)
    assert not trains_like_the_loop(shuffle=False)
    assert not trains_like_the_loop(late=True)
    assert not trains_like_the_loop(correct=False)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@each_engine
def test_one_seed_gives_one_theta_bit_for_bit_and_leaves_the_data_alone(engine, dtype):
    split, recipe = make_split(product, dtype=dtype), replace(SHORT, epochs=3)
    warnings, network = np.geterr(), mlp_m(2, (6, 4), (3,))
    given = network, split, recipe
    first, again, other = (train(*given, seed, engine=engine) for seed in (0, 0, 1))
    assert first.theta.dtype == dtype
    np.testing.assert_array_equal(first.theta, again.theta)
    fits = first, again, other
    histories = [[replace(e, seconds=0) for e in f.history] for f in fits]
    assert histories[0] == histories[1] != histories[2]
    assert (first.theta != other.theta).any() and np.geterr() == warnings
    for part, kept in zip(vars(split).values(), vars(make_split(product)).values()):
        for array, copy in zip(part, kept):
            np.testing.assert_array_equal(array.astype(np.float32), copy)


# What is learned.

ROWS = 1000, 500, 1000
PRODUCT_RECIPE = Recipe(epochs=40, batch=50, rate_fall=0.05, penalty_constant=1e-5)


LEARNERS = [mlp(2, (16, 8)), mlp_m(2, (16, 8), (5,)), mlp_cutoff(2, [(0, 1)], (16, 8))]


@pytest.mark.parametrize("network", LEARNERS, ids=["MLP", "MLP-M", "MLP-Cutoff"])
def test_networks_with_an_interaction_learn_a_product(network):
    # x1 x2 is ((x1 + x2)^2 - (x1 - x2)^2) / 4. Eight straight pieces of length s = 1/2
    # leave s^4 / 180 of a square's variance on (-2, 2), so sixteen ReLUs can reach
    # R^2 = 1 - 2 / 16 * (s^4 / 180) / (1 / 9) > 0.999, and 0.9 is far from the best.
    split = make_split(product, n=ROWS)
    fitted = train(network, split, PRODUCT_RECIPE)
    assert r_squared(fitted, split) > 0.9
    assert fitted.history[-1].train < 0.1 < fitted.history[0].train


def test_networks_without_an_interaction_learn_nothing_of_a_product():
    # The best additive approximation of x1 x2 is 0 (the features are independent with
    # mean 0): R^2 = 0, and a little less for what was fitted to chance.
    split = make_split(product, n=ROWS)
    without = mlp_cutoff(2, [], univariate=(16, 8))
    assert abs(r_squared(train(without, split, PRODUCT_RECIPE), split)) < 0.05


def main_weights(fitted):
    return sum(np.abs(W).sum() for W in fitted.network.weights(fitted.theta))


def test_without_a_penalty_its_constant_changes_nothing():
    split = make_split(product)
    network = mlp_m(2, (10, 5), (4,))
    thetas = [
        train(network, split, replace(SHORT, penalty=name, penalty_constant=c)).theta
        for name, c in (("none", 0.0), ("none", 10.0), ("l1", 0.0), ("l1", 1e-4))
    ]
    np.testing.assert_array_equal(thetas[0], thetas[1])
    np.testing.assert_array_equal(thetas[0], thetas[2])
    assert (thetas[0] != thetas[3]).any()


def test_the_penalty_pushes_main_effects_towards_the_univariate_nets():
    # Sec. 4.1. The penalty leaves nothing of the main net, and all of the function.
    split = make_split(lambda X: X[:, 0] ** 2 + np.sin(3 * X[:, 1]), n=ROWS)
    recipe = replace(PRODUCT_RECIPE, penalty_constant=0.1)
    fitted = train(mlp_m(2, (10, 5), (8, 8)), split, recipe)
    start = fitted.network.initial(np.random.default_rng(0))
    assert main_weights(fitted) < 0.05 * main_weights(replace(fitted, theta=start))
    assert r_squared(fitted, split) > 0.8
    assert r_squared(train(mlp(2, (10, 5)), split, recipe), split) < 0.05


def test_the_constants_are_those_of_sec_5_1_and_of_the_authors_code():
    assert RECIPE.penalty == "l1"
    assert 5e-6 <= RECIPE.penalty_constant <= 5e-4
    assert (CUTOFF_RECIPE.penalty, CUTOFF_RECIPE.penalty_constant) == ("l2", 1e-4)
    # The rate falls by 5 percent per epoch: 0.006 has one digit, a tenth of a percent.
    assert RECIPE.rate_fall ** (1 / (RECIPE.epochs - 1)) == pytest.approx(0.95, 1e-3)


@pytest.mark.parametrize("task", ["regression", "classification"])
def test_a_training_that_diverges_stops_with_finite_parameters_and_says_so(task):
    # Weights of 1e6 in five layers: outputs of 1e30, whose square float32 cannot hold.
    network, split = mlp_m(2, (8, 8, 8, 8), (4,)), make_split(product)
    rate = 1e6
    if task == "classification":  # grows like the output itself: larger weights still
        rate, split = 1e12, with_classes(split, lambda X, y: y > 0)
    for seed in range(3):
        fitted = train(network, split, replace(SHORT, rate=rate), seed, task)
        epoch = len(fitted.history) + 1
        assert fitted.stopped == f"the loss was not finite in epoch {epoch}"
        assert np.isfinite(fitted.theta).all()
        assert all(np.isfinite([e.train, e.valid]).all() for e in fitted.history)


# What the loop does around the steps: an engine that plays given losses.


class Player:
    """Writes down its batches; theta counts the epochs, changed in place."""

    def __init__(self, losses, train_losses=None):
        self.losses, self.train_losses = losses, train_losses or losses
        self.steps, self.rates, self.valid = [], [], []

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
        self.valid.append(X[:, 0].tolist())
        return np.full(len(X), self.losses[int(self.theta[0]) - 1] ** 0.5)


@pytest.fixture
def play(monkeypatch):
    """A training by a Player on n rows whose y are their numbers."""

    def played(losses, n=20, train_losses=None, progress=training.SILENT, **recipe):
        player = Player(losses, train_losses)
        monkeypatch.setitem(training.ENGINES, "player", player)
        ids, valid = np.arange(float(n)), np.array([[7.0], [8], [9]])
        split = SimpleNamespace(train=(ids[:, None], ids), valid=(valid, np.zeros(3)))
        recipe = Recipe(**{"epochs": len(losses), "batch": 10} | recipe)
        rng = np.random.default_rng(0)
        given = mlp(1, (2,)), split, "regression", rng, recipe, progress
        return fit(*given, engine="player"), player

    return played


# Losses, and the epoch whose parameters are the best: of equal epochs the first.
CURVES = [([5, 4, 3, 2], 4), ([5, 2, 3, 4], 2), ([2, 3, 4, 5], 1)]
CURVES += [([5, 2, 3, 2], 2), ([3, 3, 3], 1)]


def test_the_best_validation_epochs_parameters_are_kept(play):
    for losses, best in CURVES:
        # What the training rows say plays no part.
        found, player = play(losses, train_losses=losses[::-1])
        assert found.theta.tolist() == [best] and found.best.epoch == best
        assert found.best.valid == pytest.approx(min(losses), rel=1e-15)
        assert player.theta.tolist() == [len(losses)] and found.stopped == ""


@each_engine
def test_the_kept_parameters_have_the_best_epochs_loss(engine):
    # Thirty noisy rows, whose validation loss falls and rises again.
    split = make_split(product, n=(30, 200, 1), noise=0.3)
    recipe = Recipe(epochs=60, batch=10, rate=0.02, penalty="none")
    fitted = train(mlp(2, (20, 10)), split, recipe, engine=engine)
    X, y = split.valid
    loss = mean_squared_error(output(fitted.theta, X, fitted.network), y)
    # One product's rounding, beside the difference of the best to the last epoch.
    assert loss == pytest.approx(fitted.best.valid, rel=1e-6)
    assert fitted.best.valid < 0.99 * fitted.history[-1].valid
    assert fitted.best.epoch not in (1, len(fitted.history))


def are_minibatches(steps, n, batch, epochs):
    """Full batches, no row twice in an epoch, another order in each epoch."""
    each = n // batch
    if [len(rows) for rows in steps] != [batch] * (each * epochs):
        return False
    by_epoch = [sum(steps[k * each : (k + 1) * each], []) for k in range(epochs)]
    return (
        all(len(set(rows)) == len(rows) for rows in by_epoch)
        and all(set(rows) <= set(range(n)) for rows in by_epoch)
        and len(set(map(tuple, by_epoch))) == epochs
    )


@pytest.mark.parametrize(("n", "batch"), [(25, 10), (30, 10), (20, 20), (39, 20)])
def test_each_epoch_takes_full_batches_of_different_rows(play, n, batch):
    _, player = play([3, 2, 1], n, batch=batch)
    assert are_minibatches(player.steps, n, batch, 3)
    assert player.valid == 3 * [[7, 8, 9]]


def test_few_rows_are_passed_until_an_epoch_has_its_steps(play):
    # 30 rows are 3 steps of 10: 7 steps are 3 passes, each of all rows.
    _, player = play([3, 2, 1], 30, steps=7)
    assert are_minibatches(player.steps, 30, 10, 9)
    # Those that have enough are passed once, in the same order as ever.
    for steps in (1, 3):
        _, once = play([3, 2, 1], 30, steps=steps)
        assert once.steps == play([3, 2, 1], 30)[1].steps
    # 25 rows leave some out of a pass; two passes are five batches.
    _, player = play([3, 2, 1], 25, steps=3)
    assert [len(rows) for rows in player.steps] == 15 * [10]
    # Of fewer rows than a batch a step is all of them.
    _, player = play([3, 2], 7, batch=100, steps=4)
    assert are_minibatches(player.steps, 7, 7, 8)


def test_a_start_that_is_given_is_where_the_training_begins():
    split, network = make_split(product), mlp_m(2, (10, 5), (4,))
    own = network.initial(np.random.default_rng(5))
    still = replace(SHORT, rate=1e-30, penalty="none")
    rng = np.random.default_rng(0)
    fitted = fit(network, split, "regression", rng, still, start=own)
    np.testing.assert_array_equal(fitted.theta, own)


def test_no_row_is_left_out_for_ever_and_fewer_than_a_batch_are_one(play):
    _, player = play([1] * 20, 25)
    assert set(sum(player.steps, [])) == set(range(25))
    _, player = play([3, 2, 1], 7, batch=100)
    assert are_minibatches(player.steps, 7, 7, 3)
    split = make_split(product, n=(7, 5, 5))
    fitted = train(mlp_m(2, (4,), (3,)), split, replace(SHORT, batch=100))
    assert fitted.history[-1].train < fitted.history[0].train


def test_the_minibatch_check_rejects_broken_ones():
    rng = np.random.default_rng(0)
    order = rng.permutation(30).tolist()
    again = [order[:10], order[10:20], order[20:]]
    uneven = [order[:10], order[10:25], order[25:]]
    with_replacement = rng.integers(0, 30, size=(9, 10)).tolist()
    for wrong in (3 * again, 3 * uneven, with_replacement):
        assert not are_minibatches(wrong, 30, 10, 3)


def falls_as_the_recipe_says(rates, recipe):
    """From rate to rate * rate_fall, each epoch by the same factor, or as much less."""
    ends = recipe.rate, recipe.rate * recipe.rate_fall
    between = {"geometric": np.geomspace, "linear": np.linspace}[recipe.fall]
    return np.allclose(rates, between(*ends, recipe.epochs), rtol=1e-12)


@pytest.mark.parametrize("fall", FALLS)
@pytest.mark.parametrize("epochs", [1, 2, 3, 10])
def test_the_rate_falls_from_rate_to_rate_times_rate_fall(play, epochs, fall):
    found, player = play([1] * epochs, rate=0.02, rate_fall=0.1, fall=fall)
    rates = [e.rate for e in found.history]
    assert player.rates == [rate for rate in rates for _ in range(2)]
    assert rates[0] == 0.02
    assert epochs == 1 or falls_as_the_recipe_says(rates, found.recipe)
    if epochs == 10:
        steps = np.arange(10)
        for wrong in (steps / 10, (steps + 1) / 10, 0 * steps):
            assert not falls_as_the_recipe_says(0.02 * 0.1**wrong, found.recipe)
        (other,) = FALLS.keys() - {fall}
        assert not falls_as_the_recipe_says(rates, replace(found.recipe, fall=other))


# The ends before the end.


def stop_by_definition(valid, patience):
    """The first epoch that is the patience-th in a row without a new minimum."""
    since = 0
    for epoch, loss in enumerate(valid, 1):
        since = 0 if loss < min(valid[: epoch - 1], default=np.inf) else since + 1
        if since >= patience:
            return epoch
    return len(valid)


def test_patience_stops_after_that_many_epochs_without_improvement(play):
    assert stop_by_definition([1.0] * 8, 3) == 4
    ends = set()
    for seed in range(20):
        losses = np.random.default_rng(seed).permutation(12).tolist()
        for patience in (1, 2, 5, 15):
            found, _ = play(losses, patience=patience)
            end = stop_by_definition(losses, patience)
            assert len(found.history) == end and found.stopped == ""
            assert found.theta.tolist() == [np.argmin(losses[:end]) + 1]
            ends.add(end)
    assert len(ends) > 5


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_loss_that_is_not_finite_ends_it_with_the_best_epoch_before(play, bad):
    for k, best in enumerate([None, 1, 2, 2]):
        losses = [4, 2, 3, 1]
        broken = [*losses[:k], bad, *losses[k + 1 :]]
        # Of training, and of validation.
        for given in ((losses, 20, broken), (broken, 20, losses)):
            found, _ = play(*given)
            assert found.stopped == f"the loss was not finite in epoch {k + 1}"
            assert [e.epoch for e in found.history] == list(range(1, k + 1))
            assert best is None or found.theta.tolist() == [best]
            assert (found.best is None) == (best is None)


def test_progress_hears_of_every_batch_and_of_every_epoch_in_the_history(play):
    heard = Heard()
    found, _ = play([3, 2], 40, progress=heard)
    assert heard.batches == [(e, k / 4) for e in (1, 2) for k in (1, 2, 3, 4)]
    assert found.history == heard.epochs
    assert [e.epoch for e in heard.epochs] == [1, 2]
    assert [e.train for e in heard.epochs] == [3, 2]
    assert [e.seconds for e in heard.epochs] == sorted(e.seconds for e in heard.epochs)


def test_an_interrupt_with_keep_returns_the_best_so_far_or_is_passed_on(play):
    found, _ = play([3, 1, 2, 0], progress=Heard(keep=True, stop=3))
    assert found.stopped == "interrupted after 3 epochs"
    assert found.theta.tolist() == [2] and len(found.history) == 3

    for heard in (
        Heard(stop=3),  # not to be kept
        Heard(keep=True, stop=0),  # in the first epoch: nothing to keep
        Heard(keep=True, stop=3, error=OSError),  # another error
    ):
        with pytest.raises(heard.error):
            play([3, 2, 1, 0], progress=heard)


def test_the_plain_step_is_its_three_lines():
    """Loss and gradient, the penalty's subgradient added, Adam's first step."""
    network = mlp(1, (1,))
    theta = np.array([0.5, 0.1, 2.0, -0.3])  # W1, b1, w_y, b_y
    recipe = replace(RECIPE, penalty_constant=10.0)
    plain = Plain(network, theta, "regression", recipe)
    loss = plain.step(np.array([[1.0]]), np.array([1.0]), rate=0.01)
    # f = 2 * 0.6 - 0.3 = 0.9, so the loss is 0.01 and d loss / d f = -0.2. The slopes
    # are -0.2 times (2, 2, 0.6, 1), and L1 adds 10 to those of the two weights.
    assert loss == pytest.approx(0.01, rel=1e-12)
    _, m, _ = plain.moments
    np.testing.assert_allclose(m, 0.1 * np.array([9.6, -0.4, 9.88, -0.2]), rtol=1e-12)
    # Adam's first step is the rate times the sign.
    moved = plain.theta - [0.5, 0.1, 2.0, -0.3]
    np.testing.assert_allclose(moved, [-0.01, 0.01, -0.01, 0.01], rtol=1e-6)
