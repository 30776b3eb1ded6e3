"""A user's mistake in one line: what was given, what was expected, what to do."""

from difflib import get_close_matches
from math import inf
from numbers import Integral, Real


def escaped(text) -> str:
    """The text on one line: what steers a terminal, such as a line end, is escaped."""
    # Blanks that hold words together, and what joins Persian letters or emoji, are not.
    steers = {c for c in str(text) if not c.isprintable()} - {*"\xa0\u202f\u200c\u200d"}
    return str(text).translate({ord(c): repr(c)[1:-1] for c in steers})


class InputError(ValueError):
    """Bad input by the user, as one line; what cannot be printed in it is escaped."""

    def __init__(self, line: str) -> None:
        super().__init__(escaped(line))


class InputTypeError(InputError, TypeError):
    """Bad input whose very kind is wrong: neither a number nor text."""


def plain(value):
    """The label as a person writes it: 1 for 1.0."""
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return int(value) if whole else value


def show(value) -> str:
    """The value in quotes, on one line, cut when long."""
    text = " ".join(repr(plain(value)).splitlines())
    return text if len(text) <= 60 else f"{text[:56]}...{text[-1]}"


def shown(values, most=6) -> str:
    """The first values as a list to read."""
    first = [show(value) for value in list(values)[: most + 1]]
    return ", ".join(first[:most] + ["..."] * (len(first) > most))


def suggest(word, options) -> str:
    """What to say after an unknown word: the options like it, or the first options."""
    like = {option.lower(): option for option in reversed(options)}
    near = [like[w] for w in get_close_matches(str(word).lower(), like)]
    return f"did you mean {shown(near)}?" if near else f"choose: {shown(options, 12)}"


def check_choice(name, value, known):
    """InputError unless the value of a setting of this name is one that is known."""
    if not isinstance(value, str) or value not in known:
        raise InputError(f"{name} must be one of {', '.join(known)}; got {show(value)}")


def check_number(name, value, least=0, most=inf, whole=False, above=False):
    """InputError unless a setting is a number, whole or above least, in this range."""
    known = isinstance(value, Integral if whole else Real) and type(value) is not bool
    if not known or not least <= value <= most or above and value == least:
        what = f"a {'whole ' * whole}number {'above' if above else 'from'} {least}"
        what += f"{', up' * above} to {most}" if most < inf else " up" * (not above)
        raise InputError(f"{name} must be {what}; got {value!r}")
