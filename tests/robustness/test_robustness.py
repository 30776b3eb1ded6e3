"""Any bytes, any shapes: a right answer or the documented error.

The cases, and what must hold for each, are in this folder; benchmarks/fuzz.py runs the
same without end. Broken functions show that a check would see them.
"""

import warnings
from dataclasses import replace

import numpy as np
import pytest

from nidlite import InputError, detect_interactions, interpret, load
from nidlite.tables.reading import read_csv
from robustness import KINDS, frames, run
from robustness.detections import Case
from robustness.files import File
from robustness.lines import is_one_line

# kind: how many cases, and the least share of right answers among them, half of what
# was seen at least: a generator that draws errors only would show nothing.
CASES = {
    "regular files": (100, 0.4),
    "large files": (50, 0.4),
    "any files": (150, 0.08),
    "frames": (50, 0.4),
    "detections": (100, 0.3),
    "weights": (100, 0.3),
    "saved files": (60, 0),  # hardly any damage leaves all that counts
    "words": (60, 0),
}


@pytest.mark.parametrize("kind", CASES)
def test_every_case_has_a_right_answer_or_the_documented_error(kind):
    cases, share = CASES[kind]
    outcomes = run(kind, cases)
    right = outcomes.total() - outcomes["InputError"]
    assert outcomes.total() >= cases
    assert right >= share * cases, outcomes


# Broken ones


HOUSES = File(b"wood,age,y\noak,1,2\nfir,3,4\noak,5,6.5\n")
SHORT = File(b"a,b,y\n1,2,3\n4,5\n6,7,8\n")
PRODUCTS = Case(40, ["numbers", "numbers", "words"], "three words", "object")
PRODUCTS.settings = {"epochs": 1}


class TwoLinesError(InputError):
    def __str__(self):
        return f"{super().__str__()}\nand more"


def reader(change=lambda table: table, error=InputError):
    """read_csv with another table or another error."""

    def read(*arguments, **options):
        try:
            return change(read_csv(*arguments, **options))
        except InputError as refusal:
            raise error(str(refusal)) from None

    return read


def other(**changes):
    """read_csv with other attributes, made by functions of the table."""
    return reader(lambda t: replace(t, **{k: f(t) for k, f in changes.items()}))


def skipping(path, target):
    """read_csv that leaves out bad rows."""
    lines = [line for line in path.read_text().split() if line.count(",") == 2]
    path.write_text("\n".join(lines))
    return read_csv(path, target)


def scaled(*how):
    """frames.handed with other numbers."""
    table = frames.handed(*how)
    return replace(table, X=table.X * 2)


def taking_all(case, *how):
    """frames.handed that leaves out what it should refuse."""
    return frames.handed(replace(case, options={}), *how)


def refusing(first, *_, **__):
    raise InputError(f"{str(first)[:200]!r} is not to my liking; give me another")


class Changed:
    """A detection with some attributes replaced by functions of it."""

    def __init__(self, found, **changes):
        self.found, self.changes = found, changes

    def __getattr__(self, name):
        value = getattr(self.found, name)
        return self.changes.get(name, lambda value: value)(value)


def finding(**changes):
    """detect_interactions with these attributes changed."""
    return lambda X, y, **how: Changed(detect_interactions(X, y, **how), **changes)


def added(value, *where):
    """The strengths with one of them moved."""

    def change(strengths):
        strengths = strengths.copy()
        strengths[where] += value
        return strengths

    return change


FILES, DETECTIONS = KINDS["any files"][1], KINDS["detections"][1]
FRAMES = KINDS["frames"][1]
DAYS = frames.Case(9, [("dates", "datetime64[ns]"), ("truths", "boolean")], gaps=0.3)
BROKEN = [  # the check, a case that the right function passes, a broken one, the words
    (FILES, HOUSES, other(X=lambda t: t.X[:, [1, 0, 2]]), "other numbers"),
    (FILES, HOUSES, other(X=lambda t: t.X * (1 + 2.0**-52)), "other numbers"),
    (FILES, HOUSES, other(y=lambda t: t.y[::-1]), "another target"),
    (FILES, HOUSES, other(levels=lambda t: (("oak", "fir"), None)), ""),
    (FILES, HOUSES, other(task=lambda t: "classification"), ""),
    (FILES, HOUSES, other(notes=lambda t: ("'age' is constant",)), ""),
    (FILES, HOUSES, refusing, "refused a good file"),
    (FILES, SHORT, reader(error=TwoLinesError), "one line"),
    (FILES, SHORT, reader(error=lambda s: InputError(s[-30:])), "names the file"),
    (FILES, SHORT, skipping, "no right table"),
    (DETECTIONS, PRODUCTS, refusing, "refused a good table"),
    (FRAMES, DAYS, refusing, "refused a good frame"),
    (FRAMES, DAYS, scaled, "other numbers"),
    (FRAMES, replace(DAYS, options={"missing": "error"}), taking_all, "took gaps"),
]
CHANGES = [
    ("pairwise_strengths", added(np.nan, 0, 1)),
    ("pairwise_strengths", added(1e-9, 0, 1)),  # one side only
    ("pairwise_strengths", added(1e-9, 1, 1)),
    ("pairwise_strengths", lambda strengths: -strengths),
    ("pairwise_strengths", lambda strengths: strengths[:2, :2]),
    ("ranking", lambda ranking: ranking[::-1]),
    ("ranking", lambda ranking: [*ranking, ranking[-1]]),
    ("ranking", lambda ranking: [*ranking, ((0, 3), 1e-300)]),
    ("ranking", lambda ranking: [*ranking, ((1, 0), 1e-300)]),
    ("ranking", lambda ranking: [((0, 1), np.inf)]),
    ("pairwise_ranking", lambda pairs: pairs[:-1]),
    ("predict", lambda predict: lambda X: predict(X) * 1.01),
    ("predict", lambda predict: lambda X: predict(X) - 1),
    ("predict", lambda predict: lambda X: predict(X)[:, 0]),
    ("predict", lambda predict: lambda X: predict(X) * np.nan),
    ("feature_names", lambda names: names[:2]),
    ("confirm", lambda confirm: lambda **_: [((0, 1), 1.0, -1.0)]),
]
BROKEN += [(DETECTIONS, PRODUCTS, finding(**{k: f}), "") for k, f in CHANGES]
WEIGHTS, SAVED, WORDS = (KINDS[k][1] for k in ("weights", "saved files", "words"))
WEAKER = {"pairwise_ranking": lambda pairs: [(i, s * 0.999) for i, s in pairs]}
BROKEN += [
    (WEIGHTS, 316, lambda *W, **how: Changed(interpret(*W, **how), **WEAKER), ""),
    (WEIGHTS, 316, refusing, "not to my liking"),
    (SAVED, 11, lambda path: Changed(load(path), predict=lambda _: len), ""),
    (WORDS, 16, lambda words: 1, ""),
]


@pytest.mark.parametrize("check, case, broken, says", BROKEN)
def test_a_check_passes_the_right_function_and_rejects_a_broken_one(
    check, case, broken, says
):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check(case)
        with pytest.raises(AssertionError) as failure:
            check(case, broken)
    assert says in str(failure.value)


def test_no_other_exception_passes_a_check():
    with pytest.raises(KeyError):
        FILES(SHORT, reader(error=KeyError))
    with pytest.raises(ZeroDivisionError):
        DETECTIONS(PRODUCTS, lambda X, y, **settings: 1 / 0)


def test_an_error_of_two_lines_or_without_the_name_is_not_one_line(tmp_path):
    assert is_one_line("table.csv is empty; expected a header line", "table.csv")
    assert not is_one_line("table.csv is empty; expected\na header line", "table.csv")
    assert not is_one_line("table.csv is empty; expected \x1b[1m", "table.csv")
    assert not is_one_line("this file is empty; expected a header line", "table.csv")
    assert not is_one_line("table.csv", "table.csv")
    folder = tmp_path / "two\nlines\u2028\x1b[1m"  # a path may have any letters
    for path in (folder, folder / "table.csv"):
        with pytest.raises(InputError) as error:
            read_csv(path, "y")
        assert is_one_line(error.value, "two\\nlines")
