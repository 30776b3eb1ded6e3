"""Claims about splitting and scaling, held against the definitions of mean and sd."""

import numpy as np
import pytest
from sklearn.preprocessing import StandardScaler

from nidlite.errors import InputError
from nidlite.splits import split

ROWS = np.arange(100)


def some_data(n=1000, p=4):
    """Features of different size and offset, row number in the first; an outcome."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(n, p)) * 10.0 ** np.arange(p) + 5
    X[:, 0] = np.arange(n)
    return X, X[:, 1] * 3 - 20 + rng.normal(size=n)


def rng(seed=3):
    return np.random.default_rng(seed)


def parts_of(s):
    return s.train, s.valid, s.test


def row_numbers(s):
    """The original row numbers in each part, from the first feature of some_data."""
    firsts = (X[:, 0].astype(float) for X, _ in parts_of(s))
    return [np.rint(x * s.x_scale[0] + s.x_mean[0]).astype(int) for x in firsts]


def is_partition(numbers, n):
    return sorted(np.concatenate(numbers).tolist()) == list(range(n))


def test_every_row_is_in_exactly_one_part_of_the_asked_size():
    for n, fractions, sizes in (
        (17_379, (0.8, 0.1, 0.1), [13_905, 1737, 1737]),  # what is left over trains
        (24, (1 / 3, 1 / 3, 1 / 3), [8, 8, 8]),
        (100, (0.71, 0.29, 0), [71, 29, 0]),  # 100 * 0.29 is rounded to below 29
    ):
        numbers = row_numbers(split(*some_data(n), rng(), fractions, dtype=np.float64))
        assert [*map(len, numbers)] == sizes and is_partition(numbers, n)
        assert not is_partition([numbers[0][1:], *numbers[1:]], n)


def test_the_training_part_alone_is_scaled_as_by_scikit_learn_and_back():
    X, y = some_data(24_000)
    s, rows = split(X, y, rng(), dtype=np.float64), row_numbers(split(X, y, rng()))
    scaler = StandardScaler().fit(X[rows[0]])
    np.testing.assert_allclose(s.x_mean, scaler.mean_, rtol=1e-12)
    np.testing.assert_allclose(s.x_scale, scaler.scale_, rtol=1e-12)
    np.testing.assert_allclose(s.scale_X(X), scaler.transform(X), atol=1e-12)
    # float64: some ulp of n sums. float32: half an ulp of a value near 1 to 4 is 2e-7.
    for scaled, tolerance in ((s, 1e-12), (split(X, y, rng()), 1e-6)):
        for values in scaled.train:
            assert np.abs(values.mean(axis=0, dtype=float)).max() < tolerance
            assert np.abs(values.std(axis=0, dtype=float) - 1).max() < tolerance
        assert abs(scaled.test[1].mean()) > 1e-3
    for (X_part, y_part), of_part in zip(parts_of(s), rows, strict=True):
        np.testing.assert_array_equal(s.scale_X(X[of_part]), X_part)
        np.testing.assert_allclose(s.unscale_y(y_part), y[of_part], rtol=1e-12)


# More than the last bit, and more than 1e-100, is a variation.
@pytest.mark.parametrize(
    "one, other, constant", [(0.3, 0.1 + 0.2, True), (0, 1e-101, True), (0, 1, False)]
)
def test_a_constant_column_is_zero_and_divides_by_one(one, other, constant):
    X, y = some_data()
    X[:, 2] = np.where(X[:, 0] % 50 == 0, other, one)
    s = split(X, y, rng(), dtype=np.float64)
    assert s.x_constant.tolist() == [False, False, constant, False]
    assert s.train[0][:, 2].any() != constant == (s.x_scale[2] == 1)
    far = np.full((1, 4), 1e10)  # the training rows said nothing about x3
    assert s.scale_X(far)[:, 2].any() != constant


def test_what_is_too_far_from_the_training_rows_is_an_error():
    X, y = some_data()
    s = split(X, y, rng(), names="abcd")
    row, far = row_numbers(s)[2][0], X.copy()
    far[row, 2] = -1e100
    with pytest.raises(InputError, match=rf"x3 is -1e.100 in row {row} .count"):
        split(far, y, rng())
    with pytest.raises(InputError, match="^b is nan in row 1 .count.*, too far"):
        s.scale_X([[1, 2, 3, 4], [1, np.nan, 3, 4]])


def test_noise_is_added_after_scaling_but_not_to_classes():
    X, y = some_data(20_000)
    quiet, loud = (split(X, y, rng(), noise=noise) for noise in (0, 0.5))
    for (X0, y0), (X1, y1) in zip(parts_of(quiet), parts_of(loud), strict=True):
        noise = np.column_stack([X1 - X0, y1 - y0])
        # 2000 rows or more: mean and deviation are known to 0.5 / sqrt(2000) = 0.011.
        assert np.abs(noise.mean(axis=0)).max() < 4 * 0.011
        assert np.abs(noise.std(axis=0) - 0.5).max() < 4 * 0.011
    y = (y > -20).astype(float)
    s = split(X, y, rng(), classification=True, noise=1.0)
    assert (s.y_mean, s.y_scale) == (0, 1)
    rows = row_numbers(split(X, y, rng(), classification=True))
    np.testing.assert_array_equal(s.train[1], y[rows[0]])


@pytest.mark.parametrize("rare", [0, 1])
def test_every_part_has_the_classes_it_needs_however_rare_they_are(rare):
    X, y = some_data(200)[0], np.where(np.arange(200) < 3, rare, 1 - rare)
    for seed in range(20):
        s = split(X, y, rng(seed), classification=True)
        assert [len(y_part) for _, y_part in parts_of(s)] == [160, 20, 20]
        assert all(set(y_part) == {0, 1} for _, y_part in parts_of(s))
        assert is_partition(row_numbers(s), 200)
    y = np.maximum(np.arange(200) - 180, 0)  # of many each has a training row
    s = split(X, y, rng(), classification=True)
    assert set(s.train[1]) == set(y) and is_partition(row_numbers(s), 200)


def test_what_cannot_be_split_is_an_error():
    for n, settings, words in (
        (19, {}, r"19 rows .* \(17, 1, 1\); \(8, 2, 2\) are needed: add"),
        (100, {"groups": ROWS % 19}, r"19 groups of .* \(17, 1, 1\); \(8, 2, 2\) "),
        (99, {"fractions": (0.8, 0.1, 0.2)}, "three positive numbers"),
        (99, {"fractions": (1.2, -0.1, -0.1)}, "three positive numbers"),
        (99, {"fractions": (0.8, np.nan, 0.1)}, "three positive numbers"),
        (100, {"y": 1.0 * (ROWS < 2), "classification": True}, "2 of 100 rows"),
        (100, {"y": 1.0 * (ROWS < 2), "classification": "ba"}, "with class 'a'; leave"),
        (100, {"y": np.minimum(ROWS, 80), "classification": True}, "all 81 classes"),
        (100, {"y": np.full(100, 0.1)}, "one value, 0.1, in all 80 training rows"),
    ):
        X, y = some_data(n)
        with pytest.raises(InputError, match=words):
            split(**{"X": X, "y": y, "rng": rng()} | settings)
