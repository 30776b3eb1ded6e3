"""The baselines by name."""

import numpy as np
import pytest

from nidlite.baselines.methods import METHODS, compare, ranked
from nidlite.errors import InputError

SMALL = {
    "rulefit": {"rules": 60},
    "additive_groves": {"rows": 200, "bags": 2, "trees": 2, "repeats": 3},
}


@pytest.fixture(scope="module")
def product():
    """3 x0 x1 + x0, 400 rows of three features: score and labels."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((400, 3))
    score = 3 * X[:, 0] * X[:, 1] + X[:, 0]  # Shooter needs the main effect
    return X, score, (score > 0).astype(float)


@pytest.mark.parametrize("name", METHODS)
def test_every_baseline_puts_the_product_first(product, name):
    X, score, labels = product
    classification = METHODS[name].labels == "only"
    y = labels if classification else score
    rng = np.random.default_rng(1)
    found = compare(name, X, y, rng, classification, **SMALL.get(name, {}))
    assert found.strengths.shape == (3, 3)
    assert np.array_equal(found.strengths, found.strengths.T)
    assert not found.strengths.diagonal().any()
    assert ranked(found)[0][0] == (0, 1)
    # and not whatever stands first: the same with the features in another order
    rng = np.random.default_rng(1)
    turned = compare(
        name, X[:, [1, 2, 0]], y, rng, classification, **SMALL.get(name, {})
    )
    assert ranked(turned)[0][0] == (0, 2)


@pytest.mark.parametrize("name", METHODS)
def test_labels_are_taken_as_classes_where_the_method_can(product, name):
    X, _, labels = product
    found = compare(
        name, X, labels, np.random.default_rng(1), True, **SMALL.get(name, {})
    )
    assert ranked(found)[0][0] == (0, 1)


def test_of_those_told_labels_are_not_numbers(product):
    X, _, labels = product
    for name in (n for n, m in METHODS.items() if m.labels == "told"):
        rngs = (np.random.default_rng(1) for _ in range(2))
        both = [
            compare(name, X, labels, rng, classes, **SMALL.get(name, {})).strengths
            for rng, classes in zip(rngs, (True, False))
        ]
        assert not np.allclose(*both), name


def test_pairs_are_ranked_by_strength_then_by_name():
    class Result:
        strengths = np.array([[0, 1, 2], [1, 0, 2], [2, 2, 0]])

    assert ranked(Result) == [((0, 2), 2), ((1, 2), 2), ((0, 1), 1)]


def test_a_wrong_name_and_a_wrong_outcome_are_said_in_one_line(product):
    X, score, _ = product
    rng = np.random.default_rng(0)
    with pytest.raises(InputError, match="'anvoa' is no baseline; did you mean .anova"):
        compare("anvoa", X, score, rng)
    with pytest.raises(InputError, match="Shooter is made for two classes"):
        compare("shooter", X, score, rng)
