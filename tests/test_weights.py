"""Chains of matrices, magnitudes, and columns of one feature: checked at the face."""

import numpy as np
import pytest

from nidlite.influence import aggregated_weights
from nidlite.ranking import greedy_ranking, pairwise_strengths
from nidlite.weights import as_weights, magnitudes, of_features

TWO = [[[1, -2], [3, 4], [-5, 6]], [[-1, 0.5, 2]]]


def test_output_weights_may_be_a_vector_and_numbers_may_be_integers_or_float32():
    for weights in ([TWO[0], TWO[1][0]], [np.array(W, np.float32) for W in TWO]):
        found = as_weights(weights)
        assert [W.shape for W in found] == [(3, 2), (1, 3)]
        assert all(W.dtype == np.float64 for W in found)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([np.ones((3, 2))], "got 1 matrices"),
        ([np.ones((3, 4)), np.ones(3), np.ones((1, 3)), np.ones(1)], "no biases"),
        ([np.ones((1, 3)), np.ones((3, 2))], "reverse their order"),
        # (p, p_1), (p_1, outputs) as scikit-learn has them.
        ([np.ones((4, 3)), np.ones((3, 2))], "transpose each.*or reverse.*coefs_"),
        ([np.ones((2, 3, 4)), np.ones((1, 2))], "two-dimensional"),
        ([[[1.0, np.nan]], [1.0]], "NaN"),
        ([[[1e60, 1.0]], [[1e60]], [1.0]], "products may be larger than 1e.100"),
        ([[["a"]], [1.0]], "real numbers are expected"),
    ],
)
def test_weights_that_are_not_a_chain_of_moderate_numbers_are_refused(weights, words):
    for function in (as_weights, aggregated_weights):
        with pytest.raises(ValueError, match=words):
            function(weights)


def test_magnitudes_are_new_arrays_in_rows_with_what_is_negligible_as_zero():
    W1, z = np.array([[-2, 1e-101], [-1e100, 1e-99]]).T, np.array([3.0, 1e-300])
    W, found = magnitudes(W1, z)
    assert W.tolist() == [[2, 1e100], [0, 1e-99]] and found.tolist() == [3, 0]
    assert W.flags.c_contiguous and W1[1, 0] == 1e-101 and z[1] == 1e-300


def test_shapes_that_do_not_fit_and_wild_numbers_are_refused():
    ones = np.ones((3, 4))
    for z, words in (
        (ones[0], "expected W1"),
        ([1, 1, np.nan], "NaN"),
        ([1, 1, 1e101], "than"),
    ):
        for rank in (greedy_ranking, pairwise_strengths):
            with pytest.raises(ValueError, match=words):
                rank(ones, z)


# A category owns several columns. Three units on four columns, as in test_ranking.py:
# a number, the two levels of a category, and a number.
W1 = np.array([[4, -3, 0, 1], [0, 2, -5, 3], [-2, 6, 1, 0.5]])
COLUMNS = ((0,), (1, 2), (3,))


def test_a_category_has_the_largest_magnitude_of_its_columns_at_each_unit():
    right = [[4, 3, 1], [0, 5, 3], [2, 6, 0.5]]
    assert of_features(W1, COLUMNS).tolist() == right
    with_signs = np.stack([W1[:, list(columns)].max(1) for columns in COLUMNS], 1)
    assert with_signs.tolist() != right
    # Units 1 and 3 propose {1, 2} with 3 and 1/2 * 2, unit 2 {2, 3} with 2 * 3; then
    # all three features with 1, 0 and 1/4.
    ranking = greedy_ranking(of_features(W1, COLUMNS), [1, 2, 0.5])
    assert ranking == [((1, 2), 6), ((0, 1), 4), ((0, 1, 2), 1.25)]


def test_two_levels_of_one_column_are_never_an_interaction():
    # Without groups the two levels, columns 1 and 2, are the strongest pair of all.
    W, z = np.array([[1.0, 9, -9, 2], [1, -8, 8, 1]]), [1, 1]
    assert greedy_ranking(W, z)[0][0] == (1, 2)
    # Now 1 is the category; the units are 1 9 2 and 1 8 1.
    grouped = of_features(W, COLUMNS)
    assert greedy_ranking(grouped, z) == [((1, 2), 2), ((0, 1, 2), 2), ((0, 1), 1)]
    assert pairwise_strengths(grouped, z).tolist() == [[0, 2, 2], [2, 0, 3], [2, 3, 0]]
