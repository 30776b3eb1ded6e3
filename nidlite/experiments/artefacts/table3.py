"""Table 3: what the top-K interactions add to MLP-Cutoff on test rows (Sec. 5.3)."""

import numpy as np

from ...interactions import maximal
from ..presets import CLASSES, REAL, grown_cutoffs, real, suite
from ..rows import averaged
from ..trainings import trained_networks

TITLE = "Table 3: test improvement by the detected interactions"
CLAIM = (
    "The interactions close at least 98 percent of the gap to MLP-M in all data sets."
)
NOTE = "At most 25 interactions are added, on real data 50, which have five trials."
SYNTHETIC = ("F3", "F5", "F7", "F10")
RELATIVE, ABSOLUTE = "relative improvement (percent)", "absolute improvement"
COLUMNS = ("data", RELATIVE, ABSOLUTE, "measure", "median K", "mean cardinality")
COLUMNS += ("rows used",)
CLOSED = 98  # percent of the gap to MLP-M: the least of the paper's


def run(preset, work):
    """A row for each data set: means and deviations of trials."""
    cases = [*real(preset), *suite(preset, ("mlp-m",), SYNTHETIC)]
    cases.sort(key=lambda case: case.seed)
    every = grown_cutoffs(work, preset, trained_networks(work, cases))
    for name in (*REAL, *SYNTHETIC):
        trials = [one for one in every if one.case.name == name]
        row = {"data": REAL.get(name, name)}
        row |= improvement(np.array([one.test for one in trials]), name in CLASSES)
        # without subsets of others above the cutoff
        kept = [maximal(one.candidates[: one.K]) for one in trials]
        sizes = [len(interaction) for trial in kept for interaction in trial]
        row |= {"median K": float(np.median(list(map(len, kept))))}
        row |= {"mean cardinality": float(np.mean(sizes)) if sizes else None}
        row |= {"rows used": trials[0].case.rows}
        yield row, {one.case.seed for one in trials}


def improvement(tests, classifies) -> dict:
    """Of tests (trials, 3): without interactions, with the top K, and MLP-M.

    The relative one is the share of the gap to MLP-M that the interactions close. Of
    scores such as AUC both differences turn their sign, so it is the same.
    No relative improvement where a trial of MLP-M has no advantage at all to share.
    """
    without, with_, full = tests.T
    relative = []
    if np.all(without != full):
        relative = 100 * (without - with_) / (without - full)
    absolute = with_ - without if classifies else without - with_
    row = averaged(RELATIVE, relative) | averaged(ABSOLUTE, absolute)
    return row | {"measure": "AUC" if classifies else "RMSE"}


def verdict(rows):
    closed = rows[RELATIVE] >= CLOSED
    return bool(closed.all()), f"They do in {closed.sum()} of {len(rows)} data sets."
