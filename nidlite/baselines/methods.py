"""The six methods by name: each gives strengths of pairs and a ranking, as NID does."""

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import InputError, show, suggest
from ..interactions import Ranking
from ..ranking import pairwise_ranking
from .additive_groves import additive_groves
from .anova import anova
from .fhim import fhim
from .hier_lasso import hier_lasso
from .products import borrowed
from .rulefit import rulefit
from .shooter import shooter


@dataclass(frozen=True)
class Method:
    """A baseline: its function, how it treats labels, and its strength of a pair."""

    title: str  # as the paper prints it
    f: Callable
    labels: str  # "as numbers", "as classes" (classification=True), "only"
    strength: str
    sklearn: bool = False  # whether it needs scikit-learn


_F = "the F statistic of the two features' product"
_H = "the pair's H statistic"
_ENTRY = "how early the product enters the path of penalties, 0 if never"
_FACTORS = "the size of the pair's entry in the factorised matrix"
_WEIGHT = "the size of the product's coefficient, 0 if not selected"
_RMSE = "how much the RMSE grows without it, in deviations; above 3 it is real"
METHODS = {
    method.f.__name__: method
    for method in (
        Method("ANOVA", anova, "as numbers", _F),
        Method("HierLasso", hier_lasso, "as numbers", _ENTRY),
        Method(
            "RuleFit", rulefit, "as numbers", "the pair's H statistic", sklearn=True
        ),
        Method("AG", additive_groves, "as numbers", _RMSE),
        Method("FHIM", fhim, "as classes", _FACTORS),
        Method(
            "Shooter", shooter, "only", "|coefficient| of the product", sklearn=True
        ),
    )
}


def ready(name, classification) -> Method:
    """The baseline of this name, if it can run.

    Raises InputError for a wrong name, a wrong kind of y, and a missing scikit-learn.
    """
    if name not in METHODS:
        raise InputError(f"{show(name)} is no baseline; {suggest(name, METHODS)}")
    method = METHODS[name]
    if method.labels == "only" and not classification:
        raise InputError(f"{method.title} is made for two classes; y has numbers")
    if method.sklearn:
        borrowed("sklearn", method.title)
    return method


def compare(name, X, y, rng, classification=False, **settings):
    """The result of the baseline of this name for X (n, p), y (n,) and its settings.

    Every result has `strengths`, (p, p). Raises InputError as `ready` does, and for
    data that the baseline cannot take.
    """
    method = ready(name, classification)
    if method.labels == "as classes":
        settings["classification"] = classification
    return method.f(X, y, rng, **settings)


def ranked(result) -> Ranking:
    """The result's own ranking, or all its pairs, strongest first."""
    if hasattr(result, "ranking"):
        return result.ranking
    return pairwise_ranking(result.strengths)
