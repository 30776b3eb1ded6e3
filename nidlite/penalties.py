"""What keeps the weights sparse (Sec. 4.1, App. G): value and subgradient.

A penalty maps a weight matrix W, (..., p_l, p_{l-1}), to a number; its subgradient has
W's shape and is 0 wherever the penalty has a kink. Biases are never penalised. The
group penalties are those of Scardapane et al. 2017, Eq. 5 and 7, on the first layer;
the other layers keep L1, as App. G says.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Penalty:
    """value(W) -> number and subgradient(W) -> W's shape, side by side."""

    value: Callable
    subgradient: Callable


def group_norms(W, axis):
    """The Euclidean norm of each group, kept broadcastable against W."""
    return np.sqrt(np.square(W).sum(axis=axis, keepdims=True))


def group_lasso(axis) -> Penalty:
    """sqrt(group size) sum_g |W_g|_2; axis -2: a group is an input, -1: a hidden unit.

    A group of zeros has subgradient 0, where W_g / |W_g| would be NaN.
    """

    def value(W):
        return W.shape[axis] ** 0.5 * group_norms(W, axis).sum()

    def subgradient(W):
        norms = group_norms(W, axis)
        return W.shape[axis] ** 0.5 * W / np.where(norms > 0, norms, 1)

    return Penalty(value, subgradient)


def sum_of(a, b) -> Penalty:
    """a + b: sparse group lasso is this of group lasso and L1."""
    return Penalty(
        lambda W: a.value(W) + b.value(W),
        lambda W: a.subgradient(W) + b.subgradient(W),
    )


def sign(W):
    """W / |W|, 0 at 0: faster than np.sign, and the same for 0 and |W| > 1e-30."""
    size = np.abs(W)
    size += np.finfo(W.dtype).tiny
    return np.divide(W, size, out=size)


none = Penalty(lambda W: 0.0, np.zeros_like)
l1 = Penalty(lambda W: np.abs(W).sum(), sign)
l2 = Penalty(lambda W: np.square(W).sum(), lambda W: 2 * W)
by_input, by_unit = group_lasso(axis=-2), group_lasso(axis=-1)

# name: (penalty of W1, penalty of W2, ..., W_L, w_y)
PENALTIES = {
    "none": (none, none),
    "l1": (l1, l1),
    "l2": (l2, l2),
    "group_lasso_input": (by_input, l1),
    "group_lasso_unit": (by_unit, l1),
    "sparse_group_lasso_input": (sum_of(by_input, l1), l1),
    "sparse_group_lasso_unit": (sum_of(by_unit, l1), l1),
}
