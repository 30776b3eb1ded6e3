"""The paper's numbers are held against its own LaTeX source, cell by cell.

The source lies beside the checkout (../shared/paper.tex); the comparisons with it skip
where it is absent. The files were typed from the page, the tests parse the source.
"""

import csv
import re
import subprocess
import sys
from pathlib import Path

import pytest

from nidlite.experiments.rows import paper_rows
from nidlite.synthetic import SUITE

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "data" / "paper"
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
    text = (FOLDER / f"{name}.csv").read_bytes().decode("ascii")
    assert "\r" not in text and text.endswith("\n")
    header, *rows = csv.reader(text.splitlines())
    return header, rows


LABELS = "testsuite auc improvement regularizer fhim shooter".split()
# One printed row of averages each; ours has a row for each of its columns.
ROWS = {"table4": ["L1", "L2", "group lasso input", "group lasso unit"]}
ROWS["table4"] += ["sparse group lasso input", "sparse group lasso unit"]
ROWS["table5"] = ["FHIM", "NID"]
NAME = re.compile(r"\$(F)_\{?(\d+)\}?\(\\vx\)\$|(average|[a-z ]+|\d)")
NUMBER = re.compile(r"(\\pm *)?(\d[\d.]*(?:e-\d+)?|RMSE|AUC)(\\%)?")


def tabular(tex, name):
    """The source of one table, from its label to its end."""
    label = rf"\label{{table:{LABELS[TABLES.index(name)]}}}"
    body = tex[tex.index(label) :]
    return body[body.index(r"\begin{tabular}") : body.index(r"\end{tabular}")]


def numbers(tex, name):
    """Each row's name, and its (+- sign, number or unit, percent sign) in order."""
    body = re.sub(r"\\mathrm\{e\}\{(-\d)\}", r"e\1", tabular(tex, name))
    for line in body.splitlines():
        first, _, rest = line.partition("&")
        named = NAME.fullmatch(first.strip())
        if named and rest:
            yield "".join(filter(None, named.groups())), NUMBER.findall(rest)


def in_source(tex, name):
    """The rows that our file of the table must have, as text."""
    if name == "table1":
        row = r"\$F_\{?(\d+)\}?\(\\vx\)\$.*?\\begin\{aligned\}\[t\]\s*&(.*?)\\end\{ali"
        found = re.findall(row, tabular(tex, name), re.DOTALL)
        return [[f"F{k}", " ".join(formula.split())] for k, formula in found]
    rows = [[n, *(word for _, word, _ in row)] for n, row in numbers(tex, name)]
    if name in ROWS:
        [[_, *row]] = rows
        rows = zip(ROWS[name], row[::2], row[1::2], strict=True)
    return [list(row) for row in rows]


@pytest.mark.parametrize("name", TABLES)
def test_every_cell_is_as_printed_digit_by_digit(name, tex):
    theirs, (_, ours) = in_source(tex, name), cells(name)
    if name == "table1":
        # The interactions are not printed there; spaces say nothing in formulas.
        ours = [[cell.replace(" ", "") for cell in row[:2]] for row in ours]
        theirs = [[cell.replace(" ", "") for cell in row] for row in theirs]
    assert ours == theirs


def test_table_1_lists_the_interactions_of_the_suite():
    rows = paper_rows("table1").to_dict("records")
    assert [row["function"] for row in rows] == list(SUITE)
    for row in rows:
        parts = row["maximal interactions"].split(";")
        listed = {tuple(int(i) - 1 for i in part.split()) for part in parts}
        assert listed == set(SUITE[row["function"]].interactions)


def test_the_numbers_travel_with_the_package(tmp_path):
    pytest.importorskip("setuptools", reason="setuptools is needed to build nidlite")
    words = f"setup.py -q egg_info -e {tmp_path} build_py -d {tmp_path}".split()
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True, capture_output=True)
    for name in TABLES + FIGURES:
        built = tmp_path / "nidlite" / "paper_numbers" / f"{name}.csv"
        assert built.read_bytes() == (FOLDER / f"{name}.csv").read_bytes()
    assert [*(tmp_path / "nidlite" / "real_data").glob("*.csv.gz")]
