"""The truths of random functions are proved from Definition 1, like the suite's."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from test_synthetic import certificate, evidence

from nidlite.agreement.confirm import superset_importance
from nidlite.datasets import random_functions
from nidlite.datasets.random_functions import FORMS, ORDERS, random_function
from nidlite.synthetic import SyntheticFunction, Term


@pytest.fixture(scope="module")
def functions():
    return [random_function(np.random.default_rng(seed)) for seed in range(20)]


@pytest.mark.parametrize("order", [2, 3, 4, 5])
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.__name__)
def test_all_features_of_every_form_interact(form, order):
    features = tuple(range(order))
    for seed in range(30):
        formula = form(np.random.default_rng(seed), features)
        terms = Term(formula, features), Term("x1", (0,))
        f = SyntheticFunction("by hand", terms, ((-1.0, 1.0),) * order)
        mixed = evidence(f, np.random.default_rng(seed))
        assert certificate(mixed, [features]) == (set(), set()), formula


def test_functions_have_3_to_5_truths_of_2_to_5_features_and_main_effects(functions):
    assert random_function(np.random.default_rng(0), p=10) == functions[0]
    for seed, f in enumerate(functions):
        sizes = [len(term.interaction) for term in f.terms]
        assert 3 <= len(f.interactions) <= 5 and sizes.count(1) >= 2
        # No truth inside another: each interacting term is one.
        assert len(f.interactions) == sum(size > 1 for size in sizes)
        found = evidence(f, np.random.default_rng([1, seed]))
        assert certificate(found, f.interactions) == (set(), set()), f"seed {seed}"
    drawn = {len(i) for f in functions for i in f.interactions}
    assert drawn == set(ORDERS)  # 60 terms and more miss order 5 with chance 0.9^60


def shares(f, seed, rows=5_000):
    """{pair: share of the variance} by Definition 1 on the whole function and new rows.

    The grammar has them term by term on 1,000 rows: known to about a fifth.
    """
    rng = np.random.default_rng([2, seed])
    a, b = (f.sample(rows, rng)[0] for _ in range(2))
    return {i: superset_importance(f, i, a, b) / np.var(f(a)) for i in f.pairs}


def test_no_true_pair_is_invisible(functions):
    for seed, f in enumerate(functions[:8]):
        share = shares(f, seed)
        assert min(share.values()) > 0.7 * random_functions.FAINT, f"seed {seed}"
        for truth in f.interactions:
            strongest = max(share[pair] for pair in combinations(truth, 2))
            assert strongest > 0.7 * random_functions.LEAST
    weaker = Term(f"0.01*{f.terms[0].name}", f.terms[0].interaction)
    share = shares(replace(f, terms=(weaker, *f.terms[1:])), 0)  # one that is invisible
    assert min(share.values()) < 0.1 * random_functions.FAINT
