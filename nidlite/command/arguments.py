"""The kinds of words that the commands' options take."""

import argparse
import csv


def whole(text, least=0) -> int:
    """A whole number in digits, not below the least."""
    if not (text.isascii() and text.isdigit() and int(text) >= least):
        rule = f"expected a whole number, {least} or more; got {text!r}"
        raise argparse.ArgumentTypeError(rule)
    return int(text)


def positive(text) -> int:
    """1 or more, in digits."""
    return whole(text, 1)


def words(text) -> list[str]:
    """Names separated as in CSV: a, b are two of them, "a, b" in quotes is one."""
    rows = csv.reader(text.splitlines(True), skipinitialspace=True)
    return [word.strip() for row in rows for word in row]
