"""Formulas in which all features interact, drawn at random from a small grammar.

Beside each form stands why its features truly interact, by construction.
"""

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
    rest = features[1:]
    rest = form(rng, rest) if rest[1:] else pick(rng, FACTORS).format(product(rest))
    return f"{pick(rng, FACTORS).format(product(features[:1]))}*{rest}"


FORMS = (
    lambda rng, I: pick(rng, OF_SUM).format(weighted(rng, [product([i]) for i in I])),
    lambda rng, I: pick(rng, OF_SQUARES).format(squares(rng, I)),
    lambda rng, I: pick(rng, OF_PRODUCT).format(product(I)),
    *(of_blend, ratio, power, extremum, times),
)


def form(rng, features) -> str:
    """A formula in which all the features, two or more, interact."""
    return pick(rng, FORMS)(rng, features)
