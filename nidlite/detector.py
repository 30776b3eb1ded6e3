"""Neural Interaction Detection in one call: train, interpret, cut off (Sec. 4)."""

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np

from .averaging import MEANS
from .backprop import predict
from .confirm import pairwise_importance, row_pairs, superset_importance
from .cutoff import Cutoff, grow
from .influence import aggregated_weights
from .interactions import Ranking, pairs_of, pruned
from .losses import LOSSES, sigmoid
from .metrics import auc
from .networks import ARCHITECTURES
from .printing import ranking_table
from .ranking import greedy_ranking, pairwise_ranking, pairwise_strengths
from .splits import Split, split
from .tables import InputError, Table, check_arrays
from .training import CUTOFF_RECIPE, RECIPES, Epoch, Fit, fit

SYNTHETIC_SPLIT = (1 / 3, 1 / 3, 1 / 3)  # Sec. 5.1
REAL_SPLIT = (0.8, 0.1, 0.1)
PURPOSES = ("sample", "split", "training", "cutoff", "confirm")


def stream(seed, purpose) -> np.random.Generator:
    """The random numbers for one purpose, whatever the other purposes draw."""
    children = np.random.default_rng(seed).spawn(len(PURPOSES))
    return children[PURPOSES.index(purpose)]


@dataclass(eq=False, repr=False)
class Detection:
    """A trained network and what its weights say about which features interact."""

    table: Table
    split: Split
    fit: Fit
    mean: str  # the averaging function's name
    seed: int

    @property
    def feature_names(self) -> tuple[str, ...]:
        """One name for each of the p features."""
        return self.table.feature_names

    @property
    def history(self) -> list[Epoch]:
        """One entry per epoch: training and validation loss, rate, seconds."""
        return self.fit.history

    @property
    def weights(self) -> list[np.ndarray]:
        """[W1, ..., w_y] of the net that sees all features, (p_l, p_{l-1}) each."""
        return self.fit.network.weights(self.fit.theta)

    @cached_property
    def z(self) -> np.ndarray:
        """The aggregated weights of the first hidden layer, (p_1,) (Sec. 3.2)."""
        return aggregated_weights(self.weights)

    @cached_property
    def ranking(self) -> Ranking:
        """Algorithm 1: interactions of any order, strongest first, not pruned."""
        return greedy_ranking(self.weights[0], self.z, self.mean)

    @cached_property
    def pairwise_strengths(self) -> np.ndarray:
        """(p, p), symmetric, zero diagonal (Sec. 4.4)."""
        return pairwise_strengths(self.weights[0], self.z, self.mean)

    @property
    def pairwise_ranking(self) -> Ranking:
        """All p (p - 1) / 2 pairs, strongest first."""
        return pairwise_ranking(self.pairwise_strengths)

    def f(self, X) -> np.ndarray:
        """The network's output on scaled X, (n, p) -> (n,): logits or scaled y."""
        return predict(self.fit.network, self.fit.theta, X)

    def predict(self, X) -> np.ndarray:
        """The network's answer for X, (n, p): y in its units, or P(second class)."""
        try:
            X = np.asarray(X, float)
        except (TypeError, ValueError) as error:
            raise InputError(f"predict wants rows of numbers: {error}") from None
        if X.ndim != 2 or X.shape[1] != len(self.feature_names):
            raise InputError(
                f"predict wants {len(self.feature_names)} columns "
                f"({', '.join(self.feature_names[:4])}, ...), got shape {X.shape}"
            )
        f = self.f(self.split.scale_X(X))
        return sigmoid(f) if self.classifies else self.split.unscale_y(f)

    @property
    def classifies(self) -> bool:
        """Whether the task is binary classification rather than regression."""
        return self.table.task == "classification"

    def test_score(self) -> tuple[str, float]:
        """How well the network does on rows it never saw: R2, or AUC for classes."""
        X, y = self.split.test
        f = self.f(X).astype(float)
        if self.classifies:
            return "AUC", auc(f, y)
        variance = float(np.var(y)) or np.nan  # of a few equal test rows it is 0
        return "R2", 1 - float(np.mean((f - y) ** 2)) / variance

    @property
    def error_name(self) -> str:
        """What error returns: "RMSE" of scaled y, or "cross-entropy"."""
        return "cross-entropy" if self.classifies else "RMSE (scaled)"

    def error(self, loss) -> float:
        """A loss as people quote it: the root of a mean squared error."""
        return float(loss if self.classifies else np.sqrt(loss))

    def cutoff(self, recipe=CUTOFF_RECIPE, **settings) -> Cutoff:
        """MLP-Cutoff along the ranking (Sec. 4.3); settings as in cutoff.grow."""
        loss = LOSSES[self.table.task]
        reference = self.fit.best.valid if self.fit.best else None
        settings = {"reference": reference, "recipe": recipe} | settings
        rng = stream(self.seed, "cutoff")
        return grow(self.split, loss, self.ranking, rng, **settings)

    def confirm(self, top=20, rows=1000, order=6) -> list[tuple]:
        """[(interaction, strength, share of variance), ...] by Definition 1.

        The top interactions of the pruned ranking, largest share first; the share is of
        the trained network's function on validation rows (see confirm.py). Those of
        more than `order` features are left out: they have 2^|I| corners each.
        """
        small = (entry for entry in pruned(self.ranking) if len(entry[0]) <= order)
        a, b, variance = self._row_pairs(rows)
        confirmed = [
            (i, strength, superset_importance(self.f, i, a, b) / variance)
            for i, strength in islice(small, top)
        ]
        return sorted(confirmed, key=lambda item: -item[2])

    def confirmed_pairwise_strengths(self, rows=1000) -> np.ndarray:
        """The share of variance of every pair by Definition 1, (p, p)."""
        a, b, variance = self._row_pairs(rows)
        return pairwise_importance(self.f, a, b) / variance

    def _row_pairs(self, rows):
        """Validation rows to compare, the same at every call, and the variance."""
        X, y = self.split.valid
        a, b = row_pairs(X, rows, stream(self.seed, "confirm"))
        # 0 for a few equal rows; scaled y then has 1, that of the training rows.
        return a, b, float(np.var(self.f(X) if self.classifies else y)) or 1.0

    @property
    def summary(self) -> str:
        """The data, how well the network predicts, and what to know about both."""
        measure, score = self.test_score()
        head = (
            f"{len(self.table.X)} rows, {len(self.feature_names)} features, "
            f"{self.table.task}; {measure} {score:.3f} on test rows"
        )
        notes = [*self.table.notes]
        if self.fit.stopped:
            notes.append(f"{self.fit.stopped}; the best epoch before that was kept")
        return "\n".join([head, *(f"note: {note}" for note in notes)])

    def tables(self, truths=None) -> str:
        """The pruned ranking and the pairs, marked where the truth is known."""
        names, head = self.feature_names, "rank   strength"
        ranking, pairs = list(islice(pruned(self.ranking), 10)), self.pairwise_ranking
        true_pairs = truths and pairs_of(truths)
        any_order = ranking_table(f"{head}  interaction", ranking, names, truths)
        return (
            f"{any_order}\n\n{ranking_table(f'{head}  pair', pairs, names, true_pairs)}"
        )

    def __str__(self):
        return f"{self.summary}\n\n{self.tables()}"

    __repr__ = __str__  # short in a notebook, unlike a dataclass's


def detect(
    table,
    seed=0,
    architecture="mlp-m",
    epochs=None,
    recipe=None,
    fractions=REAL_SPLIT,
    mean="minimum",
    on_epoch=None,
    keep=False,
) -> Detection:
    """Train a network on a checked table and read its interactions (Sec. 4).

    architecture is "mlp-m" (with univariate nets) or "mlp", mean the averaging function
    of Sec. 3.1; recipe is RECIPES[architecture], with its epochs, unless given;
    fractions are the training, validation and test parts. on_epoch(epoch) is called
    after every epoch; with keep, Ctrl-C ends the training with its best epoch. The same
    seed gives the same result.
    """
    for value, known, what in (
        (architecture, ARCHITECTURES, "architecture"),
        (mean, MEANS, "mean"),
    ):
        if value not in known:
            raise InputError(f"{what} is one of {', '.join(known)}; got {value!r}")
    recipe = recipe or RECIPES[architecture]
    if epochs is not None:
        recipe = replace(recipe, epochs=epochs)
    if not isinstance(recipe.epochs, int) or recipe.epochs < 1:
        raise InputError(f"epochs is a whole number from 1 on; got {recipe.epochs!r}")
    loss = LOSSES[table.task]
    network = ARCHITECTURES[architecture](table.X.shape[1])
    parts = split(
        table.X,
        table.y,
        stream(seed, "split"),
        fractions,
        classification=table.task == "classification",
    )
    rng = stream(seed, "training")
    result = fit(network, parts, loss, rng, recipe, on_epoch, keep)
    if not result.history:
        raise InputError(
            f"training failed: {result.stopped}; look for wild values in the data, or "
            "lower the recipe's rate"
        )
    # No data reaches the weights of a constant feature: they would be the start's.
    network.weights(result.theta)[0][:, parts.x_constant] = 0
    return Detection(table, parts, result, mean, seed)


def detect_interactions(
    X, y, seed=0, *, task=None, feature_names=None, **settings
) -> Detection:
    """Which features of X, (n, p), act jointly on y, (n,)? NID in one call (Sec. 4).

    task is "regression" or "classification" (two labels of any kind), by default what y
    looks like; architecture=, epochs= and the other settings are those of `detect`.
    Raises InputError, a ValueError, on input it cannot use.
    """
    return detect(check_arrays(X, y, feature_names, task), seed, **settings)
