"""Which table the words of a command line mean: F5, a data set's name, a CSV file."""

import shlex
from pathlib import Path

from ..datasets.catalogue import DATASETS
from ..datasets.real import load
from ..detector import REAL_SPLIT, SYNTHETIC_SPLIT
from ..errors import InputError
from ..notebook.progress import Status
from ..splits import stream
from ..synthetic import SUITE
from ..tables.arrays import check_arrays
from ..tables.listing import described, proposed
from ..tables.reading import read_csv
from .arguments import words

ROWS = 30_000  # of a synthetic data set, Sec. 5.1
OF_FILES = "target drop positive categorical sep missing dates weights".split()


def table_of(options):
    """The table that was asked for, its true interactions if known, and the split."""
    known = options.source in SUITE or options.source in DATASETS
    for flag in OF_FILES if known else ():
        if getattr(options, flag):
            raise InputError(f"--{flag} is for files, not for {options.source}")
    if options.source in SUITE:
        f = SUITE[options.source]
        X, y = f.sample(ROWS, stream(options.seed, "sample"))
        return check_arrays(X, y, task=options.task), f.interactions, SYNTHETIC_SPLIT
    if not known and not options.target:
        if options.source == "-" or Path(options.source).is_file():
            raise InputError(print_columns(options.source, options.sep))
        raise InputError(
            f"{options.source} is not one of F1 to F10, {', '.join(DATASETS)}; for a "
            "CSV file name the outcome's column with --target COLUMN"
        )
    with Status(options.source) as status:

        def progress(rows):
            if status.live:
                status.write(f"reading {status.what}: {rows} rows")

        if known:
            return load(options.source, progress=progress), None, REAL_SPLIT
        drop, ones = words(options.drop), words(options.positive) or None
        how = drop, ones, options.task, progress, words(options.categorical)
        ways = options.sep, options.missing or "fill", options.dates or "days"
        how = options.target, *how, *ways, options.weights
        return read_csv(options.source, *how), None, REAL_SPLIT


def print_columns(path, separator) -> str:
    """Print what the file's columns hold; the line that says what to type."""
    columns = described(path, separator)
    width = max(len(name) for name, _ in columns)
    for name, holds in columns:
        print(f"{name:{width}}  {holds}")
    guess = shlex.join(["nidlite", "detect", path, "--target", proposed(columns)])
    return f"name the outcome's column with --target, as in: {guess}"
