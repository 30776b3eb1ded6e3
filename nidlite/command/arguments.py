"""The kinds of words that the commands' options take."""

import argparse


def whole(text) -> int:
    """A whole number from 0 on."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}")
    return int(text)


def positive(text) -> int:
    """A whole number from 1 on."""
    if not whole(text):
        raise argparse.ArgumentTypeError(f"expected 1 or more, got {text!r}")
    return int(text)


def words(text) -> list[str]:
    """Comma-separated words, quotes as in CSV unneeded: "a, b" is a and b."""
    return [word.strip() for word in text.split(",")] if text else []
