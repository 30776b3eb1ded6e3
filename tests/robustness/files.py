"""CSV files: any bytes, and tables with everything that people's files have in them.

`reading` says again, a whole file at once and with the csv module and float() alone,
what a file means; the reader must agree with it on every file, and on every refusal.
"""

import bz2
import csv
import datetime
import gzip
import io
import tempfile
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from nidlite import InputError
from nidlite.tables import filling as reading_room
from nidlite.tables.reading import read_csv

from .lines import RARE, is_one_line, mostly

NO_VALUE = {"", "?", "NA", "N/A", "n/a", "null", "NULL", "NaN", "nan", "None"}
NO_VALUE |= {"<NA>", "NaT", "#N/A"}
MOST = 100  # levels of a category, labels of a class


@dataclass
class File:
    """A case: the file's bytes, and the options it is read with."""

    content: bytes
    options: dict = field(default_factory=dict)
    target: str = "y"
    separator: str = ","  # which the reader finds for itself, unless it is in options
    decimal: str = "."


class RefusedError(Exception):
    """There is no right table: an InputError is expected."""


# What a file means


def value(cell, decimal):
    """The cell as a number, None if it is none."""
    if decimal == ",":
        cell = "_" if "." in cell else cell.replace(",", ".")
    try:
        return None if "_" in cell else float(cell)
    except ValueError:
        return None


def label(number):
    """1 for 1.0."""
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def refuse(wrong):
    if wrong:
        raise RefusedError


def letters(content):
    """The text that the bytes are: UTF-8, UTF-16 with a mark, or Windows-1252."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse(b"\0" in content)
        return content.decode("cp1252", "replace")


def decoded(content, separator):
    """The rows of the file that are not blank."""
    try:
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
        elif content[:3] == b"BZh":
            content = bz2.decompress(content)
        text = io.StringIO(letters(content), newline="")
        how = {"strict": True, "skipinitialspace": True, "delimiter": separator}
        rows = list(csv.reader(text, **how))
    except (UnicodeError, csv.Error, EOFError, zlib.error, OSError, ValueError):
        raise RefusedError from None
    return [row for row in rows if len(row) > 1 or "".join(row).strip()]


def date(cell):
    """The cell as a datetime, None if it is none: year first, or day.month.year."""
    for day in ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y"):
        for clock in ("", " %H:%M", " %H:%M:%S", "T%H:%M", "T%H:%M:%S"):
            with suppress(ValueError):
                return datetime.datetime.strptime(cell, day + clock)
    return None


def reading(file):
    """(names, levels, columns of X, y, task, classes); raises RefusedError."""
    rows = decoded(file.content, file.separator)
    drop = file.options.get("drop", ())
    categorical = file.options.get("categorical", ())
    refuse(not rows)
    header = [name.strip() for name in rows.pop(0)]
    refuse("\0" in "".join(header) or len(set(header)) < len(header))
    refuse({file.target, *drop, *categorical} - set(header))
    refuse(file.target in drop or file.target in categorical)
    if header[0] in ("", "Unnamed: 0") and header[0] not in (file.target, *categorical):
        drop = (*drop, header[0])  # an index
    names = [name for name in header if name != file.target and name not in drop]
    refuse(len(names) < 2 or "" in names or not rows)
    refuse(any(len(row) != len(header) for row in rows))
    strict = file.options.get("missing") == "error"
    cells = dict(zip(header, zip(*rows)))
    there = [cell.strip() not in NO_VALUE for cell in cells[file.target]]
    levels, X, coded = [], [], []
    for name in names:
        how = name in categorical, there, strict, file.decimal
        parts = file.options.get("dates") == "parts"
        for part, labels, columns in features(cells[name], *how, parts):
            coded.append(f"{name} ({part})" if part else name)
            levels.append(labels)
            X.extend(columns)
    asked = [file.options.get(option) for option in ("positive", "task")]
    refuse(strict and not all(there))
    refuse(not any(there))
    outcome = [c for c, is_there in zip(cells[file.target], there) if is_there]
    y, *rest = target(outcome, *asked, file.decimal)
    refuse(max(abs(v) for column in (*X, y) for v in column) > 1e100)
    return tuple(coded), tuple(levels), X, y, *rest


def features(cells, named, there, strict, decimal, parts):
    """[(part of a date or None, levels, columns)]: what a file's column becomes."""
    texts = [cell.strip() for cell in cells]
    gone = [text in NO_VALUE for text in texts]
    first = next((t for t, none in zip(texts, gone) if not none), "")
    dates = [None if none else date(t) for t, none in zip(texts, gone)]
    if named or value(first, decimal) is not None or date(first) is None:
        return [(None, *feature(cells, named, there, strict, decimal))]
    refuse(strict and any(gone))
    refuse(any(d is None and not none for d, none in zip(dates, gone)))
    dates = [d for d, is_there in zip(dates, there) if is_there]
    known = [d for d in dates if d is not None]
    if not parts:
        start = min(known or [datetime.datetime(1970, 1, 1)])
        start = start.replace(hour=0, minute=0, second=0)
        day = datetime.timedelta(days=1)
        return [(None, None, filled([d and (d - start) / day for d in dates]))]
    rules = {"year": lambda d: d.year, "month": lambda d: d.month}
    rules["weekday"] = lambda d: d.weekday()
    return [
        (name, None, filled([d and float(rule(d)) for d in dates]))
        for name, rule in rules.items()
    ]


def filled(values):
    """The column, and a second one that says where a value is missing, if one is."""
    known = [v for v in values if v is not None]
    if len(known) == len(values):
        return [values]
    median = float(np.median(known)) if known else 0.0
    gone = [float(v is None) for v in values]
    return [[median if v is None else v for v in values], gone]


def feature(cells, named, there, strict, decimal):
    """(levels, columns): numbers, or 0 and 1 for each level; of the rows there.

    A second column of numbers says where one is missing.
    """
    cells = [cell.strip() for cell in cells]
    gone = [cell in NO_VALUE for cell in cells]
    refuse(strict and any(gone))
    known = [cell for cell, none in zip(cells, gone) if not none]
    numbers = [value(cell, decimal) for cell in known]
    word = bool(known) and numbers[0] is None and any(map(str.isalpha, known[0]))
    if (word or named) and known and {t.lower() for t in known} <= {"true", "false"}:
        numbers, word = [float(text.lower() == "true") for text in known], False
        named = False
    elif not (word or named):
        refuse(any(v is None or not isfinite(v) for v in numbers))
    else:
        refuse(len(set(known)) > MOST)
        refuse(not named and any(v is not None for v in numbers))
    texts = known
    if named and numbers and all(v is not None and isfinite(v) for v in numbers):
        texts = [label(v) for v in numbers]
    texts, numbers = iter(texts), iter(numbers)
    rows = [(None, None) if none else (next(texts), next(numbers)) for none in gone]
    rows = [row for row, is_there in zip(rows, there) if is_there]
    if not (word or named):
        return None, filled([v for _, v in rows])
    texts = ["missing" if text is None else text for text, _ in rows]
    levels = sorted(set(texts), key=lambda text: (isinstance(text, str), text))
    return tuple(levels), [[float(t == level) for t in texts] for level in levels]


def target(cells, positive, task, decimal):
    """(y, task, classes)."""
    texts = [cell.strip() for cell in cells]
    numbers = [value(text, decimal) for text in texts]
    refuse("" in texts or any(v is not None and not isfinite(v) for v in numbers))
    words = None in numbers
    if words and {text.lower() for text in texts} <= {"true", "false"}:
        texts = labels = [text.lower() == "true" for text in texts]
        numbers, words = [*map(float, labels)], False
        positive = positive and [word.strip().capitalize() for word in positive]
    elif words:
        labels = texts
    else:
        labels = [label(v) for v in numbers]
    if words and not positive:
        mixed = any(v is not None for v in numbers) and len(set(texts)) > 2
        refuse(mixed or len(set(texts)) > MOST)
    values = sorted(set(labels))
    refuse(len(values) < 2)
    if positive:
        ones = [v for v in values if str(v) in positive]
        zeros = [v for v in values if v not in ones]
        refuse(task == "regression" or len(ones) < len(set(positive)) or not zeros)
        one = ones[0] if len(ones) == 1 else ",".join(positive)
        zero = zeros[0] if len(zeros) == 1 else "other"
        return [float(v in ones) for v in labels], "classification", (zero, one)
    guess = "classification" if words or len(values) == 2 else "regression"
    task = task or guess
    refuse(task == "regression" and words)
    if task == "regression":
        return numbers, task, None
    refuse(len(values) > MOST)
    return [float(values.index(v)) for v in labels], task, tuple(values)


# The check


def check(file, read=read_csv) -> str:
    """Hold the reader against `reading`: "table", or "InputError"."""
    try:
        expected = reading(file)
    except RefusedError:
        expected = None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.csv")
        path.write_bytes(file.content)
        try:
            table = read(path, file.target, **file.options)
        except InputError as error:
            assert expected is None, f"refused a good file: {error}"
            # An option that contradicts another one is not the file's mistake.
            others = (file.options.get("drop", ()), file.options.get("categorical", ()))
            name = "" if any(file.target in names for names in others) else str(path)
            printable = is_one_line(error, name)
            assert printable, f"not one line that names the file: {str(error)!r}"
            return "InputError"
    assert expected is not None, "read a file that has no right table"
    names, levels, columns, y, task, classes = expected
    assert (table.feature_names, table.target_name) == (names, file.target)
    assert repr(table.levels) == repr(levels)  # repr tells 1 from 1.0 and "1"
    assert table.X.dtype == table.y.dtype == np.float64
    assert np.array_equal(table.X, np.array(columns).T), "other numbers"
    assert np.array_equal(table.y, y), "another target"
    assert (table.task, repr(table.classes)) == (task, repr(classes))
    constant = [note for note in table.notes if "is constant" in note]
    assert len(constant) == sum(is_constant(table, own) for own in table.columns)
    said = [any(words in note for note in table.notes) for words in ("codes", "2^53")]
    assert said == list(map(any, zip(*warned(file)))), "another note"
    return "table"


def is_there(cell):
    return cell not in NO_VALUE


def warned(file):
    """(whether it has codes, whether it loses digits) of each column of amounts."""
    rows = decoded(file.content, file.separator)
    skipped = {*file.options.get("categorical", ()), *file.options.get("drop", ())}
    header = [name.strip() for name in rows[0]]
    for name, cells in zip(header, zip(*rows[1:])):
        texts = [c.strip() for c in cells]
        numbers = [value(t, file.decimal) for t in texts if t not in NO_VALUE]
        index = name == header[0] and name in ("", "Unnamed: 0")
        if {name} & {*skipped, file.target} or index or None in numbers:
            continue
        # Only the first block with a value is looked at, as text.
        size = reading_room.BLOCK
        blocks = (texts[k : k + size] for k in range(0, len(texts), size))
        some = next(filter(None, ([*filter(is_there, b)] for b in blocks)), [])
        code = any(len(t) > 1 and t[0] == "0" and t.isdigit() for t in some)
        whole = all(t.lstrip("+-").isdigit() for t in some)
        yield code, whole and not code and max(map(abs, numbers), default=0) > 2**53
    yield False, False


def is_constant(table, own) -> bool:
    rows = table.X[:, list(own)]
    return bool((rows.max(axis=0) - rows.min(axis=0) < 1e-100).all())


# The files

NAMES = ["a", "b", "c", "y", "A", " d ", "é", "a,b", 'q"q', "1", "two words", "", "\0"]
NAMES += ["new\nline", "\x1b[31m", "\u2028", "x" * 200, ";", "--drop", "\t"]
SPELLINGS = "0 1 -1 +3 .5 5. 1e5 1E-5 -0 1e-320 5e-324 1e100 1e101 -1e308 007 1e400 inf"
SPELLINGS += (
    " -inf Infinity nan NaN 1_000 0x10 1,5 1e --1 \u0661 \uff11 \u0663.\u0665 ?"
)
DIRT = [*SPELLINGS.split(), "", " ", " 4 ", "\t7", "8\u00a0", "x", "oak", "\0", "1\0"]
DIRT += ["é", '"', "two\nlines", "\u2028", "\x1b[0m", "x" * 2000, "N/A", "None", "'1'"]
DIRT += ["2024-01-31"]
WORDS = ["oak", "fir", "Fir", " oak", "oak ", "é", "yes, no", 'so "so"', "a\nb", "nano"]


def moments(rng, n, form):
    """Different moments of some forty years, written in this form."""
    start, seconds = datetime.datetime(1990, 1, 1), rng.integers(0, 40 * 365, n) * 86399
    dates = [start + datetime.timedelta(seconds=int(s)) for s in seconds]
    return [date.strftime(form) for date in dates]


KINDS_OF_COLUMN = {  # clean columns of n cells
    "numbers": lambda rng, n: map(repr, rng.normal(size=n).round(3).tolist()),
    "wide": lambda rng, n: [f"{v:.5e}" for v in 10.0 ** rng.uniform(-320, 99, n)],
    "codes": lambda rng, n: map(str, rng.integers(0, 3, n)),
    "spelled": lambda rng, n: rng.choice(["1", "1.0", " 1 ", "2", "2e0", "03"], n),
    "words": lambda rng, n: rng.choice(WORDS, n),
    "bits": lambda rng, n: [str(i % 2) for i in range(n)],
    "constant": lambda rng, n: ["3"] * n,
    "gaps": lambda rng, n: rng.choice(["1", "2.5", "-4", "NA", "", "?", "null"], n),
    "dates": lambda rng, n: moments(rng, n, "%Y-%m-%d"),
    "dates with dots": lambda rng, n: moments(rng, n, "%d.%m.%Y"),
    "dates and times": lambda rng, n: moments(rng, n, "%Y/%m/%d %H:%M"),
    "dates with gaps": lambda rng, n: [
        *moments(rng, n, "%Y-%m-%dT%H:%M:%S")[: n // 2],
        *rng.choice(["", "NaT", "2020-02-29"], n - n // 2),
    ],
    "truths": lambda rng, n: rng.choice(["True", "FALSE", "true"], n),
    "truths with gaps": lambda rng, n: rng.choice(["TRUE", "False", "<NA>"], n),
    "zip codes": lambda rng, n: [f"{v:05}" for v in rng.integers(0, 20_000, n)],
    "keys": lambda rng, n: [str(v) for v in rng.integers(2**52, 2**60, n)],
    "some words": lambda rng, n: rng.choice(["oak", "fir", "", "NaN"], n),
    "many words": lambda rng, n: [f"w{i}" for i in range(n)],
    "too large": lambda rng, n: [f"{v:.5e}" for v in 10.0 ** rng.uniform(90, 308, n)],
}
COLUMN = mostly([*KINDS_OF_COLUMN][:-2], [*KINDS_OF_COLUMN][-2:], 0.04)
TARGET = mostly([*KINDS_OF_COLUMN][:6], [*KINDS_OF_COLUMN][6:], 0.04)
SEEDS, PLACE = st.integers(0, 2**32 - 1), st.integers(0, 10_000)
ROWS = st.integers(2, 12) | mostly([5], [0, 1, 99, 100, 101, 102], 0.2)
SOME_NAMES = st.lists(st.sampled_from(NAMES), min_size=1, max_size=5)
HEADER = mostly([["a", "b", "y"]], [None, ["c", " y", "\u2028", "x\ty"]], 0.2)
FINE = [["a", "b", "c", "y"], ["\x1b[1m", "e f", "y", "a,\nb"]]
FINE = st.sampled_from([*FINE, ["", "a", "b", "y"], ["Unnamed: 0", "y", "é", "b"]])
FLAWS = st.sampled_from([0, 0, 0, 0, 1, 2])
FLAW = st.sampled_from(["cell", "cell", "cell", "short", "long", "blank"])
QUOTING = st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
END = st.sampled_from(["\n", "\r\n", "\r"])
SEPARATOR = mostly([","], [";", "\t", ", "])
WAYS = st.sampled_from([",.", ",.", ";.", ";,", "\t.", "\t,", "|.", "|,"])
ENCODING = mostly(["utf-8"], ["utf-16", "latin-1", "cp1252"])
GOOD_ENCODING = mostly(["utf-8"], ["utf-8-sig", "utf-16", "latin-1", "cp1252"], 0.4)
DAMAGE = mostly(["none"], ["byte", "cut", "marks"])
MARK = st.sampled_from([*",\n\r\"' \t;01.e-\0", "a,b,y\n", "\ufeff"])
NOISE = st.binary(max_size=80)
PACKED = mostly([None], [b"", b"", b"", b"\0\0", b"junk", b"\x1f\x8b"], 0.2)
START = mostly([None], [b"", b"a,b,y\n", b"a,b,y\r\n1,2,3\n", b"\x1f\x8b"])
LABEL = st.sampled_from(["1", "0", "2", "3", "oak", "fir", "x", "1.0", "w7"])
POSITIVE = st.none() | st.lists(LABEL, max_size=2, unique=True)
TASK = st.sampled_from([None, "regression", "classification"])


@st.composite
def files(draw, fine=False):
    """A File; a fine one has nothing wrong, though it may leave nothing to learn."""
    start = None if fine else draw(START)
    rng, n = np.random.default_rng(draw(SEEDS)), draw(ROWS) + 2 * fine
    names = list(draw(FINE) if fine else draw(HEADER) or draw(SOME_NAMES))
    kinds = [draw(TARGET if name.strip() == "y" else COLUMN) for name in names]
    if fine:
        kinds = ["numbers" if kind == "too large" else kind for kind in kinds]
    columns = [list(KINDS_OF_COLUMN[kind](rng, n)) for kind in kinds]
    separator, decimal = draw(WAYS) if fine else ",."
    for kind, cells in zip(kinds, columns) if decimal == "," else ():
        if not kind.startswith("dates"):
            cells[:] = [cell.replace(".", ",") for cell in cells]
    rows = [names, *map(list, zip(*columns))]
    for _ in range(0 if fine or not n else draw(FLAWS)):
        row, flaw = 1 + draw(PLACE) % n, draw(FLAW)
        if flaw == "blank":
            rows.insert(row, draw(st.sampled_from([[], [" "]]))[:])
        elif flaw == "cell" and rows[row]:
            rows[row][draw(PLACE) % len(rows[row])] = draw(st.sampled_from(DIRT))
        elif flaw == "short":
            rows[row] = rows[row][:-1]
        else:
            rows[row].append("5")
    way = separator if fine else None
    content = draw(written(rows, way)) if start is None else start + draw(NOISE)
    names = sorted({name.strip() for name in names}) if start is None else [*"aby"]
    target = "y" if "y" in names else draw(st.sampled_from(names))
    some = names[:2] if fine else [*names, "absent"]
    some = [name for name in some if name != target] if fine else some
    others = st.lists(st.sampled_from(some), max_size=1 if fine else 2, unique=True)
    choices = {"drop": others, "categorical": others, "task": TASK}
    choices |= {"missing": st.sampled_from(["fill", "error"])}
    choices |= {"dates": st.sampled_from(["days", "parts"])}
    choices |= {} if fine else {"positive": POSITIVE}
    options = {name: draw(some) for name, some in choices.items() if draw(RARE)}
    options |= {} if fine else {"sep": ","}
    return File(content, options, target, separator, decimal)


@st.composite
def written(draw, rows, fine):
    """The rows as bytes: quotes, line ends, BOM, gzip, damage; fine is a separator."""
    text, end, quoting = io.StringIO(newline=""), draw(END), draw(QUOTING)
    text.write("\ufeff" * draw(RARE))
    separator, damage = (fine, "none") if fine else (draw(SEPARATOR), draw(DAMAGE))
    if len(separator) == 1:
        how = {"lineterminator": end, "delimiter": separator, "quoting": quoting}
        csv.writer(text, **how).writerows(rows)
    else:
        text.write(end.join(separator.join(row) for row in rows))
    if damage == "marks":
        text.write("".join(draw(st.lists(MARK, max_size=30))))
    encoding = draw(GOOD_ENCODING if fine else ENCODING)
    content = text.getvalue().lstrip("\ufeff" * (encoding != "utf-8"))
    content = content.encode(encoding, "replace")
    end = (b"" if draw(RARE) else None) if fine else draw(PACKED)
    if end is not None:
        content = gzip.compress(content, mtime=0) + end
    if damage in ("byte", "cut"):
        place = draw(PLACE) % (len(content) + 1)
        after = draw(NOISE)[:3] + content[place + 1 :] if damage == "byte" else b""
        content = content[:place] + after
    return content


def check_in_blocks(file, read=read_csv) -> str:
    """The same where two rows are taken apart at a time."""
    usual, reading_room.BLOCK = reading_room.BLOCK, 2
    try:
        return check(file, read)
    finally:
        reading_room.BLOCK = usual


KINDS = {"large files": (files(fine=True), check_in_blocks)}
KINDS |= {"regular files": (files(fine=True), check), "any files": (files(), check)}
