"""The one class that a detection is: read, and then asked, drawn, listed and saved.

`detector.detect` trains a network and reads its weights. What needs a second network,
Definition 1 or MLP-Cutoff is computed when it is first asked for.
"""

from dataclasses import dataclass, fields
from functools import cached_property, wraps

import numpy as np

from ..agreement import LEVEL, Agreed, Opinion, confirm
from ..agreement.caveats import caveats
from ..agreement.halves import train_others
from ..agreement.second_opinion import SecondOpinion, opinion_streams
from ..cutoff import Cutoff
from ..cutoff.gains import row_errors
from ..cutoff.growing import grow
from ..detector import REAL_SPLIT, Reading, detect, read_weights
from ..errors import InputError, named_settings, suggest
from ..fast.joint import JointNet
from ..interactions import summary_tables
from ..metrics import variance
from ..parts import relative_weights
from ..ranking import Rankings
from ..recipes import CUTOFF_RECIPE, RECIPE
from ..report.surfaces import dependence_of
from ..saving.stored import save_detection, stored_parts
from ..splits import stream
from ..tables.arrays import check_arrays
from .listed import as_frame, as_html
from .progress import listening


@dataclass(eq=False, repr=False)
class Detection(Reading, Rankings):
    """What a trained network says about which features interact, and what one asks."""

    others: list | None = None  # of halves.train_others, once they are trained
    progress: bool = False  # whether a line says how far a later training is

    @classmethod
    def of(cls, reading, **more) -> "Detection":
        """The Detection of a Reading."""
        parts = {f.name: getattr(reading, f.name) for f in fields(Reading)}
        return cls(**parts, **more)

    # --- which whole interactions are there? ---

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

    def ask_others(self, progress=None) -> None:
        """Train the networks of agreed(), unless that is done."""
        if self.others is None:
            network, recipe, loss = self.fit.network, self.fit.recipe, self.table.loss
            split, rngs = self.split, opinion_streams(self.seed)
            with self._listening(progress) as listener:
                others = train_others(split, network, loss, recipe, rngs, listener)
            self.others = others

    @cached_property
    def second(self) -> SecondOpinion:
        """The networks of agreed(), trained now if they are not yet."""
        self.ask_others()
        table, others, seed = self.table, self.others, self.seed
        return SecondOpinion(table, self.split, self.fit, others, seed, self.mean)

    def agreed_pairwise_strengths(self) -> np.ndarray:
        """The share of variance of every pair, as the networks of agreed() see it.

        (q, q). Where unseen outcomes do not confirm a pair it is held down; such pairs
        keep the networks' order among themselves (benchmarks/README.md).
        """
        return self.second.agreed_pairwise_strengths()

    # --- MLP-Cutoff, and Definition 1 on the trained network ---

    def cutoff(
        self, recipe=CUTOFF_RECIPE, measure="loss", *, progress=None, **settings
    ) -> Cutoff:
        """MLP-Cutoff along the ranking, until a rule is met (Sec. 4.3).

        measure is "loss", or "auc" for two classes; progress is as in the detection's
        own training. Settings are those of cutoff.growing.grow: rule is "reference" or
        "plateau", patience=3 additions without a gain of tolerance=0.02 make a plateau,
        at most=25 interactions are added, and beside, such as a ProcessPoolExecutor(2),
        trains the next network beside each. Raises InputError.
        """
        (X, y), w = self.split.valid, relative_weights(self.split.valid)
        loss, rng = self.table.loss, stream(self.seed, "cutoff")
        settings |= {"columns": self.columns, "outputs": self.table.outputs}
        settings["reference"] = row_errors(loss, measure, w)(self.f(X), y)
        settings |= {"recipe": recipe, "measure": measure}
        with self._listening(progress) as listener:
            settings["progress"] = listener
            return named_settings(grow)(self.split, loss, self.ranking, rng, **settings)

    def confirm(self, top=20, rows=1000, order=6) -> list[tuple]:
        """[(interaction, strength, share of variance), ...], largest share first.

        Of the top interactions of the pruned ranking, with at most `order` features;
        the share is of the network's function on validation rows, see `confirmed`.
        """
        f, a, b, whole = self._between_rows(rows)
        ranking, columns = self.ranking, self.columns
        return confirm.confirmed(ranking, f, a, b, columns, whole, top, order)

    def confirmed_pairwise_strengths(self, rows=1000) -> np.ndarray:
        """The share of variance of every pair by Definition 1, (q, q)."""
        f, a, b, whole = self._between_rows(rows)
        return confirm.pairwise_importance(f, a, b, self.columns) / whole

    def _between_rows(self, rows):
        """f, rows a and b, the same at every call, and the variance to divide by."""
        (X, y), w = self.split.valid, relative_weights(self.split.valid)
        a, b = confirm.row_pairs(X, rows, stream(self.seed, "confirm"), w)
        spread = confirm.centred(self.f(X)) if self.classifies else y
        # 0 for a few equal rows; scaled y then has 1, that of the training rows.
        whole = float(np.mean(variance(spread, w)) or 1.0)
        return JointNet(self.fit.network, [self.fit.theta]), a, b, whole

    # --- pictures, lists, files ---

    def plot(self, features=None):
        """The answer, the heat map and the top surface as a matplotlib Figure.

        With one feature or two, by numbers or names, such as (0, 1) or ("age", "sex"):
        the mean prediction over them. Raises InputError.
        """
        from ..report.pictures import answer_figure, features_figure

        numbers = None if features is None else self._numbers(features)
        return features_figure(self, numbers) if numbers else answer_figure(self)

    def partial_dependence(self, features, rows=1000):
        """The mean prediction over rows whose features are set to grids' places.

        features are one or two, by numbers or names. Returns (values, grids): values
        (g1,) or (g1, g2) in the units of predict, with the c classes in front where
        there are more than two; grids has each feature's places, (g,), in the column's
        units, or a category's labels. The mean is over at most `rows` rows of the
        table, evenly taken (Friedman 2001, Annals of Statistics 29). Raises InputError.
        """
        values, grids = dependence_of(self, self._numbers(features), rows)
        return values, [g.places if g.levels is None else g.levels for g in grids]

    def tables(self, truths=None, top=10) -> str:
        """The tops of pruned ranking and pairs, marked where the truth is known.

        With shares once agreed() was asked for.
        """
        share = self.share if self.others and self.learned else None
        pairs, names = self.pairwise_ranking, self.feature_names
        return summary_tables(self.ranking, pairs, names, truths, share, top)

    def to_frame(self, top=100):
        """The answer and the ranking's top, one row for each interaction.

        A pandas DataFrame if pandas is imported, else polars' if that is, else a
        structured array. Trains the networks of agreed(), unless that is done.
        """
        return as_frame(self, top)

    def report(self, path, cutoff=None):
        """Write one web page, as `nidlite detect --out` does; cutoff is .cutoff()."""
        from ..report.contents import html
        from ..saving.whole import save_text

        self.ask_others()
        save_text(path, html(self, cutoff))

    def save(self, path):
        """All of it, the training data too, in one file that nidlite.load reads."""
        save_detection(path, self)

    def _repr_html_(self):
        return as_html(self)

    def _listening(self, progress):
        """A context whose value, a Progress, hears how far a training is."""
        return listening(self.progress if progress is None else progress)

    def _numbers(self, features) -> tuple[int, ...]:
        """One or two features, each a number or a name, as numbers."""
        alone = isinstance(features, (str, int, np.integer))
        given, names = (features,) if alone else tuple(features), self.feature_names
        for name in given:
            if isinstance(name, str) and name not in names:
                raise InputError(f"no feature {name}; {suggest(name, names)}")
        numbers = [names.index(f) if isinstance(f, str) else f for f in given]
        known = {*numbers} & {*range(len(names))}
        if not len(known) == len(numbers) in (1, 2):
            raise InputError(
                f"features are one or two of 0 to {len(names) - 1}, or their names; "
                f"got {features!r}"
            )
        return tuple(map(int, numbers))

    def __getstate__(self):  # what is computed anew: functions cannot be pickled
        computed = "second", "pairwise_ranking"
        return {k: v for k, v in vars(self).items() if k not in computed}


@named_settings
def detect_interactions(
    X,
    y,
    seed=0,
    *,
    task=None,
    feature_names=None,
    missing="fill",
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
) -> Detection:
    """Which features of X, (n, p), act jointly on y, (n,)? NID in one call (Sec. 4).

    task is "regression" or "classification" (two labels of any kind), by default what y
    looks like; missing, dates and sample_weight, (n,) or the name of a column of X, are
    those of tables.arrays.check_arrays; progress is True for a line that says how far
    the training is (Ctrl-C then ends it with the best epoch so far), or a
    training.Progress; the other settings are those of detector.detect. Raises
    InputError, a ValueError, on input it cannot use.
    """
    table = check_arrays(X, y, feature_names, task, missing, dates, sample_weight)
    network = {"architecture": architecture, "sizes": sizes, "mean": mean}
    training = {"epochs": epochs, "recipe": recipe, "engine": engine}
    rows = {"fractions": fractions, "noise": noise}
    with listening(progress) as listener:
        reading = detect(table, seed, **network, **training, **rows, progress=listener)
    return Detection.of(reading, progress=progress is True)


@named_settings
@wraps(detect)
def detect_table(table, *settings, **named) -> Detection:
    """detector.detect, with a Detection for its Reading."""
    return Detection.of(detect(table, *settings, **named))


def load_detection(path) -> Detection:
    """What found.save or `nidlite detect --out` (network.npz) wrote.

    It says the same to the bit, with the same versions of the libraries. Raises
    InputError for another file.
    """
    parts = stored_parts(path)
    others = parts.pop("others")
    return Detection.of(read_weights(**parts), others=others)
