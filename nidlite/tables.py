"""A table of numbers that the rest of the library may rely on, checked at the door.

With this module one can hand arrays over and be told in one line what is wrong with
them, and turn labels of any kind into a 0/1 target. Behind it every number is finite,
there are two features or more, and the target has at least two values.
"""

from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np

from .interactions import label


class InputError(ValueError):
    """Bad input by the user, as one line: what was given, what was expected, a remedy.

    The command line prints it as "nidlite: error: ..." and exits with status 2.
    """


@dataclass(frozen=True, eq=False)
class Table:
    """Features and target, ready to be split; in classification y is 0 or 1."""

    X: np.ndarray  # (n, p) float64, finite
    y: np.ndarray  # (n,) float64, finite
    feature_names: tuple[str, ...]  # p different names
    target_name: str
    task: str  # "regression" or "classification"
    classes: tuple | None = None  # the original labels of y = 0 and of y = 1
    notes: tuple[str, ...] = ()  # what a person should know, such as constant columns


def check_arrays(X, y, feature_names=None, task=None) -> Table:
    """The table made of X (n, p) and y (n,) or (n, 1), numbers or two labels.

    Labels may be of any kind. Without feature_names the features are x1 to xp. float64
    arrays are not copied. Raises InputError.
    """
    X = _finite("X", X)
    if X.ndim != 2 or X.shape[1] < 2:
        raise InputError(
            f"X must be 2-D, rows by at least two features; got shape {X.shape}"
        )
    p = X.shape[1]
    default = (label((i,)) for i in range(p))
    names = tuple(map(str, default if feature_names is None else feature_names))
    if len(names) != p or len(set(names)) != p:
        raise InputError(
            f"feature_names must be {p} different names, one for each column of X; "
            f"got {len(names)} names, {len(set(names))} of them different"
        )
    y = _array("y", y)
    y = y[:, 0] if y.ndim == 2 and y.shape[1] == 1 else y
    if y.ndim != 1 or len(y) != len(X):
        raise InputError(
            f"y must hold one value for each of X's {len(X)} rows; got X of shape "
            f"{X.shape} and y of shape {y.shape}"
        )
    texts = sum(isinstance(v, str) for v in y.tolist()) if y.dtype.kind in "OUT" else 0
    if 0 < texts < len(y):
        raise InputError(f"y mixes text ({texts} values) with {len(y) - texts} others")
    # Labels stay as they are; booleans too, so that the classes read False and True.
    labels = y.tolist() if texts else y if y.dtype == bool else _finite("y", y)
    return make_table(X, labels, names, "y", task=task)


def make_table(X, labels, names, target, positive=None, task=None, what=None) -> Table:
    """The table of finite X (n, p) and labels: an array of finite numbers, or texts.

    Text or two values is "classification", else "regression"; task overrides. positive
    lists the labels that count as 1, all others count as 0. Errors call the target
    what. Raises InputError.
    """
    y, task, classes = _encode(labels, positive, task, what or target)
    constant = np.flatnonzero(X.min(axis=0) == X.max(axis=0))
    notes = (f"column {show(names[i])} is constant: it cannot matter" for i in constant)
    return Table(X, y, tuple(names), target, task, classes, tuple(notes))


def _encode(labels, positive, task, what):
    """y (n,), the task and the classes."""
    numbers = isinstance(labels, np.ndarray)
    values = np.unique(labels).tolist() if numbers else sorted(set(labels))
    if task not in (None, "regression", "classification"):
        raise InputError(f"task must be regression or classification; got {show(task)}")
    if len(values) < 2:
        got = f"only {show(values[0])}" if values else "no rows"
        raise InputError(
            f"{what} needs two different values or more to learn from; it has {got}"
        )
    if positive:
        if task == "regression":
            raise InputError(
                f"{what}: positive labels make it a classification, but the task asked "
                f"for is regression; leave out one of the two"
            )
        return _count_as_one(labels, values, positive, what)
    task = task or ("regression" if numbers and len(values) > 2 else "classification")
    if task == "regression" and numbers:
        return labels.astype(np.float64, copy=False), task, None
    if task == "regression":
        raise InputError(
            f"{what} is text such as {show(values[0])} and regression needs numbers; "
            f"choose another target or task classification"
        )
    if len(values) != 2:
        raise InputError(
            f"{what} has {len(values)} different values ({shown(values)}) and "
            f"classification needs two; say which labels count as 1 (--positive)"
            f"{' or use task regression' if numbers else ''}"
        )
    y = np.fromiter((v == values[1] for v in labels), np.float64, len(labels))
    return y, task, tuple(map(plain, values))


def _count_as_one(labels, values, positive, what):
    """The target that is 1 for the positive labels, each of which must occur."""
    positive = [positive] if isinstance(positive, str) else positive
    # "1" from the command line is the number 1 where the target's labels are numbers.
    known = {str(plain(v)): v for v in values} | {v: v for v in values}
    words = [word.strip() if isinstance(word, str) else word for word in positive]
    for word in words:
        if word not in known:
            raise InputError(
                f"{what} has no label {show(word)} (--positive); "
                f"{suggest(word, map(plain, values))}"
            )
    ones = {known[word] for word in words}
    zeros = [v for v in values if v not in ones]
    if not zeros:
        raise InputError(
            f"{what}: every label is positive ({shown(values)}); leave out those that "
            f"count as 0"
        )
    y = np.fromiter((v in ones for v in labels), np.float64, len(labels))
    zero = plain(zeros[0]) if len(zeros) == 1 else "other"
    one = plain(*ones) if len(ones) == 1 else ",".join(str(word) for word in words)
    return y, "classification", (zero, one)


def _array(name, values) -> np.ndarray:
    """The values as an array without missing (masked) ones, or an InputError."""
    try:
        if np.ma.is_masked(values):
            raise ValueError("it has masked values; fill in or remove those rows")
        return np.asarray(values)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} is not an array of numbers: {error}") from None


def _finite(name, values) -> np.ndarray:
    """The values as float64, or an InputError that says which one is no number."""
    values = _array(name, values)
    try:
        if values.dtype.kind not in "biufO":
            raise TypeError(f"its type is {values.dtype}")
        with np.errstate(over="ignore"):  # a longdouble too large becomes inf
            values = values.astype(np.float64, copy=False)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{name} is not an array of numbers: {error}") from None
    bad = ~np.isfinite(values)
    if bad.any():
        where = tuple(int(i) for i in np.unravel_index(bad.argmax(), bad.shape))
        raise InputError(
            f"{name} must be finite, but at {list(where)} (counted from 0) it is "
            f"{values[where]}; fill in or remove such rows"
        )
    return values


def plain(value):
    """The label as a person writes it: 1 for 1.0."""
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return int(value) if whole else value


def show(value) -> str:
    """The value in quotes, on one line, cut when long."""
    text = repr(plain(value))
    return text if len(text) <= 60 else f"{text[:56]}...{text[-1]}"


def shown(values, most=6) -> str:
    """The first values as a list to read."""
    values = list(values)
    return ", ".join(map(show, values[:most])) + (", ..." if len(values) > most else "")


def suggest(word, options) -> str:
    """What to say after an unknown word: the options like it, or the first options."""
    options = [str(option) for option in options]
    like = {option.lower(): option for option in reversed(options)}
    near = [like[w] for w in get_close_matches(str(word).lower(), like)]
    return f"did you mean {shown(near)}?" if near else f"there is {shown(options, 12)}"
