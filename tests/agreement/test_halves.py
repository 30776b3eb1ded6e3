"""Two networks on rows that the other never saw, and what unseen outcomes say."""

from dataclasses import replace
from itertools import combinations
from statistics import NormalDist
from types import SimpleNamespace

import numpy as np
import pytest
from examples import Heard

from nidlite import detect_interactions
from nidlite.agreement import halves, second_opinion, unseen
from nidlite.agreement.confirm import Corners, superset_importance
from nidlite.agreement.halves import mean_output, train_others
from nidlite.agreement.second_opinion import other_networks
from nidlite.agreement.unseen import LEARNED, opinion_of, supports
from nidlite.agreement.witness import Witness, in_units, t_value
from nidlite.fast.backprop import predict
from nidlite.networks import mlp_m
from nidlite.recipes import RECIPE
from nidlite.splits import split

THIRDS = (1 / 3, 1 / 3, 1 / 3)
COLUMNS = [(0,), (1,), (2,)]


def table(n=1200, noise=0.1, seed=0, f=lambda X: 2 * X[:, 0] * X[:, 1] + X[:, 2]):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, (n, 4))
    return X, f(X) + noise * rng.normal(size=n)


@pytest.fixture(scope="module")
def found():
    return detect_interactions(*table(), epochs=40, fractions=THIRDS)


# --- the halves ----------------------------------------------------------------------


def test_equal_parts_are_the_halves_and_unequal_ones_are_cut_anew():
    X, y = table(300)
    parts = split(X, y, np.random.default_rng(0), THIRDS)
    (first, _), (second, _) = halves.halves(parts, np.random.default_rng(0))
    assert halves.even(parts) and first is parts.train[0] and second is parts.valid[0]
    parts = split(X, y, np.random.default_rng(0), (0.8, 0.1, 0.1))
    both = halves.halves(parts, np.random.default_rng(0))
    assert not halves.even(parts) and [len(y) for _, y in both] == [135, 135]
    own = np.concatenate([parts.train[0], parts.valid[0]])
    cut = np.concatenate([X for X, _ in both])
    assert sorted(map(tuple, cut)) == sorted(map(tuple, own))
    # Outcomes went with their rows, and no test row is in either half.
    where = dict(zip(map(tuple, own), np.append(parts.train[1], parts.valid[1])))
    assert all(where[tuple(x)] == y for X, ys in both for x, y in zip(X, ys))


@pytest.mark.parametrize(
    "fractions, trained", [(THIRDS, [1]), ((0.8, 0.1, 0.1), [0, 1])]
)
@pytest.mark.parametrize("epochs, starts", [(2, 1), (60, 2)])
def test_each_is_trained_on_one_half_and_stopped_on_the_other(
    monkeypatch, fractions, trained, epochs, starts
):
    calls, fit = [], halves.fit

    def spy(network, parts, *rest):
        calls.append(parts)
        return fit(network, parts, *rest)

    monkeypatch.setattr(halves, "fit", spy)
    monkeypatch.setattr(halves, "PATIENCE", 3)  # pure noise stops soon
    X, _ = table(120)
    y = np.random.default_rng(3).normal(size=120)
    parts = split(X, y, np.random.default_rng(0), fractions)
    rngs = [np.random.default_rng(k) for k in range(6)]
    recipe = replace(RECIPE, epochs=epochs)
    thetas = train_others(parts, mlp_m(4), "regression", recipe, rngs)
    rows = halves.halves(parts, np.random.default_rng(0))
    expected = trained + [0, 1] * (starts - 1)
    for call, k in zip(calls, expected, strict=True):
        assert np.array_equal(call.train[0], rows[k][0])
        assert np.array_equal(call.valid[0], rows[1 - k][0])
    # Every start is its own.
    assert [len(of_half) for of_half in thetas] == [expected.count(k) for k in (0, 1)]
    drawn = {theta.tobytes() for of_half in thetas for theta in of_half}
    assert len(drawn) == len(calls)


# --- what unseen outcomes say --------------------------------------------------------


def t_of(accident, truth=0.0, same=False, seed=0, n=2000):
    """t of (0, 1) for a network that adds an accident to x2 and to a true product."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3))
    product = X[:, 0] * X[:, 1]
    y = truth * product + X[:, 2] + rng.normal(size=n)
    f = lambda X: (truth + accident) * X[:, 0] * X[:, 1] + X[:, 2]  # noqa: E731
    ends = [X[rng.permutation(n)] for _ in range(2)]
    ends[1] = ends[0] if same else ends[1]
    corners = (Corners(f, X, b, COLUMNS) for b in ends)
    witness = Witness(*corners, f(X), *in_units("regression", y, 1))
    return t_value(witness.support((0, 1)))


def test_t_of_an_accident_is_standard_normal_and_of_a_truth_is_large():
    t = np.array([t_of(0.3, seed=seed) for seed in range(200)])
    # Of 200 standard normals mean and deviation have errors of 0.07 and 0.05.
    assert abs(t.mean()) < 0.2 and t.std() == pytest.approx(1, abs=0.15)
    assert t_of(0.1, truth=1.0) > 5  # 7 here
    # One h in both places would count the network's own spread as evidence.
    wrong = np.array([t_of(0.3, same=True, seed=seed) for seed in range(10)])
    assert abs(wrong.mean()) > 2


def test_the_support_is_on_average_the_variance_that_goes_through_it():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100_000, 3))
    f = lambda X: 3 * X[:, 0] * X[:, 1] + X[:, 2]  # noqa: E731
    corners = [Corners(f, X, X[rng.permutation(len(X))], COLUMNS) for _ in range(2)]
    y = f(X) + rng.normal(size=len(X))
    values = Witness(*corners, f(X), y, lambda f: f).support((0, 1))
    # h is (a - b)(a' - b') for each of two b: their product has mean (3 x 1)^2.
    assert values.mean() == pytest.approx(9, rel=0.1)


def test_supported_strengths_are_the_shares_and_nothing_else_is_supported(found):
    X, y = table()
    S = found.supported_pairwise_strengths()
    assert np.array_equal(S, S.T) and not np.diag(S).any()
    # Of 2 x0 x1 + x2 with noise the pair carries 4 / 9 of 4 / 9 + 1 / 3 + 0.01.
    share = (4 / 9) / (4 / 9 + 1 / 3 + 0.01)
    assert S[0, 1] == pytest.approx(share, abs=0.1)  # of 1,200 rows
    rest = S[np.triu_indices(4, 1)][1:]
    assert np.abs(rest).max() < 0.05 * share


def test_agreed_strengths_are_of_the_mean_network_held_down_by_the_evidence(found):
    S, (a, _) = found.agreed_pairwise_strengths(), found.opinion.pair
    assert np.array_equal(S, S.T) and not np.diag(S).any()
    thetas = found.fit.theta, *found.others[1]
    f = lambda X: sum(predict(found.fit.network, t, X) for t in thetas) / 2  # noqa: E731
    for pair in combinations(range(4), 2):
        # By Definition 1, from the same rows, in the variance that opinions have.
        claimed = superset_importance(f, pair, a.a, a.b) / found.opinion.variance
        # How much likelier is a normal t if its mean is t than if it is 0?
        t = np.clip(found.second._support()(pair)[1], 0, 5)
        likelier, most = (NormalDist(k).pdf(k) / NormalDist(0).pdf(k) for k in (t, 5))
        expected = claimed * likelier / most
        assert S[pair] == pytest.approx(expected, rel=1e-3)  # float32
    assert S[0, 1] == S.max() and S[0, 1] > 0.4 and np.sort(S.ravel())[-3] < 0.01


def test_partners_of_one_outcome_are_no_more_evidence_than_one(monkeypatch):
    rng, network = np.random.default_rng(0), mlp_m(2)
    values = rng.normal(size=(2, 100)) + 0.3
    halved = iter(values)

    def same_partners(*_, kept):
        own = next(halved)
        return [SimpleNamespace(support=lambda pair: own)] * 6

    monkeypatch.setattr(unseen, "witnesses", same_partners)
    rows, theta = [(np.zeros((100, 2)), np.zeros(100))] * 2, network.initial(rng)
    how = rows, COLUMNS[:2], "regression", rng
    said = supports(network, [[theta]] * 2, *how)((0, 1))
    error = values.std() / np.sqrt(200)
    assert said == pytest.approx((values.mean(), values.mean() / error))


def test_a_network_is_supported_by_outcomes_that_it_never_saw(monkeypatch):
    """Each says 0 everywhere, so the outcomes it is asked with are all that is left."""
    asked, network = [], mlp_m(4)
    monkeypatch.setattr(unseen, "Witness", lambda *given: asked.append(given[3]))
    rows = [(np.full((30, 4), k), np.full(30, float(k))) for k in (1, 2)]
    thetas = [[np.zeros(network.size)]] * 2
    columns, rng = [(i,) for i in range(4)], np.random.default_rng(0)
    supports(network, thetas, rows, columns, "regression", rng)
    pairs = len(asked) // 2  # of partners
    assert all((y == 2).all() for y in asked[:pairs])  # the first knows the ones
    assert all((y == 1).all() for y in asked[pairs:]) and pairs == 6


@pytest.mark.parametrize(
    "loss, outputs", [("regression", 1), ("classification", 1), ("multiclass", 3)]
)
def test_networks_that_learned_nothing_gain_nothing(loss, outputs):
    rng = np.random.default_rng(0)
    X, network = rng.normal(size=(2, 500, 3)), mlp_m(3, outputs=outputs)
    thetas = [[network.initial(rng)] for _ in range(2)]
    y = rng.integers(max(outputs, 2), size=(2, 500))
    y = rng.normal(size=(2, 500)) if loss == "regression" else y
    rows = list(zip(X.astype(np.float32), y))
    given = network, thetas, rows, COLUMNS, loss
    said, gain = opinion_of(*given, np.random.default_rng(1))
    assert gain < LEARNED and np.isfinite(said.of((0, 1)).share)


def test_the_starts_of_a_half_are_averaged_and_logits_less_their_mean():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 3))
    for outputs in (1, 3):
        network = mlp_m(3, outputs=outputs)
        thetas = [network.initial(rng, dtype=np.float64) for _ in range(2)]
        outs = [predict(network, theta, X) for theta in thetas]
        expected = (outs[0] + outs[1]) / 2
        if outputs > 1:
            expected -= expected.mean(axis=1)[:, None]
        assert mean_output(network, thetas)(X) == pytest.approx(expected)


# --- through the detector ------------------------------------------------------------


def test_the_product_is_the_answer_and_additive_rows_have_none(found):
    assert [a.interaction for a in found.agreed()] == [(0, 1)]
    [a] = found.agreed()
    # 4/9 of a variance of 4/9 + 1/3 + 0.01; one standard error of 800 pairs is 0.043.
    assert a.share == pytest.approx(0.56, abs=0.13) and a.agreement > 0.95 and a.t > 5
    assert found.names((0, 2)) == ("x1", "x3") and found.told((0, 1)) == a
    X, y = table(900, f=lambda X: X[:, 0] ** 2 + X[:, 1])
    additive = detect_interactions(X, y, epochs=25)
    assert additive.learned and additive.agreed() == []
    assert found.agreed(level=1e-300) == []  # nobody would ever be so sure


def test_where_nothing_was_learned_nothing_is_claimed():
    X, _ = table()
    y = np.random.default_rng(1).normal(size=len(X))
    noise = detect_interactions(X, y, epochs=5)
    assert not noise.learned and noise.agreed() == []
    assert noise.share((0, 1)) is None and noise.told((0, 1)) is None


def test_classes_and_categories_have_an_answer():
    X, y = table(1000, noise=0)
    for cuts in ([0], [-0.3, 0.3]):
        classes = np.digitize(y, cuts)
        found = detect_interactions(X, classes, epochs=30, fractions=THIRDS)
        # A sum behind a threshold is no sum: x3 may come in, too.
        assert any({0, 1} <= {*a.interaction} for a in found.agreed())
        S = found.agreed_pairwise_strengths()
        assert S[0, 1] == S.max() > 0 and S.shape == (4, 4)
    group = np.array(["a", "b", "c"])[np.digitize(X[:, 0], [-0.4, 0.4])]
    mixed = np.column_stack([group, X[:, 1:].astype(object)])
    y = (group == "b") * X[:, 1] * 2 + X[:, 2]
    found = detect_interactions(mixed, y, epochs=30, fractions=THIRDS)
    assert [a.interaction for a in found.agreed()] == [(0, 1)]
    S = found.agreed_pairwise_strengths()
    assert S[0, 1] > 100 * S[0, 2] and S.shape == (4, 4)  # features, not columns


def test_a_near_copy_cannot_be_told():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1000, 4))
    X[:, 1] = X[:, 0] + 0.05 * X[:, 1]
    found = detect_interactions(X, X[:, 0] ** 2 + X[:, 2], epochs=30, fractions=THIRDS)
    assert (0, 1) not in [a.interaction for a in found.agreed()]
    [note] = found.answer_notes()
    assert note.startswith("x1 and x2 are nearly one column (r = 0.999)")


def test_the_same_seed_gives_the_same_answer_wherever_the_others_are_trained(found):
    settings = {"seed": 0, "architecture": "mlp-m", "epochs": 40, "fractions": THIRDS}
    elsewhere = other_networks(found.table, settings)
    found.ask_others()
    assert [len(of_half) for of_half in elsewhere] == [*map(len, found.others)]
    for one, other in zip(elsewhere, found.others):
        assert all(map(np.array_equal, one, other))
    again = replace(found, others=elsewhere)
    assert again.agreed() == found.agreed()
    heard = Heard()
    replace(found, others=None).ask_others(heard)
    assert any("second opinion" in what for what, _ in heard.begun)


def test_where_not_every_pair_is_asked_the_weights_propose_them(found, monkeypatch):
    agreed = found.agreed()
    assert found.answer_notes() == []
    monkeypatch.setattr(second_opinion, "ALL_PAIRS", 3)
    monkeypatch.setattr(second_opinion, "IN_VAIN", 2)
    few = replace(found)
    assert few.agreed() == agreed
    said = "3 of 6 pairs were looked at, those with the largest weights first"
    assert few.answer_notes() == [said]


@pytest.mark.long
def test_of_many_features_the_weights_propose_the_pairs():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, (2000, 70))
    y = 3 * X[:, 5] * X[:, 66] + X[:, 1]
    found = detect_interactions(X, y, epochs=40, fractions=THIRDS)
    assert found.agreed()[0].interaction == (5, 66)
    [note] = found.answer_notes()
    assert " of 2,415 pairs were looked at" in note and int(note.split()[0]) < 1000


def test_a_second_network_that_fails_is_an_input_error(monkeypatch, found):
    def fails(*_):
        return halves.SILENT and type("Fit", (), {"stopped": "no", "history": []})

    monkeypatch.setattr(halves, "fit", fails)
    with pytest.raises(ValueError, match="second opinion failed: no"):
        replace(found, others=None).agreed()
