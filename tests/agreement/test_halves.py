"""Two networks on rows that the other never saw, and what unseen outcomes say."""

from dataclasses import replace
from itertools import combinations
from statistics import NormalDist
from types import SimpleNamespace
from unittest.mock import Mock
from weakref import ref

import numpy as np
import pytest
from scipy import stats

from nidlite import detect_interactions
from nidlite.agreement import constants, halves, second_opinion, unseen
from nidlite.agreement.confirm import Corners, centred, row_pairs, superset_importance
from nidlite.agreement.opinion import shared
from nidlite.fast.backprop import predict
from nidlite.fast.joint import JointNet
from nidlite.networks import mlp_m
from nidlite.parts import Part, together
from nidlite.recipes import RECIPE
from nidlite.report.sentences import answer_notes
from nidlite.splits import split
from nidlite.training import Fit

pytestmark = pytest.mark.usefixtures("quick_answer")
THIRDS = (1 / 3, 1 / 3, 1 / 3)
COLUMNS = [(0,), (1,), (2,)]


def table(n=1200, noise=0.1, seed=0, f=lambda X: 2 * X[:, 0] * X[:, 1] + X[:, 2]):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n, 4))
    return X, f(X) + noise * rng.normal(size=n)


@pytest.fixture(scope="module")
def found():
    return detect_interactions(*table(), epochs=40, fractions=THIRDS)


def test_equal_parts_are_the_halves_and_unequal_ones_are_cut_anew():
    X, y = table(300)
    parts = split(X, y, np.random.default_rng(0), THIRDS)
    (first, _), (second, _) = halves.halves(parts, np.random.default_rng(0))
    assert halves.even(parts) and first is parts.train[0] and second is parts.valid[0]
    parts = split(X, y, np.random.default_rng(0), (0.8, 0.1, 0.1))
    cut = halves.halves(parts, np.random.default_rng(0))
    assert not halves.even(parts) and [len(y) for _, y in cut] == [135, 135]
    # Each row is there once with its outcome, and no test row is in either half.
    before = np.column_stack(list(map(np.concatenate, zip(parts.train, parts.valid))))
    after = np.column_stack(list(map(np.concatenate, zip(*cut))))
    assert sorted(map(tuple, after)) == sorted(map(tuple, before))


@pytest.mark.parametrize("shares, trained", [(THIRDS, [1]), ((0.8, 0.1, 0.1), [0, 1])])
@pytest.mark.parametrize("epochs, rows, starts", [(2, 0, 1), (60, 0, 2), (2, 170, 3)])
def test_each_learns_from_one_half(monkeypatch, shares, trained, epochs, rows, starts):
    calls, fit = [], halves.fit

    def spy(network, parts, *rest):
        calls.append(parts)
        return fit(network, parts, *rest)

    monkeypatch.setattr(halves, "fit", spy)
    monkeypatch.setattr(halves, "PATIENCE", 3)  # pure noise stops soon
    monkeypatch.setattr(halves, "STARTED", rows)  # the halves have 40 or 54
    monkeypatch.setattr(halves, "MOST_STARTS", 3)
    X, y = table(120)[0], np.random.default_rng(3).normal(size=120)
    parts = split(X, y, np.random.default_rng(0), shares)
    rngs = [np.random.default_rng(k) for k in range(6)]
    recipe = replace(RECIPE, epochs=epochs)
    thetas = halves.train_others(parts, mlp_m(4), "regression", recipe, rngs)
    rows = halves.halves(parts, np.random.default_rng(0))
    expected = trained + [0, 1] * (starts - 1)
    for call, k in zip(calls, expected, strict=True):
        assert np.array_equal(call.train[0], rows[k][0])
        assert np.array_equal(call.valid[0], rows[1 - k][0])
    assert [len(of_half) for of_half in thetas] == [expected.count(k) for k in (0, 1)]
    assert len({theta.tobytes() for half in thetas for theta in half}) == len(calls)


def witness_of(accident, truth=0.0, same=False, seed=0, n=2000):
    """A network that adds an accident to x3 and to a true product x1 x2."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    y = truth * (X[:, 0] * X[:, 1]) + X[:, 2] + rng.normal(size=n)
    f = lambda X: (truth + accident) * X[:, 0] * X[:, 1] + X[:, 2]  # noqa: E731
    ends = [X[rng.permutation(n)] for _ in range(2)]
    corners = [Corners(f, X, ends[k * (not same)], COLUMNS) for k in (0, 1)]
    return unseen.Witness(corners, f(X), *unseen.in_units("regression", y, 1))


def test_t_of_an_accident_is_standard_normal_and_of_a_truth_is_large():
    def t_of(*given, **more):
        return unseen.t_of_support([witness_of(*given, **more)], (0, 1))

    t = np.array([t_of(0.3, seed=seed) for seed in range(200)])
    # Of 200 standard normals mean and deviation have errors of 0.07 and 0.05.
    assert abs(t.mean()) < 0.2 and t.std() == pytest.approx(1, abs=0.15)
    assert t_of(0.1, truth=1.0) > 5  # 7 here
    values, signal = witness_of(0.0, truth=3.0, n=100_000).support((0, 1))
    # h is 3 (a - b)(a' - b') with b of two partners: the product has mean (3 x 1)^2.
    for mean in (values.mean(), signal.mean()):
        assert mean == pytest.approx(9, rel=0.1)  # 0.2 is a standard error
    # One h in both places would count the network's own spread as evidence.
    wrong = np.array([t_of(0.3, same=True, seed=seed) for seed in range(10)])
    assert abs(wrong.mean()) > 2


def test_more_partners_give_the_mean_over_their_pairs_and_no_more_outcomes():
    one = witness_of(0.3)
    three = replace(one, corners=[*one.corners, one.corners[0]])
    twos = [replace(one, corners=list(c)) for c in combinations(three.corners, 2)]
    expected = np.mean([two.support((0, 1)) for two in twos], axis=0)
    assert np.array(three.support((0, 1))) == pytest.approx(expected)
    values = np.random.default_rng(0).normal(size=(2, 100)) + 0.3
    supports = [lambda pair, v=v: (v, np.ones(100)) for v in values]
    of_halves = [SimpleNamespace(support=said, groups=None) for said in supports]
    # Of one signal for all rows it is Student's t, whose p-value a normal number has.
    student = stats.ttest_1samp(values.ravel(), 0)
    t = unseen.t_of_support(of_halves, (0, 1))
    assert 2 * (1 - NormalDist().cdf(t)) == pytest.approx(student.pvalue, rel=0.05)


def test_a_row_is_no_noise_where_it_is_as_the_others_tell():
    """HC3 of least squares on h, whose hat matrix is computed whole."""

    def normal(t, signal):
        freedom = signal.sum() ** 2 / (signal @ signal)
        return np.sign(t) * np.sqrt(freedom * np.log(1 + t**2 / freedom))

    rng = np.random.default_rng(3)
    h, noise = rng.normal(size=60) ** 3, rng.normal(size=60)
    values, hat = (0.8 * h + noise) * h, np.outer(h, h) / (h @ h)
    left = (np.eye(60) - hat) @ (values / h) / (1 - np.diag(hat)) * h  # values / h on h
    error = np.sqrt(left @ left) / 60
    assert error < 0.5 * np.std(values) / 60**0.5
    t = np.mean(values) / error
    assert unseen.t_beside(values, h**2) == pytest.approx(normal(t, h**2))
    # What is more than the network says, or less than nothing, is noise.
    t = np.mean(h**2) / (np.sqrt(np.sum(h**4)) / 60)
    assert unseen.t_beside(3 * h**2, h**2) == pytest.approx(normal(1.5 * t, h**2))
    assert unseen.t_beside(-(h**2), h**2) == pytest.approx(normal(-t, h**2))
    assert unseen.t_beside(values, 0 * h) == unseen.t_beside(0 * h, h**2) == 0


def test_t_of_few_rows_is_as_rare_as_a_normal_number():
    rng = np.random.default_rng(4)
    h = np.exp(1.5 * rng.normal(size=(4000, 200)))  # six rows hold half of all h^2
    values = h * rng.normal(size=h.shape)
    t = np.array([unseen.t_beside(v, m) for v, m in zip(values, h**2)])
    # 25 of 4000 normal numbers are above 2.5: at most 45, by four standard errors.
    assert sum(t > 2.5) <= 45
    freedom = np.sum(h**2, axis=1) ** 2 / np.sum(h**4, axis=1)
    student = np.sqrt(freedom * np.expm1(t**2 / freedom)) * np.sign(t)
    assert sum(student > 2.5) > 45  # Student's t of few rows is not that rare


def test_a_network_is_asked_with_outcomes_that_it_never_saw_and_partners_by_weight():
    network, every, rng = mlp_m(3), np.arange(9), np.random.default_rng(0)
    X, thetas = np.arange(27.0).reshape(9, 3), rng.normal(size=(2, network.size))
    table = SimpleNamespace(columns=COLUMNS, loss="regression")
    fit = SimpleNamespace(network=network, theta=thetas[0])
    for weights, alone in ((every // 8, True), (None, False)):  # of the last row
        rows = [Part(-X, -X[:, 0]), Part(X, X[:, 0], weights)]
        parts = SimpleNamespace(train=rows[0], valid=rows[1])
        others = [[thetas[1]], [thetas[0]]]
        second = second_opinion.SecondOpinion(*[None] * 4, table, parts, fit, 0, others)
        found = unseen.witness(second, 0, every, every, 2, np.random.default_rng(1))
        both = np.mean([JointNet(network, [theta])(X) for theta in thetas], axis=0)
        np.testing.assert_allclose(found.corners[0].value(()), both, rtol=1e-5)
        assert (found.target == X[:, 0]).all() and (found.corners[0].a == X).all()
        assert [(c.b == X[8]).all() for c in found.corners] == [alone, alone]


def some_rows(one, rows, groups=None):
    """The Witness of these rows, not weighed."""
    corners = [Corners(c.f, c.a[rows], c.b[rows], COLUMNS) for c in one.corners]
    changes = {"corners": corners, "f": one.f[rows], "target": one.target[rows]}
    return replace(one, **changes, weights=None, groups=groups)


def test_a_weight_says_what_copies_of_the_row_say_but_copies_are_no_news():
    counts = np.array([1, 3, 2, 5, 1, 1, 4, 2, 2])
    one = replace(witness_of(0.3, n=9), weights=counts / counts.mean())
    copies = some_rows(one, rows := np.repeat(np.arange(9), counts))
    # The same sums in another order.
    for weighted, copied in zip(one.support((0, 1)), copies.support((0, 1))):
        assert weighted.mean() == pytest.approx(copied.mean(), rel=1e-12)
    for along, copied in zip(one.products(), copies.products()):
        assert along.mean() == pytest.approx(copied.mean(), rel=1e-12)
    assert abs(unseen.t_value(along)) < abs(unseen.t_value(copied))
    f = 9 * copies.f  # is further from y than the mean is, and y follows it as well
    total, left, far = replace(copies, f=f).products()
    assert left.mean() > total.mean() and np.allclose(far, 9 * copied, rtol=1e-12)
    assert np.allclose(far, (f - f.mean()) * (copies.target - copies.target.mean()))
    # Logits that are one for all rows tell nothing, however rare a class is.
    labels = np.array([0] * 6 + [1, 1, 2])
    same = replace(one, f=np.ones((9, 1)) * [3, 1, 0], weights=None)
    same.target, same.predicted = unseen.in_units("multiclass", labels, 3)
    assert np.abs(same.products()[2]).max() < 1e-12
    # As one group each they are one piece of news, also with some in each half.
    together = unseen.of_groups([some_rows(one, rows, rows)], copied)
    assert unseen.t_value(*together) == pytest.approx(unseen.t_value(along), rel=1e-12)
    two = [some_rows(one, half, half) for half in (rows[::2], rows[1::2])]
    t = unseen.t_of_support([one], (0, 1))
    assert unseen.t_of_support(two, (0, 1)) == pytest.approx(t, rel=1e-12)


def test_features_tell_of_others_by_rows_of_both_halves_and_their_weights(monkeypatch):
    (X, y), asked, fits = table(300), [], Mock(wraps=halves.fit)
    monkeypatch.setattr(halves, "fit", fits)
    found = detect_interactions(X, y, epochs=1, sample_weight=np.exp(X[:, 1]))
    told = lambda *given: asked.append(given) or np.zeros((4, 4))  # noqa: E731
    monkeypatch.setattr(second_opinion, "dependence", told)
    assert not found.opinion.eta.any()
    [(rows, _, w)] = asked
    for call, half in zip(fits.call_args_list, found.rows):  # what each learned from
        assert np.array_equal(call.args[1].train[0], half[0])
    every = together(found.rows)
    assert sorted(rows.tolist()) == sorted(every.X.tolist()) and len(rows) == 270
    # Shares are parts of the outcomes' variance, not of what this poor network says.
    expected = np.cov(every.y, aweights=every.sample_weight, ddof=0)
    assert found.opinion.variance == pytest.approx(expected, rel=1e-5)
    assert np.corrcoef(rows[:, 1], np.log(w))[0, 1] == pytest.approx(1)


def test_agreed_strengths_are_of_the_mean_network_held_down_by_the_evidence(found):
    S, (a, _) = found.agreed_pairwise_strengths(), found.opinion.pair
    assert np.array_equal(S, S.T) and not np.diag(S).any()
    thetas, network = sum(found.thetas, []), found.fit.network  # as many of each
    f = lambda X: sum(predict(network, t, X) for t in thetas) / len(thetas)  # noqa: E731
    supporters = unseen.supporters_of(found, second_opinion.stream(0, "confirm"))
    for pair in combinations(range(4), 2):
        # By Definition 1, from the same rows, in the variance that opinions have.
        claimed = superset_importance(f, pair, a.a, a.b) / found.opinion.variance
        # How much likelier is a normal t if its mean is t than if it is 0?
        t = np.clip(unseen.t_of_support(supporters, pair), 0, 5)
        likelier, most = (NormalDist(k).pdf(k) / NormalDist(0).pdf(k) for k in (t, 5))
        assert S[pair] == pytest.approx(claimed * likelier / most, rel=1e-3)  # float32
    assert S[0, 1] == S.max() and S[0, 1] > 0.4 and np.sort(S.ravel())[-3] < 0.01


def test_the_product_is_the_answer_and_additive_rows_have_none(found):
    [a] = found.agreed()
    # 4/9 of a variance of 4/9 + 1/3 + 0.01; one standard error of 800 pairs is 0.043.
    assert a.share == pytest.approx(0.56, abs=0.13) and a.agreement > 0.95 and a.t > 5
    assert a.interaction == (0, 1) and found.share((0, 1)) == a.share
    assert found.opinion.needed.may_refit is True and not found.opinion.steep
    [a] = second_opinion.SecondOpinion.agreed(found, level=-1.0)
    assert not a.sure  # nobody would ever be so sure


def test_where_nothing_was_learned_nothing_is_claimed():
    X, _ = table()
    y = np.random.default_rng(1).normal(size=len(X))
    noise = detect_interactions(X, y, epochs=5)
    assert not noise.learned and noise.agreed() == []
    assert noise.opinion.needed.may_refit is False
    assert noise.share((0, 1)) is None and noise.told((0, 1)) is None
    # A service that holds it no longer has its memory back, before any collection.
    parts = [ref(one) for one in (noise.opinion.needed, *noise.opinion.pair)]
    del noise
    assert [part() for part in parts] == [None] * 3


def test_classes_and_categories_have_an_answer():
    X, y = table(1000, noise=0)
    group = np.array(["a", "b", "c"])[np.digitize(X[:, 0], [-0.4, 0.4])]
    mixed = np.column_stack([group, X[:, 1:].astype(object)])
    by_group = (group == "b") * X[:, 1] * 2 + X[:, 2]
    # A sum behind a threshold is no sum: x3 may come in, too.
    for rows, outcome in ((X, np.digitize(y, [-0.3, 0.3]) > 1), (mixed, by_group)):
        found = detect_interactions(rows, outcome, epochs=30, fractions=THIRDS)
        assert any({0, 1} <= {*a.interaction} for a in found.agreed())
        assert found.opinion.steep == (outcome is not by_group)
        S = found.agreed_pairwise_strengths()
        assert S[0, 1] == S.max() > 0 and S.shape == (4, 4)  # features, not columns


def test_classes_count_by_rows_and_the_two_furthest_apart_make_steep(monkeypatch):
    X, y = table(300)
    found = detect_interactions(X, np.digitize(y, [-1, 1]).astype(str), epochs=5)
    rows, f = found.split.valid[0], lambda X: centred(found.f(X), found.guess)
    a, b = row_pairs(rows, 1000, second_opinion.stream(0, "confirm"))
    share = superset_importance(f, (0, 1), a, b) / f(rows).var(axis=0).mean()
    assert found.confirmed_pairwise_strengths()[0, 1] == pytest.approx(share, rel=1e-3)
    assert sum(found.additive().shares().values()) == pytest.approx(1, abs=1e-4)
    network, logits = found.fit.network, []
    for thetas, (X, _) in zip(found.thetas, found.rows[::-1]):
        logits += [*np.mean([predict(network, t, X) for t in thetas], axis=0)]
    whole = centred(np.array(logits), found.guess).var(axis=0).mean()
    assert found.opinion.variance == pytest.approx(whole, rel=1e-3)
    some = unseen.witnesses_of(found, np.random.default_rng(0))[0]
    for one in some:
        one.weights = np.arange(len(one.f)) < 9.0  # the first nine rows alone
    nine = centred(np.concatenate([one.f[:9] for one in some]), found.guess)
    assert found.spread(None, some)[0] == pytest.approx(nine.var(axis=0).mean())
    apart = (np.subtract(*two) for two in combinations(np.transpose(logits), 2))
    deviation = max(map(np.std, apart))
    for least in (0.999 * deviation, 1.001 * deviation):
        monkeypatch.setattr(constants, "STEEP", least)
        assert replace(found).opinion.steep == (least < deviation)


def test_a_near_copy_is_not_claimed(monkeypatch):
    X = np.random.default_rng(0).normal(size=(1000, 4))
    X[:, 1] = X[:, 0] + 0.05 * X[:, 1]
    found = detect_interactions(X, X[:, 0] ** 2 + X[:, 2], epochs=30, fractions=THIRDS)
    D_a, D_b = (corners.part((0, 1)) for corners in found.opinion.pair)
    assert shared(D_a, D_b)[1] > 0.5  # both networks see it, where no rows are
    assert found.agreed() == []
    assert not found.opinion.needed.may_refit  # one tells nearly all of the other
    monkeypatch.setattr(constants, "ALIKE", 1.0)
    assert replace(found).opinion.needed.may_refit is True


def test_where_not_every_pair_is_asked_the_weights_propose_them(found, monkeypatch):
    assert [*answer_notes(found)] == []
    monkeypatch.setattr(constants, "ALL_PAIRS", 3)
    monkeypatch.setattr(constants, "IN_VAIN", 2)
    few = replace(found)
    assert few.agreed() == found.agreed()
    assert next(answer_notes(few)).startswith("3 of 6 pairs were looked at")


def test_a_second_network_that_fails_is_an_input_error(monkeypatch, found):
    failed = Fit(found.fit.network, found.fit.theta, RECIPE, stopped="no")
    monkeypatch.setattr(halves, "fit", lambda *given: failed)
    with pytest.raises(ValueError, match="second opinion failed: no; lower the rate"):
        replace(found, others=None).agreed()
    failed = replace(failed, stopped="interrupted after 1 epochs")
    with pytest.raises(KeyboardInterrupt):  # half a training is no second opinion
        replace(found, others=None).agreed()
