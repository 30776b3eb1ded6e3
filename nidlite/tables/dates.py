"""Dates as numbers: the days since the first one, or year, month and weekday.

A feature's rule is None for no date, the first day, or one of PARTS. A clock time is
the hour, a feature of its own, and may stand alone.
"""

import re

import numpy as np

from .missing import is_missing

PARTS = ("year", "month", "weekday", "hour")
WAYS = ("days", "parts")
NO_DATE = np.datetime64("NaT", "us")  # NumPy 2.5 warns of one without a unit
NO_DAY = "0001-01-01"  # that of a clock time alone
_CLOCK = re.compile(r"\d\d?:\d\d(:\d\d([.]\d+)?)?")
_DATE = re.compile(
    r"(?:(\d{4})([-/])(\d\d?)\2(\d\d?)|(\d\d?)\.(\d\d?)\.(\d{4}))"
    r"(?:[T ](\d\d?)(:\d\d(?::\d\d(?:\.\d{,6})?)?)\d* ?(?:Z|UTC|[-+]\d\d(?::?\d\d)?)?)?"
)


def as_date(cell) -> np.datetime64 | None:
    """The date, without its zone, of an object or a text such as 31.1.2024 5:00."""
    text = cell.isoformat() if hasattr(cell, "isoformat") else cell
    text = text.strip() if isinstance(text, str) else ""
    match = _DATE.fullmatch(f"{NO_DAY} {text}" if _CLOCK.fullmatch(text) else text)
    if match is None:
        return None
    year, _, month, day, d, m, y, hour, minute = match.groups(default="")
    try:
        date = f"{year or y}-{month or m:0>2}-{day or d:0>2}"
        return np.datetime64(f"{date}T{hour:0>2}{minute or ':00'}", "us")
    except ValueError:  # such as of the 31st of February
        return None


def as_dates(values) -> np.ndarray | None:
    """A column (n,) as datetime64, NaT where missing; None where not all are dates."""
    if values.dtype.kind not in "MOUT" or values.dtype.metadata:  # or are categories
        return None
    dates = []
    for cell in values.tolist() if values.dtype.kind != "M" else ():
        dates.append(NO_DATE if is_missing(cell) else as_date(cell))
        if dates[-1] is None:
            return None
    dayless = {str(date).startswith(NO_DAY) for date in dates if date == date}
    return np.array(dates or values, "datetime64[us]") if len(dayless) < 2 else None


def rules_of(cells, way) -> list:
    """What becomes of dates, one rule for each feature, and [None] for others."""
    if cells.dtype.kind != "M":
        return [None]
    first = str(np.fmin.reduce(cells).astype("datetime64[D]"))
    rules = [] if first == NO_DAY else [*PARTS[:-1]] if way == "parts" else [first]
    clock = not rules or np.nanmax(number_of(cells, "hour")) > 0
    return [*rules, "hour"] if clock else rules


def number_of(cells, rule) -> np.ndarray:
    """Dates as numbers by their rule, NaN where missing; other cells as they are."""
    if cells.dtype.kind != "M":
        return cells
    if rule in ("year", "month"):
        months = cells.astype("datetime64[M]").astype(int)  # 0 is that of 1970-01-01
        numbers = months // 12 + 1970.0 if rule == "year" else months % 12 + 1.0
    elif rule == "weekday":  # day 0, 1970-01-01, was a Thursday
        numbers = (cells.astype("datetime64[D]").astype(int) + 3) % 7 + 0.0
    elif rule == "hour":
        numbers = (cells - cells.astype("datetime64[D]")) / np.timedelta64(1, "h")
    else:
        numbers = (cells.astype("datetime64[D]") - np.datetime64(rule)).astype(float)
    return np.where(np.isnat(cells), np.nan, numbers)
