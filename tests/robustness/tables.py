"""Tables as CSV files, parquet, Excel, and frames; pandas says what a file holds.

A case is a frame of pandas with gaps, and the way in which it is handed over.
Any bytes are cases, too: they give a table or one line.
"""

import gzip
import io
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nidlite import InputError
from nidlite.tables.arrays import check_arrays
from nidlite.tables.reading import read_csv

WORDS = np.array(["oak", "fir", "Ästchen", "a,b", 'so "so"', "two\nlines"], object)
DAYS = np.datetime64("2019-12-30")
KINDS_OF_COLUMN = {
    "numbers": lambda rng, n: rng.integers(-99, 99, n) / 8,
    "digits": lambda rng, n: rng.normal(size=n) * 10.0 ** rng.integers(-90, 90, n),
    "counts": lambda rng, n: rng.integers(0, 99, n),
    "words": lambda rng, n: rng.choice(WORDS, n),
    "truths": lambda rng, n: rng.choice(np.array([True, False], object), n),
    "dates": lambda rng, n: DAYS + rng.integers(0, 999, n),
}
WAYS = "csv csv xz gz bz2 zip utf-16 cp1252 parquet xlsx pandas polars"
NAMES = [["a", "b", "c", "d"], ["a b", "é", "c,d", "e;f"], ['"a"', " b ", "c\nd", "1"]]


@dataclass
class Case:
    """A frame whose last column is the outcome y, and how it is handed over."""

    frame: object
    way: str = "csv"
    separator: str = ","
    decimal: str = "."

    @property
    def content(self) -> bytes:
        """The file's bytes."""
        file = io.BytesIO()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the libraries that write
            if self.way == "parquet":
                self.frame.set_index([*self.frame][0]).to_parquet(file)
            elif self.way == "xlsx":
                self.frame.to_excel(file, index=False)
            else:
                packed = {"gz": "gzip", "bz2": "bz2", "zip": "zip", "xz": "xz"}
                how = {"sep": self.separator, "decimal": self.decimal}
                how |= {"compression": packed.get(self.way), "encoding": "utf-8"}
                if self.way in ("utf-16", "cp1252"):
                    how["encoding"] = self.way
                self.frame.to_csv(file, index=False, **how)
        return file.getvalue()


def draw(rng) -> Case:
    """A table of two to four features, some of their cells empty."""
    import pandas

    n, names = int(rng.integers(5, 13)), NAMES[rng.integers(3)]
    columns = {}
    for name in names[: rng.integers(2, 5)]:
        cells = KINDS_OF_COLUMN[rng.choice([*KINDS_OF_COLUMN])](rng, n)
        gone = rng.random(n) < rng.choice([0, 0, 0.3])
        columns[name] = pandas.Series(cells).mask(gone)
    columns["y"] = np.arange(n) * 1.5 - rng.integers(0, 8, n) / 8
    way, separator = str(rng.choice(WAYS.split())), str(rng.choice([*",;\t|"]))
    separator = "," if way in ("xz", "bz2", "zip") else separator  # pandas reads them
    decimal = str(rng.choice([".", "."] if separator == "," else [".", ","]))
    return Case(pandas.DataFrame(columns), way, separator, decimal)


def meaning(column):
    """(levels, columns of X) of a feature, by pandas."""
    import pandas

    known = column.dropna()
    if pandas.api.types.is_datetime64_any_dtype(column):
        column = (column - known.min()) / pandas.Timedelta(days=1)
    elif any(isinstance(cell, str) for cell in known):
        coded = pandas.get_dummies(column.fillna("missing"))
        return tuple(coded.columns), coded.to_numpy(float).T.tolist()
    numbers = column.astype(float)
    if not numbers.isna().any():
        return None, [numbers.tolist()]
    filled = numbers.fillna(numbers.median() if len(known) else 0.0)
    return None, [filled.tolist(), numbers.isna().astype(float).tolist()]


def read(case):
    """The table, by the way that the case names."""
    if case.way in ("pandas", "polars"):
        X, y = case.frame.drop(columns="y"), case.frame["y"]
        if case.way == "polars":
            import polars

            X = polars.from_pandas(X)
        return check_arrays(X, y)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"table.{case.way}")
        path.write_bytes(case.content)
        return read_csv(path, "y")


def check(case, read=read) -> str:
    """Hold the table against `meaning`: the way."""
    try:
        table = read(case)
    except InputError as error:
        raise AssertionError(f"refused a good table: {error}") from None
    features = case.frame.drop(columns="y")
    expected = [meaning(features[name]) for name in features]
    names = tuple(name.strip() for name in features)
    if case.way in ("pandas", "polars"):
        names = tuple(features)
    assert table.feature_names == names, "other names"
    assert table.levels == tuple(levels for levels, _ in expected), "other levels"
    right = np.array([column for _, columns in expected for column in columns]).T
    # Excel keeps 16 digits, and days are whole microseconds; all else is exact.
    digits = 1e-15 if case.way == "xlsx" else 0
    assert table.X.shape == right.shape, "other columns"
    assert np.allclose(table.X, right, rtol=digits, atol=0), "other numbers"
    assert np.array_equal(table.y, case.frame["y"]), "another target"
    assert table.task == "regression"
    return case.way


MARKS = [b",", b"\n", b"\r\n", b'"', b";", b"\t", b"1", b"-2.5e3", b"oak", b"\0", b" "]
MARKS += [b"a,b,y\n", b"\xff\xfe", b"\xe4", b"\xef\xbb\xbf", "\u2028".encode(), b"nan"]
BEGINNINGS = [b"", b"a,b,y\n", b"a,b,y\r\n1,2,3\n2,1,1\n", b"PK\x03\x04", b"BZh"]
BEGINNINGS.append(b"PAR1")


def draw_bytes(rng) -> bytes:
    """Marks that matter in a file, or a whole file with some other bytes in it."""
    if rng.random() < 0.5:
        marks = b"".join(rng.choice(np.array(MARKS, object), rng.integers(30)))
        content = BEGINNINGS[rng.integers(len(BEGINNINGS))] + marks
        return gzip.compress(content, mtime=0) if rng.random() < 0.2 else content
    while (case := draw(rng)).way in ("pandas", "polars"):
        pass
    content = case.content
    place = rng.integers(len(content))
    after = content[place + 1 :] if rng.integers(3) else b""
    return content[:place] + rng.bytes(rng.integers(3)) + after


def check_bytes(content, read=read_csv) -> str:
    """A finite table, or one line."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.csv")
        path.write_bytes(content)
        try:
            table = read(path, "y")
        except InputError as error:
            assert str(error).isprintable(), str(error)
            return "InputError"
    assert np.isfinite(table.X).all() and np.isfinite(table.y).all()
    assert len(table.X) == len(table.y) and len(table.feature_names) >= 2
    assert all(name == name.strip() != "" for name in table.feature_names)
    return "table"


KINDS = {"tables": (draw, check), "any bytes": (draw_bytes, check_bytes)}
