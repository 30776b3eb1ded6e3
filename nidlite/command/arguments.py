"""The kinds of words that the commands' options take."""

import argparse
import csv

from ..errors import InputError, show


def whole(text) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}")
    return int(text)


def positive(text) -> int:
    if not whole(text):
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {text!r}")
    return int(text)


def words(texts) -> list[str]:
    """The words of an option that may be given again, each with several of them.

    They are separated as in CSV: a, b are two words, "a, b" in quotes is one.
    """
    # For =-- argparse before Python 3.13 gives an empty list.
    rows = csv.reader(filter(None, texts or []), skipinitialspace=True)
    try:
        return [word.strip() for row in rows for word in row]
    except csv.Error:
        raise InputError(
            "names are separated by commas, and one with a line break stands in "
            f"quotes; got {show(', '.join(texts))}"
        ) from None
