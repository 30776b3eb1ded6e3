"""FHIM: a factorised matrix of interactions (Purushotham, Min, Kuo, Ostroff 2014, KDD).

The score of a row is b + beta.x + x'W x with W = sum_k a_k a_k' of low rank, and

    mean loss(score, y) + penalty_beta |beta|_1 + penalty_a sum_k |a_k|_1

is minimised, with the squared or the logistic loss. Factors are added until one more is
of no use. The strength of a pair is |W_ij|, for features with mean 0 and deviation 1. W
has no negative eigenvalue, as printed: -x1 x2 is seen as part of (x1 - x2)^2.

Ours: beta and the factors descend together, where the article has them take turns. One
penalty serves beta and a. It and K have the least loss on a held-out fifth of the rows.
A new a_k starts at the eigenvector along which x'W x reduces the loss most. Ones would
be far off for many features, and at a_k = 0 the gradient is 0.
"""

from functools import partial
from types import SimpleNamespace

import numpy as np

from .lasso import SLACK, descend, loss, objective, residual, score
from .products import prepared

PENALTIES = tuple(np.geomspace(0.1, 0.001, 9))


def fhim(X, y, rng, classification=False, penalties=PENALTIES, most=10):
    """The factorised interactions of X (n, p) and y (n,), labels with classification.

    Factors are added, at most `most`, while the held-out loss falls. The result has
    strengths |W_ij| and the model V of least loss: rows (b, beta), then (0, a_k).
    """
    X, y = prepared(X, y, classification, least=10)
    X = np.column_stack([np.ones(len(X)), X])
    valid, train = np.split(rng.permutation(len(X)), [len(X) // 5])
    seen, best, least = (X[train], y[train], classification), None, np.inf
    for penalty in penalties:
        last, V = np.inf, np.zeros((1, X.shape[1]))
        for k in range(most + 1):
            V = fitted(one_more(V, *seen) if k else V, *seen, penalty)
            value = loss(score(V, X[valid]), y[valid], classification)
            if value < least:
                best, least = V, value
            if value >= last or len(V) < 1 + k:
                break
            last = value
    W = np.abs(best[1:, 1:].T @ best[1:, 1:])
    return SimpleNamespace(strengths=W - np.diag(np.diag(W)), model=best)


def fitted(V, X, y, classification, penalty) -> np.ndarray:
    """The model V at the minimum of the penalised loss that descent from V ends in."""
    price = np.full(V.shape, penalty)
    price[:, 0] = np.inf  # a factor has no constant,
    price[0, 0] = 0  # and b is free
    smooth = partial(objective, X=X, y=y, classification=classification)
    V = descend(smooth, V, price, SLACK * penalty)
    return V[[True, *V[1:].any(axis=1)]]  # a factor of zeros is none


def one_more(V, X, y, classification) -> np.ndarray:
    """V with one more factor, the direction and length that help most."""
    r = residual(score(V, X), y, classification)
    a = np.linalg.eigh((X[:, 1:] * r[:, None]).T @ X[:, 1:])[1][:, -1]
    q = (X[:, 1:] @ a) ** 2
    q = q - q.mean()  # b follows
    curvature = (0.25 if classification else 1) * max(q @ q, 1e-100)
    length = np.sqrt(max(r @ q / curvature, 0))
    return np.vstack([V, np.append(0, length * a)])
