"""`nidlite reproduce`: what it writes, and one clear line for each mistake."""

import shutil

import pytest

from nidlite.__main__ import main
from nidlite.experiments import page
from nidlite.experiments.rows import load_rows, save_rows

pytest.importorskip("joblib")
pytest.importorskip("pandas")
pytestmark = pytest.mark.usefixtures("undrawn")
SMALL = ["--preset", "smoke", "--jobs", "1"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with fig9 and fig11 at smoke."""
    folder = tmp_path_factory.mktemp("made")
    words = ["fig11", "fig9", "fig11", *SMALL, "--out", str(folder)]
    assert main(["reproduce", *words]) == 0
    return folder


def test_an_artefact_leaves_rows_a_picture_and_the_page_of_all(made, run):
    files = {f"{name}.{end}" for name in ("fig9", "fig11") for end in ("csv", "png")}
    assert {path.name for path in made.iterdir()} == files | {"README.md", "trainings"}
    # fig11's network is fig9's, too
    assert len([*(made / "trainings").glob("**/output.pkl")]) == 30
    rows = load_rows(made / "fig9.csv")
    assert set(rows.preset) == {"smoke"} and set(rows.seeds) == {"0 to 2"}
    again = run("reproduce", "fig9", *SMALL, "--out", made)
    assert again == (0, f"{made / 'fig9.csv'}\n", "")  # nothing is trained
    assert load_rows(made / "fig9.csv").equals(rows) and rows["seconds"].min() > 0


def test_the_page_depends_on_the_rows_alone(made, run, tmp_path):
    text = page.text(made)
    assert "## Figure 9" in text and text.count(" hold | smoke |\n") == 2
    for name in ("fig9.csv", "fig11.csv"):
        shutil.copyfile(made / name, tmp_path / name)
    assert run("reproduce", "page", "--out", tmp_path) == (0, "", "")
    assert (tmp_path / "README.md").read_text() == text
    rows = load_rows(tmp_path / "fig9.csv")
    save_rows(tmp_path / "fig9.csv", rows.assign(**{"true positive rate": 0.777}))
    assert "0.777" in page.text(tmp_path)
    save_rows(tmp_path / "fig9.csv", rows.assign(trials=[1] + [3] * 345))
    assert "preset smoke, trials 1 to 3, seeds" in page.text(tmp_path)
    (tmp_path / "fig9.csv").write_text("a,b\n1,2\n")
    assert "fig9.csv is no file of" in run("reproduce", "page", "--out", tmp_path)[2]
    (tmp_path / "README.md").write_text("# My own page")  # it is not lost
    assert "README.md is no page" in run("reproduce", "fig9", "--out", tmp_path)[2]


WRONG = {
    "a name": (["all", "tabel2"], "a table or figure must be one of table", "'tabel2'"),
    "no jobs": (["table2", "--jobs", "0"], "1 or more"),
    "no results": (["page"], "there are no results in"),
    "Higgs": (["fig11", "fig5", *SMALL], "higgs is not here: get https://"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_mistake_is_one_line_and_nothing_is_touched(run, tmp_path, case, monkeypatch):
    words, *parts = WRONG[case]
    monkeypatch.setenv("NIDLITE_DATA", str(tmp_path))  # an empty folder
    status, out, err = run("reproduce", "--out", tmp_path / "new", *words)
    [line] = err.splitlines()
    assert (status, out) == (2, "") and line.startswith("nidlite: error: ")
    assert all(part in line for part in parts), line
    assert list(tmp_path.iterdir()) == []
