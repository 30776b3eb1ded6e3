"""Adam and the penalties in place: the plain forms, and nothing too small to matter."""

import numpy as np
import pytest
from examples import NETWORKS, example
from test_optimizers import follows_the_text, ours, walk

from nidlite.fast.in_place import Adam, Regulariser, sign
from nidlite.penalties import PENALTIES, subgradient


def path_of(make):
    """An optimizer as test_optimizers has it, of a class with steps in place."""

    def path(gradients, theta, alpha, **settings):
        theta = theta.copy()
        state, points = make(theta, **settings), []
        for g, rate in zip(gradients.astype(theta.dtype), alpha):
            state.step(theta, g, rate)
            points.append(theta.copy())
        return np.array(points)

    return path


@pytest.mark.parametrize(
    "settings", [{}, {"beta1": 0.5, "beta2": 0.9}, {"beta1": 0.0}, {"eps": 0.1}]
)
def test_adam_in_place_follows_algorithm_1(settings):
    assert follows_the_text(path_of(Adam), **settings)


class Forgetful(Adam):
    """eps added to sqrt(V) without dividing it by root."""

    def step(self, theta, g, rate):
        eps = self.eps
        self.eps *= ((1 - self.beta2) / (1 - self.beta2 ** (self.t + 1))) ** 0.5
        super().step(theta, g, rate)
        self.eps = eps


class Uncorrected(Adam):
    """A thousand steps on, both corrections are nearly 1."""

    def __init__(self, theta):
        super().__init__(theta)
        self.t = 1000


def test_algorithm_1_rejects_a_broken_adam():
    assert not follows_the_text(path_of(Forgetful))
    assert not follows_the_text(path_of(Uncorrected))
    assert not follows_the_text(path_of(lambda theta: Adam(theta, 0.999, 0.9)))
    assert not follows_the_text(path_of(lambda theta: Adam(theta, eps=1.001e-8)))


def test_float32_stays_float32_and_follows():
    def in_float32(gradients, theta, alpha):
        return path_of(Adam)(gradients, theta.astype(np.float32), alpha)

    path = walk(in_float32)
    assert path.dtype == np.float32
    # Fifty roundings of 6e-8 on values of order 1.
    np.testing.assert_allclose(path, walk(ours), rtol=0, atol=5e-6)


def test_the_step_is_in_place_on_theta_alone():
    theta = np.arange(6.0)
    Adam(theta[:3]).step(theta[:3], np.ones(3), rate=0.5)
    np.testing.assert_allclose(theta, [-0.5, 0.5, 1.5, 3, 4, 5], rtol=1e-6)


def shrinks_without_subnormals(flush):
    """Whether L2 on weights that nothing else moves ends in zeros, never subnormal."""
    rng = np.random.default_rng(0)
    theta = rng.normal(size=50).astype(np.float32)
    moved = theta[:10].copy()  # these have a slope of their own, too
    adam, least = Adam(theta), np.finfo(np.float32).tiny
    for _ in range(60):
        for _ in range(50):
            gradient = 2e-4 * theta
            gradient[:10] += rng.normal(size=10).astype(np.float32)
            adam.step(theta, gradient, rate=0.01)
        flush(adam, theta)
        for values in (theta, adam.M, adam.V):
            if ((np.abs(values) < least) & (values != 0)).any():
                return False
    return bool((theta[10:] == 0).all() and (theta[:10] != moved).all())


def test_what_is_too_small_to_matter_becomes_zero_before_it_is_subnormal():
    def theta_only(adam, theta):
        theta[np.abs(theta) < 1e-15] = 0

    assert shrinks_without_subnormals(Adam.flush)
    assert not shrinks_without_subnormals(lambda adam, theta: None)
    assert not shrinks_without_subnormals(theta_only)


def test_flushing_leaves_what_matters_as_it_is():
    theta = np.array([1e-14, -1e-14, 0.5, 1e-16, -1e-16])
    adam = Adam(theta)
    adam.M[:], adam.V[:] = theta, theta**2
    adam.flush(theta)
    np.testing.assert_array_equal(theta, [1e-14, -1e-14, 0.5, 0, 0])
    np.testing.assert_array_equal(adam.M, theta)
    np.testing.assert_array_equal(adam.V, theta**2)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sign_is_numpys_for_zero_and_for_weights_of_any_common_size(dtype):
    W = np.array([0, 1e-30, -1e-30, 1e-15, -0.3, 7, 1e30], dtype)
    np.testing.assert_array_equal(sign(W), np.sign(W))
    assert sign(W).dtype == dtype


# The penalties.


def adds_the_plain_subgradient(regulariser, network, name, dtype=np.float64):
    """Whether 0.3 times the plain subgradient is added to what was there before."""
    theta, _, _ = example(network, dtype=dtype)
    theta[::5] = 0  # some kinks, of single weights
    network.weights(theta)[0][:, 0] = 0  # and of a whole group
    before, g = theta.copy(), np.ones_like(theta)
    regulariser(network, name, 0.3, dtype).add_subgradient(theta, g)
    np.testing.assert_array_equal(theta, before)
    # A product more or less, and the sum with 1: two roundings.
    expected = 1 + dtype(0.3) * subgradient(network, theta, name)
    return g.dtype == dtype and np.allclose(g, expected, 0, 4 * np.finfo(dtype).eps)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", PENALTIES)
def test_regulariser_adds_the_plain_subgradient(name, dtype):
    for network in NETWORKS.values():
        assert adds_the_plain_subgradient(Regulariser, network, name, dtype)


class WithBiases(Regulariser):
    def __init__(self, *given):
        super().__init__(*given)
        self.flat = [(slope_of, place, 0.3) for slope_of, place, _ in self.flat]


class FirstLayerOnly(Regulariser):
    def __init__(self, *given):
        super().__init__(*given)
        self.flat = []


def test_the_plain_subgradient_rejects_a_broken_regulariser():
    network = NETWORKS["MLP-M"]
    for wrong in (WithBiases, FirstLayerOnly):
        for name in ("l1", "group_lasso_input"):
            assert not adds_the_plain_subgradient(wrong, network, name)


def test_an_unknown_penalty_is_refused():
    with pytest.raises(KeyError, match="lasso"):
        Regulariser(NETWORKS["MLP"], "lasso", 0.3, np.float64)
