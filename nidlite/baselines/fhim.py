"""FHIM: a factorised matrix of interactions (Purushotham, Min, Kuo, Ostroff 2014, KDD).

The score of a row is b + beta.x + x'W x with W = sum_k a_k a_k' of low rank, and

    mean loss(score, y) + penalty_beta |beta|_1 + penalty_a sum_k |a_k|_1

is minimised, with the squared or the logistic loss. beta, a_1, ..., a_K take turns
("greedy alternating optimisation"), and factors are added until one more is of no use.
The strength of a pair is |W_ij|, for features with mean 0 and deviation 1. W has no
negative eigenvalue, as printed: -x1 x2 is seen as part of (x1 - x2)^2.

Ours: the steps are proximal gradients with a line search, so zeros are exact. One
penalty serves beta and a. It and K have the least loss on a held-out fifth of the rows.
A new a_k starts at the eigenvector along which x'W x reduces the loss most. Ones would
be far off for many features, and at a_k = 0 the gradient is 0.
"""

from dataclasses import dataclass, replace

import numpy as np

from .lasso import loss, slope, soft_threshold
from .products import prepared

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
    """|W_ij|, and the model of the standardised features that has the least loss."""

    strengths: np.ndarray  # (p, p), zero diagonal
    factors: Factors  # regression: of y with mean 0 and deviation 1


def fhim(X, y, rng, classification=False, penalties=PENALTIES, most=10) -> FHIM:
    """The factorised interactions of X (n, p) and y (n,), labels with classification.

    Factors are added, at most `most`, while the held-out loss falls. Raises InputError
    for fewer than 10 rows.
    """
    X, y = prepared(X, y, classification, least=10, user="FHIM")
    valid, train = np.split(rng.permutation(len(X)), [len(X) // 5])
    best, least = None, np.inf
    for penalty in penalties:
        last = np.inf
        factors = Factors(0.0, np.zeros(X.shape[1]), np.zeros((0, X.shape[1])))
        for k in range(most + 1):
            if k:
                factors = one_more(factors, X[train], y[train], classification)
            factors = descend(factors, X[train], y[train], penalty, classification)
            value = loss(factors(X[valid]), y[valid], classification)
            if value < least:
                best, least = factors, value
            if value >= last or len(factors.A) < k:
                break
            last = value
    W = np.abs(best.A.T @ best.A)
    return FHIM(W - np.diag(np.diag(W)), best)


def descend(factors, X, y, penalty, classification) -> Factors:
    """The factors after sweeps over b, beta, a_1, ..., a_K, until these settle."""
    b, weights, s, value = factors.b, [factors.beta, *factors.A], factors(X), np.inf
    projections, sizes = [X @ w for w in weights], [1.0] * len(weights)
    for _ in range(MOST_SWEEPS):
        r, h = slope(s, y, classification)
        shift = r.sum() / h.sum()
        if loss(s + shift, y, classification) < loss(s, y, classification):
            b, s = b + shift, s + shift
        for k, (w, u) in enumerate(zip(weights, projections, strict=True)):
            now, power = loss(s, y, classification), 1 if k == 0 else 2
            g = gradient(X, slope(s, y, classification)[0], u, k > 0)
            while True:
                new = soft_threshold(w - sizes[k] * g, sizes[k] * penalty)
                change, moved = new - w, X @ new
                s_new = s + moved**power - u**power
                # The proximal gradient's descent condition (Beck & Teboulle 2009).
                bound = now + g @ change + change @ change / (2 * sizes[k])
                # Beyond rounding, which would halve for ever at the minimum.
                if loss(s_new, y, classification) <= bound + 1e-12 * abs(now):
                    break
                sizes[k] /= 2
            weights[k], projections[k], s = new, moved, s_new
            sizes[k] *= 1.5
        size = sum(np.abs(w).sum() for w in weights)
        before, value = value, loss(s, y, classification) + penalty * size
        if before - value <= ENOUGH * abs(value):
            break
    A = np.array([a for a in weights[1:] if a.any()])
    return Factors(b, weights[0], A.reshape(-1, X.shape[1]))


def one_more(factors, X, y, classification) -> Factors:
    """The factors with one more a, the direction and length that help most."""
    r, h = slope(factors(X), y, classification)
    a = np.linalg.eigh((X * r[:, None]).T @ X)[1][:, -1]
    q = (X @ a) ** 2
    q = q - np.average(q, weights=h)  # b follows
    curvature = h @ q**2
    square = max(r @ q / curvature, 0) if curvature > 0 else 0
    return replace(factors, A=np.vstack([factors.A, np.sqrt(square) * a]))


def gradient(X, residual, u, squared) -> np.ndarray:
    """The slope of the mean loss in the weights w, (p,), of the block with u = X w."""
    return -X.T @ (residual * (2 * u if squared else 1)) / len(X)
