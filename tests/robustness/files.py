"""CSV files: any bytes, and tables with everything that people's files have in them.

`reading` says again, a whole file at once and with the csv module and float() alone,
what a file means; the reader must agree with it on every file, and on every refusal.
"""

import csv
import gzip
import io
import tempfile
import zlib
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from nidlite import InputError
from nidlite.tables.reading import read_csv

from .lines import is_one_line

MOST = 100  # levels of a category, labels of a class


@dataclass
class File:
    """A case: the file's bytes, and the options it is read with."""

    content: bytes
    options: dict = field(default_factory=dict)
    target: str = "y"


class RefusedError(Exception):
    """There is no right table: an InputError is expected."""


# What a file means


def value(cell):
    """The cell as a number, None if it is none."""
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


def decoded(content):
    """The rows of the file that are not blank."""
    try:
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
        text = io.StringIO(content.decode("utf-8-sig"), newline="")
        rows = list(csv.reader(text, strict=True, skipinitialspace=True))
    except (UnicodeDecodeError, csv.Error, EOFError, zlib.error, OSError):
        raise RefusedError from None
    return [row for row in rows if len(row) > 1 or "".join(row).strip()]


def reading(file):
    """(names, levels, columns of X, y, task, classes); raises RefusedError."""
    rows = decoded(file.content)
    drop = file.options.get("drop", ())
    categorical = file.options.get("categorical", ())
    refuse(not rows)
    header = [name.strip() for name in rows.pop(0)]
    refuse("\0" in "".join(header) or len(set(header)) < len(header))
    refuse({file.target, *drop, *categorical} - set(header))
    refuse(file.target in drop or file.target in categorical)
    names = [name for name in header if name != file.target and name not in drop]
    refuse(len(names) < 2 or "" in names or not rows)
    refuse(any(len(row) != len(header) for row in rows))
    cells = dict(zip(header, zip(*rows)))
    levels, X = [], []
    for name in names:
        labels, columns = feature(cells[name], name in categorical)
        levels.append(labels)
        X.extend(columns)
    asked = [file.options.get(option) for option in ("positive", "task")]
    return tuple(names), tuple(levels), X, *target(cells[file.target], *asked)


def feature(cells, named):
    """(levels, columns): one column of numbers, or one of 0 and 1 for each level."""
    numbers = [value(cell) for cell in cells]
    word = numbers[0] is None and any(c.isalpha() for c in cells[0])
    if not (word or named):
        refuse(any(v is None or not isfinite(v) for v in numbers))
        return None, [numbers]
    texts = [cell.strip() for cell in cells]
    refuse("" in texts or len(set(texts)) > MOST)
    refuse(not named and any(v is not None for v in numbers))
    if all(v is not None and isfinite(v) for v in numbers):
        texts = [label(v) for v in numbers]
    levels = sorted(set(texts))
    return tuple(levels), [[float(t == level) for t in texts] for level in levels]


def target(cells, positive, task):
    """(y, task, classes)."""
    texts = [cell.strip() for cell in cells]
    numbers = [value(text) for text in texts]
    refuse("" in texts or any(v is not None and not isfinite(v) for v in numbers))
    words = None in numbers
    if words and not positive:
        mixed = any(v is not None for v in numbers) and len(set(texts)) > 2
        refuse(mixed or len(set(texts)) > MOST)
    labels = texts if words else [label(v) for v in numbers]
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
    assert len(table.notes) == sum(is_constant(table, own) for own in table.columns)
    return "table"


def is_constant(table, own) -> bool:
    rows = table.X[:, list(own)]
    return bool((rows == rows[0]).all())


# The files

NAMES = ["a", "b", "c", "y", "A", " d ", "é", "a,b", 'q"q', "1", "two words", "", "\0"]
NAMES += ["new\nline", "\x1b[31m", "\u2028", "x" * 200, ";", "--drop", "\t"]
SPELLINGS = "0 1 -1 +3 .5 5. 1e5 1E-5 -0 1e-320 5e-324 1e308 -1e308 007 1e400 inf -inf"
SPELLINGS += (
    " Infinity nan NaN 1_000 0x10 1,5 1e --1 \u0661 \uff11 \u0663.\u0665 ? 2024-01-31"
)
DIRT = [*SPELLINGS.split(), "", " ", " 4 ", "\t7", "8\u00a0", "x", "oak", "\0", "1\0"]
DIRT += ["é", '"', "two\nlines", "\u2028", "\x1b[0m", "x" * 2000, "N/A", "None", "'1'"]
WORDS = ["oak", "fir", "Fir", " oak", "oak ", "é", "yes, no", 'so "so"', "a\nb", "nano"]


def cells_of(kind, rng, n) -> list[str]:
    """A clean column of the kind."""
    if kind == "numbers":
        return [repr(v) for v in rng.normal(size=n).round(3).tolist()]
    if kind == "wide":
        return [f"{v:.5e}" for v in 10.0 ** rng.uniform(-320, 308, n)]
    if kind == "codes":
        return [str(v) for v in rng.integers(0, 3, n)]
    if kind == "spelled":
        return [rng.choice(["1", "1.0", " 1 ", "2", "2e0", "03"]) for _ in range(n)]
    if kind == "words":
        return [rng.choice(WORDS) for _ in range(n)]
    if kind == "many words":
        return [f"w{i}" for i in range(n)]
    if kind == "bits":
        return [str(i % 2) for i in range(n)]
    return ["3"] * n  # constant


def mostly(usual, *others, share=0.1):
    """The usual value, and with this share of all draws one of the others."""
    usually = round(len(others) * (1 - share) / share)
    return st.sampled_from([usual] * max(usually, 1) + list(others))


KINDS_OF_COLUMN = ["numbers", "wide", "codes", "spelled", "words", "bits"]
SEEDS = st.integers(0, 2**32 - 1)
COLUMN = st.sampled_from([*KINDS_OF_COLUMN, "constant"]) | mostly("words", "many words")
TARGET = st.sampled_from(KINDS_OF_COLUMN) | mostly("codes", "constant", "many words")
ROWS = st.integers(2, 12) | mostly(5, 0, 1, 99, 100, 101, 102, share=0.2)
SOME_NAMES = st.lists(st.sampled_from(NAMES), min_size=1, max_size=5)
HEADER = mostly(["a", "b", "y"], None, ["c", " y", "\u2028", "x\ty"], share=0.2)
REGULAR_HEADER = st.sampled_from(
    [["a", "b", "c", "y"], ["\x1b[1m", "e f", "y", "a,\nb"]]
)
FLAWS = st.sampled_from([0, 0, 0, 0, 1, 2])
FLAW = st.sampled_from(["cell", "cell", "cell", "short", "long", "blank"])
PLACE = st.integers(0, 10_000)
DIRTY = st.sampled_from(DIRT)
BLANK = st.sampled_from([[], [" "]])
QUOTING = st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
END = st.sampled_from(["\n", "\r\n", "\r"])
SEPARATOR = mostly(",", ";", "\t", ", ")
BOM = mostly("", "\ufeff", share=0.2)
ENCODING = mostly("utf-8", "utf-16", "latin-1", "cp1252")
DAMAGE = mostly("none", "byte", "cut", "marks")
MARK = st.sampled_from([*",\n\r\"' \t;01.e-\0", "a,b,y\n", "\ufeff"])
MARKS = st.lists(MARK, max_size=30).map("".join)
NOISE = st.binary(max_size=80)
PACKED = mostly(None, b"", b"", b"", b"\0\0", b"junk", b"\x1f\x8b", share=0.2)
START = mostly(None, b"", b"a,b,y\n", b"a,b,y\r\n1,2,3\n", b"\x1f\x8b")
RARE = mostly(False, True, share=0.2)
LABEL = st.sampled_from(["1", "0", "2", "3", "oak", "fir", "x", "1.0", "w7"])
POSITIVE = st.none() | st.lists(LABEL, max_size=2, unique=True)
TASK = st.sampled_from([None, "regression", "classification"])


@st.composite
def regular(draw):
    """A File that nothing is wrong with, though it may leave nothing to learn from."""
    rng, n = np.random.default_rng(draw(SEEDS)), 2 + draw(ROWS)
    names = draw(REGULAR_HEADER)
    kinds = [draw(TARGET if name == "y" else COLUMN) for name in names]
    rows = [names, *map(list, zip(*(cells_of(kind, rng, n) for kind in kinds)))]
    text = io.StringIO(newline="")
    text.write(draw(BOM))
    csv.writer(text, quoting=draw(QUOTING), lineterminator=draw(END)).writerows(rows)
    content = text.getvalue().encode()
    content = gzip.compress(content, mtime=0) if draw(RARE) else content
    others = st.lists(st.sampled_from(names[:2]), max_size=1)
    choices = {"drop": others, "categorical": others, "task": TASK}
    options = {name: draw(some) for name, some in choices.items() if draw(RARE)}
    return File(content, options, "y")


@st.composite
def tables(draw):
    """(content, names): a clean table with a few flaws, written in one of many ways."""
    rng, n = np.random.default_rng(draw(SEEDS)), draw(ROWS)
    names = list(draw(HEADER) or draw(SOME_NAMES))
    kinds = [draw(TARGET if name.strip() == "y" else COLUMN) for name in names]
    rows = [names, *map(list, zip(*(cells_of(kind, rng, n) for kind in kinds)))]
    for _ in range(draw(FLAWS) if n else 0):
        row, flaw = 1 + draw(PLACE) % n, draw(FLAW)
        if flaw == "blank":
            rows.insert(row, list(draw(BLANK)))
        elif flaw == "cell" and rows[row]:
            rows[row][draw(PLACE) % len(rows[row])] = draw(DIRTY)
        elif flaw == "short":
            rows[row] = rows[row][:-1]
        else:
            rows[row].append("5")
    return draw(written(rows)), sorted({name.strip() for name in names})


@st.composite
def written(draw, rows):
    """The rows as bytes: quotes, line ends, BOM, gzip, damage."""
    text = io.StringIO(newline="")
    text.write(draw(BOM))
    end, separator, damage = draw(END), draw(SEPARATOR), draw(DAMAGE)
    if len(separator) == 1:
        how = {"lineterminator": end, "delimiter": separator}
        csv.writer(text, quoting=draw(QUOTING), **how).writerows(rows)
    else:
        text.write(end.join(separator.join(row) for row in rows))
    if damage == "marks":
        text.write(draw(MARKS))
    content = text.getvalue().encode(draw(ENCODING), "replace")
    end = draw(PACKED)
    if end is not None:
        content = gzip.compress(content, mtime=0) + end
    if damage in ("byte", "cut"):
        place = draw(PLACE) % (len(content) + 1)
        after = draw(NOISE)[:3] + content[place + 1 :] if damage == "byte" else b""
        content = content[:place] + after
    return content


@st.composite
def files(draw):
    """A File: mostly a table, read with mostly plain options."""
    content, names = draw(START), ["a", "b", "y"]
    if content is not None:
        content += draw(NOISE)
    else:
        content, names = draw(tables())
    columns = st.lists(st.sampled_from([*names, "absent"]), max_size=2, unique=True)
    choices = {"drop": columns, "categorical": columns}
    choices |= {"positive": POSITIVE, "task": TASK}
    options = {name: draw(some) for name, some in choices.items() if draw(RARE)}
    return File(content, options, "y" if "y" in names else draw(st.sampled_from(names)))


KINDS = {"regular files": (regular(), check), "any files": (files(), check)}
