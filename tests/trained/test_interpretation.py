"""An Interpretation against its parts, by hand, and with categories (Sec. 3 and 4)."""

import numpy as np
import pytest

from nidlite.errors import InputError
from nidlite.trained.models import interpret

# Two units on four columns, z = (1, 2); columns 1 and 2 are two levels of a category.
#
#   z     W1              |W1| by feature    pairs: {1,2}  {1,3}  {2,3}   all three
#   1     4  -3   6   1    4  6  1                  4      1      1       1
#   2     0   2  -5   3    0  5  3                  0      0      6       0
WEIGHTS = [np.array([[4, -3, 6, 1], [0, 2, -5, 3.0]]), np.array([[1.0, -2]])]
COLUMNS = ((0,), (1, 2), (3,))
NAMES = ("size", "colour", "age")


def test_the_example_with_a_category_worked_by_hand():
    found = interpret(WEIGHTS, NAMES, columns=COLUMNS)
    assert found.z.tolist() == [1, 2]
    assert found.ranking == [((1, 2), 6), ((0, 1), 4), ((0, 1, 2), 1)]
    assert found.pairwise_strengths.tolist() == [[0, 4, 1], [4, 0, 7], [1, 7, 0]]
    assert found.pairwise_ranking == [((1, 2), 7), ((0, 1), 4), ((0, 2), 1)]
    assert "6.0000  colour & age" in str(found)
    assert found.interactions == [((1, 2), 6), ((0, 1), 4), ((0, 1, 2), 1)]
    # The largest instead of the smallest |w| of a set, times z.
    largest = interpret(WEIGHTS, NAMES, "maximum", COLUMNS).pairwise_strengths
    assert largest.tolist() == [[0, 16, 10], [16, 0, 16], [10, 16, 0]]
    # Without the groups two levels of the category come first.
    found = interpret(WEIGHTS)
    assert found.pairwise_ranking[0] == ((1, 2), 3 + 2 * 2)
    assert found.feature_names == ("x1", "x2", "x3", "x4")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"feature_names": NAMES}, r"4 different names: W1 has shape \(2, 4\).* got 3"),
        ({"mean": "median"}, "mean is one of maximum, .*'median'"),
        ({"columns": ((0,), (1, 2))}, "0 to 3, each once"),
        ({"columns": ((0, 1, 2, 3), ())}, "each once"),
    ],
)
def test_settings_that_do_not_fit_the_weights_are_refused(settings, words):
    with pytest.raises(InputError, match=words):
        interpret(WEIGHTS, **settings)
