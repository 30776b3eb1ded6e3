"""Frames of pandas and polars with every type they have, as they are and through files.

A case is a recipe: of each column its cells and its type. `meaning` says what a cell is
worth, and the table must have that. Types that are neither numbers, words, truths nor
dates must be refused in one line.
"""

import datetime
import decimal
import io
import tempfile
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas
import polars
from hypothesis import strategies as st

from nidlite import InputError
from nidlite.tables.arrays import check_arrays
from nidlite.tables.reading import read_csv

from .files import filled
from .lines import RARE, is_one_line, mostly

WORDS = ["oak", "fir", "Ästchen", "a,b", 'so "so"']
FIRST_DAY = datetime.datetime(2019, 12, 30)


@dataclass
class Case:
    """Columns as (what, type), n rows, in which way, how many cells are missing."""

    n: int
    columns: list
    way: str = "pandas"
    gaps: float = 0
    seed: int = 0
    options: dict = field(default_factory=dict)

    def cells(self):
        """The cells of each column, None where missing, and the outcomes."""
        rng = np.random.default_rng(self.seed)
        columns = []
        for what, _ in self.columns:
            cells = CELLS[what](rng, self.n)
            gone = rng.random(self.n) < self.gaps
            columns.append([None if g else c for c, g in zip(cells, gone)])
        return columns, np.arange(self.n) * 1.5 - rng.integers(0, 8, self.n) / 8


# What is in a column

CELLS = {
    "whole": lambda rng, n: rng.integers(0, 120, n).tolist(),
    "large": lambda rng, n: rng.integers(2**54, 2**60, n).tolist(),
    "numbers": lambda rng, n: (rng.integers(-99, 99, n) / 8).tolist(),
    "words": lambda rng, n: rng.choice(WORDS, n).tolist(),
    "truths": lambda rng, n: rng.choice([True, False], n).tolist(),
    "dates": lambda rng, n: [
        FIRST_DAY + datetime.timedelta(days=int(d)) for d in rng.integers(0, 999, n)
    ],
    "moments": lambda rng, n: [
        FIRST_DAY + datetime.timedelta(seconds=int(s)) for s in rng.integers(0, 9**9, n)
    ],
    "other": lambda rng, n: rng.integers(1, 9, n).tolist(),
}
NUMBERS = "float64 Float64 object double[pyarrow]".split()
WHOLE = [*NUMBERS, *"int64 Int64 UInt16 uint8 float32 int64[pyarrow]".split()]
TYPES = {  # of pandas, and for polars what stands for most of them
    "whole": [*WHOLE, "category"],
    "large": ["int64", "Int64", "object"],
    "numbers": NUMBERS,
    "words": ["object", "str", "string", "string[pyarrow]", "category"],
    "truths": ["bool", "boolean", "object", "bool[pyarrow]"],
    "dates": ["datetime64[ns]", "datetime64[s]", "object", "date32[pyarrow]", "zone"],
    "moments": ["datetime64[us]", "datetime64[ms]", "timestamp[us][pyarrow]", "text"],
    "other": ["timedelta64[ns]", "complex", "lists", "bytes", "decimals", "period"],
}
POLARS = {
    "uint8": polars.UInt8,
    "float32": polars.Float32,
    "category": polars.Categorical,
    "object": polars.Object,
    "datetime64[s]": polars.Date,
    "datetime64[ms]": polars.Datetime("ms"),
}
ODD = {
    "timedelta64[ns]": lambda v: datetime.timedelta(days=v),
    "complex": complex,
    "lists": lambda v: [v],
    "bytes": lambda v: bytes([v]),
    "decimals": decimal.Decimal,
    "period": lambda v: pandas.Period(f"2020-0{v}"),
}
WITHOUT_GAPS = {"int64", "uint8", "bool", "complex"}


def series(kind, cells):
    """A column of pandas of this type; int64 with gaps becomes what pandas makes it."""
    if kind in ODD:
        cells = [None if c is None else ODD[kind](c) for c in cells]
        return pandas.Series(cells, dtype=kind if "time" in kind else object)
    if kind == "zone":
        return pandas.Series(pandas.to_datetime(pandas.Series(cells), utc=True))
    if kind == "text":
        cells = [None if c is None else str(c) for c in cells]
        return pandas.Series(cells, dtype=object)
    if kind in WITHOUT_GAPS and None in cells:
        return pandas.Series(cells)
    return pandas.Series(cells, dtype=kind)


def frame_of(case, columns):
    """The DataFrame, of polars where the way says so."""
    if case.way != "polars":
        made = [series(kind, c) for (_, kind), c in zip(case.columns, columns)]
        return pandas.DataFrame({f"c{i}": s for i, s in enumerate(made)})
    made = {}
    for i, ((what, kind), cells) in enumerate(zip(case.columns, columns)):
        if what == "other":
            cells = [None if c is None else ODD[kind](c) for c in cells]
        as_type = POLARS.get(kind) if what != "whole" or kind != "category" else None
        try:
            made[f"c{i}"] = polars.Series(cells, dtype=as_type)
        except (TypeError, ValueError, pandas.errors.OutOfBoundsDatetime):
            made[f"c{i}"] = polars.Series(cells, dtype=polars.Object)
    return polars.DataFrame(made)


# What it means


def meaning(what, kind, way, cells):
    """(levels, columns) of a column; None if it has to be refused."""
    known = [c for c in cells if c is not None]
    if not known:
        return None, filled([None] * len(cells))
    category = kind == "category" and way == "pandas" or what == "words"
    if category:
        texts = ["missing" if c is None else c for c in cells]
        levels = sorted(set(texts), key=lambda c: (isinstance(c, str), c))
        return tuple(levels), [[float(t == one) for t in texts] for one in levels]
    if what in ("dates", "moments"):
        start = min(known).replace(hour=0, minute=0, second=0)
        day = datetime.timedelta(days=1)
        cells = [None if c is None else (c - start) / day for c in cells]
    return None, filled([None if c is None else float(c) for c in cells])


# The check


def handed(case, X, y, folder):
    """The table of the frame, by the way that the case names."""
    if case.way in ("pandas", "polars"):
        return check_arrays(X, y, **case.options)
    file, X = io.BytesIO(), X.assign(y=y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries that write
        if case.way == "parquet":
            X.to_parquet(file)
        elif case.way == "xlsx":
            X.to_excel(file, index=False)
        else:
            X.to_csv(file, index=case.way == "csv with index")
    path = Path(folder, "table")
    path.write_bytes(file.getvalue())
    return read_csv(path, "y", **case.options)


def check(case, hand=handed) -> str:
    """Hold the table against `meaning`: the way, or "InputError"."""
    columns, y = case.cells()
    X = frame_of(case, columns)
    odd = any(what == "other" for what, _ in case.columns)
    strict = case.options.get("missing") == "error"
    gaps = strict and any(None in cells for cells in columns)
    with tempfile.TemporaryDirectory() as folder:
        try:
            table = hand(case, X, y, folder)
        except InputError as error:
            assert odd or gaps, f"refused a good frame: {error}"
            assert is_one_line(error), f"not one printable line: {str(error)!r}"
            return "InputError"
    assert not gaps, "took gaps that it was to refuse"
    assert np.isfinite(table.X).all() and np.array_equal(table.y, y)
    expected = [
        meaning(*column, case.way, cells)
        for column, cells in zip(case.columns, columns)
        if column[0] != "other"
    ]
    if odd:  # taken as what it may be, such as a decimal as a number
        return "odd"
    assert table.feature_names == tuple(f"c{i}" for i in range(len(columns)))
    assert repr(table.levels) == repr(tuple(levels for levels, _ in expected))
    right = np.array([c for _, several in expected for c in several]).T
    # Days are whole microseconds, and Excel keeps 16 digits; all else is exact.
    digits = 1e-15 if case.way == "xlsx" else 0
    assert table.X.shape == right.shape, "other columns"
    assert np.allclose(table.X, right, rtol=digits, atol=1e-10), "other numbers"
    return case.way


@st.composite
def cases(draw):
    whats = st.lists(st.sampled_from([*TYPES][:-1]), min_size=2, max_size=4)
    whats = [*draw(whats), *["other"] * draw(mostly([0], [1], 0.1))]
    columns = [(what, draw(st.sampled_from(TYPES[what]))) for what in whats]
    ways = ["pandas", "polars"]  # what is odd cannot be written
    if "other" not in whats:
        ways += ["pandas", "parquet", "csv", "csv with index"]
        # Excel holds no time zone.
        ways += ["xlsx"] * (("dates", "zone") not in columns)
    options = (
        {"missing": draw(st.sampled_from(["fill", "error"]))} if draw(RARE) else {}
    )
    return Case(
        draw(st.integers(3, 12)),
        columns,
        draw(st.sampled_from(ways)),
        draw(st.sampled_from([0, 0.2, 0.5])),
        draw(st.integers(0, 2**32 - 1)),
        options,
    )


KINDS = {"frames": (cases(), check)}
