"""A sum of given functions, weighed on some rows: least squares, or classes (ours).

Both hold their coefficients c back by a ridge: half the sum of ridge c^2 joins the
loss, which is half the sum of squares or the cross-entropy. The inverse of the loss's
Hessian stays, so one more step of Newton's tells what other functions would add.

>>> A, y = np.array([[0.0], [1.0], [2.0]]), np.array([[1.0], [3.0], [5.0]])
>>> c, *_ = least_squares(A, y, np.ones((3, 1)), 1.0, np.zeros(1))
>>> c.round(3).tolist()   # y = 1 + 2 x
[[2.0]]
"""

import numpy as np

from ..losses import sigmoid, softmax
from . import constants


def least_squares(A, Y, w, start, ridge) -> tuple:
    """Coefficients (d, 1) of A, [the inverse Hessian], w, the prediction, the noise.

    The ridge is in units of the noise, the mean square of what a first fit leaves.
    """
    hessian = gram(A, w[:, 0]).astype(float)
    slope = A.T @ (w * (Y - start)).astype(A.dtype)
    first = np.linalg.solve(hessian + np.diag(ridge), slope)
    noise = max(np.mean(w * (Y - start - A @ first) ** 2), 1e-6)
    inverse = np.linalg.inv(hessian + noise * np.diag(ridge))
    c = inverse @ slope
    return c, [inverse], w, start + A @ c, noise


def least_cross_entropy(A, Y, w, start, ridge) -> tuple:
    """Coefficients (d, c) for 0 and 1 in Y (n, c), else as least_squares; noise is 1.

    Several classes have a logit each. Newton's steps move all logits at once, by twice
    the curvature of each: no less than that of all together. Curvature changes along a
    step. So a step that raises the loss is halved: logits are steep, or a class rare.
    """
    link, bound = (softmax, 2) if Y.shape[1] > 1 else (sigmoid, 1)
    c = np.zeros((A.shape[1], Y.shape[1]))

    def loss(c):
        f, held = start + A @ c.astype(A.dtype), np.sum(ridge[:, None] * c**2) / 2
        whole = np.logaddexp(0, f) if bound == 1 else np.logaddexp.reduce(f, 1)[:, None]
        return np.sum(w * whole) - np.sum(w * Y * f) + held

    for _ in range(constants.NEWTON):
        p = link(start + A @ c.astype(A.dtype))  # all in float32: faster
        V = bound * w * np.maximum(p * (1 - p), 1e-3)
        hessians = [gram(A, v) + np.diag(ridge) for v in V.T]
        slope = A.T @ (w * (Y - p)).astype(A.dtype) - ridge[:, None] * c
        step = np.stack([*map(np.linalg.solve, hessians, slope.T)], axis=1)
        while loss(c + step) > loss(c) * (1 + 1e-6):  # the step is too long
            step /= 2
        c += step
    return c, [*map(np.linalg.inv, hessians)], V, link(start + A @ c), 1.0


def gram(A, weights) -> np.ndarray:
    """A' diag(weights) A; BLAS takes half the time for a product with itself."""
    A = np.sqrt(weights)[:, None].astype(A.dtype) * A
    return A.T @ A


def part_explained(H, Y, ridge) -> np.ndarray:
    """The part of each column of Y, (n, t), that H, (n, d), explains: (t,).

    Seven of ten rows are fitted, and the others judge: by chance nothing is explained.
    """
    cut = 7 * len(H) // 10
    hessian = (H[:cut].T @ H[:cut]).astype(float) + ridge * np.eye(H.shape[1])
    left = Y - H @ np.linalg.solve(hessian, H[:cut].T @ Y[:cut])
    return 1 - np.mean(left[cut:] ** 2, axis=0) / np.mean(Y[cut:] ** 2, axis=0)
