"""A student's value as it came out of its process, and in words on one line."""

from dataclasses import dataclass

import numpy as np

LONGEST = 400  # characters of a value that are shown


@dataclass(frozen=True)
class Other:
    """An answer of a type that no exercise returns."""

    type: str
    text: str


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


def what_is(value) -> str:
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


def shortened(value) -> str:
    """The value on one line, numbers to 8 digits, cut when long."""
    text = _in_full(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _in_full(value) -> str:
    if isinstance(value, np.ndarray):
        return f"array({_in_full(value.tolist())})"
    if isinstance(value, (list, tuple, frozenset)):
        words = ", ".join(map(_in_full, value))
        if isinstance(value, tuple):
            return f"({words}{',' if len(value) == 1 else ''})"
        return f"[{words}]" if isinstance(value, list) else f"{{{words}}}"
    if isinstance(value, (float, np.floating)):
        return f"{value:.8g}"
    return value.text if isinstance(value, Other) else repr(value)


def printable(line) -> str:
    """The line without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in line)
