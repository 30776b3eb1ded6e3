"""Thirty plausible mistakes, written before the checks that are to name them, and two.

Above each stands what a teacher would say. They were written from the exercises' texts
alone; `test_mistakes.py` counts how many of the thirty the grader names.
"""

import re

import numpy as np

FRESH = """
# no ReLU
def forward(X, W1, b1, w_y, b_y):
    return (X @ W1.T + b1) @ w_y + b_y
# ReLU at the output as well
def forward(X, W1, b1, w_y, b_y):
    out = []
    for x in X:
        h = np.maximum(W1 @ x + b1, 0)
        out.append(max(h @ w_y + b_y, 0))
    return np.array(out)
# ReLU's slope left out
def backprop(X, y, W1, b1, w_y, b_y):
    h = np.maximum(X @ W1.T + b1, 0)
    d = 2 * (h @ w_y + b_y - y) / len(y)
    up = np.outer(d, w_y)
    return up.T @ X, up.sum(axis=0), h.T @ d, d.sum()
# the 2 of the square left out
def backprop(X, y, W1, b1, w_y, b_y):
    a = X @ W1.T + b1
    h = a * (a > 0)
    d = (h @ w_y + b_y - y) / len(y)
    up = np.outer(d, w_y) * (a > 0)
    return up.T @ X, up.sum(axis=0), h.T @ d, d.sum()
# the sum over rows in place of the mean
def backprop(X, y, W1, b1, w_y, b_y):
    a = X @ W1.T + b1
    h = a * (a > 0)
    d = 2 * (h @ w_y + b_y - y)
    up = np.outer(d, w_y) * (a > 0)
    return up.T @ X, up.sum(axis=0), h.T @ d, d.sum()
# half of the gradient of L2
def l1_subgradient(W, constant):
    return constant * W
# the betas swapped
def adam_step(theta, g, m, v, t, rate):
    b1, b2 = 0.999, 0.9
    m = b1 * m + (1 - b1) * g
    v = b2 * v + (1 - b2) * g**2
    return theta - rate * (m / (1 - b1**t)) / (np.sqrt(v / (1 - b2**t)) + 1e-8), m, v
# only m corrected
def adam_step(theta, g, m, v, t, rate):
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g**2
    return theta - rate * (m / (1 - 0.9**t)) / (np.sqrt(v) + 1e-8), m, v
# a and b swapped
def mixed_difference(f, interaction, a, b):
    total = 0
    for bits in range(2 ** len(interaction)):
        corner, size = b.copy(), 0
        for k, i in enumerate(interaction):
            if bits >> k & 1:
                corner[:, i] = a[:, i]
                size += 1
        total = total + (-1) ** (len(interaction) - size) * f(corner)
    return total
# magnitude at the end
def mixed_difference(f, interaction, a, b):
    total = 0
    for bits in range(2 ** len(interaction)):
        corner, size = a.copy(), 0
        for k, i in enumerate(interaction):
            if bits >> k & 1:
                corner[:, i] = b[:, i]
                size += 1
        total = total + (-1) ** (len(interaction) - size) * f(corner)
    return abs(total)
# the first hidden layer only
def common_descendants(weights, interaction):
    W1 = weights[0]
    return [(1, j) for j in range(len(W1)) if all(W1[j, i] != 0 for i in interaction)]
# any feature in place of all
def common_descendants(weights, interaction):
    found, reached = [], np.eye(weights[0].shape[1])
    for layer, W in enumerate(weights[:-1], 1):
        reached = (W != 0) @ reached
        for j, row in enumerate(reached):
            if any(row[i] for i in interaction):
                found.append((layer, j))
    return found
# layers counted from 0
def common_descendants(weights, interaction):
    found, reached = [], np.eye(weights[0].shape[1])
    for layer, W in enumerate(weights[:-1]):
        reached = (W != 0) @ reached
        for j, row in enumerate(reached):
            if all(row[i] for i in interaction):
                found.append((layer, j))
    return found
# no magnitudes for maximum and minimum
def generalised_mean(w, exponent):
    if exponent == np.inf: return max(w)
    if exponent == -np.inf: return min(w)
    w = abs(w)
    if exponent == 0: return np.prod(w) ** (1 / len(w))
    if exponent < 0 and 0 in w: return 0
    return np.mean(w ** float(exponent)) ** (1 / exponent)
# the square root in place of the d-th
def generalised_mean(w, exponent):
    w = abs(w)
    if exponent == np.inf: return max(w)
    if exponent == -np.inf: return min(w)
    if exponent == 0: return np.prod(w) ** 0.5
    if exponent < 0 and 0 in w: return 0
    return np.mean(w ** float(exponent)) ** (1 / exponent)
# no sign
def cross_coefficient(alpha1, alpha2):
    s, l = sorted([abs(alpha1), abs(alpha2)])
    return 0.75 * s * (1 - (s / l) ** 2 / 5) if l else 0
# only 3/4 of the smaller weight
def cross_coefficient(alpha1, alpha2):
    return 0.75 * min(abs(alpha1), abs(alpha2)) * np.sign(alpha1 * alpha2)
# the matrices from the first to the last
def aggregated_weights(weights):
    z = abs(weights[-1])
    for W in weights[1:-1]:
        z = z @ abs(W)
    return z[0]
# the strongest path in place of the sum of all
def aggregated_weights(weights):
    z = abs(weights[-1])[0]
    for W in weights[1:-1][::-1]:
        z = np.array([max(z * abs(column)) for column in W.T])
    return z
# the sum of the weights in place of the minimum
def strength(W1, z, interaction):
    return z * abs(W1)[:, list(interaction)].sum(axis=1)
# rows for columns
def strength(W1, z, interaction):
    return np.array([z[i] for i in interaction]) * abs(W1[list(interaction)]).min(1)
# order by magnitude, strength by signed weights
def greedy_ranking(W1, z):
    d = {}
    for w, s in zip(W1, z):
        order = sorted(range(len(w)), key=lambda i: -abs(w[i]))
        for j in range(2, len(w) + 1):
            key = tuple(sorted(order[:j]))
            d[key] = d.get(key, 0) + s * min(w[i] for i in key)
    return sorted(d.items(), key=lambda e: e[1], reverse=True)
# two at once: the largest candidate left out, and weakest first
def greedy_ranking(W1, z):
    d = {}
    for w, s in zip(abs(W1), z):
        order = np.argsort(-w)
        for j in range(2, len(w)):
            key = tuple(sorted(order[:j].tolist()))
            d[key] = d.get(key, 0) + s * w[order[:j]].min()
    return sorted(d.items(), key=lambda e: e[1])
# an interaction taken for its own superset
def prune_redundant(ranking):
    sets = [set(i) for i, _ in ranking]
    return [e for e, s in zip(ranking, sets) if not any(s <= o for o in sets)]
# only above the diagonal
def pairwise_strengths(W1, z):
    p = W1.shape[1]
    S = np.zeros((p, p))
    for i in range(p):
        for j in range(i + 1, p):
            S[i, j] = (z * np.minimum(abs(W1[:, i]), abs(W1[:, j]))).sum()
    return S
# the product of the weights
def pairwise_strengths(W1, z):
    S = (abs(W1) * z[:, None]).T @ abs(W1)
    np.fill_diagonal(S, 0)
    return S
# the smallest error
def cutoff(losses, reference, tolerance):
    return int(np.argmin(losses))
# strictly below the reference
def cutoff(losses, reference, tolerance):
    for K, loss in enumerate(losses):
        if loss < reference: return K
    best = 0
    for K, loss in enumerate(losses):
        if loss < (1 - tolerance) * losses[best]: best = K
    return best
# a correlation in place of the agreement
def shared_share(D_a, D_b, interaction, variance):
    share = np.mean(D_a * D_b) / 2 ** len(interaction) / variance
    with np.errstate(all="ignore"):
        return share, np.nan_to_num(np.corrcoef(D_a, D_b)[0, 1])
# not pruned
def nid(weights):
    z = abs(weights[-1])[0]
    for W in weights[1:-1][::-1]:
        z = z @ abs(W)
    d = {}
    for w, s in zip(abs(weights[0]), z):
        order = np.argsort(-w)
        for j in range(2, len(w) + 1):
            key = tuple(sorted(order[:j].tolist()))
            d[key] = d.get(key, 0) + s * w[order[:j]].min()
    return sorted(d.items(), key=lambda e: -e[1])
# ties count nothing
def pairwise_auc(strengths, interactions):
    p, right, all_ = len(strengths), 0, 0
    true = {(i, j) for I in interactions for i in I for j in I if i < j}
    pairs = {(i, j) for i in range(p) for j in range(i + 1, p)}
    for a in true:
        for b in pairs - true:
            right, all_ = right + (strengths[a] > strengths[b]), all_ + 1
    return right / all_
# subsets counted as errors
def top_rank_recall(ranking, interactions):
    k = 0
    while k < len(ranking) and ranking[k][0] in interactions:
        k += 1
    return k / len(interactions)
"""


def fresh():
    """(exercise, what a teacher would say, the function) of each fresh mistake."""
    found = []
    for text in re.split(r"\n(?=# )", FRESH.strip()):
        said, name = re.match(r"# (.*)\ndef (\w+)", text).groups()
        namespace = {"np": np}
        exec(text, namespace)
        found.append((name, said, namespace[name]))
    return found
