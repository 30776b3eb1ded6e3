"""Every network against one loop over its nets, and its start against its formula."""

import math

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad
from examples import NETWORKS, example, plain_vjp, scaled_error

from nidlite import networks
from nidlite.networks import Network, mlp, mlp_m, output


def net_by_net(theta, X, network, relu=lambda a: np.maximum(a, 0.0), bias=1.0):
    """The sum of the nets' outputs, one net after the other, as Sec. 2.3 writes it."""
    total = 0.0
    for stack, layers in zip(network.stacks, network.layers(theta), strict=True):
        for k, features in enumerate(stack.features):
            h = X[:, list(features)]
            for A in layers[:-1]:
                h = relu(h @ A[k][:, :-1].T + bias * A[k][:, -1])
            last = layers[-1][k]
            total = total + (h @ last[:, :-1].T + last[:, -1])  # (n, c)
    return total[:, 0] if network.outputs == 1 else total


def is_the_sum_of_the_nets(candidate, network, n=7):
    theta, X, _ = example(network, n)
    found, expected = candidate(theta, X, network), net_by_net(theta, X, network)
    # Sums of at most 141 products in another order: some 1e-15.
    c = network.outputs
    right = found.shape == ((n,) if c == 1 else (n, c))
    return right and scaled_error(found, expected) < 1e-13


@pytest.mark.parametrize("n", [1, 7])
@pytest.mark.parametrize("name", NETWORKS)
def test_output_is_the_sum_of_all_nets(name, n):
    assert is_the_sum_of_the_nets(output, NETWORKS[name], n)


BROKEN_OUTPUTS = {
    "no ReLU": lambda *a: net_by_net(*a, relu=lambda h: h),
    "leaky ReLU": lambda *a: net_by_net(*a, relu=lambda h: np.maximum(h, 0.01 * h)),
    "biases forgotten": lambda *a: net_by_net(*a, bias=0.0),
    "features shifted": lambda t, X, net: net_by_net(t, np.roll(X, 1, 1), net),
    "mean of the nets": lambda *a: (
        net_by_net(*a) / sum(len(s.features) for s in a[2].stacks)
    ),
    "a column in place of a vector": lambda *a: net_by_net(*a)[:, None],
    "first stack only": lambda t, X, net: net_by_net(t, X, Network(net.stacks[:1])),
}


@pytest.mark.parametrize("broken", BROKEN_OUTPUTS.values(), ids=BROKEN_OUTPUTS)
def test_the_loop_over_the_nets_rejects_a_broken_output(broken):
    assert not is_the_sum_of_the_nets(broken, NETWORKS["MLP-Cutoff"])


def test_output_by_hand():
    # W1 = [[1, 2, 3], [4, 5, 6]], b1 = (-10, 20), w_y = (7, 8), b_y = 9.
    network = mlp(3, (2,))
    theta = np.array([1.0, 2, 3, -10, 4, 5, 6, 20, 7, 8, 9])
    X = np.array([[1.0, 1, -1], [2, 1, 3]])
    # Row 1: h = (relu(-10), 23). Row 2: h = (3, 51).
    np.testing.assert_array_equal(output(theta, X, network), [193, 438])
    W1, w_y = network.weights(theta)  # rows are units, columns are inputs
    assert W1.tolist() == [[1, 2, 3], [4, 5, 6]] and w_y.tolist() == [[7, 8]]


def test_float32_stays_float32():
    for network in NETWORKS.values():
        theta, X, g = example(network, dtype=np.float32)
        values, slope = output(theta, X, network), plain_vjp(theta, X, network, g)
        assert values.dtype == slope.dtype == np.float32


# The gradient.


def has_the_finite_differences(network, n=5):
    theta, X, g = example(network, n)
    # Each parameter alone enters linearly between kinks, so a central difference is
    # exact but for rounding, about 1e-16 * |output| / step.
    step = 1e-6
    slopes = [
        np.sum(g * (output(theta + e, X, network) - output(theta - e, X, network)))
        / (2 * step)
        for e in step * np.eye(len(theta))
    ]
    return scaled_error(plain_vjp(theta, X, network, g), np.array(slopes)) < 1e-8


@pytest.mark.parametrize("name", [n for n in NETWORKS if n != "sizes of Sec. 5.1"])
def test_autograds_gradient_is_the_finite_difference_in_each_parameter(name):
    assert has_the_finite_differences(NETWORKS[name])


def straight_through(a):
    """The ReLU's value with slope 1 everywhere, for autograd."""
    return a + anp.maximum(-np.asarray(getattr(a, "_value", a)), 0)


def test_the_finite_differences_reject_a_gradient_without_relus_slope(monkeypatch):
    monkeypatch.setattr(networks, "relu", straight_through)
    assert is_the_sum_of_the_nets(output, NETWORKS["MLP-Cutoff"])
    assert not has_the_finite_differences(NETWORKS["MLP-Cutoff"])


def gradient_at_the_kink():
    # One hidden unit, h = relu(W x + b) with W = b = 0, so every row is at the kink.
    theta = np.array([0.0, 0.0, 3.0, 0.0])  # W1, b1, w_y, b_y
    X = np.array([[1.0], [-2.0]])
    return grad(lambda t: anp.sum(output(t, X, mlp(1, (1,)))))(theta).tolist()


def test_the_slope_at_exactly_zero_is_zero(monkeypatch):
    assert gradient_at_the_kink() == [0, 0, 0, 2]
    # autograd's maximum would take a half: 1/2 * 3 * (1 - 2) and 1/2 * 3 * 2.
    monkeypatch.setattr(networks, "relu", lambda a: anp.maximum(a, 0.0))
    assert gradient_at_the_kink() == [-1.5, 3, 0, 2]


# The parameters.


def cover_theta_once(places, size):
    visits = np.zeros(size, int)
    for layer_places in places:
        for place, shape in layer_places:
            if place.stop - place.start != math.prod(shape):
                return False
            visits[place] += 1
    return bool((visits == 1).all())


def counted(network):
    total = 0
    for stack in network.stacks:
        for features in stack.features:
            widths = [len(features), *stack.hidden, network.outputs]
            for l in range(1, len(widths)):
                total += widths[l] * widths[l - 1] + widths[l]
    return total


def test_places_cover_theta_exactly_once():
    for network in NETWORKS.values():
        assert network.size == counted(network)
        assert cover_theta_once(network.places, network.size)
    # The check rejects gaps and overlaps.
    shape = (1, 2, 2)
    assert cover_theta_once([[(slice(0, 4), shape)], [(slice(4, 8), shape)]], 8)
    assert not cover_theta_once([[(slice(0, 4), shape)], [(slice(3, 7), shape)]], 7)
    assert not cover_theta_once([[(slice(0, 4), shape)], [(slice(5, 9), shape)]], 9)
    assert not cover_theta_once([[(slice(0, 4), (1, 2, 3))]], 4)
    # The sizes of Sec. 5.1: 10-140-100-60-20-1 and ten times 1-10-10-10-1.
    assert mlp(10).size == 1540 + 14_100 + 6060 + 1220 + 21
    assert mlp_m(10).size == 22_941 + 10 * (20 + 110 + 110 + 11) == 25_451


def test_mlp_cutoff_sorts_its_stacks_by_size_and_keeps_the_order_within():
    stacks = NETWORKS["MLP-Cutoff"].stacks
    alone, pairs, triple = ((0,), (1,), (2,), (3,)), ((0, 1), (2, 3)), ((1, 2, 3),)
    assert [s.features for s in stacks] == [alone, pairs, triple]
    assert [s.penalised for s in stacks] == [False, True, True]
    assert [s.penalised for s in NETWORKS["MLP-M"].stacks] == [True, False]


def test_weights_of_each_net_have_the_papers_orientation():
    network = NETWORKS["MLP-Cutoff"]
    theta = np.arange(network.size, dtype=float)
    seen = []
    for k, stack in enumerate(network.stacks):
        for net, features in enumerate(stack.features):
            W = network.weights(theta, stack=k, net=net)
            widths = [len(features), *stack.hidden, network.outputs]
            assert [w.shape for w in W] == list(zip(widths[1:], widths))
            seen += [value for w in W for value in w.ravel()]
    assert len(seen) == len(set(seen))
    biases = sum(len(s.features) * (sum(s.hidden) + 1) for s in network.stacks)
    assert len(seen) == network.size - biases
    # They are views, as the layers are.
    network, theta = NETWORKS["MLP-M"], np.zeros(NETWORKS["MLP-M"].size)
    network.weights(theta)[0][0, 1] = 5
    network.layers(theta)[1][0][2, 0, -1] = 7
    assert sorted(theta[theta != 0]) == [5, 7]


# The start.


def is_truncated_normal(theta, deviation):
    """Kolmogorov's distance to the normal within two deviations, at level 1e-4."""
    if np.abs(theta).max() > 2 * deviation * (1 + 1e-6):  # float32's rounding
        return False
    x = np.sort(theta.astype(float)) / deviation
    inside = math.erf(2 / 2**0.5)
    cdf = 0.5 + np.array([math.erf(v / 2**0.5) for v in x]) / (2 * inside)
    steps = np.arange(len(x) + 1) / len(x)
    distance = max(np.abs(cdf - steps[1:]).max(), np.abs(cdf - steps[:-1]).max())
    return bool(distance < 2.23 / len(x) ** 0.5)


def test_initial_is_normal_truncated_at_two_deviations():
    network = mlp_m(10)
    for seed, deviation in ((0, 0.1), (1, 0.1), (2, 3.0)):
        theta = network.initial(np.random.default_rng(seed), deviation)
        assert theta.shape == (network.size,) and theta.dtype == np.float32
        assert is_truncated_normal(theta, deviation)
        biases = [A[..., -1].ravel() for ls in network.layers(theta) for A in ls]
        assert is_truncated_normal(np.concatenate(biases), deviation)
    # The check rejects other distributions.
    rng = np.random.default_rng(0)
    theta = rng.normal(size=25_000)
    assert not is_truncated_normal(theta, 1.0)  # not truncated
    assert not is_truncated_normal(np.clip(theta, -2, 2), 1.0)  # clipped, not redrawn
    assert not is_truncated_normal(rng.uniform(-2, 2, 25_000), 1.0)
    assert not is_truncated_normal(np.clip(theta, -2, 2) * 0.5, 1.0)  # wrong deviation


def test_initial_is_reproducible_and_its_precision_a_choice():
    network = NETWORKS["MLP-M"]
    starts = [network.initial(np.random.default_rng(seed)) for seed in (0, 0, 1)]
    np.testing.assert_array_equal(starts[0], starts[1])
    assert (starts[0] != starts[2]).any()
    exact = network.initial(np.random.default_rng(0), dtype=np.float64)
    np.testing.assert_array_equal(starts[0], exact.astype(np.float32))
    half = network.initial(np.random.default_rng(0), 0.05, np.float64)
    np.testing.assert_allclose(2 * half, exact, rtol=1e-15)


def test_an_even_start_divides_the_first_and_the_last_layers():
    # Of a layer that is first and last, of one net: by sqrt(p) only.
    for network, factors in (
        (mlp_m(25), [[1 / 5, 1, 1, 1, 1], [1, 1, 1, 1 / 5]]),
        (mlp_m(25, univariate=()), [[1 / 5, 1, 1, 1, 1], [1 / 5]]),
        (mlp(1), [[1, 1, 1, 1, 1]]),
    ):
        usual, even = (
            network.layers(network.initial(np.random.default_rng(0), even=even))
            for even in (False, True)
        )
        for layers in zip(factors, usual, even, strict=True):
            for factor, layer, found in zip(*layers, strict=True):
                np.testing.assert_allclose(found, factor * layer, rtol=1e-6)
