"""A lasso for hierarchical interactions (Bien, Taylor & Tibshirani, Ann. Stat. 2013).

The linear model with all products is u = beta_0 + X beta + 1/2 sum_jk Theta_jk x_j x_k.
In it an interaction must be paid for by main effects. The weak hierarchical lasso

    minimises   mean (y - u)^2 / 2 + lambda sum_j (beta+_j + beta-_j)
                                   + lambda/2 |Theta|_1
    subject to  |Theta_j|_1 <= beta+_j + beta-_j,  beta+-_j >= 0,

where beta = beta+ - beta- and Theta_j is a row of Theta; the strong one has Theta
symmetric. At the optimum beta+_j + beta-_j = max(|beta_j|, |Theta_j|_1), so this is

    mean (y - u)^2 / 2 + lambda sum_j max(|beta_j|, |Theta_j|_1) + lambda/2 |Theta|_1

without constraints. As in the authors' package hierNet, all is standardized, products
are centred, lambda falls to 1 percent, and weak is the default. The squares x_j^2 are
left out, as in the article. Labels are the numbers 0 and 1.
"""

from types import SimpleNamespace

import numpy as np

from .lasso import descend, falling, soft_threshold
from .products import prepared


def hier_lasso(X, y, rng, steps=50, tol=1e-6, held_out=0.2) -> SimpleNamespace:
    """Pairs of X, (n, p), y (n,), ranked by size at one of the penalties.

    The path has `steps` penalties; a minimum's conditions hold but for tol of the
    penalty. `one_error_above` chooses on a share of rows held out, drawn by rng. The
    strength of a pair is the size of the mean of Theta_jk and Theta_kj.
    """
    X, y = prepared(X, y, least=10)
    unseen, seen = np.split(rng.permutation(len(X)), [int(held_out * len(X))])
    A = terms(X)
    A, y = A - A[seen].mean(axis=0), y - y[seen].mean()
    path = solved(A[seen], y[seen], steps, tol)
    residuals = y[unseen] - path.reshape(steps, -1) @ A[unseen].T
    theta = path[one_error_above(residuals**2)][:, 1:]
    return SimpleNamespace(strengths=np.abs(theta + theta.T) / 2)


def terms(X) -> np.ndarray:
    """x_j and x_j x_k / 2 for each entry of W = [beta, Theta]: (n, p (1 + p))."""
    n, p = X.shape
    pairs = X[:, :, None] * X[:, None, :] * (1 - np.eye(p)) / 2
    return np.concatenate([X[:, :, None], pairs], axis=2).reshape(n, -1)


def solved(A, y, steps, tol) -> np.ndarray:
    """W at each penalty, (steps, p, 1 + p), for centred A and y."""
    # The triangle of (A, y) has the same inner products, so the same least squares.
    R, n = np.linalg.qr(np.column_stack([A, y]), mode="r"), len(y)
    A, y = R[:, :-1], R[:, -1]
    p = int(A.shape[1] ** 0.5)

    def loss(W):
        r = A @ W.ravel() - y
        return r @ r / n / 2, lambda: (A.T @ r / n).reshape(p, 1 + p)

    W, path = np.zeros((p, 1 + p)), []
    # Theta_jk takes beta_j along: it pays 3/2 of the penalty and beta_j nothing.
    main, pairs = np.split(np.abs(loss(W)[1]()), [1], axis=1)
    for k in falling(np.maximum(main, (main + pairs) / 1.5), 0.01, steps):
        W = descend(loss, W, k, tol * k, hierarchical_threshold)
        path.append(np.where(np.abs(W) < 1e-10, 0, W))  # rounding: deviations are 1
    return np.array(path)


def hierarchical_threshold(W, penalty):
    """The proximal map: W' of least |W' - W|^2 / 2 + penalty, the authors' ONEROW.

    max(b, t) is the largest alpha b + (1 - alpha) t: a share alpha of each row's
    penalty falls on its main effect. Given the share, b = |beta_j| and the entries of
    |Theta_j|, with sum t, shrink by thresholds. The best share is where b and t cross,
    or 0 or 1; b falls with the share and t rises, so that bisection finds it.
    """
    main = np.arange(W.shape[1]) == 0

    def shrunk(share):
        return soft_threshold(W, penalty * np.where(main, share, 1.5 - share))

    low, high = np.zeros((len(W), 1)), np.ones((len(W), 1))
    for _ in range(45):
        share = (low + high) / 2
        sizes = np.abs(shrunk(share))
        above = sizes[:, :1] > sizes[:, 1:].sum(axis=1, keepdims=True)
        low, high = np.where(above, share, low), np.where(above, high, share)
    return shrunk(high)


def one_error_above(losses) -> int:
    """The first of m models within one standard error of the least: losses (m, n)."""
    mean = np.mean(losses, axis=1)
    error = np.std(losses[mean.argmin()]) / np.sqrt(len(losses[0]))
    return int(np.argmax(mean <= mean.min() + error))
