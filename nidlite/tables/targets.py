"""The target as numbers: y for regression, 0 to k - 1 for the k classes."""

import numpy as np

from ..errors import InputError, plain, show, shown, suggest
from .columns import MOST_LEVELS, parsed
from .frames import as_array, is_category, is_frame
from .missing import without_value

TASKS = ("regression", "classification")


def as_labels(y, n, missing="error", what="y", weights=None):
    """(labels, there, name, whether its type is category) of y, (n,), (n, 1), a Series.

    The labels are an array of finite numbers or booleans, or a list of texts, of the
    rows that have one: there is (n,) bool. what is y for a message about all of it.
    Rows whose weight, of (n,), is 0 are not looked at, and are not there.
    """
    if y is None:
        line = "y cannot be None: training requires y to be passed"
        raise InputError(f"{line}; give one value for each row of X")
    if is_frame(y) and len(y.columns) == 1:
        y = y[y.columns[0]]
    name, category = getattr(y, "name", None), is_category(y)
    y = as_array("y", y)
    if y.shape == (n, 1):
        y = y[:, 0]
    if y.shape != (n,):
        what = f"y must hold one value for each of X's {n} rows"
        raise InputError(f"{what}; got shape {y.shape}")
    there = np.ones(n, bool) if weights is None else weights > 0
    y = y if there.all() else y[there]
    labels, known = parsed("y", y, category, missing), ~without_value(y)
    if not known.any():
        raise InputError(f"{what} has no value in any row; give one for each row of X")
    if isinstance(labels, list):
        labels = [label for label in labels if label is not None]
        text = any(isinstance(label, str) for label in labels)
        labels = list(map(str, labels)) if text else np.array(labels)
    else:
        labels, given = labels[known], y[known]
        kinds = {float} if given.dtype.kind in "iuf" else set(map(type, given.flat))
        if kinds <= {bool, np.bool_, str, np.str_}:
            labels = labels.astype(bool)  # so that the classes read False and True
    there[there] = known
    return labels, there, name if isinstance(name, str) and name else "y", category


def as_numbers(labels, positive, task, what):
    """y (n,), the task and the classes, of an array of numbers or a list of texts."""
    numbers = isinstance(labels, np.ndarray)
    values = np.unique(labels).tolist() if numbers else sorted(set(labels))
    if task is not None and not (isinstance(task, str) and task in TASKS):
        raise InputError(f"task must be regression or classification; got {show(task)}")
    if len(values) < 2:
        kind = "values" if numbers and task != "classification" else "classes"
        raise InputError(
            f"{what} needs two different {kind} or more; it has only {show(values[0])}"
        )
    if positive and task == "regression":
        raise InputError(f"{what}: give positive labels or task regression, not both")
    if positive:
        return _count_as_one(labels, values, positive, what)
    task = task or TASKS[not numbers or len(values) == 2]
    if task == "regression" and numbers:
        return labels.astype(np.float64, copy=False), task, None
    if task == "regression":
        text = f"{what} is text such as {show(values[0])} and regression needs numbers"
        raise InputError(f"{text}; choose another target or task classification")
    if len(values) > MOST_LEVELS:
        looks = "an id or free text; choose another target or group its labels"
        looks = "continuous; use task regression" if numbers else f"like {looks}"
        raise InputError(
            f"{what} has {len(values)} different values in {len(labels)} rows "
            f"({shown(values, 3)}) and a classification takes two to {MOST_LEVELS}: it "
            f"looks {looks}"
        )
    code = {label: k for k, label in enumerate(values)}
    y = np.fromiter((code[label] for label in labels), np.float64, len(labels))
    return y, task, tuple(map(plain, values))


def _count_as_one(labels, values, positive, what):
    """The target that is 1 for the positive labels, each of which must occur."""
    words = [positive] if isinstance(positive, str) else positive
    words = [word.strip() if isinstance(word, str) else word for word in words]
    # "1" is the number 1 where the target's labels are numbers, and "TRUE" is True.
    spelt = {str(plain(v)).lower(): v for v in values if not isinstance(v, str)}
    known = {
        word: word if word in values else spelt.get(str(word).lower()) for word in words
    }
    for word, label in known.items():
        if label is None:
            raise InputError(
                f"{what} has no label {show(word)} (--positive); "
                f"{suggest(word, map(plain, values))}"
            )
    ones = {*known.values()}
    zeros = [v for v in values if v not in ones]
    if not zeros:
        raise InputError(f"{what}: every label is positive ({shown(values)})")
    y = np.fromiter((v in ones for v in labels), np.float64, len(labels))
    zero = plain(zeros[0]) if len(zeros) == 1 else "other"
    one = plain(*ones) if len(ones) == 1 else ",".join(map(str, words))
    return y, "classification", (zero, one)
