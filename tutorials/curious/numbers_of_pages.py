"""Every number of the pages for the curious, asserted, and a proof in numbers.

    python tutorials/curious/numbers_of_pages.py

A function for each page or proof, in the order of the tutorials. Nothing is printed.
"""

from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np

from nidlite import detect_interactions, greedy_ranking, mixed_difference
from nidlite.agreement.confirm import superset_importance
from nidlite.averaging import cross_coefficient, quadratic_projection
from nidlite.baselines.methods import compare
from nidlite.baselines.products import borrowed
from nidlite.datasets.simulations import large_p_data
from nidlite.errors import InputError
from nidlite.fast.backprop import responses
from nidlite.graph import ancestors, common_descendants
from nidlite.metrics import pairwise_auc
from nidlite.ranking import strength
from nidlite.recipes import CUTOFF_RECIPE
from nidlite.synthetic import SUITE


def variance():
    """variance.md: the shares of x1 x2 + sin(x2 + x3 + x4)."""
    m = np.sin(1)
    p, q = 1 - m**2, np.sin(2) / 2 - m**2  # E|g|^2 and E g^2
    v = {k: m ** (6 - 2 * k) * (p**k - q**k) / 2 for k in (1, 2, 3)}
    total = 1 / 9 + 3 * v[1] + 3 * v[2] + v[3]
    shares = np.array([1 / 9, v[2] + v[3], v[3]]) / total
    assert shares.round(3).tolist() == [0.197, 0.050, 0.036]
    X = np.random.default_rng(0).uniform(-1, 1, size=(100_000, 4))
    f = X[:, 0] * X[:, 1] + np.sin(X[:, 1:].sum(axis=1))
    assert abs(f.var() / total - 1) < 0.03  # four standard errors or more


def errata():
    """Those readings of data/paper/README.md that have a star there, in its order."""
    assert greedy_ranking([[-5.0, 1.0, 2.0]], [1.0])[0] == ((0, 2), 2.0)
    assert greedy_ranking([[2.0, 1.0]], [3.0]) == [((0, 1), 3.0)]  # z min, not z^2 min
    ranges = SUITE["F1"].ranges
    narrow = [i + 1 for i, low_high in enumerate(ranges) if low_high[0] == 0.6]
    assert narrow == [4, 5, 8, 10] and set(ranges) == {(0, 1), (0.6, 1)}
    assert isinstance((-0.5) ** (2 * 0.3), complex)
    for name in ("F2", "F3", "F4"):
        X = np.random.default_rng(0).uniform(-1, 1, size=(1000, 10))
        assert np.isfinite(SUITE[name](X)).all()
    large_p = large_p_data(np.random.default_rng(0), n=10)
    assert len(large_p.interactions) == 950 == 5 * comb(20, 2)
    assert comb(8, 2) + comb(10, 2) == 73


def network(weights, X):
    """The last hidden layer, (p_L, n), and the output, (n,), without biases."""
    h = X.T
    for W in weights[:-1]:
        h = np.maximum(W @ h, 0)
    return h, (weights[-1] @ h)[0]


def proof_of_app_a():
    """Tutorial 3: groups of last units sum to y, and the group of x_i misses x_i."""
    W1 = np.array([[1.0, 2, 0, 0], [0, -1, 3, 0], [0, 0, 0, 1]])
    W2, w_y = np.array([[1.0, 0, 0], [0, 1, -2]]), np.array([[1.0, 1]])
    weights, X = [W1, W2, w_y], np.random.default_rng(0).uniform(-1, 1, size=(50, 4))
    h, y = network(weights, X)
    sets = [s for size in (2, 3, 4) for s in combinations(range(4), size)]
    for s in sets:
        if common_descendants(weights, s):
            continue
        groups = {i: [] for i in s}
        for j, seen in enumerate(ancestors(weights)[-1]):
            groups[next(i for i in s if not seen[i])].append(j)
        assert s != (0, 2) or groups == {0: [1], 2: [0]}
        for i, units in groups.items():
            moved = X.copy()
            moved[:, i] = -7.0
            assert np.array_equal(network(weights, moved)[0][units], h[units])
        total = sum(w_y[0, units] @ h[units] for units in groups.values())
        assert np.allclose(total, y, rtol=0, atol=1e-12)


def silent_units():
    """Tutorial 3: a unit that is not heard, and one that never switches."""
    a, b = np.random.default_rng(1).uniform(-1, 1, size=(2, 300, 2))
    unheard = [np.array([[0.8, -1.5], [1.0, 0]]), np.array([[0.0, 1]])]
    D = mixed_difference(lambda X: network(unheard, X)[1], (0, 1), a, b)
    assert np.abs(D).max() < 1e-14

    def always_on(X):  # the bias 5 is larger than 0.8 + 1.5, for data in (-1, 1)
        return np.maximum(X @ [0.8, -1.5] + 5, 0)

    assert np.abs(mixed_difference(always_on, (0, 1), a, b)).max() < 1e-14
    assert np.abs(mixed_difference(always_on, (0, 1), 10 * a, 10 * b)).max() > 1


def one_relu():
    """one_relu.md: the integral, its third step, other squares, and a bias."""
    x1 = (np.arange(20_000) + 0.5) / 10_000 - 1
    for s in (-1.0, -0.4, 0.0, 0.7):
        assert abs(np.mean(x1 * np.abs(x1 - s)) * 2 - (-s + s**3 / 3)) < 1e-7

    def unit(X):
        return np.maximum(X @ np.array([0.3, -2.0]), 0)

    b, a = 0.3, -2.0
    beta_5 = 0.75 * (1 - b**2 / (5 * a**2)) * b * np.sign(a)
    assert abs(cross_coefficient(b, a) - beta_5) < 1e-15
    for c in (0.5, 1, 2, 10):  # on (-c, c)^2; the projection's grid is finite
        assert abs(quadratic_projection(unit, c)[5] * c - beta_5) < 1e-5 * c
    for B in (-2, -1, 0, 1, 2):
        shifted = quadratic_projection(lambda X, B=B: np.maximum(X.sum(1) + B, 0))[5]
        assert (abs(shifted) < 1e-12) == (abs(B) == 2) and shifted < 0.6 + 1e-5


def assumed(W1, z, I):
    """Whether the assumption of Theorem 4 holds, unit by unit."""
    for w, z_r in zip(W1, z):
        proposed = dict(greedy_ranking(w[None], [z_r]))
        for s in combinations(I, len(I) - 1):
            if s in proposed and not proposed.get(I, 0) > proposed[s] / len(I):
                return False
    return True


def concluded(W1, z, I):
    """Whether a) or b) of Theorem 4 is so."""
    d = dict(greedy_ranking(W1, z))
    return any(s not in d or d[I] > d[s] for s in combinations(I, len(I) - 1))


def theorem_4():
    """theorem_4.md: the theorem on three units and on six, and the doubled z."""
    I = (0, 1, 2)
    for third in (1.25, 1.0, 0.75):
        W = np.array([[3.0, 3.0, third], [3.0, third, 3.0], [third, 3.0, 3.0]])
        ones = np.ones(3)
        assert assumed(W, ones, I) == concluded(W, ones, I) == (third > 1)
    with_triple = np.array([[2.0, 2, 1, 0], [2, 1, 2, 0], [1, 2, 2, 0]])
    six = np.vstack([with_triple, [[2.0, 2, 0, 1], [2, 0, 2, 1], [0, 2, 2, 1]]])
    for W, holds in ((with_triple, True), (six, False)):
        ones = np.ones(len(W))
        assert assumed(W, ones, I) == concluded(W, ones, I) == holds
    d = dict(greedy_ranking(six, np.ones(6)))
    assert d[I] == 3 and [d[s] for s in combinations(I, 2)] == [4, 4, 4]
    W1 = np.array([[5.0, -4.0, 1.0, 2.0], [0.0, 1.0, 2.0, -3.0], [4.0, 3.0, 0.0, -2.0]])
    z = np.array([1.0, 3.0, 2.0])
    at_units = strength(W1, z, (0, 1))
    assert at_units.sum() == 10 and (z * at_units).sum() == 16


def pure(values):
    """Values on a square grid without their row and column means."""
    return values - values.mean(1, keepdims=True) - values.mean(0) + values.mean()


def shapes():
    """shapes.md: what the net for x6 & x7 has learned of |x6 + x7|."""
    X, y = SUITE["F5"].sample(8000, np.random.default_rng(0))
    found = detect_interactions(X, y, seed=0, epochs=60)
    cutoff = found.cutoff(recipe=replace(CUTOFF_RECIPE, epochs=12), most=2)
    network, theta = cutoff.fits[2].network, cutoff.fits[2].theta
    t = (np.arange(50) + 0.5) / 25 - 1  # the middles of 50 cells in (-1, 1)
    x6, x7 = np.meshgrid(t, t, indexing="ij")
    raw = np.zeros((50 * 50, 10))
    raw[:, 5], raw[:, 6] = x6.ravel(), x7.ravel()

    def shape(interaction):
        for k, stack in enumerate(network.stacks):
            if interaction in stack.features:
                rows = found.split.scale_X(raw)
                answers = responses(network, theta, rows, k).astype(float)
                of_net = answers[stack.features.index(interaction)]
                return found.split.y_scale * of_net.reshape(50, 50)

    pair, own = shape((5, 6)), shape((5,))[:, 0]
    true = np.abs(x6 + x7)
    likeness = np.corrcoef(pure(pair).ravel(), pure(true).ravel())[0, 1]
    assert likeness > 0.95
    effect = own - own.mean() + pair.mean(axis=1) - pair.mean()
    assert np.allclose(true.mean(axis=1), (1 + t**2) / 2, atol=1e-3)
    assert np.corrcoef(effect, (1 + t**2) / 2)[0, 1] > 0.9
    assert np.ptp(own) < np.ptp(effect) / 2


def curvature(d, X, feature):
    """The x^2 of the mean prediction over rows X, one feature moved from -1 to 1."""
    values, means = np.linspace(-1, 1, 21), []
    for value in values:
        moved = X.copy()
        moved[:, feature] = value
        means.append(d.predict(moved).mean())
    return np.polyfit(values, means, 2)[0]


def parabolas():
    """parabolas.md: F6's main effects of x8, x9 and x10 in a trained network."""
    X, y = SUITE["F6"].sample(10_000, np.random.default_rng(0))
    d = detect_interactions(X, y, seed=0, epochs=20)
    x = np.linspace(-1, 1, 41)
    cosine = np.polyfit(x, np.sin(1) ** 2 * np.cos(x), 2)[0]
    assert abs(cosine + 0.33) < 0.005
    for k, expected in ((7, 0.53 + cosine), (8, 0.53), (9, 0.53)):
        assert abs(curvature(d, X[:1000], k) - expected) < 0.06
    a, b = np.random.default_rng(0).uniform(-1, 1, size=(2, 20_000, 10))
    exact = {s: superset_importance(SUITE["F6"], s, a, b) for s in SUITE["F6"].pairs}
    assert {*sorted(exact, key=exact.get)[:3]} == {(7, 8), (7, 9), (8, 9)}


def best_split(x, t):
    """The share of the variance of t that the best split by x explains."""
    t = t[np.argsort(x)] - t.mean()
    left, k = np.cumsum(t)[:-1], np.arange(1, len(t))
    return np.max(left**2 * len(t) / (k * (len(t) - k))) / np.sum(t**2)


TERMS = {  # of tutorial 12
    "product": lambda X: 3 * X[:, 0] * X[:, 1],
    "ripple": lambda X: 2 * np.cos(np.pi * X[:, 0]) * np.cos(np.pi * X[:, 1]),
    "threshold": lambda X: 4.0 * ((X[:, 0] > 0.5) & (X[:, 1] > 0.5)),
    "three-way": lambda X: 5 * X[:, 0] * X[:, 1] * X[:, 2],
}


def drawn(name):
    """2,000 rows of a term with main effects and noise, as in tutorial 12."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(2_000, 5))
    noise = 0.3 * rng.standard_normal(len(X))
    return X, TERMS[name](X) + X[:, 0] + 2 * X[:, 3] ** 2 + np.sin(3 * X[:, 4]) + noise


def rss(columns, y):
    """What the linear model of these columns leaves unexplained."""
    A = np.column_stack([np.ones(len(y)), *columns])
    return np.sum((y - A @ np.linalg.lstsq(A, y, rcond=None)[0]) ** 2)


def rivals():
    """rivals.md: trees, orphans, products of three, and NID's three-way."""
    a, b = np.random.default_rng(0).uniform(-1, 1, size=(2, 100_000, 5))
    half = a[a[:, 0] > 0]
    gains = {"product": 9 / 16, "ripple": 0, "threshold": 3 / 7, "three-way": 0}
    for name, gain in gains.items():
        assert abs(best_split(half[:, 1], TERMS[name](half)) - gain) < 0.01
    X, y = drawn("product")
    S = compare("hier_lasso", X, y - X[:, 0], np.random.default_rng(0), steps=10)
    assert pairwise_auc(S.strengths, [(0, 1)]) == 1

    X, y = drawn("three-way")
    F = {}
    for i in combinations(range(5), 3):
        without, full = rss(X.T, y), rss([*X.T, X[:, i].prod(axis=1)], y)
        F[i] = (without - full) / (full / (len(y) - 7))
    assert F.pop((0, 1, 2)) > 1000 and max(F.values()) < 10.8
    assert comb(100, 3) == 161_700
    f = detect_interactions(X, y, seed=0, epochs=15).predict
    some = a[:5000], b[:5000]
    pair, triple = (superset_importance(f, i, *some) for i in ((0, 1), (0, 1, 2)))
    assert abs(triple / pair - 1) < 0.1 and pair / y.var() > 0.3


def rivals_of_scikit_learn():
    """rivals.md: RuleFit's rules, and Shooter without x1 as a main effect."""
    asking = {}
    for name in TERMS:
        X, y = drawn(name)
        found = compare("rulefit", X, y, np.random.default_rng(0), rules=200)
        rules = found.ensemble.box[found.ensemble.weights != 0]
        asks = np.isfinite(rules).any(axis=1)[:, : 3 if name == "three-way" else 2]
        asking[name] = asks.all(axis=1).mean()
    assert asking["product"] > 2 * asking["ripple"] and asking["three-way"] < 0.05
    X, y = drawn("product")
    settings = {"classification": True, "max_order": 3}
    for outcome, finds in ((y, True), (y - X[:, 0], False)):
        found = compare("shooter", X, outcome > outcome.mean(), None, **settings)
        assert ((0, 1) in found.coefficients) == finds


if __name__ == "__main__":
    variance()
    errata()
    proof_of_app_a()
    silent_units()
    one_relu()
    theorem_4()
    shapes()
    parabolas()
    rivals()
    try:
        borrowed("sklearn.tree", "RuleFit and Shooter")
    except InputError as missing:
        print(missing)
    else:
        rivals_of_scikit_learn()
