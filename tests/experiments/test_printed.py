"""The paper's numbers are held against its own LaTeX source, cell by cell.

The source lies beside the checkout (../shared/paper.tex); the comparisons with it skip
where it is absent. The files were typed from the page, the tests parse the source.
"""

import csv
import re
import subprocess
import sys
from decimal import Decimal
from math import sqrt
from pathlib import Path

import pytest

from nidlite.averaging import MEANS
from nidlite.experiments.printed import InputError, artefacts, load
from nidlite.interactions import maximal
from nidlite.penalties import PENALTIES
from nidlite.synthetic import SUITE

ROOT = Path(__file__).parents[1]
SOURCE = ROOT.parent / "shared" / "paper.tex"
TABLES = [f"table{k}" for k in range(1, 7)]
FIGURES = [f"fig{k}" for k in range(3, 13)]


@pytest.fixture(scope="module")
def tex():
    if not SOURCE.is_file():
        pytest.skip("the paper's source is not here: ../shared/paper.tex")
    return SOURCE.read_text(encoding="utf-8")


def cells(name):
    """The file's header and rows as text, every digit as it stands there."""
    text = (ROOT / "data" / "paper" / f"{name}.csv").read_text(encoding="ascii")
    header, *rows = csv.reader(text.splitlines())
    return header, rows


def column(name, heading):
    """One column of the file, as text."""
    header, rows = cells(name)
    return [row[header.index(heading)] for row in rows]


# --- the tables, from the source -----------------------------------------------------

LABELS = "testsuite auc improvement regularizer fhim shooter".split()
# Where a table's head says what its columns are, from left to right, and our names.
HEADS = {
    "table2": {
        "ANOVA": "ANOVA AUC",
        "HierLasso": "HierLasso AUC",
        "RuleFit": "RuleFit AUC",
        "AG": "AG AUC",
        r"{\algName}, {\mlp}": "MLP AUC",
        r"{\algName}, {\mlpm}": "MLP-M AUC",
    },
    "table3": {
        "$p$": "features",
        "Relative Performance": "relative improvement (percent)",
        "Absolute Performance": "absolute improvement",
        r"$\bar{K}$": "median K",
        r"$\bar{\abs{\II}}$": "mean cardinality",
    },
    "table4": {
        "L1": "L1",
        "L2": "L2",
        r"$R_{\text{GL}}^{(i)}$": "group lasso input",
        r"$R_{\text{GL}}^{(h)}$": "group lasso unit",
        r"$R_{\text{SGL}}^{(i)}$": "sparse group lasso input",
        r"$R_{\text{SGL}}^{(h)}$": "sparse group lasso unit",
    },
    "table5": {r"\emph{FHIM}": "FHIM", r"{\algName}": "NID"},
    "table6": {
        r"{\emph{Shooter}}  & \multicolumn{2}{c}{\algName}": "",
        "& precision": "Shooter precision (percent)",
        "& recall": "Shooter recall (percent)",
        "& precision&": "NID precision (percent)",
        "recall": "NID recall (percent)",
    },
}
NAME = re.compile(r"\$(F)_\{?(\d+)\}?\(\\vx\)\$|(average|[a-z ]+|\d)")
NUMBER = re.compile(r"(\\pm *)?(\d[\d.]*(?:e-\d+)?|RMSE|AUC)(\\%)?")


def tabular(tex, name):
    """The source of one table, from its label to its end."""
    label = rf"\label{{table:{LABELS[TABLES.index(name)]}}}"
    body = tex[tex.index(label) :]
    return body[body.index(r"\begin{tabular}") : body.index(r"\end{tabular}")]


def printed_rows(tex, name):
    """Each row's name, and its (+- sign, number or unit, percent sign) in order."""
    body = re.sub(r"\\mathrm\{e\}\{(-\d)\}", r"e\1", tabular(tex, name))
    for line in body.splitlines():
        first, _, rest = line.partition("&")
        named = NAME.fullmatch(first.strip())
        if named and rest:
            yield "".join(filter(None, named.groups())), NUMBER.findall(rest)


def printed(tex, name):
    """The rows that our file of the table must have, as text."""
    if name == "table1":
        found = re.findall(
            r"\$F_\{?(\d+)\}?\(\\vx\)\$.*?\\begin\{aligned\}\[t\]\s*&(.*?)"
            r"\\end\{aligned\}",
            tabular(tex, name),
            re.DOTALL,
        )
        return [[f"F{k}", " ".join(formula.split())] for k, formula in found]
    rows = [[n, *(word for _, word, _ in row)] for n, row in printed_rows(tex, name)]
    if name in ("table4", "table5"):
        # One printed row of averages; ours has a row for each of its columns.
        [[_, *row]] = rows
        rows = zip(HEADS[name].values(), row[::2], row[1::2], strict=True)
    return [list(row) for row in rows]


def differences(name, ours, theirs):
    """The cells (row, column) in which our rows and the printed ones differ."""
    assert len(ours) == len(theirs), f"{name}: {len(ours)} rows for {len(theirs)}"
    found = []
    for i, (mine, other) in enumerate(zip(ours, theirs)):
        if name == "table1":
            # The interactions are not printed there; spaces say nothing in formulas.
            mine = [cell.replace(" ", "") for cell in mine[:2]]
            other = [cell.replace(" ", "") for cell in other]
        assert len(mine) == len(other), f"{name}, {mine[0]}: {mine} for {other}"
        found += [(i, j) for j in range(len(mine)) if mine[j] != other[j]]
    return found


@pytest.mark.parametrize("name", TABLES)
def test_every_cell_is_as_printed(name, tex):
    assert differences(name, cells(name)[1], printed(tex, name)) == []


@pytest.mark.parametrize("name", TABLES)
def test_a_planted_wrong_digit_is_caught_wherever_it_stands(name, tex):
    theirs = printed(tex, name)
    for i, row in enumerate(cells(name)[1]):
        for j in range(2 if name == "table1" else len(row)):
            for digit in re.finditer(r"\d", row[j]):
                wrong = [list(row) for row in cells(name)[1]]
                other = str((int(digit.group()) + 1) % 10)
                at = digit.start()
                wrong[i][j] = row[j][:at] + other + row[j][at + 1 :]
                assert differences(name, wrong, theirs) == [(i, j)]


@pytest.mark.parametrize("name", HEADS)
def test_the_headings_name_the_printed_columns_in_their_order(name, tex):
    body, at = tabular(tex, name), 0
    for words in HEADS[name]:
        assert words in body[at:], f"{words} does not follow"
        at = body.index(words, at) + len(words.rstrip("&"))
    header, rows = cells(name)
    names = [row[0] for row in rows]
    if name not in ("table4", "table5"):
        names = [h for h in header[1:] if "deviation" not in h and "measure" not in h]
    assert names == list(filter(None, HEADS[name].values()))


@pytest.mark.parametrize("name", ["table2", "table3", "table6"])
def test_deviations_and_percentages_stand_under_such_headings(name, tex):
    header = cells(name)[0][1:]
    for function, row in printed_rows(tex, name):
        for heading, (sign, _, percent) in zip(header, row, strict=True):
            assert bool(sign) == ("deviation" in heading), (function, heading)
            assert bool(percent) == ("percent" in heading), (function, heading)


def test_a_deviation_stands_right_of_its_mean():
    for name in TABLES:
        header = cells(name)[0]
        for mean, heading in zip(header, header[1:]):
            if "deviation" in heading:
                assert heading.replace(" deviation", "") == mean


# --- what the numbers must obey ------------------------------------------------------


def half_a_unit(cell):
    """How far the number behind a printed one may be, from its last digit.

    1 and 0.0 are printed for exactly 1 and 0, whatever their neighbours' digits.
    """
    return 0 if cell in ("1", "0.0") else Decimal((0, (5,), exponent(cell) - 1))


def exponent(cell):
    """The last digit's power of ten: -4 for 9.2e-3."""
    return Decimal(cell).as_tuple().exponent


def wrong_averages(rounded_cells):
    """Table 2's columns whose printed average is not the mean of their cells.

    With rounded_cells each cell, too, may stand for any number that rounds to it.
    """
    wrong = []
    for heading in cells("table2")[0][1:]:
        *values, average = column("table2", heading)
        slack = half_a_unit(average)
        if rounded_cells:
            slack += sum(map(half_a_unit, values)) / len(values)
        mean = sum(map(Decimal, values)) / len(values)
        if abs(mean - Decimal(average)) > slack:
            wrong.append(heading)
    return wrong


def test_one_printed_average_is_not_the_mean_of_its_cells():
    assert wrong_averages(rounded_cells=True) == ["MLP AUC deviation"]


def test_one_more_average_needs_the_rounding_of_its_cells():
    assert wrong_averages(rounded_cells=False) == ["HierLasso AUC", "MLP AUC deviation"]


def test_the_wrong_average_is_2_3e_2_for_a_mean_of_2_6e_2():
    *values, average = map(float, column("table2", "MLP AUC deviation"))
    assert average == 2.3e-2
    assert round(sum(values) / 10, 3) == 0.026
    # The printed average would follow from 3.7e-2 for F6, whose own cell is in doubt.
    assert round((sum(values) - 6.7e-2 + 3.7e-2) / 10, 3) == 0.023


def test_only_F6s_deviation_is_more_than_its_mean_allows():
    # An AUC is 1 at most. Eight trials (ten, less best and worst) of mean m spread most
    # when one trial has the whole deficit 8 (1 - m): the deviation, divided by 7, is
    # then sqrt(8) (1 - m).
    wrong = []
    for method in ("AG", "MLP", "MLP-M"):
        means = map(float, column("table2", f"{method} AUC")[:-1])
        deviations = map(float, column("table2", f"{method} AUC deviation")[:-1])
        for function, m, deviation in zip(SUITE, means, deviations, strict=True):
            if deviation > sqrt(8) * (1 - m) + 1e-12:  # 1e-12: floats' rounding
                wrong.append((function, method))
    assert wrong == [("F6", "MLP")]


def terms(formula):
    """The formula's additive terms: cut at every + and - outside brackets and bars."""
    parts, depth, bar = [""], 0, False
    for sign in formula:
        depth += (sign in "({[") - (sign in ")}]")
        bar ^= sign == "|" and depth == 0
        if sign in "+-" and depth == 0 and not bar:
            parts.append("")
        parts[-1] += sign
    return parts


def interactions_of(formula):
    """The largest sets of features that share a term; right for sums like Table 1's."""
    found = [set(map(int, re.findall(r"x_\{?(\d+)", term))) for term in terms(formula)]
    return {tuple(sorted(i)) for i in maximal([i for i in found if len(i) > 1])}


def read_interactions(cell):
    """The tuples of a cell like "1 2 3; 3 5", which counts from 1."""
    return [tuple(map(int, part.split())) for part in cell.split(";")]


def test_table1s_interactions_are_the_suites():
    rows = load("table1")
    assert [row["function"] for row in rows] == list(SUITE)
    for row in rows:
        truths = [
            tuple(i - 1 for i in interaction)
            for interaction in read_interactions(row["maximal interactions"])
        ]
        assert sorted(truths) == sorted(SUITE[row["function"]].interactions)


def test_table1s_interactions_can_be_read_off_the_formulas():
    for row in load("table1"):
        listed = read_interactions(row["maximal interactions"])
        assert set(listed) == interactions_of(row["formula (LaTeX)"])


def test_reading_a_formula_sees_brackets_and_bars():
    formula = r"|x_1 - x_2| - \frac{x_3}{x_{10}+1} + (x_4-x_5)^2 + x_6 + x_{7}"
    assert interactions_of(formula) == {(1, 2), (3, 10), (4, 5)}
    joined = formula.replace("+ x_{7}", "x_{7}")
    assert interactions_of(joined) == {(1, 2), (3, 10), (4, 5), (6, 7)}


# --- the figures, in the paper's words -----------------------------------------------


def plain(tex):
    """The source as a person reads it: no commands, no braces but a set's."""
    for number, label in enumerate(LABELS, 1):
        tex = tex.replace(rf"\ref{{table:{label}}}", str(number))
    words = {
        r"\\mlpm\b": "MLP-M",
        r"\\mlpc\b": "MLP-Cutoff",
        r"\\mlp\b": "MLP",
        r"\\algName\b": "NID",
        r"\\frac\{1\}\{2\}": "1/2",
        r"\\(emph|mathrm)\b": "",
        r"\\\{": "<",
        r"\\\}": ">",
        r"[{}$_]": "",
        "<": "{",
        ">": "}",
        r"\s+": " ",
    }
    for pattern, word in words.items():
        tex = re.sub(pattern, word, tex)
    return tex


# How the paper's words say a value, where they do not print it as a number.
SAID = {"1": "highest|top|only one", "2": "two", "0.5": "1/2"}


def unsaid(rows, text):
    """The rows whose words the text lacks, or whose value is not in their words."""
    return [
        row
        for row in rows
        for _, quantity, value, words in [row]
        if words not in text
        or bool(quantity) != bool(value)
        or not re.search(rf"\b({SAID.get(value, re.escape(value))})\b", words)
    ]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figures_words_and_values_are_the_papers(name, tex):
    header, rows = cells(name)
    assert header == ["about", "quantity", "value", "words of the paper"]
    assert unsaid(rows, plain(tex)) == []


@pytest.mark.parametrize("name", FIGURES)
def test_planted_wrong_words_and_values_are_caught(name, tex):
    _, rows = cells(name)
    for about, quantity, value, words in rows:
        misquoted = [about, quantity, value, words.replace(" ", " not ", 1)]
        wrong = [about, quantity, value + "3", words]
        without = [about, "" if quantity else "AUC", value, words]
        for row in (misquoted, wrong, without):
            assert unsaid([row], plain(tex)) == [row]


# --- the files and the loader --------------------------------------------------------


def test_there_is_a_file_for_every_artefact():
    assert artefacts() == TABLES + FIGURES


@pytest.mark.parametrize("name", TABLES + FIGURES)
def test_a_file_is_a_plain_table(name):
    text = (ROOT / "data" / "paper" / f"{name}.csv").read_bytes()
    assert b"\r" not in text and text.endswith(b"\n")
    header, rows = cells(name)
    assert rows and {len(row) for row in rows} == {len(header)}
    assert all(header) and len(set(header)) == len(header)


@pytest.mark.parametrize("name", TABLES + FIGURES)
def test_load_gives_the_files_cells_with_numbers_as_floats(name):
    header, rows = cells(name)
    loaded = load(name)
    assert [list(row) for row in loaded] == [header] * len(rows)
    for text, row in zip(rows, loaded, strict=True):
        for cell, value in zip(text, row.values()):
            if isinstance(value, str):
                assert value == cell
            else:
                assert value == (float(cell) if cell else None)


def test_a_column_has_one_kind_of_value():
    [f6] = [row for row in load("table2") if row["function"] == "F6"]
    assert f6["MLP AUC"] == 0.98 and f6["MLP AUC deviation"] == 0.067
    assert [row["measure of absolute improvement"] for row in load("table3")][:3] == [
        "RMSE",
        "RMSE",
        "AUC",
    ]
    assert [row["value"] for row in load("fig7")] == [1.0, None, 16.0, None]


def test_the_papers_names_are_the_librarys():
    def key(name):
        return name.lower().replace(" ", "_")

    regularisers = [key(row["regulariser"]) for row in load("table4")]
    assert regularisers == [name for name in PENALTIES if name in regularisers]
    assert load("fig3")[0]["about"] in MEANS
    functions = [row["function"] for row in load("table2")]
    assert functions == [*SUITE, "average"]


@pytest.mark.parametrize("name", ["table7", "Table2", "", "../paper/table2", None])
def test_an_unknown_name_is_answered_with_the_known_ones(name):
    with pytest.raises(InputError) as error:
        load(name)
    message = str(error.value)
    assert all(known in message for known in TABLES + FIGURES)
    assert repr(name) in message and "\n" not in message


def test_the_numbers_travel_with_the_package(tmp_path):
    pytest.importorskip("setuptools", reason="setuptools is needed to build nidlite")
    library, elsewhere = tmp_path / "library", tmp_path / "elsewhere"
    library.mkdir()
    elsewhere.mkdir()
    build = ["egg_info", "--egg-base", tmp_path, "build_py", "--build-lib", library]
    run = {"check": True, "capture_output": True, "text": True, "timeout": 60}
    subprocess.run([sys.executable, "setup.py", "-q", *build], cwd=ROOT, **run)
    show = (
        f"import sys; sys.path.insert(0, {str(library)!r})\n"
        "from nidlite import paper\n"
        "print(paper.__file__)\n"
        "print([paper.load(name) for name in paper.artefacts()])"
    )
    told = subprocess.run([sys.executable, "-I", "-c", show], cwd=elsewhere, **run)
    where, rows = told.stdout.splitlines()
    assert Path(where).is_relative_to(library)
    assert rows == str([load(name) for name in TABLES + FIGURES])
