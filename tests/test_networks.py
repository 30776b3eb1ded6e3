"""Every network against one loop over its nets, and its start against its formula."""

import math

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad
from examples import NETWORKS, example, scaled_error

from nidlite.networks import Network, mlp, mlp_m, output


def net_by_net(theta, X, network):
    """The sum of the nets' outputs, one net after the other, as Sec. 2.3 writes it."""
    total = 0.0
    for stack, layers in zip(network.stacks, network.layers(theta), strict=True):
        for k, features in enumerate(stack.features):
            h = X[:, list(features)]
            for A in layers[:-1]:
                h = np.maximum(h @ A[k][:, :-1].T + A[k][:, -1], 0.0)
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


def test_the_loop_over_the_nets_rejects_a_missing_stack_and_shifted_features():
    network = NETWORKS["MLP-Cutoff"]
    first = lambda t, X, net: output(t, X, Network(net.stacks[:1]))  # noqa: E731
    shifted = lambda t, X, net: output(t, np.roll(X, 1, 1), net)  # noqa: E731
    assert not is_the_sum_of_the_nets(first, network)
    assert not is_the_sum_of_the_nets(shifted, network)


def test_output_by_hand():
    # W1 = [[1, 2, 3], [4, 5, 6]], b1 = (-10, 20), w_y = (7, 8), b_y = 9.
    network = mlp(3, (2,))
    theta = np.array([1.0, 2, 3, -10, 4, 5, 6, 20, 7, 8, 9])
    X = np.array([[1.0, 1, -1], [2, 1, 3]])
    # Row 1: h = (relu(-10), 23). Row 2: h = (3, 51).
    np.testing.assert_array_equal(output(theta, X, network), [193, 438])
    W1, w_y = network.weights(theta)  # rows are units, columns are inputs
    assert W1.tolist() == [[1, 2, 3], [4, 5, 6]] and w_y.tolist() == [[7, 8]]
    W1[0, 1] = 5  # they are views
    assert theta[1] == 5


def test_the_slope_at_exactly_zero_is_zero():
    # One hidden unit, h = relu(W x + b) with W = b = 0, so every row is at the kink.
    theta = np.array([0.0, 0.0, 3.0, 0.0])  # W1, b1, w_y, b_y
    X = np.array([[1.0], [-2.0]])
    slope = grad(lambda t: anp.sum(output(t, X, mlp(1, (1,)))))(theta)
    assert slope.tolist() == [0, 0, 0, 2]  # autograd's maximum would give -1.5, 3, 0, 2


def test_the_sizes_are_those_of_sec_5_1():
    # 10-140-100-60-20-1 and ten times 1-10-10-10-1.
    assert mlp(10).size == 1540 + 14_100 + 6060 + 1220 + 21
    assert mlp_m(10).size == 22_941 + 10 * (20 + 110 + 110 + 11) == 25_451
    for network in NETWORKS.values():  # and each parameter is in one layer
        places = [np.arange(network.size)[s] for k in network.places for s, _ in k]
        assert np.concatenate(places).tolist() == list(range(network.size))


def test_mlp_cutoff_sorts_its_stacks_by_size_and_keeps_the_order_within():
    stacks = NETWORKS["MLP-Cutoff"].stacks
    alone, pairs, triple = ((0,), (1,), (2,), (3,)), ((0, 1), (2, 3)), ((1, 2, 3),)
    assert [s.features for s in stacks] == [alone, pairs, triple]
    assert [s.penalised for s in stacks] == [False, True, True]
    assert [s.penalised for s in NETWORKS["MLP-M"].stacks] == [True, False]


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


def test_initial_is_normal_truncated_at_two_deviations_biases_included():
    network = mlp_m(10)
    for seed, deviation in ((0, 0.1), (1, 3.0)):
        theta = network.initial(np.random.default_rng(seed), deviation)
        assert theta.shape == (network.size,) and theta.dtype == np.float32
        assert is_truncated_normal(theta, deviation)
        biases = [A[..., -1].ravel() for ls in network.layers(theta) for A in ls]
        assert is_truncated_normal(np.concatenate(biases), deviation)
    theta = np.random.default_rng(0).normal(size=25_000)
    assert not is_truncated_normal(np.clip(theta, -2, 2), 1.0)  # clipped, not redrawn


def test_an_even_start_divides_the_first_and_the_last_layers():
    network, starts = mlp_m(25), []
    for even in (False, True):
        theta = network.initial(np.random.default_rng(0), even=even)
        starts.append([A for layers in network.layers(theta) for A in layers])
    factors = [1 / 5, 1, 1, 1, 1, 1, 1, 1, 1 / 5]
    for factor, usual, found in zip(factors, *starts, strict=True):
        np.testing.assert_allclose(found, factor * usual, rtol=1e-6)
