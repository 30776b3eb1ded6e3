"""What the weights of any network say about which features interact (Sec. 3 and 4).

A category that was one-hot encoded is one feature again: it counts with the largest
|W1| of its columns at each hidden unit.
"""

from dataclasses import dataclass
from itertools import chain

import numpy as np

from ..averaging import MEANS
from ..errors import InputError
from ..influence import aggregated_weights
from ..interactions import Ranking, summary_tables
from ..ranking import Rankings, greedy_ranking, pairwise_strengths
from ..tables.arrays import checked_names
from ..weights import of_features
from .models import weights_of


@dataclass(eq=False, repr=False)
class Interpretation(Rankings):
    """Rankings and strengths of q features, read from weights."""

    weights: list[np.ndarray]  # [W1, ..., w_y], (p_l, p_{l-1}) each
    feature_names: tuple[str, ...]
    columns: tuple[tuple[int, ...], ...]  # the columns of W1 that each feature owns
    mean: str  # the averaging function's name
    z: np.ndarray  # (p_1,), the aggregated weights of the first hidden layer
    ranking: Ranking  # Algorithm 1: any order, strongest first, not pruned
    pairwise_strengths: np.ndarray  # (q, q), symmetric, zero diagonal (Sec. 4.4)

    @property
    def summary(self) -> str:
        shapes = ", ".join(str(W.shape) for W in self.weights)
        return f"strengths from weights {shapes}, mean {self.mean}"

    def tables(self, truths=None) -> str:
        """The pruned ranking and the pairs, marked where the truth is known."""
        rankings = self.ranking, self.pairwise_ranking
        return summary_tables(*rankings, self.feature_names, truths)


def interpret(
    model, feature_names=None, mean="minimum", columns=None
) -> Interpretation:
    """What the weights of a trained network say: NID without training (Sec. 4.2).

    model is one that models.py reads, or a list [W1, ..., w_y], (p_l, p_{l-1}) each.
    columns holds, for each of the q features, its own columns of W1; by default each
    column is a feature. Names are feature_names, or the model's feature_names_in_ if
    columns is not given, or x1 to xq. Raises InputError.
    """
    if feature_names is None and columns is None:
        feature_names = getattr(model, "feature_names_in_", None)
    weights = weights_of(model)
    columns = checked_columns(columns, weights[0].shape[1])
    what = f"W1 has shape {weights[0].shape}, {len(columns)} features in its columns"
    names = checked_names(feature_names, len(columns), what)
    if mean not in MEANS:
        raise InputError(f"mean is one of {', '.join(MEANS)}; got {mean!r}")
    z, W1 = aggregated_weights(weights), of_features(weights[0], columns)
    ranking = greedy_ranking(W1, z, mean)
    strengths = pairwise_strengths(W1, z, mean)
    return Interpretation(weights, names, columns, mean, z, ranking, strengths)


def rank_interactions(weights, mean="minimum") -> Ranking:
    """Algorithm 1 on any ReLU network's weights [W1, ..., w_y], (p_l, p_{l-1}) each.

    Sec. 3.2 and 4.2. Any network that models.py reads may stand instead. InputError.
    """
    matrices = weights_of(weights)
    return greedy_ranking(matrices[0], aggregated_weights(matrices), mean)


def checked_columns(columns, p) -> tuple[tuple[int, ...], ...]:
    """Each feature's own columns out of p, every column of one feature; InputError."""
    try:
        groups = tuple(tuple(map(int, group)) for group in columns or np.c_[:p])
    except (TypeError, ValueError):
        groups = ()
    if not all(groups) or sorted(chain(*groups)) != list(range(p)):
        raise InputError(
            f"columns gives each feature its own of W1's columns, 0 to {p - 1} each "
            f"once, such as ((0,), (1, 2)); got {columns!r}"
        )
    return groups
