"""Is an interaction needed to predict outcomes of unseen rows? (Sec. 3; ours)

A function has no interaction I exactly if it is a sum, over i in I, of functions that
do not see x_i (Sec. 3; Sorokina et al. 2008). So fit a sum of single effects, of sets
that are there already, and of functions of I that are each blind to one feature of I.
Then give it a function of all of I. If what that adds tells nothing of what is left of
unseen outcomes, nobody needs the interaction.

Two networks that agree are not enough where features depend on one another: far from
all rows both extrapolate alike. Here only rows of the table count.

Hundreds of such questions are asked, so no network is trained: the `functions` are sums
of given ones, and `fits` weighs these.

>>> Verdict(t=(9.0, 1.0), rise=(0.5, 0.1), lost=(0.2, 0.1)).speaks   # one half deceives
False
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from weakref import proxy

import numpy as np

from ..interactions import Interaction
from ..losses import constant, row_errors
from ..parts import by_group, relative_weights, some_of
from ..training import SILENT
from . import constants
from .fits import gram, least_cross_entropy, least_squares
from .functions import free_columns, joint_dependence, random_units, single_effects
from .unseen import in_units, t_beside


@dataclass(frozen=True)
class Verdict:
    """How much worse the blind sum predicts, on the rows of each half."""

    t: tuple[float, ...]  # of what it leaves, along what the whole adds; or of rises
    rise: tuple[float, ...]  # of the error, relative to the error with the interaction
    lost: tuple[float, ...]  # the part of what is explained that is lost without it
    least: float = constants.NEEDED  # t, in both halves

    @property
    def mean_rise(self) -> float:
        """The rise of the error, the mean of both halves."""
        return sum(self.rise) / len(self.rise)

    @property
    def speaks(self) -> bool:
        """Whether both halves say that it is needed, by enough to be worth a claim.

        The smaller t decides: a single half deceives. Where most of an outcome is
        noise, no error rises by much. Where next to nothing is, anything makes it rise.
        """
        lost = sum(self.lost) / len(self.lost)
        much = self.mean_rise >= constants.RISE or lost >= constants.LOST
        return min(self.t) >= self.least and much and lost >= constants.WORTH


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


class Needed:
    """needed(I, sets) fits to each of two halves of rows, and judges on the other.

    split has the rows' moments, columns[j] are those of X that feature j owns, and
    missing is that of a Table. The rows of each half are put in random order.
    """

    signal = 1.0  # R2 of the networks: where it is small, ridges are large
    progress = SILENT
    may_refit = True  # whether little is noise, and no feature is nearly another
    stopped = False  # by Ctrl-C: what is known stays, and nothing more is asked

    def __init__(self, split, halves, loss, columns, outputs, rng, missing=None):
        self.split, self.loss = split, loss
        self.columns, self.outputs = columns, outputs
        self.halves = [some_of(h, rng.permutation(len(h[1]))) for h in halves]
        self.seed = int(rng.integers(2**31))
        self.cutoffs = {}  # {(sets, half): a refit}
        halves = [some_of(half, np.s_[: constants.ROWS_ASKED]) for half in self.halves]
        self.y = [np.asarray(y, float) for _, y in halves]
        self.ranges = [(y.min(), y.max()) for y in self.y]
        weights = map(relative_weights, halves)
        self.w = [np.ones(len(y)) if w is None else w for w, y in zip(weights, self.y)]
        self.groups = [half.groups for half in halves]
        X = np.concatenate([X for X, _ in halves]).astype(float)
        self.X, cut = X.clip(-constants.FAR, constants.FAR), len(self.y[0])
        self.rows = np.s_[:cut], np.s_[cut:]  # those of each half
        q, self.seen = len(self.columns), dict(enumerate(self.columns))
        # Whether feature j is missing is a feature, too, of the number q + j.
        self.seen |= {q + j: (column,) for j, column in (missing or {}).items()}
        mine = proxy(self)  # so that no cache keeps it, and its rows, in memory
        self.joint_eta = lru_cache(None)(partial(Needed._joint_eta, mine))
        self.units = lru_cache(constants.DRAWN)(partial(Needed._units, mine))
        self.fitted = lru_cache(2)(partial(Needed._fitted, mine))  # on either half

    @cached_property
    def singles(self) -> tuple[np.ndarray, np.ndarray]:
        """The steps and hinges of all features, (n, d), and the ridge of each, (d,).

        Where features tell the classes well, logits are steep, and their mean is not
        the logit of the classes' shares. If a ridge held back slope or mean, the
        interaction would make up for it. So classes have 1, x and x^2 of every column,
        and a step for each of few values, all nearly without a ridge. A feature of few
        values needs nothing else.
        """
        y, _ = in_units(self.loss, np.concatenate(self.y), self.outputs)
        if self.loss == "regression":
            H = single_effects(self.X, self.columns, y)
            return H, np.full(H.shape[1], constants.RIDGE)
        free = free_columns(self.X).astype(np.float32)
        values = [len(np.unique(self.X[:, first])) for first, *_ in self.columns]
        many = [c for c, n in zip(self.columns, values) if n > constants.STEPS]
        H = single_effects(self.X, many, y) if many else free[:, :0]
        widths = free.shape[1], H.shape[1]
        ridge = np.repeat([constants.FREE_RIDGE, constants.RIDGE], widths)
        return np.concatenate([free, H], axis=1), ridge

    def _joint_eta(self, i) -> float:
        """How much all other features together tell of feature i, computed once.

        It is 0 for more than ALL_PAIRS features, of which so few units see nothing.
        """
        if len(self.columns) > constants.ALL_PAIRS:
            return 0.0
        others = [c for j, owned in enumerate(self.columns) if j != i for c in owned]
        X = np.concatenate([self.X[rows][: constants.FITTED] for rows in self.rows])
        rng = np.random.default_rng([self.seed, i])
        return joint_dependence(X, [*self.columns[i]], others, rng)

    def __call__(self, interaction, sets=(), beside=()) -> Verdict:
        """The Verdict on the interaction beside single effects and other sets.

        Each part of the interaction is blind to one of its features, and as rich as the
        whole, or richer. The sets of `beside` are fitted along with the parts. A whole
        may be better by nothing but being surer of all classes. So the blind sum's
        logits are multiplied by the number with which they predict these rows best.
        """
        sets = tuple(sorted({*sets} - {interaction}))
        width, values = self.width(interaction), []
        classes = self.loss != "regression"
        m = max(width, 2 * constants.UNITS)
        parts = [self.blind_to(i, interaction) for i in reversed(interaction)]
        blind = [(i, m) for i in parts if i not in sets]
        blind += [(i, constants.SETTLED) for i in beside]
        for k in (0, 1):
            y, w = self.y[1 - k], self.w[1 - k]
            f_blind, f = self.without_and_with((interaction, width), sets, blind, k)
            if classes:
                fs = [multiple * f_blind for multiple in constants.SURER]
                f_blind = min(fs, key=lambda f: row_errors(self.loss, f, y, w).mean())
            errors = row_errors(self.loss, f, y, w)
            rises = row_errors(self.loss, f_blind, y, w) - errors
            apart = np.sum((f - f_blind).reshape(len(y), -1) ** 2, axis=1)
            guess = constant(self.loss, self.y[k], self.w[k], self.outputs) + 0 * f
            explained = row_errors(self.loss, guess, y, w).mean() - errors.mean()
            rise, lost = rises.mean() / np.maximum([errors.mean(), explained], 1e-12)
            # A whole that is not quite right may predict no better. What the blind sum
            # leaves still follows it: (y - f_blind) (f - f_blind). Logits deceive so.
            along = rises if classes else (rises + w * apart) / 2
            t = t_beside(*by_group(self.groups[1 - k], along, w * apart))
            values.append((t, float(rise), float(lost)))
        least = constants.OF_CLASSES if classes else constants.NEEDED
        return Verdict(*zip(*values), least)

    def blind_to(self, i, interaction) -> Interaction:
        """The others of an interaction's features, and whether i is missing.

        Where it is, features that depend on i tell its value. That is no interaction.
        """
        others = (j for j in (*interaction, len(self.columns) + i) if j != i)
        return tuple(j for j in others if j in self.seen)

    def _units(self, features, m) -> np.ndarray:
        """m random ReLU units of the features' columns, (n, m), always the same."""
        X = self.X[:, [c for j in features for c in self.seen[j]]]
        return random_units(X, m, np.random.default_rng([self.seed, *features]))

    def width(self, features) -> int:
        """How many units a function of these features has."""
        others = sum(len(self.columns[j]) for j in features) - 1
        return constants.UNITS * min(max(others, 1), 4)

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
