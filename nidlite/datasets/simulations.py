"""Three larger problems with known interactions: App. F, and two of App. H.

A few percent of the features interact, in products. Each has X (n, p), standard normal,
y (n,), numbers or labels 0.0 and 1.0, interactions, and the score (n, p) -> (n,) of y.
"""

from functools import partial
from types import SimpleNamespace

import numpy as np

from ..interactions import pairs_of


def quadratic_form(beta, A, X, mean=0.0) -> np.ndarray:
    """beta.x + sum_k (a_k.x)^2 - mean for every row x of X (n, p); A is (K, p)."""
    return X @ beta + ((X @ A.T) ** 2).sum(axis=1) - mean


def product_sum(products, coefficients, X) -> np.ndarray:
    """The weighted sum of products of features for every row, (n, p) -> (n,)."""
    weighted = zip(coefficients, products, strict=True)
    return sum(c * X[:, list(features)].prod(axis=1) for c, features in weighted)


def sparse_normal(rng, p, support) -> np.ndarray:
    """A vector (p,) that is standard normal on the support and zero elsewhere."""
    vector = np.zeros(p)
    vector[support] = rng.standard_normal(len(support))
    return vector


def large_p_data(rng, n=10_000, p=1000, K=5, density=0.02) -> SimpleNamespace:
    """App. F: a quadratic form of rank K in many features, noise of variance 0.1.

    (a.x)^2 is a sum of pairwise products, so nothing larger than a pair interacts.
    """
    size = round(density * p)
    # 950 true pairs = 5 x C(20, 2): supports of exactly 2 percent, no pair in two of
    # them. Disjoint ones always give that.
    supports = rng.permutation(p)[: K * size].reshape(K, size)
    A = np.stack([sparse_normal(rng, p, support) for support in supports])
    beta = sparse_normal(rng, p, rng.permutation(p)[:size])
    score = partial(quadratic_form, beta, A)
    X = rng.standard_normal((n, p))
    y = score(X) + np.sqrt(0.1) * rng.standard_normal(n)
    pairs = tuple(sorted(pairs_of(supports.tolist())))
    return SimpleNamespace(X=X, y=y, interactions=pairs, score=score)


def fhim_data(rng, n=10_000, p=200, K=2, density=0.05) -> SimpleNamespace:
    """App. H: labels drawn from the logistic model of the same quadratic form.

    No intercept is printed, and without one nine labels of ten are 1. So the form's
    mean over normal x is taken off: it is sum_k |a_k|^2.
    """
    size = round(density * p)
    # 73 true pairs = C(8, 2) + C(10, 2); two supports of exactly 10 cannot give it. So
    # positions are drawn with replacement, and a support has 10 features or a few less.
    supports = [np.unique(rng.integers(p, size=size)) for _ in range(K + 1)]
    beta, *A = (sparse_normal(rng, p, support) for support in supports)
    score = partial(quadratic_form, beta, np.stack(A), mean=np.square(A).sum())
    X = rng.standard_normal((n, p))
    y = rng.random(n) < 0.5 * (1 + np.tanh(score(X) / 2))  # the sigmoid, no overflow
    pairs = tuple(sorted(pairs_of(support.tolist() for support in supports[1:])))
    return SimpleNamespace(X=X, y=y.astype(float), interactions=pairs, score=score)


def shooter_data(rng, n=10_000, p=200, max_order=5, density=0.05) -> SimpleNamespace:
    """App. H: labels from products of features under a relaxed hierarchy, no noise.

    A d-way product is one of the (d-1)-way products times one more feature. The
    interactions are these products, every order, because Table 6 counts them so; by
    Definition 1 each of their subsets interacts as well.
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
    y, larger = (score(X) > 0).astype(float), tuple(q for q in products if q[1:])
    return SimpleNamespace(X=X, y=y, interactions=larger, score=score)
