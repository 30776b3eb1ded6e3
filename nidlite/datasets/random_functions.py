"""Functions drawn at random from a small grammar, with their interactions known.

A way of training is judged on as many of them as one likes, none of them chosen: 3 to 5
interacting terms of 2 to 5 features, and some main effects. The features are uniform on
(-1, 1), y has variance about 1, and all features of a term truly interact, by
construction: beside each form stands why.

>>> random_function(np.random.default_rng(0)).interactions[:2]
((5, 7, 8), (0, 3, 4))
"""

from itertools import combinations
from math import comb

import numpy as np

from ..agreement.confirm import superset_importance
from ..interactions import Interaction, maximal, pairs_of
from ..synthetic import SyntheticFunction, Term

ORDERS = {2: 0.4, 3: 0.3, 4: 0.2, 5: 0.1}  # chances of a term's number of features
# The share of var(y) that would be lost without a pair and all that holds it: of each
# term's strongest pair at least LEAST, of any true pair at least FAINT.
FAINT, LEAST = 0.001, 0.01
ROWS = 1000  # pairs of points that the shares are estimated from
COEFFICIENTS = (0.5, 0.7, 0.9, 1.1, 1.3, 1.5)

# Of one feature, none of them constant.
FACTORS = ("{}", "sqrt(abs({}))", "exp({})", "cos(2*{})", "sign({} + 0.2)")
MAIN_EFFECTS = ("{}", "{}**2", "abs({})", "exp({})", "sin(3*{})", "log(1.5 + {})")
# g(sum): its mixed difference is a repeated difference of g, and zero for all points
# only if g is a polynomial. None of these is: the kinks and steps lie within reach.
OF_SUM = (
    *("exp({})", "2**({})", "sin({})", "cos({})", "tanh(2*({}))", "arctan(2*({}))"),
    *("log(1 + ({})**2)", "1/(1 + ({})**2)", "abs({})", "abs({})**1.5"),
    *("sqrt(abs({}))", "exp(abs({}))", "maximum({}, 0.2)", "sign({} + 0.2)"),
)
OF_SQUARES = ("sqrt({})", "log(1 + {})", "1/(1 + {})", "exp(-({}))")  # the same in x^2
# g(product): between a = 0 and b the mixed difference is g(product of b) - g(0), as all
# other corners have a factor 0.
OF_PRODUCT = (
    *("{}", "abs({})", "exp({})", "pi**({})", "sin(2*{})", "sqrt(abs({}))"),
    *("1/(1 + abs({}))", "log(1 + ({})**2)"),
)
# g(P + Q), two products: there it is g(P + Q) - g(P) - g(Q) + g(0). No g is linear.
OF_BLEND = ("exp({})", "sin({})", "tanh(2*({}))", "abs({})", "maximum({}, 0)")


def pick(rng, options):
    return options[rng.integers(len(options))]


def product(features) -> str:
    """x1*x4 for (0, 3)."""
    return "*".join(f"x{i + 1}" for i in sorted(features))


def weighted(rng, parts, signs=(1, -1)) -> str:
    """The sum of the parts with random coefficients: 0.7*x1 - 1.3*x4."""
    parts = [f"{pick(rng, signs) * pick(rng, COEFFICIENTS)}*{part}" for part in parts]
    return " + ".join(parts).replace("+ -", "- ")


def squares(rng, features) -> str:
    """0.7*x1**2 + 1.3*x4**2, never negative."""
    return weighted(rng, [f"x{i + 1}**2" for i in sorted(features)], signs=(1,))


def of_sum(rng, features) -> str:
    """exp(0.7*x1 - 1.3*x4) and the like."""
    g = pick(rng, OF_SUM)
    return g.format(weighted(rng, [product([i]) for i in features]))


def of_squares(rng, features) -> str:
    """sqrt(0.7*x1**2 + 1.3*x4**2) and the like."""
    return pick(rng, OF_SQUARES).format(squares(rng, features))


def of_product(rng, features) -> str:
    """exp(x1*x4) and the like."""
    return pick(rng, OF_PRODUCT).format(product(features))


def of_blend(rng, features) -> str:
    """tanh(2*(0.7*x1*x4 - 1.3*x5)) and the like."""
    k = rng.integers(1, len(features))
    blend = weighted(rng, [product(features[:k]), product(features[k:])])
    return pick(rng, OF_BLEND).format(blend)


def ratio(rng, features) -> str:
    """A product, times 1/(c + squares) of the others: both interact in full."""
    k = rng.integers(1, len(features))
    return f"{product(features[:k])}/(0.3 + {squares(rng, features[k:])})"


def power(rng, features) -> str:
    """|x1|^squares: in the others a product of |x1|^(c b^2) - |x1|^(c a^2)."""
    return f"abs({product(features[:1])})**({squares(rng, features[1:])})"


def extremum(rng, features) -> str:
    """Nested maxima and minima of c x: integrals over t of polynomials in [c x > t].

    Their highest term is the product of all, so the mixed difference is, up to its
    sign, as long as what the intervals from c a to c b have in common.
    """
    text, *rest = (weighted(rng, [product([i])]) for i in features)
    for word in rest:
        text = f"{pick(rng, ('maximum', 'minimum'))}({word}, {text})"
    return text


def times(rng, features) -> str:
    """A function of one feature times a form of the others, neither constant."""
    first, others = features[:1], features[1:]
    if len(others) > 1:
        rest = pick(rng, FORMS)(rng, others)
    else:
        rest = pick(rng, FACTORS).format(product(others))
    return f"{pick(rng, FACTORS).format(product(first))}*{rest}"


# With another one, each seed draws another function.
FORMS = of_sum, of_squares, of_product, of_blend, ratio, power, extremum, times


def scaled(formula, features, scale) -> Term:
    """The formula times the scale in two digits, as a term."""
    return Term(f"{scale:.2g}*{formula}", tuple(sorted(features)))


def random_interactions(rng, p) -> list[Interaction]:
    """3 to 5 sets of features, none inside another, with at most half of all pairs."""
    while True:
        sizes = rng.choice([*ORDERS], rng.integers(3, 6), p=[*ORDERS.values()])
        drawn = [tuple(rng.permutation(p)[:size].tolist()) for size in sizes]
        truths = [tuple(sorted(features)) for features in drawn]
        apart = len(set(maximal(truths))) == len(truths)
        if apart and len(pairs_of(truths)) <= comb(p, 2) / 2:
            return drawn


def visible_terms(sketch, a, b) -> list[Term] | None:
    """Terms of a y with variance about 1 on rows a; None if a pair of one is too faint.

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
    if min(map(min, importances)) / np.var(y) < FAINT or min(strongest) < LEAST:
        return None
    return [scaled(*e[:2], scale / np.std(y)) for e, scale in zip(sketch, scales)]


def random_function(rng, p=10) -> SyntheticFunction:
    """A random sum of terms in p features, 6 or more; none is invisible (see FAINT)."""
    a, b = rng.uniform(-1, 1, size=(2, ROWS, p))
    truths = random_interactions(rng, p)
    terms = None
    while terms is None:
        forms = ((pick(rng, FORMS)(rng, i), i) for i in truths)
        sketch = [(*term, np.sqrt(rng.uniform(1, 9))) for term in forms]
        for i in rng.permutation(p)[: rng.integers(2, p // 2 + 1)].tolist():
            effect = pick(rng, MAIN_EFFECTS).format(product([i]))
            sketch.append((effect, (i,), rng.uniform(1, 4)))
        sketch = [(*term, pick(rng, (1, -1)) * size) for *term, size in sketch]
        terms = visible_terms(sketch, a, b)
    return SyntheticFunction("random", tuple(terms), ((-1.0, 1.0),) * p)
