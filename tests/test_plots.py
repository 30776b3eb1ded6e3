"""Pictures show the arrays they were given, legibly, and need no display."""

import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from io import BytesIO
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_rgba

import nidlite
from nidlite import plots
from nidlite.interactions import label

F5 = [(0, 1, 2), (3, 4), (5, 6), (7, 8, 9)]
F5_PAIRS = {(0, 1), (0, 2), (1, 2), (3, 4), (5, 6), (7, 8), (7, 9), (8, 9)}
LONG = [f"median_income_of_area_{i}" for i in range(20)]
GRID = np.linspace(-1, 1, 21)


def strengths_of(p, seed=0):
    a = np.random.default_rng(seed).gamma(0.5, size=(p, p))
    return (a + a.T) * (1 - np.eye(p))


def texts(axis):
    return [tick.get_text() for tick in axis.get_ticklabels()]


def crosses(ax):
    """The places of all crosses."""
    lines = [line for line in ax.lines if line.get_marker() == "x"]
    return [tuple(xy) for line in lines for xy in line.get_xydata()]


def named(ax, name):
    return next(line for line in ax.lines if line.get_label().startswith(name))


def bars(ax=None):
    labels = [label((i, 3 * i + 1), LONG) for i in range(6)]
    errors, truths = np.linspace(1, 0.3, 7), np.arange(6) % 3 == 0
    return plots.cutoff_bars(labels, errors, 0.4, truths, 3, ax=ax)


def curves(m):
    return {f"F{k + 1}": (GRID**2, GRID**2 / (k + 1), 0.5 + k / 100) for k in range(m)}


PICTURES = {
    "heat_map": partial(plots.heat_map, strengths_of(10), F5, title="F5"),
    "cutoff_bars": bars,
    "roc": partial(plots.roc, curves(4)),
    "surface": partial(plots.surface, GRID, GRID[:5], np.outer(GRID[:5], GRID)),
}


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_a_picture_is_drawn_on_the_given_ax_or_a_new_one_which_comes_back(picture):
    ax = plots.new_axes(6, 5)
    assert picture(ax=ax) is ax
    assert ax.has_data() and ax.get_xlabel() and ax.get_ylabel()
    assert picture().figure is not picture().figure


def test_heat_map_shows_the_strengths_and_hatches_the_diagonal():
    strengths = strengths_of(20)
    ax = plots.heat_map(strengths)
    shown = ax.images[0].get_array()
    np.testing.assert_array_equal(shown.data, strengths)
    np.testing.assert_array_equal(np.ma.getmaskarray(shown), np.eye(20, dtype=bool))
    assert ax.images[0].get_clim() == (0, strengths.max()) and ax.patch.get_hatch()
    # row 0 is at the top and every cell is seen whole
    assert ax.get_xlim() == (-0.5, 19.5) and ax.get_ylim() == (19.5, -0.5)


def test_a_cross_stands_at_both_orders_of_every_true_pair():
    found = crosses(plots.heat_map(strengths_of(10), F5))
    assert sorted(found) == sorted(F5_PAIRS | {(j, i) for i, j in F5_PAIRS})
    with pytest.raises(ValueError, match="below 4"):
        plots.heat_map(strengths_of(4), [(0, 4)])


def test_features_are_named_x1_to_xp_or_by_their_columns():
    ax = plots.heat_map(strengths_of(3))
    assert texts(ax.xaxis) == texts(ax.yaxis) == ["x1", "x2", "x3"]
    names = ["price ($)", "cost ($)", "a_b$c$"]
    ax = plots.heat_map(strengths_of(3), names=names)
    ax.figure.draw_without_rendering()
    assert texts(ax.xaxis) == texts(ax.yaxis) == names
    far = 20 * "far "
    for before, behind in (("", far), (far, "")):
        names = [before + c + behind for c in "xyz"]
        ax = plots.heat_map(strengths_of(3), names=names)  # cut, and told apart
        assert len({*texts(ax.xaxis)}) == 3 and not {*names} & {*texts(ax.xaxis)}
    # Beyond forty features about twenty are named, at their cells.
    ax = plots.heat_map(strengths_of(101))
    assert 14 <= len(ax.get_xticks()) <= 20
    assert texts(ax.xaxis) == [f"x{i + 1}" for i in ax.get_xticks()]


def test_bars_are_the_errors_from_no_interaction_on():
    errors = [0.9, 0.5, 0.4, 0.45]
    labels, truths = ["x1 x2", "x3 x4", "x5 x6"], [True, False, True]
    ax = plots.cutoff_bars(labels, errors, 0.42, truths, 2, metric="1 - AUC")
    assert [bar.get_height() for bar in ax.patches] == errors
    assert texts(ax.xaxis) == ["\N{EMPTY SET}", *labels]
    assert [x for x, _ in crosses(ax)] == [1, 3]  # bar 0 is no interaction
    assert list(named(ax, "ranked network").get_ydata()) == [0.42, 0.42]
    edges = {bar.get_edgecolor() for bar in ax.patches}  # so that a pale bar is seen
    dark = [bar.get_facecolor() in edges for bar in ax.patches]
    assert dark == [False, False, True, False] and edges == {to_rgba(plots.DARK)}
    keys = {text.get_text() for text in ax.get_legend().get_texts()}
    assert keys == {"chosen, K = 2", "ranked network", "true"}


def test_roc_draws_each_curve_and_the_diagonal():
    ax = plots.roc(curves(4))
    for name, (fpr, tpr, auc) in curves(4).items():
        line = named(ax, f"{name} (AUC {auc:.3f})")
        np.testing.assert_array_equal(line.get_xydata(), np.transpose([fpr, tpr]))
    np.testing.assert_array_equal(named(ax, "chance").get_xydata(), [[0, 0], [1, 1]])
    looks = {(tuple(line.get_color()), line.get_linestyle()) for line in ax.lines[:4]}
    assert len(looks) == 4


def test_grouped_bars_are_means_and_whiskers_deviations():
    counts = {"MLP": {"root_mean_square": [1, 3], "minimum": [7]}}
    counts["MLP-M"] = {"root_mean_square": [2, 2, 5], "minimum": [8, 9]}
    ax = plots.averaging_comparison(counts)
    mlp, mlp_m = (group for group in ax.containers if hasattr(group, "errorbar"))
    assert [bar.get_height() for bar in mlp] == [2, 7]
    assert [bar.get_height() for bar in mlp_m] == [3, 8.5]

    def whiskers(group):
        (lines,) = group.errorbar.lines[2]
        return [np.ptp(line[:, 1]) / 2 for line in lines.get_segments() if len(line)]

    # by hand: (1, 3) deviates by 1 and 1, (2, 2, 5) by 1, 1 and 2, (8, 9) by 1/2
    np.testing.assert_allclose(whiskers(mlp), [1])
    np.testing.assert_allclose(whiskers(mlp_m), [2**0.5, 0.5])
    assert texts(ax.xaxis) == ["root\nmean\nsquare", "minimum"]
    # the groups stand beside each other, around their tick
    edges = [bar.get_x() for bars in zip(mlp, mlp_m, strict=True) for bar in bars]
    # atol: sums of tenths are rounded
    np.testing.assert_allclose(edges, [-0.4, 0, 0.6, 1], atol=1e-12)


def test_an_svg_holds_its_letters_as_text_and_is_the_same_in_all_threads():
    name = "<b> &\N{CJK UNIFIED IDEOGRAPH-8EAB}"  # which the font lacks
    names, before = ["a", "b", name], (dict(matplotlib.rcParams), [*warnings.filters])
    drawn = [plots.heat_map(strengths_of(3), names=names).figure for _ in range(20)]
    sys.setswitchinterval(1e-6)  # seconds: threads are within one another
    with ThreadPoolExecutor(5) as pool:
        first, *others = {*pool.map(plots.as_svg, drawn)}
    sys.setswitchinterval(0.005)  # as usual
    assert before == (matplotlib.rcParams, warnings.filters)
    assert others == [] and first.startswith("<svg")
    assert name in {text.strip() for text in ElementTree.fromstring(first).itertext()}


def test_dollar_signs_in_names_are_no_mathematics():
    names = ["price ($)", "cost ($\\broken{)"]
    ax = plots.surface(GRID, GRID, np.outer(GRID, GRID), names, label="y$\\broken{$")
    ax.figure.draw_without_rendering()  # broken mathematics would raise
    assert (ax.get_xlabel(), ax.get_ylabel()) == tuple(names)
    with pytest.raises(ValueError, match="broken"):
        ax.set_title("y$\\broken{$").figure.draw_without_rendering()
    with matplotlib.rc_context({"text.usetex": True}):  # by a user's matplotlibrc
        assert not plots.heat_map(np.eye(2)).get_xticklabels()[0].get_usetex()


def test_surface_is_the_function_at_the_grid_points():
    x1, x2 = np.linspace(-3, 3, 7), np.linspace(10, 14, 5)
    u, v = np.meshgrid(x1, x2)
    points, names = np.array([[0.0, 11.0], [9.0, 12.0]]), ("longitude", "latitude")
    ax = plots.surface(x1, x2, u * v**2, names, points=points, label="price")
    # Half a cell beyond the grid, and no farther for a point outside of it.
    assert (ax.get_xlim(), ax.get_ylim()) == ((-3.5, 3.5), (9.5, 14.5))
    mesh, dots = ax.collections
    np.testing.assert_array_equal(mesh.get_array(), u * v**2)
    # each value's cell is centred on its point of the grid
    corners = mesh.get_coordinates()
    centres = (corners[:-1, :-1] + corners[1:, 1:]) / 2
    np.testing.assert_allclose(centres, np.stack([u, v], -1))
    np.testing.assert_array_equal(dots.get_offsets(), points)
    assert (ax.get_xlabel(), ax.get_ylabel()) == names
    bar = mesh.colorbar
    assert bar.ax.get_ylabel() == "price" and len(bar.get_ticks()) > 1


def test_a_bar_s_label_is_seen_whole_where_names_of_levels_shorten_the_bar():
    ax = plots.surface(GRID[1:], GRID, np.outer(GRID, GRID[1:]), label=40 * "n")
    plots.label_ticks(ax.xaxis, GRID[1:], LONG)
    ax.figure.draw_without_rendering()
    box = ax.collections[0].colorbar.ax.yaxis.label.get_window_extent()
    assert 0 <= box.y0 < box.y1 <= ax.figure.bbox.height


def test_drawing_and_saving_never_loads_pyplot(monkeypatch):
    monkeypatch.setattr(nidlite, "plots", plots)  # put back when the test ends
    for name in [name for name in sys.modules if name.startswith("nidlite.plots")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)  # not to be imported
    monkeypatch.delattr(matplotlib, "pyplot", raising=False)
    import_module("nidlite.plots")
    figures = [np.ravel(picture())[0].figure for picture in PICTURES.values()]
    figures[-1].savefig(BytesIO(), format="png")
    with pytest.raises(ImportError):
        import_module("matplotlib.pyplot")
