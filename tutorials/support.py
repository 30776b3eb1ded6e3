"""What stands behind the tutorials' pages: their pictures, and checks of their numbers.

A tutorial computes, and says what it means. `picture_NN` draws what it computed, saves
it and returns the figure. `numbers_of_NN` takes the tutorial's names, as globals() has
them, and asserts every number that its text quotes. One need not read this file.
"""

import os
from dataclasses import replace
from math import comb, erfc, sqrt
from pathlib import Path
from types import SimpleNamespace

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from PIL import Image

from nidlite import (
    aggregated_weights,
    greedy_ranking,
    label,
    mixed_difference,
    pairwise_strengths,
    prune_redundant,
    rank_interactions,
)
from nidlite.agreement.confirm import row_pairs, superset_importance
from nidlite.averaging import MEANS, cross_coefficient, quadratic_projection
from nidlite.baselines.methods import compare
from nidlite.baselines.products import borrowed
from nidlite.errors import InputError
from nidlite.fast.backprop import predict, responses
from nidlite.graph import ancestors, common_descendants, possible_interactions
from nidlite.interactions import maximal, pairs_of
from nidlite.metrics import auc, pairwise_auc, roc_curve
from nidlite.networks import output
from nidlite.plots import cutoff_bars, heat_map, roc
from nidlite.ranking import strength
from nidlite.synthetic import SUITE

WHITE = {"facecolor": "w", "edgecolor": "none", "pad": 1.5}


def saved(figure, name, dpi=110):
    """The figure, saved into my_figures/ or the folder that NIDLITE_FIGURES names."""
    folder = Path(os.environ.get("NIDLITE_FIGURES", "my_figures"))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.png"
    figure.savefig(path, dpi=dpi)
    # So many colours are enough, and a third of the bytes; this way a rare red stays.
    few = Image.open(path).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE)
    few.save(path, optimize=True)
    return figure


def new_figure(width, height):
    """An empty figure whose parts do not overlap; a notebook shows 7.4 inches whole."""
    return Figure((width, height), layout="constrained")


# 2. What an interaction is


def write_corners(ax, west, east, south, north, corners):
    """The rectangle with its corners as numbers, and the costs of its two ways east."""
    ax.plot([west, east, east, west, west], [south, south, north, north, south], "k")
    for (x, y), value in corners.items():
        text = f"{value:.0f}"
        look = {"ha": "center", "va": "center", "size": 13, "weight": "bold"}
        ax.text(x, y, text, bbox=WHITE, **look)
    for y, side in ((south, "top"), (north, "bottom")):
        cost = corners[west, y] - corners[east, y]
        words, shift = f"east costs {cost:.0f}", -0.09 if side == "top" else 0.09
        ax.text((west + east) / 2, y + shift, words, ha="center", va=side, bbox=WHITE)


def picture_02(X, y, rectangle, corners, forced):
    """The four averages on the map, and what they had to be without an interaction."""
    figure = new_figure(7.4, 4)
    axes = figure.subplots(1, 2, sharex=True, sharey=True)
    titles = "what the houses say", "without an interaction"
    for ax, numbers, title in zip(axes, (corners, forced), titles):
        ax.set(xlim=(-122.3, -121.0), ylim=(37.4, 38.9), xticks=(-122, -121.5, -121))
        ax.set(xlabel="longitude (degrees)")
        dots = ax.scatter(*X[:, :2].T, 9, y / 1000, vmin=0, vmax=350, edgecolors="none")
        write_corners(ax, *rectangle, numbers)
        west, east, south, north = rectangle
        D = numbers[east, north] - numbers[west, north]
        D += numbers[west, south] - numbers[east, south]
        ax.set_title(f"{title}: D = {D:.0f}")
    axes[0].set_ylabel("latitude (degrees)")
    figure.colorbar(dots, ax=axes, label="value of a house (1000 dollars)")
    return saved(figure, "02_what_is_an_interaction")


def name_of(interaction):
    """(0, 1, 2) as 123, (7, 8, 9) as 8-9-10."""
    numbers = [str(i + 1) for i in interaction]
    return ("-" if "10" in numbers else "").join(numbers)


def label_dots(ax, of, height):
    """Each dot's name above it or, where the one before is near, below it."""
    before, above = 0, True
    for s, share in sorted(of.items(), key=lambda item: item[1]):
        alone = share > 2 * before
        above = alone or not above
        shift, va = (0.12, "bottom") if above else (-0.12, "top")
        ha, text = ("center", name_of(s)) if alone else ("left", "  " + name_of(s))
        ax.text(share, height + shift, text, ha=ha, va=va, fontsize=8)
        before = share


def picture_of_shares(rows):
    """Every true interaction of each function as a dot at its share of the variance."""
    figure = new_figure(7.4, 5.6)
    ax = figure.add_subplot()
    for height, of in enumerate(reversed(rows.values())):
        ax.axhline(height, color="0.85", zorder=0)
        ax.plot(list(of.values()), [height] * len(of), "o", color="0.2", markersize=5)
        label_dots(ax, of, height)
    ax.axvspan(1e-7, 1e-4, color="0.93", zorder=-1)
    ax.annotate("nearly invisible", (1.3e-7, 10.4), fontsize=9, style="italic")
    ax.set(xscale="log", xlim=(1e-7, 1), ylim=(-0.5, 10.9), yticks=range(11))
    ax.set_yticklabels(reversed(rows))
    ax.set(xlabel="share of the outcome's variance", title="true interactions, Table 1")
    return saved(figure, "02_shares_of_variance")


def every_mixed_difference(f, a, b):
    """Those of all 2^p sets, (2^p, n): row S is the set with the bits of S."""
    (n, p), S = a.shape, np.arange(2 ** a.shape[1])
    from_b = (S[:, None] >> np.arange(p)) & 1 == 1  # (2^p, p)
    corners = np.where(from_b[:, None], b, a)  # (2^p, n, p)
    D = f(corners.reshape(-1, p)).reshape(-1, n)
    for i in range(p):
        D[from_b[:, i]] -= D[~from_b[:, i]]  # same order: S, and S without i
    return D


def numbers_of_02(names):
    """Those of tutorial 2."""
    t = SimpleNamespace(**names)
    assert 83 < t.D < 84 and t.D > 3 * t.error
    assert abs(t.in_the_example[0, 1] - 1) < 1e-15 and t.in_the_example[0, 2] == 0
    exact = np.sin(3) - 3 * np.sin(2) + 3 * np.sin(1)
    assert abs(t.in_the_example[1, 2, 3] - exact) < 1e-15
    special = mixed_difference(t.f, (1, 2, 3), np.zeros((1, 4)), np.full((1, 4), np.pi))
    assert abs(special[0]) < 1e-14
    assert t.found == [(0, 1), (1, 2), (1, 3), (2, 3), (1, 2, 3)]
    assert maximal(t.found) == [(0, 1), (1, 2, 3)]
    assert pairs_of(maximal(t.found)) < set(t.found) and len(t.sets) == 11
    assert max(t.largest[s] for s in t.sets if s not in t.found) < 1e-14
    assert min(t.largest[s] for s in t.found) > 1e-2
    a, b = np.random.default_rng(0).normal(size=(2, 9, 4))
    D = every_mixed_difference(t.f, a, b)
    for s in t.sets:
        row = D[sum(1 << i for i in s)]
        assert np.allclose(row, mixed_difference(t.f, s, a, b), rtol=0, atol=1e-12)
    assert len(t.all_sets) == 1013
    assert sum(comb(10, k) * 2**k for k in range(11)) == 59_049  # corners, one by one
    for name, F in SUITE.items():
        assert set(maximal(t.confirmed[name])) == set(F.interactions), name
    assert t.smallest_true > 1e-3 and t.largest_false < 1e-12
    for s, share in {(0, 1): 0.197, (1, 2): 0.050, (1, 2, 3): 0.036}.items():
        assert abs(t.shares[s] / share - 1) < 0.1  # 40,000 rows
    stated = 6e-7, 1.3e-6, 3.5e-6, 1.6e-5, 1.7e-5
    everything = [share for of in t.suite_shares.values() for share in of.values()]
    assert np.allclose(sorted(everything)[:5], stated, rtol=0.4)  # 20,000 rows
    assert sum(share < 1e-4 for share in everything) == 5
    assert max(everything) == t.suite_shares["F6"][2, 3] > 0.6


# 10. Real data

CITIES = {
    "San Francisco": (-122.42, 37.77),
    "Sacramento": (-121.49, 38.58),
    "Fresno": (-119.79, 36.74),
    "San Luis Obispo": (-120.66, 35.28),
    "Los Angeles": (-118.24, 34.05),
    "San Diego": (-117.16, 32.72),
}


def picture_10(X, maps):
    """{title: function of places} as maps of California, one colour for one price."""
    east, north = np.linspace(-124.4, -114.3, 101), np.linspace(32.5, 42, 96)
    places = np.stack(np.meshgrid(east, north), axis=-1).reshape(-1, 2)
    near = np.zeros(len(places), dtype=bool)
    for house in np.unique(X[:, :2].round(1), axis=0):
        near |= np.abs(places - house).max(axis=1) < 0.15
    figure = new_figure(7.4, 3.7)
    axes = figure.subplots(1, 2, sharey=True)
    for ax, (title, values) in zip(axes, maps.items()):
        grid = np.full(len(places), np.nan)
        grid[near] = values(places[near])
        grid = grid.reshape(len(north), len(east))
        image = ax.pcolormesh(east, north, grid, vmin=0, vmax=350, rasterized=True)
        ax.contour(east, north, grid, range(50, 350, 50), colors="w", linewidths=0.8)
        for city, (x, y) in CITIES.items():
            ax.plot(x, y, "wo", markersize=4, markeredgecolor="k")
            rim = [withStroke(linewidth=2, foreground="w")]
            ax.annotate(city, (x + 0.2, y + 0.1), fontsize=8, path_effects=rim)
        ax.set(title=title, xlabel="longitude (degrees)")
    axes[0].set_ylabel("latitude (degrees)")
    label = "value of a house (1000 dollars)"
    figure.colorbar(image, ax=axes, label=label, extend="both")
    return saved(figure, "10_real_data")


def numbers_of_10(names):
    """Those of tutorial 10."""
    t = SimpleNamespace(**names)
    assert t.X.shape == (20_640, 8) and t.names[:2] == ("longitude", "latitude")
    assert t.y.max() == 500_001 and 0.046 < t.capped < 0.048
    assert t.found.pairwise_ranking[0][0] == t.found.ranking[0][0] == (0, 1)
    assert t.found.test_score()[1] > 0.75 and t.cutoff.candidates == [(0, 1)]
    assert {i: share for i, _, share in t.shares}[0, 1] > 0.05 and t.fall > 0.05
    gap = t.cutoff.losses[0] - t.cutoff.reference
    assert gap > 0.05 and t.cutoff.losses[1] - t.cutoff.reference < 0.2 * gap
    assert abs(t.D["a sum of eight curves"]) < 0.01  # float32 rounding
    assert t.D["the network"] > 10
    cities = t.cities
    assert cities["San Francisco"] - cities["Fresno"] > 100
    coast = [cities[k] for k in ("San Francisco", "San Luis Obispo", "Los Angeles")]
    assert min(coast) - max(cities["Sacramento"], cities["Fresno"]) > 60


# 8. The cutoff


def picture_08(cutoff, K_of_reference, best, truths):
    """The error as interactions are added, and where each of the two rules stops."""
    figure = new_figure(7.4, 4)
    ax = figure.add_subplot()
    added = cutoff.candidates[: len(cutoff.losses) - 1]
    labels = [label(I).replace(" & ", "\n") for I in added]
    errors, reference = np.sqrt(cutoff.losses), np.sqrt(cutoff.reference)
    true = [I in truths for I in added]
    cutoff_bars(labels, errors, reference, true, K_of_reference, ax=ax)
    ax.plot(np.sqrt(best), "k_", markersize=22, label="at best, from the formula")
    ax.legend(fontsize=8, loc="upper right")
    ax.tick_params(axis="x", labelrotation=0, labelsize=8)
    ax.set_title(f"MLP-Cutoff on F5: the reference is reached at K = {K_of_reference}")
    return saved(figure, "08_cutoff")


def numbers_of_08(names):
    """Those of tutorial 8."""
    t = SimpleNamespace(**names)
    assert np.isclose(t.variance, 44 / 81) and np.isclose(t.error, 40 / 81)
    eye = np.eye(3)
    one_hot = np.hstack([np.repeat(eye, 3, axis=0), np.tile(eye, (3, 1))])
    squares = np.linalg.lstsq(one_hot, t.f.ravel(), rcond=None)[0]
    assert np.allclose(one_hot @ squares, t.additive.ravel())  # it is the best fit
    worth, F5 = t.worth, t.F5
    of_pair = (
        superset_importance(F5, (5, 6), *row_pairs(t.X, 8000, np.random.default_rng(0)))
        / t.y.var()
    )
    assert abs(worth[5, 6] - 0.369) < 0.002 and abs(of_pair - 0.369) < 0.02
    assert abs(worth[7, 8, 9] - 0.077) < 0.002 and abs(worth[3, 4] - 0.016) < 0.002
    assert sum(v for I, v in worth.items() if set(I) <= {0, 1, 2}) < 0.004
    assert abs(t.least_error([]) - 0.466) < 0.002
    assert t.invented.K == 2 and t.invented.reached == 1
    assert replace(t.invented, patience=3).K == 5
    plateau, reference = t.by_plateau, t.by_reference
    assert plateau.ended == "plateau" and reference.ended == "reached the reference"
    assert plateau.candidates[:2] == [(7, 8, 9), (5, 6)] and plateau.losses[2] < 0.08
    assert plateau.candidates[2] == (5, 6, 7, 8, 9) and 3 not in plateau.gains()
    named = {*reference.interactions} & {*F5.interactions}
    assert 5 <= reference.K <= plateau.K == len(plateau.losses) - 3 and len(named) >= 3
    # What is left above "at best" is what six epochs on 6,400 rows did not learn.
    gaps = np.subtract(plateau.losses, t.best)
    assert -0.05 < gaps.min() and gaps.max() < 0.06
    assert abs(worth[7, 8, 9] / worth[5, 6] - 1 / 5) < 0.02


# 12. Against the rest

FEW = {"rows": 800, "bags": 2, "trees": 3, "alphas": (0.03,), "repeats": 2}
SETTINGS = {"anova": {}, "hier_lasso": {"steps": 10}, "fhim": {}}
SETTINGS |= {"shooter": {"max_order": 2}, "rulefit": {"rules": 200}}
SETTINGS["additive_groves"] = FEW


def methods_at_hand():
    """The names of the older methods; two of them only if scikit-learn is there."""
    try:
        borrowed("sklearn.tree", "The whole table")
    except InputError:
        return [name for name in SETTINGS if name not in ("rulefit", "shooter")]
    return list(SETTINGS)


def asked(method, X, y):
    """The result of an older method, with small settings; Shooter gets labels."""
    settings = SETTINGS[method]
    if method == "shooter":
        return compare(method, X, y > y.mean(), None, classification=True, **settings)
    return compare(method, X, y, np.random.default_rng(0), **settings)


def picture_12(score):
    """{(method, term): AUC} as a table, dark for 1."""
    titles, terms = (list(dict.fromkeys(k[i] for k in score)) for i in (0, 1))
    values = np.array([[score[title, term] for term in terms] for title in titles])
    figure = new_figure(6.5, 4)
    ax = figure.add_subplot()
    ax.imshow(values, "Blues", vmin=0, vmax=1.2, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        colour = "w" if value > 0.75 else "k"
        ax.text(column, row, f"{value:.2f}", ha="center", va="center", color=colour)
    ax.set_xticks(range(len(terms)), terms)
    ax.set_yticks(range(len(titles)), titles)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.set_title("AUC of the order of the pairs, mean of two draws")
    return saved(figure, "12_against_the_rest")


def picture_of_F(rows, F):
    """ANOVA's F of x1 & x2, {term: values}, against the number of rows."""
    figure = new_figure(7.4, 3.4)
    ax = figure.add_subplot()
    for (term, values), style in zip(F.items(), ("ko-", "ks:", "k^--", "kv-.")):
        ax.plot(rows, values, style, label=term)
    ax.axhline(10.8, color="0.6", linewidth=4, zorder=0, label="once in 1000 by chance")
    ax.set(xscale="log", yscale="log", xlabel="rows", ylabel="F of x1 & x2")
    figure.legend(fontsize=8, loc="outside upper center", ncols=3)
    return figure


def numbers_of_12(names):
    """Those of tutorial 12."""
    t = SimpleNamespace(**names)
    assert np.isclose(t.F_by_hand, 4) and np.isclose(t.F_of_library, 4)
    product_parts = {"product": 1, "ripple": 0, "threshold": 81 / 256, "three-way": 0}
    for name, part in product_parts.items():
        assert t.interaction[name] > 0.5 and abs(t.part[name] - part) < 0.02
        assert abs(t.TERMS[name](t.a).var() - 1) < 0.1
        assert (min(t.F[name]) > 100) == (part > 0) == (max(t.F[name]) > 10.8)
        if part:
            assert t.F[name][-1] > 20 * t.F[name][0]
    assert abs(erfc(sqrt(10.8 / 2)) - 0.001) < 1e-4 and comb(100, 2) == 4950
    titles = {title for title, _ in t.score}
    assert all(t.score[title, "product"] > 0.95 for title in titles)
    for title in ("ANOVA", "HierLasso", "FHIM"):
        assert t.score[title, "threshold"] > 0.95
        assert max(t.score[title, "ripple"], t.score[title, "three-way"]) < 0.95
    for title in ("NID", "AG"):
        assert all(t.score[title, name] > 0.95 for name in t.TERMS)
    assert min(t.margins["ANOVA"]) > 100 and max(t.margins["NID"]) < 3
    for name in ("ripple", "three-way"):  # chance: thirty draws of ANOVA
        found = [compare("anova", *t.drawn(name, k), None) for k in range(100, 130)]
        aucs = [pairwise_auc(each.strengths, t.TRUTH[name]) for each in found]
        assert 0.35 < np.mean(aucs) < 0.65
    assert t.W_12[0] > 0.1 and t.W_12[1] < 0.01 and t.F_12 > 100
    x = t.a[:, :2]
    T = 3 * x[:, 0] * x[:, 1] - 6 * x[:, 0] ** 2 - 6 * x[:, 1] ** 2
    M = x.T @ (x * (T - T.mean())[:, None]) / len(x)
    assert np.allclose(M, [[-8 / 15, 1 / 3], [1 / 3, -8 / 15]], atol=0.02)
    assert np.allclose(np.linalg.eigvalsh(M), [-13 / 15, -1 / 5], atol=0.02)


# 11. Two networks must agree


def picture_11(points):
    """{title: (D_a, D_b)}: what two networks say of the same rectangles."""
    figure = new_figure(7.4, 3)
    axes = figure.subplots(1, len(points))
    for ax, (title, (D_a, D_b)) in zip(axes, points.items()):
        top = np.quantile(np.abs([D_a, D_b]), 0.99)
        ax.plot(D_a, D_b, ".", color="0.3", markersize=2)
        ax.axline((0, 0), slope=1, color="0.6", linewidth=1)
        ax.set(xlim=(-top, top), ylim=(-top, top), aspect="equal", title=title)
        ax.set_xlabel("D of one network")
    axes[0].set_ylabel("D of the other")
    return saved(figure, "11_two_networks_must_agree")


def questions(found, names, pairs):
    """What unseen rows say of pairs, printed: {pair: (first, beside the claims)}."""
    needed, claimed = found.opinion.needed, [a.interaction for a in found.agreed()]
    asked = {i: (needed(i), needed(i, claimed)) for i in pairs}
    print(f"{'without':36} the error rises by, t    beside the claims, t")
    for pair in sorted(asked, key=lambda pair: -sum(asked[pair][0].rise)):
        numbers = (f"{np.mean(v.rise):15.1%}{min(v.t):8.1f}" for v in asked[pair])
        words = label(pair, names) + "  <- claimed" * (pair in claimed)
        print(f"{words:36}{''.join(numbers)}")
    return asked


def numbers_of_11(names):
    """Those of tutorial 11."""
    t = SimpleNamespace(**names)
    of_others = np.mean([t.squares[k] for k in t.others])
    assert min(t.squares.values()) > 1e-4 and len(t.squares) == 15
    assert abs(np.mean([t.products[k] for k in t.others])) < of_others / 2
    assert [claim.interaction for claim in t.noisy.agreed()] == [(2, 3)]
    assert t.at_corners > 10 * t.in_data and min(t.both.agreement, t.both.t / 4) > 0.5
    assert np.abs(t.rises[:5]).max() < 0.2 and t.rises[5] > 2
    assert np.abs(t.triple).max() < 1e-12
    claimed = [claim.interaction for claim in t.claims]
    assert claimed == [(0, 1), (3, 5)] and len(t.alike) > 5 * len(claimed)
    for pair, (_, beside) in t.asked.items():
        assert (min(beside.t) >= 3 and sum(beside.rise) >= 0.06) == (pair in claimed)
    people, y = t.table.X[:, 5] / t.table.X[:, 6], t.table.y  # per household
    assert np.median(y[people > 3.2]) < 0.8 * np.median(y[people < 2.5])
    enough = t.enough
    assert enough.answer > enough.single + 0.03 and enough.whole > enough.single + 0.03
    assert enough.reached and np.isclose(sum(t.shares.values()), 1)
    assert {*t.largest[:2]} == {(7,), (0, 1)}


# 1. The network, and its gradient


def picture_01(f, x):
    """The network's output over the plane, with its units' kinks."""
    t = np.linspace(-3, 3, 121)
    grid = np.stack(np.meshgrid(t, t), axis=-1).reshape(-1, 2)  # (121 * 121, 2)
    figure = new_figure(5.4, 4)
    plane = figure.add_subplot()
    style = {"colors": "0.6", "linewidths": 0.8, "linestyles": "solid"}
    levels = plane.contour(t, t, f(grid).reshape(121, 121), range(-10, 13, 2), **style)
    plane.clabel(levels, [-10, -8, -6, -4, 0, 4, 6, 8, 10], fontsize=8)
    for unit, (u, v) in enumerate([(t, (1 - t) / 2), (t, 3 * t), (0 * t + 0.5, t)]):
        plane.plot(
            u, v, "k", linestyle=("-", "--", ":")[unit], label=f"unit {unit + 1}"
        )
    plane.plot(*x, "ko")
    shift = {"textcoords": "offset points", "backgroundcolor": "w"}
    plane.annotate("x = (1, 2)", x, (8, -3), **shift)
    plane.set(xlim=(-3, 3), ylim=(-3, 3), xlabel="x1", ylabel="x2")
    plane.set_title("contours of y: straight between the units' kinks")
    plane.legend(loc="lower left", fontsize=8, framealpha=1, title="kink of")
    return saved(figure, "01_notation_and_network", dpi=100)


def numbers_of_01(names):
    """Those of tutorial 1."""
    t = SimpleNamespace(**names)
    assert t.a.tolist() == [4, 1, -1] and t.h.tolist() == [4, 1, 0] and t.y == 7.5
    assert (t.y - t.TARGET) ** 2 == 2.25
    x1 = np.array([[-0.5, 0], [0.25, 0], [0.75, 0], [1.5, 0]])  # in four pieces
    ends = [output(t.theta, x1 + [step, 0], t.network) for step in (0, 0.01)]
    assert np.allclose(np.subtract(*ends) / -0.01, [-1, -4, -3, -1])
    assert t.by_hand.tolist() == [6, 12, 6, -3, -6, -3, 0, 0, 0, 12, 3, 0, 3]
    # The loss is quadratic along each axis, so only rounding errs: some 1e-16 / 1e-6.
    steps = 1e-6 * np.eye(13)
    differences = [(t.loss(t.theta + e) - t.loss(t.theta - e)) / 2e-6 for e in steps]
    assert np.allclose(differences, t.by_hand, rtol=0, atol=1e-7)
    assert [t.relu_slope(a) for a in (-1e-9, 0.0, 1e-9)] == [0, 0.5, 1]
    assert t.where_slope(0.0) == 0
    t.passes.forward(np.array([[1.0, 3.0]]))  # unit 2 is on its kink
    assert t.passes.backward(np.ones(1))[5] == 0  # of its bias
    grid = np.linspace(-2, 2, 4001)  # a step of 1e-3
    for c in (-1.2, -0.3, 0.0, 0.3, 1.2):
        smallest = grid[np.argmin((grid - c) ** 2 / 2 + 0.5 * np.abs(grid))]
        assert abs(smallest - t.best_weight(c, 0.5)) < 1e-3
    assert t.best_weight(0.3, 0.5) == 0 < t.tail.min()
    assert t.tail.max() <= 0.1 * (0.5 + 0.3)  # a jump: the rate times the slope
    assert abs(t.descend(1.2, 0.5)[-1] - 0.7) < 1e-9  # away from the kink it converges


# 7. Two architectures


def picture_07(sizes, aucs, rates):
    """Magnitudes of all weights epoch by epoch, with L1 and without, and the AUC."""
    figure = new_figure(7.4, 3.4)
    with_l1, without, curves = figure.subplots(1, 3, width_ratios=(1, 1, 1.15))
    edges = np.linspace(-7, 0, 43)  # of log10 |w|
    epochs = range(1, len(rates) + 1)
    for ax, name in ((with_l1, "MLP"), (without, "MLP, no L1")):
        logs = [np.maximum(np.log10(each), -7) for each in sizes[name]]
        percent = 100 * np.transpose([np.histogram(k, edges)[0] for k in logs])
        sides = np.arange(len(logs) + 1) - 0.5, 10**edges
        shades = {"cmap": "Greys", "vmax": 12, "rasterized": True}
        image = ax.pcolormesh(*sides, percent / len(logs[0]), **shades)
        ax.plot(epochs, rates, "k--", linewidth=1, label="Adam's rate")
        ax.set(yscale="log", xlabel="epoch", title=name)
    with_l1.set(ylabel="magnitude of a weight", title="MLP, with L1")
    with_l1.legend(fontsize=8, loc="lower left")
    figure.colorbar(image, ax=without, label="percent of the weights", extend="max")
    for (name, along), style in zip(aucs.items(), ("k-", "k--", "k:")):
        curves.plot(epochs, along, style, label=name)
    curves.set(xlabel="epoch", ylabel="pairwise AUC", title="ranking of F4's pairs")
    curves.legend(fontsize=8)
    return saved(figure, "07_two_architectures")


def numbers_of_07(names):
    """Those of tutorial 7."""
    t = SimpleNamespace(**names)
    # Adam's eps of 1e-8 beside 5e-5 makes each step shorter by 1 part in 5000.
    steps = [0.035, 0.025, 0.015, 0.005, -0.005, -0.0101]
    assert np.allclose([t.walk(5e-5)[:6], t.walk(5e-4)[:6]], steps, atol=3e-5)
    assert t.tail.max() < 0.05 and t.falling.max() < t.tail.max() / 10
    alone = [term.name for term in t.F4.terms if len(term.interaction) == 1]
    assert alone == ["x9", "1/(1 + x10**2)"]
    assert t.MLP.size == 22941 and t.MLP_M.size == 25451
    theta = t.trained["MLP-M"][0]
    main, univariate = (responses(t.MLP_M, theta, t.parts.valid[0], k) for k in (0, 1))
    whole = predict(t.MLP_M, theta, t.parts.valid[0])
    assert np.allclose(main[0] + univariate.sum(axis=0), whole, atol=1e-5)  # float32
    assert round(t.small["MLP"][0], 2) == 0.08 and max(t.small["MLP, no L1"]) < 0.15
    assert min(t.small["MLP"][-1], t.small["MLP-M"][-1]) > 0.5
    assert all(np.all(sizes[-1] > 0) for sizes in t.sizes.values())
    for name in ("MLP", "MLP-M"):
        assert t.aucs[name][-1] > max(0.8, t.aucs[name][0] + 0.05)
    assert t.aucs["MLP-M"][-1] > t.aucs["MLP, no L1"][-1]
    for epoch in (1, 5, 30):
        assert rank_interactions(t.trained["MLP-M"][1][epoch])[0][0] == (0, 1)
    x9, x10 = (t.influence["MLP-M"][k] / t.influence["MLP"][k] for k in (8, 9))
    assert x10 < 1 / 5 and x9 > 0.8
    W = t.trained["MLP-M"][1][-1]
    strengths = pairwise_strengths(W[0], aggregated_weights(W))
    assert not any(8 in pair for pair in t.F4.pairs)
    assert strengths[8].sum() / (strengths.sum() / 2) > 0.1


# 3. Interactions at hidden units


def picture_03(weights):
    """The graph of the non-zero weights; thick is the way to x2 & x3 & x4."""
    figure = new_figure(6.2, 3.6)
    graph = figure.add_subplot()
    heights = [(3, 2, 1, 0), (2.6, 1.5, 0.4), (2.2, 0.8), (1.5,)]  # y is last
    names = [("x1", "x2", "x3", "x4"), ("1", "2", "3"), ("1", "2"), ("y",)]
    (goal,) = common_descendants(weights, (1, 2, 3))
    seen = ancestors(weights)
    members = seen[goal[0]][goal[1]]
    for l, W in enumerate(weights):
        for j, i in np.argwhere(W):
            leads = l < 2 and not (seen[l + 1][j] & ~members).any()
            look = {"color": "k", "lw": 2.5} if leads else {"color": "0.6", "lw": 1}
            ends = [heights[l][i], heights[l + 1][j]]
            graph.plot([l, l + 1], ends, "-" if l < 2 else ":", zorder=0, **look)
    for l, texts in enumerate(names):
        for j, text in enumerate(texts):
            fill, ink = ("k", "w") if (l, j) == goal else ("w", "k")
            edge, at = "k" if l < 3 else "w", (l, heights[l][j])
            graph.scatter(*at, s=500, color=fill, edgecolors=edge)
            graph.text(*at, text, ha="center", va="center", color=ink)
    graph.text(2, 0, "the only common\ndescendant of x2, x3, x4", ha="center")
    graph.set(xlim=(-0.3, 3.3), ylim=(-0.4, 3.4), yticks=[])
    graph.set_xticks(range(4), ["features", "layer 1", "layer 2", "output"])
    graph.spines[["left", "right", "top"]].set_visible(False)
    return saved(figure, "03_interactions_at_hidden_units", dpi=100)


def numbers_of_03(names):
    """Those of tutorial 3."""
    t = SimpleNamespace(**names)
    by_hand = t.ancestors_by_hand(t.WEIGHTS)
    assert by_hand[2] == [{0, 1}, {1, 2, 3}]
    for units, seen in zip(by_hand, ancestors(t.WEIGHTS)):
        assert units == [set(np.flatnonzero(row)) for row in seen]
    assert possible_interactions(t.WEIGHTS) == [(1, 2, 3), (0, 1)]
    for s in t.sets_of(4):
        size = t.largest_difference(t.network(t.WEIGHTS), s, 4)
        assert size > 0.1 if common_descendants(t.WEIGHTS, s) else size < 1e-14
    assert t.counts[False, True] == 0  # the proposition
    meet = t.counts[True, True] + t.counts[True, False]
    assert 0.65 < t.counts[True, True] / meet < 0.9
    exact, *sizes = t.by_epsilon
    assert exact < 1e-14
    assert all(8 < big / small < 12 for big, small in zip(sizes, sizes[1:]))
    assert [len(t.sets_of(k)) for k in (4, 10)] == [11, 1013]
    assert possible_interactions(t.noisy) == [(0, 1, 2, 3)]
    assert {s for s, omega in t.strengths.items() if omega > 0.1} == {(0, 1), (1, 2)}
    assert t.strengths.get((1, 2, 3), 0) < 0.02
    assert t.largest_difference(t.network(t.noisy), (1, 2, 3), 4) > 1


# 6. Strength and the greedy ranking


def picture_06(ranking, shares):
    """The ranking, as bars of what each unit gave."""
    figure = new_figure(6.5, 3)
    bars = figure.add_subplot()
    left = np.zeros(len(ranking))
    for r, (share, shade) in enumerate(zip(shares, ("w", "0.7", "0.3"))):
        widths = np.array([share.get(I, 0) for I, _ in ranking])
        look = {"color": shade, "edgecolor": "k", "label": f"unit {r + 1}"}
        bars.barh([label(I) for I, _ in ranking], widths, left=left, **look)
        left += widths
    bars.invert_yaxis()
    bars.set(xlabel="strength", title="Algorithm 1 on the 3 x 4 matrix")
    bars.legend(fontsize=8)
    return saved(figure, "06_strength_and_ranking", dpi=100)


def numbers_of_06(names):
    """Those of tutorial 6."""
    t = SimpleNamespace(**names)
    W1, z = t.W1, t.z
    for I in [(0, 1), (2, 3), (0, 1, 3)]:
        assert [t.omega(i, I) for i in range(3)] == strength(W1, z, I).tolist()
        c = np.array([10.0, 0.5, 3.0])  # a ReLU unit can be rescaled
        assert np.allclose(strength(W1 * c[:, None], z / c, I), strength(W1, z, I))
        assert not np.allclose(strength(W1 * c[:, None], z, I), strength(W1, z, I))
    assert strength(W1, z, (0, 1)).tolist() == [4, 0, 6]
    # x3 & x4 stands before the triple of the same strength.
    first, *_, last = t.ranking
    assert first == ((0, 1), 10) and last == ((0, 1, 2, 3), 1) and len(t.ranking) == 5
    assert t.ranking[1:4] == [((2, 3), 6), ((0, 1, 3), 6), ((1, 2, 3), 3)]
    assert greedy_ranking(-W1, z) == t.ranking  # magnitudes
    pairs = pairwise_strengths(W1, z)
    assert (0, 3) not in t.d and pairs[0, 3] == 6 and t.d[2, 3] == 6 < pairs[2, 3] == 7
    I, ones = (0, 1, 2), np.ones(3)
    for third, of_triple in ((1.25, 3.75), (1.0, 3), (0.75, 2.25)):
        found = greedy_ranking(t.three_units(third), ones)
        assert (third > 1) == (found[0][0] == I)
        assert dict(found)[I] == of_triple and dict(found)[0, 1] == 3
        assert prune_redundant(found) == (found[:1] if third > 1 else found)


# 4. Why the minimum


def picture_04():
    """|beta_5| beside the six means as one weight grows."""
    figure = new_figure(6.5, 3.8)
    line = figure.add_subplot()
    t = np.linspace(0, 3, 301)
    pairs = np.stack([t, np.ones_like(t)], axis=1)  # (301, 2): alpha_2 = 1
    # Six styles: the three means that fail are thin, the three that pass are thick.
    styles = (":", "-.", "--", (0, (1, 3)), (0, (8, 2)), "-")
    for k, (name, mu) in enumerate(MEANS.items()):
        look = {"color": "0.55", "lw": 3.5} if k > 2 else {"color": "k", "lw": 1.1}
        line.plot(t, 0.75 * mu(pairs), linestyle=styles[k], zorder=0, **look)
        at = (3.05, 0.75 * mu(pairs)[-1])
        line.annotate(name.replace("_", " "), at, va="center", fontsize=8)
    line.plot(t, cross_coefficient(t, 1), "k", lw=2, label=r"$|\beta_5|$")
    line.set(xlim=(0, 4), ylim=(0, 2.4), xticks=range(4))
    line.set(xlabel=r"$\alpha_1$, where $\alpha_2 = 1$", ylabel="strength")
    line.set_title(r"$|\beta_5|$ beside means, times 3/4")
    line.legend(fontsize=8, loc="upper left")
    return saved(figure, "04_why_the_minimum")


def numbers_of_04(names):
    """Those of tutorial 4."""
    t = SimpleNamespace(**names)
    one_and_four, means = np.array([1.0, 4.0]), [4, np.sqrt(17 / 2), 5 / 2, 2, 8 / 5, 1]
    slopes_by_hand = {
        "maximum": (0, 1),
        "root_mean_square": (1 / np.sqrt(34), 4 / np.sqrt(34)),  # w / (2 mu)
        "arithmetic": (1 / 2, 1 / 2),
        "geometric": (1, 1 / 4),  # mu / (2 w)
        "harmonic": (1.28, 0.08),  # mu^2 / (2 w^2)
        "minimum": (1, 0),
    }
    for (name, mu), exponent, value in zip(MEANS.items(), t.EXPONENTS, means):
        assert abs(mu(one_and_four) - value) < 1e-14
        # 2^(1/300) = 1.0023: what is missing of infinity
        error = abs(t.mu_t([1, 4], exponent) / value - 1)
        assert error < (0.0024 if abs(exponent) > 2 else 1e-14)
        slopes = t.slopes(mu, one_and_four)
        assert np.allclose(slopes, slopes_by_hand[name], rtol=0, atol=1e-8)
        assert t.holds[name][1] and t.holds[name][0] == t.holds[name][2]
    kept = [name for name, each in t.holds.items() if all(each)]
    assert kept == ["geometric", "harmonic", "minimum"]
    for alpha in [(1, 1), (1, -1), (1, 0), (4, 1), (0.3, -2)]:
        b, a = sorted(alpha, key=abs)
        on_paper = 0.75 * (1 - b**2 / (5 * a**2)) * b * np.sign(a)
        assert abs(cross_coefficient(*alpha) - on_paper) < 1e-15
        assert abs(t.best_quadratic(t.relu(alpha))[5] - on_paper) < 3e-4  # the grid's
    fall = list(t.fall.values())
    assert abs(t.fall["minimum"] - 0.2) < 1e-5 and min(fall[:4]) > 0.99
    assert abs(t.fall["harmonic"] - 0.375) < 1e-5
    for B in (-2, -1, 0, 1, 2):
        shifted = quadratic_projection(lambda X, B=B: np.maximum(X.sum(1) + B, 0))[5]
        assert (abs(shifted) < 1e-12) == (abs(B) == 2) and shifted < 0.6 + 1e-5


# 9. All pairs


def picture_09(strengths, curves):
    """Heat maps of F8 and F6 with the true pairs, and all ROC curves."""
    figure = new_figure(7.4, 6)
    axes = figure.subplot_mosaic([["F8", "F6"], ["ROC", "ROC"]])
    for name in ("F8", "F6"):
        look = {"ax": axes[name], "title": f"{name}, AUC {curves[name][-1]:.2f}"}
        heat_map(strengths[name], SUITE[name].interactions, **look)
    roc(curves, ax=axes["ROC"])
    return saved(figure, "09_all_pairs")


def numbers_of_09(names):
    """Those of tutorial 9."""
    t = SimpleNamespace(**names)
    assert sum(t.wins) == t.won == 8.5 and t.z.tolist() == [2, 1]
    assert list(t.omega.values()) == [4, 3, 1, 2, 0, 2]
    true = [pair in t.true for pair in t.omega]
    of_library = pairwise_auc(t.P, t.TRUTH), auc(list(t.omega.values()), true)
    assert np.allclose([*of_library, t.area, t.won / 9], 17 / 18)
    assert np.allclose(np.transpose(roc_curve(t.P, t.TRUTH)), t.curve)
    assert t.score["F4"] > 0.8 and t.score["F8"] > 0.9 and t.score["F6"] < t.score["F8"]
    assert 0.75 < t.score["F5"] < 0.9
    assert min(t.confirmed[name] for name in ("F4", "F5", "F8")) > 0.95
    assert all(d.test_score()[1] > 0.98 for d in t.found.values())
    for pair, rank in t.ranks["F5"].items():
        assert (rank > 10) == (pair in [(0, 1), (0, 2), (1, 2)])
    S, of_r = t.strengths["F6"], [(7, 8), (7, 9), (8, 9)]
    assert t.ranks["F6"][2, 3] == 1 and max(S[k] for k in of_r) < S[2, 3] / 2
    assert abs(t.factor - 0.53) < 0.005 and abs(t.additive_share - 0.97) < 0.005
    assert 1.9e-4 < t.left < 2.5e-4


# 5. The influence of a hidden unit


def picture_05(measured, tightness):
    """Each unit's largest gradient beside its bound, and how tight the bound is."""
    figure = new_figure(7.4, 3.8)
    cloud, steps = figure.subplots(1, 2)
    styles = {"untrained": ("s", "0.65", "--"), "trained": ("o", "k", "-")}
    for name, (marker, colour, line) in styles.items():
        g, z = measured[name][0]
        used = z > 1e-2 * z.max()
        cloud.plot(z[used], g[used], marker, color=colour, markersize=3.5, label=name)
        steps.plot(
            range(1, 5), tightness[name], line + marker, color=colour, label=name
        )
    ends = np.array([0.02, 10])
    cloud.plot(ends, ends, color="k", linewidth=0.8, label="bound: gradient = z")
    cloud.set(xscale="log", yscale="log", xlabel="aggregated weight z")
    cloud.set(ylabel="largest sampled |dy/dh|", title="140 units of the first layer")
    steps.plot(range(1, 5), tightness["magnitudes"], "k:", label="magnitudes")
    steps.set(yscale="log", xticks=range(1, 5), xlabel="hidden layer")
    steps.set(ylabel="largest |dy/dh| / z, median unit", title="how tight the bound is")
    for ax in (cloud, steps):
        ax.legend(fontsize=8)
    return saved(figure, "05_influence", dpi=100)


def numbers_of_05(names):
    """Those of tutorial 5."""
    t = SimpleNamespace(**names)
    weights, z = [t.W1, t.W2, t.w_y], [7, 6]
    assert aggregated_weights(weights).tolist() == z
    assert aggregated_weights(weights, layer=2).tolist() == [3, 1]  # |w_y|
    assert aggregated_weights(weights, layer=0).tolist() == [25, 20]
    largest = np.max(np.abs(list(t.patterns.values())), axis=0)
    assert largest.tolist() == [4, 6]
    seen = {tuple(g) for g in (t.sampled + 0.0).tolist()}
    assert seen == {tuple((g + 0.0).tolist()) for g in t.patterns.values()}
    assert np.all(t.ratios <= largest * (1 + 1e-9))  # rounding
    identity = [np.eye(2), t.W2, t.w_y]  # so that X is h of layer 1
    biases = [np.zeros(2), np.array([0.5, -1.0])]
    h = np.random.default_rng(0).exponential(size=(1000, 2))
    assert np.array_equal(t.gradients(identity, biases, h)[0], t.sampled)
    for layers in t.measured.values():
        assert all(np.all(g <= z * (1 + 1e-9)) for g, z in layers)  # the lemma
    assert t.tightness["magnitudes"][0] > 1 - 1e-9
    assert all(each[3] == 1 for each in t.tightness.values())
    for name in ("untrained", "trained"):
        assert t.tightness[name] == sorted(t.tightness[name])
    first = {name: each[0] for name, each in t.tightness.items()}
    assert first["untrained"] < 0.02 and 0.05 < first["trained"] < 0.5
    order = {name: np.corrcoef(*each[0])[0, 1] for name, each in t.measured.items()}
    assert order["trained"] > 0.7 and order["untrained"] < 0.6
