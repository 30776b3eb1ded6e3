"""What keeps the weights sparse (Sec. 4.1, App. G): the subgradients of penalties.

    penalty        of a matrix W                  its subgradient
    l1             sum |W|                        sign(W)
    l2             sum W^2 / 2                    W
    group lasso    sum_g sqrt(|g|) |W_g|_2        sqrt(|g|) W_g / |W_g|_2

W is (..., p_l, p_{l-1}). Its subgradient has W's shape and is 0 in each entry, or
group, that is 0. Biases are never penalised. The group penalties are those of
Scardapane et al. 2017, Eq. 5 and 7, on the first layer; the other layers keep L1, as
App. G says.

The paper does not say whether its L2 of 1e-4 means the slope lambda W or 2 lambda W.
Here it is lambda W, the weight decay of the authors' code: L2 is half a sum of squares.

>>> l1(np.array([[3.0, -0.5], [0.0, 1.0]]))
array([[ 1., -1.],
       [ 0.,  1.]])
"""

import numpy as np

none, l1, l2 = np.zeros_like, np.sign, np.copy


def group_lasso(axis, other=none):
    """The subgradient of group lasso; axis -2: a group is an input, -1: a hidden unit.

    Another penalty's is added: sparse group lasso is group lasso + L1.
    """

    def slope_at(W):
        sizes = np.linalg.norm(W, axis=axis, keepdims=True)
        slope = W.shape[axis] ** 0.5 * W / np.where(sizes > 0, sizes, 1)
        return slope + other(W)

    return slope_at


# name: (penalty of W1, of W2, ..., w_y); equal ones act entry by entry, for fast/step
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
    for (slope_at, W), (_, slope) in layers:
        slope[...] = slope_at(W)
    return g
