"""Random arguments for each exercise, with one decimal so that they stay readable."""

import numpy as np

from ..influence import aggregated_weights
from ..ranking import greedy_ranking


def _array(rng, *shape, low=-2.0):
    return np.round(rng.uniform(low, 2, shape), 1) + 0.0  # + 0.0: no -0.0


def _subset(rng, p, most=None):
    size = rng.integers(2, (most or p) + 1)
    return tuple(sorted(rng.choice(p, size, replace=False).tolist()))


def _mean(rng):
    exponent = ("np.inf", 2, 1, 0, -1, "-np.inf")[rng.integers(6)]
    return _array(rng, rng.integers(2, 6)), exponent


def _network(rng):
    sizes = [*rng.integers(1, 4, rng.integers(2, 5)).tolist(), 1]
    return ([_array(rng, rows, columns) for columns, rows in zip(sizes, sizes[1:])],)


def _layer(rng):
    """W1 without equal magnitudes in a row, where the top j would be a matter of taste.

    A square one every other time: that is where a transposed matrix goes unnoticed.
    """
    p = int(rng.integers(2, 5))
    units = p if rng.integers(2) else int(rng.integers(1, 5))
    sizes = rng.permuted(np.tile(np.arange(20) / 10, (units, 1)), axis=1)[:, :p]
    return sizes * rng.choice([-1, 1], (units, p)) + 0.0, _array(rng, units, low=0.1)


def _whole(rng):
    """A chain of weights without equal strengths: their order would decide."""
    while True:
        W1, z = _layer(rng)
        units = int(rng.integers(1, 4))
        above = _array(rng, units, len(z)), _array(rng, 1, units, low=0.1)
        weights = [W1, *above] if rng.integers(2) else [W1, z[None]]
        ranking = greedy_ranking(W1, aggregated_weights(weights))
        if len({round(omega, 6) for _, omega in ranking}) == len(ranking) > 0:
            return (weights,)


def _net(rng, p):
    units = int(rng.integers(1, 4))
    W1, b1 = _array(rng, units, p), _array(rng, units)
    # Odd hundredths keep ReLU away from its kink.
    return W1, np.round(b1 + 0.05, 2), _array(rng, units), float(_array(rng))


def _backprop(rng):
    n, p = (int(k) for k in rng.integers(1, 4, 2))
    return np.round(_array(rng, n, p)), _array(rng, n), *_net(rng, p)


def _graph(rng):
    """Sparse weights, some of which cancel along two paths."""
    sizes = [*rng.integers(2, 5, rng.integers(2, 4)).tolist(), 1]
    shapes = list(zip(sizes[1:], sizes))
    weights = [rng.choice([-1.0, 0.0, 1.0], s, p=[0.3, 0.4, 0.3]) for s in shapes]
    return weights, _subset(rng, sizes[0], min(3, sizes[0]))


def _cutoff(rng):
    # With such tolerances no fall is just as large as it needs to be.
    losses = np.round(rng.uniform(0.2, 1, rng.integers(2, 7)), 1)
    losses = np.sort(losses)[::-1] if rng.integers(2) else losses
    losses = np.round(losses + rng.choice([0, 0.01], len(losses)), 2)
    reference = rng.choice(losses) if rng.integers(2) else losses.min() - 0.1
    tolerance = float(rng.choice([0.033, 0.173]))
    return losses.tolist(), round(float(reference), 2), tolerance


def _ranking(rng, p=5):
    chosen = dict.fromkeys(_subset(rng, p, 4) for _ in range(rng.integers(3, 9)))
    strengths = 0.9 - 0.1 * np.arange(len(chosen))
    return list(zip(chosen, np.round(strengths, 1).tolist()))


def _auc(rng):
    p = int(rng.integers(4, 7))
    upper = np.triu(rng.integers(0, 6, (p, p)), 1) / 10
    pair = [(p - 2, p - 1)] if rng.integers(2) else []  # beside one without feature 0
    return upper + upper.T, [_subset(rng, p - 1), *pair][: 1 + (p > 4)]


def _recall(rng):
    """A ranking with the truth near its top, else most recalls would be 0."""
    true = [[(0, 1, 2), (3, 4)], [(0, 3), (1, 4), (1, 2)], [(0, 1, 2, 3)]]
    true = true[rng.integers(len(true))]
    parts = [i[:-1] for i in true if len(i) > 2]
    top = [i for i in true + parts if rng.random() < 0.8]
    tail = [i for i, _ in _ranking(rng) if i not in top]
    order = [top[i] for i in rng.permutation(len(top))] + tail
    order.insert(rng.integers(len(order) + 1), order.pop())
    strengths = (round(0.9 - 0.05 * k, 2) for k in range(len(order)))
    return list(zip(order, strengths)), true


def _difference(rng):
    n = int(rng.integers(1, 4))
    f = (
        "lambda X: X[:, 0] * X[:, 1] + np.sin(X[:, 1] + X[:, 2])",
        "lambda X: X[:, 0] * X[:, 1] * X[:, 2] + X[:, 0]",
        "lambda X: np.exp(X[:, 0] - X[:, 2]) * X[:, 1]",
    )[rng.integers(3)]
    return f, _subset(rng, 3), _array(rng, n, 3), _array(rng, n, 3)


def _adam(rng):
    n, t = int(rng.integers(1, 4)), int(rng.integers(2, 9))
    theta, g, m = (_array(rng, n) for _ in range(3))
    return theta, g, m, _array(rng, n, low=0.1), t, 0.01


# exercise: a function of an np.random.Generator that gives its arguments
DRAWN = {
    "forward": lambda rng: (
        _array(rng, 3, p := int(rng.integers(1, 4))),
        *_net(rng, p),
    ),
    "backprop": _backprop,
    "l1_subgradient": lambda rng: (_array(rng, *rng.integers(1, 4, 2)), 0.2),
    "adam_step": _adam,
    "mixed_difference": _difference,
    "common_descendants": _graph,
    "generalised_mean": _mean,
    "cross_coefficient": lambda rng: tuple(map(float, _array(rng, 2))),
    "aggregated_weights": _network,
    "strength": lambda rng: (*(W := _layer(rng)), _subset(rng, W[0].shape[1])),
    "greedy_ranking": _layer,
    "prune_redundant": lambda rng: (_ranking(rng),),
    "top_rank_recall": _recall,
    "cutoff": _cutoff,
    "pairwise_strengths": _layer,
    "pairwise_auc": _auc,
    "shared_share": lambda rng: (
        *_array(rng, 2, rng.integers(2, 5)),
        *(_subset(rng, 5), round(rng.uniform(0.5, 4), 1)),
    ),
    "nid": _whole,
}
