"""Is an interaction needed to predict outcomes of unseen rows? (Sec. 3; ours)

A function has no interaction I exactly if it is a sum, over i in I, of functions that
do not see x_i (Sec. 3; Sorokina et al. 2008). So fit a sum of single effects, of sets
that are there already, and of functions of I that are each blind to one feature of I.
Then give it a function of all of I. If what this adds explains nothing of what the
first sum leaves of unseen outcomes, the interaction is not needed.

Two networks that agree are not enough where features depend on one another: far from
all rows both extrapolate alike. Here only rows of the table count.

Hundreds of such questions are asked, so no network is trained: `sums` fits the
coefficients of given functions.

>>> Verdict(t=(9.0, 1.0), rise=(0.5, 0.1), lost=(0.2, 0.1)).speaks   # one half deceives
False
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..losses import constant, row_errors
from ..parts import by_group
from ..training import SILENT
from . import constants
from .functions import joint_dependence
from .sums import Sums
from .unseen import t_beside


@dataclass(frozen=True)
class Verdict:
    """How much worse the blind sum predicts, on the rows of each half."""

    t: tuple[float, ...]  # of what it leaves, along what the whole adds; or of rises
    rise: tuple[float, ...]  # of the error, relative to the error with the interaction
    lost: tuple[float, ...]  # the part of what is explained that is lost without it
    least: float = constants.NEEDED  # t, in both halves

    @property
    def speaks(self) -> bool:
        """Whether both halves say that it is needed, by enough to be worth a claim.

        The smaller t decides: a single half deceives. If most of an outcome is noise,
        no error rises by much. If hardly any is noise, anything makes the error rise.
        """
        rise, lost = (sum(both) / len(both) for both in (self.rise, self.lost))
        much = rise >= constants.RISE or lost >= constants.LOST
        return min(self.t) >= self.least and much and lost >= constants.WORTH


class Needed(Sums):
    """needed(I, sets) fits to each of two halves of rows, and judges on the other."""

    progress = SILENT
    may_refit = True  # whether little is noise, and no feature is nearly another
    stopped = False  # by Ctrl-C: what is known stays, and nothing more is asked

    def __call__(self, interaction, sets=(), beside=()) -> Verdict:
        """The Verdict on the interaction beside single effects and other sets.

        Each part of the interaction is blind to one of its features, and as rich as the
        whole, or richer. The sets of `beside` are fitted along with the parts. A whole
        may be better only because its logits are steeper. So the blind sum's logits are
        multiplied by the number with which they predict these rows best. With few rows
        the ridge holds single effects back, and a whole that tells another feature
        would make up for that. So a feature that others tell has units of its own.
        """
        sets = tuple(sorted({*sets} - {interaction}))
        others, values = sum(len(self.columns[j]) for j in interaction) - 1, []
        width = constants.UNITS * min(max(others, 1), 4)  # of the whole
        classes = self.loss != "regression"
        parts = [self.blind_to(i, interaction) for i in reversed(interaction)]
        few = sum(map(len, self.y)) < constants.FEW
        told = np.flatnonzero(self.joint_eta > constants.ASKED) if few else ()
        parts += [(j,) for j in told if j not in interaction]
        blind = [(i, max(width, 2 * constants.UNITS)) for i in parts if i not in sets]
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

    def blind_to(self, i, interaction) -> tuple[int, ...]:
        """The others of an interaction's features, and whether i is missing.

        Where i is missing, features that depend on it tell its value: no interaction.
        """
        others = (j for j in (*interaction, len(self.columns) + i) if j != i)
        return tuple(j for j in others if j in self.seen)

    @cached_property
    def joint_eta(self) -> np.ndarray:
        """How much all other features together tell of each, (q,)."""
        X = np.concatenate([self.X[rows][: constants.FITTED] for rows in self.rows])
        return joint_dependence(X, self.columns, self.seed)
