"""The target as numbers, 0 to k - 1 for k classes, and how much each row counts."""

import numpy as np

from ..errors import InputError, plain, show, shown, suggest
from .columns import check_levels, parsed
from .frames import as_array, is_category, is_frame
from .missing import check_way, check_whole, without_value

TASKS = ("regression", "classification")


def outcome(y, n, weights, missing, task, positive, what):
    """(y, there, name, task, classes) of y, (n,), (n, 1), or a Series.

    there (n,) bool are the rows that have a value and no weight of 0, and y is theirs:
    numbers, or 0 to k - 1 for the classes.
    """
    if is_frame(y) and len(y.columns) == 1:
        y = y[y.columns[0]]
    name, category = getattr(y, "name", None), is_category(y)
    name = name if isinstance(name, str) and name else "y"
    y = as_array("y", y)
    if y.shape not in ((n,), (n, 1)):
        raise InputError(
            f"y must hold one value for each of X's {n} rows, and training requires y; "
            f"got shape {y.shape}"
        )
    y = y.reshape(n)
    there = np.ones(n, bool) if weights is None else weights > 0
    y = y if there.all() else y[there]
    y = y.astype(object) if y.dtype.kind in "UT" else y
    if missing == "error":
        check_whole(what, y)
    labels, known = parsed(what, y, category), ~without_value(y)
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
    numbers = isinstance(labels, np.ndarray)
    values = np.unique(labels).tolist() if numbers else sorted(set(labels))
    if task is not None:
        check_way("task", task, TASKS)
    if len(values) < 2:
        raise InputError(
            f"{what} needs two different values or classes; it has {shown(values)}"
        )
    classes = category or positive or not numbers or len(values) == 2
    task = task or TASKS[bool(classes)]
    if task == "regression":
        if positive or not numbers:
            text = f"{what} has labels such as {show(values[0])}"
            raise InputError(f"{text} and regression needs numbers; change the task")
        return labels.astype(np.float64, copy=False), there, name, task, None
    if positive:
        y, classes = _count_as_one(labels, values, positive, what)
        return y, there, name, task, classes
    remedy = "use task regression if it is continuous, choose another target"
    check_levels(what, values, labels, remedy)
    code = {label: k for k, label in enumerate(values)}
    y = np.fromiter((code[label] for label in labels), np.float64, len(labels))
    return y, there, name, task, tuple(map(plain, values))


def _count_as_one(labels, values, positive, what):
    """The target that is 1 for the positive labels, each of which must occur."""
    words = [positive] if isinstance(positive, str) else positive
    texts = isinstance(labels, list)  # else "1" is the number 1, and "TRUE" is True
    known = {v if texts else str(plain(v)).lower(): v for v in values}
    asked = [str(plain(word)).strip() for word in words]
    ones = [known.get(word if texts else word.lower()) for word in asked]
    if None in ones:
        word = asked[ones.index(None)]
        near = suggest(word, map(plain, values))
        raise InputError(f"{what} has no label {show(word)} (--positive); {near}")
    zeros = [v for v in values if v not in ones]
    if not zeros:
        raise InputError(f"{what}: every label is positive ({shown(values)})")
    y = np.fromiter((v in ones for v in labels), np.float64, len(labels))
    zero = plain(zeros[0]) if len(zeros) == 1 else "other"
    one = plain(ones[0]) if len({*ones}) == 1 else ",".join(asked)
    return y, (zero, one)


def row_weights(values, n, what="sample_weight") -> np.ndarray:
    """The weights (n,) of n rows, the largest as 1. Raises InputError.

    A row of weight 3 counts as three copies of it would, on one side of a split.
    """
    w = parsed(what, np.atleast_1d(as_array(what, values)))
    if isinstance(w, list) or len(w) != n or not (w >= 0).all() or not w.any():
        raise InputError(
            f"{what} must be a number from 0 on for each of {n} rows, and not 0 in all "
            f"of them; got {len(w)} such as {shown(sorted(w)[:1])}"
        )
    return w / w.max()
