"""The kinds of words that the commands' options take."""

import argparse
import csv


def whole(text) -> int:
    """0 or more, in digits."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}")
    return int(text)


def positive(text) -> int:
    """1 or more, in digits."""
    if not whole(text):
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {text!r}")
    return int(text)


def words(text) -> list[str]:
    """Names separated as in CSV: a, b are two of them, "a, b" in quotes is one."""
    try:
        [row] = csv.reader([text], skipinitialspace=True)
    except csv.Error:
        rule = f"expected names with commas between, or in quotes; got {text!r}"
        raise argparse.ArgumentTypeError(rule) from None
    return [word.strip() for word in row]
