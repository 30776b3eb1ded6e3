"""The hierarchical lasso against SciPy on the paper's constraints, and the lasso."""

from functools import cache

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import Lasso

from nidlite.baselines.hier_lasso import (
    by_entry,
    fewer_rows,
    hier_lasso,
    one_error_above,
    row_losses,
)
from nidlite.baselines.hier_solver import (
    LassoProblem,
    best_fit,
    duality_gap,
    least_penalty,
    minimise,
    step,
    term_weights,
)
from nidlite.baselines.products import products, standardised

TASKS = pytest.mark.parametrize("task", ["squared", "logistic"])


def problem_of(seed=0, n=60, p=3, task="squared", signal=None):
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
    return LassoProblem(A, y, p, task == "logistic")


def first_penalty(problem):
    return least_penalty(problem, problem.y - problem.y.mean())


# The problem as the paper prints it: beta+, beta-, Theta+, Theta- >= 0, linear
# constraints |Theta_j|_1 <= beta+_j + beta-_j, Theta symmetric or not.


def unpack(x, p):
    """W, beta+ + beta-, the rows' sums of Theta+ + Theta-, and beta_0."""
    plus, minus, rest = x[:p], x[p : 2 * p], x[2 * p : -1]
    places = np.nonzero(~np.eye(p, dtype=bool))
    up, down = np.zeros((2, p, p))
    for T, half in zip((up, down), np.split(rest, 2)):
        T[places] = half
    W = np.column_stack([plus - minus, up - down])
    return W, plus + minus, (up + down).sum(axis=1), x[-1]


def objective(x, problem, penalty):
    W, b, t, beta_0 = unpack(x, problem.p)
    u, y = problem.A @ term_weights(W) + beta_0, problem.y
    squared = (y - u) ** 2 / 2
    loss = np.logaddexp(0, u) - y * u if problem.classification else squared
    return loss.mean() + penalty * (b.sum() + t.sum() / 2)


def generic(problem, penalty):
    """The optimum by SciPy's SLSQP, which knows nothing of the structure: W, value."""
    p = problem.p
    size = 2 * p + 2 * p * (p - 1) + 1

    def room(x):
        _, b, t, _ = unpack(x, p)
        return b - t

    found = minimize(
        objective,
        np.full(size, 0.1),
        (problem, penalty),
        method="SLSQP",
        bounds=[(0, None)] * (size - 1) + [(None, None)],
        constraints={"type": "ineq", "fun": room},
        options={"maxiter": 500, "ftol": 1e-12},
    )
    return unpack(found.x, p)[0], found.fun


@cache
def case(task, share):
    """A problem, a penalty, and SLSQP's W and value."""
    problem = problem_of(task=task)
    penalty = share * first_penalty(problem)
    return problem, penalty, *generic(problem, penalty)


def solved(problem, penalty, tol=1e-11):
    return minimise(problem, penalty, np.zeros((problem.p, 1 + problem.p)), tol)


def price(W):
    """What the penalty multiplies: the paper's at the best split of beta."""
    b, t = np.abs(W[:, 0]), np.abs(W[:, 1:]).sum(axis=1)
    return np.maximum(b, t).sum() + t.sum() / 2


def value(problem, penalty, W):
    """Our objective, with beta_0 the best."""
    return best_fit(problem, W)[0] + penalty * price(W)


def is_the_optimum(candidate, task):
    """Whether the candidate's W is as good as SLSQP's and predicts the same."""
    for share in (0.7, 0.3, 0.05):
        problem, penalty, W, best = case(task, share)
        ours = candidate(problem, penalty)
        # SLSQP stops at 1e-12 with numerical slopes: 1e-7 in the objective, and the
        # square root of that, some times the curvature, in the coefficients.
        if abs(value(problem, penalty, ours) - best) > 1e-7:
            return False
        if np.abs(term_weights(ours) - term_weights(W)).max() > 2e-3:
            return False
    return True


@TASKS
def test_the_optimum_is_slsqp_s_on_three_features(task):
    assert is_the_optimum(solved, task)


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
    return solved(problem, penalty, tol=0.03)


@pytest.mark.parametrize("wrong", [all_pairs_lasso, stopped_early])
def test_the_check_rejects_other_models(wrong):
    assert not is_the_optimum(wrong, "squared")


def random_model(rng, p):
    W = rng.normal(size=(p, 1 + p)) * rng.choice([0.1, 1, 3], size=(p, 1))
    np.fill_diagonal(W[:, 1:], 0)
    return W


def test_one_row_worked_by_hand():
    # At price 1 and with share a, b = 1 - a and t = 2 - (3/2 - a) = 1/2 + a: they cross
    # at a = 1/4, where both are 3/4. Theta_21 is free to stay 0: weak.
    W = np.array([[1.0, 0, 2], [0, 0, 0]])
    new = step(W, 1.0)
    np.testing.assert_allclose(new, [[0.75, 0, 0.75], [0, 0, 0]], atol=1e-15)


def bounds_the_distance(task):
    """Whether it is never less than the distance from SLSQP's optimum."""
    rng = np.random.default_rng(2)
    for share in (0.7, 0.3, 0.05):
        problem, penalty, _, best = case(task, share)
        W = solved(problem, penalty)
        for size in (0, 0.01, 0.1, 1):
            other = W + size * random_model(rng, problem.p)
            distance = value(problem, penalty, other) - best
            if duality_gap(problem, penalty, other) < distance - 1e-7:  # SLSQP's own
                return False
    return True


@TASKS
def test_the_gap_is_never_less_than_the_distance_and_closes(task):
    assert bounds_the_distance(task)
    problem = problem_of(task=task)
    penalty = 0.1 * first_penalty(problem)
    assert 0 <= duality_gap(problem, penalty, solved(problem, penalty)) + 1e-15 < 1e-10


def test_the_check_rejects_another_scale_of_the_residual(monkeypatch):
    # A third of the largest mean product as the least penalty is too small.
    monkeypatch.setattr(
        "nidlite.baselines.hier_solver.least_penalty",
        lambda problem, r: np.abs(problem.A.T @ r).max() / len(r) / 3,
    )
    assert not bounds_the_distance("squared")


@TASKS
def test_something_enters_just_below_the_first_penalty_and_nothing_above(task):
    for seed in range(2):
        problem = problem_of(seed, n=30, p=4, task=task)
        first = first_penalty(problem)
        assert (solved(problem, 1.0001 * first) == 0).all()
        assert (solved(problem, 0.98 * first, tol=1e-12) != 0).any()


def data(n=200, p=5, seed=0, labels=False):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    y = X[:, 0] + X[:, 0] * X[:, 1] + 0.5 * X[:, 2] * X[:, 3] + rng.normal(size=n)
    return X, (y > 0).astype(float) if labels else y


def keeps_hierarchy(b, T):
    """Whether each interaction of a path has one of its main effects."""
    there = b != 0
    return not np.any((T != 0) & ~(there[:, :, None] | there[:, None, :]))


@pytest.mark.parametrize("labels", [False, True])
def test_an_interaction_of_the_path_has_a_main_effect(labels):
    X, y = data(n=100, labels=labels)
    found = hier_lasso(X, y, None, classification=labels, steps=6)
    assert np.count_nonzero(found.interactions[-1]) > 4
    turned = found.interactions.transpose(0, 2, 1)
    np.testing.assert_array_equal(found.interactions, turned)
    assert keeps_hierarchy(found.main_effects, found.interactions)
    # The check can fail: the lasso does not keep to it.
    problem = problem_of(p=4, signal=lambda X: X[:, 0] * X[:, 1])
    lasso = all_pairs_lasso(problem, 0.3)[None]
    assert not keeps_hierarchy(lasso[:, :, 0], lasso[:, :, 1:])


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


def test_fewer_rows_are_the_same_problem():
    problem = problem_of(n=60, p=3)
    few = fewer_rows(problem)
    assert few.A.shape == (7, 6)
    for penalty in (0.3, 0.03):
        W = solved(problem, penalty)
        whole = duality_gap(problem, penalty, W)
        assert duality_gap(few, penalty, W) == pytest.approx(whole, abs=1e-13)
        assert value(few, penalty, W) == pytest.approx(value(problem, penalty, W))


def test_nothing_to_find_is_nothing_found():
    X = np.random.default_rng(0).normal(size=(30, 3))
    assert (hier_lasso(np.ones((30, 3)), X[:, 0], None).strengths == 0).all()
    corners = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)])
    three_way = corners.prod(axis=1)
    assert (hier_lasso(corners, three_way, None).strengths == 0).all()


def test_a_gap_that_stays_open_is_said(monkeypatch):
    monkeypatch.setattr("nidlite.baselines.hier_solver.MOST_STEPS", 1)
    with pytest.warns(UserWarning, match="duality gap of .* is left"):
        hier_lasso(*data(n=50), None, steps=3)


def test_the_first_penalty_within_one_error_of_the_least_loss_is_taken():
    """By hand: means 2, 1.2, 1, 1.1; the third's losses deviate by 0.5."""
    best = np.array([0.5, 1.5, 0.5, 1.5])  # its mean's standard error is 0.25
    losses = [best + 1, best + 0.2, best, best + 0.1]
    assert one_error_above(losses) == 1
    losses[1] = best + 0.26
    assert one_error_above(losses) == 2  # 0.26 is more than 0.25


@TASKS
def test_a_row_s_loss_is_its_own(task):
    problem = problem_of(task=task)
    W = solved(problem, 0.3 * first_penalty(problem))
    losses = row_losses(problem, W)
    assert losses.shape == (60,) and losses.std() > 0
    assert losses.mean() == pytest.approx(best_fit(problem, W)[0])


@TASKS
def test_held_out_rows_rank_by_size_at_a_sparse_penalty(task):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 5))
    y = X[:, 0] - X[:, 1] + X[:, 0] * X[:, 1] + rng.normal(size=400)
    labels = task == "logistic"
    y = (y > 0).astype(float) if labels else y
    settings = {"classification": labels, "steps": 10}
    found = hier_lasso(X, y, np.random.default_rng(1), held_out=0.25, **settings)
    assert np.unravel_index(found.strengths.argmax(), (5, 5)) == (0, 1)
    sizes = np.abs(found.interactions)
    [chosen] = [k for k in range(10) if np.array_equal(sizes[k], found.strengths)]
    # The whole path ends with every pair; the sparse penalty has few of them.
    assert (sizes[-1] > 0).sum() > (found.strengths > 0).sum() and 0 < chosen < 9
