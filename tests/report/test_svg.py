"""Pictures of a page: ticks are round, cells lie side by side, colours say values."""

from itertools import product
from xml.etree import ElementTree

import numpy as np
import pytest

from nidlite.report import effects, surfaces, svg
from nidlite.report.places import Grid


def test_ticks_are_two_to_six_round_numbers_inside():
    for low, width in product([-1e3, -3.3, 0, 0.07, 2000], [1e-3, 0.9, 7, 33, 1e5]):
        for kind in (float, np.float32):
            if kind(low) + kind(width) / 100 == kind(low):
                continue  # such a step float32 does not have
            ticks = svg.round_ticks(kind(low), kind(low) + kind(width))
            values = np.array([value for value, _ in ticks])
            assert 2 <= len(values) <= 6, (low, width)
            slack = 1e-9 * max(abs(low), width)
            inside = low - slack <= values[0] and values[-1] <= low + width + slack
            assert inside or kind is np.float32
            step = np.diff(values).min()
            digit = float(f"{step:.6e}".partition("e")[0])
            assert round(digit, 3) in (1, 2, 5), step
            assert all(len(text) <= 9 for _, text in ticks), ticks


def test_values_are_drawn_between_the_axes_ends_and_cells_side_by_side():
    places = np.array([0.0, 1.0, 3.0])
    ends = svg.edges(places)
    assert ends.tolist() == [-0.5, 0.5, 2.0, 4.0]
    xs = ys = (-0.5, 4.0, [(0, "0")])
    x, y, high, _ = svg.axes(xs, ys, 100)
    assert y([-0.5, 4]).tolist() == [svg.TOP + 100, svg.TOP] and high > svg.TOP + 100
    assert x(4) == svg.WIDE - 12 and (np.diff(x(ends)) > 0).all()
    # a long name turns, and makes the picture higher
    *_, higher, _ = svg.axes((*xs[:2], [(0, "n" * 90)]), ys, 100)
    assert higher > high + 50 * svg.LETTER


def test_a_cell_tells_its_text_and_its_colour_says_how_much():
    def drawn(share):
        cell = svg.hint("<a> & b: 1", [9, 5], [7, 1], share)
        return ElementTree.fromstring(cell)

    assert drawn(1)[0].text == "<a> & b: 1"
    size = [drawn(1).get(key) for key in ("x", "y", "width", "height")]
    assert list(map(float, size)) == [5, 1, 4, 6]
    shown = [(drawn(v).get("class"), float(drawn(v).get("fill-opacity"))) for v in DIAL]
    assert shown == [("minus", 1), ("minus", 0.5), ("minus", 0), ("plus", 0.25)]
    assert drawn(None).get("class") is None


DIAL = -1, -0.5, 0, 0.25


@pytest.mark.parametrize(
    "places, texts",
    [
        ([0, 1], ["0", "1"]),  # two ticks, and none between
        ([1, 2, 3, 4], ["1", "2", "3", "4"]),
        ([0, 1, 1000], ["0", "500", "1000"]),  # 0 and 1 would overlap
    ],
)
def test_few_values_are_ticks_of_their_own(places, texts):
    places = np.array(places, float)
    grid = Grid((0,), places[:, None], places)
    *_, ticks = effects.ends_and_ticks(grid)
    assert [text for _, text in ticks] == texts


def test_the_mean_along_a_feature_is_its_definition():
    X = np.random.default_rng(0).normal(size=(6, 3))
    grid = Grid((1,), np.array([[0.0], [2.0]]), np.array([0.0, 2.0]))

    def f(X):
        return X[:, 0] * X[:, 1] ** 2 + X[:, 2]

    expected = [np.mean(X[:, 0] * v**2 + X[:, 2]) for v in (0, 2)]
    before = X.copy()
    np.testing.assert_allclose(surfaces.mean_along(f, X, grid), expected, atol=1e-12)
    town = Grid((0, 2), np.eye(2), np.arange(2.0), ("a", "b"))
    both = surfaces.partial_dependence(f, X, grid, town)  # (g2, g1)
    np.testing.assert_allclose(both, [[0, 4], [1, 1]], atol=1e-12)
    np.testing.assert_array_equal(X, before)
    assert abs(expected[1] - expected[0]) > 0.1  # a constant would not do
    other = Grid((2,), *(np.zeros((2, 1)), np.array([0.0, 2.0])))
    moving = surfaces.most_moving(f, X, [(2, other), (1, grid)], 5)
    assert [j for j, _ in moving] == [1]  # where nothing changes nothing is drawn
