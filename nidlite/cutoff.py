"""How many of the ranked interactions are real: MLP-Cutoff (Sec. 4.3, 5.3).

    c_K(x) = sum_i g_i(x_i) + sum_{k <= K} g'_k(x_{I_k})

is trained for K = 0, 1, 2, ... along a ranking, until one of the paper's rules is met:

    plateau      the validation error no longer falls (Sec. 4.3)
    reference    it has come down to the error of the network that was ranked (Sec. 5.3)

>>> from nidlite.splits import split
>>> rng = np.random.default_rng(0)
>>> X = rng.uniform(-1, 1, size=(300, 3))
>>> parts, ranking = split(X, X[:, 0] * X[:, 1], rng), [((0, 1), 2.0), ((1, 2), 1.0)]
>>> grow(parts, "regression", ranking, rng, 0.5, recipe=Recipe(8, 20)).interactions
[(0, 1)]
"""

from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from .interactions import Interaction, label, mark, maximal, pruned
from .networks import mlp_cutoff
from .training import CUTOFF_RECIPE, SILENT, Fit, Recipe, fit

RULES = ("reference", "plateau")


@dataclass
class Cutoff:
    """The curve of validation losses as interactions are added, and where it ends."""

    candidates: list[Interaction]  # the pruned ranking; the first K of them are taken
    reference: float | None  # validation loss of the ranked network
    rule: str
    patience: int  # additions without improvement that make a plateau
    tolerance: float  # relative fall of the loss that counts as improvement
    fits: list[Fit] = field(default_factory=list)  # MLP-Cutoff with K = 0, 1, ...
    stopped: str = ""  # why before a rule was met, "" if not

    @property
    def losses(self) -> list[float]:
        """The validation loss for K = 0, 1, ...: the whole curve."""
        return [f.best.valid for f in self.fits]

    @property
    def reached(self) -> int | None:
        """The smallest K whose loss is no more than the reference, None if none is."""
        if self.reference is None:
            return None
        met = np.flatnonzero(np.array(self.losses) <= self.reference)
        return int(met[0]) if len(met) else None

    @property
    def plateau(self) -> int:
        """The K after which `patience` additions, or all there were, did nothing."""
        best = 0
        for K, loss in enumerate(self.losses):
            if loss < (1 - self.tolerance) * self.losses[best]:
                best = K
            elif K - best >= self.patience:
                break
        return best

    @property
    def K(self) -> int:
        """The cutoff by the rule; by the plateau if the reference was never reached."""
        reached = self.reached if self.rule == "reference" else None
        return self.plateau if reached is None else reached

    @property
    def interactions(self) -> list[Interaction]:
        """The identified interactions: the top K, without subsets of others in it."""
        return maximal(self.candidates[: self.K])

    @property
    def finished(self) -> bool:
        """Whether the rule has been met, or no candidate is left."""
        last = len(self.fits) - 1
        over = last >= len(self.candidates) or last - self.plateau >= self.patience
        return over or (self.rule == "reference" and self.reached is not None)

    def curve_table(self, names=None, truths=None) -> str:
        """The curve as text: K, loss and what was added, with a * up to the cutoff."""
        added = ["no interaction"]
        added += [mark(i, truths) + label(i, names) for i in self.candidates]
        lines = [
            f"{'*' if K <= self.K else ' '} K = {K:<3}{loss:10.5f}  {words}"
            for (K, loss), words in zip(enumerate(self.losses), added)
        ]
        if self.reference is not None:
            lines.append(f"  reference{self.reference:8.5f}")
        if self.stopped:
            lines.append(f"note: {self.stopped}")
        return "\n".join(lines)

    __str__ = curve_table


def grow(
    split,
    loss,
    ranking,
    rng,
    reference=None,
    rule="reference",
    recipe: Recipe = CUTOFF_RECIPE,
    patience=3,
    tolerance=0.02,
    most=25,
    columns=None,
    outputs=1,
    progress=SILENT,
) -> Cutoff:
    """Train MLP-Cutoff with the top 0, 1, 2, ... interactions until the rule is met.

    A subset of a higher-ranked interaction is redundant and skipped; a subset of a
    lower-ranked one loses its net when that one comes in. A feature that owns several
    of X's columns, columns[j], brings them all to a net. If progress.keep, Ctrl-C ends
    the growing with the curve so far. Raises ValueError for a rule that is none.
    """
    if rule not in RULES:
        raise ValueError(f"rule is one of {', '.join(RULES)}; got {rule!r}")
    p = split.train[0].shape[1]
    columns = columns or [(i,) for i in range(p)]
    candidates = [interaction for interaction, _ in islice(pruned(ranking), most)]
    cutoff = Cutoff(candidates, reference, rule, patience, tolerance)
    try:
        while not cutoff.fits or not cutoff.finished:
            K = len(cutoff.fits)
            seen = [  # the columns of X that each interaction's net sees
                tuple(column for i in interaction for column in columns[i])
                for interaction in maximal(candidates[:K])
            ]
            network = mlp_cutoff(p, seen, outputs=outputs)
            progress.begin(f"cutoff, K = {K}", recipe.epochs)
            result = fit(network, split, loss, rng.spawn(1)[0], recipe, progress)
            if result.stopped.startswith("interrupted"):  # and not trained to its end
                raise KeyboardInterrupt
            if result.best is None:
                cutoff.stopped = f"at K = {K} {result.stopped}"
                break
            cutoff.fits.append(result)
    except KeyboardInterrupt:
        if not progress.keep or not cutoff.fits:
            raise
        cutoff.stopped = f"interrupted at K = {len(cutoff.fits)}"
    return cutoff
