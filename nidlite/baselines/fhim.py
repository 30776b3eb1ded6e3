"""FHIM: a factorised matrix of interactions (Purushotham, Min, Kuo, Ostroff 2014, KDD).

The score of a row is b + beta.x + x'W x with W = sum_k a_k a_k' of low rank, and

    mean loss(score, y) + penalty_beta |beta|_1 + penalty_a sum_k |a_k|_1

is minimised for the squared or the logistic loss, one of beta, a_1, ..., a_K after the
other ("greedy alternating optimisation"), factors being added until one more is of no
use. The strength of a pair is |W_ij|, for features with mean 0 and deviation 1.

W has no negative eigenvalue, as printed: -x1 x2 is seen as part of (x1 - x2)^2. Ours: a
block's steps are proximal gradients with a line search, so zeros are exact; one penalty
serves beta and a, and it and K are those of least loss on a fifth of the rows that was
held out; a new a_k does not start at ones, which is far off for many features, but at
the eigenvector along which x'W x reduces the loss most (at a_k = 0 the gradient is 0).
"""

from dataclasses import dataclass, replace

import numpy as np

from ..errors import InputError
from .lasso import loss, slope
from .products import checked, standardised

PENALTIES = tuple(np.geomspace(0.1, 0.001, 9))
MOST_SWEEPS = 500
ENOUGH = 1e-6  # a sweep that lowers the objective by no larger share is the last


@dataclass(frozen=True, eq=False)
class Factors:
    """b, beta and a_1, ..., a_K, the rows of A."""

    b: float
    beta: np.ndarray  # (p,)
    A: np.ndarray  # (K, p)

    def __call__(self, X) -> np.ndarray:
        """The score of every row of X (n, p)."""
        return self.b + X @ self.beta + ((X @ self.A.T) ** 2).sum(axis=1)


@dataclass(frozen=True, eq=False)
class FHIM:
    """|W_ij|, the model of the standardised features, and how it was chosen."""

    strengths: np.ndarray  # (p, p), zero diagonal
    factors: Factors  # regression: of y with mean 0 and deviation 1
    path: list  # [(penalty, K, loss on the rows held out), ...]


def fhim(X, y, rng, classification=False, K=None, penalties=PENALTIES, most=10) -> FHIM:
    """The factorised interactions of X (n, p) and y (n,), labels with classification.

    K None: factors are added, at most `most`, while the held-out loss falls.
    Raises InputError for fewer than 10 rows.
    """
    X, y = checked(X, y, classification)
    if len(X) < 10:
        raise InputError(f"FHIM holds rows out: it needs 10 or more; got {len(X)}")
    X = standardised(X)
    y = y if classification else standardised(y)
    valid, train = np.split(rng.permutation(len(X)), [len(X) // 5])
    path, best, least = [], None, np.inf
    for penalty in penalties:
        factors = Factors(0.0, np.zeros(X.shape[1]), np.zeros((0, X.shape[1])))
        factors = descend(factors, X[train], y[train], penalty, classification)
        last = np.inf
        for k in range((most if K is None else K) + 1):
            if k:
                factors = grown(factors, X[train], y[train], classification)
                factors = descend(factors, X[train], y[train], penalty, classification)
            value = loss(factors(X[valid]), y[valid], classification)
            path.append((float(penalty), len(factors.A), float(value)))
            if value < least and (K is None or k == K):
                best, least = factors, value
            if K is None and (value >= last or len(factors.A) < k):
                break
            last = value
    W = np.abs(best.A.T @ best.A)
    return FHIM(W - np.diag(np.diag(W)), best, path)


def descend(factors, X, y, penalty, classification) -> Factors:
    """The factors after sweeps over b, beta, a_1, ..., a_K, until these settle."""
    b, weights = factors.b, [factors.beta, *factors.A]
    projections = [X @ w for w in weights]
    sizes = [1.0] * len(weights)
    s, value = factors(X), np.inf
    for _ in range(MOST_SWEEPS):
        r, h = slope(s, y, classification)
        shift = r.sum() / h.sum()
        if loss(s + shift, y, classification) < loss(s, y, classification):
            b, s = b + shift, s + shift
        for k, (w, u) in enumerate(zip(weights, projections, strict=True)):
            now = loss(s, y, classification)
            g = gradient(X, slope(s, y, classification)[0], u, k > 0)
            while True:
                new = soft_threshold(w - sizes[k] * g, sizes[k] * penalty)
                change, moved = new - w, X @ new
                s_new = s + part(moved, k > 0) - part(u, k > 0)
                # The proximal gradient's descent condition (Beck & Teboulle 2009).
                bound = now + g @ change + change @ change / (2 * sizes[k])
                # Beyond rounding, which would halve for ever at the minimum.
                if loss(s_new, y, classification) <= bound + 1e-12 * abs(now):
                    break
                sizes[k] /= 2
            weights[k], projections[k], s = new, moved, s_new
            sizes[k] *= 1.5
        before = value
        value = loss(s, y, classification) + penalty * sum(map(l1, weights))
        if before - value <= ENOUGH * abs(value):
            break
    A = np.array([a for a in weights[1:] if a.any()])
    return Factors(b, weights[0], A.reshape(-1, X.shape[1]))


def grown(factors, X, y, classification) -> Factors:
    """The factors with one more a, the direction and length that help most."""
    r, h = slope(factors(X), y, classification)
    a = np.linalg.eigh((X * r[:, None]).T @ X)[1][:, -1]
    q = (X @ a) ** 2
    q = q - np.average(q, weights=h)  # b follows
    curvature = h @ q**2
    square = max(r @ q / curvature, 0) if curvature > 0 else 0
    return replace(factors, A=np.vstack([factors.A, np.sqrt(square) * a]))


def gradient(X, residual, u, squared) -> np.ndarray:
    """The mean loss by the weights w, (p,), whose part of the score is that of u = X w.

    residual (n,) is minus the derivative of each row's loss by its score.
    """
    return -X.T @ (residual * (2 * u if squared else 1)) / len(X)


def part(u, squared):
    """What a block adds to the score: beta.x itself, (a.x)^2."""
    return u**2 if squared else u


def soft_threshold(w, by):
    """w, each entry nearer to 0 by so much, at most to 0."""
    return np.sign(w) * np.maximum(np.abs(w) - by, 0)


def l1(w):
    """The sum of magnitudes."""
    return np.abs(w).sum()
