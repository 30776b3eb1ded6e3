"""Aggregated weights against all paths, Lemma 3 against sampled gradients (App. C)."""

from itertools import product
from math import prod

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import elementwise_grad

from nidlite.influence import aggregated_weights

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
                how = {"activation": activation}
                gradients = sampled_gradients(weights, biases, layer, rng, **how)
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


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_lipschitz_gradient_never_exceeds_z_in_any_layer(activation):
    assert gradient_never_exceeds(aggregated_weights, activation=activation)


def test_lipschitz_bound_is_attained_with_positive_weights_and_active_units():
    assert gradient_attains(aggregated_weights)


def test_a_z_with_a_layer_left_out_or_of_other_sums_is_rejected():
    for wrong in (a_layer_left_out, outputs_left_out):
        assert not gradient_never_exceeds(wrong, sizes=[(4, 4, 4, 4, 1)])
        assert not gradient_attains(wrong, sizes=[(4, 4, 4, 4, 1)])
    for wrong in (signed, averaged, largest_path):
        assert not gradient_never_exceeds(wrong)
    # Signed weights are right exactly where there are no signs.
    assert gradient_attains(signed)
    # Nor is a bound right that is only an upper bound.
    assert gradient_never_exceeds(loose) and not gradient_attains(loose)


def test_more_outputs_are_summed():
    W1, W2 = np.array([[1.0, -2]]), np.array([[3.0], [-4]])
    assert aggregated_weights([W1, W2]).tolist() == [7]
    assert aggregated_weights([W1, W2], 0).tolist() == [7, 14]
    # A unit without outgoing weight has no influence.
    weights = [np.ones((3, 2)), [[1.0, 0, -1]], [2.0]]
    assert aggregated_weights(weights).tolist() == [2, 0, 2]


def test_the_given_weights_are_not_changed():
    weights = [np.array(W, float) for W in THREE]
    aggregated_weights(weights, 0)
    assert [W.tolist() for W in weights] == THREE


@pytest.mark.parametrize("layer", [-1, 3, 4])
def test_a_layer_that_the_network_does_not_have_is_refused(layer):
    with pytest.raises(ValueError, match=r"layer is 0 .* to 2 .*, got"):
        aggregated_weights(THREE, layer)
