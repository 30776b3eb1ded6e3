"""What two functions from elsewhere agree on."""

import numpy as np
import pytest

from nidlite.trained.agreeing import agreed


def test_two_functions_from_elsewhere_agree_on_what_both_have():
    X = np.random.default_rng(0).uniform(-1, 1, size=(400, 4))
    f = lambda X: X[:, 0] * X[:, 1] * X[:, 2]  # noqa: E731
    g = lambda X: f(X) + X[:, 2] * X[:, 3]  # noqa: E731
    assert [a.interaction for a in agreed(f, g, X)] == [(0, 1, 2)]
    logits = lambda X: np.column_stack([f(X), -f(X), 0 * f(X)]) + g(X)[:, None]  # noqa: E731
    assert [a.interaction for a in agreed(logits, logits, X)] == [(0, 1, 2)]
    by_group = agreed(f, g, X, columns=[(0, 1), (2, 3)])
    assert [a.interaction for a in by_group] == [(0, 1)]


def test_what_both_functions_do_far_from_all_rows_is_not_claimed():
    X = np.random.default_rng(0).normal(size=(1000, 3))
    X[:, 1] = X[:, 0] + 0.1 * X[:, 1]
    f = lambda X: X[:, 0] * X[:, 1] + X[:, 2]  # noqa: E731
    assert agreed(f, f, X) == []  # near the rows it is x1^2 + x3
    assert [a.interaction for a in agreed(f, f, X[:150])] == [(0, 1)]  # too few to tell


@pytest.mark.parametrize(
    "g, X, words",
    [
        (lambda X: X, np.ones((30, 3)), "f and g must map rows"),
        (lambda X: X[:2, 0], np.ones((30, 3)), r"got shapes \(\d+,\) and \(2,\)"),
        (lambda X: X[:, 0], np.ones(30), r"\(n, p\), .* got \(30,\)"),
        (lambda X: X[:, 0], np.ones((3, 3)), "20 or more finite rows"),
    ],
)
def test_what_is_no_function_and_no_table_is_an_input_error(g, X, words):
    with pytest.raises(ValueError, match=words):
        agreed(lambda X: X[:, 0], g, X)
