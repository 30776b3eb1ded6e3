"""Adam against its paper's algorithm, a step by hand, and autograd's Adam."""

import numpy as np
import pytest
from autograd.misc.optimizers import adam as autograds_adam

from nidlite.optimizers import Adam


class Textbook:
    """Algorithm 1 of Kingma & Ba (2015) line by line, with places to break it."""

    def __init__(
        self, theta, beta1=0.9, beta2=0.999, eps=1e-8, correct=(1, 1), inside=False
    ):
        self.beta1, self.beta2, self.eps = beta1, beta2, eps
        self.correct, self.inside = correct, inside
        self.m = self.v = np.zeros_like(theta)
        self.t = 0

    def step(self, theta, g, rate):
        self.t += 1
        self.m = self.beta1 * self.m + (1 - self.beta1) * g
        self.v = self.beta2 * self.v + (1 - self.beta2) * g**2
        m_hat = self.m / (1 - self.beta1**self.t) ** self.correct[0]
        v_hat = self.v / (1 - self.beta2**self.t) ** self.correct[1]
        if self.inside:
            theta -= rate * m_hat / np.sqrt(v_hat + self.eps)
        else:
            theta -= rate * m_hat / (np.sqrt(v_hat) + self.eps)


def walk(optimizer, steps=50, dtype=np.float64, seed=0, **settings):
    """Where the steps lead, with changing rates and gradients of 1e-10 to 1e2."""
    rng = np.random.default_rng(seed)
    theta = rng.normal(size=40).astype(dtype)
    size = 10.0 ** np.linspace(-10, 2, 40)  # at the small end eps decides
    state, path = optimizer(theta, **settings), []
    for t in range(steps):
        g = (size * (1 + rng.normal(size=40))).astype(dtype)
        state.step(theta, g, rate=0.01 * 0.95**t)
        path.append(theta.copy())
    return np.array(path)


def follows_the_algorithm(optimizer, **settings):
    # Fifty steps in another order of operations: some 1e-15 each.
    return np.allclose(
        walk(optimizer, **settings), walk(Textbook, **settings), rtol=1e-12, atol=1e-13
    )


@pytest.mark.parametrize(
    "settings", [{}, {"beta1": 0.5, "beta2": 0.9}, {"beta1": 0.0}, {"eps": 0.1}]
)
def test_adam_follows_algorithm_1(settings):
    assert follows_the_algorithm(Adam, **settings)


BROKEN = {
    "no bias correction": {"correct": (0, 0)},
    "only v corrected": {"correct": (0, 1)},
    "only m corrected": {"correct": (1, 0)},
    "eps under the root": {"inside": True},
    "eps 0.1 percent off": {"eps": 1.001e-8},
    "betas swapped": {"beta1": 0.999, "beta2": 0.9},
}


@pytest.mark.parametrize("name", BROKEN)
def test_algorithm_1_rejects_a_broken_adam(name):
    assert not follows_the_algorithm(lambda theta: Textbook(theta, **BROKEN[name]))


def test_algorithm_1_rejects_an_eps_that_ignores_the_other_scaling():
    class Forgetful(Adam):
        """eps added to sqrt(V) without dividing it by root."""

        def step(self, theta, g, rate):
            eps = self.eps
            self.eps *= ((1 - self.beta2) / (1 - self.beta2 ** (self.t + 1))) ** 0.5
            super().step(theta, g, rate)
            self.eps = eps

    assert not follows_the_algorithm(Forgetful)


def test_the_first_step_is_rate_times_sign():
    # m^ = g and v^ = g^2, so g / (|g| + eps): 1e-8 / 3e-4 off at most, 0 at 0.
    theta = np.zeros(4)
    Adam(theta).step(theta, np.array([2.0, -3e-4, 0.0, 1e5]), rate=0.1)
    np.testing.assert_allclose(theta, [-0.1, 0.1, 0, -0.1], rtol=4e-5)


def test_the_second_step_by_hand():
    # g = 1, then -1. m = 0.1, -0.01; m^ = -0.01 / 0.19. v^ = 1 both times.
    theta = np.array([0.0])
    adam = Adam(theta)
    adam.step(theta, np.array([1.0]), rate=0.1)
    adam.step(theta, np.array([-1.0]), rate=0.1)
    # eps is 1e-8 beside 1.
    np.testing.assert_allclose(theta, [-0.1 + 0.1 * 0.01 / 0.19], rtol=1e-6)


def test_autograds_adam_agrees():
    target = np.random.default_rng(0).normal(size=5)

    def slope(theta, _):
        return 2 * (theta - target)

    theta = np.zeros(5)
    adam = Adam(theta)
    for _ in range(50):
        adam.step(theta, slope(theta, None), rate=0.02)
    theirs = autograds_adam(slope, np.zeros(5), num_iters=50, step_size=0.02)
    np.testing.assert_allclose(theta, theirs, rtol=1e-12)


def test_scaling_all_gradients_changes_nothing_without_eps():
    def scaled(factor):
        theta, rng = np.zeros(10), np.random.default_rng(0)
        adam = Adam(theta, eps=0.0)
        for _ in range(20):
            adam.step(theta, factor * rng.normal(size=10), rate=0.01)
        return theta

    np.testing.assert_allclose(scaled(1e6), scaled(1.0), rtol=1e-12)


def test_float32_stays_float32_and_follows():
    path = walk(Adam, dtype=np.float32)
    assert path.dtype == np.float32
    # Fifty roundings of 6e-8 on values of order 1.
    np.testing.assert_allclose(path, walk(Textbook), rtol=0, atol=5e-6)


def test_the_step_is_in_place_on_theta_alone():
    theta = np.arange(6.0)
    view, others = theta[:3], theta[3:].copy()
    adam = Adam(view)
    adam.step(view, np.ones(3), rate=0.5)
    np.testing.assert_allclose(theta[:3], [-0.5, 0.5, 1.5], rtol=1e-6)
    np.testing.assert_array_equal(theta[3:], others)


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
    assert shrinks_without_subnormals(Adam.flush)


def test_the_check_of_subnormals_rejects_flushing_less():
    def theta_only(adam, theta):
        theta[np.abs(theta) < 1e-15] = 0

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
