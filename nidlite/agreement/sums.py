"""Sums of functions, fitted to each of two halves of rows, for the other half (ours).

Single effects are steps and hinges, and a function of several features is random units
(`functions`). All are given, so least squares or Newton's steps weigh them (`fits`).

>>> from nidlite.splits import split
>>> X = np.random.default_rng(0).normal(size=(4000, 2))
>>> parts = split(X, X[:, 0] * X[:, 1], np.random.default_rng(0), (0.5, 0.5, 0.0))
>>> columns, rng = ((0,), (1,)), np.random.default_rng(0)
>>> sums = Sums(parts, [parts.train, parts.valid], "regression", columns, 1, rng)
>>> blind, whole = sums.without_and_with(((0, 1), 60), (), [((0,), 60), ((1,), 60)], 0)
>>> [bool(np.mean((sums.y[1] - f) ** 2) < 0.1) for f in (blind, whole)]
[False, True]
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from weakref import proxy

import numpy as np

from ..losses import constant
from ..parts import some_of
from . import constants
from .fits import gram, least_cross_entropy, least_squares
from .functions import free_columns, random_units, single_effects
from .unseen import in_units


@dataclass
class Fitted:
    """A sum of functions, fitted to one half: one output, a logit for each class."""

    inverse: np.ndarray  # (d, d), of the Hessian with its ridge
    weights: np.ndarray  # (n,), each row's in the Hessian
    left: np.ndarray  # (n,), what is left of each outcome, times the row's weight
    f: np.ndarray  # its prediction of the other half, in logits for classes
    noise: float  # what is left, squared, over the signal: the ridges' unit
    # {a block of units: its products with H, how H's coefficients move along}, (d, m).
    met: dict = field(default_factory=dict)


class Sums:
    """without_and_with(whole, sets, blind, k): what two sums predict of the other half.

    split has the rows' moments, columns[j] are those of X that feature j owns, and
    missing is that of a Table. The rows of each half are put in random order.
    """

    signal = 1.0  # R2 of the networks: where it is small, ridges are large

    def __init__(self, split, halves, loss, columns, outputs, rng, missing=None):
        self.split, self.loss = split, loss
        self.columns, self.outputs = columns, outputs
        self.halves = [some_of(h, rng.permutation(len(h[1]))) for h in halves]
        self.seed = int(rng.integers(2**31))
        halves = [some_of(half, np.s_[: constants.ROWS_ASKED]) for half in self.halves]
        self.y = [np.asarray(y, float) for _, y in halves]
        self.ranges = [(y.min(), y.max()) for y in self.y]
        weights = (half.weights() for half in halves)
        self.w = [np.ones(len(y)) if w is None else w for w, y in zip(weights, self.y)]
        self.groups = [half.groups for half in halves]
        X = self.with_far = np.concatenate([X for X, _ in halves]).astype(float)
        self.X, cut = X.clip(-constants.FAR, constants.FAR), len(self.y[0])
        self.rows = np.s_[:cut], np.s_[cut:]  # those of each half
        q, self.seen = len(self.columns), dict(enumerate(self.columns))
        # Whether feature j is missing is a feature, too, of the number q + j.
        self.seen |= {q + j: (column,) for j, column in (missing or {}).items()}
        mine = proxy(self)  # so that no cache keeps it, and its rows, in memory
        self.cutoffs = {}  # {(sets, half): MLP-Cutoff, fitted to it}, for `refits`
        self.units = lru_cache(constants.DRAWN)(partial(Sums._units, mine))
        self.fitted = lru_cache(2)(partial(Sums._fitted, mine))  # on either half

    @cached_property
    def singles(self) -> tuple[np.ndarray, np.ndarray]:
        """The steps and hinges of all features, (n, d), and the ridge of each, (d,).

        Where features tell the classes well, logits are steep, and their mean is not
        the logit of the classes' shares. If a ridge held back slope or mean, the
        interaction would make up for it. So classes have 1, x and x^2 of every column,
        and a step for each of few values, which need no more, nearly without a ridge.
        """
        y, _ = in_units(self.loss, np.concatenate(self.y), self.outputs)
        if self.loss == "regression":
            H = single_effects(self.with_far, self.columns, y)
            return H, np.full(H.shape[1], constants.RIDGE)
        free = free_columns(self.X).astype(np.float32)
        values = [len(np.unique(self.X[:, first])) for first, *_ in self.columns]
        many = [c for c, n in zip(self.columns, values) if n > constants.STEPS]
        H = single_effects(self.X, many, y) if many else free[:, :0]
        widths = free.shape[1], H.shape[1]
        ridge = np.repeat([constants.FREE_RIDGE, constants.RIDGE], widths)
        return np.concatenate([free, H], axis=1), ridge

    def _units(self, features, m) -> np.ndarray:
        """m random ReLU units of the features' columns, (n, m), always the same."""
        X = self.X[:, [c for j in features for c in self.seen[j]]]
        return random_units(X, m, np.random.default_rng([self.seed, *features]))

    def _fitted(self, sets, k) -> tuple[np.ndarray, list[Fitted]]:
        """(H, a Fitted for each output) of single effects and sets, on half k, once.

        H, (n, d), has all their steps, hinges and units of all rows. Several classes
        have a logit each.
        """
        singles, ridge = self.singles
        units = [self.units(i, constants.SETTLED) for i in sets]
        H = np.concatenate([singles, *units], axis=1)
        regression, count = self.loss == "regression", H.shape[1] - len(ridge)
        unit_ridge = constants.UNITS_RIDGE if regression else constants.SET_RIDGE
        ridge = np.append(ridge, np.full(count, unit_ridge)) / self.signal
        A, y, w = H[self.rows[k]], self.y[k], self.w[k][:, None]
        start = np.atleast_1d(constant(self.loss, y, self.w[k], self.outputs))
        Y = np.eye(self.outputs)[y.astype(int)] if self.outputs > 1 else y[:, None]
        weigh = least_squares if regression else least_cross_entropy
        c, inverses, V, predicted, noise = weigh(A, Y, w, start, ridge)
        left, unseen = w * (Y - predicted), start + H[self.rows[1 - k]] @ c
        outputs = zip(inverses, V.T, left.T, unseen.T)
        return H, [Fitted(*output, noise / self.signal) for output in outputs]

    def without_and_with(self, whole, sets, blind, k) -> list[np.ndarray]:
        """The predictions of the other half with the blind units, and with the whole.

        Both are (n,), or (n, c) for c > 1 classes. A block is (features, width).
        Each is one step of Newton's from the fitted sum, in which the coefficients of
        single effects and sets move along (Schur's complement). A row far from all
        others could be predicted so badly that nothing else counts. So a step adds at
        most the USUAL quantile of what it adds to the half itself, and no number is
        predicted beyond the half's outcomes.
        """
        (H, fits), half, other = self.fitted(sets, k), self.rows[k], self.rows[1 - k]
        units = {block: self.units(*block) for block in [*blind, whole]}
        B = np.concatenate([*units.values()], axis=1)
        counts, outputs = (B.shape[1] - units[whole].shape[1], B.shape[1]), ([], [])
        for fit in fits:
            if len(fit.met) * len(fits) > constants.DRAWN:
                fit.met.clear()  # memory
            weights = fit.weights[:, None].astype(H.dtype)
            for block in units.keys() - fit.met:  # many sets have a part in common
                cross = H[half].T @ (weights * units[block][half])
                fit.met[block] = cross, fit.inverse @ cross
            met = [fit.met[block] for block in units]
            cross, moves = (np.concatenate(parts, axis=1) for parts in zip(*met))
            slope = B[half].T @ fit.left.astype(B.dtype)
            hessian = gram(B[half], fit.weights) - cross.T @ moves
            hessian += constants.UNITS_RIDGE * fit.noise * np.eye(len(hessian))
            for m, output in zip(counts, outputs):
                c = np.linalg.solve(hessian[:m, :m], slope[:m])
                # float32 as all rows are: half the time
                c, back = (x.astype(B.dtype) for x in (c, moves[:, :m] @ c))
                added = B[:, :m] @ c - H @ back
                usual = np.quantile(np.abs(added[half]), constants.USUAL)
                output.append(fit.f + added[other].clip(-usual, usual))
        f = [np.stack(fs, axis=1) if self.outputs > 1 else fs[0] for fs in outputs]
        return np.clip(f, *self.ranges[k]) if self.loss == "regression" else f
