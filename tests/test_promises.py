"""What an outsider's file, array or disk may do to a run, and what it may not."""

import csv
import gzip
import re
import tracemalloc
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from nidlite import InputError
from nidlite.interactions import label
from nidlite.saving.results import save_ranking
from nidlite.tables.arrays import MOST_FEATURES, check_arrays
from nidlite.tables.reading import read_csv as read


def test_names_reach_a_terminal_without_what_steers_it():
    assert label((0, 1), ["a\x1b[31m", "b\r\n"]) == "a\\x1b[31m & b\\r\\n"
    words = "prix\xa0(€)", "م\u200cش"  # as in French and Persian, and such names stay
    assert label((0, 1), words) == " & ".join(words)
    assert label((0, 1), ["größe", "日"]) == "größe & 日"
    # Two features never read like three.
    assert label((0, 1), ("R & D", "a, b")) == '"R & D" & a, b'
    assert label((0, 1), ("R & D", "a, b"), between=", ") == 'R & D, "a, b"'


@pytest.mark.parametrize("mark", "=+-@")
def test_no_cell_starts_a_formula(tmp_path, mark):
    names = f"{mark}cmd|' /C calc'!A0", "b"
    save_ranking(tmp_path / "r.csv", [((0, 1), 1.0)], names, {})
    with open(tmp_path / "r.csv", newline="", encoding="utf-8") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert any(cell.startswith(f"'{mark}cmd") for cell in cells)
    assert not any(cell.startswith(tuple("=+-@")) for cell in cells)


def test_a_line_without_an_end_is_refused_with_its_limit(tmp_path):
    """Of its 100 million letters few more than 2^21 are ever held."""
    long = gzip.compress(b"a,b,y\n" + b"1," * 50_000_000, 1)
    (tmp_path / "a.csv.gz").write_bytes(long)
    tracemalloc.start()
    with pytest.raises(InputError, match="line 2: expected 3 fields, got 1048"):
        read(tmp_path / "a.csv.gz", "y")
    _, most = tracemalloc.get_traced_memory()  # 11 MB; once it is stopped it says 0
    tracemalloc.stop()
    assert most < 80e6


def test_more_features_than_there_is_room_for_are_refused(tmp_path):
    rows = [map(str, range(20_000)), ["1"] * 20_000, ["2"] * 20_000]
    (tmp_path / "wide.csv").write_text("\n".join(map(",".join, rows)))
    for what in (
        lambda: read(tmp_path / "wide.csv", "7"),
        lambda: check_arrays(np.zeros((2, MOST_FEATURES + 1), "i1"), [0, 1]),
    ):
        with pytest.raises(InputError, match="features; leave out all but 10,000$"):
            what()


def test_a_lack_of_memory_is_one_line(monkeypatch, run):
    Path("a.csv").write_text("a,b,y\n" + 20 * "1,2,3\n4,5,6\n7,1,8\n")
    monkeypatch.setattr("nidlite.command.detect.detect", Mock(side_effect=MemoryError))
    status, _, err = run("detect", "a.csv", "--target", "y")
    assert status == 2 and "error: not enough memory; give fewer rows" in err


def test_the_page_of_promises_names_tests_that_exist():
    here = Path(__file__).parent
    text = (here / "PROMISES.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", text)
    lines = [line for line in text.splitlines() if line.endswith("` |")]
    assert len(named) == len(lines) == 13
    for file, name in named:
        assert f"\ndef {name}(" in (here / file).read_text(encoding="utf-8"), name
