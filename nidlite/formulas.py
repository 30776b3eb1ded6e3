"""Functions that are sums of formulas, whose interactions can be read off.

With this module one can write a function of many features as a sum of terms, and read
off what interacts in it. A term's name is its formula, and that formula is what runs;
it is given only the columns of the features beside it, so it cannot read any other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from .interactions import Interaction, maximal, pairs_of

# The words a formula may use, beside x1 to xp, abs and arithmetic.
WORDS = {
    word: getattr(np, word)
    for word in "pi sqrt exp log sin cos arcsin arccos arctan sinh tanh "
    "maximum minimum sign".split()
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
