"""Two networks that never saw the same rows (ours).

The training and the validation rows are cut in two halves. A network is trained on each
and stopped early on the other, so that the outcomes there are nearly new to it. Where
rows are few, or it stops early as outcomes are noisy, several starts are worth it.

>>> from nidlite.splits import split
>>> X, y = np.arange(300.0).reshape(100, 3), np.arange(100.0)
>>> parts = split(X, y, np.random.default_rng(0), (0.8, 0.1, 0.1))
>>> [X.shape for X, y in halves(parts, np.random.default_rng(0))]
[(45, 3), (45, 3)]
"""

from dataclasses import replace

import numpy as np

from ..errors import InputError
from ..parts import dealt, some_of, together
from ..training import SILENT, fit
from .constants import EARLY, EVEN, MOST_STARTS, PATIENCE, STARTED


def even(split) -> bool:
    """Whether the training and the validation rows are about as many."""
    return len(split.valid[1]) >= EVEN * len(split.train[1])


def halves(split, rng) -> list[tuple]:
    """The rows that are not for the test in two halves, [(X, y), (X, y)]."""
    if even(split):
        return [split.train, split.valid]
    rows = together([split.train, split.valid])
    parts = dealt(len(rows[1]), rows.groups, rng, lambda m: [(m + 1) // 2])
    return [some_of(rows, half) for half in parts]


def train_others(split, network, loss, recipe, rngs, progress=SILENT) -> list[list]:
    """[thetas of half 0's starts, those of half 1's]; InputError if a training fails.

    rngs are for the cut, the first start in each half, and each half's other starts.
    Where the halves are even, half 0's first start is the detection's, and left out.
    """
    rows = halves(split, rngs[0])
    thetas, epochs = [[], []], []
    recipe = replace(recipe, patience=min(recipe.patience, PATIENCE))

    def start(k, rng):
        parts = replace(split, train=rows[k], valid=rows[1 - k])
        what = f"2nd opinion, half {k + 1}, start {len(thetas[k]) + 1}"
        progress.begin(what, recipe.epochs)
        result = fit(network, parts, loss, rng, recipe, progress).finished()
        if not result.history:
            raise InputError(f"second opinion failed: {result.stopped}; lower the rate")
        thetas[k].append(result.theta)
        epochs.append(len(result.history))

    for k in (1,) if even(split) else (0, 1):
        start(k, rngs[1 + k])
    early = np.mean(epochs) <= EARLY * recipe.epochs
    starts = max(min(STARTED // len(rows[0][1]), MOST_STARTS), 1 + early)
    for k in (0, 1) * (starts - 1):
        start(k, rngs[3 + k])
    return thetas
