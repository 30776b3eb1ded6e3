"""The one class that a detection is: read, and then asked, drawn, listed and saved.

`detector.detect` trains a network and reads its weights. What needs a second network,
Definition 1 or MLP-Cutoff is computed when it is first asked for.

>>> X = np.random.default_rng(0).uniform(-1, 1, size=(600, 3))
>>> found = detect_interactions(X, X[:, 0] * X[:, 1] + X[:, 2], epochs=20)
>>> [a.names for a in found.agreed()]
[('x1', 'x2')]
"""

import sys
from dataclasses import dataclass, fields
from functools import wraps

import numpy as np

from ..agreement import confirm
from ..agreement.constants import LARGEST, LEVEL
from ..agreement.halves import train_others
from ..agreement.opinion import Agreed
from ..agreement.second_opinion import SecondOpinion, opinion_streams
from ..cutoff.additive import UNKNOWN, Additive, Enough, glass_boxes
from ..cutoff.curve import Cutoff
from ..cutoff.growing import grow
from ..detector import REAL_SPLIT, detect
from ..errors import InputError, check_number
from ..fast.joint import JointNet
from ..interactions import label, pairs_of, percent, prune_redundant
from ..metrics import variance
from ..recipes import CUTOFF_RECIPE, RECIPE
from ..report.sentences import SHOWN, answer_text, claim
from ..report.surfaces import Drawn
from ..saving.stored import save_detection, stored_fields
from ..saving.whole import save_text
from ..splits import stream
from ..tables.arrays import check_arrays
from ..tables.table import Table
from .progress import Status, listening


class GlassBox(Additive, Drawn):
    """MLP-Cutoff with a net for each set of an answer; its plots show all of it."""

    def __repr__(self):  # what a notebook shows
        """How well it predicts, and its largest parts; below 0.1 % they are noise."""
        parts = [part for part in self.shares().items() if part[1] > 1e-3][:SHOWN]
        texts = (f"{label(i, self.feature_names)} {percent(s)}" for i, s in parts)
        return f"{self.summary}\nShares of its prediction: {'; '.join(texts)}."


@dataclass(eq=False, repr=False)
class Detection(SecondOpinion, Drawn):
    """What a trained network says about which features interact, and what one asks."""

    progress: bool = False  # whether a line says how far a later training is
    _model = _enough = None  # what glass_boxes made

    # --- which whole interactions are there? ---
    def ask_others(self, progress=None) -> None:
        """Train the networks of agreed(), unless that is done."""
        if self.others is None:
            split, network, recipe = self.split, self.fit.network, self.fit.recipe
            loss, rngs = self.table.loss, opinion_streams(self.seed)
            with listening(progress or self.progress) as heard:
                self.others = train_others(split, network, loss, recipe, rngs, heard)

    @property
    def thetas(self) -> list[list]:
        """The networks of agreed(), trained now if they are not yet."""
        self.ask_others()
        return super().thetas

    def agreed(self, level=LEVEL, progress=None) -> list[Agreed]:
        """The whole interactions that are there, largest share first (agreement/).

        Two networks that never saw the same rows agree on each. Where features depend
        on one another, unseen rows need it, too (Sec. 3). level is the share of false
        claims that is accepted. The other networks are trained at the first call.
        """
        check_number("level", level, 0, 1)
        self.ask_others(progress)
        with listening(progress or self.progress) as self.opinion.needed.progress:
            return super().agreed(level)

    def additive(self, progress=None) -> GlassBox:
        """The glass box: univariate nets and one net for each set of the answer."""
        if self._model is None:
            self._enough = None  # if it was left open until now
        self.enough(progress)
        return GlassBox(**vars(self._model))

    def enough(self, progress=None) -> Enough:
        """How well single effects, the answer and the network predict unseen rows.

        Two models are trained at the first call, and kept.
        """
        if self._enough is None:
            claims = self.agreed(progress=progress)
            sets = [tuple(sorted({*sum(a.blocks, ())})) for a in claims]
            with listening(progress or self.progress) as heard:
                rng = stream(self.seed, "enough")
                self._model, self._enough = glass_boxes(self, sets, rng, heard)
        return self._enough

    def leave_open(self) -> None:
        """Let enough() be UNKNOWN, because nobody waits for it."""
        self._model, self._enough = None, UNKNOWN

    # --- MLP-Cutoff, and Definition 1 on the trained network ---
    def cutoff(self, recipe=CUTOFF_RECIPE, *, progress=None, **settings) -> Cutoff:
        """MLP-Cutoff along the ranking, until a rule is met (Sec. 4.3).

        Settings are those of cutoff.growing.grow: rule is "reference" or "plateau",
        patience=3 additions without a gain of tolerance=0.02 make a plateau, and
        most=25 is the largest number added. Raises InputError.
        """
        with listening(progress or self.progress) as heard:
            return grow(self, recipe, heard, **settings)

    def confirm(self, top=20, rows=1000, order=6) -> list[tuple]:
        """[(interaction, strength, share of variance), ...], largest share first.

        They are the top interactions, of at most `order` features, of the pruned
        ranking. Shares are of the network on validation rows, see `confirmed`.
        """
        check_number("top", top, whole=True)
        return confirm.confirmed(self.ranking, *self._between_rows(rows), top, order)

    def confirmed_pairwise_strengths(self, rows=1000) -> np.ndarray:
        """The share of variance of every pair by Definition 1, (q, q)."""
        *between, whole = self._between_rows(rows)
        return confirm.pairwise_importance(*between) / whole

    def _between_rows(self, rows):
        """f, rows a and b, the features' columns, and the variance to divide by."""
        check_number("rows", rows, 2, whole=True)
        (X, y), w = self.split.valid, self.split.valid.weights()
        a, b = confirm.row_pairs(X, rows, stream(self.seed, "confirm"), w)
        spread = confirm.centred(self.f(X), self.guess) if self.classifies else y
        f = JointNet(self.fit.network, [self.fit.theta], self.guess)
        # 0 for a few equal rows; scaled y then has 1, that of the training rows.
        return f, a, b, self.columns, float(np.mean(variance(spread, w)) or 1.0)

    # --- pictures, lists, files ---
    def plot(self, features: object = None):
        """The answer, the heat map and the top surface as a matplotlib Figure.

        With one feature or two, by numbers or names, such as (0, 1) or ("age", "sex"):
        the mean prediction over them. Raises InputError.
        """
        if features is not None:
            return super().plot(features)
        from ..report.pictures import answer_figure

        return answer_figure(self)

    def to_ebm_interactions(self) -> list[tuple[int, int]]:
        """The pairs in the answer, as interpret's ExplainableBoosting models take them.

        ExplainableBoostingRegressor(interactions=found.to_ebm_interactions()).fit(X, y)
        """
        return sorted(pairs_of(a.interaction for a in self.agreed()))

    @property
    def shown_share(self):
        """`share`, which `tables` prints beside strengths, once agreed() was asked."""
        return self.share if self.others and self.learned else None

    def to_frame(self, top: int = 100):
        """The answer, its pairs and the ranking's top, one row for each interaction.

        A pandas DataFrame if pandas is imported, else polars' if that is, else a
        structured array. agreed is True for claims, which stand in the answer's words;
        q is NaN for all others. strength is the ranking's, for other pairs that of
        pairwise_strengths, else 0. Sets of more than six features are left out.
        """
        check_number("top", top, whole=True)
        claims = {a.interaction: a for a in self.agreed()}
        names, strengths = self.feature_names, dict(self.pairwise_ranking)
        strengths |= dict(self.ranking)
        ranked = [i for i, _ in prune_redundant(self.ranking, top) if len(i) <= LARGEST]
        listed = dict.fromkeys([*claims, *sorted(pairs_of(claims)), *ranked])
        rows = [claims.get(i) or self.opinion.of(i) for i in listed]
        columns = {
            "interaction": [claim(one, names) for one in rows],
            "order": [len(i) for i in listed],
            "agreed": [i in claims for i in listed],
            "strength": [strengths.get(i, 0.0) for i in listed],
        }
        for key in ("share", "agreement", "t", "q"):
            columns[key] = [getattr(one, key) for one in rows]
        for name in ("pandas", "polars"):
            if name in sys.modules:
                return sys.modules[name].DataFrame(columns)
        return np.rec.fromarrays([*columns.values()], names=[*columns])

    def __str__(self):
        """The answer, then the rankings; networks that are missing are trained now."""
        return f"{self.summary}\n\n{answer_text(self)}\n\n{self.tables()}"

    def report(self, path, cutoff=None) -> None:
        """Write one web page, as `nidlite detect --out` does; cutoff is .cutoff()."""
        from ..report.contents import html

        self.ask_others()
        save_text(path, html(self, cutoff))

    def _repr_html_(self):
        from ..report.contents import in_short

        return in_short(self)

    def save(self, path) -> None:
        """Save everything, training data too, in one file that nidlite.load reads."""
        save_detection(path, self)

    def __getstate__(self):  # what is computed anew: functions cannot be pickled
        return {field.name: getattr(self, field.name) for field in fields(self)}


def detect_interactions(
    X,
    y,
    seed=0,
    *,
    task=None,
    feature_names=None,
    dates="days",
    architecture="mlp-m",
    epochs=None,
    recipe=RECIPE,
    fractions=REAL_SPLIT,
    mean="minimum",
    noise=0,
    sizes=None,
    progress=False,
    engine="fast",
    sample_weight=None,
    groups=None,
) -> Detection:
    """Which features of X, (n, p), act jointly on y, (n,)? NID in one call (Sec. 4).

    task, feature_names, dates, sample_weight and groups, (n,) each or the name of a
    column of X, are those of tables.arrays.check_arrays; progress is True for a line
    that says how far the training is (Ctrl-C then ends it with the best epoch so far),
    or a training.Progress; the other settings are those of detector.detect. Raises
    InputError, a ValueError, on input it cannot use.
    """
    table = check_arrays(X, y, feature_names, task, dates, sample_weight, groups=groups)
    settings = {"architecture": architecture, "epochs": epochs, "recipe": recipe}
    settings |= {"fractions": fractions, "mean": mean, "noise": noise, "sizes": sizes}
    with listening(progress) as heard:
        reading = detect(table, seed, progress=heard, engine=engine, **settings)
    return Detection(**vars(reading), progress=isinstance(heard, Status))


@wraps(detect)
def detect_table(table, *more, **settings) -> Detection:
    if not isinstance(table, Table):
        raise InputError("detect takes a Table; detect_interactions takes X, y")
    return Detection(**vars(detect(table, *more, **settings)))


def load_detection(path) -> Detection:
    """What found.save, or --out (network.npz), wrote, to the bit. Raises InputError."""
    return Detection(**stored_fields(path))
