"""RuleFit and its H statistic (Friedman & Popescu 2008, Ann. Appl. Stat. 2(3)).

A lasso over rules and linear terms,

    F(x) = b + sum_r weight_r prod_j [lower_rj < x_j <= upper_rj]
             + sum_j slope_j min(high_j, max(low_j, x_j)).

The rules are the nodes of boosted trees with 2 + floor(exponential) leaves (Sec. 3.3;
"four in the mean" are 3.5 by the floor). The linear terms are winsorised at 2.5 percent
and have deviation 0.4, a typical rule's (Sec. 5). The strength of a pair is how far the
partial dependence on both is from the sum of those on either:

    H_jk^2 = sum_i (F_jk - F_j - F_k)^2 / sum_i F_jk^2      (Eq. 44, all centred).

It is large by chance where two features have little effect at all (Sec. 8.2). Ours: the
lasso's penalty is the best on a held-out fifth of the rows, H is computed on 1000
random rows, and labels are the numbers 0 and 1.
"""

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from .lasso import lasso, least, loss
from .products import borrowed, prepared

MEAN_LEAVES = 4  # Sec. 3.3
WINSORISED, RULE_DEVIATION = 0.025, 0.4  # Sec. 5


class RuleEnsemble(NamedTuple):
    """A weighted sum of R rules and p winsorised linear terms, (n, p) -> (n,)."""

    box: np.ndarray  # (R, 2, p): lower and upper, infinite where a rule does not ask
    weights: np.ndarray  # (R,)
    slopes: np.ndarray  # (p,)
    low: np.ndarray  # (p,)
    high: np.ndarray  # (p,)
    intercept: float = 0.0

    def __call__(self, X) -> np.ndarray:
        return self.holds(X) @ self.weights + self.linear(X).sum(1) + self.intercept

    def linear(self, X) -> np.ndarray:
        """The linear terms, (n, p)."""
        return self.slopes * np.clip(X, self.low, self.high)

    def holds(self, X, features=None) -> np.ndarray:
        """Which rules hold as far as they ask about the features, (n, R) booleans."""
        holds = np.ones((len(X), len(self.box)), bool)
        for j in range(X.shape[1]) if features is None else features:
            lower, upper = self.box[:, :, j].T
            holds &= (X[:, [j]] > lower) & (X[:, [j]] <= upper)
        return holds

    def dependence(self, features, X) -> np.ndarray:
        """The centred partial dependence on the features at X's rows, (n,), over X.

        A rule is a product: what it asks of the features is evaluated, what it asks of
        the others is averaged.
        """
        others = np.setdiff1d(np.arange(X.shape[1]), features)
        averaged = self.weights * self.holds(X, others).mean(axis=0)
        F = self.holds(X, features) @ averaged + self.linear(X)[:, features].sum(axis=1)
        return F - F.mean()


def rulefit(X, y, rng, rules=2000, rows=1000, shrinkage=0.01) -> SimpleNamespace:
    """Pairwise H statistics of a rule ensemble that is fitted to X (n, p) and y (n,).

    H is computed on `rows` rows. Of several shrinkages the one is taken whose ensemble
    has the least loss on the held-out fifth. The result has the ensemble, too, of
    features and y with mean 0 and deviation 1.
    """
    X, y = prepared(X, y, least=20)
    some = rng.permutation(len(X))[:rows]
    boxes = [boosted_rules(X, y, rng, rules, by) for by in np.atleast_1d(shrinkage)]
    unseen, seen = np.split(rng.permutation(len(X)), [len(X) // 5])
    low, high = np.quantile(X, [WINSORISED, 1 - WINSORISED], axis=0)
    deviation = np.clip(X, low, high).std(axis=0)
    scale = RULE_DEVIATION / np.where(deviation > 0, deviation, np.inf)
    ensembles = []
    for box in boxes:
        terms = RuleEnsemble(box, np.zeros(len(box)), scale, low, high)
        Z = np.hstack([terms.holds(X), terms.linear(X)])  # (n, R + p)

        def error(w, b, Z=Z[unseen]):
            return loss(Z @ w + b, y[unseen], False)

        w, b = least(lasso(Z[seen], y[seen]), error)
        used, slopes = np.flatnonzero(w[: len(box)]), w[len(box) :] * scale
        ensembles.append(RuleEnsemble(box[used], w[used], slopes, low, high, b))
    ensemble = min(ensembles, key=lambda F: loss(F(X[unseen]), y[unseen], False))
    return SimpleNamespace(strengths=h_statistics(ensemble, X[some]), ensemble=ensemble)


def boosted_rules(X, y, rng, rules, shrinkage):
    """The boxes of about as many rules as asked for, (R, 2, p), see `nodes`."""
    regressor = borrowed("sklearn.tree", "RuleFit").DecisionTreeRegressor
    (n, p), F = X.shape, np.zeros(len(X))
    found = np.empty((0, 2, p))
    for _ in range(rules):  # far more trees than it takes, unless none finds a split
        more = rng.exponential(MEAN_LEAVES - 2)
        some = rng.permutation(n)[: int(min(n / 2, 100 + 6 * n**0.5))]
        tree = regressor(max_leaf_nodes=2 + int(more), random_state=0)
        tree.fit(X[some], y[some] - F[some])
        F += shrinkage * tree.predict(X)
        found = np.concatenate([found, nodes(tree.tree_, p)])
        if len(found) >= rules:
            break
    return np.unique(found, axis=0)


def nodes(tree, p) -> np.ndarray:
    """Every node but the root is a rule: its lower and upper bounds, (nodes, 2, p)."""
    box = np.tile([[-np.inf], [np.inf]], (tree.node_count, 1, p))
    for parent in np.flatnonzero(tree.children_left > 0):  # parents come first
        left, right = tree.children_left[parent], tree.children_right[parent]
        box[left] = box[right] = box[parent]
        box[left, 1, tree.feature[parent]] = tree.threshold[parent]
        box[right, 0, tree.feature[parent]] = tree.threshold[parent]
    return box[1:]


def h_statistics(ensemble: RuleEnsemble, X) -> np.ndarray:
    """H_jk of every pair by Eq. 44, (p, p), over the rows of X (m, p)."""
    p, asks = X.shape[1], np.isfinite(ensemble.box).any(axis=1)  # (R, p)
    alone, H = [ensemble.dependence([j], X) for j in range(p)], np.zeros((p, p))
    # Rounding leaves less than this of rules that hold for every row or for none.
    nothing = len(X) * (1e-12 * np.abs(ensemble.weights).sum()) ** 2
    # Without a rule that asks of both, F_jk is exactly F_j + F_k.
    for j, k in np.argwhere(np.triu(asks.T.astype(int) @ asks, 1)):
        joint = ensemble.dependence([j, k], X)
        rest, total = np.sum((joint - alone[j] - alone[k]) ** 2), np.sum(joint**2)
        H[j, k] = H[k, j] = np.sqrt(rest / total) if total > nothing else 0.0
    return H
