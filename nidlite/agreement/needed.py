"""Is an interaction needed to predict outcomes that no network saw? (Sec. 3; ours)

A function has no interaction I exactly if it is a sum, over i in I, of functions that
do not see x_i (Sec. 3; Sorokina et al. 2008). So train the best sum of |I| nets, each
blind to one feature of I, and its twin, whose nets see everything. If the blind sum
predicts unseen outcomes as well, nobody needs the interaction.

Two networks that agree are not enough where features depend on one another: far from
all rows both extrapolate alike. Here only rows count that are there.

>>> Verdict(t=(9.0, 1.0), rise=(0.5, 0.1)).speaks   # a single half deceives
False
"""

from dataclasses import dataclass, field, replace

import numpy as np

from ..fast.backprop import predict
from ..losses import row_errors
from ..networks import Network, Stack, mlp_cutoff
from ..recipes import RECIPE
from ..splits import Part, Split, relative_weights, some_of
from ..training import SILENT, Progress, fit
from . import constants
from .unseen import t_beside


@dataclass(frozen=True)
class Verdict:
    """How much worse the blind sum predicts, on the rows of each half.

    It is one half alone if that says at once that nothing is needed.
    """

    t: tuple[float, ...]
    rise: tuple[float, ...]  # of the error, relative to the twin's

    @property
    def least(self) -> float:
        """The smaller t: a single half deceives."""
        return min(self.t)

    @property
    def speaks(self) -> bool:
        """Whether both halves say that it is needed, by enough to be worth a claim."""
        worth = sum(self.rise) / len(self.rise) >= constants.RISE
        return self.least >= constants.NEEDED and worth


@dataclass(eq=False)
class Needed:
    """Two halves of rows; needed(blocks) trains on each and compares on the other."""

    split: Split  # for its moments
    halves: list[Part]
    loss: str
    columns: tuple  # those of X that each feature owns
    outputs: int
    seeds: list[int]  # of the starts: the same random numbers for every set
    progress: Progress = SILENT
    known: dict = field(default_factory=dict)  # {blocks: Verdict}
    predicted: dict = field(default_factory=dict)  # {(blocks, half): the starts'}
    may_refit: bool = True  # whether little is noise, and no feature is nearly another
    refitted: dict = field(default_factory=dict)  # {level: what two refits say}
    cutoffs: dict = field(default_factory=dict)  # {(sets, half): a refit}
    stopped: bool = False  # by Ctrl-C: what is known stays, and nothing more is trained

    def __call__(self, blocks) -> Verdict | None:
        """The Verdict on what needs a feature of each block at once, trained once.

        None for a new one after MOST_TESTS, or after Ctrl-C.
        """
        key = tuple(sorted(tuple(sorted(block)) for block in blocks))
        more = len(self.known) < constants.MOST_TESTS and not self.stopped
        if key not in self.known and more:
            try:
                self.known[key] = self.verdict(key)
            except KeyboardInterrupt:
                self.stopped = True
            for k in (0, 1):  # only the twins' are needed again: memory
                self.predicted.pop((key, k), None)
        return self.known.get(key)

    def verdict(self, blocks) -> Verdict:
        """The blind sum and its twin compared, by more starts where that is close.

        Both halves must speak, so a first one that does not is the verdict.
        """
        few, most = constants.STARTS
        low, high = constants.CLOSE
        verdict = self.compared(blocks, few, [0])
        if verdict.least > low:
            verdict = self.compared(blocks, few)
        close = sum(verdict.t) / 2 > low and verdict.least < high
        return self.compared(blocks, most) if close else verdict

    def compared(self, blocks, starts, halves=(0, 1)) -> Verdict:
        """Their mean of so many starts each, compared row by row.

        t is the rise over its standard error. That has two parts: the rows' differences
        vary, and so do the starts, as the deviation of their errors' logarithms tells.
        If one of two predictions is right, errors differ by their squared distance.
        """
        both = blocks, ((),) * len(blocks)  # the twin is blind to nothing
        pairs = [[self.errors(blind, starts, k) for blind in both] for k in halves]
        logs = [np.log(of_start) for pair in pairs for *_, of_start in pair]
        spread = np.sqrt(np.mean(np.var(logs, axis=1, ddof=1)) / starts)
        t, rise = [], []
        for k, ((f, errors, _), (twin, least, _)) in zip(halves, pairs):
            worse, base = errors - least, np.mean(least)
            w = relative_weights(self.halves[1 - k])
            apart = np.sum((f - twin).reshape(len(f), -1) ** 2, axis=1)
            moved = apart if w is None else w * apart
            t.append(t_beside(worse, moved, spread * base))
            rise.append(float(np.mean(worse) / base) if base else 0.0)
        return Verdict(tuple(t), tuple(rise))

    def errors(self, blocks, starts, k) -> tuple[np.ndarray, np.ndarray, list]:
        """(the starts' mean f, (n, c), its error of each row, the starts' mean errors).

        They are trained on half k, and the rows are the other half's. A net of the sum
        sees no column of its block.
        """
        network, unseen = self.blind(blocks), self.halves[1 - k]
        f = self.predicted.setdefault((blocks, k), [])
        for seed in self.seeds[k::2][len(f) : starts]:
            f.append(predict(network, self.trained(network, k, seed), unseen[0]))
        f, w = np.array(f[:starts], dtype=float), relative_weights(unseen)
        both = f.mean(axis=0), *f
        errors = [row_errors(self.loss, output, unseen[1], w) for output in both]
        return f.mean(axis=0), errors[0], [float(np.mean(e)) for e in errors[1:]]

    def blind(self, blocks) -> Network:
        """A net for each block, which sees all columns but its, and univariate nets."""
        p, nets = self.halves[0][0].shape[1], []
        for block in blocks:
            unseen = {c for j in block for c in self.columns[j]}
            seen = tuple(c for c in range(p) if c not in unseen)
            nets.append(Stack((seen,), constants.NETS, True, self.outputs))
        return Network((*nets, *mlp_cutoff(p, (), outputs=self.outputs).stacks))

    def trained(self, network, k, seed) -> np.ndarray:
        """theta of one start on half k: a part of its rows stops it early."""
        rows = min(len(self.halves[k][1]), constants.ROWS_ASKED[0])
        cut = int(constants.SEEN * rows)
        train, valid = (some_of(self.halves[k], s) for s in np.s_[:cut, cut:rows])
        epochs = constants.STEPS // max(cut // RECIPE.batch, 1)
        epochs = min(max(epochs, constants.EPOCHS), RECIPE.epochs)
        recipe = replace(RECIPE, epochs=epochs, patience=max(3 * epochs // 10, 5))
        return self.start(network, train, valid, recipe, seed)

    def start(self, network, train, valid, recipe, seed) -> np.ndarray:
        """theta of one start."""
        parts = replace(self.split, train=train, valid=valid)
        rng = np.random.default_rng(seed)
        self.progress.begin("is an interaction needed?", recipe.epochs)
        trained = fit(network, parts, self.loss, rng, recipe, self.progress)
        if trained.stopped.startswith("interrupted"):
            raise KeyboardInterrupt
        return trained.theta


def needed_on(split, halves, loss, columns, outputs, rng) -> Needed:
    """Needed on two halves of a table's rows, at most ROWS_ASKED of each."""
    _, most = constants.ROWS_ASKED
    halves = [some_of(half, rng.permutation(len(half[1]))[:most]) for half in halves]
    seeds = [int(seed) for seed in rng.integers(2**63, size=2 * constants.STARTS[1])]
    return Needed(split, halves, loss, columns, outputs, seeds)
