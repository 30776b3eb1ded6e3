"""Every network against one loop over its nets, autograd and finite differences."""

import math

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import grad, jacobian
from autograd.core import make_vjp
from autograd.extend import defvjp, primitive

from nidlite import backprop
from nidlite.fast.backprop import Scratch, output, predict, responses
from nidlite.networks import Network, Stack, mlp, mlp_cutoff, mlp_m

MIXED = [(1, 2, 3), (0, 1), (2, 3)]  # interactions of two sizes, the larger first
NETWORKS = {
    "MLP": mlp(4, (5, 3)),
    "MLP-M": mlp_m(4, (5, 3), (3, 2)),
    "MLP-Cutoff": mlp_cutoff(4, MIXED, (5, 3), (3, 2)),
    "MLP-Cutoff with no interaction": mlp_cutoff(4, [], (5,), (3, 2)),
    "univariate nets without hidden layers": mlp_m(4, (5, 3), ()),
    "one hidden unit": mlp_m(4, (1,), (1, 1)),
    "two features": mlp_m(2, (3,), (2,)),
    "MLP of three classes": mlp(4, (5, 3), outputs=3),
    "MLP-M of three classes": mlp_m(4, (5, 3), (3, 2), outputs=3),
    "MLP-Cutoff of two outputs": mlp_cutoff(4, MIXED, (5, 3), (3, 2), outputs=2),
    "sizes of Sec. 5.1": mlp_m(10),
}
SMALL = [name for name in NETWORKS if name != "sizes of Sec. 5.1"]


def example(network, n=7, seed=0, dtype=np.float64):
    """A theta, data and a vector to multiply the Jacobian with, far from any kink."""
    rng = np.random.default_rng(seed)
    p = 1 + max(max(max(f) for f in stack.features) for stack in network.stacks)
    shape = n if network.outputs == 1 else (n, network.outputs)
    theta, X, g = (rng.normal(size=size) for size in (network.size, (n, p), shape))
    return theta.astype(dtype), X.astype(dtype), g.astype(dtype)


def plain(theta, X, network, relu=lambda a: anp.where(a > 0, a, 0.0), bias=1.0):
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


def scaled_error(found, expected):
    """The largest error in units of the largest value."""
    return np.abs(found - expected).max() / np.abs(expected).max()


# The output.


def is_the_plain_formula(candidate, network, n=7):
    theta, X, _ = example(network, n)
    found, expected = candidate(theta, X, network), plain(theta, X, network)
    # Sums of at most 141 products in another order: some 1e-15.
    c = network.outputs
    right = found.shape == ((n,) if c == 1 else (n, c))
    return right and scaled_error(found, expected) < 1e-13


@pytest.mark.parametrize("n", [1, 7])
@pytest.mark.parametrize("name", NETWORKS)
def test_output_is_the_sum_of_all_nets(name, n):
    assert is_the_plain_formula(output, NETWORKS[name], n)


BROKEN_OUTPUTS = {
    "no ReLU": lambda *a: plain(*a, relu=lambda h: h),
    "leaky ReLU": lambda *a: plain(*a, relu=lambda h: np.maximum(h, 0.01 * h)),
    "biases forgotten": lambda *a: plain(*a, bias=0.0),
    "features shifted": lambda theta, X, net: plain(theta, np.roll(X, 1, 1), net),
    "mean of the nets": lambda *a: (
        plain(*a) / sum(len(s.features) for s in a[2].stacks)
    ),
    "a column in place of a vector": lambda *a: plain(*a)[:, None],
    "first stack only": lambda theta, X, net: plain(theta, X, Network(net.stacks[:1])),
}


@pytest.mark.parametrize("broken", BROKEN_OUTPUTS)
def test_the_plain_formula_rejects_a_broken_output(broken):
    assert not is_the_plain_formula(BROKEN_OUTPUTS[broken], NETWORKS["MLP-Cutoff"])


def test_output_by_hand():
    # W1 = [[1, 2, 3], [4, 5, 6]], b1 = (-10, 20), w_y = (7, 8), b_y = 9.
    network = mlp(3, (2,))
    theta = np.array([1.0, 2, 3, -10, 4, 5, 6, 20, 7, 8, 9])
    X = np.array([[1.0, 1, -1], [2, 1, 3]])
    # Row 1: h = (relu(-10), 23). Row 2: h = (3, 51).
    np.testing.assert_array_equal(output(theta, X, network), [193, 438])


def test_mlp_cutoff_sorts_its_stacks_by_size_and_keeps_the_order_within():
    stacks = NETWORKS["MLP-Cutoff"].stacks
    assert [s.features for s in stacks] == [
        ((0,), (1,), (2,), (3,)),
        ((0, 1), (2, 3)),
        ((1, 2, 3),),
    ]
    assert [s.penalised for s in stacks] == [False, True, True]
    assert [s.penalised for s in NETWORKS["MLP-M"].stacks] == [True, False]


# The gradient.


def plain_vjp(theta, X, network, g):
    return grad(lambda t: anp.sum(g * plain(t, X, network)))(theta)


def found_vjp(theta, X, network, g, scratch=None):
    return make_vjp(lambda t: output(t, X, network, scratch), theta)[0](g)


def has_autograds_derivative(network, n=7):
    theta, X, g = example(network, n)
    found, expected = found_vjp(theta, X, network, g), plain_vjp(theta, X, network, g)
    # Rounding in another order, as above.
    return found.shape == theta.shape and scaled_error(found, expected) < 1e-12


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
    return scaled_error(found_vjp(theta, X, network, g), np.array(slopes)) < 1e-8


@pytest.mark.parametrize("n", [1, 7])
@pytest.mark.parametrize("name", NETWORKS)
def test_gradient_is_autograds_own_derivative_of_the_plain_formula(name, n):
    assert has_autograds_derivative(NETWORKS[name], n)


@pytest.mark.parametrize("name", SMALL)
def test_gradient_is_the_finite_difference_in_each_parameter(name):
    assert has_the_finite_differences(NETWORKS[name])


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


BROKEN_BACKWARDS = {
    "ReLU's slope forgotten": backward(slope=np.ones_like),
    "ReLU's slope the wrong way round": backward(slope=lambda h: h <= 0),
    "the bias row kept, a weight's row dropped": backward(rows=slice(1, None)),
    "gradient doubled": backward(factor=2.0),
    "gradient of the wrong sign": backward(factor=-1.0),
}


def test_the_checkers_accept_the_chain_rule_written_again(monkeypatch):
    monkeypatch.setattr(backprop, "stack_backward", backward())
    assert has_autograds_derivative(NETWORKS["MLP-Cutoff"])
    assert has_the_finite_differences(NETWORKS["MLP-Cutoff"])


@pytest.mark.parametrize("broken", BROKEN_BACKWARDS)
def test_the_checkers_reject_a_broken_gradient(monkeypatch, broken):
    monkeypatch.setattr(backprop, "stack_backward", BROKEN_BACKWARDS[broken])
    assert not has_autograds_derivative(NETWORKS["MLP-Cutoff"])
    assert not has_the_finite_differences(NETWORKS["MLP-Cutoff"])


def gradient_at_the_kink(network_output):
    # One hidden unit, h = relu(W x + b) with W = b = 0, so every row is at the kink.
    theta = np.array([0.0, 0.0, 3.0, 0.0])  # W1, b1, w_y, b_y
    X = np.array([[1.0], [-2.0]])
    return grad(lambda t: anp.sum(network_output(t, X, mlp(1, (1,)))))(theta)


def test_the_slope_at_exactly_zero_is_zero():
    np.testing.assert_array_equal(gradient_at_the_kink(output), [0, 0, 0, 2])


def test_the_kink_check_rejects_autograds_half():
    def halves(*arguments):
        return plain(*arguments, relu=lambda a: anp.maximum(a, 0.0))

    # maximum'(0) = 1/2: 1/2 * 3 * (1 - 2) and 1/2 * 3 * 2.
    np.testing.assert_array_equal(gradient_at_the_kink(halves), [-1.5, 3, 0, 2])


def test_jacobian_asks_for_many_products_and_gets_each():
    network = NETWORKS["MLP-M"]
    theta, X, _ = example(network, n=4)
    rows = jacobian(lambda t: output(t, X, network))(theta)
    expected = [plain_vjp(theta, X, network, g) for g in np.eye(4)]
    assert scaled_error(rows, np.array(expected)) < 1e-12


@pytest.mark.parametrize("name", NETWORKS)
def test_float32_stays_float32(name):
    network = NETWORKS[name]
    theta, X, g = example(network, dtype=np.float32)
    values, slope = output(theta, X, network), found_vjp(theta, X, network, g)
    assert values.dtype == slope.dtype == np.float32
    theta, X, g = (a.astype(np.float64) for a in (theta, X, g))
    # float32 has 6e-8; the errors of some hundred products add up. A unit whose kink
    # lies between the two precisions would show, and none does.
    assert scaled_error(values, plain(theta, X, network)) < 1e-5
    assert scaled_error(slope, plain_vjp(theta, X, network, g)) < 1e-5


def test_theta_decides_the_precision_whatever_x_is():
    network = NETWORKS["MLP-M"]
    theta, X, g = example(network)
    theta = theta.astype(np.float32)
    assert output(theta, X, network).dtype == np.float32
    assert found_vjp(theta, X, network, g).dtype == np.float32
    assert predict(network, theta, X.tolist()).dtype == np.float32
    assert responses(network, theta, X, 0).dtype == np.float32


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


def test_the_two_forwards_reject_a_trusting_gradient():
    assert not first_of_two_forwards_is_right(trusting)
    network = NETWORKS["MLP-M"]
    theta, X, g = example(network)
    scratch = Scratch(network, len(X), theta)
    vjp, _ = make_vjp(lambda t: trusting(t, X, network, scratch), theta)
    assert scaled_error(vjp(g), plain_vjp(theta, X, network, g)) < 1e-12


def test_two_forwards_on_one_scratch_add_up_in_one_graph():
    network = NETWORKS["MLP-M"]
    theta, X, _ = example(network)
    scratch = Scratch(network, len(X), theta)

    def twice(net, **scratch):
        return lambda t: (
            anp.sum(net(t, X, network, **scratch))
            + anp.sum(net(t, 2 * X, network, **scratch) ** 2)
        )

    found = grad(twice(output, scratch=scratch))(theta)
    assert scaled_error(found, grad(twice(plain))(theta)) < 1e-12


def test_a_scratch_of_another_theta_is_not_believed():
    network = NETWORKS["MLP-Cutoff"]
    theta, X, g = example(network)
    for other in (theta.copy(), theta + 1):  # equal numbers, and other numbers
        scratch = Scratch(network, len(X), other)
        output(other, X, network, scratch)
        found = output(theta, X, network, scratch)
        assert scaled_error(found, plain(theta, X, network)) < 1e-13
        slope = found_vjp(theta, X, network, g, scratch)
        assert scaled_error(slope, plain_vjp(theta, X, network, g)) < 1e-12


def test_a_scratch_follows_a_theta_that_training_changes_in_place():
    network = NETWORKS["MLP-M"]
    theta, X, g = example(network)
    scratch = Scratch(network, len(X), theta)
    for _ in range(3):
        slope = found_vjp(theta, X, network, g, scratch)
        assert scaled_error(slope, plain_vjp(theta, X, network, g)) < 1e-12
        theta -= 0.01 * slope
        found = output(theta, X, network, scratch)
        assert scaled_error(found, plain(theta, X, network)) < 1e-13


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
        expected = plain(theta, X[:n], network)
        if found.shape != (n,) or scaled_error(found, expected) > 1e-13:
            return False
    return True


def test_predict_is_output_for_any_number_of_rows():
    assert predicts_any_number_of_rows(predict)
    network = NETWORKS["MLP-M"]
    theta, X, _ = example(network, n=1030)  # two blocks of 512 and 6 rows
    assert scaled_error(predict(network, theta, X), plain(theta, X, network)) < 1e-13


def test_the_row_counts_reject_broken_blocks():
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

    for broken in (rest_is_lost, rest_comes_first, blocks_overlap):
        assert not predicts_any_number_of_rows(broken)


@pytest.mark.parametrize("name", NETWORKS)
def test_the_responses_of_all_nets_sum_up_to_the_output(name):
    network = NETWORKS[name]
    theta, X, _ = example(network)
    each = [responses(network, theta, X, k) for k in range(len(network.stacks))]
    c = () if network.outputs == 1 else (network.outputs,)
    shapes = [(len(stack.features), len(X), *c) for stack in network.stacks]
    assert [r.shape for r in each] == shapes
    total = sum(r.sum(axis=0) for r in each)
    assert scaled_error(total, plain(theta, X, network)) < 1e-13


def test_a_response_depends_on_its_own_features_only():
    network = NETWORKS["MLP-Cutoff"]
    theta, X, _ = example(network)
    for i in range(4):
        other = X.copy()
        other[:, i] += 1
        for k, stack in enumerate(network.stacks):
            differs = responses(network, theta, X, k) != responses(
                network, theta, other, k
            )
            moved = differs.any(axis=1)
            assert moved.tolist() == [i in features for features in stack.features]


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
    """Weights and biases of each net, one layer after the other."""
    total = 0
    for stack in network.stacks:
        for features in stack.features:
            widths = [len(features), *stack.hidden, network.outputs]
            for l in range(1, len(widths)):
                total += widths[l] * widths[l - 1] + widths[l]
    return total


@pytest.mark.parametrize("name", NETWORKS)
def test_places_cover_theta_exactly_once(name):
    network = NETWORKS[name]
    assert network.size == counted(network)
    assert cover_theta_once(network.places, network.size)


def test_the_sizes_of_sec_5_1_have_25_451_parameters():
    # 10-140-100-60-20-1 and ten times 1-10-10-10-1.
    assert mlp(10).size == 1540 + 14_100 + 6060 + 1220 + 21
    assert mlp_m(10).size == 22_941 + 10 * (20 + 110 + 110 + 11) == 25_451


def test_the_cover_check_rejects_gaps_and_overlaps():
    shape = (1, 2, 2)
    assert cover_theta_once([[(slice(0, 4), shape)], [(slice(4, 8), shape)]], 8)
    assert not cover_theta_once([[(slice(0, 4), shape)], [(slice(3, 7), shape)]], 7)
    assert not cover_theta_once([[(slice(0, 4), shape)], [(slice(5, 9), shape)]], 9)
    assert not cover_theta_once([[(slice(0, 4), (1, 2, 3))]], 4)


def test_weights_by_hand_rows_are_units_and_columns_are_inputs():
    network = mlp(3, (2,))
    W1, w_y = network.weights(np.array([1.0, 2, 3, -10, 4, 5, 6, 20, 7, 8, 9]))
    np.testing.assert_array_equal(W1, [[1, 2, 3], [4, 5, 6]])
    np.testing.assert_array_equal(w_y, [[7, 8]])


def test_weights_of_each_net_have_the_papers_orientation():
    network = NETWORKS["MLP-Cutoff"]
    theta = np.arange(network.size, dtype=float)
    seen = []
    for k, stack in enumerate(network.stacks):
        for net, features in enumerate(stack.features):
            W = network.weights(theta, stack=k, net=net)
            widths = [len(features), *stack.hidden, network.outputs]
            pairs = zip(widths[1:], widths, strict=False)
            assert [w.shape for w in W] == list(pairs)
            seen += [value for w in W for value in w.ravel()]
    assert len(seen) == len(set(seen))
    biases = sum(len(s.features) * (sum(s.hidden) + 1) for s in network.stacks)
    assert len(seen) == network.size - biases


def test_weights_and_layers_are_views():
    network = NETWORKS["MLP-M"]
    theta = np.zeros(network.size)
    network.weights(theta)[0][0, 1] = 5
    network.layers(theta)[1][0][2, 0, -1] = 7
    assert sorted(theta[theta != 0]) == [5, 7]


def invariant_under(rescale):
    """Whether the output stays, with one hidden unit of each layer rescaled by 3."""
    network = NETWORKS["MLP-M"]
    theta, X, _ = example(network)
    changed = theta.copy()
    for layers in network.layers(changed):
        for A, after in zip(layers, layers[1:], strict=False):
            rescale(A[:, 1], after[:, :, 1])
    before, after = output(theta, X, network), output(changed, X, network)
    return scaled_error(after, before) < 1e-13


def rescaling(factor, bias=True, back=True):
    def rescale(row, column):
        row[:, : None if bias else -1] *= factor
        column /= factor if back else 1

    return rescale


def test_rescaling_a_hidden_unit_leaves_the_output():
    assert invariant_under(rescaling(3.0))
    assert invariant_under(rescaling(0.01))


def test_the_rescaling_check_rejects_what_changes_the_network():
    assert not invariant_under(rescaling(-3.0))  # ReLU is homogeneous only for c > 0
    assert not invariant_under(rescaling(3.0, bias=False))
    assert not invariant_under(rescaling(3.0, back=False))


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
        biases = np.concatenate(
            [A[..., -1].ravel() for layers in network.layers(theta) for A in layers]
        )
        assert is_truncated_normal(biases, deviation)


def test_the_start_check_rejects_other_distributions():
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


def spread(p, even, seeds=20):
    """The deviation over starts of the main net's first sums and of all nets' sum."""
    network, sums, whole = mlp_m(p, (30, 20)), [], []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        theta = network.initial(rng, 0.1, np.float64, even)
        X = rng.standard_normal((50, p))
        sums.append(X @ network.weights(theta)[0].T)
        main = Network(network.stacks[:1])
        alone = output(theta, X=X, network=network)
        whole.append(alone - output(theta[: main.size], X=X, network=main))
    return np.std(sums), np.std(whole, axis=0).mean()


def test_an_even_start_has_sums_over_many_features_as_large_as_over_few():
    few, many = spread(10, True), spread(250, True)
    # 20 starts: the deviations are known to about a sixth
    assert np.divide(many, few) == pytest.approx([1, 1], abs=0.4)
    # and without it they are five times as large
    uneven = np.divide(spread(250, False), spread(10, False))
    assert uneven == pytest.approx([5, 5], rel=0.4)


def test_an_even_start_divides_the_first_and_the_last_layers():
    for network, factors in (
        (mlp_m(25), {(0, 0): 1 / 5, (0, -1): 1, (1, 0): 1, (1, -1): 1 / 5}),
        (mlp_m(25, univariate=()), {(0, 0): 1 / 5, (1, 0): 1 / 5}),
        (mlp(1), {}),
    ):
        usual, even = (
            network.layers(network.initial(np.random.default_rng(0), even=even))
            for even in (False, True)
        )
        for k, layers in enumerate(usual):
            for number, layer in enumerate(layers):
                factor = factors.get((k, number), 1)
                if number == len(layers) - 1:
                    factor = factors.get((k, -1), factor)
                np.testing.assert_allclose(even[k][number], factor * layer, rtol=1e-6)


def test_a_stack_computes_what_its_nets_compute_alone():
    stack = Stack(((0, 2), (1, 3), (0, 3)), (4, 2))
    network = Network((stack,))
    theta, X, _ = example(network)
    together = responses(network, theta, X, 0)
    for net, features in enumerate(stack.features):
        alone = Network((Stack((features,), stack.hidden, False, stack.outputs),))
        own = np.concatenate([A[net].ravel() for A in network.layers(theta)[0]])
        found = output(own, X, alone)
        assert scaled_error(together[net], found) < 1e-13
