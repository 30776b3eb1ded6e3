"""What pandas reads for us: parquet and Excel files, and large CSV files faster.

Of a CSV file pandas takes only what it reads exactly as the built-in reader would. For
anything else, a mistake in the file included, the built-in reader has the word.
"""

import io
import warnings
from contextlib import suppress
from importlib.util import find_spec

import numpy as np

from ..errors import InputError
from .amounts import Numbers
from .missing import WORDS

LARGE = 16_000_000  # bytes of a CSV file, from which on pandas is asked
ROWS = 50_000  # read at a time


def frame_of(source, kind):
    """The DataFrame in a parquet or Excel file. Raises InputError."""
    try:
        import pandas

        read = pandas.read_parquet if kind == "parquet" else pandas.read_excel
        with source.raw() as raw, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as of a style that is not known
            return read(io.BytesIO(raw.read()))
    except ImportError as error:
        raise InputError(
            f"{source.path} is a file of {kind}, which needs pandas and its engines "
            f'({error}); pip install "nidlite[tables]", or save the table as CSV'
        ) from None
    except Exception as error:  # whatever the engines raise
        line = " ".join(str(error).split())[:200]
        raise InputError(
            f"{source.path} cannot be read as {kind} ({line}); save the table as CSV"
        ) from None


def is_wanted(source) -> bool:
    """Whether the CSV file is so large that pandas should read it, if it is there."""
    return source.size > LARGE and find_spec("pandas") is not None


class _OtherError(Exception):
    """The file is for the built-in reader."""


class _Counted(io.TextIOBase):
    """Text without quotes, whose separators are counted while it is read."""

    def __init__(self, text, separator):
        self.text, self.separator, self.count = text, separator, 0

    def read(self, size=-1):
        """As of any text."""
        block = self.text.read(size)
        if '"' in block:
            raise _OtherError
        self.count += block.count(self.separator)
        return block


def read_rest(source, dialect, columns, rows, progress=None) -> bool:
    """Add all rows but the first ones, which the columns have, to the columns.

    columns has for every column of the file what takes its cells, or None. False where
    the built-in reader must begin again.
    """
    try:
        from pandas import errors

        wrong = InputError, ValueError, OverflowError, TypeError, errors.ParserError
        with suppress(_OtherError, *wrong), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            _read_rest(source, dialect, columns, rows, progress)
            return True
    except ImportError:
        pass
    return False


def _read_rest(source, dialect, columns, first, progress):
    """As read_rest; raises where the two readers may differ."""
    import pandas

    width, words, rows = len(columns), {}, 0
    numbers = [i for i, column in enumerate(columns) if _of_numbers(column)]
    types = {i: np.float64 if i in numbers else object for i in range(width)}
    words = {i: [*WORDS] if i in numbers else [] for i in range(width)}
    how = {"dtype": types, "na_values": words, "keep_default_na": False}
    how |= {"sep": dialect.separator, "decimal": dialect.decimal}
    how |= {"header": None, "names": range(width), "skipinitialspace": True}
    if tuple(map(int, pandas.__version__.split(".")[:2])) < (3, 1):
        how["float_precision"] = "round_trip"  # later the only one
    with source.unpacked() as stream:
        text = io.TextIOWrapper(stream, encoding=dialect.encoding, newline="")
        text.readline()  # the header
        counted = _Counted(text, dialect.separator)
        for frame in pandas.read_csv(counted, chunksize=ROWS, low_memory=False, **how):
            if not isinstance(frame.index, pandas.RangeIndex):
                raise _OtherError  # a row longer than the header
            start, rows = max(first - rows, 0), rows + len(frame)
            for i, column in enumerate(columns):
                if column is None:
                    continue
                values = frame[i].to_numpy()[start:]
                if i not in numbers:
                    column.add(values.tolist(), [0] * len(values))
                elif np.isinf(values).any() or column.missing == "error":
                    raise _OtherError
                else:
                    column.extend(values)
            if progress:
                progress(rows)
    # A longer row is an error of pandas; so the sum tells whether one is shorter.
    if counted.count != rows * (width - 1):
        raise _OtherError


def _of_numbers(column) -> bool:
    """Whether the column, after its first block, takes numbers."""
    if hasattr(column, "known"):
        return not column.text and not column.any_labels
    return isinstance(getattr(column, "column", None), Numbers)
