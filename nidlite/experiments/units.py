"""The units of work that the paper's tables and figures are made of.

    Training    a network is trained on a problem, and read (Sec. 4)
    Growth      MLP-Cutoff grows along that network's ranking (Sec. 4.3)

A unit says all that determines it. Its arrays are kept, and everything else, such as
the six means or a ROC curve, is read from them.
"""

import json
import time
from dataclasses import dataclass, replace

import numpy as np

from ..metrics import auc
from ..notebook.detection import detect_table as detect
from ..recipes import CUTOFF_RECIPE, Recipe
from ..training import Progress
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
    title = property(lambda self: self.architecture.upper())  # as the paper prints it

    @property
    def sizes(self) -> dict:
        sizes = {"hidden": self.hidden, "univariate": self.univariate}
        return sizes if self.architecture == "mlp-m" else {"hidden": self.hidden}

    def work(self, needed=None) -> dict[str, np.ndarray]:
        """Train, and keep what everything else can be read from."""
        (table, truths), clock = draw(self.problem, self.seed), _Clock()
        settings = {"fractions": self.problem.fractions, "noise": self.problem.noise}
        settings |= {"sizes": self.sizes, "progress": clock}
        started = time.process_time()
        found = detect(
            table, self.seed, self.architecture, recipe=self.recipe, **settings
        )
        read = time.process_time()
        confirmed = np.empty((0, 0))
        if self.confirm:
            confirmed = found.confirmed_pairwise_strengths(self.confirm)
        done = time.process_time()
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
            # of the processor: training, reading and confirming
            "seconds": np.diff([started, clock.trained, read, done]),
        }

    @property
    def estimate(self) -> float:
        """About how many seconds it takes: exact only in proportion."""
        rows, p = SIZES.get(self.problem.name, (0, 10))
        rows, p = self.problem.rows or rows, self.problem.features or p
        widths = (p, *self.hidden, 1)
        size = sum(a * b for a, b in zip(widths, widths[1:]))
        # measured on the suite and at p = 1000: milliseconds for 100 rows, and a step's
        each = 1.2e-5 * size + (0.12 + 0.006 * p) * (self.architecture == "mlp-m")
        step = 0.27 + each * self.recipe.batch / 100
        batches = rows * self.problem.fractions[0] * 1.3 / self.recipe.batch
        return 1e-3 * step * batches * self.recipe.epochs


class _Clock(Progress):
    """Notes when the last epoch was over: from there on the weights are read."""

    def epoch(self, epoch):
        self.trained = time.process_time()


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
        found, started = needed.detection, time.process_time()
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
            "seconds": np.array([time.process_time() - started]),
        }

    @property
    def estimate(self) -> float:
        """About how many seconds it takes: nobody knows K before."""
        return 25 * replace(self.needs, recipe=self.recipe).estimate


def error_on_test(found) -> float:
    """What Table 3 compares on test rows: RMSE of scaled y, or AUC of two classes."""
    X, y = found.split.test
    f = found.f(X).astype(float)
    return auc(f, y) if found.classifies else float(np.sqrt(np.mean((f - y) ** 2)))


def as_text(interactions) -> np.ndarray:
    """Interactions, or None, as JSON in an array of one string."""
    return np.array(json.dumps(None if interactions is None else list(interactions)))
