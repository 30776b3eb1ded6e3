"""The target as numbers, 0 to k - 1 for k classes, and how much each row counts."""

import numpy as np

from ..errors import InputError, check_choice, plain, show, shown, suggest
from .columns import as_array, as_frame, as_labels, check_levels, check_size, parsed
from .missing import is_missing, without_value
from .notes import reading_notes

TASKS = ("regression", "classification")
FEW, OFTEN = 10, 10  # values of a target, and rows for each, that may be classes


def outcome(y, n, weights, task, name, positive):
    """(y, there, name, notes, task, classes): y of the rows there, (n,) bool, alone."""
    if (frame := as_frame(y)) is not None and len(frame.columns) == 1:
        y = frame[frame.columns[0]]
    name = name or str(getattr(y, "name", None) or "y")
    what, y = f"target {show(name)}", as_array("y", y)
    if y.shape not in ((n,), (n, 1)):
        got = f"shape {y.shape}" if y.ndim else show(y.item())
        raise InputError(f"X requires y, one value for each of its {n} rows; got {got}")
    y = y.reshape(n)
    y = y.astype(object) if y.dtype.kind in "UT" else y
    there = ~without_value(y) & (True if weights is None else weights > 0)
    words = {v for v in y[~there] if isinstance(v, str) and v.strip() and is_missing(v)}
    lost = f"{shown(sorted(words))} is read as missing: rename it if it is a class"
    if not there.any():
        raise InputError(f"{what} has no value in any row; give one for each row of X")
    labels, notes = outcome_labels(what, y[there], task)
    values, codes = np.unique(labels, return_inverse=True)
    values, numbers = values.tolist(), labels.dtype != object
    if len(values) < 2:
        line = f"{what} needs two different values or classes; it has {shown(values)}"
        raise InputError(f"{line}; {lost if words else 'give another target'}")
    check_choice("task", task or TASKS[0], TASKS)
    few = not task and len(values) <= min(FEW, len(labels) / OFTEN)
    notes += [f"{what}: {lost}"] if words and not numbers else []
    task = task or TASKS[bool(positive or not numbers or len(values) == 2)]
    if task == "classification":
        codes, classes = class_codes(what, values, codes, positive)
        return codes.astype(np.float64), there, name, notes, task, classes
    if positive or not numbers:
        ends = shown([values[0], values[-1]])  # one of them is no number
        text = f"{what} has labels such as {ends} and regression needs numbers"
        raise InputError(f"{text}; correct them, or change the task")
    check_size(what, labels)
    if few and all(float(value).is_integer() for value in values):
        line = f"{what} has {len(values)} values and is read as a number"
        notes.append(f"{line}; task classification reads them as classes")
    return labels.astype(np.float64, copy=False), there, name, notes, task, None


def outcome_labels(what, y, task):
    """(numbers, bools or labels, notes) of y (m,), no value of which is missing."""
    labels = parsed(what, y, dates=True, numbers=task == "regression")
    labels = y if y.dtype.kind in "iu" else labels  # floats would merge large ids
    if labels.dtype.kind == "M":
        raise InputError(f"{what} holds dates or clock times; give numbers or labels")
    numbers, notes = labels.dtype != object, [*reading_notes(what, y, labels)]
    if numbers and len(lost := y[np.isnan(labels)]):
        raise InputError(f"{what} holds {show(lost[0])}; leave such cells empty")
    words = all(isinstance(v, bool | np.bool_ | str) for v in y)
    if words and numbers and not notes and task != "regression":
        labels = labels.astype(bool)  # so that the classes read False and True
    return labels, notes


def class_codes(what, values, codes, positive):
    """(codes (n,), classes): places in values, or 1 for the positive. InputError."""
    if not positive:
        remedy = "use task regression if it is continuous, choose another target"
        check_levels([(what, values)], len(codes), remedy)
        return codes, tuple(map(plain, values))
    asked = [str(plain(word)).strip() for word in np.atleast_1d(positive)]
    known = {str(plain(value)): k for k, value in enumerate(values)}
    ones = [known.get(word, known.get(word.capitalize())) for word in asked]
    if None in ones:
        word = asked[ones.index(None)]
        line = f"{what} has no label {show(word)} (--positive)"
        line += ", which is read as missing: rename it" * is_missing(word)
        raise InputError(f"{line}; {suggest(word, known)}")
    zeros = [plain(value) for k, value in enumerate(values) if k not in ones]
    if not zeros:
        raise InputError(f"{what}: every label is positive ({shown(values)})")
    one = plain(values[ones[0]]) if len({*ones}) == 1 else ",".join(asked)
    return np.isin(codes, ones), (zeros[0] if len(zeros) == 1 else "other", one)


def row_weights(values, n, what="sample_weight") -> np.ndarray:
    """The weights (n,) of n rows, the largest as 1. Raises InputError."""
    w = parsed(what, np.atleast_1d(as_array(what, values)))
    wrong = w if w.dtype == object else w[~(w >= 0)]
    if len(wrong) or len(w) != n or not w.any():
        rule = f"a number, 0 or more, for each of {n} rows, and not zero in all of them"
        got = f"{len(w)} such as {shown((wrong if len(wrong) else w)[:1].tolist())}"
        raise InputError(f"{what} must be {rule}; got {got}")
    check_size(what, w)
    return w / w.max()


def row_groups(values, n, what) -> np.ndarray:
    """The groups (n,) of n rows, as numbers; no value is one of them. InputError."""
    values = np.atleast_1d(as_array(what, values))
    if values.shape != (n,):
        raise InputError(f"{what} must be one value a row, ({n},); got {values.shape}")
    return np.unique(as_labels(values).astype(str), return_inverse=True)[1]
