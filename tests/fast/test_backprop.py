"""The fast forward and backward pass: `networks.output` and autograd's gradient."""

import numpy as np
import pytest
from autograd.core import make_vjp
from examples import NETWORKS, example, plain_vjp, scaled_error

from nidlite import networks
from nidlite.fast import backprop
from nidlite.fast.backprop import output, predict, responses
from nidlite.networks import mlp


def value_and_slope(theta, X, network, g):
    """By autograd, which is given the output as one primitive."""
    vjp, value = make_vjp(lambda theta: output(theta, X, network), theta)
    return value, vjp(g)


def equals_the_plain_form(network, n=7):
    theta, X, g = example(network, n)
    value, slope = value_and_slope(theta, X, network, g)
    plain = networks.output(theta, X, network)
    expected = plain_vjp(theta, X, network, g)
    if value.shape != plain.shape or slope.shape != theta.shape:
        return False
    # Sums of at most 141 products in another order: some 1e-15, and more in a slope.
    return scaled_error(value, plain) < 1e-13 and scaled_error(slope, expected) < 1e-12


@pytest.mark.parametrize("n", [1, 7])
@pytest.mark.parametrize("name", NETWORKS)
def test_value_and_gradient_are_those_of_the_plain_form(name, n):
    assert equals_the_plain_form(NETWORKS[name], n)


@pytest.mark.parametrize("most", [1, 100])  # one net at a time, and a few
def test_nets_in_parts_are_those_of_the_plain_form(most, monkeypatch):
    monkeypatch.setattr(backprop, "CACHE", most)
    for network in NETWORKS.values():
        assert equals_the_plain_form(network)
    in_parts = backprop.in_parts
    monkeypatch.setattr(backprop, "in_parts", lambda *given: [*in_parts(*given)][:-1])
    assert not equals_the_plain_form(network)


def test_the_check_rejects_a_broken_pass(monkeypatch):
    forward, backward = backprop.stack_forward, backprop.stack_backward
    monkeypatch.setattr(backprop, "stack_forward", lambda *given: 2 * forward(*given))
    assert not equals_the_plain_form(NETWORKS["MLP-Cutoff"])

    def without_relu_s_slope(layers, g):
        for layer in layers[1:]:
            layer.h[:, :-1] = np.maximum(layer.h[:, :-1], 1e-300)
        backward(layers, g)

    monkeypatch.setattr(backprop, "stack_forward", forward)
    monkeypatch.setattr(backprop, "stack_backward", without_relu_s_slope)
    assert not equals_the_plain_form(NETWORKS["MLP-Cutoff"])


def test_the_slope_at_exactly_zero_is_zero():
    # One hidden unit, h = relu(W x + b) with W = b = 0, so every row is at the kink.
    theta = np.array([0.0, 0.0, 3.0, 0.0])  # W1, b1, w_y, b_y
    X = np.array([[1.0], [-2.0]])
    _, slope = value_and_slope(theta, X, mlp(1, (1,)), np.ones(2))
    assert slope.tolist() == [0, 0, 0, 2]


def test_theta_decides_the_precision_and_float32_is_near_float64():
    network = NETWORKS["MLP-M of three classes"]
    theta, X, g = example(network)
    single = theta.astype(np.float32)
    values, slope = value_and_slope(single, X, network, g)
    answers = predict(network, single, X.tolist()), responses(network, single, X, 0)
    assert {a.dtype for a in (values, slope, *answers)} == {np.dtype(np.float32)}
    # float32 has 6e-8; the errors of some hundred products add up. A unit whose kink
    # lies between the two precisions would show, and none does.
    assert scaled_error(values, networks.output(theta, X, network)) < 1e-5
    assert scaled_error(slope, plain_vjp(theta, X, network, g)) < 1e-5


@pytest.mark.parametrize("name", ["MLP-M", "MLP-M of three classes"])
def test_predict_is_output_for_any_number_of_rows(name):
    network = NETWORKS[name]
    theta, X, _ = example(network, n=40)
    expected, passes = networks.output(theta, X, network), {}
    for n in (0, 1, 7, 8, 9, 16, 19, 40):  # blocks of 8, whole ones and a rest
        found = predict(network, theta, X[:n], rows=8, passes=(None, passes)[n % 2])
        np.testing.assert_allclose(found, expected[:n], rtol=0, atol=1e-12)
    assert not np.allclose(predict(network, theta, X[::-1], rows=8), expected)


@pytest.mark.parametrize("name", NETWORKS)
def test_the_responses_of_all_nets_sum_up_to_the_output(name):
    network = NETWORKS[name]
    theta, X, _ = example(network)
    by_stack = [responses(network, theta, X, k) for k in range(len(network.stacks))]
    c = () if network.outputs == 1 else (network.outputs,)
    shapes = [(len(stack.features), len(X), *c) for stack in network.stacks]
    assert [r.shape for r in by_stack] == shapes
    total = sum(r.sum(axis=0) for r in by_stack)
    assert scaled_error(total, networks.output(theta, X, network)) < 1e-13
