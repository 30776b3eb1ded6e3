"""The six methods by name: each gives strengths of pairs and a ranking, as NID does."""

from ..errors import check_choice
from ..ranking import pairwise_ranking
from .additive_groves import additive_groves
from .anova import anova
from .fhim import fhim
from .hier_lasso import hier_lasso
from .rulefit import rulefit
from .shooter import shooter

# {name: (the paper's title, the function)}. Sec. 5.1 says three, and lists four.
METHODS = {"anova": ("ANOVA", anova), "hier_lasso": ("HierLasso", hier_lasso)}
METHODS |= {"rulefit": ("RuleFit", rulefit), "additive_groves": ("AG", additive_groves)}
METHODS |= {"fhim": ("FHIM", fhim), "shooter": ("Shooter", shooter)}


def compare(name, X, y, rng, classification=False, **settings):
    """The baseline's strengths (p, p) and ranking for X (n, p), y (n,). InputError."""
    check_choice("a baseline", name, METHODS)
    if name == "fhim":  # Shooter knows labels only, and the others take them as numbers
        settings["classification"] = classification
    _, method = METHODS[name]
    result = method(X, y, rng, **settings)
    vars(result).setdefault("ranking", pairwise_ranking(result.strengths))
    return result
