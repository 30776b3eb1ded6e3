"""Which table the words of a command line mean: F5, a data set's name, a CSV file.

With this module one can turn the options of `nidlite detect` into a checked table.
"""

import argparse

from .datasets import DATASETS
from .datasets import load as load_dataset
from .detector import REAL_SPLIT, SYNTHETIC_SPLIT, stream
from .errors import InputError
from .printing import Status
from .publishers.download import shown_on
from .synthetic import SUITE
from .tabular.reading import read_csv
from .tabular.tables import check_arrays

ROWS = 30_000  # of a synthetic data set, Sec. 5.1


def whole(text) -> int:
    """A whole number from 0 on."""
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}")
    return int(text)


def words(text) -> list[str]:
    """Comma-separated words, quotes as in CSV unneeded: "a, b" is a and b."""
    return [word.strip() for word in text.split(",")] if text else []


def load(options):
    """The table that was asked for, its true interactions if known, and the split."""
    known = options.source in SUITE or options.source in DATASETS
    for flag in ("target", "drop", "positive", "categorical") if known else ():
        if getattr(options, flag):
            raise InputError(f"--{flag} is for CSV files, not for {options.source}")
    if options.source in SUITE:
        f = SUITE[options.source]
        X, y = f.sample(ROWS, stream(options.seed, "sample"))
        return check_arrays(X, y, task=options.task), f.interactions, SYNTHETIC_SPLIT
    if not known and not options.target:
        raise InputError(
            f"{options.source} is not one of F1 to F10, {', '.join(DATASETS)}; for a "
            "CSV file name the outcome's column with --target COLUMN"
        )
    status = Status(options.source, 0)

    def progress(rows, _):
        if status.live:
            status.write(f"reading {status.what}: {rows} rows")

    try:
        if known:
            on_download = shown_on(status)
            table = load_dataset(
                options.source, progress=progress, on_download=on_download
            )
        else:
            table = read_csv(
                options.source,
                options.target,
                words(options.drop),
                words(options.positive) or None,
                options.task,
                progress,
                categorical=words(options.categorical),
            )
    finally:
        status.done()
    return table, None, REAL_SPLIT
