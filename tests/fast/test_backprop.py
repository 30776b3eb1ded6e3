"""The fast forward and backward pass: `networks.output` and autograd's gradient."""

import numpy as np
import pytest
from autograd import jacobian
from autograd.core import make_vjp
from autograd.extend import defvjp, primitive
from examples import NETWORKS, example, plain_vjp, scaled_error

from nidlite import networks
from nidlite.fast import backprop
from nidlite.fast.backprop import Scratch, output, predict, responses
from nidlite.networks import mlp


def found_vjp(theta, X, network, g, scratch=None):
    return make_vjp(lambda t: output(t, X, network, scratch), theta)[0](g)


def equals_the_plain_form(network, n=7, scratch=None, given=None):
    theta, X, g = given or example(network, n)
    value = output(theta, X, network, scratch)
    slope = found_vjp(theta, X, network, g, scratch)
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


@pytest.mark.parametrize("most", [1, 100, 200])  # one net at a time, and a few
def test_nets_in_parts_are_those_of_the_plain_form(most, monkeypatch):
    monkeypatch.setattr(backprop, "CACHE", most)
    for name, network in NETWORKS.items():
        given = example(network)
        scratch = Scratch(network, 7, given[0])
        assert scratch.parts[-1][1:] or not name.startswith("MLP-M")
        assert equals_the_plain_form(network, scratch=scratch, given=given)
        if scratch.parts[-1][1:]:  # a part forgotten is seen
            scratch = Scratch(network, 7, given[0])
            scratch.gradient[:] = 0
            del scratch.parts[-1][-1]
            assert not equals_the_plain_form(network, scratch=scratch, given=given)


def forward(relu=lambda a: np.maximum(a, 0), factor=1.0):
    """stack_forward again, with places to break it."""

    def stack_forward(layers, parts):
        for layer, after in zip(layers, layers[1:]):
            after.inside[...] = relu(layer.A @ layer.h)
        return factor * sum(A @ h for A, h in zip(layers[-1].A, layers[-1].h))

    return stack_forward


def backward(slope=lambda h: h > 0, rows=slice(None, -1), factor=1.0):
    """stack_backward again, with places to break it."""

    def stack_backward(layers, g):
        d = np.tile(g, (len(layers[0].A), 1, 1))  # every net's output counts once
        for l in reversed(range(len(layers))):
            A, h = layers[l].A, layers[l].h
            layers[l].dA[...] = factor * (d @ h.swapaxes(1, 2))
            if l > 0:
                d = (A.swapaxes(1, 2) @ d) * slope(h)
                d = d[:, rows]

    return stack_backward


BROKEN = {
    "leaky ReLU": ("stack_forward", forward(relu=lambda a: np.maximum(a, 0.01 * a))),
    "no ReLU": ("stack_forward", forward(relu=lambda a: a)),
    "output doubled": ("stack_forward", forward(factor=2.0)),
    "slope forgotten": ("stack_backward", backward(slope=np.ones_like)),
    "slope turned round": ("stack_backward", backward(slope=lambda h: h <= 0)),
    "a weight's row dropped": ("stack_backward", backward(rows=slice(1, None))),
    "gradient doubled": ("stack_backward", backward(factor=2.0)),
    "wrong sign": ("stack_backward", backward(factor=-1.0)),
}


def test_the_check_accepts_the_two_passes_written_again(monkeypatch):
    monkeypatch.setattr(backprop, "stack_forward", forward())
    monkeypatch.setattr(backprop, "stack_backward", backward())
    assert equals_the_plain_form(NETWORKS["MLP-Cutoff"])


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_the_check_rejects_a_broken_pass(monkeypatch, broken):
    monkeypatch.setattr(backprop, *broken)
    assert not equals_the_plain_form(NETWORKS["MLP-Cutoff"])


def test_the_slope_at_exactly_zero_is_zero():
    # One hidden unit, h = relu(W x + b) with W = b = 0, so every row is at the kink.
    theta = np.array([0.0, 0.0, 3.0, 0.0])  # W1, b1, w_y, b_y
    slope = found_vjp(theta, np.array([[1.0], [-2.0]]), mlp(1, (1,)), np.ones(2))
    assert slope.tolist() == [0, 0, 0, 2]


def test_jacobian_asks_for_many_products_and_gets_each():
    network = NETWORKS["MLP-M"]
    theta, X, _ = example(network, n=4)
    rows = jacobian(lambda t: output(t, X, network))(theta)
    expected = [plain_vjp(theta, X, network, g) for g in np.eye(4)]
    assert scaled_error(rows, np.array(expected)) < 1e-12


@pytest.mark.parametrize("name", NETWORKS)
def test_theta_decides_the_precision_and_float32_is_near_float64(name):
    network = NETWORKS[name]
    theta, X, g = example(network)
    single = theta.astype(np.float32)
    values, slope = output(single, X, network), found_vjp(single, X, network, g)
    answers = predict(network, single, X.tolist()), responses(network, single, X, 0)
    assert {a.dtype for a in (values, slope, *answers)} == {np.dtype(np.float32)}
    # float32 has 6e-8; the errors of some hundred products add up. A unit whose kink
    # lies between the two precisions would show, and none does.
    assert scaled_error(values, networks.output(theta, X, network)) < 1e-5
    assert scaled_error(slope, plain_vjp(theta, X, network, g)) < 1e-5


# The scratch.


def first_of_two_forwards_is_right(candidate):
    """Whether a second forward on the same scratch leaves the first's vjp right."""
    network = NETWORKS["MLP-M"]
    theta, X, g = example(network)
    scratch = Scratch(network, len(X), theta)
    first, value = make_vjp(lambda t: candidate(t, X, network, scratch), theta)
    value = value.copy()
    second, _ = make_vjp(lambda t: candidate(t, -X, network, scratch), theta)
    right = [
        scaled_error(vjp(g), plain_vjp(theta, x, network, g)) < 1e-12
        for vjp, x in ((second, -X), (first, X), (second, -X))
    ]
    return all(right) and np.array_equal(value, output(theta, X, network))


@primitive
def trusting(theta, X, network, scratch):
    """output, but for a gradient that never asks whom the activations belong to."""
    return output(theta, X, network, scratch)


def trusting_vjp(answer, theta, X, network, scratch):
    def vjp(g):
        for layers in scratch.stacks:
            backprop.stack_backward(layers, g[None])
        return scratch.gradient

    return vjp


defvjp(trusting, trusting_vjp, argnums=(0,))


def test_a_second_forward_on_a_scratch_leaves_the_first_right():
    assert first_of_two_forwards_is_right(output)
    assert not first_of_two_forwards_is_right(trusting)


def test_a_scratch_of_another_theta_is_not_believed():
    network = NETWORKS["MLP-Cutoff"]
    theta, X, g = example(network)
    for other in (theta.copy(), theta + 1):  # equal numbers, and other numbers
        scratch = Scratch(network, len(X), other)
        output(other, X, network, scratch)
        assert equals_the_plain_form(network, scratch=scratch, given=(theta, X, g))


def test_a_scratch_follows_a_theta_that_training_changes_in_place():
    network = NETWORKS["MLP-M"]
    theta, X, g = example(network)
    scratch = Scratch(network, len(X), theta)
    for _ in range(3):
        assert equals_the_plain_form(network, scratch=scratch, given=(theta, X, g))
        theta -= 0.01 * found_vjp(theta, X, network, g, scratch)


def test_outputs_and_inputs_are_nobodys_buffers():
    network = NETWORKS["MLP-M"]
    theta, X, g = example(network)
    before = [a.copy() for a in (theta, X, g)]
    scratch = Scratch(network, len(X), theta)
    first = output(theta, X, network, scratch)
    kept = first.copy()
    output(theta, 2 * X, network, scratch)
    found_vjp(theta, X, network, g, scratch)
    np.testing.assert_array_equal(first, kept)
    for array, copy in zip((theta, X, g), before, strict=True):
        np.testing.assert_array_equal(array, copy)


# Prediction and responses.


def predicts_any_number_of_rows(candidate, rows=8):
    network = NETWORKS["MLP-M"]
    theta, X, _ = example(network, n=40)
    for n in (1, 7, 8, 9, 16, 19, 40):
        found = candidate(network, theta, X[:n], rows)
        expected = networks.output(theta, X[:n], network)
        if found.shape != (n,) or scaled_error(found, expected) > 1e-13:
            return False
    return True


def test_predict_is_output_for_any_number_of_rows():
    def starts(X, rows):
        return range(0, len(X), rows)

    def rest_is_lost(network, theta, X, rows):
        return predict(network, theta, X[: max(rows, len(X) // rows * rows)], rows)

    def rest_comes_first(network, theta, X, rows):
        blocks = sorted((X[s : s + rows] for s in starts(X, rows)), key=len)
        return np.concatenate([output(theta, b, network) for b in blocks])

    def blocks_overlap(network, theta, X, rows):
        blocks = [X[s : s + rows + 1] for s in starts(X, rows)]
        return np.concatenate([output(theta, b, network) for b in blocks])

    assert predicts_any_number_of_rows(predict)
    for broken in (rest_is_lost, rest_comes_first, blocks_overlap):
        assert not predicts_any_number_of_rows(broken)
    for name in ("MLP-M", "MLP-M of three classes"):
        theta, X, _ = example(NETWORKS[name], n=1030)  # two blocks of 512 and 6 rows
        expected = networks.output(theta, X, NETWORKS[name])
        assert scaled_error(predict(NETWORKS[name], theta, X), expected) < 1e-13


@pytest.mark.parametrize("name", NETWORKS)
def test_the_responses_of_all_nets_sum_up_to_the_output(name):
    network = NETWORKS[name]
    theta, X, _ = example(network)
    each = [responses(network, theta, X, k) for k in range(len(network.stacks))]
    c = () if network.outputs == 1 else (network.outputs,)
    shapes = [(len(stack.features), len(X), *c) for stack in network.stacks]
    assert [r.shape for r in each] == shapes
    total = sum(r.sum(axis=0) for r in each)
    assert scaled_error(total, networks.output(theta, X, network)) < 1e-13


def test_a_response_depends_on_its_own_features_only():
    network = NETWORKS["MLP-Cutoff"]
    theta, X, _ = example(network)
    for i in range(4):
        other = X.copy()
        other[:, i] += 1
        for k, stack in enumerate(network.stacks):
            before, after = (responses(network, theta, x, k) for x in (X, other))
            moved = (before != after).any(axis=1)
            assert moved.tolist() == [i in features for features in stack.features]
