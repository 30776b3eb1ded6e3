"""The test suite F1 to F10, whose interactions are known (Sec. 5.1, Table 1).

A function is a sum of terms. A term's name is its formula, and that formula is what
runs. It is given only the columns of the features beside it, so it cannot read any
other. What interacts can therefore be read off the table.

>>> SUITE["F5"].interactions
((0, 1, 2), (3, 4), (5, 6), (7, 8, 9))
>>> X, y = SUITE["F5"].sample(30_000, np.random.default_rng(0))
>>> X.shape, y.shape
((30000, 10), (30000,))
"""

from dataclasses import dataclass

import numpy as np

from .interactions import Interaction, maximal, pairs_of

# The words a formula may use, beside x1 to xp, abs and arithmetic.
NAMES = "pi sqrt exp log sin cos arcsin arccos arctan sinh tanh maximum minimum sign"
WORDS = {name: getattr(np, name) for name in NAMES.split()}


@dataclass(frozen=True)
class Term:
    """One additive term: its formula, and the features that interact in it, from 0."""

    name: str
    interaction: tuple[int, ...]  # a main effect has one feature

    @property
    def function(self):
        """The formula as a function of its features: (0, 2) makes it one of x1, x3."""
        arguments = ", ".join(f"x{i + 1}" for i in self.interaction)
        return eval(f"lambda {arguments}: {self.name}", dict(WORDS))

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
F4 = (*F3, Term("(x1*x4)**2",                         (0, 3)))
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

# Some truths can hardly be seen: F7's x4 to x8 have 6e-7 of var(y), F1's last one 1e-6.
# F1's ranges are Hooker's (2004): x4, x5, x8 and x10 stay away from zero (Sec. 5.1).
HOOKER = tuple((0.6, 1.0) if i in (3, 4, 7, 9) else (0.0, 1.0) for i in range(10))
SUITE = {
    f"F{k}": SyntheticFunction(f"F{k}", terms, ((-1.0, 1.0),) * 10 if k > 1 else HOOKER)
    for k, terms in enumerate([F1, F2, F3, F4, F5, F6, F7, F8, F9, F10], 1)
}
