"""Ours: F1's AUC against the L1 constant, within the range of Sec. 5.1."""

from itertools import product

import numpy as np

from ...metrics import pairwise_auc
from ...plots import new_axes
from ..problems import Problem
from ..settings import CONFIRM
from ..units import Training
from .cells import auc_of, averaged, cell, grouped, paper_by

TITLE = "F1 by the L1 constant (ours)"
NOTE = """Of Table 2's cells F1 is the furthest below the paper's. The paper tunes the
constant on validation rows within 5e-6 to 5e-4 (Sec. 5.1); here it is 2e-5 for all
functions."""
CONSTANTS = (5e-6, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4)
AUC, CONFIRMED, RMSE = "AUC", "confirmed AUC", "validation RMSE"


def units(preset):
    problem = Problem("F1", preset.rows)
    recipes = [preset.recipe(penalty_constant=constant) for constant in CONSTANTS]
    how = product(preset.seeds, ["mlp-m"], recipes)
    return [Training(problem, *each, confirm=CONFIRM) for each in how]


def run(preset, results):
    """A row for each constant: means and deviations of the trials."""
    by = grouped(results.values(), lambda r: r.unit.recipe.penalty_constant)
    for constant, own in by.items():
        confirmed = [pairwise_auc(r.arrays["confirmed"], r.truths) for r in own]
        row = {"L1 constant": constant} | averaged(AUC, map(auc_of, own))
        row |= averaged(CONFIRMED, confirmed)
        errors = np.sqrt([r.detection.fit.best.valid for r in own])
        yield row | averaged(RMSE, errors), preset.seeds


def side_by_side(rows):
    titles = AUC, CONFIRMED, RMSE
    return [
        {"": f"{row['L1 constant']:.0e}"} | {t: cell(row, t) for t in titles}
        for row in rows
    ]


def verdict(rows):
    best = min(rows, key=lambda row: row[RMSE])
    top = max(rows, key=lambda row: row[AUC])
    paper = cell(paper_by("table2", "function")["F1"], "MLP-M AUC")
    return (
        f"The least validation error has {best['L1 constant']:.0e}, with AUC "
        f"{cell(best, AUC)}; the largest AUC, {cell(top, AUC)}, has "
        f"{top['L1 constant']:.0e} (paper's MLP-M {paper}). By Definition 1 the same "
        f"networks have {min(r[CONFIRMED] for r in rows):.3f} or more."
    )


def figure(rows):
    ax = new_axes(4.5, 3)
    x = [row["L1 constant"] for row in rows]
    for title, line in ((AUC, "o-"), (CONFIRMED, "s--")):
        ax.plot(x, [row[title] for row in rows], line, color="black", label=title)
    ax.set(xscale="log", xlabel="L1 constant", ylabel="pairwise AUC")
    ax.legend(frameon=False)
    return ax.figure
