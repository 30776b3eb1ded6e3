"""MLP-Cutoff with a net for each set, on both halves: can it do without a set? (ours)

Such a refit holds what its sets hold and nothing else (Sec. 4.3). So where a set is
missing, features of this set explain a part of its residuals on unseen rows.

>>> X = np.random.default_rng(0).normal(size=(9000, 3))
>>> round(explained_by_units(X[:, 1:], X[:, 1] * X[:, 2], np.random.default_rng(1)), 1)
1.0
"""

from dataclasses import replace
from functools import partial

import numpy as np

from ..fast.backprop import predict
from ..interactions import pairs_of
from ..losses import mean_loss
from ..networks import mlp_cutoff
from ..recipes import CUTOFF_RECIPE
from ..training import fit
from . import constants
from .confirm import Corners
from .fits import part_explained
from .opinion import Agreed, Opinion, with_q


def refit(needed, sets, k) -> tuple:
    """MLP-Cutoff with a net for each of the sets, trained on half k of a Needed, once.

    It is (rows -> output, the other half's error, which stops it early). The best of
    some starts is taken: one that learns a single effect badly errs too much.
    """
    if (sets, k) not in needed.cutoffs:
        starts = (trained(needed, sets, k, start) for start in range(constants.STARTS))
        needed.cutoffs[sets, k] = min(starts, key=lambda one: one[1])
    return needed.cutoffs[sets, k]


def trained(needed, sets, k, start) -> tuple:
    """One start of `refit`."""
    p, train, other = needed.X.shape[1], needed.halves[k], needed.halves[1 - k]
    of_table = {"outputs": needed.outputs, "columns": needed.columns}
    network = mlp_cutoff(p, sets, constants.NETS, constants.ALONE, **of_table)
    steps = max(len(train[1]) // CUTOFF_RECIPE.batch, CUTOFF_RECIPE.steps)
    epochs = max(constants.REFIT_STEPS // steps, 5)
    recipe = replace(CUTOFF_RECIPE, epochs=epochs, patience=epochs)
    recipe = replace(recipe, penalty_constant=constants.REFIT_L2)
    parts = replace(needed.split, train=train, valid=other)
    rng = np.random.default_rng([needed.seed, start])
    needed.progress.begin("are these sets enough?", epochs)
    result = fit(network, parts, needed.loss, rng, recipe, needed.progress).finished()
    f, (X, y) = partial(predict, network, result.theta), other
    return f, mean_loss(needed.loss, f(X).astype(float), y, other.weights())


def error(needed, sets) -> float:
    """The logarithm of MLP-Cutoff's error with these sets, the sum of both halves'."""
    return float(np.log(max(sum(refit(needed, sets, k)[1] for k in (0, 1)), 1e-12)))


def of_refits(opinion, sets) -> Opinion:
    """The Opinion with MLP-Cutoffs that have these sets in the networks' place."""
    fs = [opinion.rescale(refit(opinion.needed, sets, k)[0]) for k in (0, 1)]
    pair = tuple(Corners(f, c.a, c.b, c.columns) for f, c in zip(fs, opinion.pair))
    changes = {"least_share": constants.REFIT_SHARE, "needed": None, "known": {}}
    two = replace(opinion, pair=pair, **changes)
    two.proposed = [two.of(pair) for pair in sorted(pairs_of(sets))]
    return two


def explains(needed, sets, interaction) -> float:
    """The part of residuals that the features explain, in the half where it is less."""
    columns, parts = [c for j in interaction for c in needed.columns[j]], []
    for k, (X, y) in enumerate(needed.halves[::-1]):
        X, y = X[: constants.ETA_ROWS], y[: constants.ETA_ROWS]
        left, rng = y - refit(needed, sets, k)[0](X), np.random.default_rng(needed.seed)
        parts.append(explained_by_units(X[:, columns], left, rng))
    return min(parts)


def explained_by_units(X, left, rng) -> float:
    """The part of what is left, (n,), that random ReLU units of X, (n, c), explain."""
    c, m = X.shape[1], constants.LEFT_UNITS
    W, b = rng.normal(0, 1.5 / c**0.5, size=(c, m)), rng.normal(size=m)
    H = np.maximum(X @ W.astype(X.dtype) + b.astype(X.dtype), 0)
    H -= H.mean(axis=0)
    ridge = constants.LEFT_RIDGE * np.sum(H**2, dtype=float) / m
    return float(part_explained(H, left[:, None], ridge)[0])


def in_full(two, sets) -> list[Agreed]:
    """What two MLP-Cutoffs say of each of the sets, the largest share first."""
    q_of, full = two.q_values(two.proposed), []
    for a in sorted(map(two.of, sets), key=lambda a: -a.share):
        full.append(replace(with_q(a, q_of), interval=two.interval(a.interaction)))
    least = {2: constants.STEP_SHARE}  # larger sets may add less to their parts
    return [a for a in full if a.share > least.get(len(a.interaction), 0)]
