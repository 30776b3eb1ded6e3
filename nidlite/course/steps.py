"""The exercises step by step: a function has an argument for each of its steps.

By default a function is right, which the tests hold against the package. `mistakes`
puts something else in place of a step.
"""

from itertools import combinations
from math import prod

import numpy as np


def unchanged(a):
    return a


def positive_part(a):
    return np.maximum(a, 0)


def less_one(interaction):
    return tuple(i - 1 for i in interaction)


def any_forward(
    X, W1, b1, w_y, b_y, relu=positive_part, size=unchanged, first=1, late=0, last=1
):
    h = relu(X @ W1.T + first * b1) + late * b1
    return h @ size(w_y) + last * b_y


def any_gradient(
    X,
    y,
    *net,
    slope=np.sign,
    two=2,
    rows=len,
    of=positive_part,
    back=unchanged,
    end=unchanged,
):
    W1, b1, w_y, b_y = net
    a = X @ W1.T + b1
    d = two * (positive_part(a) @ w_y + b_y - y) / rows(y)
    up = np.outer(d, back(w_y)) * slope(positive_part(a))
    return end(up.T @ X), up.sum(axis=0), of(a).T @ d, d.sum()


def any_slope(W, c, sign=np.sign, factor=1, total=unchanged, constant=unchanged):
    return total(factor * constant(c) * sign(W))


def any_adam(theta, g, m, v, t, rate, b1=0.9, b2=0.999, parts=None, power=2, late=0,
          m_hat=1, v_hat=1, root=np.sqrt, eps=1e-8, down=1, old=False,
          hats=False):  # fmt: skip
    new = 1 - b1 if parts is None else parts, 1 - b2 if parts is None else parts
    averages = m, v
    m, v, t = b1 * m + new[0] * g, b2 * v + new[1] * np.power(g, power), t + late
    use = averages if old else (m, v)
    with np.errstate(all="ignore"):
        hat = use[0] / (1 - b1**t) ** m_hat, use[1] / (1 - b2**t) ** v_hat
        step = rate * hat[0] / (root(hat[1]) + eps)
    return theta - down * step, *(hat if hats else (m, v))


def any_corners(f, interaction, a, b, sign=lambda d, s: (-1) ** (d - s), skip=(),
             total=unchanged, per=1):  # fmt: skip
    found, d = np.zeros(len(a)), len(interaction)
    for size in set(range(d + 1)) - {k % (d + 1) for k in skip}:
        for subset in combinations(interaction, size):
            found += sign(d, size) * f(corner_of(a, b, subset))
    return total(found) / per**d


def corner_of(a, b, features):
    corner = a.copy()
    corner[:, list(features)] = b[:, list(features)]
    return corner


def product_of_differences(f, interaction, a, b):
    return prod(f(corner_of(a, b, [i])) - f(a) for i in interaction)


def any_meet(weights, interaction, edge=lambda W: W != 0, every=all, layers=None,
          start=(1, 0), until=-1):  # fmt: skip
    found, reached = [], np.eye(weights[0].shape[1])
    for layer, W in enumerate(weights[:until] if until else weights):
        reached = edge(W).astype(float) @ reached
        if layers is None or layer in (layers, layers + len(weights)):
            for unit, row in enumerate(reached):
                if every(row[i] != 0 for i in interaction):
                    found.append((layer + start[0], unit + start[1]))
    return found


def any_mean(
    w, exponent, size=np.abs, ends=np.abs, total=np.mean, root=True, d=len, zero=None
):
    w, given = size(np.asarray(w, float)), np.asarray(w, float)
    with np.errstate(all="ignore"):
        if np.isinf(exponent):
            return np.max(ends(given)) if exponent > 0 else np.min(ends(given))
        if exponent == 0 and zero is None:
            return np.prod(w) ** (1 / d(w) if root and total is np.mean else 1)
        return total(w**exponent) ** (1 / exponent if root and exponent else 1)


def any_cross(alpha1, alpha2, sign=lambda a, b: np.sign(a * b), pick=unchanged,
              three=3 / 4, five=5, power=2, plus=-1,
              factor=lambda s, l: s):  # fmt: skip
    small, large = pick(sorted([abs(alpha1), abs(alpha2)]))
    size = three * (1 + plus * (small / (large or 1)) ** power / five)
    return sign(alpha1, alpha2) * size * factor(small, large)


def any_z(
    weights, size=np.abs, start=1, first=None, turn=unchanged, order=-1, path=np.matmul
):
    z = size(weights[-1])[0] if first is None else np.ones(weights[-1].shape[1])
    for W in weights[start:-1][::order]:
        z = path(z, size(turn(W)))
    return z


def any_omega(
    W1, z, interaction, size=np.abs, mu=np.min, z_of=unchanged, total=unchanged
):
    return total(z_of(z) * mu(size(W1[:, list(interaction)]), axis=1))


def any_greedy(W1, z, by=np.abs, size=np.abs, mu=np.min, orders=None, low=2, high=0,
            key=sorted, add=np.add, z_of=unchanged, order=-1):  # fmt: skip
    found = {}
    for w, z_r in zip(W1, z_of(z)):
        top = np.argsort(-by(w), kind="stable").tolist()
        for j in orders or range(low, len(w) + 1 - high):
            interaction = tuple(key(top[:j]))
            omega = z_r * mu(size(w[top[:j]]))
            found[interaction] = float(add(found.get(interaction, 0), omega))
    return sorted(found.items(), key=lambda item: order * item[1])


def any_prune(ranking, drop=lambda own, before, everyone: any(own < o for o in before)):
    sets = [set(i) for i, _ in ranking]
    rows = zip(ranking, sets, range(len(sets)))
    return [item for item, own, k in rows if not drop(own, sets[:k], sets)]


def any_recall(ranking, interactions, part="skip", larger="stop", stop=True, over=None):
    right = looked = 0
    for predicted, _ in ranking:
        verdict, looked = "stop", looked + 1
        if any(set(predicted) == set(i) for i in interactions):
            verdict = "count"
        elif any(set(predicted) < set(i) for i in interactions):
            verdict = part
        elif any(set(predicted) > set(i) for i in interactions):
            verdict = larger
        right += verdict == "count"
        if verdict == "stop" and stop:
            break
    return right / (over(ranking, looked) if over else len(interactions))


def any_cutoff(losses, reference, tolerance, met=np.less_equal, which=0, gain=None,
            until=False, none=None, skip=False):  # fmt: skip
    reached = [K for K, loss in enumerate(losses) if met(loss, reference)]
    if reached and not skip:
        return reached[which]
    best, gain = 0, gain or (lambda new, old, t, before: new < (1 - t) * old)
    for K in range(1, len(losses)):
        if gain(losses[K], losses[best], tolerance, losses[K - 1]):
            best = K
        elif until:
            break
    return none(losses) if none else best


def any_pairs(
    W1, z, size=np.abs, mu=np.minimum, z_of=unchanged, diagonal=False, total=np.sum
):
    W = size(W1)
    S = total(z_of(z)[:, None, None] * mu(W[:, :, None], W[:, None, :]), axis=0)
    return S if diagonal else S * (1 - np.eye(len(S)))


def any_auc(S, interactions, ties=0.5, order=None, whole=False, shift=0, most=None,
         pairs=combinations):  # fmt: skip
    p = len(S)
    true = {
        tuple(sorted((i % p, j % p)))
        for interaction in interactions[:most]
        if order in (None, len(interaction))
        for i, j in pairs([i - shift for i in interaction], 2)
    }
    all_ = [(i, j) for i in range(p) for j in range(p) if i < j or whole]
    yes = [S[pair] for pair in all_ if tuple(sorted(pair)) in true]
    no = [S[pair] for pair in all_ if tuple(sorted(pair)) not in true]
    wins = [(t > f) + ties * (t == f) for t in yes for f in no]
    return np.mean(wins) if wins else np.nan


def any_share(D_a, D_b, interaction, variance, product=np.multiply,
              corners=lambda d: 2**d, var=unchanged, centre=0, root=np.sqrt,
              end=unchanged):  # fmt: skip
    share = np.mean(product(D_a, D_b)) / corners(len(interaction)) / var(variance)
    D_a, D_b = D_a - centre * np.mean(D_a), D_b - centre * np.mean(D_b)
    scale = root(np.mean(D_a**2) * np.mean(D_b**2)) or 1
    return np.array([end(share), np.mean(D_a * D_b) / scale])


def any_nid(weights, prune=any_prune, z_of=any_z, **steps):
    return prune(any_greedy(weights[0], z_of(weights), **steps))
