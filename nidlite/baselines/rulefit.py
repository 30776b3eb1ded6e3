"""RuleFit and its H statistic (Friedman & Popescu 2008, Ann. Appl. Stat. 2(3)).

A lasso over rules and linear terms (rules.py). The rules are the nodes of boosted trees
with 2 + floor(exponential) leaves (Sec. 3.3; "four in the mean" are 3.5 by the floor);
the linear terms are winsorised at 2.5 percent and have deviation 0.4, a typical rule's
(Sec. 5). Two features interact as much as the partial dependence on both is not the sum
of those on either,

    H_jk^2 = sum_i (F_jk - F_j - F_k)^2 / sum_i F_jk^2      (Eq. 44, all centred).

The strength is H_jk. Where two features have little effect at all, H_jk is large by
chance: Sec. 8.3 subtracts its mean over data made from an additive model (`null`).

Ours: labels take the logistic loss, with the boosting step that belongs to it, where
the paper takes a squared ramp; the lasso's penalty is the best on a fifth of the rows
that was held out; H is computed on 1000 random rows and not on all.
"""

from dataclasses import dataclass, replace

import numpy as np

from ..errors import InputError
from .lasso import constant, l1_logistic, lasso, least, loss, sigmoid, slope, stored
from .needs import sklearn_part
from .products import checked, standardised
from .rules import RuleEnsemble, h_statistics

SHRINKAGE = 0.01
MEAN_LEAVES = 4  # Sec. 3.3
WINSORISED, RULE_DEVIATION = 0.025, 0.4  # Sec. 5
LEAST_ROWS = 20


@dataclass(frozen=True, eq=False)
class RuleFit:
    """H of every pair, less its mean under no interaction where that was asked for."""

    strengths: np.ndarray  # (p, p)
    ensemble: RuleEnsemble  # features (regression: y too) have mean 0, deviation 1
    null: np.ndarray  # (repeats, p, p), H on data without interactions


def rulefit(X, y, rng, classification=False, rules=2000, rows=1000, null=0) -> RuleFit:
    """Pairwise H statistics of a rule ensemble that is fitted to X (n, p) and y (n,).

    `rules` is how many are grown, `rows` how many H is computed on, `null` how many
    data sets without interactions are made and fitted for its adjustment (0: none).
    Raises InputError for fewer than 20 rows.
    """
    X, y = checked(X, y, classification)
    if len(X) < LEAST_ROWS:
        rule = f"RuleFit holds rows out: it needs {LEAST_ROWS} rows or more"
        raise InputError(f"{rule}; got {len(X)}")
    X = standardised(X)
    # y too: scikit-learn's trees do not split a variance below 2e-16.
    y = y if classification else standardised(y)
    some = rng.permutation(len(X))[:rows]

    def fitted(y):
        ensemble = fit(X, y, rng, classification, rules)
        return ensemble, h_statistics(ensemble, X[some])

    ensemble, H = fitted(y)
    if not null:
        return RuleFit(H, ensemble, np.empty((0, *H.shape)))
    # Sec. 8.3: rules that ask of one feature each are the best model without
    # interactions; its residuals, shuffled, are the noise.
    F = fit(X, y, rng, classification, rules, mean_leaves=2)(X)

    def without_interactions():
        if classification:
            return (rng.random(len(F)) < sigmoid(F)).astype(float)
        return F + rng.permutation(y - F)

    nulls = np.stack([fitted(without_interactions())[1] for _ in range(null)])
    return RuleFit(H - nulls.mean(axis=0), ensemble, nulls)


def fit(X, y, rng, classification, rules, mean_leaves=MEAN_LEAVES) -> RuleEnsemble:
    """Rules grown by boosting, then the lasso over them and the linear terms."""
    lower, upper = grown(X, y, rng, classification, rules, mean_leaves)
    low, high = np.quantile(X, [WINSORISED, 1 - WINSORISED], axis=0)
    deviation = np.clip(X, low, high).std(axis=0)
    scale = RULE_DEVIATION / np.where(deviation > 0, deviation, np.inf)
    ensemble = RuleEnsemble(lower, upper, np.zeros(len(lower)), scale, low, high)
    Z = np.hstack([ensemble.holds(X), ensemble.linear(X)])  # (n, R + p)
    held_out, train = np.split(rng.permutation(len(X)), [len(X) // 5])
    if classification:
        path = l1_logistic(stored(Z[train]), y[train])
    else:
        path = lasso(Z[train], y[train])

    def held_out_loss(fit):
        s = Z[np.ix_(held_out, fit.support)] @ fit.coefficients + fit.intercept
        return loss(s, y[held_out], classification)

    best = least(path, held_out_loss)
    w = np.zeros(Z.shape[1])
    w[best.support] = best.coefficients
    weights, slopes = w[: len(lower)], w[len(lower) :] * scale
    return replace(ensemble, weights=weights, slopes=slopes, intercept=best.intercept)


def grown(X, y, rng, classification, rules, mean_leaves):
    """The bounds of about as many rules as asked for: lower and upper, (R, p).

    Trees are boosted with shrinkage, each on min(n / 2, 100 + 6 sqrt(n)) rows; every
    node but the root is a rule.
    """
    tree_class = sklearn_part("tree", "RuleFit").DecisionTreeRegressor
    n = len(X)
    size = int(min(n / 2, 100 + 6 * np.sqrt(n)))
    F = np.full(n, constant(y, classification))
    found = [np.empty((0, 2, X.shape[1]))]
    for _ in range(rules):  # far more trees than it takes, unless none finds a split
        more = rng.exponential(mean_leaves - 2) if mean_leaves > 2 else 0
        some = rng.permutation(n)[:size]
        r, h = slope(F[some], y[some], classification)
        tree = tree_class(max_leaf_nodes=2 + int(more), random_state=0)
        tree.fit(X[some], r / h, sample_weight=h)
        F += SHRINKAGE * tree.predict(X)
        found.append(nodes(tree.tree_, X.shape[1]))
        if sum(map(len, found)) >= rules:
            break
    bounds = np.unique(np.concatenate(found), axis=0)
    return bounds[:, 0], bounds[:, 1]


def nodes(tree, p) -> np.ndarray:
    """The box of every node but the root, (nodes, 2, p): lower and upper bounds."""
    box = np.tile([[-np.inf], [np.inf]], (tree.node_count, 1, p))
    for parent in np.flatnonzero(tree.children_left > 0):  # parents come first
        left, right = tree.children_left[parent], tree.children_right[parent]
        box[left] = box[right] = box[parent]
        box[left, 1, tree.feature[parent]] = tree.threshold[parent]
        box[right, 0, tree.feature[parent]] = tree.threshold[parent]
    return box[1:]
