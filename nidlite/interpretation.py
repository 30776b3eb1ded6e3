"""What a network's weights say about which features interact (Sec. 3 and 4).

With this module one can read any fully connected network, trained here or elsewhere: z,
the ranking of Algorithm 1 and the strengths of all pairs, for the columns of the user's
table. A category that was one-hot encoded is one feature again: it counts with the
largest |W1| of its columns at each hidden unit.
"""

from functools import cached_property
from itertools import chain, islice

import numpy as np

from .averaging import MEANS
from .confirm import between, row_pairs, superset_importance
from .elsewhere import weights_of
from .errors import InputError, shown
from .influence import aggregated_weights
from .interactions import Ranking, label, pairs_of, pruned
from .printing import ranking_table
from .ranking import greedy_ranking, pairwise_ranking, pairwise_strengths


class Interpretation:
    """Rankings and strengths of q features, read from weights when first asked for.

    A subclass may bring its own weights, feature_names, columns and mean.
    """

    def __init__(self, weights, feature_names=None, mean="minimum", columns=None):
        """Of a model or of [W1, ..., w_y], (p_l, p_{l-1}) each; InputError if not.

        columns holds, for each of the q features, the columns of W1 that are its own;
        by default each column is a feature. Names are x1 to xq unless given.
        """
        self.weights = weights_of(weights)
        p = self.weights[0].shape[1]
        self.columns = checked_columns(columns, p)
        q = len(self.columns)
        names = (label((i,)) for i in range(q))
        names = names if feature_names is None else feature_names
        self.feature_names = tuple(map(str, names))
        self.mean = mean
        if len(self.feature_names) != q or len(set(self.feature_names)) != q:
            raise InputError(
                f"feature_names must be {q} different names: W1 has shape "
                f"{self.weights[0].shape}, {q} features in {p} columns; got "
                f"{len(self.feature_names)}: {shown(self.feature_names)}"
            )
        if mean not in MEANS:
            raise InputError(f"mean is one of {', '.join(MEANS)}; got {mean!r}")

    @cached_property
    def z(self) -> np.ndarray:
        """The aggregated weights of the first hidden layer, (p_1,) (Sec. 3.2)."""
        return aggregated_weights(self.weights)

    @cached_property
    def feature_weights(self) -> np.ndarray:
        """|W1| with one column for each feature, (p_1, q)."""
        return group_maximum(self.weights[0], self.columns)

    @cached_property
    def ranking(self) -> Ranking:
        """Algorithm 1: interactions of any order, strongest first, not pruned."""
        return greedy_ranking(self.feature_weights, self.z, self.mean)

    @cached_property
    def pairwise_strengths(self) -> np.ndarray:
        """(q, q), symmetric, zero diagonal (Sec. 4.4)."""
        return pairwise_strengths(self.feature_weights, self.z, self.mean)

    @property
    def pairwise_ranking(self) -> Ranking:
        """All q (q - 1) / 2 pairs, strongest first."""
        return pairwise_ranking(self.pairwise_strengths)

    @property
    def interactions(self) -> Ranking:
        """The ranking without subsets that rank below a superset (Sec. 4.2)."""
        return list(pruned(self.ranking))

    def confirm_with(self, f, X, rng, top=20, rows=1000, order=6, variance=None):
        """[(interaction, strength, share of variance), ...]: Definition 1 asks f.

        f is the trained network's function, (n, p) -> (n,) or (n, c), and X rows as it
        takes them, scaled and encoded. The top interactions of the pruned ranking,
        largest share first; the share is of variance, by default f's on X. Those of
        more than `order` features are left out: they have 2^|I| corners each.
        """
        if variance is None:
            variance = float(np.mean(np.var(f(X), axis=0))) or 1.0
        points = between(f, *row_pairs(X, rows, rng), self.columns)
        return self.shares(*points, variance, top, order)

    def shares(self, f, a, b, variance, top, order) -> list[tuple]:
        """What confirm_with returns, for f, a and b as confirm.between gives them."""
        small = (entry for entry in pruned(self.ranking) if len(entry[0]) <= order)
        confirmed = [
            (i, strength, superset_importance(f, i, a, b) / variance)
            for i, strength in islice(small, top)
        ]
        return sorted(confirmed, key=lambda item: -item[2])

    @property
    def summary(self) -> str:
        """The network's widths, and what the numbers below it are."""
        widths = [W.shape[1] for W in self.weights] + [len(self.weights[-1])]
        return (
            f"{len(self.feature_names)} features, network {'-'.join(map(str, widths))};"
            f" strengths from its weights, mean {self.mean}"
        )

    def tables(self, truths=None) -> str:
        """The pruned ranking and the pairs, marked where the truth is known."""
        names, head = self.feature_names, "rank   strength"
        ranking, pairs = list(islice(pruned(self.ranking), 10)), self.pairwise_ranking
        true_pairs = truths and pairs_of(truths)
        any_order = ranking_table(f"{head}  interaction", ranking, names, truths)
        return (
            f"{any_order}\n\n{ranking_table(f'{head}  pair', pairs, names, true_pairs)}"
        )

    def __str__(self):
        return f"{self.summary}\n\n{self.tables()}"

    __repr__ = __str__


def group_maximum(W1, columns) -> np.ndarray:
    """The largest |W1| of each feature's columns at each hidden unit, (p_1, q).

    columns holds q tuples of positions in W1, (p_1, p): those of a category's levels,
    or the one of a feature of numbers. Ranked instead of W1, a category is one feature,
    and two of its levels are never an interaction.
    """
    W = np.abs(np.asarray(W1, float))
    return np.stack([W[:, list(own)].max(axis=1) for own in columns], axis=1)


def checked_columns(columns, p) -> tuple[tuple[int, ...], ...]:
    """Each feature's own columns out of p, every column of one feature; InputError."""
    if columns is None:
        return tuple((i,) for i in range(p))
    try:
        groups = tuple(tuple(map(int, own)) for own in columns)
    except (TypeError, ValueError):
        groups = ()
    if not all(groups) or sorted(chain(*groups)) != list(range(p)):
        raise InputError(
            f"columns gives each feature its own columns of W1, 0 to {p - 1}, each "
            f"once, such as ((0,), (1, 2)); got {columns!r}"
        )
    return groups


def interpret(
    model, feature_names=None, mean="minimum", columns=None
) -> Interpretation:
    """What the weights of a trained network say: NID without training (Sec. 4.2).

    model is a torch module, a Keras model, a fitted scikit-learn MLP or a list
    [W1, ..., w_y], (p_l, p_{l-1}) each; see elsewhere.py for what it may hold. Names
    are the model's feature_names_in_, if it has them and columns is not given, unless
    feature_names are. Raises InputError.
    """
    if feature_names is None and columns is None:
        feature_names = getattr(model, "feature_names_in_", None)
    return Interpretation(model, feature_names, mean, columns)
