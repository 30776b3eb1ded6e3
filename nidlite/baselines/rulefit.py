"""RuleFit and its H statistic (Friedman & Popescu 2008, Ann. Appl. Stat. 2(3)).

A lasso over rules and linear terms (rules.py). The rules are the nodes of boosted trees
with 2 + floor(exponential) leaves (Sec. 3.3; "four in the mean" are 3.5 by the floor).
The linear terms are winsorised at 2.5 percent and have deviation 0.4, a typical rule's
(Sec. 5). The strength of a pair is how far the partial dependence on both is from the
sum of those on either:

    H_jk^2 = sum_i (F_jk - F_j - F_k)^2 / sum_i F_jk^2      (Eq. 44, all centred).

It is large by chance where two features have little effect at all (Sec. 8.2). Ours: the
lasso's penalty is the best on a held-out fifth of the rows, H is computed on 1000
random rows, and labels are the numbers 0 and 1.
"""

from dataclasses import dataclass

import numpy as np

from .lasso import lasso, least, loss
from .products import borrowed, prepared
from .rules import RuleEnsemble, h_statistics

SHRINKAGE = 0.01
MEAN_LEAVES = 4  # Sec. 3.3
WINSORISED, RULE_DEVIATION = 0.025, 0.4  # Sec. 5


@dataclass(frozen=True, eq=False)
class RuleFit:
    """H of every pair, and the ensemble that it is read from."""

    strengths: np.ndarray  # (p, p)
    ensemble: RuleEnsemble  # of features and y with mean 0, deviation 1


def rulefit(X, y, rng, rules=2000, rows=1000, shrinkage=SHRINKAGE) -> RuleFit:
    """Pairwise H statistics of a rule ensemble that is fitted to X (n, p) and y (n,).

    H is computed on `rows` rows. Of several shrinkages the one is taken whose ensemble
    has the least loss on the held-out fifth. Raises InputError for fewer than 20 rows.
    """
    X, y = prepared(X, y, least=20)
    some = rng.permutation(len(X))[:rows]
    ensemble = fitted_ensemble(X, y, rng, rules, shrinkage)
    return RuleFit(h_statistics(ensemble, X[some]), ensemble)


def fitted_ensemble(X, y, rng, rules, shrinkage=SHRINKAGE):
    """Rules grown by boosting, then the lasso over them and the linear terms."""
    boxes = [boosted_rules(X, y, rng, rules, by) for by in np.atleast_1d(shrinkage)]
    low, high = np.quantile(X, [WINSORISED, 1 - WINSORISED], axis=0)
    deviation = np.clip(X, low, high).std(axis=0)
    scale = RULE_DEVIATION / np.where(deviation > 0, deviation, np.inf)
    held_out, train = np.split(rng.permutation(len(X)), [len(X) // 5])
    found = []
    for box in boxes:
        ensemble = RuleEnsemble(box, np.zeros(len(box)), scale, low, high)
        Z = np.hstack([ensemble.holds(X), ensemble.linear(X)])  # (n, R + p)

        def held_out_loss(w, b, Z=Z[held_out]):
            return loss(Z @ w + b, y[held_out], False)

        w, b = least(lasso(Z[train], y[train]), held_out_loss)
        used, slopes = np.flatnonzero(w[: len(box)]), w[len(box) :] * scale
        ensemble = RuleEnsemble(box[used], w[used], slopes, low, high, b)
        found.append((held_out_loss(w, b), ensemble))
    return min(found, key=lambda entry: entry[0])[1]


def boosted_rules(X, y, rng, rules, shrinkage=SHRINKAGE):
    """The boxes of about as many rules as asked for, (R, 2, p), see `nodes`.

    Trees are boosted with shrinkage, each on min(n / 2, 100 + 6 sqrt(n)) rows.
    """
    regressor = borrowed("sklearn.tree", "RuleFit").DecisionTreeRegressor
    n, found, F = len(X), [np.empty((0, 2, X.shape[1]))], np.zeros(len(X))
    for _ in range(rules):  # far more trees than it takes, unless none finds a split
        more = rng.exponential(MEAN_LEAVES - 2)
        some = rng.permutation(n)[: int(min(n / 2, 100 + 6 * n**0.5))]
        tree = regressor(max_leaf_nodes=2 + int(more), random_state=0)
        tree.fit(X[some], y[some] - F[some])
        F += shrinkage * tree.predict(X)
        found.append(nodes(tree.tree_, X.shape[1]))
        if sum(map(len, found)) >= rules:
            break
    return np.unique(np.concatenate(found), axis=0)


def nodes(tree, p) -> np.ndarray:
    """Every node but the root is a rule: its lower and upper bounds, (nodes, 2, p)."""
    box = np.tile([[-np.inf], [np.inf]], (tree.node_count, 1, p))
    for parent in np.flatnonzero(tree.children_left > 0):  # parents come first
        left, right = tree.children_left[parent], tree.children_right[parent]
        box[left] = box[right] = box[parent]
        box[left, 1, tree.feature[parent]] = tree.threshold[parent]
        box[right, 0, tree.feature[parent]] = tree.threshold[parent]
    return box[1:]
