"""Is an answer the expected one, and if not, where does it differ?

What a student's function returned is compared as a fair teacher would. A list counts as
an array, a numpy number as a number, a list or a set of features as an interaction.
Equals in a ranking may come in any order. Numbers agree when they differ by less than
1e-6 of their size, or 8e-6: so much is lost by who computes in float32.
"""

from functools import partial
from numbers import Real

import numpy as np

from .shown import shortened, what_is

RTOL, ATOL = 1e-6, 8e-6


class WrongTypeError(Exception):
    """The answer is not of the expected kind; the text says what it is."""


def difference(kind, expected, got) -> str | None:
    """None when the answers agree, else one line that says where they do not."""
    try:
        return KINDS[kind](expected, got)
    except (WrongTypeError, OverflowError) as error:
        return str(error)


def _is_number(value) -> bool:
    return isinstance(value, (Real, np.number)) and not isinstance(value, bool)


def _as_number(value) -> float:
    if isinstance(value, np.ndarray) and value.shape == () and value.dtype != bool:
        value = value.item()
    if not _is_number(value):
        raise WrongTypeError(f"expected a number, got {what_is(value)}")
    return float(value)


def _as_array(value) -> np.ndarray:
    try:
        array = np.asarray(value)
    except ValueError:
        raise WrongTypeError("expected an array, got unequal lists") from None
    if array.dtype.kind not in "iuf":
        raise WrongTypeError(f"expected an array of numbers, got {what_is(value)}")
    return array.astype(float)


def _as_interaction(value) -> tuple[int, ...]:
    items = value.tolist() if isinstance(value, np.ndarray) else value
    several = isinstance(items, (list, tuple, frozenset))
    if not several or not all(map(_is_number, items)):
        text = f"expected an interaction such as (0, 2), got {what_is(value)}"
        raise WrongTypeError(text)
    items = sorted(items) if isinstance(items, frozenset) else items
    return tuple(int(i) if float(i).is_integer() else i for i in items)


def _as_ranking(value) -> list[tuple[tuple[int, ...], float]]:
    rule = "expected a list of (interaction, strength) pairs, got"
    if not isinstance(value, (list, tuple)):
        raise WrongTypeError(f"{rule} {what_is(value)}")
    for item in value:
        if not isinstance(item, (list, tuple)) or len(item) != 2:
            raise WrongTypeError(f"{rule} among them {what_is(item)}")
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
        return f"expected an array of shape {expected.shape}, got {what_is(got)}"
    for first in np.argwhere(~_close(expected, got))[:1].tolist():
        at = tuple(first)
        return _number(expected[at], got[at], f"at {first} ")
    return None


def _arrays(names, expected, got):
    """Several arrays by their names, such as "theta, m, v"."""
    several = isinstance(got, (list, tuple)) or np.ndim(got) > 0
    if not several or len(got) != len(expected):
        return f"expected {len(expected)} arrays ({names}), got {what_is(got)}"
    for name, e, g in zip(names.split(", "), expected, got):
        if text := _array(e, g):
            return f"{name}: {text}"
    return None


def _unlike(expected, found) -> str | None:
    for name in [*expected, *sorted(found)]:
        more = found.count(name) - expected.count(name)
        extra = "comes twice" if name in expected else "should not be there"
        if more:
            return f"{name} {extra if more > 0 else 'is missing'}"
    return None


def _vertices(expected, got):
    if not isinstance(got, (list, tuple, frozenset, np.ndarray)):
        return f"expected a list of (layer, unit), got {what_is(got)}"
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
    **{names: partial(_arrays, names) for names in ("theta, m, v", "W1, b1, w_y, b_y")},
    "vertices": _vertices,
    "ranking": _ranking,
}
