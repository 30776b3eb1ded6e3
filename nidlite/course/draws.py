"""Random cases: one draw of all that an exercise can be asked about, by name.

Numbers have one or two decimals, so that a student can read them and paste them.
"""

import numpy as np

from ..influence import aggregated_weights
from ..ranking import greedy_ranking

TRUTHS = [(0, 1, 2), (3, 4)], [(0, 3), (1, 4), (1, 2)], [(0, 1, 2, 3)]


def random_case(rng) -> dict:
    """{an argument's name: its value}; text is Python source."""
    p = int(rng.integers(3, 5))
    # Every other W1 is square: there a transposed matrix goes unnoticed.
    units = p if rng.integers(2) else int(rng.integers(1, 5))
    weights, shapes = _network(rng, p, units), [(3, p), (2, 3), (1, 2)]
    true, losses = TRUTHS[rng.integers(3)], rng.uniform(0.2, 1, rng.integers(2, 7))
    losses, upper = np.round(losses, 2).tolist(), np.triu(rng.integers(0, 6, (5, 5)), 1)
    case = {
        "weights": weights,
        "sparse": [rng.choice([-1.0, 0.0, 0.0, 1.0], shape) for shape in shapes],
        "W1": weights[0],
        "z": np.round(aggregated_weights(weights), 2),
        "interaction": _features(rng, p),
        # With these X and b1 no unit's ReLU is at its kink.
        "X": np.round(_numbers(rng, 3, p)) + 0.0,
        "b1": np.round(_numbers(rng, units) + 0.05, 2),
        "w_y": _numbers(rng, units),
        "constant": 0.2,
        "v": _numbers(rng, 2, low=0.1),
        "t": int(rng.integers(2, 6)),
        "rate": 0.01,
        "f": "lambda X: X[:, 0] * np.exp(X[:, 1] - X[:, 2])",
        "exponent": ("np.inf", 2, 1, 0, -1, "-np.inf")[rng.integers(6)],
        "variance": round(rng.uniform(0.5, 4), 1),
        "interactions": true,
        "ranking": _ranking(rng, true),
        "strengths": (upper + upper.T) / 10,
        "losses": losses,
        "reference": [losses[-1], 0.1][rng.integers(2)],
        "tolerance": float(rng.choice([0.033, 0.173])),  # no fall is just as large
    }
    sizes = {"y": 3, "w": p, "theta": 2, "g": 2, "m": 2, "D_a": 3, "D_b": 3}
    case |= {name: _numbers(rng, size) for name, size in sizes.items()}
    case |= {name: float(_numbers(rng)) for name in ("b_y", "alpha1", "alpha2")}
    return case | {name: _numbers(rng, 2, p) for name in "ab"}


def _numbers(rng, *shape, low=-2.0):
    """Random numbers with one decimal."""
    return np.round(rng.uniform(low, 2, shape), 1) + 0.0  # + 0.0: no -0.0


def _features(rng, p) -> tuple:
    """A random interaction of 2 to 4 of p features."""
    size = rng.integers(2, min(p, 4) + 1)
    return tuple(sorted(rng.choice(p, size, replace=False).tolist()))


def _network(rng, p, units) -> list:
    """The weights of one or two hidden layers.

    No two magnitudes in a row of W1 are equal, and no two strengths: their order would
    be a matter of taste.
    """
    while True:
        sizes = rng.permuted(np.tile(np.arange(20) / 10, (units, 1)), axis=1)[:, :p]
        weights = [sizes * rng.choice([-1, 1], (units, p)) + 0.0]
        if rng.integers(2):
            weights.append(_numbers(rng, 2, units))
        weights.append(_numbers(rng, 1, len(weights[-1])))
        found = greedy_ranking(weights[0], aggregated_weights(weights))
        if len({round(omega, 6) for _, omega in found}) == len(found) > 0:
            return weights


def _ranking(rng, true) -> list:
    """A ranking with the truth, parts of it, and what is false, in any order."""
    sets = [*true, *(I[:-1] for I in true if len(I) > 2)]
    sets += [_features(rng, 5) for _ in range(2)]
    order = dict.fromkeys(sets[k] for k in rng.permutation(len(sets)))
    return [(I, round(0.9 - 0.05 * k, 2)) for k, I in enumerate(order)]
