"""The problems by name, and the functions whose results are kept, without the rows."""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from ..baselines.methods import compare
from ..datasets import load
from ..datasets.simulations import fhim_data, large_p_data, shooter_data
from ..detector import REAL_SPLIT, SYNTHETIC_SPLIT, read_weights
from ..metrics import auc
from ..notebook.detection import Detection, detect_table
from ..recipes import Recipe
from ..splits import split_of, stream
from ..synthetic import SUITE
from ..tables.arrays import check_arrays
from ..trained.models import interpret
from ..training import Fit

REAL = {"cal_housing": "cal housing", "bike_sharing": "bike sharing"}  # as printed
REAL |= {"higgs": "higgs boson", "letter": "letter"}
CLASSES = ("higgs", "letter")  # of two classes: AUC and cross-entropy
SIMULATIONS = {"large_p": large_p_data, "fhim": fhim_data, "shooter": shooter_data}
real_table = lru_cache(maxsize=4)(load)
CONSTANTS = (5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4)  # of L1 (Sec. 5.1)
TITLES = {"mlp": "MLP", "mlp-m": "MLP-M"}  # as the paper prints them


def draw(name, seed, rows):
    """The problem's table, its truths or None, and its parts' shares (Sec. 5.1)."""
    if name in REAL:  # the first rows
        table = real_table(name)
        return replace(table, X=table.X[:rows], y=table.y[:rows]), None, REAL_SPLIT
    rng = stream(seed, "sample")
    if name in SUITE:
        f = SUITE[name]
        return check_arrays(*f.sample(rows, rng)), f.interactions, SYNTHETIC_SPLIT
    data = SIMULATIONS[name](rng, n=rows)  # of App. F and H the shares are our choice
    return check_arrays(data.X, data.y), data.interactions, REAL_SPLIT


class Training(NamedTuple):
    """All that determines one network on one problem; trial k has seed k."""

    name: str  # the problem's
    seed: int
    rows: int
    architecture: str  # "mlp" or "mlp-m"
    recipe: Recipe
    noise: float = 0.0  # deviation, on scaled features and outcome (Sec. 5.3)
    hidden: tuple[int, ...] = (140, 100, 60, 20)  # Sec. 5.1
    univariate: tuple[int, ...] = (10, 10, 10)

    title = property(lambda self: TITLES[self.architecture])
    data = property(lambda self: REAL.get(self.name, self.name))  # as printed


@dataclass(eq=False)
class Trained:
    """A network that `train_network` has trained, and what can be read from it."""

    case: Training
    fit: Fit
    names: list[str]  # of the features
    truths: tuple | None  # None where nobody knows them

    least = property(lambda self: self.fit.best.valid)  # the least validation loss
    strengths = cached_property(lambda self: self.reading().pairwise_strengths)
    ranking = property(lambda self: self.reading().ranking)  # as a baseline's

    def reading(self, mean="minimum"):
        """The ranking and the pairs' strengths, (p, p), by this averaging function."""
        return interpret(self.fit.network.weights(self.fit.theta), self.names, mean)

    @property
    def detection(self) -> Detection:
        """What `detect_table` gave: the rows are drawn again, nothing is trained."""
        table, parts, _ = rows_of(self.case)
        read = read_weights(table, parts, self.fit, self.case.seed, "minimum")
        return Detection(**vars(read))


def rows_of(case):
    """The table, its parts as `detect_table` splits them, and the true interactions."""
    table, truths, fractions = draw(case.name, case.seed, case.rows)
    return table, split_of(table, case.seed, fractions, case.noise), truths


def train_network(case) -> Trained:
    """Train the network of a Training."""
    table, truths, fractions = draw(case.name, case.seed, case.rows)
    settings = {"recipe": case.recipe, "fractions": fractions}
    settings |= {"noise": case.noise, "sizes": {"hidden": case.hidden}}
    if case.architecture == "mlp-m":
        settings["sizes"]["univariate"] = case.univariate
    found = detect_table(table, case.seed, case.architecture, **settings)
    return Trained(case, found.fit, list(table.feature_names), truths)


def trained_networks(work, cases, constants=()) -> list[Trained]:
    """The networks; of several L1 constants each has that of least validation loss."""
    done = []
    for change in [{"penalty_constant": k} for k in constants] or [{}]:
        tried = [(c._replace(recipe=replace(c.recipe, **change)),) for c in cases]
        done.append(work.each(train_network, tried))
    return [min(networks, key=lambda one: one.least) for networks in zip(*done)]


def grow_cutoff(case, recipe, most, trained) -> SimpleNamespace:
    """Add interactions to MLP-Cutoff until MLP-M's error (Sec. 5.3), at most `most`."""
    found = trained.detection
    cutoff = found.cutoff(recipe, patience=3, most=most)
    chosen = cutoff.fits[cutoff.K]
    compared = cutoff.fits[0], chosen, found.fit  # none, the top K, MLP-M
    return SimpleNamespace(
        case=case,
        fit=chosen,
        candidates=cutoff.candidates[: len(cutoff.fits) - 1],  # in their order
        losses=cutoff.losses,  # on validation rows, for K = 0, 1, ...
        reference=cutoff.reference,  # MLP-M's
        K=cutoff.K,
        gains=cutoff.gains(),  # the K whose interaction lowered the error
        test=[error_on_test(replace(found, fit=fit)) for fit in compared],
        truths=trained.truths,
    )


def error_on_test(found) -> float:
    """What Table 3 compares on test rows: RMSE of scaled y, or AUC of two classes."""
    X, y = found.split.test
    f = found.f(X).astype(float)
    return auc(f, y) if found.classifies else float(np.sqrt(np.mean((f - y) ** 2)))


def asked_pairs(case, reading, trained) -> SimpleNamespace:
    """Every pair by Definition 1, "confirmed", or by another network too, "agreed"."""
    strengths = getattr(trained.detection, f"{reading}_pairwise_strengths")()
    return SimpleNamespace(case=case, strengths=strengths, truths=trained.truths)


def baseline(case, method, settings) -> SimpleNamespace:
    """Run a baseline on a training's rows, validation too: it holds out its own."""
    table, parts, truths = rows_of(case)
    X, y = map(np.concatenate, zip(parts.train, parts.valid))
    rng, classes = stream(case.seed, "baseline"), table.task == "classification"
    found = compare(method, X, y, rng, classes, **settings)
    read = {"strengths": found.strengths, "ranking": list(found.ranking)}
    return SimpleNamespace(case=case, truths=truths, **read)
