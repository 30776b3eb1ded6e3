"""What all six baselines have in common, asked for by name."""

import numpy as np
import pytest

from nidlite.baselines.methods import METHODS, compare
from nidlite.errors import InputError

SMALL = {
    "rulefit": {"rules": 60, "rows": 100},
    "additive_groves": {"rows": 200, "bags": 2, "trees": 3, "repeats": 3},
    "hier_lasso": {"steps": 6, "tol": 1e-3},
    "fhim": {"penalties": [0.05, 0.01]},
    "shooter": {"max_order": 2},
}
TINY = {"additive_groves": {"bags": 1, "trees": 1, "alphas": (0.5,), "repeats": 2}}
ALL = pytest.mark.parametrize("name", METHODS)


def found_by(name, X, y, classification=False, seed=1, **settings):
    rng, settings = np.random.default_rng(seed), SMALL.get(name, {}) | settings
    return compare(name, X, y, rng, classification, **settings)


@pytest.fixture(scope="module")
def product():
    """3 x0 x1 + x0, 400 rows of three features: score and labels. Nobody may write."""
    X = np.random.default_rng(0).standard_normal((400, 3))
    score = 3 * X[:, 0] * X[:, 1] + X[:, 0]  # Shooter needs the main effect
    arrays = X, score, (score > 0).astype(float)
    for array in arrays:
        array.setflags(write=False)
    return arrays


@ALL
def test_every_baseline_puts_the_product_first_whatever_order_and_units(product, name):
    X, score, labels = product
    classification = name == "shooter"
    y = labels if classification else score
    found = found_by(name, X, y, classification)
    assert found.strengths.shape == (3, 3) and found.ranking[0][0] == (0, 1)
    assert np.array_equal(found.strengths, found.strengths.T * (1 - np.eye(3)))
    order = [1, 2, 0]  # and not whatever stands first
    turned = found_by(name, X[:, order], y, classification)
    assert turned.ranking[0][0] == (0, 2)
    # Powers of two change no digit of what is standardized, nor does a second run.
    y = y if classification else 4 * y
    scaled = found_by(name, X * [8, 1, 2**-80], y, classification).strengths
    assert np.array_equal(scaled, found.strengths)
    # Nor do order, zero and sign matter, where no tree cuts: but for their tolerances.
    if name not in ("rulefit", "additive_groves"):
        moved = found_by(name, X * [-3, 1, 1e6] + [5, 1e-3, -2], y, classification)
        turned, least = turned.strengths, 5e-3 * scaled.max()
        assert np.allclose(moved.strengths, scaled, atol=least)
        assert np.allclose(turned, scaled[np.ix_(order, order)], atol=least)


@ALL
def test_constant_columns_and_fewer_rows_than_features_are_no_error(name):
    rng = np.random.default_rng(8)
    X = rng.normal(size=(20, 5 if name == "anova" else 22))  # ANOVA needs a degree
    X[:, :3] = 5.0
    y = (X[:, 3] > 0).astype(float)
    strengths = found_by(name, X, y, name == "shooter", **TINY.get(name, {})).strengths
    assert np.isfinite(strengths).all()
    assert name == "additive_groves" or not strengths[:3].any()
    if name != "shooter":
        constant = found_by(name, X[:, 2:7], np.full(20, 0.1), **TINY.get(name, {}))
        assert not constant.strengths.any()


@pytest.mark.parametrize(
    "name, X, y, words",
    [
        ("anvoa", np.eye(3), np.ones(3), "must be one of anova.*; got 'anvoa'"),
        ("shooter", np.eye(3), np.ones(3), "labels must be 0 and 1, both"),
        ("anova", np.ones((5, 1)), np.ones(5), "n >= 2 and p >= 2"),
        ("anova", np.ones(5), np.ones(5), r"got \(5,\) and \(5,\)"),
        ("fhim", np.ones((5, 2)), np.ones(4), r"got \(5, 2\) and \(4,\)"),
        ("fhim", np.eye(20), np.arange(20.0), "labels must be 0 and 1, both"),
        ("rulefit", np.where(np.eye(30, 2), np.nan, 1), np.ones(30), "finite"),
        ("anova", np.eye(3), np.array([1, np.inf, 2]), "finite"),
        ("additive_groves", np.eye(19), np.ones(19), r"n >= 20 .* got \(19, 19\)"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(name, X, y, words):
    with pytest.raises(InputError, match=words) as caught:
        found_by(name, X, y, classification=name == "fhim")
    assert "\n" not in str(caught.value)
