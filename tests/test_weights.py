"""Chains of matrices, magnitudes, and columns of one feature: checked at the face."""

import numpy as np
import pytest

from nidlite.influence import aggregated_weights
from nidlite.ranking import greedy_ranking, pairwise_strengths
from nidlite.weights import as_weights, magnitudes, of_features


def test_output_weights_may_be_a_vector_and_numbers_may_be_integers_or_float32():
    for dtype in (int, np.float32):
        W1, w_y = as_weights([np.ones((3, 2), dtype), np.ones(3, dtype)])
        assert W1.shape == (3, 2) and w_y.shape == (1, 3)
        assert W1.dtype == w_y.dtype == np.float64


def test_weights_that_are_not_a_chain_of_moderate_numbers_are_refused():
    for weights in (
        [np.ones((3, 2))],
        [np.ones((3, 4)), np.ones(3), np.ones((1, 3)), np.ones(1)],  # with biases
        [np.ones((4, 3)), np.ones((3, 2))],  # (p, p_1), as scikit-learn has them
        [np.ones((2, 3, 4)), np.ones((1, 2))],
        [[[1.0, np.nan]], [1.0]],
        [[[1e60, 1.0]], [[1e60]], [1.0]],  # products above 1e100
        [[["a"]], [1.0]],
    ):
        for function in (as_weights, aggregated_weights):
            with pytest.raises(ValueError, match="weight|expected"):
                function(weights)


def test_a_layer_that_is_not_there_and_z_that_does_not_fit_are_refused():
    with pytest.raises(ValueError, match="layer"):
        aggregated_weights([np.ones((3, 2)), np.ones(3)], layer=2)
    for z in ([1, 1, 1, 1], [1, 1, np.nan], [1, 1, 1e101]):
        for rank in (greedy_ranking, pairwise_strengths):
            with pytest.raises(ValueError, match="W1"):
                rank(np.ones((3, 4)), z)


def test_magnitudes_are_new_arrays_in_rows_with_what_is_negligible_as_zero():
    W1, z = np.array([[-2, 1e-101], [-1e100, 1e-99]]).T, np.array([3.0, 1e-300])
    W, found = magnitudes(W1, z)
    assert W.tolist() == [[2, 1e100], [0, 1e-99]] and found.tolist() == [3, 0]
    assert W.flags.c_contiguous and W1[1, 0] == 1e-101 and z[1] == 1e-300


def test_a_feature_of_several_columns_has_the_largest_of_their_weights():
    W1 = np.array([[1.0, -5, 2], [0, 3, -4]])
    assert of_features(W1, [(1, 2), (0,)]).tolist() == [[5, 1], [4, 0]]
