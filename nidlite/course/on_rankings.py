"""Exercises 9 to 12, 15 and 18: from the weights of a network to its interactions."""

from functools import partial
from operator import and_, le, lt

import numpy as np

from ..influence import aggregated_weights
from ..interactions import prune_redundant
from ..ranking import greedy_ranking, pairwise_strengths, strength
from .compare import array, ranking
from .exercise import Exercise, less_one, numbers, some_features

AVERAGES = {
    "the mean in place of the minimum": np.mean,
    "the maximum in place of the minimum": np.max,
    "the sum in place of the minimum": np.sum,
    "the product in place of the minimum": np.prod,
}
INFLUENCES = {"no outgoing weights z": np.ones_like, "z squared": np.square}


def _of_layer(right, wrong):
    """The mistakes with W1, z and mu that three exercises have in common."""
    return {
        **{name: partial(wrong, mu=mu) for name, mu in AVERAGES.items()},
        **{name: partial(wrong, z_of=z_of) for name, z_of in INFLUENCES.items()},
        "transposed matrix": lambda W1, *rest: right(W1.T, *rest),
        "signed weights": partial(wrong, size=np.array),
    }


def _random_network(rng):
    sizes = [*rng.integers(1, 4, rng.integers(2, 5)).tolist(), 1]
    return ([numbers(rng, rows, columns) for columns, rows in zip(sizes, sizes[1:])],)


def random_layer(rng):
    """W1 without equal magnitudes in a row, where the top j would be a matter of taste.

    A square one every other time: that is where a transposed matrix goes unnoticed.
    """
    p = int(rng.integers(2, 5))
    units = p if rng.integers(2) else int(rng.integers(1, 5))
    sizes = rng.permuted(np.tile(np.arange(20) / 10, (units, 1)), axis=1)[:, :p]
    return sizes * rng.choice([-1, 1], (units, p)) + 0.0, numbers(rng, units, low=0.1)


def _whole_network(rng):
    """A chain of weights without equal strengths: their order would decide."""
    while True:
        W1, z = random_layer(rng)
        above = numbers(rng, 2, len(z)), numbers(rng, 1, 2, low=0.1)
        weights = [W1, *above] if rng.integers(2) else [W1, z[None]]
        found = greedy_ranking(W1, aggregated_weights(weights))
        if len({round(omega, 6) for _, omega in found}) == len(found) > 0:
            return (weights,)


def random_ranking(rng, p=5):
    """A few sets of p features, strongest first."""
    chosen = dict.fromkeys(some_features(rng, p, 4) for _ in range(rng.integers(3, 9)))
    return list(zip(chosen, (round(0.9 - 0.1 * k, 1) for k in range(len(chosen)))))


def _aggregated(weights, size=np.abs, start=1, order=-1, path=np.matmul):
    z = size(weights[-1])[0]
    for W in weights[start:-1][::order]:
        z = path(z, size(W))
    return z


AGGREGATED = {
    "signed weights": partial(_aggregated, size=np.array),
    "the magnitude of the product": lambda w: abs(_aggregated(w, size=np.array)),
    "no output weights": lambda w: _aggregated([*w[:-1], np.ones_like(w[-1])]),
    "W1 as a factor": partial(_aggregated, start=0),
    "transposed matrix": partial(_aggregated, path=lambda z, W: W @ z),
    "the matrices in the wrong order": partial(_aggregated, order=1),
    "the strongest path in place of the sum": partial(
        _aggregated, path=lambda z, W: (W.T * z).max(axis=1)
    ),
}


def _strength(W1, z, I, size=np.abs, mu=np.min, z_of=np.array):
    return z_of(z) * mu(size(W1[:, list(I)]), axis=1)


STRENGTH = {
    **_of_layer(strength, _strength),
    "features counted from 1": lambda W1, z, I: _strength(W1, z, less_one(I)),
    "rows for columns": lambda W1, z, I: z[list(I)] * abs(W1[list(I)]).min(axis=1),
    "all features in place of the interaction's": lambda W1, z, I: z * abs(W1).min(1),
    "summed over units": lambda *case: strength(*case).sum(),
}


def _greedy(W1, z, by=np.abs, size=np.abs, mu=np.min, low=2, high=0, most=99,
            key=sorted, add=np.add, z_of=np.array):  # fmt: skip
    found = {}
    for w, z_r in zip(W1, z_of(z)):
        top = np.argsort(-by(w), kind="stable").tolist()
        for j in range(low, min(most, len(w) - high) + 1):
            I = tuple(key(top[:j]))
            found[I] = float(add(found.get(I, 0), z_r * mu(size(w[top[:j]]))))
    return sorted(found.items(), key=lambda item: -item[1])


GREEDY = {
    **_of_layer(greedy_ranking, _greedy),
    "signed weights": partial(_greedy, by=np.array, size=np.array),
    "signed weights in the strength": partial(_greedy, size=np.array),
    "top weights by signed value": partial(_greedy, by=np.array),
    "strengths overwritten": partial(_greedy, add=lambda old, new: new),
    "the strongest unit in place of the sum": partial(_greedy, add=max),
    "unsorted candidates": partial(_greedy, key=list),
    "features counted from 1": partial(_greedy, key=lambda I: sorted(i + 1 for i in I)),
    "single features as candidates": partial(_greedy, low=1),
    "the largest candidate left out": partial(_greedy, high=1),
    "pairs only": partial(_greedy, most=2),
    "the mean over the units": lambda W1, z: _greedy(W1, z / len(z)),
}


def _pruned(found, goes=lt, below=False):
    """`below` compares with what stands below an entry, too."""
    sets = [set(I) for I, _ in found]
    gone = [
        any(goes(S, o) for o in sets[: None if below else k])
        for k, S in enumerate(sets)
    ]
    return [entry for entry, redundant in zip(found, gone) if not redundant]


PRUNED = {
    "every subset dropped": partial(_pruned, below=True),
    "an interaction taken for its own superset": partial(_pruned, goes=le, below=True),
    "overlap taken for a subset": partial(_pruned, goes=and_),
    "smaller taken for a subset": partial(_pruned, goes=lambda S, o: len(S) < len(o)),
    "weakest first": lambda found: _pruned(found)[::-1],
    "nothing dropped": lambda found: found,
}


def _nid(weights, greedy=greedy_ranking, prune=prune_redundant, z=aggregated_weights):
    return prune(greedy(weights[0], z(weights)))


NID = {
    **{name: partial(_nid, greedy=wrong) for name, wrong in GREEDY.items()},
    "not pruned": partial(_nid, prune=PRUNED["nothing dropped"]),
    **{k: partial(_nid, prune=PRUNED[k]) for k in PRUNED if "subset" in k},
    "signed weights in z": partial(_nid, z=AGGREGATED["signed weights"]),
    "the output weights only": partial(_nid, z=lambda weights: abs(weights[-1])[0]),
}


def _pairwise(W1, z, size=np.abs, mu=np.min, z_of=np.array, diagonal=0, total=np.sum):
    pairs = np.broadcast_arrays(size(W1)[:, :, None], size(W1)[:, None, :])
    S = total(z_of(z)[:, None, None] * mu(pairs, axis=0), axis=0)
    return S if diagonal else S * (1 - np.eye(len(S)))


PAIRWISE = {
    **_of_layer(pairwise_strengths, _pairwise),
    "only above the diagonal": lambda W1, z: np.triu(_pairwise(W1, z)),
    "each pair twice": lambda W1, z: 2 * _pairwise(W1, z),
    "the diagonal filled": partial(_pairwise, diagonal=1),
    "the strongest unit in place of the sum": partial(_pairwise, total=np.max),
    "the mean over the units": partial(_pairwise, total=np.mean),
}


def _strength_case(rng):
    W1, z = random_layer(rng)
    return W1, z, some_features(rng, W1.shape[1])


RANKINGS = {
    "aggregated_weights": Exercise(
        aggregated_weights, array, _random_network, AGGREGATED
    ),
    "strength": Exercise(strength, array, _strength_case, STRENGTH),
    "greedy_ranking": Exercise(greedy_ranking, ranking, random_layer, GREEDY),
    "prune_redundant": Exercise(
        prune_redundant, ranking, lambda rng: (random_ranking(rng),), PRUNED
    ),
    "pairwise_strengths": Exercise(pairwise_strengths, array, random_layer, PAIRWISE),
    "nid": Exercise(_nid, ranking, _whole_network, NID),
}
