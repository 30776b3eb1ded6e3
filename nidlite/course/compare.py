"""Is an answer the expected one, and if not, where does it differ? "" if it is.

Answers come as JSON has them; another object is {"type": its name}. So a list counts as
an array, a set as an interaction. Equals in a ranking may come in any order.
Numbers agree within 1e-6 of their size, or 8e-6: float32 loses so much.
"""

import numpy as np

RTOL, ATOL = 1e-6, 8e-6
LONGEST = 400  # characters of a value that are shown


def in_words(value) -> str:
    """The value on one line, numbers to 8 digits, cut when long."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, dict):
        text = f"an object of type {value.get('type')}"
    elif isinstance(value, (list, tuple)):
        left, right = "[]" if isinstance(value, list) else "()"
        text = f"{left}{', '.join(map(in_words, value))}{right}"
    else:
        text = f"{value:.8g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _unlike(expected, got) -> str:
    """The sentence for an answer of another kind."""
    end = ": is there a return?" if got is None else ""
    return f"expected {expected}, got {in_words(got)}{end}"


def array(expected, got) -> str:
    """An array, or a single number, whose shape is ()."""
    try:
        expected, found = np.asarray(expected, float), np.asarray(got)
    except (TypeError, ValueError):  # unequal lists
        found = np.asarray(None)
    if found.dtype.kind not in "iuf":
        return _unlike("numbers", got)
    if found.shape != expected.shape:
        same = found.size == expected.size and not array(expected.flat, found.flat)
        end = ": the numbers are right, only the axes are not" if same else ""
        return f"expected shape {expected.shape}, got {found.shape}{end}"
    close = np.isclose(found, expected, rtol=RTOL, atol=ATOL, equal_nan=True)
    if close.all():
        return ""
    at = tuple(np.argwhere(~close)[0].tolist())
    where = f"at {[*at]} " if at else ""
    return f"{where}expected {expected[at]:.8g}, got {found[at]:.8g}"


def arrays(expected, got) -> str:
    """Several arrays in a list."""
    if not isinstance(got, list) or len(got) != len(expected):
        return _unlike(f"{len(expected)} arrays", got)
    for number, (right, found) in enumerate(zip(expected, got), 1):
        if wrong := array(right, found):
            return f"number {number} of {len(expected)}: {wrong}"
    return ""


def vertices(expected, got) -> str:
    """The (layer, unit) of a graph, in any order."""
    if not isinstance(got, list) or not all(isinstance(v, list) for v in got):
        return _unlike("a list of (layer, unit)", got)
    return ranking([(v, 1) for v in expected], [(v, 1) for v in got])


def ranking(expected, got) -> str:
    """A list of (interaction, strength), strongest first; strength 0 does not count."""
    try:
        found = [(tuple(I), float(omega)) for I, omega in got]
    except (TypeError, ValueError, OverflowError):
        return _unlike("a list of (interaction, strength)", got)
    found = [entry for entry in found if not abs(entry[1]) <= ATOL]
    expected = [entry for entry in expected if not abs(entry[1]) <= ATOL]
    names, found_names = [tuple(I) for I, _ in expected], [I for I, _ in found]
    for name in [*names, *found_names]:
        if more := found_names.count(name) - names.count(name):
            what = "should not be there" if more > 0 else "is missing"
            return f"{in_words(name)} {what}"
    strengths, by_name = [omega for _, omega in expected], dict(found)
    wrong = array(strengths, [by_name[name] for name in names])
    return wrong or array(strengths, [omega for _, omega in found])  # equals may swap
