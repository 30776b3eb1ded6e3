"""What a notebook holds: a Detection that can be drawn, listed, saved and asked."""

from dataclasses import fields
from functools import wraps

import numpy as np

from ..detection import Detection
from ..detector import REAL_SPLIT, detect
from ..errors import InputError, named_settings, suggest
from ..recipes import RECIPE
from ..report.surfaces import dependence_of
from ..saving.stored import save_network, stored
from ..saving.whole import save_text
from ..tables.arrays import check_arrays
from .listed import as_frame, as_html
from .progress import listening


class Found(Detection):
    """A Detection, and how to draw, list, save and ask it."""

    progress = False  # True: a line says how far the training of agreed() is

    @classmethod
    def of(cls, found, progress=False) -> "Found":
        made = cls(**{f.name: getattr(found, f.name) for f in fields(found)})
        made.progress = progress is True
        return made

    def listener(self, progress):
        """As Detection's; True is a line, None as at the detection."""
        return listening(self.progress if progress is None else progress)

    def plot(self, features=None):
        """The answer, the heat map and the top surface as a matplotlib Figure.

        With one feature or two, by numbers or names, such as (0, 1) or ("age", "sex"):
        the mean prediction over them. Raises InputError.
        """
        from .pictures import answer_figure, features_figure

        if features is None:
            return answer_figure(self)
        return features_figure(self, self._numbers(features))

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

    def to_frame(self, top=100):
        """The answer and the ranking's top, one row for each interaction.

        A pandas DataFrame if pandas is imported, else polars' if that is, else a
        structured array. Trains the networks of agreed(), unless that is done.
        """
        return as_frame(self, top)

    def report(self, path, cutoff=None):
        """Write one web page, as `nidlite detect --out` does; cutoff is .cutoff()."""
        from ..report.contents import html

        self.ask_others()
        save_text(path, html(self, cutoff))

    def save(self, path):
        """All of it, the training data too, in one file that nidlite.load reads."""
        save_network(path, self)

    def _repr_html_(self):
        return as_html(self)

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
) -> Found:
    """Which features of X, (n, p), act jointly on y, (n,)? NID in one call (Sec. 4).

    task is "regression" or "classification" (two labels of any kind), by default what y
    looks like; missing, dates and sample_weight, (n,) or the name of a column of X, are
    those of tables.arrays.check_arrays; progress is True for a line that says how far
    the training is (Ctrl-C then ends it with the best epoch so far), or a
    training.Progress; the other settings are those of detector.detect. Raises
    InputError, a ValueError, on input it cannot use.
    """
    table = check_arrays(X, y, feature_names, task, missing, dates, sample_weight)
    how = architecture, epochs, recipe, fractions, mean, noise, sizes
    with listening(progress) as told:
        return Found.of(detect(table, seed, *how, told, engine), progress)


@named_settings
@wraps(detect)
def detect_table(table, *settings, **named) -> Found:
    """detector.detect, with a Found for its Detection."""
    return Found.of(detect(table, *settings, **named))


def load_detection(path) -> Found:
    """What found.save or `nidlite detect --out` (network.npz) wrote.

    It says the same to the bit, with the same versions of the libraries. Raises
    InputError for another file.
    """
    return Found.of(stored(path))
