"""Shooter: products of features, expanded as a tree (Min, Ning, Cheng & Gerstein 2014).

"Interpretable sparse high-order Boltzmann machines", AISTATS: L1 logistic regression on
the features, then on what it selected and on each selected feature times any other, and
so on. A d-way product is a candidate when at least one of the (d-1)-way products in it
was selected at the order before: the relaxed assumption of App. H. The coefficients are
of columns with mean 0 and deviation 1. Candidates are not stored: the correlations of a
parent v's children with a residual r are X' (v r). Ours: at each order the penalty is
the one whose columns, fitted without it, have the least extended BIC (Chen & Chen 2008,
Biometrika 95). The least error on held-out rows selects many times too much.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from .lasso import Columns, SparseFit, l1_logistic, least, loss, newton
from .products import prepared, symmetric

SMALLEST, COUNT = 1e-2, 30  # of the path of penalties
UNSHRUNK = 1e-4  # a penalty that only keeps the fit of separable labels finite


@dataclass(frozen=True, eq=False)
class Shooter:
    """The features and products that the last regression selected."""

    strengths: np.ndarray  # (p, p), |coefficient| of a selected pair, 0 of others
    ranking: list  # [(interaction, |coefficient|), ...], strongest first
    coefficients: dict  # {product, a sorted tuple: coefficient}, features too


def shooter(X, y, rng, max_order=5) -> Shooter:
    """The products that predict the labels y (n,) from X (n, p), up to max_order.

    rng is unused: deterministic. Raises InputError for labels other than 0 and 1.
    """
    X, y = prepared(X, y, classification=True)
    parents, kept, model = [()], [], {}
    for order in range(1, max_order + 1):
        candidates, columns = expansion(X, parents, kept)
        fit = select(columns, y, len(candidates))
        kept = [candidates[k] for k in fit.support]
        model = dict(zip(kept, map(float, fit.coefficients), strict=True))
        parents = [product for product in kept if len(product) == order]
        if not parents:
            break
    ranking = [(product, abs(c)) for product, c in model.items() if len(product) > 1]
    ranking.sort(key=lambda entry: (-entry[1], len(entry[0]), entry[0]))
    p = X.shape[1]
    pairs = [abs(model.get(pair, 0.0)) for pair in combinations(range(p), 2)]
    return Shooter(symmetric(pairs, p), ranking, model)


def expansion(X, parents, kept) -> tuple[list, Columns]:
    """The candidates, those kept first, and their standardised columns."""
    child_of = {}  # each product once: the feature added, to which parent
    for number, parent in enumerate(parents):
        for i in range(X.shape[1]):
            if i not in parent:
                child_of.setdefault(tuple(sorted([*parent, i])), (i, number))
    i, parent = np.array(list(child_of.values()), int).reshape(-1, 2).T
    V, U = multiplied(X, parents), multiplied(X, kept)

    def correlate(r):  # of the columns as they are: the kept, then the children
        return np.concatenate([r @ U, (X.T @ (V * r[:, None]))[i, parent]])

    mean = correlate(np.ones(len(X))) / len(X)
    square = np.concatenate([(U**2).sum(0), ((X**2).T @ V**2)[i, parent]]) / len(X)
    deviation = np.sqrt(np.maximum(square - mean**2, 0))
    # A product that is constant: rounding leaves some 1e-8 of its size.
    deviation = np.where(deviation > 1e-6 * np.sqrt(square), deviation, np.inf)

    def take(k):
        own, new = k[k < len(kept)], k[k >= len(kept)] - len(kept)
        Z = np.hstack([U[:, own], X[:, i[new]] * V[:, parent[new]]])
        return (Z - mean[k]) / deviation[k]

    columns = Columns(lambda r: (correlate(r) - mean * r.sum()) / deviation, take)
    return [*kept, *child_of], columns


def multiplied(X, products) -> np.ndarray:
    """The product of each tuple's features for every row, (n, products)."""
    columns = [X[:, list(product)].prod(axis=1) for product in products]
    return np.stack(columns, axis=1) if columns else np.empty((len(X), 0))


def select(columns, y, candidates) -> SparseFit:
    """The fit of the path whose columns have the least extended BIC."""
    known = {}  # neighbours on the path often have the same columns

    def criterion(fit):
        k = tuple(fit.support)
        known[k] = known.get(k) or extended_bic(fit, columns, y, candidates)
        return known[k]

    return least(l1_logistic(columns, y, SMALLEST, COUNT), criterion)


def extended_bic(fit, columns, y, candidates) -> float:
    """-2 log likelihood + k log n + 2 k log(candidates) of the k columns of a fit.

    Chen & Chen's with gamma = 1, and k log(candidates) for log(candidates choose k).
    """
    A = columns.take(fit.support)
    w, b = newton(A, y, fit.coefficients, fit.intercept, UNSHRUNK)
    price = np.log(len(y)) + 2 * np.log(candidates)
    return 2 * len(y) * loss(A @ w + b, y, True) + price * len(fit.support)
