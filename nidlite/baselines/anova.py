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

from itertools import combinations

import numpy as np

from ..errors import InputError
from .products import prepared, result_of, z_scores


def anova(X, y, rng):
    """The F test of every product x_i x_j in the linear model with all of them.

    rng is unused. Strengths are F, 0 for a product that the others determine; degrees
    are those of the errors. Raises InputError for fewer rows than terms.
    """
    (X, y), (n, p) = prepared(X, y), np.shape(X)
    i, j = np.triu_indices(p, k=1)
    M = np.column_stack([np.ones(n), X, z_scores(X[:, i] * X[:, j])])
    inverse = np.linalg.pinv(M, rcond=1e-10)
    b = inverse @ y
    # Row j of the inverse is m / |m|^2, m the part of column j beyond all the others,
    # and its product with column j is 1 if there is any.
    unique = np.einsum("jk,kj->j", inverse, M)
    squares = np.where(unique > 1 - 1e-6, np.square(inverse).sum(axis=1), np.inf)
    degrees = n - round(unique.sum())
    if degrees < 1:
        raise InputError(f"{n} rows are too few for ANOVA's {M.shape[1]} terms")
    # A perfect fit leaves rounding: noise under 3e-8 of y's deviation counts as that.
    rss = max(np.sum((y - M @ b) ** 2), 1e-15 * n)
    F = (b**2 / squares / (rss / degrees))[1 + p :].tolist()
    return result_of(dict(zip(combinations(range(p), 2), F)), p, degrees=degrees)
