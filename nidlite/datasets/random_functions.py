"""Functions drawn at random from a small grammar, with their interactions known.

A way of training is judged on as many of them as one likes, none of them chosen: 3 to 5
interacting terms of 2 to 5 features, and some main effects. The features are uniform on
(-1, 1), y has variance about 1, and all features of a term truly interact, by
construction: forms.py says why.
"""

from itertools import combinations
from math import comb

import numpy as np

from ..agreement.confirm import superset_importance
from ..errors import InputError
from ..interactions import Interaction, maximal, pairs_of
from ..synthetic import SyntheticFunction, Term
from .forms import MAIN_EFFECTS, form, pick, product

ORDERS = {2: 0.4, 3: 0.3, 4: 0.2, 5: 0.1}  # chances of a term's number of features
# The share of var(y) that would be lost without a pair and all that holds it: of each
# term's strongest pair at least LEAST, of any true pair at least FAINT.
FAINT, LEAST = 0.001, 0.01
ROWS = 1000  # pairs of points that the shares are estimated from


def scaled(formula, features, scale) -> Term:
    """The formula times the scale in two digits, as a term."""
    scale = float(f"{scale:.2g}")
    front = {1.0: "", -1.0: "-"}.get(scale, f"{scale:g}*")
    return Term((front + formula).replace("*1/(", "/("), tuple(sorted(features)))


def random_interactions(rng, p) -> list[Interaction]:
    """3 to 5 sets of features, none inside another, with at most half of all pairs."""
    orders, chances = list(ORDERS), list(ORDERS.values())
    while True:
        sizes = rng.choice(orders, size=rng.integers(3, 6), p=chances)
        drawn = [tuple(rng.permutation(p)[:size].tolist()) for size in sizes]
        truths = [tuple(sorted(features)) for features in drawn]
        apart = len(set(maximal(truths))) == len(truths)
        if apart and len(pairs_of(truths)) <= comb(p, 2) / 2:
            return drawn


def random_sketch(rng, interactions, p) -> list[tuple]:
    """(formula, features, size) of each term, main effects last."""
    sketch = [(form(rng, i), i, np.sqrt(rng.uniform(1, 9))) for i in interactions]
    for i in rng.permutation(p)[: rng.integers(2, p // 2 + 1)].tolist():
        sketch.append((main_effect(rng, i), (i,), rng.uniform(1, 4)))
    return [(*entry, pick(rng, (1, -1)) * size) for *entry, size in sketch]


def visible_terms(sketch, a, b) -> list[Term] | None:
    """The terms, of variance about 1 in all on the rows a; None if a pair is not seen.

    The size of a main effect is its deviation, that of an interacting term the root of
    the variance which its strongest pair carries, both up to a common scale.
    """
    scales, importances, y = [], [], 0
    for formula, features, size in sketch:
        term = scaled(formula, features, 1)
        if features[1:]:
            pairs = combinations(term.interaction, 2)
            lost = np.array([superset_importance(term, I, a, b) for I in pairs])
            scales.append(size / np.sqrt(lost.max()))
            importances.append(scales[-1] ** 2 * lost)
        else:
            scales.append(size / np.std(term(a)))
        y = y + scales[-1] * term(a)
    strongest = [max(importance) / np.var(y) for importance in importances]
    faintest = min(map(min, importances)) / np.var(y)
    if faintest < FAINT or min(strongest) < LEAST:
        return None
    return [scaled(*e[:2], scale / np.std(y)) for e, scale in zip(sketch, scales)]


def random_function(rng: np.random.Generator, p=10) -> SyntheticFunction:
    """A random sum of terms in p features; the same rng draws the same function.

    No truth is invisible: see FAINT and LEAST. Raises InputError for p below 6.
    """
    if not isinstance(p, (int, np.integer)) or p < 6:
        raise InputError(f"p is a whole number of features from 6 on; got {p!r}")
    a, b = rng.uniform(-1, 1, size=(2, ROWS, p))
    truths = random_interactions(rng, p)
    terms = None
    while terms is None:
        terms = visible_terms(random_sketch(rng, truths, p), a, b)
    return SyntheticFunction("random", tuple(terms), ((-1.0, 1.0),) * p)


def additive_function(rng: np.random.Generator, p=10) -> SyntheticFunction:
    """A random sum of main effects of p features, two or more: nothing interacts."""
    active = np.flatnonzero((rng.random(p) < 0.7) | (np.arange(p) < 2)).tolist()
    effects = [(main_effect(rng, i), (i,), rng.uniform(0.5, 2)) for i in active]
    terms = [scaled(*entry, pick(rng, (1, -1)) * size) for *entry, size in effects]
    return SyntheticFunction("additive", tuple(terms), ((-1.0, 1.0),) * p)


def main_effect(rng, i) -> str:
    """exp(x3) and the like, of feature i."""
    return pick(rng, MAIN_EFFECTS).format(product([i]))
