"""Training against the same loop in plain autograd, and against what it promises."""

from dataclasses import replace
from types import SimpleNamespace

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad, value_and_grad

from nidlite.fast.backprop import output, predict
from nidlite.losses import LOSSES, binary_cross_entropy, mean_squared_error
from nidlite.networks import Network, mlp, mlp_cutoff, mlp_m
from nidlite.training import CUTOFF_RECIPE, RECIPE, Recipe, fit, loss_and_gradient

SHORT = Recipe(epochs=8, batch=20)


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


def product(X):
    return X[:, 0] * X[:, 1]


def additive(X):
    return X[:, 0] ** 2 + np.sin(3 * X[:, 1])


def train(network, split, recipe=SHORT, seed=0, loss=mean_squared_error, **more):
    return fit(network, split, loss, np.random.default_rng(seed), recipe, **more)


def r_squared(fitted, split):
    X, y = split.test
    return 1 - np.mean((predict(fitted.network, fitted.theta, X) - y) ** 2) / y.var()


class Watched(Network):
    """A network that remembers its start, and the theta that training works on."""

    def initial(self, *arguments):
        theta = super().initial(*arguments)
        self.__dict__["start"], self.__dict__["live"] = theta.copy(), theta
        return theta


# The gradient, and the whole loop, in plain autograd.


def plain(theta, X, network):
    total = 0.0
    for stack, layers in zip(network.stacks, network.layers(theta), strict=True):
        for k, features in enumerate(stack.features):
            h = X[:, list(features)]
            for A in layers[:-1]:
                a = h @ A[k][:, :-1].T + A[k][:, -1]
                h = anp.where(a > 0, a, 0.0)
            total = total + h @ layers[-1][k][0, :-1] + layers[-1][k][0, -1]
    return total


def plain_loss(task):
    def squared(theta, X, y, network):
        return anp.mean((plain(theta, X, network) - y) ** 2)

    def cross_entropy(theta, X, y, network):
        f = plain(theta, X, network)
        return anp.mean(anp.log(1 + anp.exp(f)) - y * f)

    return {"regression": squared, "classification": cross_entropy}[task]


def plain_l1(theta, network, biases=False):
    total = 0.0
    for stack, layers in zip(network.stacks, network.layers(theta), strict=True):
        for A in layers if stack.penalised else []:
            total = total + anp.sum(anp.abs(A if biases else A[..., :-1]))
    return total


NETWORKS = {
    "MLP": mlp(3, (5, 4)),
    "MLP-M": mlp_m(3, (5, 4), (3,)),
    "MLP-Cutoff": mlp_cutoff(3, [(0, 1, 2), (0, 1), (1, 2)], (5, 4), (3,)),
}


@pytest.mark.parametrize("task", ["regression", "classification"])
@pytest.mark.parametrize("kind", NETWORKS)
def test_loss_and_gradient_are_those_of_the_plain_formula(kind, task):
    network = NETWORKS[kind]
    rng = np.random.default_rng(0)
    theta, X = rng.normal(size=network.size), rng.normal(size=(9, 3))
    y = rng.integers(0, 2, size=9).astype(float)
    value, gradient = loss_and_gradient(network, theta, X, y, LOSSES[task])
    expected, slope = value_and_grad(plain_loss(task))(theta, X, y, network)
    # Rounding in another order of operations.
    assert value == pytest.approx(expected, rel=1e-12)
    np.testing.assert_allclose(gradient, slope, rtol=1e-10, atol=1e-12)


def plain_multiclass(theta, X, y, network):
    """Minus the mean logarithm of the true class's share, from the output itself."""
    powers = anp.exp(output(theta, X, network))
    shares = powers / anp.sum(powers, axis=1, keepdims=True)
    return -anp.mean(anp.log(shares[np.arange(len(y)), y.astype(int)]))


def test_loss_and_gradient_of_three_classes_are_those_of_the_plain_formula():
    network = mlp_m(3, (4, 3), (3,), outputs=3)
    rng = np.random.default_rng(0)
    theta, X = rng.normal(size=network.size), rng.normal(size=(9, 3))
    y = rng.integers(0, 3, size=9).astype(float)
    value, gradient = loss_and_gradient(network, theta, X, y, LOSSES["multiclass"])
    expected, slope = value_and_grad(plain_multiclass)(theta, X, y, network)
    assert value == pytest.approx(expected, rel=1e-12)  # rounding, as above
    np.testing.assert_allclose(gradient, slope, rtol=1e-10, atol=1e-12)


def test_three_classes_are_learned():
    # The class is the sign pattern of a product: neither feature alone tells it.
    network, split = mlp_m(2, (20, 10), (4,), outputs=3), make_split(product)
    for part in ("train", "valid"):
        X, y = getattr(split, part)
        setattr(split, part, (X, np.digitize(y, [-0.5, 0.5]).astype(np.float32)))
    recipe = replace(SHORT, epochs=60, penalty_constant=0)
    fitted = train(network, split, recipe, loss=LOSSES["multiclass"])
    X, y = split.valid
    guess = predict(network, fitted.theta, X).argmax(axis=1)
    # The commonest class is about half of the rows.
    assert np.mean(guess == y) > 0.85


def plain_training(network, split, recipe, rates, seed=0, **how):
    """The losses of each epoch and the last theta, with the same draws as fit.

    how breaks it: penalty=0, biases=True, shuffle=False, late=True.
    """
    rng = np.random.default_rng(seed)
    (X, y), (X_valid, y_valid) = split.train, split.valid
    theta = network.initial(rng, recipe.deviation, np.float64)
    loss, constant = plain_loss("regression"), how.get("penalty", 1)
    constant *= recipe.penalty_constant
    m = v = t = 0
    losses = []
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
            g += constant * grad(plain_l1)(theta, network, how.get("biases", False))
            t, m, v = t + 1, 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
            m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.999**t)
            theta = theta - rate * m_hat / (np.sqrt(v_hat) + 1e-8)
            if how.get("late", False):
                seen[-1] = loss(theta, *batch)
        losses.append([np.mean(seen), loss(theta, X_valid, y_valid, network)])
    return np.array(losses), theta


def trains_like_the_plain_loop(**how):
    network = mlp_m(3, (5, 4), (3,))
    watched = Watched(network.stacks)
    split = make_split(product, p=3, n=(55, 20, 1), dtype=np.float64)
    recipe = Recipe(epochs=4, batch=10, penalty_constant=0.01)
    found = train(watched, split, recipe)
    rates = [epoch.rate for epoch in found.history]
    losses, theta = plain_training(network, split, recipe, rates, **how)
    history = [[epoch.train, epoch.valid] for epoch in found.history]
    # Twenty steps; Adam divides small gradients by themselves and so keeps only the
    # digits that these have.
    return np.allclose(history, losses, rtol=1e-8) and np.allclose(
        watched.live, theta, atol=1e-8
    )


def test_training_is_the_loop_in_plain_autograd():
    assert trains_like_the_plain_loop()


@pytest.mark.parametrize(
    "broken",
    [{"penalty": 0}, {"biases": True}, {"shuffle": False}, {"late": True}],
    ids=str,
)
def test_the_plain_loop_rejects_a_broken_training(broken):
    assert not trains_like_the_plain_loop(**broken)


# What is kept.


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_one_seed_gives_one_theta_bit_for_bit(dtype):
    split = make_split(product, dtype=dtype)
    first, again, other = (
        train(mlp_m(2, (6, 4), (3,)), split, seed=seed) for seed in (0, 0, 1)
    )
    assert first.theta.dtype == dtype
    np.testing.assert_array_equal(first.theta, again.theta)
    without_seconds = [
        [replace(e, seconds=0) for e in f.history] for f in (first, again, other)
    ]
    assert without_seconds[0] == without_seconds[1] != without_seconds[2]
    assert (first.theta != other.theta).any()


def overfitted():
    """A training on 30 noisy rows, whose validation loss falls and rises again."""
    network = Watched(mlp(2, (20, 10)).stacks)
    split = make_split(product, n=(30, 200, 1), noise=0.3)
    recipe = Recipe(epochs=60, batch=10, rate=0.02, penalty="none")
    return train(network, split, recipe), split


def keeps_the_best_epoch(fitted, split):
    X, y = split.valid
    loss = mean_squared_error(predict(fitted.network, fitted.theta, X), y)[0]
    assert fitted.best.valid == min(e.valid for e in fitted.history)
    return loss == pytest.approx(fitted.best.valid, rel=1e-6)  # one product's rounding


def test_the_best_validation_epochs_parameters_are_kept():
    fitted, split = overfitted()
    assert keeps_the_best_epoch(fitted, split)
    # Otherwise the example would say nothing.
    assert fitted.best.valid < fitted.history[-1].valid
    assert fitted.best.epoch not in (1, len(fitted.history))


def test_the_best_epoch_check_rejects_the_last_and_the_first_parameters():
    fitted, split = overfitted()
    network = fitted.network
    assert not keeps_the_best_epoch(replace(fitted, theta=network.live), split)
    assert not keeps_the_best_epoch(replace(fitted, theta=network.start), split)


def test_of_equal_epochs_the_first_is_kept():
    def flat(f, y):  # theta moves, the loss says nothing
        return 1.0, mean_squared_error(f, y)[1]

    network, split = mlp(2, (3,)), make_split(product)
    fitted = train(network, split, loss=flat)
    assert len(fitted.history) == SHORT.epochs and fitted.best.epoch == 1
    first = train(network, split, loss=flat, on_epoch=interrupt_at(1), keep=True)
    np.testing.assert_array_equal(fitted.theta, first.theta)


# What is learned.

PRODUCT_RECIPE = Recipe(epochs=40, batch=50, rate_fall=0.05, penalty_constant=1e-5)


@pytest.mark.parametrize("kind", ["MLP", "MLP-M", "MLP-Cutoff"])
def test_networks_with_an_interaction_learn_a_product(kind):
    # x1 x2 is ((x1 + x2)^2 - (x1 - x2)^2) / 4. Eight straight pieces of length s = 1/2
    # leave s^4 / 180 of a square's variance on (-2, 2), so sixteen ReLUs can reach
    # R^2 = 1 - 2 / 16 * (s^4 / 180) / (1 / 9) > 0.999, and 0.9 is far from the best.
    network = {
        "MLP": mlp(2, (16, 8)),
        "MLP-M": mlp_m(2, (16, 8), (5,)),
        "MLP-Cutoff": mlp_cutoff(2, [(0, 1)], (16, 8), (5,)),
    }[kind]
    split = make_split(product, n=(1000, 500, 1000))
    fitted = train(network, split, PRODUCT_RECIPE)
    assert r_squared(fitted, split) > 0.9
    assert fitted.history[-1].train < 0.1 < fitted.history[0].train


def test_the_product_check_rejects_a_network_without_interactions():
    # The best additive approximation of x1 x2 is 0 (the features are independent with
    # mean 0): R^2 = 0, and a little less for what was fitted to chance.
    split = make_split(product, n=(1000, 500, 1000))
    without = mlp_cutoff(2, [], univariate=(16, 8))
    assert abs(r_squared(train(without, split, PRODUCT_RECIPE), split)) < 0.05


def test_classification_learns_a_separable_problem():
    def classes(X):
        return (X[:, 0] * X[:, 1] > 0).astype(float)

    def learned(y_of):
        split = make_split(product, n=(1000, 1000, 1))
        for part in ("train", "valid"):
            X, _ = getattr(split, part)
            apart = X[np.abs(product(X)) > 0.05]
            setattr(split, part, (apart, y_of(apart).astype(np.float32)))
        fitted = train(
            mlp(2, (16, 8)), split, PRODUCT_RECIPE, loss=binary_cross_entropy
        )
        X, y = split.valid
        right = (predict(fitted.network, fitted.theta, X) > 0) == (y > 0.5)
        return fitted.best.valid, right.mean()

    def coins(X):
        return np.random.default_rng(1).integers(0, 2, size=len(X))

    # Knowing nothing costs log 2 = 0.69; where classes can be separated nothing keeps
    # the loss above 0.
    loss, right = learned(classes)
    assert loss < 0.1 and right > 0.98
    # Coins: at most what the best of 40 epochs gains by chance on some 800 rows.
    loss, right = learned(coins)
    assert loss > 0.65 and right < 0.6


def main_weights(fitted):
    return sum(np.abs(W).sum() for W in fitted.network.weights(fitted.theta))


def test_l1_shrinks_the_main_nets_weights():
    split = make_split(product)
    recipe = Recipe(epochs=30, batch=20)
    network = mlp_m(2, (10, 5), (4,))
    sizes = []
    for constant in (0.0, 1e-3, 1e-2):
        each = replace(recipe, penalty_constant=constant)
        sizes.append(main_weights(train(network, split, each)))
    assert sizes[0] > 1.2 * sizes[1] > 1.2**2 * sizes[2]


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
    split = make_split(additive, n=(1000, 500, 1000))
    recipe = replace(PRODUCT_RECIPE, penalty_constant=0.1)
    fitted = train(mlp_m(2, (10, 5), (8, 8)), split, recipe)
    start = fitted.network.initial(np.random.default_rng(0))
    assert main_weights(fitted) < 0.05 * main_weights(replace(fitted, theta=start))
    assert r_squared(fitted, split) > 0.8
    assert r_squared(train(mlp(2, (10, 5)), split, recipe), split) < 0.05


# The history.


def test_history_has_one_entry_per_epoch_and_on_epoch_gets_each():
    seen = []
    fitted = train(mlp(2, (4,)), make_split(product), on_epoch=seen.append)
    assert fitted.history == seen
    assert [e.epoch for e in seen] == list(range(1, SHORT.epochs + 1))
    assert [e.seconds for e in seen] == sorted(e.seconds for e in seen)
    assert fitted.stopped == ""


def falls_as_the_recipe_says(rates, recipe):
    """From rate to rate * rate_fall, each epoch by the same factor."""
    ends = recipe.rate, recipe.rate * recipe.rate_fall
    return np.allclose(rates, np.geomspace(*ends, recipe.epochs), rtol=1e-12)


@pytest.mark.parametrize("epochs", [2, 3, 10])
def test_the_rate_falls_from_rate_to_rate_times_rate_fall(epochs):
    recipe = replace(SHORT, epochs=epochs, rate=0.02, rate_fall=0.1)
    fitted = train(mlp(2, (4,)), make_split(product), recipe)
    assert falls_as_the_recipe_says([e.rate for e in fitted.history], recipe)


def test_one_epoch_has_the_first_rate():
    fitted = train(mlp(2, (4,)), make_split(product), replace(SHORT, epochs=1))
    assert [e.rate for e in fitted.history] == [SHORT.rate]


def test_the_rate_check_rejects_other_schedules():
    recipe = Recipe(epochs=10, rate=0.02, rate_fall=0.1)
    steps = np.arange(10)
    assert falls_as_the_recipe_says(0.02 * 0.1 ** (steps / 9), recipe)
    assert not falls_as_the_recipe_says(0.02 * 0.1 ** (steps / 10), recipe)
    assert not falls_as_the_recipe_says(0.02 * 0.1 ** ((steps + 1) / 10), recipe)
    assert not falls_as_the_recipe_says(np.linspace(0.02, 0.002, 10), recipe)
    assert not falls_as_the_recipe_says(np.full(10, 0.02), recipe)


def test_the_default_falls_by_5_percent_per_epoch_as_the_authors_code():
    # 0.006 has one digit: 0.95 to within a tenth of a percent.
    assert RECIPE.rate_fall ** (1 / (RECIPE.epochs - 1)) == pytest.approx(0.95, 1e-3)


def test_the_constants_are_within_those_of_sec_5_1():
    assert RECIPE.penalty == "l1"
    assert 5e-6 <= RECIPE.penalty_constant <= 5e-4
    assert (CUTOFF_RECIPE.penalty, CUTOFF_RECIPE.penalty_constant) == ("l2", 1e-4)


def test_losses_in_the_history_are_per_row_and_without_the_penalty():
    # At rate 0 theta stays, so the mean over full batches is the mean over all rows.
    recipe = replace(SHORT, rate=0.0, penalty_constant=10.0, epochs=1)
    split = make_split(product, n=(200, 50, 1), dtype=np.float64)
    fitted = train(mlp_m(2, (4,), (3,)), split, recipe)
    for (X, y), found in zip(
        (split.train, split.valid),
        (fitted.history[0].train, fitted.history[0].valid),
        strict=True,
    ):
        expected = np.mean((output(fitted.theta, X, fitted.network) - y) ** 2)
        assert found == pytest.approx(expected, rel=1e-12)


# The minibatches.


def rows_of(n, batch, epochs=3):
    """The rows of each step and the validation rows of each epoch, by their y."""
    ids = np.arange(n, dtype=float)
    X = np.zeros((n, 1))
    steps, valid = [], []

    def loss(f, y):
        (valid if y[0] < 0 else steps).append(y.astype(int).tolist())
        return 0.0, np.zeros_like(f)

    split = SimpleNamespace(train=(X, ids), valid=(X[:3], -1 - ids[:3]))
    train(mlp(1, (2,)), split, Recipe(epochs=epochs, batch=batch), loss=loss)
    return steps, valid


def are_minibatches(steps, n, batch, epochs=3):
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
def test_each_epoch_takes_full_batches_of_different_rows(n, batch):
    steps, valid = rows_of(n, batch)
    assert are_minibatches(steps, n, batch)
    assert valid == 3 * [[-1, -2, -3]]


def test_no_row_is_left_out_for_ever():
    steps, _ = rows_of(25, 10, epochs=20)
    assert set(sum(steps, [])) == set(range(25))


def test_the_minibatch_check_rejects_broken_ones():
    rng = np.random.default_rng(0)
    order = rng.permutation(30).tolist()
    again = [order[:10], order[10:20], order[20:]]
    with_replacement = rng.integers(0, 30, size=(9, 10)).tolist()
    assert not are_minibatches(3 * again, 30, 10)
    assert not are_minibatches(with_replacement, 30, 10)
    assert not are_minibatches(3 * [order[:10], order[10:25], order[25:]], 30, 10)


def test_fewer_rows_than_a_batch_are_one_batch():
    steps, _ = rows_of(7, 100)
    assert are_minibatches(steps, 7, 7)
    split = make_split(product, n=(7, 5, 5))
    fitted = train(mlp_m(2, (4,), (3,)), split, replace(SHORT, batch=100))
    assert len(fitted.history) == SHORT.epochs
    assert fitted.history[-1].train < fitted.history[0].train


# The ends before the end.


def stop_by_definition(valid, patience):
    """The first epoch that is the patience-th in a row without a new minimum."""
    since = 0
    for epoch, loss in enumerate(valid, 1):
        since = 0 if loss < min(valid[: epoch - 1], default=np.inf) else since + 1
        if since >= patience:
            return epoch
    return len(valid)


def test_patience_stops_after_that_many_epochs_without_improvement():
    split = make_split(product, n=(30, 100, 1), noise=0.5)
    recipe = Recipe(epochs=40, batch=10, rate=0.02)
    whole = [e.valid for e in train(mlp(2, (10,)), split, recipe).history]
    assert len(whole) == 40
    ends = []
    for patience in (1, 2, 5, 15):
        fitted = train(mlp(2, (10,)), split, replace(recipe, patience=patience))
        ends.append(stop_by_definition(whole, patience))
        assert [e.valid for e in fitted.history] == whole[: ends[-1]]
        assert fitted.best.valid == min(whole[: ends[-1]])
    assert ends[0] < ends[-1] < 40


@pytest.mark.parametrize("patience", [1, 3])
def test_without_any_improvement_patience_counts_from_the_first_epoch(patience):
    recipe = replace(SHORT, rate=0.0, patience=patience)
    fitted = train(mlp(2, (4,)), make_split(product), recipe)
    assert len(fitted.history) == 1 + patience
    assert stop_by_definition([1.0] * 8, patience) == 1 + patience


@pytest.mark.parametrize("task", ["regression", "classification"])
def test_a_training_that_diverges_stops_with_finite_parameters_and_says_so(task):
    # Weights of 1e6 in five layers: outputs of 1e30, whose square float32 cannot hold.
    network, split = mlp_m(2, (8, 8, 8, 8), (4,)), make_split(product)
    rate = 1e6
    if task == "classification":  # grows like the output itself: larger weights still
        rate = 1e12
        for part in ("train", "valid"):
            X, y = getattr(split, part)
            setattr(split, part, (X, (y > 0).astype(np.float32)))
    for seed in range(3):
        fitted = train(network, split, replace(SHORT, rate=rate), seed, LOSSES[task])
        epoch = len(fitted.history) + 1
        assert fitted.stopped == f"the loss was not finite in epoch {epoch}"
        assert np.isfinite(fitted.theta).all()
        assert all(np.isfinite([e.train, e.valid]).all() for e in fitted.history)


def test_a_late_divergence_keeps_the_best_epoch_before_it():
    network, split = mlp(2, (6, 4)), make_split(product)
    calm = train(network, split)
    steps_per_epoch, calls = 200 // SHORT.batch, []

    def loss(f, y):
        value, slope = mean_squared_error(f, y)
        calls.append(len(y))
        late = len(calls) > 3 * (steps_per_epoch + 1) + 2  # in the fourth epoch
        return (np.nan if late else value), slope

    fitted = train(network, split, loss=loss)
    assert fitted.stopped == "the loss was not finite in epoch 4"
    assert [e.valid for e in fitted.history] == [e.valid for e in calm.history[:3]]
    assert keeps_the_best_epoch(fitted, split)


def interrupt_at(number):
    def on_epoch(epoch):
        if epoch.epoch == number:
            raise KeyboardInterrupt

    return on_epoch


def test_an_interrupt_with_keep_returns_the_best_so_far_and_says_so():
    network, split = mlp_m(2, (6, 4), (3,)), make_split(product)
    fitted = train(network, split, on_epoch=interrupt_at(3), keep=True)
    short = train(network, split, on_epoch=interrupt_at(8), keep=True)
    assert fitted.stopped == "interrupted after 3 epochs"
    assert keeps_the_best_epoch(fitted, split)
    losses = [[(e.train, e.valid) for e in f.history] for f in (fitted, short)]
    assert len(losses[0]) == 3 and losses[0] == losses[1][:3]


def test_an_interrupt_without_keep_is_passed_on():
    with pytest.raises(KeyboardInterrupt):
        train(mlp(2, (4,)), make_split(product), on_epoch=interrupt_at(3))


def test_an_interrupt_in_the_first_epoch_leaves_nothing_to_keep():
    def loss(f, y):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(mlp(2, (4,)), make_split(product), loss=loss, keep=True)


def test_other_errors_in_on_epoch_are_passed_on_whatever_keep_says():
    def on_epoch(epoch):
        raise OSError

    with pytest.raises(OSError):
        train(mlp(2, (4,)), make_split(product), on_epoch=on_epoch, keep=True)


def test_training_leaves_the_data_and_numpys_warnings_alone():
    split, before = make_split(product), np.geterr()
    copies = [a.copy() for part in (split.train, split.valid) for a in part]
    train(mlp_m(2, (4,), (3,)), split)
    for array, copy in zip((*split.train, *split.valid), copies, strict=True):
        np.testing.assert_array_equal(array, copy)
    assert np.geterr() == before


def test_on_batch_hears_of_every_batch_of_every_epoch():
    heard = []
    train(
        mlp(2, (3,)),
        make_split(product),
        replace(SHORT, epochs=2, batch=50),
        on_batch=lambda epoch, share: heard.append((epoch, share)),
    )
    assert heard == [(epoch, k / 4) for epoch in (1, 2) for k in (1, 2, 3, 4)]
