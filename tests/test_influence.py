"""Aggregated weights against all paths, Lemma 3 against sampled gradients (App. C)."""

from itertools import product
from math import prod

import autograd.numpy as anp
import numpy as np
import pytest
from autograd import elementwise_grad

from nidlite.influence import aggregated_weights

SIZES = [(3, 5, 1), (1, 1, 1, 1), (4, 2, 7, 3, 1), (5, 3, 3, 6, 2, 4, 1), (4, 4, 4, 1)]

# 2-3-1:  z = |w_y|;  2-2-2-1:  z of layer 1 is |w_y| |W2| = (3*1 + 1*4, 3*2 + 1*0).
TWO = [[[1, -2], [3, 4], [-5, 6]], [[-1, 0.5, 2]]]
THREE = [[[1, 2], [-3, 1]], [[1, -2], [4, 0]], [[-3, 1]]]


def random_network(sizes, rng, positive=False):
    """Weights and biases of a network; positive ones keep every unit active."""
    shapes = list(zip(sizes[1:], sizes[:-1], strict=True))
    sign = np.abs if positive else np.array
    weights = [sign(rng.normal(0, 1.5, size=shape)) for shape in shapes]
    return weights, [sign(rng.normal(size=len(W))) for W in weights]


def output_from(h, weights, biases, layer):
    """The formula of Sec. 2.3 from layer's activations h, (n, p_layer), on: (n,)."""
    for W, b in zip(weights[layer:-1], biases[layer:-1]):
        h = anp.maximum(anp.dot(h, W.T) + b, 0)
    return anp.sum(anp.dot(h, weights[-1].T) + biases[-1], axis=1)


def every_gradient(z_of, holds, positive=False):
    """Whether holds(gradient, z) in every unit of every layer, the features included.

    The gradient, (200, p_layer), is autograd's of the output at random h of any size.
    """
    rng = np.random.default_rng(0)
    for sizes in SIZES:
        weights, biases = random_network(sizes, rng, positive)
        for layer, p in enumerate(sizes[:-1]):
            h = rng.normal(size=(200, p)) * rng.exponential(2, (200, 1))
            h = np.abs(h) if positive else h
            # Rows do not meet, so the gradient of the rows' sum is each row's own.
            gradient = elementwise_grad(output_from)(h, weights, biases, layer)
            if not holds(gradient, z_of(weights, layer)):
                return False
    return True


# Sums of at most 432 products of up to six factors: rounding of 1e-15 each.
def never_exceeds(gradient, z):
    return np.all(np.abs(gradient) <= z * (1 + 1e-12))


def attains(gradient, z):
    return np.allclose(gradient, z, rtol=1e-12, atol=0)


def sum_over_paths(weights, layer):
    """z by its meaning: the sum over all paths of the product of |w| on the path."""
    z = np.zeros(weights[layer].shape[1])
    rest = weights[layer:]
    for path in product(range(len(z)), *(range(len(W)) for W in rest)):
        steps = zip(rest, path[:-1], path[1:], strict=True)
        z[path[0]] += prod(abs(W[after, before]) for W, before, after in steps)
    return z


def test_z_of_the_examples_worked_by_hand():
    assert aggregated_weights(TWO).tolist() == [1, 0.5, 2]
    # Garson: 1*1 + 0.5*3 + 2*5 and 1*2 + 0.5*4 + 2*6
    assert aggregated_weights(TWO, layer=0).tolist() == [12.5, 16]
    assert aggregated_weights(THREE, layer=2).tolist() == [3, 1]
    assert aggregated_weights(THREE, layer=1).tolist() == [7, 6]
    # 7*1 + 6*3 and 7*2 + 6*1
    assert aggregated_weights(THREE, layer=0).tolist() == [25, 20]


@pytest.mark.parametrize("sizes", [*SIZES, (2, 3, 3, 3)])
def test_z_is_the_sum_over_all_paths_to_all_outputs(sizes):
    weights, _ = random_network(sizes, np.random.default_rng(2))
    for layer in range(len(weights)):
        z = aggregated_weights(weights, layer)
        assert z.shape == (sizes[layer],)
        np.testing.assert_allclose(z, sum_over_paths(weights, layer), rtol=1e-12)


def test_lipschitz_gradient_never_exceeds_z_in_any_layer():
    assert every_gradient(aggregated_weights, never_exceeds)


def test_lipschitz_bound_is_attained_with_positive_weights_and_active_units():
    assert every_gradient(aggregated_weights, attains, positive=True)


def test_signed_sums_are_no_bound_and_a_bound_twice_as_large_is_not_attained():
    def signed(weights, layer):
        return np.abs(np.linalg.multi_dot([np.eye(1), *weights[layer:][::-1]])[0])

    def doubled(weights, layer):
        return 2 * aggregated_weights(weights, layer)

    assert not every_gradient(signed, never_exceeds)
    assert every_gradient(doubled, never_exceeds)
    assert not every_gradient(doubled, attains, positive=True)


@pytest.mark.parametrize("layer", [-1, 3])
def test_a_layer_that_the_network_does_not_have_is_refused(layer):
    with pytest.raises(ValueError, match="layer"):
        aggregated_weights(THREE, layer)
