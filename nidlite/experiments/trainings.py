"""One training, and MLP-Cutoff grown along its ranking: plain functions, to be kept.

`train_network` gives what everything else can be read from, such as the six means or a
ROC curve. The rows are not kept: they are drawn again where they are needed.
"""

import time
from dataclasses import dataclass, replace
from functools import cached_property
from types import SimpleNamespace

import numpy as np

from ..interactions import Interaction
from ..metrics import auc
from ..notebook.detection import Detection
from ..notebook.detection import detect_table as detect
from ..recipes import Recipe
from ..trained.interpretation import Interpretation, interpret
from ..training import Fit
from .problems import Problem, draw, parts_of

CONSTANTS = (5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4)  # of L1, for --tune (Sec. 5.1)
TITLES = {"mlp": "MLP", "mlp-m": "MLP-M"}  # as the paper prints them


@dataclass(frozen=True)
class Training:
    """All that determines one network on one problem; trial k has seed k."""

    problem: Problem
    seed: int
    architecture: str  # "mlp" or "mlp-m"
    recipe: Recipe
    hidden: tuple[int, ...] = (140, 100, 60, 20)  # Sec. 5.1
    univariate: tuple[int, ...] = (10, 10, 10)
    confirm: int = 0  # rows to confirm all pairs with by Definition 1

    title = property(lambda self: TITLES[self.architecture])


@dataclass(eq=False)
class Trained:
    """A network that `train` has trained, and what can be read from it."""

    case: Training
    fit: Fit
    confirmed: np.ndarray | None  # the share of every pair by Definition 1, (p, p)
    test: float  # see error_on_test
    names: list[str]  # of the features
    truths: tuple[Interaction, ...] | None  # None where nobody knows them
    seconds: float  # the processor's, without the confirmation

    least = property(lambda self: self.fit.best.valid)  # the least validation loss

    def reading(self, mean="minimum") -> Interpretation:
        """The ranking and the strengths of pairs by this averaging function."""
        return interpret(self.fit.network.weights(self.fit.theta), self.names, mean)

    @cached_property
    def strengths(self) -> np.ndarray:
        """The strength of every pair, (p, p)."""
        return self.reading().pairwise_strengths

    @property
    def detection(self) -> Detection:
        """What `detect` gave: the rows are drawn again, nothing is trained."""
        problem, seed, read = self.case.problem, self.case.seed, self.reading()
        table, _ = draw(problem, seed)
        parts, pairs = parts_of(problem, seed, table), read.pairwise_strengths
        return Detection(
            table, parts, self.fit, seed, read.mean, read.z, read.ranking, pairs
        )


def train_network(case) -> Trained:
    """Train the network of a Training, and confirm its pairs where that is asked."""
    table, truths = draw(case.problem, case.seed)
    sizes = {"hidden": case.hidden}
    if case.architecture == "mlp-m":
        sizes["univariate"] = case.univariate
    started, confirmed = time.process_time(), None
    found = detect(
        table,
        case.seed,
        case.architecture,
        recipe=case.recipe,
        fractions=case.problem.fractions,
        noise=case.problem.noise,
        sizes=sizes,
    )
    seconds = time.process_time() - started
    if case.confirm:
        confirmed = found.confirmed_pairwise_strengths(case.confirm)
    test, names = error_on_test(found), list(table.feature_names)
    return Trained(case, found.fit, confirmed, test, names, truths, seconds)


def grow_cutoff(case, recipe, most, trained) -> SimpleNamespace:
    """Add interactions to MLP-Cutoff until MLP-M's error (Sec. 5.3), at most `most`.

    trained is what `train_network` gave of the case; seconds are the processor's.
    """
    found, started = trained.detection, time.process_time()
    cutoff = found.cutoff(recipe, patience=3, most=most)
    chosen = cutoff.fits[cutoff.K]
    tests = [error_on_test(replace(found, fit=f)) for f in (cutoff.fits[0], chosen)]
    return SimpleNamespace(
        case=case,
        fit=chosen,
        candidates=cutoff.candidates[: len(cutoff.fits) - 1],  # in their order
        losses=cutoff.losses,  # on validation rows, for K = 0, 1, ...
        reference=cutoff.reference,  # MLP-M's
        ended=cutoff.ended,  # why no more were added
        K=cutoff.K,
        gains=list(cutoff.gains()),  # the K whose interaction lowered the error
        test=(*tests, trained.test),  # without interactions, with the top K, MLP-M
        names=trained.names,
        truths=trained.truths,
        seconds=time.process_time() - started,
    )


def error_on_test(found) -> float:
    """What Table 3 compares on test rows: RMSE of scaled y, or AUC of two classes."""
    X, y = found.split.test
    f = found.f(X).astype(float)
    return auc(f, y) if found.classifies else float(np.sqrt(np.mean((f - y) ** 2)))


def trained_networks(work, cases) -> list[Trained]:
    """The networks of the cases; with --tune each with the constant tuned for it."""
    if not work.tune:
        return work.each(train_network, [(case,) for case in cases])
    recipes = [
        replace(case.recipe, penalty_constant=c) for case in cases for c in CONSTANTS
    ]
    every = [case for case in cases for _ in CONSTANTS]
    tried = [(replace(case, recipe=recipe),) for case, recipe in zip(every, recipes)]
    done, n = work.each(train_network, tried), len(CONSTANTS)
    return [best(done[k : k + n]) for k in range(0, len(done), n)]


def best(networks) -> Trained:
    """The network of the least validation loss; the truth and test rows have no say."""
    return min(networks, key=lambda network: network.least)
