"""The hierarchical lasso against SciPy on the paper's constraints, and the lasso."""

import sys
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import Lasso

from nidlite.baselines import hier_solver
from nidlite.baselines.hier_lasso import by_entry, fewer_rows, hier_lasso
from nidlite.baselines.hier_solver import (
    LOSSES,
    Problem,
    coefficients,
    duality_gap,
    least_penalty,
    minimise,
    step,
)
from nidlite.baselines.products import products, standardised
from nidlite.errors import InputError

HIERARCHIES = pytest.mark.parametrize("strong", [False, True])
TASKS = pytest.mark.parametrize("task", ["squared", "logistic"])


def problem_of(seed=0, n=60, p=3, strong=False, task="squared", signal=None):
    """A small problem: features with correlation, main effects and an interaction."""
    rng = np.random.default_rng(seed)
    X = standardised(rng.normal(size=(n, p)) + 0.5 * rng.normal(size=(n, 1)))
    Z = products(X)
    if signal is None:
        u = X[:, 0] - 0.2 * X[:, 1] + Z[:, 0] + 0.7 * Z[:, -1]
    else:
        u = signal(X)
    y = u + rng.normal(size=n)
    A = np.column_stack([X, Z - Z.mean(axis=0)])
    y = standardised(y) if task == "squared" else (y > 0.3).astype(float)
    return Problem(A, y, p, strong, LOSSES[task])


def start(problem):
    return np.zeros((problem.p, 1 + problem.p))


def first_penalty(problem):
    return least_penalty(problem, problem.y - problem.y.mean())


# The problem as the paper prints it: beta+, beta-, Theta+, Theta- >= 0, linear
# constraints |Theta_j|_1 <= beta+_j + beta-_j, Theta symmetric or not.


def unpack(x, p, strong):
    """beta+, beta-, Theta+ and Theta- from one vector, and beta_0 at its end."""
    plus, minus, rest = x[:p], x[p : 2 * p], x[2 * p : -1]
    places = np.triu_indices(p, 1) if strong else np.nonzero(~np.eye(p, dtype=bool))
    thetas = []
    for half in np.split(rest, 2):
        T = np.zeros((p, p))
        T[places] = half
        thetas.append(T + T.T if strong else T)
    return plus, minus, *thetas, x[-1]


def objective(x, problem, penalty):
    plus, minus, up, down, beta_0 = unpack(x, problem.p, problem.strong)
    W = np.column_stack([plus - minus, up - down])
    u, y = problem.A @ coefficients(W) + beta_0, problem.y
    squared = problem.loss is LOSSES["squared"]
    loss = (y - u) ** 2 / 2 if squared else np.logaddexp(0, u) - y * u
    return loss.mean() + penalty * ((plus + minus).sum() + (up + down).sum() / 2)


def generic(problem, penalty):
    """The optimum by SciPy's SLSQP, which knows nothing of the structure: W, value."""
    p, strong = problem.p, problem.strong
    free = p * (p - 1) // (2 if strong else 1)
    size = 2 * p + 2 * free + 1

    def room(x):
        plus, minus, up, down, _ = unpack(x, p, strong)
        return plus + minus - (up + down).sum(axis=1)

    found = minimize(
        objective,
        np.full(size, 0.1),
        (problem, penalty),
        method="SLSQP",
        bounds=[(0, None)] * (size - 1) + [(None, None)],
        constraints={"type": "ineq", "fun": room},
        options={"maxiter": 500, "ftol": 1e-12},
    )
    plus, minus, up, down, _ = unpack(found.x, p, strong)
    return np.column_stack([plus - minus, up - down]), found.fun


@cache
def case(seed, strong, task, share):
    """A problem, a penalty, and SLSQP's W and value."""
    problem = problem_of(seed, strong=strong, task=task)
    penalty = share * first_penalty(problem)
    return problem, penalty, *generic(problem, penalty)


def solved(problem, penalty):
    return minimise(problem, penalty, start(problem), tol=1e-11)[0]


def value(problem, penalty, W):
    """Our objective, with beta_0 the best: the paper's at the best split of beta."""
    loss, _ = problem.loss.fit(problem.A @ coefficients(W), problem.y)
    b, t = np.abs(W[:, 0]), np.abs(W[:, 1:]).sum(axis=1)
    return loss + penalty * (np.maximum(b, t).sum() + t.sum() / 2)


def is_the_optimum(candidate, strong, task):
    """Whether the candidate's W is as good as SLSQP's and predicts the same."""
    for seed, share in [(0, 0.7), (0, 0.3), (0, 0.05), (1, 0.5), (1, 0.1)]:
        problem, penalty, W, best = case(seed, strong, task, share)
        ours = candidate(problem, penalty)
        # SLSQP stops at 1e-12 with numerical slopes: 1e-7 in the objective, and the
        # square root of that, some times the curvature, in the coefficients.
        if abs(value(problem, penalty, ours) - best) > 1e-7:
            return False
        if np.abs(coefficients(ours) - coefficients(W)).max() > 2e-3:
            return False
    return True


@TASKS
@HIERARCHIES
def test_the_optimum_is_slsqp_s_on_three_features(strong, task):
    assert is_the_optimum(solved, strong, task)


def other_hierarchy(problem, penalty):
    return solved(replace(problem, strong=not problem.strong), penalty)


def all_pairs_lasso(problem, penalty):
    """The lasso on features and products: no hierarchy."""
    model = Lasso(alpha=penalty, fit_intercept=False, tol=1e-10, max_iter=100_000)
    w = model.fit(problem.A, problem.y).coef_
    W = np.zeros((problem.p, 1 + problem.p))
    W[:, 0] = w[: problem.p]
    W[:, 1:][np.triu_indices(problem.p, 1)] = w[problem.p :]
    W[:, 1:] += W[:, 1:].T
    return W


def stopped_early(problem, penalty):
    return minimise(problem, penalty, start(problem), tol=0.03)[0]


@HIERARCHIES
@pytest.mark.parametrize("wrong", [other_hierarchy, all_pairs_lasso, stopped_early])
def test_the_check_rejects_other_models(wrong, strong):
    assert not is_the_optimum(wrong, strong, "squared")


def test_where_main_effects_dominate_it_is_scikit_learn_s_lasso_with_all_pairs():
    # With |beta_j| >= |Theta_j|_1 in every row the penalty is lambda times the absolute
    # sum of main effects and of interactions.
    def signal(X):
        return 5 * X.sum(axis=1) + products(X) @ [0.8, 0.3, 0, 0.5, 0, 0]

    problem = problem_of(n=80, p=4, strong=True, signal=signal)
    lasso = all_pairs_lasso(problem, 0.02)
    b, t = np.abs(lasso[:, 0]), np.abs(lasso[:, 1:]).sum(axis=1)
    assert (b > t).all() and np.count_nonzero(t) >= 2
    # Both stop at a gap of about 1e-10; the loss grows quadratically around it.
    np.testing.assert_allclose(solved(problem, 0.02), lasso, atol=1e-4)


@HIERARCHIES
def test_without_interactions_it_is_scikit_learn_s_lasso(strong):
    problem = problem_of(n=80, p=4, strong=strong, signal=lambda X: X @ [2, -1, 0, 1])
    penalty = 0.4 * first_penalty(problem)
    W = solved(problem, penalty)
    assert (W[:, 1:] == 0).all() and np.count_nonzero(W[:, 0]) >= 2
    model = Lasso(alpha=penalty, fit_intercept=False, tol=1e-10)
    features = problem.A[:, : problem.p]
    np.testing.assert_allclose(W[:, 0], model.fit(features, problem.y).coef_, atol=1e-4)


# One step: the paper's ONEROW, and its symmetric form.


def random_model(rng, p, strong):
    W = rng.normal(size=(p, 1 + p)) * rng.choice([0.1, 1, 3], size=(p, 1))
    np.fill_diagonal(W[:, 1:], 0)
    if strong:
        W[:, 1:] = (W[:, 1:] + W[:, 1:].T) / 2
    return W


def step_value(W, new, penalty):
    b, t = np.abs(new[:, 0]), np.abs(new[:, 1:]).sum(axis=1)
    return np.sum((new - W) ** 2) / 2 + penalty * (np.maximum(b, t).sum() + t.sum() / 2)


def is_the_nearest(candidate, strong):
    """Whether no change in any direction lowers a step's objective, which is convex.

    Along each coordinate, along b and t of a row together, and at random.
    """
    rng = np.random.default_rng(1)
    for _ in range(15):
        p = int(rng.integers(2, 6))
        W, penalty = random_model(rng, p, strong), rng.uniform(0.05, 1.5)
        new = candidate(W, penalty, strong, np.full(p, 0.5))[0]
        best = step_value(W, new, penalty)
        for _ in range(150):
            change = random_model(rng, p, strong)
            keep = rng.random(p) < 0.5
            keep = np.outer(keep, keep) if strong else keep[:, None]
            change[:, 1:] *= keep & (rng.random((p, p)) < rng.choice([0.3, 1]))
            change[:, 0] *= rng.random(p) < 0.5
            if strong:
                change[:, 1:] = (change[:, 1:] + change[:, 1:].T) / 2
            # Zeros mostly stay so: the kinks are where a wrong step is not seen.
            change *= np.where(new == 0, rng.random() < 0.3, 1)
            for size in (1e-2, 1e-4):
                # Rounding of a sum of order 10; the shares are exact to 1e-9.
                if step_value(W, new + size * change, penalty) < best - 1e-13:
                    return False
        if strong and not np.array_equal(new[:, 1:], new[:, 1:].T):
            return False
    return True


def soft(W, penalty, shares):
    thresholds = penalty * np.column_stack(
        [shares, 1.5 - (shares[:, None] + shares) / 2]
    )
    return np.sign(W) * np.maximum(np.abs(W) - thresholds, 0)


def always_half(W, penalty, strong, alpha):
    return soft(W, penalty, alpha), alpha


def rows_then_symmetric(W, penalty, strong, alpha):
    """The weak step, made symmetric afterwards."""
    new, alpha = step(W, penalty, False, alpha)
    new[:, 1:] = (new[:, 1:] + new[:, 1:].T) / 2
    return new, alpha


@HIERARCHIES
def test_no_small_change_is_better_than_the_step(strong):
    assert is_the_nearest(step, strong)


@pytest.mark.parametrize("wrong", [always_half, rows_then_symmetric])
def test_the_check_rejects_wrong_steps(wrong):
    assert not is_the_nearest(wrong, strong=True)


def test_one_row_worked_by_hand():
    # At price 1 and with share a, b = 1 - a and t = 2 - (3/2 - a) = 1/2 + a: they cross
    # at a = 1/4, where both are 3/4. Theta_21 is free to stay 0: weak.
    W = np.array([[1.0, 0, 2], [0, 0, 0]])
    new, share = step(W, 1.0, False, np.ones(2))
    np.testing.assert_allclose(new, [[0.75, 0, 0.75], [0, 0, 0]], atol=1e-15)
    assert share[0] == pytest.approx(0.25)


# The stopping rule.


def bounds_the_distance(gap, strong, task):
    """Whether it is never less than the distance from SLSQP's optimum."""
    rng = np.random.default_rng(2)
    for share in (0.7, 0.3, 0.05):
        problem, penalty, _, best = case(0, strong, task, share)
        W = solved(problem, penalty)
        for size in (0, 0.01, 0.1, 1):
            other = W + size * random_model(rng, problem.p, strong)
            distance = value(problem, penalty, other) - best
            if gap(problem, penalty, other) < distance - 1e-7:  # SLSQP's own
                return False
    return True


def gap_of_a_larger_residual(problem, penalty, W):
    """With a third of the largest mean product for the least penalty: too small."""
    original = hier_solver.least_penalty
    try:
        hier_solver.least_penalty = lambda problem, residual: (
            np.abs(problem.A.T @ residual).max() / len(residual) / 3
        )
        return duality_gap(problem, penalty, W)
    finally:
        hier_solver.least_penalty = original


@TASKS
@HIERARCHIES
def test_the_gap_is_never_less_than_the_distance_and_closes(strong, task):
    assert bounds_the_distance(duality_gap, strong, task)
    problem = problem_of(strong=strong, task=task)
    penalty = 0.1 * first_penalty(problem)
    assert 0 <= duality_gap(problem, penalty, solved(problem, penalty)) + 1e-15 < 1e-10


@HIERARCHIES
def test_the_check_rejects_another_scale_of_the_residual(strong):
    assert not bounds_the_distance(gap_of_a_larger_residual, strong, "squared")


@TASKS
@HIERARCHIES
def test_something_enters_just_below_the_first_penalty_and_nothing_above(strong, task):
    for seed in range(4):
        problem = problem_of(seed, n=30, p=4, strong=strong, task=task)
        first = first_penalty(problem)
        assert (solved(problem, 1.0001 * first) == 0).all()
        below, _ = minimise(problem, 0.98 * first, start(problem), tol=1e-12)
        assert (below != 0).any()


# The path.


def data(n=200, p=5, seed=0, labels=False):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    y = X[:, 0] + X[:, 0] * X[:, 1] + 0.5 * X[:, 2] * X[:, 3] + rng.normal(size=n)
    return X, (y > 0).astype(float) if labels else y


def keeps_hierarchy(b, T, strong):
    """Whether each interaction of a path has both main effects, or one of them."""
    there = b != 0
    pair = there[:, :, None], there[:, None, :]
    return not np.any(
        (T != 0) & ~((pair[0] & pair[1]) if strong else pair[0] | pair[1])
    )


@pytest.mark.parametrize("labels", [False, True])
def test_strong_has_both_main_effects_and_weak_at_least_one(labels):
    X, y = data(n=100, labels=labels)
    weak, strong = (
        hier_lasso(X, y, None, strong=s, classification=labels, steps=8, smallest=0.05)
        for s in (False, True)
    )
    for found in (weak, strong):
        assert np.count_nonzero(found.interactions[-1]) > 4
        assert found.gaps.max() <= 1e-8
        np.testing.assert_array_equal(
            found.interactions, found.interactions.transpose(0, 2, 1)
        )
    assert keeps_hierarchy(weak.main_effects, weak.interactions, strong=False)
    assert keeps_hierarchy(strong.main_effects, strong.interactions, strong=True)
    # The check can fail: weak is not strong, and the lasso is not even weak.
    assert not keeps_hierarchy(weak.main_effects, weak.interactions, strong=True)
    problem = problem_of(p=4, signal=lambda X: X[:, 0] * X[:, 1])
    lasso = all_pairs_lasso(problem, 0.3)[None]
    assert not keeps_hierarchy(lasso[:, :, 0], lasso[:, :, 1:], strong=False)


def test_strengths_are_by_entry_and_then_by_size():
    T = np.zeros((3, 4, 4))
    T[1:, 0, 1] = -1.0, 5.0  # enters second with size 1
    T[1:, 0, 2] = 3.0, 0.0  # with it, larger, and leaves
    T[2, 1, 3] = 100.0  # enters last, at a large size
    T[:, 2, 3] = 0.25  # there from the first
    S = by_entry(T + T.transpose(0, 2, 1))
    upper = [S[2, 3], S[0, 2], S[0, 1], S[1, 3], S[0, 3]]
    assert upper == pytest.approx([3.2, 2.75, 2.5, 1 + 100 / 101, 0])
    np.testing.assert_array_equal(S, S.T)


@HIERARCHIES
@pytest.mark.parametrize("labels", [False, True])
def test_planted_products_lead(strong, labels):
    X, y = data(n=1000, seed=3, labels=labels)
    found = hier_lasso(X, y, None, strong=strong, classification=labels, steps=8)
    S = found.strengths
    order = np.argsort(-S[np.triu_indices(5, 1)])
    assert set(order[:2]) == {0, 7}  # (0, 1) and (2, 3)
    assert S[0, 1] > S[2, 3] and (np.diag(S) == 0).all()


@HIERARCHIES
def test_fewer_rows_are_the_same_problem(strong):
    problem = problem_of(n=60, p=3, strong=strong)
    A, y = fewer_rows(problem.A, problem.y)
    assert A.shape == (7, 6)
    few = replace(problem, A=A, y=y)
    for penalty in (0.3, 0.03):
        W = solved(problem, penalty)
        whole = duality_gap(problem, penalty, W)
        assert duality_gap(few, penalty, W) == pytest.approx(whole, abs=1e-13)
        assert value(few, penalty, W) == pytest.approx(value(problem, penalty, W))


@pytest.mark.parametrize("labels", [False, True])
def test_units_do_not_matter_and_a_constant_feature_stays_out(labels):
    X, y = data(labels=labels)
    other = np.column_stack([X * [1e-6, 3, 1e8, -2, 1] + 5, np.full(len(X), 0.1)])
    # The zero of a feature does: products are of the deviations from the mean.
    settings = dict(strong=True, classification=labels, steps=5)
    first = hier_lasso(X, y, None, **settings)
    again = hier_lasso(other, y if labels else 9 - 4 * y, None, **settings)
    # Both are within 1e-8 of the optimum, where the loss is quadratic.
    size = np.abs(first.interactions)
    np.testing.assert_allclose(
        np.abs(again.interactions)[:, :5, :5], size, atol=5e-3 * size.max()
    )
    assert (again.strengths[5] == 0).all()


@HIERARCHIES
def test_more_terms_than_rows_is_no_problem(strong):
    X, y = data(n=25, p=8)
    found = hier_lasso(X, y, None, strong=strong, steps=5, smallest=0.2)
    assert found.gaps.max() <= 1e-8
    assert np.isfinite(found.strengths).all() and found.strengths.any()


def test_nothing_to_find_is_nothing_found():
    X = np.random.default_rng(0).normal(size=(30, 3))
    assert (hier_lasso(X, np.full(30, 0.1), None).strengths == 0).all()
    assert (hier_lasso(np.ones((30, 3)), X[:, 0], None).strengths == 0).all()
    corners = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
    three_way = corners.prod(axis=1)
    assert (hier_lasso(corners, three_way, None).strengths == 0).all()


def test_the_same_data_give_the_same_path_and_stay_as_they_are():
    X, y = data(n=50)
    before = X.copy(), y.copy()
    first, again = (hier_lasso(X, y, np.random.default_rng(s), steps=5) for s in (0, 1))
    np.testing.assert_array_equal(first.strengths, again.strengths)
    assert np.array_equal(X, before[0]) and np.array_equal(y, before[1])


def test_a_gap_that_stays_open_is_said(monkeypatch):
    module = sys.modules["nidlite.baselines.hier_lasso"]
    monkeypatch.setattr(module, "minimise", lambda problem, penalty, W, tol: (W, 0.1))
    X, y = data(n=50)
    with pytest.warns(UserWarning, match="duality gap of 0.2"):
        hier_lasso(X, y, None)


def test_labels_are_zero_and_one():
    X, y = data(n=50)
    with pytest.raises(InputError, match="0 and 1, both"):
        hier_lasso(X, y, None, classification=True)
    with pytest.raises(InputError, match="0 and 1"):
        hier_lasso(X, np.zeros(50), None, classification=True)
