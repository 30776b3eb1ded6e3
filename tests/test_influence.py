"""Aggregated weights against all paths, Lemma 3 against sampled gradients (App. C)."""

from itertools import product
from math import prod

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import elementwise_grad

from nidlite.influence import aggregated_weights, as_weights

# p, p_1, ..., p_L, 1. In equal widths a formula with a layer left out has a result.
SIZES = [
    (3, 5, 1),
    (2, 6, 3, 1),
    (1, 1, 1, 1),
    (4, 2, 7, 3, 1),
    (5, 3, 3, 6, 2, 4, 1),
    (4, 4, 1),
    (4, 4, 4, 4, 1),
]
ACTIVATIONS = {"relu": lambda x: anp.maximum(x, 0), "tanh": anp.tanh}

# 2-3-1:  z = |w_y|;  2-2-2-1:  z of layer 1 is |w_y| |W2| = (3*1 + 1*4, 3*2 + 1*0).
TWO = [[[1, -2], [3, 4], [-5, 6]], [[-1, 0.5, 2]]]
THREE = [[[1, 2], [-3, 1]], [[1, -2], [4, 0]], [[-3, 1]]]


def random_network(sizes, rng, positive=False):
    """Weights and biases of a network; positive ones keep every unit active."""
    shapes = list(zip(sizes[1:], sizes[:-1], strict=True))
    weights = [rng.normal(0, 1.5, size=shape) for shape in shapes]
    biases = [rng.normal(size=len(W)) for W in weights]
    if positive:
        weights, biases = ([np.abs(a) for a in arrays] for arrays in (weights, biases))
    return weights, biases


def output_from(h, weights, biases, layer, activation):
    """The formula of Sec. 2.3 from layer's activations h, (n, p_layer), on: (n,)."""
    last = len(weights) - 1
    for k in range(layer, last):
        h = activation(anp.dot(h, weights[k].T) + biases[k])
    return anp.sum(anp.dot(h, weights[last].T) + biases[last], axis=1)


def sampled_gradients(weights, biases, layer, rng, positive=False, activation="relu"):
    """autograd's d output / d h^(layer), (200, p_layer), at random h of any size."""
    phi = ACTIVATIONS[activation]
    h = rng.normal(size=(200, weights[layer].shape[1])) * rng.exponential(2, (200, 1))
    h = np.abs(h) if positive else h
    # Rows do not meet, so the gradient of the rows' sum is each row's own.
    return elementwise_grad(output_from)(h, weights, biases, layer, phi)


def gradient_never_exceeds(z_of, sizes=SIZES, activation="relu", seed=0):
    """Lemma 3 in every unit of every layer, the features (layer 0) included."""
    rng = np.random.default_rng(seed)
    for shape in sizes:
        for positive in (False, True):
            weights, biases = random_network(shape, rng, positive)
            for layer in range(len(weights)):
                gradients = sampled_gradients(
                    weights, biases, layer, rng, activation=activation
                )
                # Sums of up to 7^5 products of up to six factors: rounding of 1e-15
                # each; cancellation only makes the gradient smaller than z.
                bound = z_of(weights, layer) * (1 + 1e-12)
                if np.any(np.abs(gradients) > bound):
                    return False
    return True


def gradient_attains(z_of, sizes=SIZES, seed=1):
    """Whether the gradient is z where all weights are positive and all units active."""
    rng = np.random.default_rng(seed)
    for shape in sizes:
        weights, biases = random_network(shape, rng, positive=True)
        for layer in range(len(weights)):
            g = sampled_gradients(weights, biases, layer, rng, positive=True)
            z = np.broadcast_to(z_of(weights, layer), g.shape)
            if not np.allclose(g, z, rtol=1e-12, atol=0):
                return False
    return True


def sum_over_paths(weights, layer):
    """z by its meaning: the sum over all paths of the product of |w| on the path."""
    z = np.zeros(weights[layer].shape[1])
    rest = weights[layer:]
    for path in product(range(len(z)), *(range(len(W)) for W in rest)):
        z[path[0]] += prod(
            abs(W[after, before])
            for W, before, after in zip(rest, path[:-1], path[1:], strict=True)
        )
    return z


# Broken versions; where the first matrix is left out, units keep their number only in a
# network of equal widths, and the last hidden layer gets ones.


def a_layer_left_out(weights, layer):
    return np.ones(4) if layer == len(weights) - 1 else sum_over(weights[layer + 1 :])


def outputs_left_out(weights, layer):
    ones = np.ones((1, weights[-1].shape[1]))
    return sum_over([*weights[layer:-1], ones])


def signed(weights, layer):
    z = np.ones(1)
    for W in reversed(weights[layer:]):
        z = z @ W
    return np.abs(z)


def averaged(weights, layer):
    return aggregated_weights(weights, layer) / len(weights[layer])


def largest_path(weights, layer):
    z = np.ones(1)
    for W in reversed(weights[layer:]):
        z = np.max(z[:, None] * np.abs(W), axis=0)
    return z


def loose(weights, layer):
    return 2 * aggregated_weights(weights, layer)


def sum_over(matrices):
    z = np.ones(len(matrices[-1]))
    for W in reversed(matrices):
        z = z @ np.abs(W)
    return z


def test_z_of_the_examples_worked_by_hand():
    assert aggregated_weights(TWO).tolist() == [1, 0.5, 2]
    # Garson: 1*1 + 0.5*3 + 2*5 and 1*2 + 0.5*4 + 2*6
    assert aggregated_weights(TWO, layer=0).tolist() == [12.5, 16]
    assert aggregated_weights(THREE, layer=2).tolist() == [3, 1]
    assert aggregated_weights(THREE, layer=1).tolist() == [7, 6]
    # 7*1 + 6*3 and 7*2 + 6*1
    assert aggregated_weights(THREE, layer=0).tolist() == [25, 20]


@pytest.mark.parametrize("sizes", SIZES + [(3, 4, 2), (2, 3, 3, 3)])
def test_z_is_the_sum_over_all_paths_to_all_outputs(sizes):
    weights, _ = random_network(sizes, np.random.default_rng(2))
    for layer in range(len(weights)):
        z = aggregated_weights(weights, layer)
        assert z.shape == (sizes[layer],)
        np.testing.assert_allclose(z, sum_over_paths(weights, layer), rtol=1e-12)


def test_layer_0_is_garson_s_product_of_absolute_matrices():
    weights, _ = random_network((4, 6, 3, 1), np.random.default_rng(3))
    garson = np.linalg.multi_dot([np.abs(W) for W in reversed(weights)])[0]
    np.testing.assert_allclose(aggregated_weights(weights, 0), garson, rtol=1e-13)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_lipschitz_gradient_never_exceeds_z_in_any_layer(activation):
    assert gradient_never_exceeds(aggregated_weights, activation=activation)


def test_lipschitz_bound_is_attained_with_positive_weights_and_active_units():
    assert gradient_attains(aggregated_weights)


def test_lipschitz_bound_is_attained_with_any_signs_in_the_last_hidden_layer():
    rng = np.random.default_rng(4)
    for sizes in SIZES:
        weights, biases = random_network(sizes, rng)
        last = len(weights) - 1
        gradients = sampled_gradients(weights, biases, last, rng)
        z = np.broadcast_to(aggregated_weights(weights, last), gradients.shape)
        np.testing.assert_array_equal(np.abs(gradients), z)


@pytest.mark.parametrize("wrong", [a_layer_left_out, outputs_left_out])
def test_a_z_with_a_layer_left_out_is_rejected(wrong):
    assert not gradient_never_exceeds(wrong, sizes=[(4, 4, 4, 4, 1)])
    assert not gradient_attains(wrong, sizes=[(4, 4, 4, 4, 1)])


@pytest.mark.parametrize("wrong", [signed, averaged, largest_path])
def test_a_z_of_signed_weights_or_of_other_sums_is_rejected(wrong):
    assert not gradient_never_exceeds(wrong)


def test_signed_weights_are_right_exactly_where_there_are_no_signs():
    assert gradient_attains(signed)


def test_a_bound_that_is_only_an_upper_bound_is_rejected():
    assert gradient_never_exceeds(loose)
    assert not gradient_attains(loose)


def moves_no_more_than(z_of, seed=5):
    """|y(h) - y(h')| <= z |h - h'| for jumps of all units at once and of one alone."""
    rng = np.random.default_rng(seed)
    for sizes, positive in product(SIZES, (False, True)):
        weights, biases = random_network(sizes, rng, positive)
        for layer in range(len(weights)):
            h, other = rng.normal(0, 3, size=(2, 200, sizes[layer]))
            one = h.copy()
            one[:, 0] = other[:, 0]
            for moved in (other, one):
                y, y_moved = (
                    output_from(a, weights, biases, layer, ACTIVATIONS["relu"])
                    for a in (h, moved)
                )
                bound = np.abs(moved - h) @ z_of(weights, layer)
                # y itself may be large where the difference is small.
                rounding = 1e-12 * (np.abs(y) + np.abs(y_moved) + 1)
                if np.any(np.abs(y - y_moved) > bound + rounding):
                    return False
    return True


def test_the_output_moves_by_no_more_than_z_times_the_move_of_the_units():
    assert moves_no_more_than(aggregated_weights)
    assert not moves_no_more_than(signed)
    assert not moves_no_more_than(lambda *given: 0.9 * aggregated_weights(*given))


def test_more_outputs_are_summed():
    W1, W2 = np.array([[1.0, -2]]), np.array([[3.0], [-4]])
    assert aggregated_weights([W1, W2]).tolist() == [7]
    assert aggregated_weights([W1, W2], 0).tolist() == [7, 14]


def test_a_unit_without_outgoing_weight_has_no_influence():
    weights = [np.ones((3, 2)), [[1.0, 0, -1]], [2.0]]
    assert aggregated_weights(weights).tolist() == [2, 0, 2]


def test_output_weights_may_be_a_vector_and_numbers_may_be_integers_or_float32():
    flat = [TWO[0], TWO[1][0]]
    assert [W.shape for W in as_weights(flat)] == [(3, 2), (1, 3)]
    assert all(W.dtype == np.float64 for W in as_weights(flat))
    assert aggregated_weights(flat, 0).tolist() == [12.5, 16]
    single = [np.array(W, np.float32) for W in TWO]
    assert aggregated_weights(single, 0).tolist() == [12.5, 16]


def test_the_given_weights_are_not_changed():
    weights = [np.array(W, float) for W in THREE]
    aggregated_weights(weights, 0)
    assert [W.tolist() for W in weights] == THREE


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([], "got 0 matrices"),
        ([np.ones((3, 2))], "got 1 matrices"),
        ([np.ones((3, 2)), np.ones((1, 4))], r"\(3, 2\) -> \(1, 4\): check the order"),
        (
            [np.ones((1, 3)), np.ones((3, 2))],
            r"expected \(p_1, p\), .* \(1, p_L\), got",
        ),
        ([np.ones((2, 3)), np.ones((3, 1))], "transpose each"),
        ([np.ones((9, 5)), np.ones((5, 4)), np.ones((4, 1))], "transpose each"),
        ([np.ones((5, 5)), np.ones((5, 1))], "transpose each"),
        ([np.ones((2, 3, 4)), np.ones((1, 2))], "two-dimensional"),
        ([np.ones((0, 3)), np.ones((1, 0))], "two-dimensional"),
        ([[], []], "two-dimensional"),
        ([[[1.0, np.nan]], [1.0]], "NaN"),
        ([[[1.0, 2.0]], [np.inf]], "infinity"),
    ],
)
def test_weights_that_are_not_a_chain_of_finite_matrices_are_refused(weights, words):
    for function in (as_weights, aggregated_weights):
        with pytest.raises(ValueError, match=words):
            function(weights)


@pytest.mark.parametrize("layer", [-1, 3, 4])
def test_a_layer_that_the_network_does_not_have_is_refused(layer):
    with pytest.raises(ValueError, match=r"layer is 0 .* to 2 .*, got"):
        aggregated_weights(THREE, layer)


def test_reversed_weights_are_not_told_to_transpose():
    with pytest.raises(ValueError, match="reverse their order") as caught:
        as_weights([np.ones((1, 3)), np.ones((3, 2))])
    assert "transpose" not in str(caught.value)


def test_coefs_of_two_outputs_may_be_turned_or_reversed():
    # (p, p_1), (p_1, outputs) as scikit-learn has them.
    with pytest.raises(ValueError, match="transpose each.*or reverse.*coefs_"):
        as_weights([np.ones((4, 3)), np.ones((3, 2))])
    with pytest.raises(ValueError, match="no biases"):
        as_weights([np.ones((3, 4)), np.ones(3), np.ones((1, 3)), np.ones(1)])
