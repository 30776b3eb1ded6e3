"""Aggregated weights and Lemma 3 against sampled gradients (App. C)."""

import numpy as np
from autograd import elementwise_grad
from examples import relu_output

from nidlite.influence import aggregated_weights


def random_network(sizes, rng, positive=False):
    """Weights and biases of a network; positive ones keep every unit active."""
    shapes = list(zip(sizes[1:], sizes[:-1], strict=True))
    sign = np.abs if positive else np.array
    weights = [sign(rng.normal(0, 1.5, size=shape)) for shape in shapes]
    return weights, [sign(rng.normal(size=len(W))) for W in weights]


def every_gradient(z_of, holds, positive=False):
    """Whether holds(gradient, z) in every unit of every layer, the features included.

    The gradient, (200, p_layer), is autograd's of the output at random h of any size.
    """
    rng = np.random.default_rng(0)
    for sizes in [(3, 5, 1), (1, 1, 1, 1), (4, 2, 7, 3, 1), (2, 3, 3, 3)]:
        weights, biases = random_network(sizes, rng, positive)
        for layer, p in enumerate(sizes[:-1]):
            h = rng.normal(size=(200, p)) * rng.exponential(2, (200, 1))
            h = np.abs(h) if positive else h
            # Rows do not meet, so the gradient of the sum of all outputs is each row's.
            gradient = elementwise_grad(relu_output)(h, weights[layer:], biases[layer:])
            if not holds(gradient, z_of(weights, layer)):
                return False
    return True


# Sums of at most 56 products of up to four factors: rounding of 1e-15 each.
def never_exceeds(gradient, z):
    return np.all(np.abs(gradient) <= z * (1 + 1e-12))


def attains(gradient, z):
    return np.allclose(gradient, z, rtol=1e-12, atol=0)


def test_the_gradient_never_exceeds_z_and_reaches_it_where_all_is_positive():
    def signed(weights, layer):
        return np.abs(np.linalg.multi_dot([np.eye(1), *weights[layer:][::-1]])[0])

    def doubled(weights, layer):
        return 2 * aggregated_weights(weights, layer)

    assert every_gradient(aggregated_weights, never_exceeds)
    assert every_gradient(aggregated_weights, attains, positive=True)
    # Signed sums are no bound, and a bound twice as large is not reached.
    assert not every_gradient(signed, never_exceeds)
    assert not every_gradient(doubled, attains, positive=True)
    # Of matrices in another layout, as scikit-learn's are, it is the same to the bit.
    weights, _ = random_network((30, 40, 50, 1), np.random.default_rng(0))
    turned = [np.asfortranarray(W) for W in weights]
    assert np.array_equal(aggregated_weights(weights), aggregated_weights(turned))
