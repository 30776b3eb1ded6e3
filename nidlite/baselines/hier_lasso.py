"""A lasso for hierarchical interactions (Bien, Taylor & Tibshirani, Ann. Stat. 2013).

The linear model with all products is u = beta_0 + X beta + 1/2 sum_jk Theta_jk x_j x_k.
In it an interaction must be paid for by main effects. The weak hierarchical lasso

    minimises   loss(u, y) + lambda sum_j (beta+_j + beta-_j) + lambda/2 |Theta|_1
    subject to  |Theta_j|_1 <= beta+_j + beta-_j,  beta+-_j >= 0,

where beta = beta+ - beta- and Theta_j is a row of Theta; the strong one has Theta
symmetric. At the optimum beta+_j + beta-_j = max(|beta_j|, |Theta_j|_1), so this is

    loss(u, y) + lambda sum_j max(|beta_j|, |Theta_j|_1) + lambda/2 |Theta|_1

without constraints. The loss is half the mean square or the mean logistic loss. As in
the authors' package hierNet, all is standardised, products are centred, lambda falls to
1 percent, and weak is the default. It adds the squares x_j^2; as in the article, they
are left out here.
"""

import warnings
from dataclasses import dataclass

import numpy as np

from .hier_solver import LassoProblem, best_fit, least_penalty, minimise
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
    gaps: np.ndarray  # (m,), how far at most from the optimum, in losses of no model


def hier_lasso(
    X, y, rng, classification=False, steps=50, tol=1e-8, held_out=0.0
) -> HierLasso:
    """Pairs of X, (n, p), y (n,), ranked by when they enter the path of penalties.

    The path has `steps` penalties, down to 1 percent of the first, each solved to a
    duality gap of tol. With a share of rows `held_out`, drawn by rng, pairs are ranked
    by their size at the penalty that `one_error_above` chooses on these rows; the path
    is of the others. Raises InputError; warns where the gap stays larger.
    """
    X, y = prepared(X, y, classification, 10 if held_out else 2, "HierLasso")
    A, p = np.column_stack([X, products(X)]), X.shape[1]
    unseen, seen = [], slice(None)
    if held_out:
        unseen, seen = np.split(rng.permutation(len(A)), [int(held_out * len(A))])
    A -= A[seen].mean(axis=0)
    if not classification:
        y = y - y[seen].mean()
    check = LassoProblem(A[unseen], y[unseen], p, classification)
    A, y = A[seen], y[seen]
    if not classification:
        A, y = fewer_rows(A, y)
    problem, W = LassoProblem(A, y, p, classification), np.zeros((p, 1 + p))
    null, residual = best_fit(problem, W)
    null = max(null, 1e-100)  # where y is constant: no entry
    penalties = falling(least_penalty(problem, residual), SMALLEST, steps)
    path, gaps = [], []
    for penalty in penalties:
        W, gap = minimise(problem, penalty, W, tol * null)
        path.append(W)
        gaps.append(gap / null)
    if max(gaps) > tol:
        warnings.warn(f"a duality gap of {max(gaps):.1g} is left", stacklevel=2)
    path = np.array(path)
    path[np.abs(path) < 1e-10] = 0  # rounding, next to features of deviation 1
    T = path[:, :, 1:]
    T = (T + T.transpose(0, 2, 1)) / 2
    best = one_error_above(row_losses(check, W) for W in path) if held_out else None
    strengths = by_entry(T) if best is None else np.abs(T[best])
    return HierLasso(strengths, penalties, path[:, :, 0], T, np.array(gaps))


def row_losses(problem, W) -> np.ndarray:
    """The loss of each row of the problem with the model W, (n,)."""
    residual = best_fit(problem, W)[1]
    return -np.log1p(-np.abs(residual)) if problem.classification else residual**2 / 2


def one_error_above(losses) -> int:
    """The first model whose mean loss is within one standard error of the least.

    losses are those of each row, (n,), for each model, the sparsest first.
    """
    losses = np.array(list(losses))
    mean = losses.mean(axis=1)
    own = losses[mean.argmin()]
    return int(np.argmax(mean <= mean.min() + own.std() / np.sqrt(len(own))))


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
