"""Every network against one loop over its nets, and its start against its formula."""

import numpy as np
import pytest
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
    return found.shape == expected.shape and scaled_error(found, expected) < 1e-13


@pytest.mark.parametrize("name", NETWORKS)
def test_output_is_the_sum_of_all_nets(name):
    assert is_the_sum_of_the_nets(output, NETWORKS[name])
    assert is_the_sum_of_the_nets(output, NETWORKS[name], n=1)


def test_a_missing_stack_and_shifted_features_are_rejected():
    network = NETWORKS["MLP-Cutoff"]
    first = lambda t, X, net: output(t, X, Network(net.stacks[:1]))  # noqa: E731
    shifted = lambda t, X, net: output(t, np.roll(X, 1, 1), net)  # noqa: E731
    assert not is_the_sum_of_the_nets(first, network)
    assert not is_the_sum_of_the_nets(shifted, network)


def test_the_sizes_are_those_of_sec_5_1_and_only_interactions_nets_are_penalised():
    # 10-140-100-60-20-1 and ten times 1-10-10-10-1.
    assert mlp(10).size == 1540 + 14_100 + 6060 + 1220 + 21
    assert mlp_m(10).size == 22_941 + 10 * (20 + 110 + 110 + 11)
    stacks = NETWORKS["MLP-Cutoff"].stacks
    alone, pairs, triple = ((0,), (1,), (2,), (3,)), ((0, 1), (2, 3)), ((1, 2, 3),)
    assert [s.features for s in stacks] == [alone, pairs, triple]
    assert [s.penalised for s in stacks] == [False, True, True]
    assert [s.penalised for s in NETWORKS["MLP-M"].stacks] == [True, False]


def is_truncated_normal(theta):
    """By Kolmogorov's test at level 1e-4."""
    stats = pytest.importorskip("scipy.stats")
    return stats.kstest(theta, stats.truncnorm(-2, 2).cdf).pvalue > 1e-4


def test_initial_is_normal_truncated_at_two_deviations_biases_included():
    network, rng = mlp_m(10), np.random.default_rng(0)
    theta = network.initial(rng, deviation=4.0) / 4
    biases = [A[..., -1].ravel() for ls in network.layers(theta) for A in ls]
    assert theta.shape == (network.size,) and theta.dtype == np.float32
    assert is_truncated_normal(theta)
    assert is_truncated_normal(np.concatenate(biases))
    assert not is_truncated_normal(np.clip(rng.normal(size=25_000), -2, 2))  # no redraw


def test_an_even_start_divides_the_first_and_the_last_layers():
    network, starts = mlp_m(25), []
    for even in (False, True):
        theta = network.initial(np.random.default_rng(0), even=even)
        starts.append([A for layers in network.layers(theta) for A in layers])
    factors = [1 / 5, 1, 1, 1, 1, 1, 1, 1, 1 / 5]
    for factor, usual, found in zip(factors, *starts, strict=True):
        np.testing.assert_allclose(found, factor * usual, rtol=1e-6)
