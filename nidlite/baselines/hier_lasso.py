"""A lasso for hierarchical interactions (Bien, Taylor & Tibshirani, Ann. Stat. 2013).

The linear model with all products is u = beta_0 + X beta + 1/2 sum_jk Theta_jk x_j x_k.
In it an interaction must be paid for by main effects. The weak hierarchical lasso

    minimises   mean (y - u)^2 / 2 + lambda sum_j (beta+_j + beta-_j)
                                   + lambda/2 |Theta|_1
    subject to  |Theta_j|_1 <= beta+_j + beta-_j,  beta+-_j >= 0,

where beta = beta+ - beta- and Theta_j is a row of Theta; the strong one has Theta
symmetric. At the optimum beta+_j + beta-_j = max(|beta_j|, |Theta_j|_1), so this is

    mean (y - u)^2 / 2 + lambda sum_j max(|beta_j|, |Theta_j|_1) + lambda/2 |Theta|_1

without constraints. As in the authors' package hierNet, all is standardised, products
are centred, lambda falls to 1 percent, and weak is the default. The squares x_j^2 are
left out, as in the article. Labels are the numbers 0 and 1.
"""

from dataclasses import dataclass

import numpy as np

from .hier_solver import largest_rate, least_penalty, minimise, term_weights
from .lasso import falling
from .products import prepared, products

SMALLEST = 0.01  # of the path of penalties, in units of the first


@dataclass(frozen=True, eq=False)
class HierLasso:
    """The path of m penalties, falling; coefficients are of standardised features."""

    strengths: np.ndarray  # (p, p): by entry, see `by_entry`, or at one penalty
    penalties: np.ndarray  # (m,), lambda
    main_effects: np.ndarray  # (m, p), beta
    interactions: np.ndarray  # (m, p, p), of x_j x_k: the mean of Theta_jk, Theta_kj


def hier_lasso(X, y, rng, steps=50, tol=1e-8, held_out=0.0) -> HierLasso:
    """Pairs of X, (n, p), y (n,), ranked by when they enter the path of penalties.

    The path has `steps` penalties, down to 1 percent of the first, each solved to a
    duality gap of tol times the loss of no model. With a share of rows `held_out`,
    drawn by rng, pairs are ranked by their size at the penalty that `one_error_above`
    chooses on these rows. Raises InputError; warns where the gap stays larger.
    """
    X, y = prepared(X, y, least=10 if held_out else 2, user="HierLasso")
    A, p = np.column_stack([X, products(X)]), X.shape[1]
    unseen, seen = [], slice(None)
    if held_out:
        unseen, seen = np.split(rng.permutation(len(A)), [int(held_out * len(A))])
    A, y = A - A[seen].mean(axis=0), y - y[seen].mean()
    few, y_few = fewer_rows(A[seen], y[seen])
    null = max(np.mean(y_few**2) / 2, 1e-100)  # where y is constant: no entry
    W, path, rate = np.zeros((p, 1 + p)), [], largest_rate(few, p)
    penalties = falling(least_penalty(few, y_few, p), SMALLEST, steps)
    for penalty in penalties:
        W = minimise(few, y_few, penalty, W, tol * null, rate)
        path.append(W)
    path = np.array(path)
    path[np.abs(path) < 1e-10] = 0  # rounding, next to features of deviation 1
    T = (path[:, :, 1:] + path[:, :, 1:].transpose(0, 2, 1)) / 2
    strengths = by_entry(T)
    if held_out:
        residuals = [y[unseen] - A[unseen] @ term_weights(W) for W in path]
        strengths = np.abs(T[one_error_above(np.square(residuals))])
    return HierLasso(strengths, penalties, path[:, :, 0], T)


def fewer_rows(A, y) -> tuple[np.ndarray, np.ndarray]:
    """A (n, q) and y (n,) in at most q + 1 rows, with the same mean products."""
    R = np.linalg.qr(np.column_stack([A, y]), mode="r")
    R = R * np.sqrt(len(R) / len(A))
    return R[:, :-1], R[:, -1]


def by_entry(T) -> np.ndarray:
    """Strengths, (p, p), of the path's interactions, (m, p, p).

    Those that enter at an earlier penalty are stronger, the larger at that penalty
    first: the number of penalties left, and size / (1 + size). Never entered: 0.
    """
    size = np.abs(T)
    first = (size > 0).argmax(axis=0)
    entry = np.take_along_axis(size, first[None], axis=0)[0]
    return np.where(entry > 0, len(T) - first + entry / (1 + entry), 0)


def one_error_above(losses) -> int:
    """The first model whose mean loss is within one standard error of the least.

    losses are those of each row, (m, n), the sparsest model first.
    """
    mean = np.mean(losses, axis=1)
    error = np.std(losses[mean.argmin()]) / np.sqrt(len(losses[0]))
    return int(np.argmax(mean <= mean.min() + error))
