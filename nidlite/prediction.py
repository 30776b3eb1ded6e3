"""What a trained network predicts, and how well: before one asks it for interactions.

A network that predicts an outcome badly cannot explain it.

>>> from nidlite import detect_interactions
>>> X = np.random.default_rng(0).uniform(-1, 1, size=(300, 2))
>>> found = detect_interactions(X, X[:, 0] * X[:, 1], seed=0, epochs=20)
>>> found.predict(X[:2]).shape, found.test_score()[0]
((2,), 'R2')
"""

from dataclasses import dataclass

import numpy as np

from .errors import InputError, check_number, escaped, show, suggest
from .fast.backprop import predict
from .losses import constant, sigmoid, softmax
from .metrics import auc, r_squared
from .parts import Part, some_of
from .ranking import Rankings
from .splits import Split
from .training import Epoch, Fit


@dataclass(eq=False, repr=False)
class Predictor:
    """A network that was trained on a table, and what it predicts."""

    table: object  # a tables.table.Table: q features
    split: Split
    fit: Fit

    @property
    def feature_names(self) -> tuple[str, ...]:
        """One name for each of the q features."""
        return self.table.feature_names

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The columns of the network's X that each feature has: a category several."""
        return self.table.columns

    @property
    def history(self) -> list[Epoch]:
        """One entry per epoch: training and validation loss, rate, seconds."""
        return self.fit.history

    @property
    def weights(self) -> list[np.ndarray]:
        """[W1, ..., w_y] of the net that sees all features, copies (p_l, p_{l-1})."""
        return [W.copy() for W in self.fit.network.weights(self.fit.theta)]

    @property
    def classifies(self) -> bool:
        """Whether the task is classification rather than regression."""
        return self.table.task == "classification"

    @property
    def guess(self) -> float | np.ndarray:
        """The one output, a number or (c,), that has the least loss in training."""
        train, table = self.split.train, self.table
        return constant(table.loss, train.y, train.weights(), table.outputs)

    def places(self, features) -> list:
        """One or several features, numbers or names, as numbers. Raises InputError."""
        names = self.feature_names
        if isinstance(features, str) or not np.iterable(features):
            features = [features]
        for one in features:
            if isinstance(one, str) and one not in names:
                raise InputError(f"no feature {show(one)}; {suggest(one, names)}")
        return [names.index(one) if one in names else one for one in features]

    def random_rows(self, rows) -> tuple:
        """X and weights of at most `rows` random rows: each 7th might be a Monday."""
        check_number("rows", rows, 1, whole=True)
        table, rng = self.table, np.random.default_rng(0)
        every = Part(table.X, table.y, table.sample_weight)
        some = some_of(every, rng.permutation(len(table.X))[:rows])
        return some.X, some.weights()

    def f(self, X) -> np.ndarray:
        """The output for scaled X, (n, p): scaled y, or logits, (n,) or (n, c)."""
        return predict(self.fit.network, self.fit.theta, X)

    def predict(self, X) -> np.ndarray:
        """The network's answer for rows X, (n, q), as they were given for training.

        (n,) of y in its units or the probability of the second of two classes, (n, c)
        of more. A level that training did not have counts as none. Raises InputError.
        """
        return self.of_encoded(self.table.encode(X))

    def of_encoded(self, X) -> np.ndarray:
        """What predict gives for rows of the table's own columns, (n, p)."""
        f = self.f(self.split.scale_X(X))
        if not self.classifies:
            return self.split.unscale_y(f)
        return sigmoid(f) if f.ndim == 1 else softmax(f)

    def test_score(self) -> tuple[str, float]:
        """R2, AUC or, of many classes, accuracy on the test rows; NaN without rows."""
        (X, y), w = self.split.test, self.split.test.weights()
        f = self.f(X).astype(float)
        if not self.classifies:
            return "R2", r_squared(f, y.astype(float), w)
        if self.table.outputs == 1:
            return "AUC", auc(f, y, w) if len(y) else np.nan
        right = f.argmax(axis=1) == y
        return "accuracy", float(np.average(right, weights=w)) if len(y) else np.nan

    def error(self, loss) -> float:
        """A loss as people quote it: the root of a mean squared error."""
        return float(loss if self.classifies else np.sqrt(loss))

    @property
    def summary(self) -> str:
        """The data, how well the network predicts, and what to know about both."""
        table, (measure, score) = self.table, self.test_score()
        head = f"{len(table.X)} rows, {len(table.feature_names)} features, {table.task}"
        if table.outputs > 1:
            head += f" of {table.outputs} classes"
        if not np.isnan(score):  # as it is without rows, or of a y that is one value
            head += f"; {measure} {score:.3f} on {len(self.split.test[1])} test rows"
        notes, n = [*table.notes], len(table.y)
        parts = self.split.train, self.split.valid, self.split.test
        if copies := n - sum(len(y) for _, y in parts):
            once = "each row is used once, and counts as often as it occurs"
            notes.append(f"copies of other rows: {copies} of {n}; {once}")
        if self.classifies and table.outputs == 1 and table.classes != (0, 1):
            zero, one = table.classes
            notes.insert(0, f"class 1 is {one}, class 0 is {zero}")
        if self.fit.stopped:
            notes.append(f"{self.fit.stopped}; the best epoch before that was kept")
        return "\n".join(map(escaped, [head, *(f"note: {note}" for note in notes)]))


@dataclass(eq=False, repr=False)
class Reading(Predictor, Rankings):
    """A trained network, and what its weights say about which features interact."""

    seed: int
