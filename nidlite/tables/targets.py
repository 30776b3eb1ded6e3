"""The target as numbers: y for regression, 0 to k - 1 for the k classes."""

import numpy as np

from ..errors import InputError, plain, show, shown, suggest
from .categories import MOST_LEVELS
from .columns import parsed
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
        raise InputError(
            "y cannot be None: training requires y to be passed, but the target y is "
            "None; give one value for each row of X"
        )
    if is_frame(y) and len(y.columns) == 1:
        y = y[y.columns[0]]
    name, category = getattr(y, "name", None), is_category(y)
    shape = (n, len(y.columns)) if is_frame(y) else (y := as_array("y", y)).shape
    if shape == (n, 1):
        y, shape = y[:, 0], (n,)
    if shape != (n,):
        raise InputError(
            f"y must hold one value for each of X's {n} rows; got shape {shape}"
        )
    used = np.ones(n, bool) if weights is None else weights > 0
    y = y if used.all() else y[used]
    labels, there = parsed("y", y, category, missing), ~without_value(y)
    given = y[there]
    if isinstance(labels, np.ndarray):
        labels = labels[there]
        kinds = {float} if given.dtype.kind in "iuf" else set(map(type, given.flat))
        if kinds <= {bool, np.bool_, str, np.str_}:
            labels = labels.astype(bool)  # so that the classes read False and True
    else:
        labels = [label for label in labels if label is not None]
        text = any(isinstance(label, str) for label in labels)
        labels = list(map(str, labels)) if text else np.array(labels)
    if not len(labels):
        raise InputError(f"{what} has no value in any row; give one for each row of X")
    used[used] = there
    return labels, used, name if isinstance(name, str) and name else "y", category


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
    if positive:
        if task == "regression":
            raise InputError(
                f"{what}: positive labels make it a classification, but the task asked "
                f"for is regression; leave out one of the two"
            )
        return _count_as_one(labels, values, positive, what)
    task = task or TASKS[not numbers or len(values) == 2]
    if task == "regression" and numbers:
        return labels.astype(np.float64, copy=False), task, None
    if task == "regression":
        raise InputError(
            f"{what} is text such as {show(values[0])} and regression needs numbers; "
            f"choose another target or task classification"
        )
    if len(values) > MOST_LEVELS:
        looks = "an id or free text; choose another target or group its labels"
        looks = "continuous; use task regression" if numbers else f"like {looks}"
        raise InputError(
            f"{what} has {len(values)} different values in {len(labels)} rows "
            f"({shown(values, 3)}) and a classification takes two to {MOST_LEVELS}: it "
            f"looks {looks}"
        )
    if numbers:
        y = np.searchsorted(values, labels).astype(np.float64)
        return y, task, tuple(map(plain, values))
    code = {label: k for k, label in enumerate(values)}
    y = np.fromiter(map(code.get, labels), np.float64, len(labels))
    return y, task, tuple(values)


def _count_as_one(labels, values, positive, what):
    """The target that is 1 for the positive labels, each of which must occur."""
    positive = [positive] if isinstance(positive, str) else positive
    # "1" from the command line is the number 1 where the target's labels are numbers.
    known = {str(plain(v)): v for v in values} | {v: v for v in values}
    words = [word.strip() if isinstance(word, str) else word for word in positive]
    if all(isinstance(v, bool) for v in values):  # a file may say TRUE
        spelt = {word: str(word).capitalize() for word in words}
        known |= {word: known[w] for word, w in spelt.items() if w in known}
    for word in words:
        if word not in known:
            raise InputError(
                f"{what} has no label {show(word)} (--positive); "
                f"{suggest(word, map(plain, values))}"
            )
    ones = {known[word] for word in words}
    zeros = [v for v in values if v not in ones]
    if not zeros:
        raise InputError(f"{what}: every label is positive ({shown(values)})")
    y = np.fromiter((v in ones for v in labels), np.float64, len(labels))
    zero = plain(zeros[0]) if len(zeros) == 1 else "other"
    one = plain(*ones) if len(ones) == 1 else ",".join(str(word) for word in words)
    return y, "classification", (zero, one)
