"""Is an answer the expected one, and if not, where does it differ?

What a student's function returned is compared as a fair teacher would. A list counts as
an array, a numpy number as a number, a list or a set of features as an interaction.
Equals in a ranking may come in any order. Numbers agree when they differ by less than
1e-6 of their size, or 8e-6: so much is lost by who computes in float32.
"""

from dataclasses import dataclass
from numbers import Real

import numpy as np

RTOL, ATOL = 1e-6, 8e-6
LONGEST = 400  # characters of a value that are shown


@dataclass(frozen=True)
class Other:
    """An answer of a type that no exercise returns."""

    type: str
    text: str


class WrongTypeError(Exception):
    """The answer is not of the expected kind; the text says what it is."""


def decode(message):
    """The answer that `trial.encode` wrote."""
    if not isinstance(message, dict):
        return message
    if message["type"] == "array":
        return np.array(message["items"]).reshape(message["shape"])
    if "text" in message:
        return Other(str(message["type"]), str(message["text"]))
    items = map(decode, message["items"])
    return {"list": list, "tuple": tuple, "set": frozenset}[message["type"]](items)


def difference(kind, expected, got) -> str | None:
    """None when the answers agree, else one line that says where they do not."""
    try:
        return KINDS[kind](expected, got)
    except (WrongTypeError, OverflowError) as error:
        return str(error)


def _what(value) -> str:
    """The value's type in a student's words."""
    if value is None:
        return "None: does the function return its answer?"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if isinstance(value, (list, tuple, set, frozenset)):
        name = "set" if isinstance(value, frozenset) else type(value).__name__
        return f"a {name} of {len(value)}"
    if isinstance(value, Other):
        return f"an object of type {value.type}"
    return f"{type(value).__name__} {value!r}"


def _is_number(value) -> bool:
    return isinstance(value, (Real, np.number)) and not isinstance(value, bool)


def _as_number(value) -> float:
    if isinstance(value, np.ndarray) and value.shape == () and value.dtype != bool:
        value = value.item()
    if not _is_number(value):
        raise WrongTypeError(f"expected a number, got {_what(value)}")
    return float(value)


def _as_array(value) -> np.ndarray:
    try:
        array = np.asarray(value)
    except ValueError:
        what = "lists of unequal lengths"
        raise WrongTypeError(f"expected an array, got {what}") from None
    if array.dtype.kind not in "iuf":
        raise WrongTypeError(f"expected an array of numbers, got {_what(value)}")
    return array.astype(float)


def _as_interaction(value) -> tuple[int, ...]:
    items = value.tolist() if isinstance(value, np.ndarray) else value
    several = isinstance(items, (list, tuple, frozenset))
    if not several or not all(map(_is_number, items)):
        what = _what(value)
        raise WrongTypeError(f"expected an interaction such as (0, 2), got {what}")
    items = sorted(items) if isinstance(items, frozenset) else items
    return tuple(int(i) if float(i).is_integer() else i for i in items)


def _as_ranking(value) -> list[tuple[tuple[int, ...], float]]:
    rule = "expected a list of (interaction, strength) pairs, got"
    if not isinstance(value, (list, tuple)):
        raise WrongTypeError(f"{rule} {_what(value)}")
    for item in value:
        if not isinstance(item, (list, tuple)) or len(item) != 2:
            raise WrongTypeError(f"{rule} among them {_what(item)}")
    return [(_as_interaction(i), _as_number(omega)) for i, omega in value]


def _close(expected, got):
    return np.isclose(got, expected, rtol=RTOL, atol=ATOL, equal_nan=True)


def _number(expected, got):
    got = _as_number(got)
    if _close(expected, got):
        return None
    return f"expected {shortened(expected)}, got {_shown_number(got)}"


def _array(expected, got):
    expected, got = np.asarray(expected, float), _as_array(got)
    if got.shape != expected.shape:
        return f"expected an array of shape {expected.shape}, got {_what(got)}"
    wrong = ~_close(expected, got)
    if not wrong.any():
        return None
    first = tuple(int(i) for i in np.argwhere(wrong)[0])
    at = f"at [{', '.join(map(str, first))}]"
    return (
        f"{at} expected {shortened(expected[first])}, got {_shown_number(got[first])}"
    )


def _arrays(names):
    """The comparison of several arrays, such as "theta, m, v"."""

    def compare(expected, got):
        count = names.count(",") + 1
        several = isinstance(got, (list, tuple)) or np.ndim(got) > 0
        if not several or len(got) != count:
            return f"expected {count} arrays ({names}), got {_what(got)}"
        for name, e, g in zip(names.split(", "), expected, got):
            if text := _array(e, g):
                return f"{name}: {text}"
        return None

    return compare


def _vertices(expected, got):
    """Tuples of whole numbers, in any order."""
    if not isinstance(got, (list, tuple, frozenset, np.ndarray)):
        return f"expected a list of (layer, unit), got {_what(got)}"
    found = sorted(map(_as_interaction, got))
    for vertex in sorted({*expected, *found}):
        if found.count(vertex) != (vertex in expected):
            extra = "comes twice" if vertex in expected else "should not be there"
            return f"{vertex} {extra if vertex in found else 'is missing'}"
    return None


def _ranking(expected, got):
    # Algorithm 1 as printed keeps candidates of strength 0, ours leaves them out.
    expected = [item for item in expected if not abs(item[1]) <= ATOL]
    got = [item for item in _as_ranking(got) if not abs(item[1]) <= ATOL]
    names, found = sorted(i for i, _ in expected), sorted(i for i, _ in got)
    if names != found:
        for i in names:
            if names.count(i) > found.count(i):
                return f"{i} is missing"
        extra = next(i for i in found if found.count(i) > names.count(i))
        return f"{extra} {'comes twice' if extra in names else 'should not be there'}"
    for (i, e), (_, g) in zip(sorted(expected), sorted(got)):
        if not _close(e, g):
            return f"{i}: expected strength {shortened(e)}, got {shortened(g)}"
    # Equals may change places, so the strengths have an order and the names do not.
    if not all(_close(e, g) for (_, e), (_, g) in zip(expected, got)):
        return "the right interactions in the wrong order; strongest first"
    return None


KINDS = {
    "number": _number,
    "array": _array,
    "theta, m, v": _arrays("theta, m, v"),
    "W1, b1, w_y, b_y": _arrays("W1, b1, w_y, b_y"),
    "vertices": _vertices,
    "ranking": _ranking,
}


def shortened(value) -> str:
    """The value on one line, numbers to 8 digits, cut when long."""
    text = _text(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _shown_number(value) -> str:
    return shortened(value) + ("" if np.isfinite(value) else ": a division by 0?")


def _text(value) -> str:
    if isinstance(value, np.ndarray):
        return f"array({_text(value.tolist())})"
    if isinstance(value, (list, tuple, frozenset)):
        words = ", ".join(map(_text, value))
        if isinstance(value, tuple):
            return f"({words}{',' if len(value) == 1 else ''})"
        return f"[{words}]" if isinstance(value, list) else f"{{{words}}}"
    if isinstance(value, (float, np.floating)):
        return f"{value:.8g}"
    return value.text if isinstance(value, Other) else repr(value)
