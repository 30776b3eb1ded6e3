"""The data by name, seed and rows, and the plain functions whose results are kept.

`train_network` gives what everything else can be read from, such as the six means or a
ROC curve. The rows are not kept: they are drawn again where they are needed.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from ..baselines.methods import METHODS, compare, ranked
from ..datasets import load
from ..datasets.catalogue import DATASETS
from ..datasets.random_functions import additive_function, random_function
from ..datasets.simulations import fhim_data, large_p_data, shooter_data
from ..detector import REAL_SPLIT, SYNTHETIC_SPLIT
from ..metrics import auc
from ..notebook.detection import Detection, detect_table
from ..recipes import Recipe
from ..splits import split_of, stream
from ..synthetic import SUITE, SyntheticFunction
from ..tables.arrays import check_arrays
from ..trained.models import interpret
from ..training import Fit

CONSTANTS = (5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4)  # of L1, for --tune (Sec. 5.1)
TITLES = {"mlp": "MLP", "mlp-m": "MLP-M"}  # as the paper prints them
DRAW = 2018  # random3 is random_function(default_rng([DRAW, 3])), additive3 the like
RANDOM = {"random": random_function, "additive": additive_function}
SIMULATIONS = {"large_p": large_p_data, "fhim": fhim_data, "shooter": shooter_data}
_load = lru_cache(maxsize=4)(load)


def function(name) -> SyntheticFunction | None:
    """F1 to F10; "random3" or "additive3" is the fourth random function of its kind."""
    kind = name.rstrip("0123456789")
    if kind in RANDOM:
        return RANDOM[kind](np.random.default_rng([DRAW, int(name[len(kind) :])]))
    return SUITE.get(name)


def fractions(name) -> tuple[float, float, float]:
    """Training, validation and test part (Sec. 5.1); of App. F and H our choice."""
    return SYNTHETIC_SPLIT if function(name) else REAL_SPLIT


def real_rows(name, most) -> int:
    """The rows of a real data set that is here, at most so many, 0 for all."""
    rows = len(_load(name).y)
    return min(rows, most or rows)


def draw(name, seed, rows, outcome_noise=0.0):
    """The problem's table for this seed, and its true interactions, None if unknown.

    F5 gives the rows that `nidlite detect F5 --seed SEED` has. Real data always are the
    same first rows: their split depends on the seed. outcome_noise is on the outcome of
    a function, in its deviations.
    """
    if name in DATASETS:
        table = _load(name)
        return replace(table, X=table.X[:rows], y=table.y[:rows]), None
    rng = stream(seed, "sample")
    if f := function(name):
        X, y = f.sample(rows, rng)
        if outcome_noise:
            y = y + outcome_noise * y.std() * rng.normal(size=len(y))
        return check_arrays(X, y), f.interactions
    data = SIMULATIONS[name](rng, n=rows)
    return check_arrays(data.X, data.y), data.interactions


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
    confirm: int = 0  # rows to confirm all pairs with by Definition 1

    title = property(lambda self: TITLES[self.architecture])


class Rival(NamedTuple):
    """A baseline on one problem; trial k has the rows of the trainings of seed k."""

    name: str  # the problem's
    seed: int
    rows: int
    method: str  # its name in baselines.methods
    settings: tuple[tuple[str, object], ...] = ()  # of its function, sorted
    noise: float = 0.0

    @property
    def title(self) -> str:
        """As the paper prints it; "validated" where settings are chosen."""
        validated = "shrinkage" in dict(self.settings)
        return METHODS[self.method].title + " validated" * validated


@dataclass(eq=False)
class Trained:
    """A network that `train_network` has trained, and what can be read from it."""

    case: Training
    fit: Fit
    confirmed: np.ndarray | None  # the share of every pair by Definition 1, (p, p)
    test: float  # see error_on_test
    names: list[str]  # of the features
    truths: tuple | None  # None where nobody knows them

    least = property(lambda self: self.fit.best.valid)  # the least validation loss
    strengths = property(lambda self: self.reading().pairwise_strengths)  # (p, p)

    def reading(self, mean="minimum"):
        """The ranking and the strengths of pairs by this averaging function."""
        return interpret(self.fit.network.weights(self.fit.theta), self.names, mean)

    @property
    def detection(self) -> Detection:
        """What `detect_table` gave: the rows are drawn again, nothing is trained."""
        case, read = self.case, self.reading()
        table, _ = draw(case.name, case.seed, case.rows)
        parts, pairs = parts_of(case, table), read.pairwise_strengths
        return Detection(
            table, parts, self.fit, case.seed, read.mean, read.z, read.ranking, pairs
        )


def parts_of(case, table):
    """The training, validation and test rows, as `detect_table` splits them."""
    return split_of(table, case.seed, fractions(case.name), case.noise)


def train_network(case) -> Trained:
    """Train the network of a Training, and confirm its pairs where that is asked."""
    table, truths = draw(case.name, case.seed, case.rows)
    sizes = {"hidden": case.hidden}
    if case.architecture == "mlp-m":
        sizes["univariate"] = case.univariate
    settings = {"recipe": case.recipe, "fractions": fractions(case.name)}
    settings |= {"noise": case.noise, "sizes": sizes}
    found = detect_table(table, case.seed, case.architecture, **settings)
    confirmed = None
    if case.confirm:
        confirmed = found.confirmed_pairwise_strengths(case.confirm)
    test, names = error_on_test(found), list(table.feature_names)
    return Trained(case, found.fit, confirmed, test, names, truths)


def trained_networks(work, cases, constants=()) -> list[Trained]:
    """The networks of the cases, each with the best of the L1 constants, if given.

    The best has the least validation loss; the truth and test rows have no say. With
    --tune these are CONSTANTS.
    """
    if constants := constants or CONSTANTS * work.tune:
        cases = [
            case._replace(recipe=replace(case.recipe, penalty_constant=constant))
            for case in cases
            for constant in constants
        ]
    done, n = work.each(train_network, [(case,) for case in cases]), len(constants) or 1
    tried = [done[k : k + n] for k in range(0, len(done), n)]
    return [min(networks, key=lambda one: one.least) for networks in tried]


def grow_cutoff(case, recipe, most, trained) -> SimpleNamespace:
    """Add interactions to MLP-Cutoff until MLP-M's error (Sec. 5.3), at most `most`.

    trained is what `train_network` gave of the case.
    """
    found = trained.detection
    cutoff = found.cutoff(recipe, patience=3, most=most)
    chosen = cutoff.fits[cutoff.K]
    tests = [error_on_test(replace(found, fit=f)) for f in (cutoff.fits[0], chosen)]
    return SimpleNamespace(
        case=case,
        fit=chosen,
        candidates=cutoff.candidates[: len(cutoff.fits) - 1],  # in their order
        losses=cutoff.losses,  # on validation rows, for K = 0, 1, ...
        reference=cutoff.reference,  # MLP-M's
        K=cutoff.K,
        gains=list(cutoff.gains()),  # the K whose interaction lowered the error
        test=(*tests, trained.test),  # without interactions, with the top K, MLP-M
        truths=trained.truths,
    )


def error_on_test(found) -> float:
    """What Table 3 compares on test rows: RMSE of scaled y, or AUC of two classes."""
    X, y = found.split.test
    f = found.f(X).astype(float)
    return auc(f, y) if found.classifies else float(np.sqrt(np.mean((f - y) ** 2)))


def agreed_pairs(case, trained) -> SimpleNamespace:
    """Every pair by a training's network and another one, of rows that it never saw."""
    strengths = trained.detection.agreed_pairwise_strengths()
    return SimpleNamespace(case=case, strengths=strengths, truths=trained.truths)


def agreed_answer(name, seed, rows, outcome_noise, recipe) -> SimpleNamespace:
    """The interactions of any order that two networks on the problem agree on."""
    table, truths = draw(name, seed, rows, outcome_noise)
    found = detect_table(table, seed, recipe=recipe, fractions=fractions(name))
    claimed = [one.interaction for one in found.agreed()]
    return SimpleNamespace(claimed=claimed, truths=truths)


def baseline(case) -> SimpleNamespace:
    """Run a Rival on the training and the validation rows: it holds out its own."""
    table, truths = draw(case.name, case.seed, case.rows)
    parts = parts_of(case, table)
    X, y = map(np.concatenate, zip(parts.train, parts.valid))
    rng, classes = stream(case.seed, "baseline"), table.task == "classification"
    found = compare(case.method, X, y, rng, classes, **dict(case.settings))
    read = {"strengths": found.strengths, "ranking": list(ranked(found))}
    return SimpleNamespace(case=case, truths=truths, **read)
