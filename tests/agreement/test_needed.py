"""What is needed, on functions whose interactions are known; who tells of whom."""

import numpy as np
import pytest

from nidlite.agreement import constants
from nidlite.agreement.needed import Needed, Verdict, needed_on
from nidlite.agreement.relatives import (
    dependence,
    in_bins,
    relatives,
    together_tell,
    with_relatives,
)
from nidlite.networks import output
from nidlite.splits import Part, split


def needed_for(X, y, loss="regression", outputs=1, columns=None, weights=None):
    rng = np.random.default_rng(0)
    columns = columns or [(j,) for j in range(X.shape[1])]
    classes = loss != "regression"
    parts = split(X, y, rng, (0.5, 0.4, 0.1), classes, sample_weight=weights)
    halves = [parts.train, parts.valid]
    return needed_on(parts, halves, loss, columns, outputs, rng)


def related(n=1500, rng=None):
    """Rows of four features; the first two have correlation 0.8."""
    X = (rng or np.random.default_rng(1)).normal(size=(n, 4))
    X[:, 1] = 0.8 * X[:, 0] + 0.6 * X[:, 1]
    return X


# --- which features tell of others ---------------------------------------------------


def test_dependence_is_the_correlation_ratio():
    """Of definition: the share of the variance between bins, less that of chance."""
    rng = np.random.default_rng(0)
    X = np.stack([rng.integers(4, size=500), rng.normal(size=500)], axis=1)
    X[:, 1] += X[:, 0] ** 2
    eta, n = dependence(X, [(0,), (1,)]), len(X)
    groups = [X[X[:, 0] == k, 1] for k in range(4)]
    between = sum(len(g) * (g.mean() - X[:, 1].mean()) ** 2 for g in groups)
    share = between / n / X[:, 1].var()
    # Unbiased by the degrees of freedom, as in an analysis of variance.
    unbiased = 1 - (1 - share) * (n - 1) / (n - 4)
    assert eta[1, 0] == pytest.approx(np.sqrt(unbiased), abs=0.002)
    assert eta[0, 0] == eta[1, 1] == 0


def test_dependence_sees_curves_and_categories_and_no_chance():
    rng = np.random.default_rng(0)
    x, e = rng.normal(size=(2, 4000))
    level = rng.integers(3, size=4000)
    X = np.column_stack([x, x**2, e, np.eye(3)[level], level == 1])
    eta = dependence(X, [(0,), (1,), (2,), (3, 4, 5), (6,)])
    assert eta[1, 0] > 0.85 > 0.3 > eta[0, 1]  # x tells x^2, which tells not x
    assert eta[4, 3] == pytest.approx(1) and 0.5 < eta[3, 4] < 0.9
    assert eta[2].max() < 0.1 and eta[:, 2].max() < 0.1
    assert in_bins(X[:, :1]).sum(axis=0) == pytest.approx(4000 / constants.BINS)
    assert np.array_equal(in_bins(X[:, 3:6]).argmax(axis=1)[:9], 2 - level[:9])


def test_relatives_go_with_the_feature_that_they_tell_most_of():
    eta = np.zeros((5, 5))
    eta[0, 2], eta[1, 2], eta[0, 3] = 0.8, 0.9, 0.75
    assert with_relatives((0, 1), eta) == ((0, 3), (1, 2))
    assert with_relatives((0, 1, 2), eta) == ((0, 3), (1,), (2,))


def test_what_tells_together_goes_blind_until_the_rest_tells_little():
    rng = np.random.default_rng(0)
    a, b, c, e = rng.normal(size=(4, 3000))
    X = np.column_stack([a + b + c, a, b, c, e, a + 0.3 * e])
    columns = [(j,) for j in range(6)]
    eta = dependence(X, columns)
    assert eta[0].max() < constants.RELATIVE  # each tells a third of the variance
    kin = relatives(X, columns, eta)
    # One of three goes: the others tell 2/3 of the variance; two go: they tell a third.
    assert 2 <= np.count_nonzero(kin[0]) <= 3 and kin[0, 4] == 0
    assert kin[1, 5] == eta[1, 5] > constants.RELATIVE
    # 48 bins fit any 30 rows: that tells nothing.
    bins = [np.eye(16)[rng.integers(16, size=30)] for _ in range(3)]
    assert not together_tell(bins, e[:30, None])


# --- the verdict ---------------------------------------------------------------------


def test_a_net_of_the_blind_sum_does_not_see_its_block():
    X = related(200)
    needed = needed_for(X, X[:, 0], columns=[(0, 1), (2,), (3,)])
    network = needed.blind([(0,), (1, 2)])
    assert [stack.features for stack in network.stacks[:2]] == [((2, 3),), ((0, 1),)]
    theta = network.initial(np.random.default_rng(0), deviation=1.0)
    a, b = X[:50], X[::-1][:50]
    mixed = 0  # over the columns 0 and 2, which no net sees both of
    for first, second, sign in ((a, a, 1), (a, b, -1), (b, a, -1), (b, b, 1)):
        corner = a.copy()
        corner[:, 0], corner[:, 2] = first[:, 0], second[:, 2]
        mixed = mixed + sign * output(theta, corner, network)
    assert np.abs(mixed).max() < 1e-4 < np.abs(output(theta, a, network)).max()


def test_a_product_of_related_features_is_needed_and_nothing_else():
    X = related()
    y = (
        X[:, 0] * X[:, 1]
        + X[:, 2] ** 2
        + 0.3 * np.random.default_rng(2).normal(size=1500)
    )
    needed = needed_for(X, y)
    verdict = needed(((0,), (1,)))
    assert verdict.least > constants.NEEDED and min(verdict.rise) > 0.1
    assert needed(((1,), (0,))) is verdict  # asked once, in whatever order
    assert {blocks for blocks, _ in needed.predicted} == {((), ())}  # the twin's
    assert needed(((0,), (2,))).least < constants.NEEDED
    # A net that sees everything can do all: without blindness nothing is needed.
    assert abs(needed.verdict(((), ())).least) < constants.NEEDED


def test_a_square_is_no_interaction_with_a_near_copy():
    X = related()
    X[:, 1] = X[:, 0] + 0.1 * X[:, 3]
    needed = needed_for(X, X[:, 0] ** 2 + X[:, 2])
    assert needed(((0,), (1,))).least < constants.NEEDED


@pytest.mark.parametrize("loss", ["classification", "multiclass"])
def test_classes_are_judged_by_their_loss(loss):
    X = related(2000)
    y = (X[:, 0] * X[:, 3] > 0).astype(float)
    if loss == "multiclass":
        y += (X[:, 2] > 1) * 1.0
    needed = needed_for(X, y, loss, outputs=3 if loss == "multiclass" else 1)
    assert needed(((0,), (3,))).least > constants.NEEDED
    assert needed(((0,), (2,))).least < constants.NEEDED


def test_rows_of_next_to_no_weight_do_not_count():
    X = related(2000)
    heavy = np.arange(2000) % 4 > 0
    y = np.where(heavy, 2 * X[:, 0] * X[:, 3], 0) + X[:, 2]
    weights = np.where(heavy, 1e-6, 1.0)
    assert needed_for(X, y)(((0,), (3,))).least > constants.NEEDED
    assert needed_for(X, y, weights=weights)(((0,), (3,))).least < constants.NEEDED


def test_t_has_the_spread_of_rows_and_of_starts():
    """The rise over the root of se^2 + (spread * error)^2, by hand."""
    f = np.zeros(2), np.array([1.0, 3.0])  # moved is 1 and 9
    twin = [(f[0], np.array([1.0, 3.0]), [2.0, 2.0])] * 2
    blind = [(f[1], np.array([2.0, 6.0]), [4.0, 4.0 * np.e]), twin[0]]
    needed = Needed(None, [Part((None, f[0]))] * 2, "regression", (), 1, [])
    needed.errors = lambda blocks, starts, k: (blind if any(blocks) else twin)[k]
    verdict = needed.compared(((0,), (1,)), starts=2)
    spread = np.sqrt(0.5 / 4 / 2)  # one of four logs has variance 1/2; of two starts
    # The differences are 1 and 3. One row says 3 / 9 of moved, the other 1 / 1.
    se = np.sqrt(((1 - 1 / 3) ** 2 + (3 - 9) ** 2) / 2 / 2)
    student, freedom = 2 / np.hypot(se, spread * 2), 10**2 / (1 + 9**2)
    assert verdict.rise == pytest.approx((1.0, 0.0))
    normal = np.sqrt(freedom * np.log(1 + student**2 / freedom))
    assert verdict.t == pytest.approx((normal, 0.0))
    assert verdict.least == 0


def test_close_verdicts_get_more_starts_and_one_half_may_say_no():
    X = related(200)
    needed, (few, most) = needed_for(X, X[:, 0] * X[:, 1]), constants.STARTS
    blocks, said = ((0,), (1,)), []

    def compared(blocks, starts, halves=(0, 1)):
        said.append((starts, len(halves)))
        return Verdict(needed.t[: len(halves)], (1.0,) * len(halves))

    needed.compared = compared
    for t, asked in (
        ((0.9, 9.0), [(few, 1)]),
        ((1.1, 0.8), [(few, 1), (few, 2)]),
        ((3.0, 0.8), [(few, 1), (few, 2), (most, 2)]),
        ((9.0, 3.9), [(few, 1), (few, 2), (most, 2)]),
        ((4.1, 5.0), [(few, 1), (few, 2)]),
    ):
        said.clear()
        needed.t = t
        needed.verdict(blocks)
        assert said == asked
    del needed.compared
    more, first = needed.compared(blocks, most), needed.compared(blocks, few)
    assert [len(f) for f in needed.predicted.values()] == 4 * [most]
    fresh = needed_for(X, X[:, 0] * X[:, 1])
    assert fresh.compared(blocks, few) == first != more
    assert fresh.compared(blocks, few, [0]).rise == first.rise[:1]


def test_the_same_seed_gives_the_same_verdict():
    X = related(300)
    one, other = (needed_for(X, X[:, 0] * X[:, 1]) for _ in range(2))
    other(((2,), (3,)))  # whatever is asked before
    assert one(((0,), (1,))) == other(((0,), (1,)))
    assert isinstance(one.halves[0], Part)


def test_after_the_most_tests_only_the_known_ones_are_answered(monkeypatch):
    X = related(200)
    needed = needed_for(X, X[:, 0] * X[:, 1])
    first = needed(((0,), (1,)))
    monkeypatch.setattr(constants, "MOST_TESTS", 1)
    assert needed(((0,), (2,))) is None and needed(((0,), (1,))) is first


def test_chance_tells_nothing():
    """Of 10 unrelated columns and 200 rows in 16 bins: without the correction 0.075."""
    eta = dependence(np.random.default_rng(0).normal(size=(200, 10)), np.c_[:10])
    assert np.mean(eta**2) < 0.04
