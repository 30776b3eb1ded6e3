"""The paper's numbers, typed from the page, fit the suite; they travel along."""

from pathlib import Path

import pytest
from processes import ended, environment, python

from nidlite.experiments.rows import paper_rows
from nidlite.synthetic import SUITE

ROOT = Path(__file__).parents[2]


def test_table_1_lists_the_interactions_of_the_suite():
    rows = paper_rows("table1").to_dict("records")
    assert [row["function"] for row in rows] == list(SUITE)
    for row in rows:
        parts = row["maximal interactions"].split(";")
        listed = {tuple(int(i) - 1 for i in part.split()) for part in parts}
        assert listed == set(SUITE[row["function"]].interactions)


def test_the_numbers_travel_with_the_package(tmp_path):
    pytest.importorskip("setuptools", reason="setuptools is needed to build nidlite")
    words = ["setup.py", "-q", "egg_info", "-e", tmp_path, "build_py", "-d", tmp_path]
    home = environment(HOME=str(tmp_path))  # setuptools looks for settings there
    status, _, err = ended(python(*words, cwd=ROOT, env=home))
    assert status == 0, err
    for name in [f"table{k}" for k in range(1, 7)] + [f"fig{k}" for k in range(3, 13)]:
        built = tmp_path / "nidlite" / "data" / "paper" / f"{name}.csv"
        assert built.read_bytes() == (ROOT / f"data/paper/{name}.csv").read_bytes()
    assert len([*(tmp_path / "nidlite" / "data").glob("real/*.csv.gz")]) == 3
    assert (tmp_path / "nidlite" / "data" / "README.md").exists()
    assert len([*(tmp_path / "nidlite" / "solutions").glob("*.py")]) == 18
