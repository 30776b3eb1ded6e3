"""The six methods by name, asked for in one way.

With this module one can run any of them on the same data and get what NID gives: a
strength for each pair, and a ranking of interactions.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..errors import InputError, show, suggest
from ..interactions import Ranking
from .additive_groves import additive_groves
from .anova import anova
from .fhim import fhim
from .hier_lasso import hier_lasso
from .needs import part
from .rulefit import rulefit
from .shooter import shooter


@dataclass(frozen=True)
class Method:
    """A baseline: its function, what it gives, takes and needs."""

    title: str  # as the paper prints it
    f: Callable
    labels: str  # "as numbers", "told" (classification=True) or "only"
    strength: str  # what a pair's is
    sklearn: bool = False  # whether it needs scikit-learn


METHODS = {
    "anova": Method(
        "ANOVA", anova, "as numbers", "the F statistic of the two features' product"
    ),
    "hier_lasso": Method(
        "HierLasso",
        hier_lasso,
        "told",
        "how early the product enters the path of penalties, 0 if never",
    ),
    "rulefit": Method(
        "RuleFit", rulefit, "told", "the pair's H statistic", sklearn=True
    ),
    "additive_groves": Method(
        "AG",
        additive_groves,
        "as numbers",
        "how much the RMSE grows without it, in deviations; above 3 it is real",
        sklearn=True,
    ),
    "fhim": Method(
        "FHIM", fhim, "told", "the size of the pair's entry in the factorised matrix"
    ),
    "shooter": Method(
        "Shooter",
        shooter,
        "only",
        "the size of the product's coefficient, 0 if not selected",
        sklearn=True,
    ),
}


def method(name) -> Method:
    """The baseline of this name. Raises InputError for a name that is none."""
    if name not in METHODS:
        message = f"{show(name)} is no baseline; {suggest(name, list(METHODS))}"
        raise InputError(message)
    return METHODS[name]


def ready(name, classification) -> Method:
    """The baseline of this name, if it can run.

    Raises InputError for a name that is none, where the baseline cannot take such a y,
    and where scikit-learn is missing and needed.
    """
    own = method(name)
    if own.labels == "only" and not classification:
        raise InputError(f"{own.title} is made for two classes; y has numbers")
    if own.sklearn:
        part("sklearn", own.title)
    return own


def compare(name, X, y, rng, classification=False, **settings):
    """What the baseline of this name finds in X (n, p) and y (n,): its own result.

    Every result has `strengths`, (p, p). settings are those of the baseline's function.
    Raises InputError as `ready` does, and for data that the baseline cannot take.
    """
    own = ready(name, classification)
    if own.labels == "told":
        settings["classification"] = classification
    return own.f(X, y, rng, **settings)


def ranked(result) -> Ranking:
    """The result's own ranking, or all its pairs, strongest first."""
    if hasattr(result, "ranking"):
        return result.ranking
    i, j = np.triu_indices(len(result.strengths), k=1)
    strengths = result.strengths[i, j].tolist()
    pairs = zip(zip(i.tolist(), j.tolist()), strengths, strict=True)
    return sorted(pairs, key=lambda entry: (-entry[1], entry[0]))
