"""Two-way ANOVA: is the product x_i x_j significant? (Wonnacott & Wonnacott 1972)

The linear model of y holds every main effect and the products of two features. The F
statistic of a product says how much more is left unexplained without it,

    F = (RSS without x_i x_j - RSS) / (RSS / d),    d = rows - rank of the model,

and without interaction, with normal errors, follows F(1, d). The books' factors have
dummies for levels; for numbers, as in Sec. 5.1, a feature is one linear term. Its zero
and unit do not matter: (x_i - a)(x_j - b) differs from x_i x_j only by main effects.

The paper does not say whether a product is tested among all products or alone. We take
the first, "type III" in statistics packages, which Lou et al. (2013) describe. A
product is then not credited with what a correlated one explains.
"""

from dataclasses import dataclass

import numpy as np

from ..errors import InputError
from .products import prepared, products, standardised, symmetric


@dataclass(frozen=True, eq=False)
class Anova:
    """The F statistic of every product, and the degrees of freedom of the errors."""

    strengths: np.ndarray  # (p, p), F; 0 for a product that the others determine
    degrees: int


def anova(X, y, rng) -> Anova:
    """The F test of every product x_i x_j in the linear model with all of them.

    X is (n, p), y (n,), rng unused: deterministic. Raises InputError for fewer rows
    than main effects and products.
    """
    (X, y), (n, p) = prepared(X, y), np.shape(X)
    U, s, _ = np.linalg.svd(X, full_matrices=False)
    main = U[:, s > 1e-10 * max(s[0], 1)]  # orthonormal columns, (n, rank)
    Z, y = beyond(main, products(X)), y - main @ (main.T @ y)
    # The triangle of (Z, y) has the same inner products, so the same least squares.
    R = np.linalg.qr(np.column_stack([Z, y]), mode="r")
    Z, y = R[:, :-1], R[:, -1]
    inverse = np.linalg.pinv(Z, rcond=1e-10)
    b = inverse @ y
    # Row j of the inverse is z / |z|^2, z the part of product j beyond all the others,
    # and has 1 on the diagonal here, if there is any.
    unique = np.einsum("jk,kj->j", inverse, Z)
    squares = np.where(unique > 1 - 1e-6, np.square(inverse).sum(axis=1), np.inf)
    degrees = n - 1 - main.shape[1] - round(unique.sum())
    if degrees < 1:
        terms = f"{n} rows are too few for ANOVA's {1 + p + p * (p - 1) // 2} terms"
        raise InputError(f"{terms}: give more rows or fewer features")
    # A perfect fit leaves rounding: noise under 3e-8 of y's deviation counts as that.
    rss = max(np.sum((y - Z @ b) ** 2), 1e-15 * n)
    return Anova(symmetric(b**2 / squares / (rss / degrees), p), degrees)


def beyond(main, Z):
    """Z's columns without what the main effects explain, at length 1, or 0 for none."""
    Z = standardised(Z)
    Z = Z - main @ (main.T @ Z)
    size = np.linalg.norm(Z, axis=0) / len(Z) ** 0.5
    return Z / np.where(size > 1e-6, size * len(Z) ** 0.5, np.inf)
