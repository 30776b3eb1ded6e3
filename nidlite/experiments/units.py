"""The units of work that the paper's tables and figures are made of.

    Training    a network is trained on a problem, and read (Sec. 4)
    Growth      MLP-Cutoff grows along that network's ranking (Sec. 4.3)

A unit says all that determines it. Its arrays are kept, and everything else, such as
the six means or a ROC curve, is read from them.
"""

import json
import time
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..detector import Detection, detect, split_of
from ..interactions import maximal
from ..metrics import auc
from ..networks import ARCHITECTURES, Network, mlp_cutoff
from ..trained.interpretation import Interpretation, interpret
from ..training import CUTOFF_RECIPE, Epoch, Fit, Progress, Recipe
from .problems import Problem, draw

# For estimates: rows and features, where the problem does not say them.
SIZES = {"cal_housing": (20_640, 8), "bike_sharing": (17_379, 12)}
SIZES |= {"higgs": (22_889, 30), "letter": (20_000, 16), "large_p": (0, 1000)}
SIZES |= {"fhim": (0, 200), "shooter": (0, 200)}


@dataclass(frozen=True)
class Training:
    """One network on one problem; trial k has seed k."""

    problem: Problem
    seed: int
    architecture: str  # "mlp" or "mlp-m"
    recipe: Recipe
    hidden: tuple[int, ...] = (140, 100, 60, 20)  # Sec. 5.1
    univariate: tuple[int, ...] = (10, 10, 10)
    confirm: int = 0  # rows to confirm all pairs with by Definition 1

    needs = None  # no other unit must be done before

    @property
    def title(self) -> str:
        """The architecture's name as the paper prints it."""
        return self.architecture.upper()

    @property
    def sizes(self) -> dict:
        """The layer sizes by the names that networks.mlp and mlp_m give them."""
        sizes = {"hidden": self.hidden, "univariate": self.univariate}
        return sizes if self.architecture == "mlp-m" else {"hidden": self.hidden}

    def work(self, needed=None) -> dict[str, np.ndarray]:
        """Train, and keep what everything else can be read from."""
        (table, truths), clock = draw(self.problem, self.seed), _Clock()
        settings = {"fractions": self.problem.fractions, "noise": self.problem.noise}
        settings |= {"sizes": self.sizes, "progress": clock}
        started = time.perf_counter()
        found = detect(
            table, self.seed, self.architecture, recipe=self.recipe, **settings
        )
        read = time.perf_counter()
        confirmed = np.empty((0, 0))
        if self.confirm:
            confirmed = found.confirmed_pairwise_strengths(self.confirm)
        done = time.perf_counter()
        epochs = [(e.epoch, e.train, e.valid, e.rate, e.seconds) for e in found.history]
        return {
            "theta": found.fit.theta,
            "history": np.array(epochs),
            "confirmed": confirmed,
            "test": np.array(error_on_test(found)),
            "outputs": np.array(table.outputs),
            "p": np.array(table.X.shape[1]),
            "names": np.array(table.feature_names),
            "truths": as_text(truths),
            # of training, reading and confirming
            "seconds": np.diff([started, clock.trained, read, done]),
        }

    @property
    def estimate(self) -> float:
        """About how many seconds it takes: exact only in proportion."""
        rows, p = SIZES.get(self.problem.name, (0, 10))
        rows, p = self.problem.rows or rows, self.problem.features or p
        widths = (p, *self.hidden, 1)
        size = sum(a * b for a, b in zip(widths, widths[1:]))
        # measured on the suite and at p = 1000: a step of 100 rows, milliseconds
        step = 0.27 + 1.2e-5 * size + (0.12 + 0.006 * p) * (self.architecture == "mlp-m")
        batches = rows * self.problem.fractions[0] * 1.3 / self.recipe.batch
        return 1e-3 * step * batches * self.recipe.epochs


class _Clock(Progress):
    """Notes when the last epoch was over: from there on the weights are read."""

    def epoch(self, epoch):
        self.trained = time.perf_counter()


@dataclass(frozen=True)
class Growth:
    """MLP-Cutoff along the ranking of a training, by the rule of Sec. 5.3."""

    needs: Training
    recipe: Recipe = CUTOFF_RECIPE
    patience: int = 3
    most: int = 25

    problem = property(lambda self: self.needs.problem)
    seed = property(lambda self: self.needs.seed)

    def work(self, needed) -> dict[str, np.ndarray]:
        """Grow it; the errors on test rows are of no, of the top K, and of MLP-M."""
        found, started = needed.detection, time.perf_counter()
        cutoff = found.cutoff(self.recipe, patience=self.patience, most=self.most)
        chosen = cutoff.fits[cutoff.K]
        tests = [error_on_test(replace(found, fit=f)) for f in (cutoff.fits[0], chosen)]
        same = {k: needed.arrays[k] for k in ("outputs", "p", "names", "truths")}
        return same | {
            "theta": chosen.theta,
            "candidates": as_text(cutoff.candidates[: len(cutoff.fits) - 1]),
            "losses": np.array(cutoff.losses),
            "reference": np.array(cutoff.reference),
            "ended": np.array(cutoff.ended),
            "K": np.array(cutoff.K),
            "gains": np.array(cutoff.gains(), int),
            "test": np.array([*tests, needed.arrays["test"]]),
            "seconds": np.array([time.perf_counter() - started]),
        }

    @property
    def estimate(self) -> float:
        """About how many seconds it takes: nobody knows K before."""
        return 25 * replace(self.needs, recipe=self.recipe).estimate


@dataclass(eq=False)
class Result:
    """A unit that is done: its arrays, and what can be read from them."""

    unit: Training | Growth
    arrays: dict[str, np.ndarray]

    @property
    def seconds(self) -> float:
        """How long the work took, wherever it was done."""
        return float(self.arrays["seconds"].sum())

    @property
    def truths(self) -> list[tuple[int, ...]] | None:
        """The true interactions, None where nobody knows them."""
        return as_interactions(self.arrays["truths"])

    @property
    def names(self) -> list[str]:
        """The features' names."""
        return self.arrays["names"].tolist()

    @property
    def candidates(self) -> list[tuple[int, ...]]:
        """Of a growth: the interactions in the order in which they were added."""
        return as_interactions(self.arrays["candidates"])

    @property
    def network(self) -> Network:
        """The network that theta belongs to: the chosen MLP-Cutoff of a growth."""
        p, outputs = int(self.arrays["p"]), int(self.arrays["outputs"])
        if isinstance(self.unit, Growth):
            chosen = maximal(self.candidates[: int(self.arrays["K"])])
            return mlp_cutoff(p, chosen, outputs=outputs)
        of = ARCHITECTURES[self.unit.architecture]
        return of(p, outputs=outputs, **self.unit.sizes)

    def reading(self, mean="minimum") -> Interpretation:
        """Rankings and strengths by an averaging function (Sec. 3), of a training."""
        weights = self.network.weights(self.arrays["theta"])
        return interpret(weights, self.names, mean)

    @cached_property
    def strengths(self) -> np.ndarray:
        """Pairwise strengths (p, p): a training's by the minimum, a baseline's own."""
        own = self.arrays.get("strengths")
        return self.reading().pairwise_strengths if own is None else own

    @cached_property
    def detection(self) -> Detection:
        """The training as `detect` gave it, with its data: drawn again, not trained."""
        unit, own = self.unit, self.reading()
        table, _ = draw(unit.problem, unit.seed)
        parts = split_of(table, unit.seed, unit.problem.fractions, unit.problem.noise)
        history = [Epoch(int(e[0]), *e[1:]) for e in self.arrays["history"].tolist()]
        fit = Fit(self.network, self.arrays["theta"], unit.recipe, history)
        read = own.z, own.ranking, own.pairwise_strengths
        return Detection(table, parts, fit, unit.seed, own.mean, *read)


def error_on_test(found) -> float:
    """What Table 3 compares on test rows: RMSE of scaled y, or AUC of two classes."""
    X, y = found.split.test
    f = found.f(X).astype(float)
    return auc(f, y) if found.classifies else float(np.sqrt(np.mean((f - y) ** 2)))


def as_text(interactions) -> np.ndarray:
    """Interactions, or None, as JSON in an array of one string."""
    return np.array(json.dumps(None if interactions is None else list(interactions)))


def as_interactions(array) -> list[tuple[int, ...]] | None:
    """What as_text was given."""
    interactions = json.loads(str(array))
    return None if interactions is None else [tuple(i) for i in interactions]
