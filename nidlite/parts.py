"""Rows that weigh more than others, are copies, or belong together (ours).

A row may count as several. A copy of a row in another part would confirm its accidents,
and so would another row of the same person, place or day. So a row is taken once, and
no group of rows is cut.

>>> days, rng = np.array([7, 7, 2, 2]), np.random.default_rng(0)
>>> [sorted(days[rows].tolist()) for rows in dealt(4, days, rng, lambda m: [1])]
[[2, 2], [7, 7]]
"""

from dataclasses import dataclass

import numpy as np

VALUES_EACH, LEAST_VALUES = 0.5, 50  # values, per row and in all, that show copies


@dataclass(frozen=True, eq=False)
class Part:
    """A pair (X, y), unpacked like any pair, that knows weights and groups of rows."""

    X: np.ndarray  # (n, p)
    y: np.ndarray  # (n,)
    sample_weight: np.ndarray | None = None  # (n,) in any unit; None: all count alike
    groups: np.ndarray | None = None  # (n,) numbers; None: each row is independent

    def __getitem__(self, k):  # which unpacking asks, too
        return (self.X, self.y)[k]

    def weights(self, dtype=float) -> np.ndarray | None:
        """The rows' weights, (n,), scaled to mean 1; None if all count alike."""
        w = self.sample_weight
        if w is None or not len(w):
            return None
        return (w / w.mean()).astype(dtype)


def together(parts) -> Part:
    """The rows of several parts as one."""
    columns = zip(*(vars(part).values() for part in parts))
    return Part(*(None if c[0] is None else np.concatenate(c) for c in columns))


def some_of(part, rows) -> Part:
    """Some rows of a part, by numbers or a slice."""
    return Part(*(None if c is None else c[rows] for c in vars(part).values()))


def dealt(n, groups, rng, ends) -> list[np.ndarray]:
    """The numbers of n rows in random parts, in which no group, (n,), is cut.

    ends(m) are the places at which m groups, or rows without groups, are cut.
    """
    if groups is None:
        return np.split(rng.permutation(n), ends(n))
    values, group_of = np.unique(groups, return_inverse=True)
    parts = np.split(rng.permutation(len(values)), ends(len(values)))
    return [rng.permutation(np.flatnonzero(np.isin(group_of, part))) for part in parts]


def by_group(groups, *values) -> tuple[np.ndarray, ...]:
    """Each of the values, (n,), summed over every group; unchanged without groups.

    Rows of one group may err alike, and sums over groups do not (Liang and Zeger 1986).
    """
    if groups is None:
        return values
    group_of = np.unique(groups, return_inverse=True)[1]
    return tuple(np.bincount(group_of, each) for each in values)


def each_once(X, y, w) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """X (n, p), y (n,) and weights w with each row once; copies' weights are added up.

    Equal rows are copies only if a column has VALUES_EACH values per different row, and
    LEAST_VALUES: rows of categories are equal by chance, and few rows are all needed.
    """
    first_of, n = {}, len(y)
    # -0.0 + 0.0 is 0.0, so that both are one value.
    rows = (hash((x + 0.0).tobytes() + (out + 0.0).tobytes()) for x, out in zip(X, y))
    first = np.array([first_of.setdefault(row, k) for k, row in enumerate(rows)])
    kept, least = first == np.arange(n), max(VALUES_EACH * len(first_of), LEAST_VALUES)
    if kept.all() or all(len(np.unique(column)) < least for column in (*X.T, y)):
        return X, y, w
    w = np.bincount(first, w, n)[kept]
    return X[kept], y[kept], w / w.max() if np.ptp(w) else None
