"""Any bytes, any shapes, any weights: a right answer or the documented error.

The cases, and what must hold for each, are in robustness/; benchmarks/fuzz.py runs the
same without end.
"""

import warnings
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from nidlite import InputError, detect_interactions
from nidlite.tables.reading import read_csv
from robustness import KINDS, run
from robustness.detections import Case
from robustness.detections import check as check_detection
from robustness.files import File
from robustness.files import check as check_file
from robustness.lines import is_one_line
from robustness.weights import NIDLITE, Network, check_network, check_strengths, check_z

# kind: how many cases, and the least share of right answers among them, half of what
# was seen at least: a generator that draws errors only would show nothing.
CASES = {
    "regular files": (500, 0.4),
    "any files": (500, 0.08),
    "detections": (500, 0.3),
    "aggregated weights": (200, 0.2),
    "strengths": (350, 0.45),
    "networks": (250, 0.25),
}
ERRORS = {"InputError", "overflow", "no network", "wrong columns"}


def test_two_thousand_cases_are_generated():
    assert set(CASES) == set(KINDS)
    assert sum(cases for cases, _ in CASES.values()) >= 2000


@pytest.mark.parametrize("kind", CASES)
def test_every_case_has_a_right_answer_or_the_documented_error(kind):
    cases, share = CASES[kind]
    outcomes = run(kind, cases)
    right = sum(n for outcome, n in outcomes.items() if outcome not in ERRORS)
    assert outcomes.total() >= cases
    assert right >= share * cases, outcomes


# Broken ones


def fails(check, case, function) -> str:
    """What the check says to a broken function; it must pass the right one."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check(case)
        with pytest.raises(AssertionError) as failure:
            check(case, function)
    return str(failure.value)


HOUSES = File(b"wood,age,y\noak,1,2\nfir,3,4\noak,5,6.5\n")
SHORT = File(b"a,b,y\n1,2,3\n4,5\n6,7,8\n")


class TwoLinesError(InputError):
    def __str__(self):
        return f"{super().__str__()}\nand more"


def reader(change=lambda table: table, error=lambda line: InputError(line)):
    """read_csv with another table or another error."""

    def read(*arguments, **options):
        try:
            table = read_csv(*arguments, **options)
        except InputError as refusal:
            raise error(str(refusal)) from None
        return change(table)

    return read


@pytest.mark.parametrize(
    "case, broken, says",
    [
        (HOUSES, reader(lambda t: replace(t, X=t.X[:, [1, 0, 2]])), "other numbers"),
        (HOUSES, reader(lambda t: replace(t, X=t.X * (1 + 2.0**-52))), "other numbers"),
        (HOUSES, reader(lambda t: replace(t, y=t.y[::-1])), "another target"),
        (HOUSES, reader(lambda t: replace(t, levels=(("oak", "fir"), None))), ""),
        (HOUSES, reader(lambda t: replace(t, task="classification")), ""),
        (HOUSES, reader(lambda t: replace(t, notes=("a note",))), ""),
        (SHORT, reader(error=TwoLinesError), "one line"),
        (SHORT, reader(error=lambda line: InputError(line[-30:])), "names the file"),
    ],
)
def test_the_check_of_files_rejects_a_broken_reader(case, broken, says):
    assert says in fails(check_file, case, broken)


def test_the_check_of_files_rejects_a_reader_that_skips_bad_rows():
    def skipping(path, target):
        lines = [line for line in path.read_text().split() if line.count(",") == 2]
        path.write_text("\n".join(lines))
        return read_csv(path, target)

    assert "no right table" in fails(check_file, SHORT, skipping)


def test_the_check_of_files_rejects_a_reader_that_refuses_everything():
    def refusing(path, target):
        raise InputError(f"{path} is not to my liking; give me another")

    assert "refused a good file" in fails(check_file, HOUSES, refusing)


def test_the_check_of_files_lets_no_other_exception_pass():
    with pytest.raises(KeyError):
        check_file(SHORT, reader(error=KeyError))


PRODUCTS = Case(40, ["numbers", "numbers", "words"], "three words", "object")
PRODUCTS.settings = {"epochs": 1}


class Changed:
    """A detection with some attributes replaced by functions of it."""

    def __init__(self, found, **changes):
        self.found, self.changes = found, changes

    def __getattr__(self, name):
        value = getattr(self.found, name)
        return self.changes.get(name, lambda value: value)(value)


def added(value, *where):
    """The strengths with one of them moved."""

    def change(strengths):
        strengths = strengths.copy()
        strengths[where] += value
        return strengths

    return change


@pytest.mark.parametrize(
    "change",
    [
        {"pairwise_strengths": added(np.nan, 0, 1)},
        {"pairwise_strengths": added(1e-9, 0, 1)},  # one side only
        {"pairwise_strengths": added(1e-9, 1, 1)},
        {"pairwise_strengths": lambda strengths: -strengths},
        {"pairwise_strengths": lambda strengths: strengths[:2, :2]},
        {"ranking": lambda ranking: ranking[::-1]},
        {"ranking": lambda ranking: [*ranking, ranking[-1]]},
        {"ranking": lambda ranking: [*ranking, ((0, 3), 1e-300)]},
        {"ranking": lambda ranking: [*ranking, ((1, 0), 1e-300)]},
        {"ranking": lambda ranking: [((0, 1), np.inf)]},
        {"pairwise_ranking": lambda pairs: pairs[:-1]},
        {"predict": lambda predict: lambda X: predict(X) * 1.01},
        {"predict": lambda predict: lambda X: predict(X) - 1},
        {"predict": lambda predict: lambda X: predict(X)[:, 0]},
        {"predict": lambda predict: lambda X: predict(X) * np.nan},
        {"feature_names": lambda names: names[:2]},
        {"confirm": lambda confirm: lambda **_: [((0, 1), 1.0, -1.0)]},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_check_of_detections_rejects_a_broken_one(change):
    def broken(X, y, **settings):
        return Changed(detect_interactions(X, y, **settings), **change)

    fails(check_detection, PRODUCTS, broken)


def test_the_check_of_detections_rejects_a_detector_that_refuses_everything():
    def refusing(X, y, **settings):
        raise InputError("this table is not to my liking; give me another")

    assert "refused a good table" in fails(check_detection, PRODUCTS, refusing)


def test_the_check_of_detections_lets_no_other_exception_pass():
    def broken(X, y, **settings):
        raise ValueError("this table is not to my liking")

    with pytest.raises(ValueError, match="liking"):
        check_detection(PRODUCTS, broken)


def library(**functions):
    return SimpleNamespace(**{**vars(NIDLITE), **functions})


W1 = np.array([[1.0, -2.0, 3.0], [0.5, 4.0, -0.25]])
NETWORK = Network([W1, np.array([[-1.0, 2.0]])])
TRANSPOSED = Network([W1.T, np.array([[-1.0], [2.0]])])
LAYER = Network([W1, np.array([1.0, 2.0])])
TOP = NIDLITE.greedy_ranking(*LAYER.matrices)


@pytest.mark.parametrize(
    "check, case, functions",
    [
        (check_z, NETWORK, {"aggregated_weights": lambda W, layer=1: np.ones(2)}),
        (
            check_z,
            NETWORK,
            {"aggregated_weights": lambda W, l=1: np.linalg.multi_dot([np.eye(1), *W])},
        ),
        (check_z, TRANSPOSED, {"aggregated_weights": lambda W, layer=1: np.ones(3)}),
        (check_strengths, LAYER, {"greedy_ranking": lambda W, z, mean: TOP[1:]}),
        (check_strengths, LAYER, {"greedy_ranking": lambda W, z, mean: TOP[::-1]}),
        (
            check_strengths,
            LAYER,  # the top weights by value and not by magnitude
            {"greedy_ranking": lambda W, z, m: NIDLITE.greedy_ranking(np.exp(W), z)},
        ),
        (
            check_strengths,
            LAYER,
            {"greedy_ranking": lambda W, z, m: NIDLITE.greedy_ranking(W, z, "maximum")},
        ),
        (
            check_strengths,
            LAYER,
            {
                "pairwise_strengths": lambda W, z, m: (
                    NIDLITE.pairwise_strengths(W, z) / 2
                )
            },
        ),
        (check_strengths, LAYER, {"pairwise_ranking": lambda omega: []}),
        (check_strengths, LAYER, {"prune_redundant": lambda ranking: list(ranking)}),
        (
            check_network,
            NETWORK,
            {"rank_interactions": lambda W, m: NIDLITE.greedy_ranking(W[0], [1, 1])},
        ),
        (
            check_network,
            replace(NETWORK, columns=((0, 1), (2,))),
            {
                "group_maximum": lambda W, groups: np.abs(W)[
                    :, [own[0] for own in groups]
                ]
            },
        ),
        (
            check_network,
            replace(NETWORK, columns=((0, 1), (2,))),
            {"interpret": lambda W, names, mean, groups: NIDLITE.interpret(W)},
        ),
        (
            check_network,
            replace(NETWORK, columns=((0, 1), (1,))),
            {"interpret": lambda W, names, mean, groups: NIDLITE.interpret(W)},
        ),
    ],
)
def test_the_checks_of_weights_reject_broken_functions(check, case, functions):
    fails(check, case, library(**functions))


def test_an_error_of_two_lines_or_without_the_name_is_not_one_line():
    assert is_one_line("table.csv is empty; expected a header line", "table.csv")
    assert not is_one_line("table.csv is empty; expected\na header line", "table.csv")
    assert not is_one_line("table.csv is empty; expected \x1b[1m", "table.csv")
    assert not is_one_line("this file is empty; expected a header line", "table.csv")
    assert not is_one_line("table.csv", "table.csv")


def test_a_path_of_any_letters_is_named_in_one_line(tmp_path):
    folder = tmp_path / "two\nlines\u2028\x1b[1m"
    for path in (folder, folder / "table.csv"):
        with pytest.raises(InputError) as error:
            read_csv(path, "y")
        assert is_one_line(error.value, "two\\nlines")
