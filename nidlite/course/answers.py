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
        text = f"expected an interaction such as (0, 2), got {_what(value)}"
        raise WrongTypeError(text)
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


def _number(expected, got, at=""):
    got = _as_number(got)
    end = "" if np.isfinite(got) else ": a division by 0?"
    wrong = f"{at}expected {shortened(expected)}, got {shortened(got)}{end}"
    return None if _close(expected, got) else wrong


def _array(expected, got):
    expected, got = np.asarray(expected, float), _as_array(got)
    if got.shape != expected.shape:
        return f"expected an array of shape {expected.shape}, got {_what(got)}"
    for first in np.argwhere(~_close(expected, got))[:1].tolist():
        at = tuple(first)
        return _number(expected[at], got[at], f"at {first} ")
    return None


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


def _unlike(expected, found) -> str | None:
    """Which name is missing, or there too often."""
    for name in [*expected, *sorted(found)]:
        more = found.count(name) - expected.count(name)
        extra = "comes twice" if name in expected else "should not be there"
        if more:
            return f"{name} {extra if more > 0 else 'is missing'}"
    return None


def _vertices(expected, got):
    if not isinstance(got, (list, tuple, frozenset, np.ndarray)):
        return f"expected a list of (layer, unit), got {_what(got)}"
    return _unlike(sorted(expected), [*map(_as_interaction, got)])


def _ranking(expected, got):
    # Algorithm 1 as printed keeps candidates of strength 0, ours leaves them out.
    expected = [item for item in expected if not abs(item[1]) <= ATOL]
    got = [item for item in _as_ranking(got) if not abs(item[1]) <= ATOL]
    if text := _unlike(sorted(i for i, _ in expected), [i for i, _ in got]):
        return text
    e, g = (np.array([omega for _, omega in sorted(r)], float) for r in (expected, got))
    for k in np.flatnonzero(~_close(e, g))[:1]:
        i = sorted(expected)[k][0]
        return f"{i}: expected strength {shortened(e[k])}, got {shortened(g[k])}"
    # Equals may change places, so the strengths have an order and the names do not.
    e, g = (np.array([omega for _, omega in r], float) for r in (expected, got))
    if not _close(e, g).all():
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


def printable(line) -> str:
    """The line without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in line)
