"""Shooter: products of features, expanded as a tree (Min, Ning, Cheng & Gerstein 2014).

"Interpretable sparse high-order Boltzmann machines", AISTATS: L1 logistic regression on
the features, then on what it selected and on each selected feature times any other, and
so on. A d-way product is a candidate when at least one of the (d-1)-way products in it
was selected at the order before: the relaxed assumption of App. H. The coefficients are
of columns with mean 0 and deviation 1. Ours: at each order the penalty is the one whose
columns, fitted without it, have the least extended BIC (Chen & Chen 2008, Biometrika
95). The least error on held-out rows selects many times too much.
"""

import numpy as np

from .lasso import l1_logistic, least, loss
from .products import borrowed, prepared, result_of, z_scores

UNSHRUNK = 1e6  # so little a penalty only keeps the fit of separable labels finite


def shooter(X, y, rng, max_order=5):
    """The products that predict the labels y (n,) from X (n, p), up to max_order.

    rng is unused. The result has the coefficients of the last regression, {product, a
    sorted tuple: coefficient}, features too; their sizes are strengths and ranking.
    """
    X, y = prepared(X, y, classification=True)
    parents, model, p = [()], {}, X.shape[1]
    for order in range(1, max_order + 1):
        candidates = expansion(p, parents, list(model))
        Z = np.empty((len(X), len(candidates)), np.float32)  # float32: q is large
        for k, product in enumerate(candidates):
            Z[:, k] = z_scores(X[:, list(product)].prod(axis=1))
        fits = l1_logistic(Z, y, smallest=1e-2, count=30)
        w, _ = least(fits, lambda w, b, Z=Z: extended_bic(w, b, Z, y))
        model = {candidates[k]: float(w[k]) for k in np.flatnonzero(w)}
        parents = [product for product in model if len(product) == order]
        if not parents:
            break
    sizes = {product: abs(c) for product, c in model.items() if len(product) > 1}
    return result_of(sizes, p, coefficients=model)


def expansion(p, parents, kept) -> list:
    """The candidates: the products kept, and each parent times each other feature."""
    pairs = [(set(parent), i) for parent in parents for i in range(p)]
    children = {tuple(sorted(parent | {i})) for parent, i in pairs if i not in parent}
    return [*kept, *sorted(children - set(kept))]


def extended_bic(w, b, Z, y) -> float:
    """-2 log likelihood + k log n + 2 k log q of a fit with k of the q columns of Z.

    Chen & Chen's with gamma = 1, and k log q for log(q choose k).
    """
    columns, s = np.flatnonzero(w), np.full(len(y), b)
    if len(columns):
        regression = borrowed("sklearn.linear_model", "Shooter").LogisticRegression
        A, free = Z[:, columns], regression(C=UNSHRUNK / len(y), max_iter=1000)
        with np.errstate(invalid="ignore"):  # BLAS may set that flag without a cause
            s = free.fit(A, y).decision_function(A)
    price = np.log(len(y)) + 2 * np.log(Z.shape[1])
    return 2 * len(y) * loss(s, y, True) + price * len(columns)
