"""Which interactions can a network's non-zero weights carry at all? (Sec. 3.1, App. A)

Features and hidden units are the vertices of a directed graph, non-zero weights its
edges. Proposition 2: interacting features have a common descendant, a hidden unit. So
a network with pruned weights may have lost some interactions.

A network is the list of its weight matrices [(p_1, p), (p_2, p_1), ..., (1, p_L)],
as in `influence.aggregated_weights`. The last one is w^y; the output y is no vertex.

>>> weights = [np.array([[1, 2, 0], [0, -1, 3]]), np.array([[1, 1]])]
>>> possible_interactions(weights)
[(0, 1), (1, 2)]
>>> common_descendants(weights, (1, 2)), common_descendants(weights, (0, 2))
([(1, 1)], [])
"""

import numpy as np

from .interactions import Interaction, as_interaction, maximal


def ancestors(weights) -> list[np.ndarray]:
    """Which unit descends from which feature: entry l is (p_l, p), for layers 0 to L.

    Entry [l][j, i] says whether a path of non-zero weights leads from feature i to
    unit j of layer l. Layer 0 is the features, each its own ancestor.
    """
    reached = [np.eye(np.shape(weights[0])[1], dtype=bool)]
    for W in weights[:-1]:
        reached.append((np.asarray(W) != 0) @ reached[-1])
    return reached


def common_descendants(weights, interaction) -> list[tuple[int, int]]:
    """The (layer, unit) with all the interaction's features among their ancestors.

    Layers count from 1 as in the paper, units from 0. An empty list means that the
    network does not have this interaction (Sec. 3.1). The converse fails: units can
    cancel, as max(u, 0) - max(-u, 0) = u with u = w1 x1 + w2 x2 (App. A).
    """
    members = list(as_interaction(interaction, np.shape(weights[0])[1]))
    return [
        (layer, int(unit))
        for layer, reached in enumerate(ancestors(weights))
        for unit in np.flatnonzero(reached[:, members].all(axis=1))
    ]


def possible_interactions(weights) -> list[Interaction]:
    """The maximal ancestor sets at the last hidden layer, largest first.

    Every interaction of the network is a subset of one of them: the proof in App. A
    writes y as a sum over the last layer's units, so it needs no other layer. As in
    the paper, a unit counts although its weight in w^y may be 0. The proof holds
    without such units too: drop them from the last two matrices for a sharper answer.
    """
    sets = {tuple(np.flatnonzero(row).tolist()) for row in ancestors(weights)[-1]}
    return maximal(sorted((s for s in sets if len(s) > 1), key=lambda s: (-len(s), s)))
