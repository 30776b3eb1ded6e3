"""Metrics against scikit-learn, brute force over pairs, and cases worked by hand."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.metrics import roc_curve as sklearn_roc_curve

from nidlite import metrics
from nidlite.metrics import auc, pairwise_auc, r_squared, roc_curve


def random_case(seed):
    """Symmetric strengths with many ties, and three true interactions in eight."""
    upper = np.triu(np.random.default_rng(seed).integers(0, 9, size=(8, 8)), 1)
    return (upper + upper.T).astype(float), [(0, 1, 2), (2, 5), (3, 4, 6, 7)]


def pairs_and_labels(strengths, truth):
    pairs = list(combinations(range(len(strengths)), 2))
    labels = [any({i, j} <= set(t) for t in truth) for i, j in pairs]
    return [strengths[pair] for pair in pairs], labels


def are_scikit_learns(area, curve):
    """The AUC and the points of the ROC curve, on twenty matrices."""
    for seed in range(20):
        scores, labels = pairs_and_labels(*random_case(seed))
        # All are counts over at most 28 pairs; only a last division rounds.
        right = roc_auc_score(labels, scores)
        points = sklearn_roc_curve(labels, scores, drop_intermediate=False)[:2]
        if not np.isclose(area(*random_case(seed)), right, rtol=1e-13):
            return False
        np.testing.assert_allclose(curve(*random_case(seed)), points, rtol=1e-13)
    return True


def test_auc_and_roc_curve_are_scikit_learn_s_where_a_tie_counts_half():
    def ties_count_nothing(strengths, truth):
        scores, labels = pairs_and_labels(strengths, truth)
        return auc(np.array(scores) - 1e-9 * np.array(labels), labels)

    assert are_scikit_learns(pairwise_auc, roc_curve)
    assert not are_scikit_learns(ties_count_nothing, roc_curve)
    pytest.raises(ValueError, auc, [1, 2], [0, 1], weights=[1])


def test_metrics_say_what_is_wrong():
    ones, true, ranking = np.ones((3, 3)), [(0, 1)], [((0, 1), 0.5), ((0, 2), 0.3)]
    wrong = [(ones, [], "0 of 3"), (ones[:, :2], true, "shape")]
    wrong += [(np.nan * ones, true, "NaN"), (ranking, true, "inhomogeneous shape")]
    for metric in (pairwise_auc, roc_curve):
        for strengths, truth, message in wrong:
            with pytest.raises(ValueError, match=message):
                metric(strengths, truth)
    pytest.raises(ValueError, metrics.top_rank_recall, ranked((0, 1)), [])


def ranked(*interactions):
    return [(i, float(-rank)) for rank, i in enumerate(interactions)]


TRUTH = [(0, 1, 2), (2, 3), (4, 5)]
# Ranking, and how many of the three true interactions come before a false one.
RANKINGS = {
    "all, in any order": (ranked((4, 5), (0, 1, 2), (2, 3)), 3),
    "false second": (ranked((2, 3), (0, 3), (0, 1, 2)), 1),
    "subsets of a true one are ignored": (ranked((0, 1), (2, 3), (1, 2), (4, 5)), 2),
    "a superset is false": (ranked((2, 3), (2, 3, 4), (4, 5)), 1),
    "found twice counts once": (ranked((2, 3), (2, 3), (3, 2), (4, 5)), 2),
}


@pytest.mark.parametrize("ranking, expected", RANKINGS.values(), ids=RANKINGS)
def test_correct_before_false_by_hand(ranking, expected):
    for truth in (TRUTH, [*TRUTH, (0, 1), (3, 2), (1, 2)]):  # only maximal ones count
        assert metrics.correct_before_false(ranking, truth) == expected
        assert metrics.top_rank_recall(ranking, truth) == pytest.approx(expected / 3)


def test_r_squared_is_nan_where_nothing_varies():
    same, nothing = np.ones(3), np.ones(0)
    assert np.isnan([r_squared(np.arange(3), same), r_squared(nothing, nothing)]).all()
