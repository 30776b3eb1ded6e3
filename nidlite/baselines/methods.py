"""The six methods by name: each gives strengths of pairs and a ranking, as NID does."""

from collections import namedtuple

from ..errors import InputError, check_choice
from ..interactions import Ranking
from ..ranking import pairwise_ranking
from .additive_groves import additive_groves
from .anova import anova
from .fhim import fhim
from .hier_lasso import hier_lasso
from .rulefit import rulefit
from .shooter import shooter

# The title is the paper's. Labels are taken "as numbers", "as classes", which is the
# setting classification=True, or are the "only" outcomes.
Method = namedtuple("Method", "title function labels")
METHODS = {
    "anova": Method("ANOVA", anova, "as numbers"),
    "hier_lasso": Method("HierLasso", hier_lasso, "as numbers"),
    "rulefit": Method("RuleFit", rulefit, "as numbers"),
    "additive_groves": Method("AG", additive_groves, "as numbers"),
    "fhim": Method("FHIM", fhim, "as classes"),
    "shooter": Method("Shooter", shooter, "only"),
}


def compare(name, X, y, rng, classification=False, **settings):
    """The result of the baseline for X (n, p), y (n,): strengths (p, p). InputError."""
    check_choice("a baseline", name, METHODS)
    method = METHODS[name]
    if method.labels == "only" and not classification:
        raise InputError(f"{method.title} needs labels 0 and 1 and classification=True")
    if method.labels == "as classes":
        settings["classification"] = classification
    return method.function(X, y, rng, **settings)


def ranked(result) -> Ranking:
    """The result's own ranking, or all its pairs, strongest first."""
    return vars(result).get("ranking", pairwise_ranking(result.strengths))
