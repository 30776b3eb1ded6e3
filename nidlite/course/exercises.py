"""Eighteen functions for students to write, and the cases that tell right from wrong.

These are the exercises of `tutorials/exercises` with nidlite's own answers. The cases
worked by hand come first, then random ones, shortest first. A case is the arguments as
Python source: the same text runs, is shown to a student and can be pasted.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..agreement import shared
from ..averaging import MEANS, cross_coefficient
from ..cutoff import Cutoff
from ..graph import common_descendants
from ..influence import aggregated_weights
from ..interactions import mixed_difference, prune_redundant
from ..metrics import pairwise_auc, top_rank_recall
from ..networks import mlp, output
from ..optimizers import adam
from ..penalties import l1
from ..ranking import greedy_ranking, pairwise_strengths, strength
from ..training import Plain, Recipe

RANDOM_CASES = 12  # for each exercise, from one seed


@dataclass(frozen=True)
class Exercise:
    """One function: the kind of its answer, the truth and the cases."""

    returns: str  # a key of answers.KINDS
    answer: Callable  # nidlite's, with the arguments of the student's function
    by_hand: tuple[str, ...]
    random: Callable  # rng -> the arguments

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the arguments."""
        return tuple(inspect.signature(self.answer).parameters)

    def cases(self, seed=0) -> list[str]:
        """The arguments of every case as Python source, the ones by hand first.

        Another seed draws other random cases, which students have not seen.
        """
        rngs = np.random.default_rng(seed).spawn(RANDOM_CASES)
        texts = (", ".join(map(source, self.random(rng))) for rng in rngs)
        return [*self.by_hand, *sorted(texts, key=len)]


def source(value) -> str:
    """The value as Python source, exactly; text is source already."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and any(isinstance(v, np.ndarray) for v in value):
        return f"[{', '.join(map(source, value))}]"
    if isinstance(value, np.ndarray):
        return f"np.array({value.tolist()})"
    return f"{value}"


def values(case) -> tuple:
    """The arguments that the source of a case stands for."""
    return eval(f"({case},)", {"np": np})


EXPONENTS = dict(zip((np.inf, 2, 1, 0, -1, -np.inf), MEANS.values()))


def _one_hidden_layer(W1, b1, w_y, b_y):
    """The network of the paper with these weights, and its theta."""
    network = mlp(W1.shape[1], (len(W1),))
    theta = np.empty(network.size)
    [[first, last]] = network.layers(theta)
    first[0], last[0] = np.column_stack([W1, b1]), np.append(w_y, b_y)
    return network, theta


def _forward(X, W1, b1, w_y, b_y):
    network, theta = _one_hidden_layer(W1, b1, w_y, b_y)
    return output(theta, X, network)


def _backprop(X, y, W1, b1, w_y, b_y):
    network, theta = _one_hidden_layer(W1, b1, w_y, b_y)
    engine = Plain(network, theta, "regression", Recipe(penalty="none"))
    [[first, last]] = network.layers(engine.loss_and_gradient(theta, X, y)[1])
    return first[0, :, :-1], first[0, :, -1], last[0, 0, :-1], last[0, 0, -1]


def _cutoff(losses, reference, tolerance):
    candidates = [(0, k) for k in range(1, len(losses))]
    errors = [np.array([loss]) for loss in losses]
    return Cutoff(candidates, reference, tolerance=tolerance, errors=errors).K


def _nid(weights):
    z = aggregated_weights(weights)
    return prune_redundant(greedy_ranking(weights[0], z))


def _adam_step(theta, g, m, v, t, rate):
    theta, (_, m, v) = adam(theta, g, (t - 1, m, v), rate)
    return theta, m, v


def _shared_share(D_a, D_b, interaction, variance):
    product, agreement = shared(D_a, D_b)
    return np.array([product / 2 ** len(interaction) / variance, agreement])


# --- random arguments, with one decimal so that they stay readable


def _array(rng, *shape, low=-2.0):
    return np.round(rng.uniform(low, 2, shape), 1) + 0.0  # + 0.0: no -0.0


def _subset(rng, p, most=None):
    size = rng.integers(2, (most or p) + 1)
    return tuple(sorted(rng.choice(p, size, replace=False).tolist()))


def _random_mean(rng):
    exponent = list(EXPONENTS)[rng.integers(len(EXPONENTS))]
    w = _array(rng, rng.integers(2, 6))
    return w, f"{'-' if exponent < 0 else ''}np.inf" if np.isinf(exponent) else exponent


def _random_network(rng):
    sizes = [*rng.integers(1, 4, rng.integers(2, 5)).tolist(), 1]
    return ([_array(rng, rows, columns) for columns, rows in zip(sizes, sizes[1:])],)


def _random_layer(rng):
    """W1 without equal magnitudes in a row, where the top j would be a matter of taste.

    A square one every other time: that is where a transposed matrix goes unnoticed.
    """
    p = int(rng.integers(2, 5))
    units = p if rng.integers(2) else int(rng.integers(1, 5))
    sizes = rng.permuted(np.tile(np.arange(20) / 10, (units, 1)), axis=1)[:, :p]
    return sizes * rng.choice([-1, 1], (units, p)) + 0.0, _array(rng, units, low=0.1)


def _random_whole(rng):
    """A chain of weights without equal strengths: their order would decide."""
    while True:
        W1, z = _random_layer(rng)
        units = int(rng.integers(1, 4))
        above = _array(rng, units, len(z)), _array(rng, 1, units, low=0.1)
        weights = [W1, *above] if rng.integers(2) else [W1, z[None]]
        ranking = greedy_ranking(W1, aggregated_weights(weights))
        if len({round(omega, 6) for _, omega in ranking}) == len(ranking) > 0:
            return (weights,)


def _random_net(rng, p):
    units = int(rng.integers(1, 4))
    W1, b1 = _array(rng, units, p), _array(rng, units)
    # Odd hundredths keep ReLU away from its kink.
    return W1, np.round(b1 + 0.05, 2), _array(rng, units), float(_array(rng))


def _random_backprop(rng):
    n, p = (int(k) for k in rng.integers(1, 4, 2))
    return np.round(_array(rng, n, p)), _array(rng, n), *_random_net(rng, p)


def _random_graph(rng):
    """Sparse weights, some of which cancel along two paths."""
    sizes = [*rng.integers(2, 5, rng.integers(2, 4)).tolist(), 1]
    shapes = list(zip(sizes[1:], sizes))
    weights = [rng.choice([-1.0, 0.0, 1.0], s, p=[0.3, 0.4, 0.3]) for s in shapes]
    return weights, _subset(rng, sizes[0], min(3, sizes[0]))


def _random_cutoff(rng):
    # With such tolerances no fall is just as large as it needs to be.
    losses = np.round(rng.uniform(0.2, 1, rng.integers(2, 7)), 1)
    losses = np.sort(losses)[::-1] if rng.integers(2) else losses
    losses = np.round(losses + rng.choice([0, 0.01], len(losses)), 2)
    reference = rng.choice(losses) if rng.integers(2) else losses.min() - 0.1
    return (
        losses.tolist(),
        round(float(reference), 2),
        float(rng.choice([0.033, 0.173])),
    )


def _random_strength(rng):
    W1, z = _random_layer(rng)
    return W1, z, _subset(rng, W1.shape[1])


def _random_ranking(rng, p=5):
    chosen = dict.fromkeys(_subset(rng, p, 4) for _ in range(rng.integers(3, 9)))
    strengths = 0.9 - 0.1 * np.arange(len(chosen))
    return list(zip(chosen, np.round(strengths, 1).tolist()))


def _random_auc(rng):
    p = int(rng.integers(4, 7))
    upper = np.triu(rng.integers(0, 6, (p, p)), 1) / 10
    pair = [(p - 2, p - 1)] if rng.integers(2) else []  # beside one without feature 0
    return upper + upper.T, [_subset(rng, p - 1), *pair][: 1 + (p > 4)]


def _random_recall(rng):
    """A ranking with the truth near its top, else most recalls would be 0."""
    true = [[(0, 1, 2), (3, 4)], [(0, 3), (1, 4), (1, 2)], [(0, 1, 2, 3)]]
    true = true[rng.integers(len(true))]
    parts = [i[:-1] for i in true if len(i) > 2]
    top = [i for i in true + parts if rng.random() < 0.8]
    tail = [i for i, _ in _random_ranking(rng) if i not in top]
    order = [top[i] for i in rng.permutation(len(top))] + tail
    order.insert(rng.integers(len(order) + 1), order.pop())
    strengths = (round(0.9 - 0.05 * k, 2) for k in range(len(order)))
    return list(zip(order, strengths)), true


FUNCTIONS = (
    "lambda X: X[:, 0] * X[:, 1] + np.sin(X[:, 1] + X[:, 2])",
    "lambda X: X[:, 0] * X[:, 1] * X[:, 2] + X[:, 0]",
    "lambda X: np.exp(X[:, 0] - X[:, 2]) * X[:, 1]",
)


def _random_difference(rng):
    n = int(rng.integers(1, 4))
    f = FUNCTIONS[rng.integers(len(FUNCTIONS))]
    return f, _subset(rng, 3), _array(rng, n, 3), _array(rng, n, 3)


def _random_adam(rng):
    n, t = int(rng.integers(1, 4)), int(rng.integers(2, 9))
    theta, g, m = (_array(rng, n) for _ in range(3))
    return theta, g, m, _array(rng, n, low=0.1), t, 0.01


def _random_share(rng):
    D_a, D_b = _array(rng, 2, rng.integers(2, 5))
    return D_a, D_b, _subset(rng, 5), round(rng.uniform(0.5, 4), 1)


# --- the exercises, in the order of the tutorials; features count from 0

NET = (
    "np.array([[1.0, 2.0], [3.0, -1.0], [-2.0, 0.0]]), np.array([-1.0, 0.0, 1.0]), "
    "np.array([2.0, -1.0, 0.5]), 0.5"
)
GRAPH = "[np.array([[1.0, 2.0, 0.0], [0.0, -1.0, 3.0]]), np.array([[1.0, 1.0]])]"
CANCEL = (
    "[np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([[1.0, -1.0]]), np.array([[1.0]])]"
)
DEEP = (
    "[np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]), "
    "np.array([[1.0, 1.0], [0.0, 2.0]]), np.array([[1.0, 1.0]])]"
)

A_AND_B = "np.array([[1.0, 2.0]]), np.array([[4.0, 7.0]])"
SIX = "np.array([[0.0, 0.5, 0.2], [0.5, 0.0, 0.2], [0.2, 0.2, 0.0]])"
FOUR = (
    "np.array([[0.0, 0.9, 0.5, 0.5], [0.9, 0.0, 0.4, 0.1], "
    "[0.5, 0.4, 0.0, 0.3], [0.5, 0.1, 0.3, 0.0]])"
)
RANKING = "[((0, 1), 0.9), ((0, 1, 2), 0.8), ((1, 2), 0.7), ((0, 3), 0.6)]"

EXERCISES = {
    "forward": Exercise(
        "array",
        _forward,
        (
            f"np.array([[1.0, 2.0]]), {NET}",
            "np.array([[-3.0, 1.0], [2.0, 5.0]]), np.array([[1.0, 2.0], [0.0, -1.0]]), "
            "np.array([1.0, 0.5]), np.array([2.0, 1.0]), -1.0",
        ),
        lambda rng: (
            _array(rng, 3, p := int(rng.integers(1, 4))),
            *_random_net(rng, p),
        ),
    ),
    "backprop": Exercise(
        "W1, b1, w_y, b_y",
        _backprop,
        (
            f"np.array([[1.0, 2.0]]), np.array([7.0]), {NET}",
            "np.array([[1.0], [-1.0]]), np.array([0.0, 2.0]), np.array([[1.0]]), "
            "np.array([0.5]), np.array([2.0]), 1.0",
        ),
        _random_backprop,
    ),
    "l1_subgradient": Exercise(
        "array",
        lambda W, constant: constant * l1.subgradient(W),
        (
            "np.array([[2.0, -3.0]]), 1.0",
            "np.array([[2.0, -3.0]]), 0.5",
            "np.array([[1.5, 0.0], [-0.2, 0.0]]), 0.1",
        ),
        lambda rng: (_array(rng, *rng.integers(1, 4, 2)), 0.2),
    ),
    "adam_step": Exercise(
        "theta, m, v",
        _adam_step,
        (
            "np.array([1.0]), np.array([2.0]), np.zeros(1), np.zeros(1), 1, 0.1",
            "np.array([1.0]), np.array([-2.0]), np.array([0.2]), np.array([0.004]), "
            "2, 0.1",
            "np.array([1.0]), np.array([1e-8]), np.zeros(1), np.zeros(1), 1, 0.1",
        ),
        _random_adam,
    ),
    "mixed_difference": Exercise(
        "array",
        mixed_difference,
        (
            f"lambda X: X[:, 0] * X[:, 1], (0, 1), {A_AND_B}",
            f"lambda X: X[:, 0] + X[:, 1], (0, 1), {A_AND_B}",
            "lambda X: X[:, 0] * X[:, 1] * X[:, 2], (0, 1, 2), "
            "np.array([[0.0, 0.0, 0.0]]), np.array([[1.0, 2.0, 3.0]])",
        ),
        _random_difference,
    ),
    "common_descendants": Exercise(
        "vertices",
        lambda weights, interaction: common_descendants(weights, interaction),
        (
            f"{GRAPH}, (1, 2)",
            f"{GRAPH}, (0, 2)",
            f"{DEEP}, (0, 1)",
            f"{DEEP}, (0, 2)",
            f"{CANCEL}, (0, 1)",
        ),
        _random_graph,
    ),
    "generalised_mean": Exercise(
        "number",
        lambda w, exponent: EXPONENTS[exponent](np.abs(w)),
        (
            "np.array([1.0, 4.0]), 1",
            "np.array([1.0, 4.0]), 0",
            "np.array([-1.0, 4.0]), -1",
            "np.array([3.0, -4.0]), 2",
            "np.array([1.0, -4.0]), -np.inf",
            "np.array([1.0, -4.0]), np.inf",
            "np.array([0.0, 2.0]), 0",
            "np.array([1.0, 1.0, -8.0]), 0",
        ),
        _random_mean,
    ),
    "cross_coefficient": Exercise(
        "number",
        lambda alpha1, alpha2: cross_coefficient(alpha1, alpha2),
        ("1.0, 1.0", "1.0, -2.0", "-1.0, -0.5", "0.0, 3.0", "0.0, 0.0", "4.0, 1.0"),
        lambda rng: tuple(map(float, _array(rng, 2))),
    ),
    "aggregated_weights": Exercise(
        "array",
        lambda weights: aggregated_weights(weights),
        (
            "[np.array([[1.0], [3.0]]), np.array([[2.0, -5.0]])]",
            "[np.array([[1.0], [3.0]]), np.array([[1.0, -2.0], [0.0, 3.0]]), "
            "np.array([[2.0, -1.0]])]",
            "[np.array([[1.0], [3.0]]), np.array([[1.0, -2.0], [0.0, 3.0]]), "
            "np.array([[0.0, 1.0], [-2.0, 1.0]]), np.array([[2.0, -1.0]])]",
        ),
        _random_network,
    ),
    "strength": Exercise(
        "array",
        lambda W1, z, interaction: strength(W1, z, interaction),
        (
            "np.array([[1.0, -2.0]]), np.array([3.0]), (0, 1)",
            "np.array([[1.0, -2.0, 4.0], [5.0, 0.5, -1.0]]), np.array([3.0, 2.0]), "
            "(1, 2)",
        ),
        _random_strength,
    ),
    "greedy_ranking": Exercise(
        "ranking",
        lambda W1, z: greedy_ranking(W1, z),
        (
            "np.array([[1.0, -2.0]]), np.array([3.0])",
            "np.array([[1.0, -2.0, 4.0]]), np.array([3.0])",
            "np.array([[1.0, -2.0, 4.0], [0.5, 5.0, -3.0]]), np.array([3.0, 1.0])",
            "np.array([[2.0, 3.0, 0.0], [0.0, -3.0, 2.0]]), np.array([1.0, 1.0])",
        ),
        _random_layer,
    ),
    "prune_redundant": Exercise(
        "ranking",
        prune_redundant,
        (
            "[((0, 1, 2), 0.9), ((0, 1), 0.5)]",
            "[((0, 1), 0.9), ((0, 1, 2), 0.5)]",
            RANKING,
        ),
        lambda rng: (_random_ranking(rng),),
    ),
    "top_rank_recall": Exercise(
        "number",
        top_rank_recall,
        (
            "[((0, 1), 0.9), ((0, 2), 0.5)], [(0, 1)]",
            "[((0, 1), 0.9), ((0, 2), 0.5), ((2, 3), 0.4)], [(0, 1), (2, 3)]",
            "[((0, 1), 0.9), ((0, 1, 2), 0.5)], [(0, 1, 2)]",
            "[((0, 1, 2), 0.9), ((0, 1), 0.5)], [(0, 1)]",
        ),
        _random_recall,
    ),
    "cutoff": Exercise(
        "number",
        _cutoff,
        (
            "[1.0, 0.6, 0.4, 0.3], 0.45, 0.02",
            "[1.0, 0.6, 0.4, 0.3], 0.4, 0.02",
            "[1.0, 0.5, 0.49, 0.5], 0.1, 0.1",
            "[0.3, 0.2], 0.4, 0.02",
            "[0.5, 0.42, 0.41], 0.1, 0.1",
            "[1.0, 1.0, 0.5, 0.9, 0.6], 0.1, 0.1",
        ),
        _random_cutoff,
    ),
    "pairwise_strengths": Exercise(
        "array",
        lambda W1, z: pairwise_strengths(W1, z),
        (
            "np.array([[1.0, -2.0]]), np.array([3.0])",
            "np.array([[1.0, -2.0, 4.0], [0.5, 5.0, -3.0]]), np.array([3.0, 1.0])",
        ),
        _random_layer,
    ),
    "pairwise_auc": Exercise(
        "number",
        pairwise_auc,
        (f"{SIX}, [(0, 1)]", f"{SIX}, [(1, 2)]", f"{FOUR}, [(0, 1, 2)]"),
        _random_auc,
    ),
    "shared_share": Exercise(
        "array",
        _shared_share,
        (
            "np.array([2.0, 2.0]), np.array([4.0, 0.0]), (0, 1), 2.0",
            "np.array([3.0, 1.0]), np.array([-1.0, 3.0]), (0, 1, 2), 1.0",
            "np.array([1.0, 2.0]), np.array([-1.0, -2.0]), (1, 3), 5.0",
            "np.array([1.0, 2.0]), np.array([0.0, 0.0]), (0, 1), 1.0",
        ),
        _random_share,
    ),
    "nid": Exercise(
        "ranking",
        _nid,
        (
            "[np.array([[1.0, -2.0, 4.0]]), np.array([[3.0]])]",
            "[np.array([[1.0, -2.0, 4.0], [0.5, 5.0, -3.0]]), np.array([[-3.0, 1.0]])]",
            "[np.array([[4.0, 4.5, 5.0, 0.0], [0.0, 0.0, 1.0, 2.0]]), "
            "np.array([[1.0, 1.0]])]",
        ),
        _random_whole,
    ),
}
