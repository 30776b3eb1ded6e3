"""Eighteen functions for students to write, and the cases that tell right from wrong.

These are the exercises of `tutorials/exercises` with nidlite's own answers. The cases
worked by hand come first, then random ones, shortest first. A case is the arguments as
Python source: the same text runs, is shown to a student and can be pasted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

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
from ..recipes import Recipe
from ..training import Plain
from .drawn import DRAWN
from .written import Written, written

RANDOM_CASES = 12  # for each exercise, from one seed


@dataclass(frozen=True)
class Exercise:
    """One function: the truth, the cases, and what exercises.txt says of it."""

    answer: Callable  # nidlite's, with the arguments of the student's function
    random: Callable  # rng -> the arguments
    written: Written  # its other cases, and what is known of wrong answers

    def cases(self, seed=0) -> list[str]:
        """The arguments of every case as Python source, the ones by hand first.

        Another seed draws other random cases, which students have not seen.
        """
        rngs = np.random.default_rng(seed).spawn(RANDOM_CASES)
        texts = (", ".join(map(source, self.random(rng))) for rng in rngs)
        return [*self.written.cases, *sorted(texts, key=len)]


def source(value) -> str:
    """The value as Python source, exactly; text is source already."""
    if isinstance(value, list) and any(isinstance(v, np.ndarray) for v in value):
        return f"[{', '.join(map(source, value))}]"
    if isinstance(value, np.ndarray):
        return f"np.array({value.tolist()})"
    return f"{value}"


@cache
def _compiled(case):
    return compile(f"({case},)", "a case", "eval")


def values(case) -> tuple:
    """The arguments, new ones each time."""
    return eval(_compiled(case), {"np": np})


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
    return prune_redundant(greedy_ranking(weights[0], aggregated_weights(weights)))


def _adam_step(theta, g, m, v, t, rate):
    theta, (_, m, v) = adam(theta, g, (t - 1, m, v), rate)
    return theta, m, v


def _shared_share(D_a, D_b, interaction, variance):
    product, agreement = shared(D_a, D_b)
    return np.array([product / 2 ** len(interaction) / variance, agreement])


ANSWERS = {
    "forward": _forward,
    "backprop": _backprop,
    "l1_subgradient": lambda W, constant: constant * l1.subgradient(W),
    "adam_step": _adam_step,
    "mixed_difference": mixed_difference,
    "common_descendants": common_descendants,
    "generalised_mean": lambda w, exponent: EXPONENTS[exponent](np.abs(w)),
    "cross_coefficient": cross_coefficient,
    "aggregated_weights": aggregated_weights,
    "strength": strength,
    "greedy_ranking": greedy_ranking,
    "prune_redundant": prune_redundant,
    "top_rank_recall": top_rank_recall,
    "cutoff": _cutoff,
    "pairwise_strengths": pairwise_strengths,
    "pairwise_auc": pairwise_auc,
    "shared_share": _shared_share,
    "nid": _nid,
}
WRITTEN = written()
EXERCISES = {
    name: Exercise(answer, DRAWN[name], WRITTEN[name])
    for name, answer in ANSWERS.items()
}
