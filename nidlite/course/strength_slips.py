"""What goes wrong in Eq. 1, Algorithm 1, pruning and the whole of NID."""

from functools import partial
from operator import and_, gt, le, lt

import numpy as np

from .slips import (
    AVERAGES,
    HINTS,
    OF_Z,
    ONE_BASED,
    RANKED,
    SIGNED,
    SLIPS,
    TRANSPOSED,
    less_one,
    unchanged,
)


def _turned(W1, *rest):
    return W1.T, *rest


def _z(weights, size=np.abs, start=1, first=None, turn=unchanged, order=-1,
       path=np.matmul):  # fmt: skip
    z = size(weights[-1])[0] if first is None else np.ones(weights[-1].shape[1])
    for W in weights[start:-1][::order]:
        z = path(z, size(turn(W)))
    return z


SLIPS["aggregated_weights"] = _z, {
    "size": "take the magnitude of each matrix before multiplying",
    "first": "the product starts with |w_y|, the last entry of the list",
    "start": "the product ends with |W2|: z starts above the first layer",
    "turn": "the row |w_y|^T multiplies from the left: z @ |W|, not |W| @ z",
    "order": "|w_y| comes first, then |W_L|, and |W2| last",
    "path": "a unit's paths to the output are added up",
}, {
    SIGNED: dict(size=unchanged),
    "the magnitude of the product": dict(size=unchanged, then=np.abs),
    "no output weights": dict(first=1),
    "W1 as a factor": dict(start=0),
    "W2 left out": dict(start=2),
    TRANSPOSED: dict(turn=np.transpose),
    "the matrices in the wrong order": dict(order=1),
    "the strongest path in place of the sum": dict(path=lambda z, W: (W.T * z).max(1)),
    "squares in place of magnitudes": dict(size=np.square),
}  # fmt: skip


def _omega(W1, z, interaction, size=np.abs, mu=np.min, z_of=unchanged,
           total=unchanged):  # fmt: skip
    return total(z_of(z) * mu(size(W1[:, list(interaction)]), axis=1))


SLIPS["strength"] = _omega, {
    "rows for columns": HINTS[TRANSPOSED],
    "given": "only the features of the interaction count",
    "total": "Eq. 1 is the strength at each unit; Algorithm 1 adds them up",
}, AVERAGES | OF_Z | {
    SIGNED: dict(size=unchanged),
    TRANSPOSED: dict(given=_turned),
    ONE_BASED: dict(given=lambda W1, z, I: (W1, z, less_one(I))),
    "rows for columns": lambda W1, z, I: z[list(I)] * abs(W1[list(I)]).min(axis=1),
    "all features in place of the interaction's": dict(
        given=lambda W1, z, I: (W1, z, range(W1.shape[1]))
    ),
    "summed over units": dict(total=np.sum),
}  # fmt: skip


def _pairs(W1, z, size=np.abs, mu=np.min, z_of=unchanged, diagonal=False,
           total=np.sum):  # fmt: skip
    W = size(W1)
    both = np.broadcast_arrays(W[:, :, None], W[:, None, :])
    S = total(z_of(z)[:, None, None] * mu(both, axis=0), axis=0)
    return S if diagonal else S * (1 - np.eye(len(S)))


SLIPS["pairwise_strengths"] = _pairs, {
    "then": "(i, j) and (j, i) are one pair: fill in both, with its strength",
    "diagonal": "a feature with itself is no pair",
    "total": "the strengths of all units are added up",
}, AVERAGES | OF_Z | {
    SIGNED: dict(size=unchanged),
    TRANSPOSED: dict(given=_turned),
    "only above the diagonal": dict(then=np.triu),
    "only below the diagonal": dict(then=np.tril),
    "each pair twice": dict(then=lambda S: 2 * S),
    "the diagonal filled": dict(diagonal=True),
    "the last unit only": dict(total=lambda S, axis: S[-1]),
    "the strongest unit in place of the sum": dict(total=np.max),
    "the mean over the units": dict(total=np.mean),
}  # fmt: skip


def _greedy(W1, z, by=np.abs, size=np.abs, mu=np.min, orders=None, low=2, high=0,
            key=sorted, add=np.add, z_of=unchanged, order=-1):  # fmt: skip
    found = {}
    for w, z_r in zip(W1, z_of(z)):
        top = np.argsort(-by(w), kind="stable").tolist()
        for j in orders or range(low, len(w) + 1 - high):
            interaction = tuple(key(top[:j]))
            omega = z_r * mu(size(w[top[:j]]))
            found[interaction] = float(add(found.get(interaction, 0), omega))
    return sorted(found.items(), key=lambda item: order * item[1])


SLIPS["greedy_ranking"] = _greedy, {}, RANKED | OF_Z | {
    TRANSPOSED: dict(given=_turned),
    "the mean over the units": dict(given=lambda W1, z: (W1, z / len(z))),
}  # fmt: skip


def _prune(ranking, goes=lt, among=lambda sets, k: sets[:k]):
    sets = [set(i) for i, _ in ranking]
    rows = zip(ranking, sets, range(len(sets)))
    return [r for r, own, k in rows if not any(goes(own, o) for o in among(sets, k))]


_EVERY = dict(among=lambda sets, k: sets)
_DROPS = {
    "every subset dropped": _EVERY,
    "an interaction taken for its own superset": dict(goes=le, **_EVERY),
    "supersets dropped": dict(goes=gt),
    "all supersets dropped": dict(goes=gt, **_EVERY),
    "overlap taken for a subset": dict(goes=and_),
    "smaller taken for a subset": dict(goes=lambda own, other: len(own) < len(other)),
    "compared with the one above only": dict(among=lambda sets, k: sets[:k][-1:]),
    "compared with the strongest only": dict(among=lambda sets, k: sets[:k][:1]),
}
SLIPS["prune_redundant"] = _prune, {}, _DROPS | {
    "weakest first": dict(then=lambda ranking: ranking[::-1]),
    "nothing dropped": dict(among=lambda sets, k: []),
}  # fmt: skip


def _nid(weights, prune=_prune, z_of=_z, **steps):
    return prune(_greedy(weights[0], z_of(weights), **steps))


SLIPS["nid"] = _nid, {
    "prune": HINTS["goes"],
    "z_of": "z of the first layer is |w_y| |W_L| ... |W2|, of magnitudes",
}, RANKED | {
    "not pruned": dict(prune=unchanged),
    **{k: dict(prune=partial(_prune, **_DROPS[k])) for k in _DROPS if "subset" in k},
    "no outgoing weights z": dict(z_of=lambda w: np.ones(len(w[0]))),
    "signed weights in z": dict(z_of=lambda w: _z(w, size=unchanged)),
    "the output weights only": dict(z_of=lambda w: abs(w[-1])[0]),
}  # fmt: skip
