"""What all baselines share: checked data, results from pairs, and scikit-learn."""

from importlib import import_module
from itertools import combinations
from types import SimpleNamespace

import numpy as np

from ..errors import InputError, show
from ..tables.columns import as_array, as_floats


def prepared(X, y, classification=False, least=2) -> tuple[np.ndarray, np.ndarray]:
    """X (n, p) and y (n,), standardized but for labels 0 and 1. Raises InputError."""
    X, y = as_floats("X", as_array("X", X)), as_floats("y", as_array("y", y))
    if X.ndim != 2 or y.shape != X.shape[:1] or len(X) < least or X.shape[1] < 2:
        rule = f"X must be (n, p) with n >= {least} and p >= 2, and y (n,)"
        raise InputError(f"{rule}; got {X.shape} and {y.shape}")
    if not (np.isfinite(X).all() and np.isfinite(y).all()):
        raise InputError("X and y must be finite; drop or fill the rows with NaN")
    if classification and set(np.unique(y)) != {0, 1}:
        raise InputError(f"labels must be 0 and 1, both; got {show(np.unique(y)[:5])}")
    return z_scores(X), y if classification else z_scores(y)


def z_scores(X) -> np.ndarray:
    """Each column, or the vector, with mean 0 and deviation 1; a constant becomes 0."""
    largest = np.abs(X).max(axis=0)
    X = X / np.where(largest > 0, largest, 1)
    X = X - X.mean(axis=0)
    deviation = X.std(axis=0)
    # The mean of equal numbers is rounded by some 1e-16: less than 1e-13 is no spread.
    return X / np.where(deviation > 1e-13, deviation, np.inf)


def result_of(strength, p, **more) -> SimpleNamespace:
    """The strengths of pairs, (p, p), and the ranking of {interaction: strength}."""
    strengths = np.zeros((p, p))
    for i, j in combinations(range(p), 2):
        strengths[i, j] = strengths[j, i] = strength.get((i, j), 0)
    ranking = sorted(strength.items(), key=lambda c: (-c[1], len(c[0]), c[0]))
    return SimpleNamespace(strengths=strengths, ranking=ranking, **more)


def borrowed(module, user):
    """A module of another library by its name; InputError says what to install."""
    try:
        return import_module(module)
    except ImportError:
        remedy = 'pip install "nidlite[experiments]"'
        raise InputError(f"{user} needs {module}: {remedy}") from None
