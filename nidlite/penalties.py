"""What keeps the weights sparse (Sec. 4.1, App. G): value and subgradient.

A penalty maps a weight matrix W, (..., p_l, p_{l-1}), to a number; its subgradient has
W's shape and is 0 in each entry, or group, that is 0. Biases are never penalised. The
group penalties are those of Scardapane et al. 2017, Eq. 5 and 7, on the first layer;
the other layers keep L1, as App. G says.

The paper does not say whether its L2 of 1e-4 means the slope lambda W or 2 lambda W.
Here it is lambda W, the weight decay of the authors' code: L2 is half a sum of squares.

>>> W = np.array([[3.0, -0.5], [0.0, 1.0]])
>>> float(l1.value(W))
4.5
>>> l1.subgradient(W)
array([[ 1., -1.],
       [ 0.,  1.]])
"""

from collections import namedtuple
from functools import partial

import numpy as np

# Side by side: value(W) -> a number, and subgradient(W) -> W's shape.
Penalty = namedtuple("Penalty", "value subgradient")
none = Penalty(lambda W: 0.0, np.zeros_like)
l1 = Penalty(lambda W: np.abs(W).sum(), np.sign)
l2 = Penalty(lambda W: np.square(W).sum() / 2, np.copy)  # its slope is W itself


def group_lasso(axis, other=none) -> Penalty:
    """sqrt(group size) sum_g |W_g|_2; axis -2: a group is an input, -1: a hidden unit.

    Its subgradient is sqrt(group size) W_g / |W_g|_2, and 0 for a group of zeros. The
    other penalty is added: sparse group lasso is group lasso + L1.
    """
    norms = partial(np.linalg.norm, axis=axis, keepdims=True)

    def value(W):
        return W.shape[axis] ** 0.5 * norms(W).sum() + other.value(W)

    def subgradient(W):
        sizes = norms(W)
        slope = W.shape[axis] ** 0.5 * W / np.where(sizes > 0, sizes, 1)
        return slope + other.subgradient(W)

    return Penalty(value, subgradient)


# name: (penalty of W1, of W2, ..., w_y); the same twice must act on single entries
PENALTIES = {
    "none": (none, none),
    "l1": (l1, l1),
    "l2": (l2, l2),
    "group_lasso_input": (group_lasso(axis=-2), l1),
    "group_lasso_unit": (group_lasso(axis=-1), l1),
    "sparse_group_lasso_input": (group_lasso(-2, l1), l1),
    "sparse_group_lasso_unit": (group_lasso(-1, l1), l1),
}


def penalised(network, theta, name):
    """(penalty, W) of each layer of the penalised stacks (Sec. 4.1); W is a view."""
    first, rest = PENALTIES[name]
    for stack, layers in zip(network.stacks, network.layers(theta)):
        if stack.penalised:
            for l, A in enumerate(layers):
                yield first if l == 0 else rest, A[..., :-1]


def subgradient(network, theta, name) -> np.ndarray:
    """The penalty's subgradient in theta: 0 for biases and for unpenalised stacks."""
    g = np.zeros_like(theta)
    layers = zip(penalised(network, theta, name), penalised(network, g, name))
    for (penalty, W), (_, slope) in layers:
        slope[...] = penalty.subgradient(W)
    return g
