"""scikit-learn's conventions for an estimator, without scikit-learn.

With this module one can give a class the habits that scikit-learn's clone, Pipeline and
searches rely on: hyperparameters that can be read and changed by name, a repr of the
changed ones, an error before fit, and checks of the columns after it. Only where the
caller has loaded scikit-learn are its own exceptions, warnings and tags used.
"""

import inspect
import operator
import sys
import warnings
from numbers import Integral

import numpy as np

from .errors import InputError, show


class NotFittedError(ValueError, AttributeError):
    """Raised before fit, unless scikit-learn is loaded: then its class of this name."""


def of_sklearn(name, otherwise):
    """scikit-learn's exception or warning of this name, if the caller has loaded it."""
    if "sklearn" not in sys.modules:
        return otherwise
    from sklearn import exceptions

    return getattr(exceptions, name)


COMPARE = {">=": operator.ge, ">": operator.gt, "<": operator.lt}


def number(name, value, kind, *limits):
    """The hyperparameter as int or float, or an InputError.

    kind is Integral or Real; a limit is such as (">=", 1).
    """
    good = isinstance(value, kind) and abs(value) < np.inf
    if not good or not all(COMPARE[sign](value, bound) for sign, bound in limits):
        what = "a whole number" if kind is Integral else "a finite number"
        wanted = " and ".join(f"{sign} {bound}" for sign, bound in limits)
        raise InputError(f"{name} must be {what} {wanted}; got {show(value)}")
    return int(value) if kind is Integral else float(value)


def seed_of(random_state) -> int:
    """The int itself, or a seed drawn from a Generator, a RandomState or the system."""
    source = np.random.default_rng() if random_state is None else random_state
    for draw in ("integers", "randint"):  # of a Generator, of a RandomState
        if hasattr(source, draw):
            return int(getattr(source, draw)(2**31 - 1))
    return number("random_state", source, Integral, (">=", 0))


def column_names(X) -> np.ndarray | None:
    """The names of a frame's q columns, objects; None for others and for numbers."""
    names = list(getattr(X, "columns", ()))
    texts = sum(isinstance(name, str) for name in names)
    if 0 < texts < len(names):
        raise TypeError(
            f"column names must all be text, or none of them; got {texts} of "
            f"{len(names)}; rename them, for instance X.columns.astype(str)"
        )
    return np.array(names, dtype=object) if texts else None


def warn_if_column(y):
    """Warn, as scikit-learn does, when y is (n, 1) instead of (n,)."""
    if len(getattr(y, "shape", ())) == 2 and y.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected; change its "
            "shape to (n,), for instance with y.ravel()",
            of_sklearn("DataConversionWarning", UserWarning),
            stacklevel=3,
        )


class Estimator:
    """get_params, set_params, repr, checks and tags for a class with keywords only."""

    def get_params(self, deep=True) -> dict:
        """The hyperparameters by name; deep makes no difference here."""
        return {k: getattr(self, k) for k in inspect.signature(type(self)).parameters}

    def set_params(self, **params):
        """Change hyperparameters, unchecked until fit; returns self."""
        known = self.get_params()
        for name in params:
            if name not in known:
                raise InputError(
                    f"Invalid parameter {name!r} for estimator {self!r}. Valid "
                    f"parameters are: {', '.join(known)}."
                )
        vars(self).update(params)
        return self

    def __repr__(self):
        changed = (
            f"{name}={getattr(self, name)!r}"
            for name, known in inspect.signature(type(self)).parameters.items()
            if repr(getattr(self, name)) != repr(known.default)
        )
        return f"{type(self).__name__}({', '.join(changed)})"

    def _fitted(self, name):
        """What fit has left, or an error that hasattr takes for an AttributeError."""
        if name not in vars(self):
            raise of_sklearn("NotFittedError", NotFittedError)(
                f"This {type(self).__name__} instance is not fitted yet; call fit first"
            )
        return vars(self)[name]

    def _check_columns(self, X):
        """A frame's columns must have the names and the order that they had in fit."""
        me, names = type(self).__name__, column_names(X)
        known = getattr(self, "feature_names_in_", None)
        if names is not None and known is not None:
            if names.tolist() != known.tolist():
                raise ValueError(different_names(set(known), set(names)))
        elif names is not None:
            text = f"X has feature names, but {me} was fitted without feature names"
            warnings.warn(text, stacklevel=4)
        elif known is not None:
            text = f"X does not have valid feature names, but {me} was fitted with them"
            warnings.warn(text, stacklevel=4)

    def _more_tags(self):
        return {"requires_y": True}  # for scikit-learn before 1.6

    def __sklearn_tags__(self):
        from sklearn.utils import ClassifierTags, RegressorTags, Tags, TargetTags

        kind = self._estimator_type
        return Tags(
            estimator_type=kind,
            target_tags=TargetTags(required=True),
            transformer_tags=None,
            classifier_tags=ClassifierTags() if kind == "classifier" else None,
            regressor_tags=RegressorTags() if kind == "regressor" else None,
        )


def different_names(known, names) -> str:
    """What differs between two sets of column names, in scikit-learn's words."""
    lines = ["The feature names should match those that were passed during fit."]
    for what, which in (
        ("Feature names unseen at fit time:", names - known),
        ("Feature names seen at fit time, yet now missing:", known - names),
    ):
        listed = [f"- {name}" for name in sorted(which)]
        lines += [what, *listed[:5], *["- ..."][: len(listed) > 5]] if listed else []
    if names == known:
        lines += ["Feature names must be in the same order as they were in fit."]
    return "\n".join([*lines, ""])
