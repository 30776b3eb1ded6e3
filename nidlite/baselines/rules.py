"""A rule ensemble, its partial dependence and its H statistic, exactly and fast.

    F(x) = b + sum_r weight_r prod_j [lower_rj < x_j <= upper_rj]
             + sum_j slope_j min(high_j, max(low_j, x_j))

is a weighted sum of rules and linear terms (Friedman & Popescu 2008, Sec. 5 and 8).
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class RuleEnsemble:
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

    @property
    def asks(self) -> np.ndarray:
        """Which features each rule asks about, (R, p) booleans."""
        return np.isfinite(self.box).any(axis=1)

    def dependence(self, features, X) -> np.ndarray:
        """The centred partial dependence on the features at X's rows, (n,), over X.

        A rule is a product: what it asks of the features is evaluated, what it asks of
        the others is averaged.
        """
        features = list(features)
        others = np.setdiff1d(np.arange(X.shape[1]), features)
        averaged = self.weights * self.holds(X, others).mean(axis=0)
        F = self.holds(X, features) @ averaged
        F = F + self.linear(X)[:, features].sum(axis=1)
        return F - F.mean()


def h_statistics(ensemble: RuleEnsemble, X) -> np.ndarray:
    """H_jk of every pair by Eq. 44, (p, p), over the rows of X (m, p)."""
    p, asks = X.shape[1], ensemble.asks
    alone = [ensemble.dependence([j], X) for j in range(p)]
    H = np.zeros((p, p))
    # Rounding leaves less than this of rules that hold for every row or for none.
    nothing = len(X) * (1e-12 * np.abs(ensemble.weights).sum()) ** 2
    # Without a rule that asks of both, F_jk is exactly F_j + F_k.
    for j, k in np.argwhere(np.triu(asks.T.astype(int) @ asks, 1)):
        joint = ensemble.dependence([j, k], X)
        rest, total = np.sum((joint - alone[j] - alone[k]) ** 2), np.sum(joint**2)
        H[j, k] = H[k, j] = np.sqrt(rest / total) if total > nothing else 0.0
    return H
