"""Metrics against scikit-learn, brute force over pairs, and cases worked by hand."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.metrics import roc_curve as sklearn_roc_curve

from nidlite.metrics import (
    auc,
    correct_before_false,
    pairwise_auc,
    relative_improvement,
    roc_curve,
    top_rank_recall,
    trimmed_mean,
)

SEEDS = range(20)


def random_case(seed):
    """Symmetric strengths with many ties, and true interactions of order 2 to 4."""
    rng = np.random.default_rng(seed)
    p = int(rng.integers(4, 9))
    upper = np.triu(rng.integers(0, rng.integers(2, 12), size=(p, p)), 1).astype(float)
    truth = [
        tuple(rng.choice(p, size=rng.integers(2, min(p - 1, 4) + 1), replace=False))
        for _ in range(rng.integers(1, 3))
    ]
    return upper + upper.T, truth


def pairs_and_labels(strengths, truth):
    pairs = list(combinations(range(len(strengths)), 2))
    labels = [any({i, j} <= set(t) for t in truth) for i, j in pairs]
    return [strengths[pair] for pair in pairs], labels


def brute_force_auc(scores, labels):
    positives = [s for s, true in zip(scores, labels, strict=True) if true]
    negatives = [s for s, true in zip(scores, labels, strict=True) if not true]
    wins = [(a > b) + (a == b) / 2 for a in positives for b in negatives]
    return sum(wins) / len(wins)


def agrees_with_scikit_learn(candidate):
    # Both are counts over at most 28 pairs; only a last division rounds.
    cases = map(random_case, SEEDS)
    return all(
        np.isclose(
            candidate(*case), roc_auc_score(*pairs_and_labels(*case)[::-1]), rtol=1e-13
        )
        for case in cases
    )


def test_pairwise_auc_is_scikit_learn_s():
    assert agrees_with_scikit_learn(pairwise_auc)


def broken_auc(ties=0.5, positive=lambda pair, t: set(pair) <= set(t), order=1):
    def candidate(strengths, truth):
        pairs = list(combinations(range(len(strengths)), 2))
        true = [pair for pair in pairs if any(positive(pair, t) for t in truth)]
        false = [pair for pair in pairs if pair not in true]
        wins = [
            (order * strengths[a] > order * strengths[b])
            + ties * (strengths[a] == strengths[b])
            for a in true
            for b in false
        ]
        return np.mean(wins) if wins else np.nan

    return candidate


def test_the_scikit_learn_check_rejects_broken_versions():
    assert agrees_with_scikit_learn(broken_auc())
    assert not agrees_with_scikit_learn(broken_auc(ties=0))
    assert not agrees_with_scikit_learn(broken_auc(ties=1))
    assert not agrees_with_scikit_learn(broken_auc(order=-1))
    touching = broken_auc(positive=lambda pair, t: bool(set(pair) & set(t)))
    assert not agrees_with_scikit_learn(touching)


@pytest.mark.parametrize("seed", SEEDS)
def test_pairwise_auc_is_the_share_of_ordered_pairs(seed):
    strengths, truth = random_case(seed)
    expected = brute_force_auc(*pairs_and_labels(strengths, truth))
    assert pairwise_auc(strengths, truth) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_pairwise_auc_depends_only_on_the_order_of_the_strengths(seed):
    strengths, truth = random_case(seed)
    expected = pairwise_auc(strengths, truth)
    assert pairwise_auc(np.exp(3 * strengths), truth) == expected
    assert pairwise_auc(strengths + 7 * np.eye(len(strengths)), truth) == expected
    assert pairwise_auc(-strengths, truth) == pytest.approx(1 - expected, abs=1e-13)


def test_pairwise_auc_by_hand():
    # Pairs 01: 3, 02: 1, 12: 2, 03: 2, 13: 0, 23: 0. Truth {0, 1, 2}: 01, 02, 12.
    s = np.array([[0, 3, 1, 2], [3, 0, 2, 0], [1, 2, 0, 0], [2, 0, 0, 0.0]])
    # 01 beats all three, 02 beats two, 12 beats two and ties one: 7.5 of 9.
    assert pairwise_auc(s, [(0, 1, 2)]) == pytest.approx(7.5 / 9)
    assert pairwise_auc(s, [(2, 0), (1, 0), (1, 2)]) == pytest.approx(7.5 / 9)
    assert pairwise_auc(s, [(0, 1)]) == 1
    assert pairwise_auc(np.ones((4, 4)), [(0, 1)]) == 0.5


@pytest.mark.parametrize(
    ("strengths", "truth", "message"),
    [
        (np.ones((3, 3)), [], "0 of 3"),
        (np.ones((3, 3)), [(0, 1, 2)], "3 of 3"),
        (np.ones((3, 2)), [(0, 1)], r"\(3, 2\)"),
        (np.ones(3), [(0, 1)], r"\(3,\)"),
        (np.ones((1, 1)), [(0, 1)], r"\(1, 1\)"),
        (np.zeros((0, 0)), [(0, 1)], "shape"),
        (np.arange(9.0).reshape(3, 3), [(0, 1)], "symmetric"),
        (1e-9 * np.arange(9.0).reshape(3, 3), [(0, 1)], "symmetric"),
        (np.full((3, 3), np.nan), [(0, 1)], "NaN"),
        (np.ones((3, 3)), [(0, 3)], "below 3"),
        (np.ones((3, 3)), [(-1, 1)], "counted from 0"),
        (np.ones((3, 3)), [(1,)], "two or more"),
        ([((0, 1), 0.5), ((0, 2), 0.3)], [(0, 1)], "not a ranking"),
        ([((0, 1), 0.5)], [(0, 1)], "not a ranking"),
        ([], [(0, 1)], "not a ranking"),
    ],
)
def test_pairwise_metrics_say_what_is_wrong(strengths, truth, message):
    for metric in (pairwise_auc, roc_curve):
        with pytest.raises(ValueError, match=message):
            metric(strengths, truth)


def test_strengths_may_be_asymmetric_by_rounding():
    s = np.array([[0, 3, 1], [3, 0, 2], [1, 2, 0.0]])
    assert pairwise_auc(s * (1 + 1e-14 * np.tri(3)), [(0, 1)]) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_roc_curve_has_scikit_learn_s_points(seed):
    strengths, truth = random_case(seed)
    scores, labels = pairs_and_labels(strengths, truth)
    expected = sklearn_roc_curve(labels, scores, drop_intermediate=False)[:2]
    np.testing.assert_allclose(roc_curve(strengths, truth), expected, rtol=1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_area_under_the_roc_curve_is_pairwise_auc(seed):
    case = random_case(seed)
    false, true = roc_curve(*case)
    area = np.sum(np.diff(false) * (true[1:] + true[:-1]) / 2)
    assert area == pytest.approx(pairwise_auc(*case), rel=1e-13)


@pytest.mark.parametrize("seed", SEEDS)
def test_roc_curve_rises_from_corner_to_corner(seed):
    false, true = roc_curve(*random_case(seed))
    assert (false[0], true[0], false[-1], true[-1]) == (0, 0, 1, 1)
    assert np.all(np.diff(false) >= 0)
    assert np.all(np.diff(true) >= 0)


def test_tied_strengths_are_one_step_of_the_roc_curve():
    false, true = roc_curve(np.ones((4, 4)), [(0, 1)])
    np.testing.assert_array_equal(false, [0, 1])
    np.testing.assert_array_equal(true, [0, 1])


@pytest.mark.parametrize("seed", SEEDS)
def test_auc_of_scores_is_scikit_learn_s(seed):
    rng = np.random.default_rng(seed)
    scores, labels = rng.integers(0, 30, size=200), rng.integers(0, 2, size=200)
    for expected in roc_auc_score(labels, scores), brute_force_auc(scores, labels):
        assert auc(scores, labels) == pytest.approx(expected, rel=1e-13)
    assert auc(scores, labels == 1) == auc(scores, labels)
    assert auc(scores, labels.astype(float)) == auc(scores, labels)


@pytest.mark.parametrize(
    ("scores", "labels", "message"),
    [
        ([1, 2], [1, 1], "both"),
        ([1, 2, 3], [0, 1, 2], "0 and 1"),
        ([1, 2], [-1, 1], "0 and 1"),
        ([1, 2], ["a", "b"], "0 and 1"),
        ([1, 2], [0, 1, 1], r"\(3,\)"),
        ([[1, 2]], [[0, 1]], r"\(1, 2\)"),
        ([1, np.nan], [0, 1], "1 NaN"),
        ([], [], "both"),
    ],
)
def test_auc_says_what_is_wrong(scores, labels, message):
    with pytest.raises(ValueError, match=message):
        auc(scores, labels)


def ranked(*interactions):
    return [(i, float(-rank)) for rank, i in enumerate(interactions)]


TRUTH = [(0, 1, 2), (2, 3), (4, 5)]
# Ranking, and how many of the three true interactions come before a false one.
RANKINGS = {
    "all, in any order": (ranked((4, 5), (0, 1, 2), (2, 3)), 3),
    "none": (ranked(), 0),
    "false first": (ranked((0, 3), (0, 1, 2)), 0),
    "false second": (ranked((2, 3), (0, 3), (0, 1, 2)), 1),
    "subsets of a true one are ignored": (ranked((0, 1), (2, 3), (1, 2), (4, 5)), 2),
    "only subsets": (ranked((0, 1), (0, 2), (1, 2)), 0),
    "subset after its superset": (ranked((0, 1, 2), (0, 1), (2, 3)), 2),
    "a superset is false": (ranked((2, 3), (2, 3, 4), (4, 5)), 1),
    "a union of two true ones is false": (ranked((2, 3, 4, 5), (2, 3)), 0),
    "found twice counts once": (ranked((2, 3), (2, 3), (3, 2), (4, 5)), 2),
    "order inside an interaction is nothing": (ranked((2, 1, 0), (5, 4)), 2),
}


@pytest.mark.parametrize("name", RANKINGS)
def test_correct_before_false_by_hand(name):
    ranking, expected = RANKINGS[name]
    assert correct_before_false(ranking, TRUTH) == expected
    assert top_rank_recall(ranking, TRUTH) == pytest.approx(expected / 3)


def test_only_maximal_truths_count():
    redundant = [*TRUTH, (0, 1), (3, 2), (1, 2)]
    for ranking, expected in RANKINGS.values():
        assert correct_before_false(ranking, redundant) == expected
        assert top_rank_recall(ranking, redundant) == pytest.approx(expected / 3)


def by_position(ranking, truth):
    """From the definition: true ones whose place is before every false positive's."""
    truth = [set(t) for t in truth]
    truth = [t for t in truth if not any(t < other for other in truth)]
    predicted = [set(i) for i, _ in ranking]
    false = [k for k, i in enumerate(predicted) if not any(i <= t for t in truth)]
    first = min(false, default=len(predicted))
    return sum(
        any(predicted[k] == t for k in range(first))
        for n, t in enumerate(truth)
        if t not in truth[:n]
    )


def agrees_with_definition(candidate):
    for seed in range(200):
        rng = np.random.default_rng(seed)
        everything = [s for d in (2, 3, 4) for s in combinations(range(5), d)]
        truth = [everything[k] for k in rng.choice(len(everything), size=4)]
        inside = [s for s in everything if any(set(s) <= set(t) for t in truth)]
        pool = inside * 3 + everything  # mostly right, so that rankings run on
        ranking = ranked(*(pool[k] for k in rng.choice(len(pool), size=12)))
        if candidate(ranking, truth) != by_position(ranking, truth):
            return False
    return True


def test_correct_before_false_agrees_with_its_definition():
    assert agrees_with_definition(correct_before_false)


def test_the_definition_rejects_broken_counts():
    def counts_duplicates(ranking, truth):
        kept = 0
        for i, _ in ranking:
            if not any(set(i) <= set(t) for t in truth):
                break
            kept += any(set(i) == set(t) for t in truth)
        return kept

    def subsets_are_false(ranking, truth):
        sets = [set(t) for t in truth]
        found = []
        for i, _ in ranking:
            if set(i) not in sets:
                break
            found += [i]
        return len(set(found))

    def superset_is_right(ranking, truth):
        return by_position([(i[:2], s) for i, s in ranking], truth)

    assert not agrees_with_definition(counts_duplicates)
    assert not agrees_with_definition(subsets_are_false)
    assert not agrees_with_definition(superset_is_right)


def test_top_rank_recall_needs_a_truth():
    with pytest.raises(ValueError, match="at least one"):
        top_rank_recall(ranked((0, 1)), [])


def test_trimmed_mean_drops_one_largest_and_one_smallest():
    assert trimmed_mean([5, 1, 9, 2, 3]) == pytest.approx((10 / 3, np.sqrt(14) / 3))
    assert trimmed_mean([1, 1, 4, 4]) == (2.5, 1.5)  # one of each, not all equal ones
    assert trimmed_mean([7, 0, 100]) == (7, 0)


def test_trimmed_mean_leaves_its_input_in_order():
    values = np.array([3.0, 1, 2])
    trimmed_mean(values)
    np.testing.assert_array_equal(values, [3, 1, 2])


@pytest.mark.parametrize("values", [[], [1, 2], [1, 2, np.nan], [[1, 2, 3]], 3.0])
def test_trimmed_mean_needs_three_numbers(values):
    with pytest.raises(ValueError, match="three or more"):
        trimmed_mean(values)


def test_relative_improvement_by_hand():
    assert relative_improvement(10, 7, 6) == pytest.approx(0.75)
    assert relative_improvement(10, 10, 6) == 0
    assert relative_improvement(10, 6, 6) == 1
    assert relative_improvement(10, 5, 6) == pytest.approx(1.25)  # better than MLP-M
    assert relative_improvement(10, 12, 6) == pytest.approx(-0.5)


@pytest.mark.parametrize("seed", range(5))
def test_relative_improvement_of_scores_is_that_of_one_minus_the_scores(seed):
    scores = np.random.default_rng(seed).random((3, 10))
    of_errors = relative_improvement(*(1 - scores))
    # 1 - score rounds to 1e-16, over a gap that may be as small as 1e-3.
    np.testing.assert_allclose(relative_improvement(*scores), of_errors, rtol=1e-10)


def test_relative_improvement_without_a_gap_is_an_error():
    with pytest.raises(ValueError, match="no gap"):
        relative_improvement(0.5, 0.4, 0.5)
    with pytest.raises(ValueError, match="no gap"):
        relative_improvement([0.5, 0.6], [0.4, 0.4], [0.5, 0.3])
