"""A lasso for hierarchical interactions (Bien, Taylor & Tibshirani, Ann. Stat. 2013).

The linear model with all products, u = beta_0 + X beta + 1/2 sum_jk Theta_jk x_j x_k,
in which an interaction must be paid for by main effects. The strong hierarchical lasso

    minimises   loss(u, y) + lambda sum_j (beta+_j + beta-_j) + lambda/2 |Theta|_1
    subject to  |Theta_j|_1 <= beta+_j + beta-_j,  beta+-_j >= 0,  Theta = Theta^T,

where beta = beta+ - beta- and Theta_j is a row of Theta; the weak one drops the
symmetry. At the optimum beta+_j + beta-_j = max(|beta_j|, |Theta_j|_1), so this is

    loss(u, y) + lambda sum_j max(|beta_j|, |Theta_j|_1) + lambda/2 |Theta|_1

without constraints. We minimise it by the authors' generalised gradient descent with
their ONEROW as its step, sped up (Beck & Teboulle 2009, restarts of O'Donoghue & Candes
2015), until a duality gap in closed form is small. Where the authors make Theta
symmetric by ADMM, up to a tolerance, our step is symmetric itself (see `step`).

The loss is half the mean square or the mean logistic loss, features and y are
standardised, products are centred, and lambda falls from where all is zero to 1 percent
of it, as in the authors' package hierNet; weak hierarchy is its default, too. There the
squares x_j^2 are in the model unless asked not to be; here, as in the article, not.
"""

import warnings
from dataclasses import dataclass

import numpy as np

from .hier_solver import LOSSES, Problem, least_penalty, minimise
from .products import checked, products, standardised


@dataclass(frozen=True, eq=False)
class HierLasso:
    """The path of m penalties, falling; coefficients are of standardised features."""

    strengths: np.ndarray  # (p, p): by entry, then by size, see `by_entry`
    penalties: np.ndarray  # (m,), lambda
    main_effects: np.ndarray  # (m, p), beta
    interactions: np.ndarray  # (m, p, p), of x_j x_k: the mean of Theta_jk, Theta_kj
    gaps: np.ndarray  # (m,), how far at most from the optimum, in losses of no model


def hier_lasso(
    X, y, rng, strong=False, classification=False, steps=50, smallest=0.01, tol=1e-8
) -> HierLasso:
    """Pairs ranked by when they enter the path of the hierarchical lasso.

    X is (n, p), y (n,), or labels 0 and 1 with classification; rng unused:
    deterministic. strong: x_j x_k needs both main effects, not only one. The path has
    `steps` penalties, down to `smallest` of the first, each solved to a duality gap of
    tol. Raises InputError for other data; warns where the gap stays larger.
    """
    X, y = checked(X, y, classification)
    X, p = standardised(X), X.shape[1]
    Z = products(X)
    A = np.column_stack([X, Z - Z.mean(axis=0)])
    if not classification:
        A, y = fewer_rows(A, standardised(y))
    loss = LOSSES["logistic" if classification else "squared"]
    problem = Problem(A, y, p, strong, loss)

    null, residual = loss.fit(np.zeros(len(A)), y)
    # Where y is constant, or nothing is correlated with it: no entry.
    null, largest = max(null, 1e-100), max(least_penalty(problem, residual), 1e-12)
    penalties = largest * np.geomspace(1, smallest, steps)
    W, path, gaps = np.zeros((p, 1 + p)), [], []
    for penalty in penalties:
        W, gap = minimise(problem, penalty, W, tol * null)
        path.append(W)
        gaps.append(gap / null)
    if max(gaps) > tol:
        warnings.warn(f"a duality gap of {max(gaps):.1g} is left", stacklevel=2)
    path = np.array(path)
    # Rounding, next to features of deviation 1, is no entry.
    path[np.abs(path) < 1e-10] = 0
    T = path[:, :, 1:]
    T = (T + T.transpose(0, 2, 1)) / 2
    return HierLasso(by_entry(T), penalties, path[:, :, 0], T, np.array(gaps))


def fewer_rows(A, y) -> tuple[np.ndarray, np.ndarray]:
    """A (n, q) and y (n,) in q + 1 rows, if fewer, with the same mean products."""
    if len(A) <= A.shape[1] + 1:
        return A, y
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
