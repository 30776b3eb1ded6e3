"""The kinds of words that the commands' options take."""

from argparse import ArgumentTypeError
from functools import partial


def whole(text, least=0) -> int:
    """A whole number in at most 18 digits, not below the least."""
    if not (text.isascii() and text.isdigit() and least <= int(text[:19]) < 10**18):
        rule = f"expected a whole number, {least} or more, below 10^18; got {text!r}"
        raise ArgumentTypeError(rule)
    return int(text)


positive = partial(whole, least=1)
