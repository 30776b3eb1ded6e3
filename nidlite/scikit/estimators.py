"""NIDRegressor and NIDClassifier: NID as estimators of scikit-learn.

>>> X = np.random.default_rng(0).uniform(-1, 1, size=(600, 3))
>>> NIDRegressor(epochs=9, random_state=0).fit(X, X[:, 0] * X[:, 1]).ranking_[0][0]
(0, 1)
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..errors import InputError, check_number
from ..notebook.detection import detect_table
from ..recipes import RECIPE
from ..splits import LEAST_OTHER, LEAST_TRAIN
from ..tables.arrays import check_arrays
from ..tables.columns import as_array
from ..tables.missing import without_value
from ..tables.targets import TASKS, row_weights

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
    from sklearn.utils import column_or_1d
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError as missing:
    line = f"NIDRegressor and NIDClassifier need scikit-learn 1.6 or newer ({missing})"
    remedy = "pip install scikit-learn, or use nidlite.detect_interactions(X, y)"
    raise InputError(f"{line}; {remedy}") from None


@dataclass(eq=False, repr=False, kw_only=True)
class NIDEstimator(BaseEstimator):
    """What NIDRegressor and NIDClassifier share; not for use by itself."""

    architecture: str = "mlp-m"
    epochs: int = RECIPE.epochs
    batch: int = RECIPE.batch
    rate: float = RECIPE.rate
    penalty_constant: float = RECIPE.penalty_constant
    mean: str = "minimum"
    validation_fraction: float = 0.1
    random_state: object = None

    def fit(self, X, y, sample_weight: object = None, groups: object = None):
        """Train on X (n, q), y (n,), weights and groups (n,): self. InputError."""
        validate_data(self, X, y, skip_check_array=True)  # names, and is there a y?
        if getattr(y, "shape", ())[1:] == (1,):
            y = column_or_1d(y, warn=True)
        table = self._table(X, y, sample_weight, groups)
        n = len(table.X if table.groups is None else np.unique(table.groups))
        valid, most = self.validation_fraction, max(0.5, round(1 - LEAST_TRAIN / n, 4))
        check_number("validation_fraction", valid, 0, most, above=True)
        valid = max(valid, min(LEAST_OTHER / n, 0.5))  # of few rows
        names = "epochs", "batch", "rate", "penalty_constant"
        recipe = replace(RECIPE, **{name: getattr(self, name) for name in names})
        settings = {"recipe": recipe, "fractions": (1 - valid, valid, 0)}
        settings |= {"architecture": self.architecture, "mean": self.mean}
        found = detect_table(table, self._seed(), **settings)
        vars(self).pop("interactions_", None)  # of an earlier fit
        self.detection_, self.history_ = found, found.history
        self.ranking_ = found.ranking  # of any order, not pruned
        self.pairwise_strengths_ = found.pairwise_strengths  # (q, q), Sec. 4.4
        if table.classes:
            self.classes_ = np.array(table.classes, np.asarray(y).dtype)
        return self

    def __dir__(self):
        """All but interactions_, until it is known: sklearn's dir() would train."""
        return {*object.__dir__(self)} - ({"interactions_"} - {*vars(self)})

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def _table(self, X, y, w, groups):
        counted = np.asarray(y)  # a row of weight 0 does not count
        counted = counted if w is None else counted[row_weights(w, len(counted)) > 0]
        if without_value(as_array("y", counted)).any():
            raise InputError("y contains NaN, None or 'NA'; leave out or rename those")
        task = TASKS[isinstance(self, ClassifierMixin)]
        table = check_arrays(X, y, task=task, sample_weight=w, groups=groups)
        if table.classes:  # they are the values of y, as these were given
            check_classification_targets(y)
            classes, codes = np.unique(counted, return_inverse=True)
            codes = codes.ravel().astype(np.float64)
            table = replace(table, y=codes, classes=tuple(classes.tolist()))
        return table

    def _seed(self):
        """random_state, or a seed drawn from a Generator, RandomState or system."""
        state = self.random_state
        state = np.random.default_rng() if state is None else state
        if draw := getattr(state, "integers", getattr(state, "randint", None)):
            return int(draw(2**31 - 1))
        check_number("random_state", state, whole=True)
        return state

    def predict(self, X) -> np.ndarray:
        """y (n,), in its units, for the rows of X (n, q)."""
        check_is_fitted(self)
        if len(getattr(X, "shape", (0, 0))) == 2:
            validate_data(self, X, reset=False, skip_check_array=True)
        found = self.detection_
        # In float32 a row's last digits depend on the rows it is predicted with.
        fit = replace(found.fit, theta=found.fit.theta.astype(np.float64))
        return replace(found, fit=fit).predict(X)

    @cached_property
    def interactions_(self) -> list[tuple]:
        """Those that two networks agree on: names, or numbers from 0."""
        check_is_fitted(self)
        named = hasattr(self, "feature_names_in_")
        return [a.names if named else a.interaction for a in self.detection_.agreed()]


class NIDRegressor(RegressorMixin, NIDEstimator):
    """Neural Interaction Detection for a numeric target, as in scikit-learn.

    X (n, q) is an array of numbers or a pandas or polars frame, y (n,). A text column
    is one-hot encoded and counts as one feature; values of X may be missing. fit uses
    all its rows for training and validation: score on other rows. A row of weight 3
    counts as three copies in one part and one batch. fit's groups keep rows that belong
    together, such as those of one person, in one part.

        found = NIDRegressor(random_state=0).fit(X, y)
        found.interactions_        [(0, 1), (2, 3, 4)], from 0, or a frame's names
        found.ranking_             [(interaction, strength), ...], not pruned
        found.pairwise_strengths_  (q, q)
        found.history_             one entry per epoch
        found.detection_           the Detection: print it, or ask it for its .cutoff()

    architecture is "mlp-m" or "mlp"; epochs, batch, rate and penalty_constant are those
    of recipes.Recipe. mean is the averaging function of Sec. 3.1. validation_fraction
    of the rows choose the best epoch. random_state: None, int, RandomState, Generator.
    """


class NIDClassifier(ClassifierMixin, NIDEstimator):
    """NIDRegressor for labels of any kind, two or more: classes_ (k,), sorted."""

    def predict_proba(self, X) -> np.ndarray:
        """The probability of each of classes_, (n, k), for the rows of X (n, q)."""
        P = super().predict(X)
        return np.column_stack([1 - P, P]) if P.ndim == 1 else P

    def predict(self, X) -> np.ndarray:
        """The most probable label (n,) for the rows of X (n, q)."""
        most = self.predict_proba(X).argmax(axis=1)  # NotFittedError before classes_
        return self.classes_[most]
