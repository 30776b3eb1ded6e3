"""Which units the artefacts share: the suite's, the real data's, cutoffs, baselines.

Two artefacts that need the same network ask here for the same unit, which is then
trained once. trials are the first ones that are wanted, all of the preset's if None.
"""

from dataclasses import replace

from ..datasets.catalogue import DATASETS
from ..datasets.real import PART
from ..recipes import CUTOFF_RECIPE
from ..synthetic import SUITE
from .comparisons import Comparison, comparison
from .problems import Problem
from .units import Growth, Training

NAMES = {"mlp": "MLP", "mlp-m": "MLP-M"}
# As Table 3 prints them.
REAL = {"cal_housing": "cal housing", "bike_sharing": "bike sharing"}
REAL |= {"higgs": "higgs boson", "letter": "letter"}
CLASSES = ("higgs", "letter")  # of two classes: AUC and cross-entropy
CONFIRM = 1000  # pairs of validation rows for Definition 1
# On random functions small trees rank little better than chance, and the error still
# falls at the last layer (benchmarks/groves.py); how many rows is for the time.
GROVES = {"rows": 6000, "bags": 8}
SHRINKAGES = (0.01, 0.1)  # of RuleFit: the article's, and that of common boosting
# Table 2's baselines, how many trials of each at most, as they take long, and settings.
BASELINES = (
    ("anova", 10, {}),
    ("hier_lasso", 10, {"held_out": 0.2}),
    ("rulefit", 3, {}),
    ("rulefit", 1, {"shrinkage": SHRINKAGES}),
    ("additive_groves", 1, GROVES),
)
REAL_L1 = 5e-5  # Sec. 5.1: fixed on real data
REAL_TRIALS = 5  # at most, for the time: the paper has ten


def suite(
    preset, architectures=tuple(NAMES), names=None, noise=0.0, trials=None
) -> list[Training]:
    """The trainings of Table 2, Figs. 3, 4, 8a and 9: all functions, seed after seed.

    So a run that was cut off covers all evenly. With noise nothing is confirmed.
    """
    recipe, confirm = preset.recipe(), 0 if noise else CONFIRM
    return [
        Training(Problem(name, preset.rows, noise), seed, of, recipe, confirm=confirm)
        for seed in preset.seeds[:trials]
        for name in names or SUITE
        for of in architectures
    ]


def suite_rivals(preset, methods=(), trials=None) -> list[Comparison]:
    """The baselines of Table 2 and Fig. 8b, or some: seed after seed."""
    return [
        comparison(preset, Problem(name, preset.rows), seed, method, **settings)
        for seed in preset.seeds[:trials]
        for name in SUITE
        for method, most, settings in BASELINES
        if seed < most and (not methods or method in methods)
    ]


def real(preset, names=tuple(REAL), trials=None) -> list[Training]:
    """MLP-M on the real data sets: Table 3, Figs. 5, 7, 8b and 12."""
    recipe = preset.recipe(penalty_constant=REAL_L1)
    return [
        Training(Problem(name, preset.real_rows), seed, "mlp-m", recipe)
        for seed in preset.seeds[:trials][:REAL_TRIALS]
        for name in names
    ]


def growths(preset, trainings) -> list[Growth]:
    """MLP-Cutoff along each training's ranking: Table 3, Figs. 6, 7, 8b and 12."""
    recipe = replace(CUTOFF_RECIPE, epochs=preset.cutoff_epochs)
    return [
        Growth(of, recipe, most=preset.real_most if of.problem.is_real else preset.most)
        for of in trainings
    ]


def rows_used(problem) -> str:
    """Which rows of a data set: "all", or what there is to say of the first ones."""
    if problem.rows:
        return f"{'the first ' if problem.is_real else ''}{problem.rows:,} rows"
    is_part = problem.digest == DATASETS[problem.name].part_sha256
    return PART if is_part else "all"
