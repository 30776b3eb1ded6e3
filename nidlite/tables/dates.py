"""Dates as numbers: the days since the first one, or year, month and weekday.

A table keeps what it did with each feature: None for no date, the first day as
"2024-01-31", or "year", "month" or "weekday" (0 is Monday).
"""

import re

import numpy as np

from .missing import is_missing

PARTS = ("year", "month", "weekday")
WAYS = ("days", "parts")
NO_DATE = np.datetime64("NaT", "us")  # NumPy 2.5 warns of one without a unit
_ISO = re.compile(
    r"\d{4}([-/])\d\d?\1\d\d?([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[-+]\d\d:\d\d)?)?"
)
_WITH_DOTS = re.compile(r"(\d\d?)\.(\d\d?)\.(\d{4})(.*)")


def as_date(text) -> np.datetime64 | None:
    """2024-01-31, 2024/1/31 or 31.1.2024, also with a time; None for other texts."""
    text = _WITH_DOTS.sub(r"\3-\2-\1\4", text.strip())
    if not _ISO.fullmatch(text):
        return None
    day, clock = re.match(r"([\d/-]+)([T \d:.]*)", text).groups()  # no time zone
    year, month, day = re.split("[-/]", day)
    try:
        return np.datetime64(f"{year}-{month:0>2}-{day:0>2}{clock}", "us")
    except ValueError:  # such as the 31st of February
        return None


def as_dates(values) -> np.ndarray | None:
    """A column as datetime64, NaT where missing; None unless it holds dates only."""
    if values.dtype.kind == "M":
        return values.astype("datetime64[us]")
    if values.dtype.kind not in "OUT":
        return None
    cells = values.tolist()
    first = next((cell for cell in cells if not is_missing(cell)), None)
    if first is None or _date_of(first) is None:
        return None
    dates = [NO_DATE if is_missing(cell) else _date_of(cell) for cell in cells]
    if any(date is None for date in dates):
        return None
    return np.array(dates, "datetime64[us]")


def _date_of(cell):
    """The date that a cell is, a text or an object; a time zone is left out."""
    if isinstance(cell, str):
        return as_date(cell)
    if not (hasattr(cell, "isoformat") and hasattr(cell, "year")):
        return None
    cell = cell.replace(tzinfo=None) if hasattr(cell, "tzinfo") else cell
    return np.datetime64(cell.isoformat(), "us")


def first_day(dates) -> str:
    """The day that days count from."""
    known = dates[~np.isnat(dates)]
    return str(known.min().astype("datetime64[D]")) if len(known) else "1970-01-01"


def number_of(dates, rule) -> np.ndarray:
    """(n,) float64, NaN where missing: a part of the dates, or days since the rule."""
    day = dates.astype("datetime64[D]")
    if rule == "year":
        numbers = dates.astype("datetime64[Y]").astype(int) + 1970.0
    elif rule == "month":
        numbers = dates.astype("datetime64[M]").astype(int) % 12 + 1.0
    elif rule == "weekday":
        numbers = (day.astype(int) + 3) % 7 + 0.0  # day 0, 1970-01-01, was a Thursday
    else:
        numbers = (dates - np.datetime64(rule)) / np.timedelta64(1, "D")
    return np.where(np.isnat(dates), np.nan, numbers)


def dates_apart(columns, names, how):
    """(columns, names, rules): columns of dates are numbers, or several, by `how`.

    columns are pairs of an array and whether it is a category.
    """
    made = []
    for (values, category), name in zip(columns, names):
        dates = None if category or values.ndim != 1 else as_dates(values)
        if dates is None:
            made.append(((values, category), name, None))
            continue
        rules = {part: f"{name} ({part})" for part in PARTS}
        if how == "days":
            rules = {first_day(dates): name}
        for rule, called in rules.items():
            made.append(((number_of(dates, rule), False), called, rule))
    return map(list, zip(*made))
