"""Which table the words of a command line mean: F5, a data set's name, a file."""

import shlex
from pathlib import Path

from ..datasets.catalogue import DATASETS
from ..datasets.real import load
from ..detector import REAL_SPLIT, SYNTHETIC_SPLIT
from ..errors import InputError
from ..splits import stream
from ..synthetic import SUITE
from ..tables.arrays import check_arrays
from ..tables.listing import described
from ..tables.reading import read_csv

ROWS = 30_000  # of a synthetic data set, Sec. 5.1
OF_FILES = "target drop positive categorical sep missing dates weights".split()


def table_of(options):
    """The table that was asked for, its true interactions if known, and the split.

    Raises InputError. Of a file without --target it prints what the columns hold.
    """
    source, given = options.source, {k: getattr(options, k) for k in OF_FILES}
    given = {name: value for name, value in given.items() if value}
    if source in SUITE or source in DATASETS:
        for flag in given:
            raise InputError(f"--{flag} is for files, not for {source}")
        if source in DATASETS:
            return load(source), None, REAL_SPLIT
        f = SUITE[source]
        X, y = f.sample(ROWS, stream(options.seed, "sample"))
        return check_arrays(X, y, task=options.task), f.interactions, SYNTHETIC_SPLIT
    if options.target:
        return read_csv(source, task=options.task, **given), None, REAL_SPLIT
    if source == "-" or Path(source).is_file():
        columns = described(source, options.sep)
        width = max(len(name) for name, _ in columns)
        for name, holds in columns:
            print(f"{name:{width}}  {holds}")
        guess = shlex.join(["nidlite", "detect", source, "--target", columns[-1][0]])
        raise InputError(f"name the outcome's column with --target, as in: {guess}")
    raise InputError(
        f"{source} is not one of F1 to F10, {', '.join(DATASETS)}; for a CSV file "
        "name the outcome's column with --target COLUMN"
    )
