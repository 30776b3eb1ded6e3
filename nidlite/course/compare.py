"""Is an answer the expected one, and if not, where does it differ?

Answers come as JSON has them: numbers, lists and None; another object is {"type": its
name}. So a list counts as an array, and a set of features as an interaction. Equals in
a ranking may come in any order. Numbers agree when they differ by less than 1e-6 of
their size, or 8e-6: float32 loses so much.
"""

import numpy as np

RTOL, ATOL = 1e-6, 8e-6
LONGEST = 400  # characters of a value that are shown


class DiffersError(Exception):
    """The answer is not the expected one; the text says in one line why."""


def difference(exercise, expected, got) -> str | None:
    """None when the answers agree, else one line that says where they do not."""
    try:
        return exercise.compare(expected, got)
    except DiffersError as error:
        return str(error)


def in_words(value) -> str:
    """The value on one line, numbers to 8 digits, cut when long."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, (list, tuple)):
        left, right = "[]" if isinstance(value, list) else "()"
        text = f"{left}{', '.join(map(in_words, value))}{right}"
    else:
        text = f"{value:.8g}" if isinstance(value, float) else what_is(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def what_is(value) -> str:
    """What came in place of the answer."""
    if isinstance(value, dict):
        return f"an object of type {value.get('type')}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "None: is there a return?" if value is None else repr(value)


def _close(expected, got):
    return np.isclose(got, expected, rtol=RTOL, atol=ATOL, equal_nan=True)


def _as_array(got) -> np.ndarray:
    try:
        found = np.asarray(got)
    except ValueError:
        raise DiffersError("expected an array, got unequal lists") from None
    if found.dtype.kind not in "iuf":
        raise DiffersError(f"expected numbers, got {what_is(got)}")
    return found.astype(float)


def array(expected, got):
    """An array, or a single number, whose shape is ()."""
    expected, found = np.asarray(expected, float), _as_array(got)
    if found.shape != expected.shape:
        shape = f"an array of shape {expected.shape}" if expected.shape else "a number"
        raise DiffersError(
            f"expected {shape}, got {what_is(got)} of shape {found.shape}"
        )
    for at in np.argwhere(~_close(expected, found))[:1].tolist():
        e, g = expected[tuple(at)], found[tuple(at)]
        end = "" if np.isfinite(g) else ": a division by 0?"
        where = f"at {at} " if at else ""
        raise DiffersError(f"{where}expected {e:.8g}, got {g:.8g}{end}")


def arrays(expected, got):
    """Several arrays in a list."""
    if not isinstance(got, list) or len(got) != len(expected):
        raise DiffersError(f"expected {len(expected)} arrays, got {what_is(got)}")
    for k, (e, g) in enumerate(zip(expected, got), 1):
        try:
            array(e, g)
        except DiffersError as error:
            raise DiffersError(f"array {k} of {len(expected)}: {error}") from None


def _numbered(got, rule) -> tuple:
    """The whole numbers of an interaction or of a vertex."""
    found = _as_array(got) if isinstance(got, list) else np.array(0.0)
    if found.ndim != 1 or not np.all(found == np.rint(found)):
        raise DiffersError(f"expected {rule}, got {in_words(got)}")
    return tuple(int(k) for k in got)


def _same_names(expected, found):
    for name in [*expected, *sorted(found)]:
        more = found.count(name) - expected.count(name)
        extra = "comes twice" if name in expected else "should not be there"
        if more:
            raise DiffersError(f"{name} {extra if more > 0 else 'is missing'}")


def vertices(expected, got):
    """The (layer, unit) of a graph, in any order."""
    if not isinstance(got, list):
        raise DiffersError(f"expected a list of (layer, unit), got {what_is(got)}")
    _same_names(sorted(expected), [_numbered(v, "a (layer, unit)") for v in got])


def ranking(expected, got):
    """A list of (interaction, strength), strongest first; strength 0 does not count."""
    if not isinstance(got, list) or not all(isinstance(r, list) and r[1:] for r in got):
        rule = "expected a list of (interaction, strength) pairs"
        raise DiffersError(f"{rule}, got {in_words(got)}")
    omegas = _as_array([r[1] for r in got]) if got else []
    found = [
        (_numbered(r[0], "an interaction such as (0, 2)"), w)
        for r, w in zip(got, omegas)
    ]
    expected, found = (
        [r for r in rows if not abs(r[1]) <= ATOL] for rows in (expected, found)
    )
    _same_names(sorted(I for I, _ in expected), [I for I, _ in found])
    for (I, e), (_, g) in zip(sorted(expected), sorted(found)):
        if not _close(e, g):
            raise DiffersError(f"{I}: expected strength {e:.8g}, got {g:.8g}")
    # Equals may change places, so the strengths have an order and the names do not.
    if not _close([w for _, w in expected], [w for _, w in found]).all():
        raise DiffersError("the right interactions in the wrong order; strongest first")
