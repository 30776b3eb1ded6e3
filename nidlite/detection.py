"""What a detection found: the trained network, its ranking, and what they say.

`detector.detect` makes one. What it asks for further, of a second network, of
Definition 1 or of MLP-Cutoff, is computed when it is first asked.

>>> from nidlite import detect_interactions
>>> X = np.random.default_rng(0).uniform(-1, 1, size=(300, 3))
>>> found = detect_interactions(X, X[:, 0] * X[:, 1] + X[:, 2], seed=0, epochs=20)
>>> found.pairwise_ranking[0][0], len(found.history)
((0, 1), 20)
"""

from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .agreement import LEVEL, Agreed, Opinion
from .agreement.caveats import caveats
from .agreement.confirm import (
    between,
    centred,
    confirmed,
    pairwise_importance,
    row_pairs,
)
from .agreement.halves import train_others
from .agreement.second_opinion import SecondOpinion, opinion_streams
from .cutoff import Cutoff
from .cutoff.gains import row_errors
from .cutoff.growing import grow
from .errors import named_settings
from .fast.joint import JointNet
from .interactions import Ranking, summary_tables
from .metrics import variance
from .parts import relative_weights
from .prediction import Predictor
from .ranking import Rankings
from .recipes import CUTOFF_RECIPE
from .splits import stream
from .training import SILENT


@dataclass(eq=False, repr=False)
class Detection(Predictor, Rankings):
    """A trained network, and what its weights say about which features interact."""

    seed: int
    mean: str  # the averaging function's name
    z: np.ndarray  # (p_1,), the aggregated weights of the first hidden layer
    ranking: Ranking  # Algorithm 1: any order, strongest first, not pruned
    pairwise_strengths: np.ndarray  # (q, q), symmetric, zero diagonal (Sec. 4.4)
    others: list | None = None  # of halves.train_others, once they are trained

    def agreed(self, level=LEVEL) -> list[Agreed]:
        """The whole interactions that are there, largest share first (agreement/).

        Two networks that never saw the same rows say so. level is the share of false
        ones that is accepted. The networks are trained at the first call.
        """
        return self.second.agreed(level)

    def share(self, interaction) -> float | None:
        """The share of the variance that both networks see; None if unknown."""
        return self.second.share(interaction)

    def told(self, interaction) -> Agreed | None:
        """What both networks said of it; None if they were not asked."""
        return self.second.told(interaction)

    def answer_notes(self) -> list[str]:
        """What to know about agreed(): pairs that cannot be told, and what was left."""
        return caveats(self.second)

    @property
    def opinion(self) -> Opinion:
        """What both networks say of any interaction: opinion.of((0, 1))."""
        return self.second.opinion

    @property
    def learned(self) -> bool:
        """Whether both networks predict outcomes that they never saw."""
        return self.second.learned

    def listener(self, progress):
        """A context whose value, a Progress, is told how far a training is."""
        return nullcontext(progress or SILENT)

    def ask_others(self, progress=None) -> None:
        """Train the networks of agreed(), unless that is done."""
        if self.others is None:
            how = self.table.loss, self.fit.recipe, opinion_streams(self.seed)
            with self.listener(progress) as told:
                self.others = train_others(self.split, self.fit.network, *how, told)

    @cached_property
    def second(self) -> SecondOpinion:
        """The networks of agreed(), trained now if they are not yet."""
        if self.others is None:
            self.ask_others()
        how = self.others, self.seed, self.mean
        return SecondOpinion(self.table, self.split, self.fit, *how)

    def __getstate__(self):  # what is computed anew: functions cannot be pickled
        computed = "second", "pairwise_ranking"
        return {k: v for k, v in vars(self).items() if k not in computed}

    @named_settings
    def cutoff(
        self,
        recipe=CUTOFF_RECIPE,
        measure="loss",
        *,
        rule="reference",
        patience=3,
        tolerance=0.02,
        most=25,
        progress=None,
        beside=None,
    ) -> Cutoff:
        """MLP-Cutoff along the ranking, until a rule is met (Sec. 4.3).

        rule is "reference" or "plateau" (cutoff/): patience additions without a gain
        of tolerance make a plateau. measure is "loss", or "auc" for two classes; most
        is how many interactions are added at most; progress is as in the detection's
        own training; beside, such as a ProcessPoolExecutor(2), trains the next network
        beside each. Raises InputError.
        """
        rng, table = stream(self.seed, "cutoff"), self.table
        X, y = self.split.valid
        w = relative_weights(self.split.valid)
        own = row_errors(table.loss, measure, w)(self.f(X), y)
        how = {"recipe": recipe, "measure": measure, "rule": rule, "most": most}
        how |= {"patience": patience, "tolerance": tolerance, "reference": own}
        its = {"columns": self.columns, "outputs": table.outputs}
        with self.listener(progress) as told:
            ranked = self.split, table.loss, self.ranking, rng
            return grow(*ranked, **how, **its, progress=told, beside=beside)

    def confirm(self, top=20, rows=1000, order=6) -> list[tuple]:
        """[(interaction, strength, share of variance), ...], largest share first.

        Of the top interactions of the pruned ranking, with at most `order` features;
        the share is of the network's function on validation rows, see `confirmed`.
        """
        f, a, b, variance = self._between_rows(rows)
        corners = between(f, a, b, self.columns)
        return confirmed(self.ranking, *corners, variance, top, order)

    def confirmed_pairwise_strengths(self, rows=1000) -> np.ndarray:
        """The share of variance of every pair by Definition 1, (q, q)."""
        f, a, b, variance = self._between_rows(rows)
        return pairwise_importance(f, a, b, self.columns) / variance

    def agreed_pairwise_strengths(self) -> np.ndarray:
        """The share of variance of every pair, as the networks of agreed() see it.

        (q, q). Where unseen outcomes do not confirm a pair it is held down. Among
        themselves such pairs keep the networks' order, so even those too faint for any
        outcome have one, right or wrong (benchmarks/README.md).
        """
        return self.second.agreed_pairwise_strengths()

    def _between_rows(self, rows):
        """f, a and b, the same rows at every call, and the variance: to confirm by."""
        X, y = self.split.valid
        w = relative_weights(self.split.valid)
        a, b = row_pairs(X, rows, stream(self.seed, "confirm"), w)
        spread = centred(self.f(X)) if self.classifies else y
        # 0 for a few equal rows; scaled y then has 1, that of the training rows.
        whole = float(np.mean(variance(spread, w)) or 1.0)
        return JointNet(self.fit.network, [self.fit.theta]), a, b, whole

    def tables(self, truths=None, top=10) -> str:
        """The tops of pruned ranking and pairs, marked where the truth is known.

        With shares once agreed() was asked for.
        """
        share = self.share if self.others and self.learned else None
        pairs, names = self.pairwise_ranking, self.feature_names
        return summary_tables(self.ranking, pairs, names, truths, share, top)
