"""Any tables, any bytes, any words: a right answer or the documented error."""

from dataclasses import replace
from unittest.mock import Mock

import pytest

from nidlite import InputError
from robustness import KINDS, run
from robustness.tables import Case, read

# kind: how many cases, and the least share of right answers among them, half of what
# was seen at least: a generator that draws errors only would show nothing.
CASES = {"tables": (150, 0.8), "any bytes": (300, 0.05), "words": (50, 0)}


@pytest.mark.parametrize("kind", CASES)
def test_every_case_has_a_right_answer_or_the_documented_error(kind):
    for library in ("pandas", "polars", "pyarrow", "openpyxl"):
        pytest.importorskip(library)
    cases, share = CASES[kind]
    outcomes = run(kind, cases)
    assert outcomes.total() == cases
    assert cases - outcomes["InputError"] >= share * cases, outcomes


def other(**changes):
    """tables.read with other attributes, made by functions of the table."""

    def read_other(case):
        table = read(case)
        return replace(table, **{k: change(table) for k, change in changes.items()})

    return read_other


refusing = Mock(side_effect=InputError("this table is not to my liking"))
TABLE = b"a,b,y\n1,2,3\n4,5,6\n6,7,8\n"
BROKEN = [  # the kind, a case that the right function passes, a broken one, the words
    ("tables", None, other(X=lambda t: t.X * (1 + 2.0**-52)), "other numbers"),
    ("tables", None, other(y=lambda t: t.y[::-1]), "another target"),
    ("tables", None, other(levels=lambda t: t.levels[::-1]), "other levels"),
    ("tables", None, refusing, "refused a good table"),
    ("any bytes", TABLE, Mock(return_value=Mock(X=float("inf"))), ""),
    ("words", 16, lambda words: 1, ""),
]


def houses():
    """A table of words, numbers and a gap, as CSV."""
    columns = {"wood": ["oak", "fir", "oak"], "age": [1, None, 5], "y": [2, 4, 6.5]}
    return Case(pytest.importorskip("pandas").DataFrame(columns))


@pytest.mark.parametrize("kind, case, broken, says", BROKEN)
def test_a_check_passes_the_right_function_and_no_broken_one(kind, case, broken, says):
    check, case = KINDS[kind][1], houses() if case is None else case
    check(case)
    with pytest.raises(AssertionError) as failure:
        check(case, broken)
    assert says in str(failure.value)
