"""How many of the ranked interactions are real: MLP-Cutoff (Sec. 4.3, 5.3).

    c_K(x) = sum_i g_i(x_i) + sum_{k <= K} g'_k(x_{I_k})

is trained for K = 0, 1, 2, ... along a ranking, until one of the paper's rules is met:

    reference    c_K's validation error has come down to that of the network that was
                 ranked, in the paper MLP-M (Sec. 5.3)
    plateau      the validation error no longer falls (Sec. 4.3)

An error that falls by chance is no gain: `better` says what counts. A set that was
added up to K without a gain is not identified. That is ours: the paper names all K.

>>> ranked, *errors = [np.full(9, loss) for loss in (0.4, 1.0, 0.5, 0.5, 0.5, 0.5)]
>>> grown = Cutoff([(0, 1), (1, 2), (2, 3), (3, 4)], ranked, "plateau", errors=errors)
>>> grown.K, grown.interactions, grown.ended
(1, [(0, 1)], 'plateau')
"""

from dataclasses import dataclass, field

import numpy as np

from ..interactions import Interaction, brief, mark, maximal
from ..parts import by_group
from ..training import Fit

RULES = ("reference", "plateau")
FAINT = 1e-4  # an error smaller than this is not looked for: scaled y has variance 1
DEVIATIONS = 3.0  # a gain is so many standard errors above 0: none on additive tables


def better(a, b, groups=None) -> bool:
    """Whether errors b are really less than a, each of the same validation rows, (n,).

    Two networks err on the same rows, so a - b varies less than each. b is better if
    the mean of a - b is above DEVIATIONS standard errors, and above FAINT. Errors of
    rows of one group vary together; groups is (n,).
    """
    gain = np.asarray(a, float) - b
    (sums,) = by_group(groups, gain - gain.mean())
    noise = DEVIATIONS * np.sqrt(np.sum(sums**2)) / len(gain)
    return bool(gain.mean() > max(noise, FAINT))


@dataclass
class Cutoff:
    """The curve of validation errors as interactions are added, and where it ends."""

    candidates: list[Interaction]  # the pruned ranking's top; the first K are taken
    ranked: np.ndarray  # the ranked network's errors, by row
    rule: str = "reference"
    patience: int = 3  # additions without a gain that make a plateau
    tolerance: float = 0.02  # relative fall of the error that counts as a gain
    errors: list[np.ndarray] = field(default_factory=list)  # by row, for K = 0, 1, ...
    fits: list[Fit] = field(default_factory=list)  # MLP-Cutoff with K = 0, 1, ...
    stopped: str = ""  # why it stopped before a rule was met, "" if it did not
    groups: np.ndarray | None = None  # of the validation rows, as in `better`
    names: tuple[str, ...] | None = None  # of the features

    @property
    def losses(self) -> list[float]:
        """The validation error for K = 0, 1, ...: the whole curve."""
        return [float(np.mean(errors)) for errors in self.errors]

    @property
    def reference(self) -> float:
        """The validation error of the network that was ranked."""
        return float(np.mean(self.ranked))

    @property
    def reached(self) -> int | None:
        """The smallest K whose error is no more than the reference, None if none is."""
        if self.errors and not better(self.errors[0], self.ranked, self.groups):
            return 0  # these rows cannot tell c_0 from the reference
        most = self.reference + FAINT
        return next((K for K, loss in enumerate(self.losses) if loss <= most), None)

    def gains(self, patience=np.inf) -> list[int]:
        """Each K with a gain over the best before, until `patience` K had none."""
        found, best = [], 0
        for K, loss in enumerate(self.losses):
            falls = loss < (1 - self.tolerance) * self.losses[best]
            if falls and better(self.errors[best], self.errors[K], self.groups):
                found.append(best := K)
            elif K - best >= patience:
                break
        return found

    @property
    def K(self) -> int:
        """The cutoff by the rule; the last gain if the reference was never reached."""
        if self.rule == "plateau":
            return max(self.gains(self.patience), default=0)
        return max(self.gains(), default=0) if self.reached is None else self.reached

    @property
    def interactions(self) -> list[Interaction]:
        """The identified interactions: of the top K those that were a gain."""
        return maximal([self.candidates[K - 1] for K in self.gains() if K <= self.K])

    @property
    def ended(self) -> str:
        """How it ended, by which rule or what stopped it; "" if it did not yet."""
        last = len(self.errors) - 1
        if self.stopped:
            return self.stopped
        if self.rule == "plateau" and last - self.K >= self.patience:
            return "plateau"
        if self.rule == "reference" and self.reached is not None:
            if self.losses[self.reached] > self.reference + FAINT:
                return "these rows cannot tell it from the reference"
            return "reached the reference"
        return "" if last < len(self.candidates) else "all candidates were added"

    def curve_table(self, truths=None) -> str:
        """The curve as text: K, error, what was added; * for gains up to the cutoff."""
        gains = {0, *(K for K in self.gains() if K <= self.K)}
        added = [mark(i, truths) + brief(i, self.names) for i in self.candidates]
        lines = []
        for K, (loss, words) in enumerate(zip(self.losses, ["no interaction", *added])):
            gain = "*" if K in gains else " "
            lines.append(f"{gain} K = {K:<3}{loss:10.5f}  {words}")
        end = f"{'note' if self.stopped else 'ended'}: {self.ended}"
        return "\n".join([*lines, f"  reference{self.reference:8.5f}", end])

    __repr__ = curve_table  # what a notebook shows
