"""Data whose interactions are known: Table 1, App. F and App. H.

With this module one can sample F1 to F10, read off what truly interacts, and draw the
three larger problems. A term's name is its formula, and that formula is what runs; it
is given only the columns of the features beside it, so it cannot read any other.

    f = SUITE["F5"]
    f.interactions                  # ((0, 1, 2), (3, 4), (5, 6), (7, 8, 9))
    X, y = f.sample(30_000, rng)    # (n, 10), (n,)
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from nidlite.interactions import Interaction, maximal, pairs_of

# The words a formula may use, beside x1 to x10, abs and arithmetic.
WORDS = {
    word: getattr(np, word)
    for word in "pi sqrt exp log sin cos arcsin arccos arctan sinh tanh maximum".split()
}


@cache
def compiled(formula: str, features: Interaction) -> Callable:
    """The formula as a function of its features: (0, 2) makes it one of x1 and x3."""
    arguments = ", ".join(f"x{i + 1}" for i in features)
    return eval(f"lambda {arguments}: {formula}", dict(WORDS))


@dataclass(frozen=True)
class Term:
    """One additive term: its formula, and the features that interact in it, from 0."""

    name: str
    interaction: tuple[int, ...]  # a main effect has one feature

    @property
    def function(self) -> Callable:
        """The term as a function of its features, one argument for each."""
        return compiled(self.name, self.interaction)

    def __call__(self, X) -> np.ndarray:
        """The term's values, (n, p) -> (n,)."""
        return self.function(*np.asarray(X, dtype=np.float64).T[list(self.interaction)])


@dataclass(frozen=True)
class SyntheticFunction:
    """A sum of terms, and the ranges its features are uniform on, independently."""

    name: str
    terms: tuple[Term, ...]
    ranges: tuple[tuple[float, float], ...]  # low and high of each feature

    def __call__(self, X) -> np.ndarray:
        """y without noise, (n, p) -> (n,), in float64."""
        return sum(term(X) for term in self.terms)

    @property
    def interactions(self) -> tuple[Interaction, ...]:
        """The true interactions that no other one contains, in the terms' order."""
        return tuple(maximal([t.interaction for t in self.terms if t.interaction[1:]]))

    @property
    def pairs(self) -> tuple[Interaction, ...]:
        """The true pairs of Sec. 5.2, sorted."""
        return tuple(sorted(pairs_of(self.interactions)))

    def sample(self, n: int, rng: np.random.Generator):
        """n random rows: X (n, p) and y (n,)."""
        low, high = np.transpose(self.ranges)
        X = rng.uniform(low, high, size=(n, len(low)))
        return X, self(X)


# fmt: off
# Table 1. Each line is one term and, counted from 0, the features that interact in it.
F1 = (
    Term("pi**(x1*x2) * sqrt(2*x3)",                  (0, 1, 2)),
    Term("-arcsin(x4)",                               (3,)),
    Term("log(x3 + x5)",                              (2, 4)),
    Term("-x2*x7",                                    (1, 6)),
    Term("-x9/x10 * sqrt(x7/x8)",                     (6, 7, 8, 9)),
)
F2 = (
    Term("pi**(x1*x2) * sqrt(2*abs(x3))",             (0, 1, 2)),
    Term("-arcsin(0.5*x4)",                           (3,)),
    Term("log(abs(x3 + x5) + 1)",                     (2, 4)),
    Term("-x2*x7",                                    (1, 6)),
    # Printed sqrt(x7/...), undefined for every x7 < 0: |x7|. The sign is printed +.
    Term("x9/(1 + abs(x10)) * sqrt(abs(x7)/(1 + abs(x8)))", (6, 7, 8, 9)),
)
F3 = (
    Term("exp(abs(x1 - x2))",                         (0, 1)),
    Term("abs(x2*x3)",                                (1, 2)),
    # Printed x3^(2|x4|), complex for x3 < 0: the square first, as in the authors' demo.
    Term("-(x3**2)**abs(x4)",                         (2, 3)),
    Term("log(x4**2 + x5**2 + x7**2 + x8**2)",        (3, 4, 6, 7)),
    Term("x9",                                        (8,)),
    Term("1/(1 + x10**2)",                            (9,)),
)
F4 = (
    *F3,
    Term("(x1*x4)**2",                                (0, 3)),
)
F5 = (
    Term("1/(1 + x1**2 + x2**2 + x3**2)",             (0, 1, 2)),
    Term("sqrt(exp(x4 + x5))",                        (3, 4)),
    Term("abs(x6 + x7)",                              (5, 6)),
    Term("x8*x9*x10",                                 (7, 8, 9)),
)
F6 = (
    Term("exp(abs(x1*x2) + 1)",                       (0, 1)),
    Term("-exp(abs(x3 + x4) + 1)",                    (2, 3)),
    Term("cos(x5 + x6 - x8)",                         (4, 5, 7)),
    Term("sqrt(x8**2 + x9**2 + x10**2)",              (7, 8, 9)),
)
F7 = (
    Term("(arctan(x1) + arctan(x2))**2",              (0, 1)),
    Term("maximum(x3*x4 + x6, 0)",                    (2, 3, 5)),
    Term("-1/(1 + (x4*x5*x6*x7*x8)**2)",              (3, 4, 5, 6, 7)),
    Term("(abs(x7)/(1 + abs(x9)))**5",                (6, 8)),
    # The sum of all features: ten main effects.
    *(Term(f"x{i + 1}",                               (i,)) for i in range(10)),
)
F8 = (
    Term("x1*x2",                                     (0, 1)),
    Term("2**(x3 + x5 + x6)",                         (2, 4, 5)),
    Term("2**(x3 + x4 + x5 + x7)",                    (2, 3, 4, 6)),
    Term("sin(x7*sin(x8 + x9))",                      (6, 7, 8)),
    Term("arccos(0.9*x10)",                           (9,)),
)
F9 = (
    Term("tanh(x1*x2 + x3*x4) * sqrt(abs(x5))",       (0, 1, 2, 3, 4)),
    Term("exp(x5 + x6)",                              (4, 5)),
    Term("log((x6*x7*x8)**2 + 1)",                    (5, 6, 7)),
    Term("x9*x10",                                    (8, 9)),
    Term("1/(1 + abs(x10))",                          (9,)),
)
F10 = (
    Term("sinh(x1 + x2)",                             (0, 1)),
    Term("arccos(tanh(x3 + x5 + x7))",                (2, 4, 6)),
    Term("cos(x4 + x5)",                              (3, 4)),
    Term("1/cos(x7*x9)",                              (6, 8)),
)
# fmt: on

TABLE = {f"F{k}": t for k, t in enumerate([F1, F2, F3, F4, F5, F6, F7, F8, F9, F10], 1)}
# F1's ranges are Hooker's (2004): x4, x5, x8 and x10 stay away from zero (Sec. 5.1).
HOOKER = tuple((0.6, 1.0) if i in (3, 4, 7, 9) else (0.0, 1.0) for i in range(10))
RANGES = {name: ((-1.0, 1.0),) * 10 for name in TABLE} | {"F1": HOOKER}
SUITE = {name: SyntheticFunction(name, TABLE[name], RANGES[name]) for name in TABLE}


@dataclass(frozen=True, eq=False)
class Simulation:
    """A data set, what truly interacts in it, and the score its y was made from."""

    X: np.ndarray  # (n, p), standard normal
    y: np.ndarray  # (n,), real numbers, or labels 0.0 and 1.0
    interactions: tuple[Interaction, ...]  # sorted by size, then by tuple
    score: Callable  # (n, p) -> (n,), no noise


def quadratic_form(beta, A, X) -> np.ndarray:
    """beta.x + sum_k (a_k.x)^2 for every row x of X (n, p); A is (K, p) -> (n,)."""
    return X @ beta + ((X @ A.T) ** 2).sum(axis=1)


def product_sum(products, coefficients, X) -> np.ndarray:
    """The weighted sum of products of features for every row, (n, p) -> (n,)."""
    weighted = zip(coefficients, products, strict=True)
    return sum(c * X[:, list(features)].prod(axis=1) for c, features in weighted)


def sparse_normal(rng, p, support) -> np.ndarray:
    """A vector (p,) that is standard normal on the support and zero elsewhere."""
    vector = np.zeros(p)
    vector[support] = rng.standard_normal(len(support))
    return vector


def large_p(
    rng: np.random.Generator, n=10_000, p=1000, K=5, density=0.02
) -> Simulation:
    """App. F: a quadratic form of rank K in many features, noise of variance 0.1.

    (a.x)^2 is a sum of pairwise products, so nothing larger than a pair interacts.
    """
    size = round(density * p)
    if K * size > p:
        raise ValueError(f"{K} disjoint supports of {size} do not fit in p = {p}")
    # 950 true pairs = 5 x C(20, 2): supports of exactly 2 percent, no pair in two of
    # them. Disjoint ones always give that.
    supports = rng.permutation(p)[: K * size].reshape(K, size)
    A = np.stack([sparse_normal(rng, p, support) for support in supports])
    beta = sparse_normal(rng, p, rng.permutation(p)[:size])
    score = partial(quadratic_form, beta, A)
    X = rng.standard_normal((n, p))
    y = score(X) + np.sqrt(0.1) * rng.standard_normal(n)
    return Simulation(X, y, tuple(sorted(pairs_of(supports.tolist()))), score)


def fhim(rng: np.random.Generator, n=10_000, p=200, K=2, density=0.05) -> Simulation:
    """App. H: labels drawn from the logistic model of the same quadratic form.

    No intercept is printed, and the form is mostly positive: so are the labels.
    """
    size = round(density * p)
    # 73 true pairs = C(8, 2) + C(10, 2); two supports of exactly 10 cannot give it. So
    # positions are drawn with replacement: repeats merge, and a support has 10 features
    # or a few less. (MATLAB's sprandn, too, leaves fewer nonzeros than asked for.)
    supports = [np.unique(rng.integers(p, size=size)) for _ in range(K + 1)]
    beta, *A = (sparse_normal(rng, p, support) for support in supports)
    score = partial(quadratic_form, beta, np.stack(A))
    X = rng.standard_normal((n, p))
    y = rng.random(n) < 0.5 * (1 + np.tanh(score(X) / 2))  # the sigmoid, no overflow
    pairs = pairs_of(support.tolist() for support in supports[1:])
    return Simulation(X, y.astype(np.float64), tuple(sorted(pairs)), score)


def shooter(
    rng: np.random.Generator, n=10_000, p=200, max_order=5, density=0.05
) -> Simulation:
    """App. H: labels from products of features under a relaxed hierarchy, no noise.

    A d-way product is one of the (d-1)-way products times one more feature, so at
    least one of its parents is there and the others need not be. The interactions are
    these products, every order, because Table 6 counts them so; by Definition 1 each
    of their subsets interacts as well.
    """
    # App. H sends the procedure to Min et al. (2014) and gives no counts. Our reading,
    # not theirs: density * p main effects and as many products of each order, normal
    # features and coefficients as in App. F, and the label is the sign of the score.
    count = round(density * p)
    level = [(i,) for i in sorted(rng.permutation(p)[:count].tolist())]
    products = list(level)
    for _ in range(2, max_order + 1):
        children = {tuple(sorted({*q, i})) for q in level for i in range(p)} - {*level}
        chosen = set(rng.permutation(len(children))[:count].tolist())
        level = [q for k, q in enumerate(sorted(children)) if k in chosen]
        products += level
    score = partial(product_sum, products, rng.standard_normal(len(products)))
    X = rng.standard_normal((n, p))
    y = (score(X) > 0).astype(np.float64)
    return Simulation(X, y, tuple(q for q in products if len(q) > 1), score)
