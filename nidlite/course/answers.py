"""The right answer to each exercise, in the order of the tutorials.

The arguments have the names of `exercises.random_case`. A known mistake, a row of
mistakes.csv, is this text with one piece changed. So the answers stand here in a
student's plain form; tests hold them equal to the package's.
"""

from functools import reduce
from itertools import combinations

import numpy as np


def _forward(X, W1, b1, w_y, b_y):
    h = np.maximum(X @ W1.T + b1, 0)
    return h @ w_y + b_y


def _backprop(X, y, W1, b1, w_y, b_y):
    a = X @ W1.T + b1
    h = np.maximum(a, 0)
    d = 2 * (h @ w_y + b_y - y) / len(y)
    up = np.outer(d, w_y) * (a > 0)
    return up.T @ X, up.sum(axis=0), h.T @ d, d.sum()


def _l1_subgradient(W1, constant):
    return constant * np.sign(W1)


def _adam_step(theta, g, m, v, t, rate):
    beta1, beta2, eps = 0.9, 0.999, 1e-8
    m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g**2
    m_hat, v_hat = m / (1 - beta1**t), v / (1 - beta2**t)
    return theta - rate * m_hat / (np.sqrt(v_hat) + eps), m, v


def _mixed_difference(f, interaction, a, b):
    def corner(of_b):
        return f(np.where(np.isin(np.arange(a.shape[1]), of_b), b, a))

    total = 0
    for size in range(len(interaction) + 1):
        for of_b in combinations(interaction, size):
            total = total + (-1) ** (len(interaction) - size) * corner(of_b)
    return total


def _common_descendants(sparse, interaction):
    found, reached = [], np.eye(sparse[0].shape[1])
    for layer, W in enumerate(sparse[:-1], 1):
        reached = abs(W) @ reached
        units = np.flatnonzero((reached[:, interaction] != 0).all(axis=1))
        found += [(layer, unit) for unit in units.tolist()]
    return found


def _generalised_mean(w, exponent):
    w = abs(w)
    if np.isinf(exponent):
        return w.max() if exponent > 0 else w.min()
    if exponent == 0:
        return np.prod(w) ** (1 / len(w))
    if exponent < 0 and not w.all():
        return 0.0  # 1 / 0 is infinite, and one over that is 0
    return np.mean(w**exponent) ** (1 / exponent)


def _cross_coefficient(alpha1, alpha2):
    if alpha1 * alpha2 == 0:
        return 0.0
    s, l = sorted([abs(alpha1), abs(alpha2)])
    size = 3 / 4 * (1 - s**2 / (5 * l**2)) * s
    return size if alpha1 * alpha2 > 0 else -size


def _aggregated_weights(weights):
    return reduce(np.matmul, map(np.abs, weights[:0:-1]))[0]


def _strength(W1, z, interaction):
    return z * np.abs(W1[:, interaction]).min(axis=1)


def _greedy_ranking(W1, z):
    d = {}
    for row, z_r in zip(W1, z):
        w = np.abs(row)
        top = np.argsort(-w, kind="stable").tolist()
        for j in range(2, len(w) + 1):
            I = tuple(sorted(top[:j]))
            d[I] = d.get(I, 0) + z_r * w[top[:j]].min()
    return sorted(((I, omega) for I, omega in d.items() if omega), key=lambda c: -c[1])


def _prune_redundant(ranking):
    kept = []
    for I, omega in ranking:
        if not any(set(I) < set(J) for J, _ in kept):
            kept.append((I, omega))
    return kept


def _top_rank_recall(ranking, interactions):
    right = 0
    for I, _ in ranking:
        if I in interactions:
            right += 1
        elif not any(set(I) < set(true) for true in interactions):
            break
    return right / len(interactions)


def _cutoff(losses, reference, tolerance):
    best = 0
    for K, loss in enumerate(losses):
        if loss < (1 - tolerance) * losses[best]:
            best = K
    reached = [K for K, loss in enumerate(losses) if loss <= reference]
    return min(reached, default=best)


def _pairwise_strengths(W1, z):
    w = np.abs(W1)
    smaller = np.minimum(w[:, :, None], w[:, None, :])
    strengths = np.einsum("r,rij->ij", z, smaller)
    return strengths * (1 - np.eye(len(strengths)))


def _pairwise_auc(strengths, interactions):
    true = {pair for I in interactions for pair in combinations(I, 2)}
    pairs = list(zip(*np.triu_indices(len(strengths), 1)))
    yes = np.array([strengths[pair] for pair in pairs if pair in true])
    no = np.array([strengths[pair] for pair in pairs if pair not in true])
    wins = (yes[:, None] > no) + 0.5 * (yes[:, None] == no)
    return wins.mean() if wins.size else np.nan


def _shared_share(D_a, D_b, interaction, variance):
    product = np.mean(D_a * D_b)
    scale = np.sqrt(np.mean(D_a**2) * np.mean(D_b**2))
    agreement = product / scale if scale else 0.0
    return np.array([product / 2 ** len(interaction) / variance, agreement])


def _nid(weights):
    ranking = _greedy_ranking(weights[0], _aggregated_weights(weights))
    return _prune_redundant(ranking)
