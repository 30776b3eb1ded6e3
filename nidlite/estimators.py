"""NIDRegressor and NIDClassifier: interaction detection with scikit-learn's habits.

With this module one can put Neural Interaction Detection into a Pipeline, a
cross-validation or a grid search, on arrays or on frames with text columns.
scikit-learn is not needed and never imported unless the caller has (conventions.py).
"""

from dataclasses import replace
from functools import cached_property
from numbers import Integral, Real

import numpy as np

from .conventions import Estimator, column_names, number, seed_of, warn_if_column
from .cutoff import Cutoff
from .detector import detect
from .errors import InputError
from .interactions import Interaction, Ranking
from .splits import LEAST_OTHER
from .tabular.tables import check_arrays
from .training import RECIPE


class NIDEstimator(Estimator):
    """What NIDRegressor and NIDClassifier share; not for use by itself."""

    def __init__(
        self,
        *,
        architecture="mlp-m",
        epochs=RECIPE.epochs,
        batch=RECIPE.batch,
        rate=RECIPE.rate,
        penalty_constant=None,
        mean="minimum",
        validation_fraction=0.1,
        random_state=None,
    ):
        self.architecture = architecture
        self.epochs = epochs
        self.batch = batch
        self.rate = rate
        self.penalty_constant = penalty_constant
        self.mean = mean
        self.validation_fraction = validation_fraction
        self.random_state = random_state

    def fit(self, X, y):
        """Train on X (n, q) and y (n,); returns self. Raises InputError."""
        warn_if_column(y)
        names, (table, learned) = column_names(X), self._table(X, y)
        valid = self.validation_fraction
        valid = number("validation_fraction", valid, Real, (">", 0), ("<", 1))
        valid = max(valid, min(LEAST_OTHER / len(table.X), 0.5))  # of a small table
        learned["detection_"] = detect(
            table,
            seed_of(self.random_state),
            self.architecture,
            recipe=self._recipe(),
            fractions=(1 - valid, valid, 0),
            mean=self.mean,
        )
        learned["n_features_in_"] = len(table.feature_names)
        if names is not None:
            learned["feature_names_in_"] = names
        for name in [name for name in vars(self) if name.endswith("_")]:
            delattr(self, name)  # of an earlier fit
        vars(self).update(learned)
        return self

    def _table(self, X, y):
        return check_arrays(X, y, task="regression"), {}

    def _recipe(self):
        """The architecture's recipe with the hyperparameters given here."""
        given = {
            "epochs": number("epochs", self.epochs, Integral, (">=", 1)),
            "batch": number("batch", self.batch, Integral, (">=", 1)),
            "rate": number("rate", self.rate, Real, (">", 0)),
        }
        if (constant := self.penalty_constant) is not None:
            constant = number("penalty_constant", constant, Real, (">=", 0))
            given["penalty_constant"] = constant
        return replace(RECIPE, **given)

    def _answer(self, X):
        """What the network predicts for the rows of X (n, q), in float64.

        In float32 a row's last digits would depend on the rows it is predicted with.
        """
        found = self._fitted("detection_")
        self._check_columns(X)
        fit = replace(found.fit, theta=found.fit.theta.astype(np.float64))
        return replace(found, fit=fit).predict(X)

    def score(self, X, y, sample_weight=None) -> float:
        """R2 or accuracy of predict(X) against y (n,), weighted if wanted."""
        found, y = self.predict(X), np.asarray(y)
        if y.shape not in (found.shape, (len(found), 1)):
            wanted = f"one value for each of X's {len(found)} rows"
            raise InputError(f"y must hold {wanted}; got shape {y.shape}")
        return float(self._score(y.ravel(), found, sample_weight))

    @property
    def ranking_(self) -> Ranking:
        """Algorithm 1: interactions of any order, strongest first, not pruned."""
        return self._fitted("detection_").ranking

    @property
    def pairwise_strengths_(self) -> np.ndarray:
        """(q, q), symmetric, zero diagonal (Sec. 4.4)."""
        return self._fitted("detection_").pairwise_strengths

    @property
    def history_(self) -> list:
        """One entry per epoch: training and validation loss, rate, seconds."""
        return self._fitted("detection_").history

    @cached_property
    def cutoff_(self) -> Cutoff:
        """MLP-Cutoff (Sec. 4.3), trained when it is first asked for and then kept."""
        return self._fitted("detection_").cutoff()

    @property
    def interactions_(self) -> list[Interaction]:
        """The interactions found: pruned, and cut off by cutoff_."""
        return self.cutoff_.interactions


class NIDRegressor(NIDEstimator):
    """Neural Interaction Detection for a numeric target, as in scikit-learn.

    X (n, q) is an array of numbers or a pandas or polars frame, y (n,). A text column
    is one-hot encoded and counts as one feature. All rows given to fit serve training
    and validation: score on others.

        found = NIDRegressor(random_state=0).fit(X, y)
        found.interactions_        [(0, 1), (2, 3, 4)], features count from 0
        found.cutoff_              the Cutoff they come from
        found.ranking_             [(interaction, strength), ...], before the cutoff
        found.pairwise_strengths_  (q, q)
        found.history_             one entry per epoch
        found.detection_           the Detection: print it, .confirm() it; its .seed

    interactions_ and cutoff_ train MLP-Cutoff when first asked for and then keep it, so
    that a cross-validation or a grid search does not pay for it. For this a fitted
    estimator, pickled too, holds its training data. A frame gives feature_names_in_.

    architecture is "mlp-m" or "mlp"; epochs, batch, rate and penalty_constant (None:
    the architecture's own) are those of training.Recipe; mean is the averaging function
    of Sec. 3.1. validation_fraction of the rows choose the best epoch. random_state is
    None, an int, a RandomState or a Generator.
    """

    _estimator_type = "regressor"

    def predict(self, X) -> np.ndarray:
        """y (n,), in its units, for the rows of X (n, q)."""
        return self._answer(X)

    def _score(self, y, f, w):
        """R2; as in scikit-learn NaN for one row, and 1 or 0 where y has one value."""
        spread = np.average((y - np.average(y, weights=w)) ** 2, weights=w)
        error = np.average((y - f) ** 2, weights=w)
        if len(y) < 2:
            return np.nan
        return 1 - error / spread if spread else error == 0


class NIDClassifier(NIDEstimator):
    """Neural Interaction Detection for labels, two or more, as in scikit-learn.

    The labels may be of any kind; classes_ (k,) holds them, sorted. All else is as in
    NIDRegressor.
    """

    _estimator_type = "classifier"

    def _table(self, X, y):
        labels = np.asarray(y)
        if labels.dtype.kind == "f" and (labels[np.isfinite(labels)] % 1).any():
            raise InputError("Unknown label type: continuous; use NIDRegressor")
        table = check_arrays(X, y, task="classification")
        classes, codes = np.unique(labels, return_inverse=True)
        codes = codes.ravel().astype(np.float64)
        table = replace(table, y=codes, classes=tuple(classes.tolist()))
        return table, {"classes_": classes}

    def predict_proba(self, X) -> np.ndarray:
        """The probability of each of classes_, (n, k), for the rows of X (n, q)."""
        P = self._answer(X)
        return np.column_stack([1 - P, P]) if P.ndim == 1 else P

    def predict(self, X) -> np.ndarray:
        """The most probable label (n,) for the rows of X (n, q)."""
        most = self.predict_proba(X).argmax(axis=1)
        return self.classes_[most]

    def _score(self, y, labels, w):
        return np.average(y == labels, weights=w)
