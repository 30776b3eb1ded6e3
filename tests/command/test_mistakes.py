"""A user's mistake is one line that says what to do, and nothing else happens."""

import re
from pathlib import Path
from subprocess import list2cmdline

import pytest
from houses import HEADER, everything, rows, text

H, F5 = "detect houses.csv --target price --epochs 2", "detect F5"
BAD = {  # the words, what the line must say
    "an unknown command": ("detekt F5", "detect"),
    "no target": ("detect F11", "'F1' | --target"),
    "no file, no target": ("detect F11.csv", "F11.csv | is no file"),
    "an unknown flag": (f"{H} --cutof-f", "--cutof-f; see nidlite detect --help"),
    "no epochs": (f"{H} --epochs 0", "--epochs | 0"),
    "a negative seed": (f"{H} --seed -1", "--seed | -1"),
    "too large a top": (f"{H} --top 1{20 * '0'}", "--top | below 10^18"),
    "a target for F5": (f"{F5} --target price", "--target | F5"),
    "housing": ("detect cal_housing --task classification", "--task | for files"),
    "no category": (f"{H} --categorical=--", "--categorical=--; see nidlite detect"),
    "an empty separator": (f"{H} --sep=", "one mark but a blank; got ''"),
    "too long a name": (f"grade {300 * 'a'}", "'aaa | does it exist, and may you"),
    "its own file": ("detect pairs.csv --target price --out .", "would be overwritten"),
    "a file as folder": (f"{H} --out houses.csv", "houses.csv | name another place"),
    "near miss": ("detect houses.csv --target pirce --out found", "'price'"),
}


def is_one_error_line(status, out, err):
    line = re.fullmatch(r"nidlite: error: [^\n]{20,}\n", err)
    return (status, out) == (2, "") and line is not None


@pytest.mark.parametrize("words, says", BAD.values(), ids=BAD)
def test_a_mistake_is_one_line_and_leaves_nothing(run, houses, words, says):
    before, result = everything("."), run(*words.split(" "))
    assert is_one_error_line(*result), result
    assert all(word in result[2] for word in says.split(" | ")), result[2]
    assert everything(".") == before


def test_without_a_target_the_columns_are_listed_and_one_is_proposed(run, monkeypatch):
    lines = [f"{k},{'oak' if k % 2 else 'NA'},{line}" for k, line in enumerate(rows())]
    header = f"k,wood,{HEADER[: -len('price')]}-log(p)"  # no option, though it has a -
    Path("my table.csv").write_text(text(lines, header))
    status, out, err = run("detect", "my table.csv")
    assert is_one_error_line(status, out, err)
    assert f"has the header {', '.join(map(repr, header.split(',')))};" in err
    assert err.endswith("nidlite detect 'my table.csv' '--target=-log(p)'\n")
    monkeypatch.setattr("nidlite.command.detect.quoted", list2cmdline)  # on Windows
    assert 'nidlite detect "my table.csv" --target' in run("detect", "my table.csv")[2]
