"""Exercises on what weights say and how good it is, each step an argument."""

from functools import partial  # noqa: F401 (exercises.txt takes these from here)
from itertools import combinations
from operator import and_, gt, le, lt  # noqa: F401

import numpy as np

from .network_steps import unchanged


def _turned(W1, *rest):
    return W1.T, *rest


def _aggregated_weights(weights, size=np.abs, start=1, first=None,
                        turn=unchanged, order=-1, path=np.matmul):  # fmt: skip
    z = size(weights[-1])[0] if first is None else np.ones(weights[-1].shape[1])
    for W in weights[start:-1][::order]:
        z = path(z, size(turn(W)))
    return z


def _strength(W1, z, interaction, size=np.abs, mu=np.min, z_of=unchanged,
              total=unchanged):  # fmt: skip
    return total(z_of(z) * mu(size(W1[:, list(interaction)]), axis=1))


def _pairwise_strengths(W1, z, size=np.abs, mu=np.min, z_of=unchanged,
                        diagonal=False, total=np.sum):  # fmt: skip
    W = size(W1)
    both = np.broadcast_arrays(W[:, :, None], W[:, None, :])
    S = total(z_of(z)[:, None, None] * mu(both, axis=0), axis=0)
    return S if diagonal else S * (1 - np.eye(len(S)))


def _greedy_ranking(W1, z, by=np.abs, size=np.abs, mu=np.min, orders=None,
                    low=2, high=0, key=sorted, add=np.add, z_of=unchanged,
                    order=-1):  # fmt: skip
    found = {}
    for w, z_r in zip(W1, z_of(z)):
        top = np.argsort(-by(w), kind="stable").tolist()
        for j in orders or range(low, len(w) + 1 - high):
            interaction = tuple(key(top[:j]))
            omega = z_r * mu(size(w[top[:j]]))
            found[interaction] = float(add(found.get(interaction, 0), omega))
    return sorted(found.items(), key=lambda item: order * item[1])


def _prune_redundant(ranking, goes=lt, among=lambda sets, k: sets[:k]):
    sets = [set(i) for i, _ in ranking]
    rows = zip(ranking, sets, range(len(sets)))
    return [r for r, own, k in rows if not any(goes(own, o) for o in among(sets, k))]


def _nid(weights, prune=_prune_redundant, z_of=_aggregated_weights, **steps):
    return prune(_greedy_ranking(weights[0], z_of(weights), **steps))


def _top_rank_recall(
    ranking, interactions, part="skip", larger="stop", stop=True, over=None
):
    right, looked, true = 0, 0, [set(i) for i in interactions]
    for predicted, _ in ranking:
        looked, own = looked + 1, set(predicted)
        verdict = larger if any(own > i for i in true) else "stop"
        verdict = part if any(own < i for i in true) else verdict
        verdict = "count" if own in true else verdict
        right += verdict == "count"
        if verdict == "stop" and stop:
            break
    return right / (over(ranking, looked) if over else len(interactions))


def _cutoff(losses, reference, tolerance, met=np.less_equal, which=0,
            gain=None, until=False, none=None, skip=False):  # fmt: skip
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


def _pairwise_auc(S, interactions, ties=0.5, order=None, whole=False,
                  shift=0, most=None, pairs=combinations):  # fmt: skip
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


def _shared_share(D_a, D_b, interaction, variance, product=np.multiply,
                  root=np.sqrt, centre=0, corners=lambda d: 2**d,
                  var=unchanged, end=unchanged):  # fmt: skip
    share = np.mean(product(D_a, D_b)) / corners(len(interaction)) / var(variance)
    D_a, D_b = D_a - centre * np.mean(D_a), D_b - centre * np.mean(D_b)
    scale = root(np.mean(D_a**2) * np.mean(D_b**2)) or 1
    return np.array([end(share), np.mean(D_a * D_b) / scale])
