"""How good is a list of detected interactions, or a prediction? (Sec. 5.1 to 5.3)

Pairwise strengths are scored against the true interactions by AUC (Table 2, Fig. 9),
and a ranking of any order by what it says before its first false entry (Figs. 3, 8a).

>>> strengths = np.array([[0, 3, 1], [3, 0, 2], [1, 2, 0]])
>>> pairwise_auc(strengths, [(0, 1)]), pairwise_auc(strengths, [(1, 2)])
(1.0, 0.5)
>>> top_rank_recall([((0, 1), 3.0), ((1, 2), 2.0), ((0, 2), 1.0)], [(0, 1), (0, 2)])
0.5
"""

import numpy as np

from .interactions import Ranking, as_interaction, is_redundant, maximal, pairs_of


def auc(scores, labels, weights=None) -> float:
    """The chance that a random positive outscores a random negative, ties half.

    The Mann-Whitney form of the area under the ROC curve. scores and labels are (n,),
    labels 0 or 1; rows are drawn by their weights, (n,), if given. Raises ValueError.
    """
    scores, labels = np.asarray(scores, dtype=float), np.asarray(labels)
    w = np.ones(labels.shape) if weights is None else np.asarray(weights, float)
    shapes = scores.shape, labels.shape, w.shape
    if len({(scores.size,), *shapes}) > 1 or np.isnan(scores).any():
        raise ValueError(f"scores, labels, weights are (n,), without NaN; got {shapes}")
    if set(np.unique(labels)) != {0, 1}:
        raise ValueError(f"labels must be 0 and 1, both; got {np.unique(labels)[:5]}")
    positive = labels == 1
    order = np.argsort(scores[~positive])
    negatives = scores[~positive][order]
    sums = np.append(0, np.cumsum(w[~positive][order]))
    below = np.searchsorted(negatives, scores[positive], side="left")
    not_above = np.searchsorted(negatives, scores[positive], side="right")
    # Twice the weight of the negatives below each positive, ties half.
    twice = sums[below] + sums[not_above]
    return float(np.average(twice, weights=w[positive]) / (2 * sums[-1]))


def variance(values, weights=None):
    """The variance of values (n,), or of each column of (n, c), with rows' weights."""
    mean = np.average(values, axis=0, weights=weights)
    return np.average((values - mean) ** 2, axis=0, weights=weights)


def r_squared(f, y, weights=None) -> float:
    """1 - mean (f - y)^2 over the variance of y, (n,); NaN where that is 0."""
    if not len(y) or not (spread := float(variance(y, weights))):
        return np.nan
    return 1 - float(np.average((f - y) ** 2, weights=weights)) / spread


def pairwise_auc(strengths, interactions) -> float:
    """AUC of pairwise strengths, (p, p) and symmetric, against the truth (Sec. 5.2).

    The positives are the pairs inside the true interactions, 0-based; the diagonal
    plays no part. Raises ValueError, also when no pair or every pair is true.
    """
    return auc(*_pairs(strengths, interactions))


def roc_curve(strengths, interactions) -> tuple[np.ndarray, np.ndarray]:
    """False and true positive rate as the threshold on the strengths falls (Fig. 9).

    Two arrays from (0, 0) to (1, 1), a point for each different strength: ties are one
    straight step. The area is `pairwise_auc`, whose arguments and errors these are.
    """
    scores, is_true = _pairs(strengths, interactions)
    thresholds = np.append(np.inf, np.unique(scores)[::-1])
    classes = np.sort(scores[~is_true]), np.sort(scores[is_true])
    return tuple((len(s) - s.searchsorted(thresholds)) / len(s) for s in classes)


def correct_before_false(ranking: Ranking, interactions) -> int:
    """How many true interactions rank before any false positive (Sec. 5.1, Fig. 3).

    Only maximal true interactions count, each once. A predicted subset of a true one
    is redundant, neither right nor wrong; anything else, a superset too, is false.
    """
    true, found = maximal({as_interaction(i) for i in interactions}), set()
    for predicted, _ in ranking:
        predicted = as_interaction(predicted)
        if predicted in true:
            found.add(predicted)
        elif not is_redundant(predicted, true):
            break
    return len(found)


def top_rank_recall(ranking: Ranking, interactions) -> float:
    """The share of true interactions ranked before any false positive (Sec. 5.3).

    `correct_before_false` over the number of maximal true ones; ValueError without any.
    """
    if not (true := maximal({as_interaction(i) for i in interactions})):
        raise ValueError("recall needs a true interaction; got none")
    return correct_before_false(ranking, true) / len(true)


def _pairs(strengths, interactions) -> tuple[np.ndarray, np.ndarray]:
    """The strength of each pair, (p (p - 1) / 2,), and whether it is true; checked."""
    strengths = np.asarray(strengths, dtype=float)
    p = len(strengths)
    if p < 2 or strengths.shape != (p, p) or np.isnan(strengths).any():
        raise ValueError(f"strengths need shape (p, p), no NaN; got {strengths.shape}")
    true = pairs_of(as_interaction(i, p) for i in interactions)
    upper = np.triu_indices(p, k=1)
    is_true = np.array([pair in true for pair in zip(*upper)])
    if is_true.all() or not is_true.any():
        count = f"{is_true.sum()} of {len(is_true)} are true"
        raise ValueError(f"AUC needs both true and false pairs; {count}")
    return strengths[upper], is_true
