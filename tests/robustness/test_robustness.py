"""Any bytes, any shapes: a right answer or the documented error.

The cases, and what must hold for each, are in this folder. Broken functions show that a
check would see them.
"""

import warnings
from dataclasses import replace

import numpy as np
import pytest

from nidlite import InputError, detect_interactions, interpret, load
from nidlite.tables.reading import read_csv
from robustness import KINDS, run
from robustness.detections import Case
from robustness.lines import is_one_line
from robustness.tables import read

# kind: how many cases, and the least share of right answers among them, half of what
# was seen at least: a generator that draws errors only would show nothing.
CASES = {
    "tables": (150, 0.8),
    "any bytes": (300, 0.05),
    "detections": (60, 0.3),
    "weights": (80, 0.3),
    "saved files": (40, 0),  # hardly any damage leaves all that counts
    "words": (50, 0),
}


@pytest.mark.parametrize("kind", CASES)
def test_every_case_has_a_right_answer_or_the_documented_error(kind):
    if kind in ("tables", "any bytes"):
        for library in ("pandas", "polars", "pyarrow", "openpyxl"):
            pytest.importorskip(library)
    cases, share = CASES[kind]
    outcomes = run(kind, cases)
    assert outcomes.total() == cases
    assert cases - outcomes["InputError"] >= share * cases, outcomes


# Broken ones


class TwoLinesError(InputError):
    def __str__(self):
        return f"{super().__str__()}\nand more"


def other(**changes):
    """tables.read with other attributes, made by functions of the table."""

    def read_other(case):
        table = read(case)
        return replace(table, **{k: change(table) for k, change in changes.items()})

    return read_other


def refusing(*_, **__):
    raise InputError("this table is not to my liking; give me another")


def two_lines(path, target):
    try:
        return read_csv(path, target)
    except InputError as error:
        raise TwoLinesError(str(error)) from None


class Changed:
    """A detection with some attributes replaced by functions of it."""

    def __init__(self, found, **changes):
        self.found, self.changes = found, changes

    def __getattr__(self, name):
        value = getattr(self.found, name)
        return self.changes.get(name, lambda value: value)(value)


def finding(**changes):
    """detect_interactions with these attributes changed."""
    return lambda X, y, **settings: Changed(
        detect_interactions(X, y, **settings), **changes
    )


def added(value, *where):
    """The strengths with one of them moved."""

    def change(strengths):
        strengths = strengths.copy()
        strengths[where] += value
        return strengths

    return change


PRODUCTS = Case(40, ["numbers", "numbers", "words"], "three words", "object")
SHORT = b"a,b,y\n1,2,3\n4,5\n6,7,8\n"
CHANGES = [
    ("pairwise_strengths", added(np.nan, 0, 1)),
    ("pairwise_strengths", added(1e-9, 0, 1)),  # one side only
    ("pairwise_strengths", added(1e-9, 1, 1)),
    ("ranking", lambda ranking: ranking[::-1]),
    ("ranking", lambda ranking: [*ranking, ranking[-1]]),
    ("ranking", lambda ranking: [*ranking, ((1, 0), 1e-300)]),
    ("pairwise_ranking", lambda pairs: pairs[:-1]),
    ("predict", lambda predict: lambda X: predict(X) - 1),
    ("predict", lambda predict: lambda X: predict(X)[:, 0]),
    ("confirm", lambda confirm: lambda **_: [((0, 1), 1.0, -1.0)]),
]
WEAKER = {"pairwise_ranking": lambda pairs: [(i, s * 0.999) for i, s in pairs]}
BROKEN = [  # the kind, a case that the right function passes, a broken one, the words
    ("tables", None, other(X=lambda t: t.X * (1 + 2.0**-52)), "other numbers"),
    ("tables", None, other(X=lambda t: t.X[:, ::-1]), "other numbers"),
    ("tables", None, other(y=lambda t: t.y[::-1]), "another target"),
    ("tables", None, other(levels=lambda t: t.levels[::-1]), "other levels"),
    ("tables", None, refusing, "refused a good table"),
    ("any bytes", SHORT, two_lines, ""),
    ("any bytes", SHORT, refusing, ""),
    ("detections", PRODUCTS, refusing, "refused a good table"),
    *(("detections", PRODUCTS, finding(**{k: f}), "") for k, f in CHANGES),
    ("weights", 316, lambda *W, **how: Changed(interpret(*W, **how), **WEAKER), ""),
    ("weights", 316, refusing, "not to my liking"),
    ("saved files", 11, lambda path: Changed(load(path), predict=lambda _: len), ""),
    ("words", 16, lambda words: 1, ""),
]


def houses():
    """A table of words, numbers and a gap, as CSV."""
    pandas = pytest.importorskip("pandas")
    from robustness.tables import Case as TableCase

    columns = {"wood": ["oak", "fir", "oak"], "age": [1, None, 5], "y": [2, 4, 6.5]}
    return TableCase(pandas.DataFrame(columns))


@pytest.mark.parametrize("kind, case, broken, says", BROKEN)
def test_a_check_passes_the_right_function_and_rejects_a_broken_one(
    kind, case, broken, says
):
    check, case = KINDS[kind][1], houses() if case is None else case
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check(case)
        with pytest.raises(AssertionError) as failure:
            check(case, broken)
    assert says in str(failure.value)


def test_an_error_of_two_lines_or_without_the_name_is_not_one_line(tmp_path):
    assert is_one_line("table.csv is empty; expected a header line", "table.csv")
    assert not is_one_line("table.csv is empty; expected\na header line", "table.csv")
    assert not is_one_line("table.csv is empty; expected \x1b[1m", "table.csv")
    assert not is_one_line("this file is empty; expected a header line", "table.csv")
    folder = tmp_path / "two\nlines\u2028\x1b[1m"  # a path may have any letters
    for path in (folder, folder / "table.csv"):
        with pytest.raises(InputError) as error:
            read_csv(path, "y")
        assert is_one_line(error.value, "two\\nlines")
