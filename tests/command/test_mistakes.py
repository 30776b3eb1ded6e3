"""A user's mistake is one line that says what to do, and nothing else happens."""

import re
from pathlib import Path

import pytest
from houses import HEADER, everything, rows, text

H, F5 = "detect houses.csv --target price --epochs 2", "detect F5"
BAD_WORDS = {  # the words, what the line must say
    "an unknown command": ("detekt F5", "detect"),
    "no target": ("detect F11", "'F1' | --target"),
    "no file, no target": ("detect F11.csv", "F11.csv | is no file"),
    "an unknown flag": (f"{H} --cutof-f", "--cutof-f"),
    "no epochs": (f"{H} --epochs 0", "--epochs | 0"),
    "a negative seed": (f"{H} --seed -1", "--seed | -1"),
    "too large a top": (f"{H} --top 1{20 * '0'}", "--top | below 10^18"),
    "a target for F5": (f"{F5} --target price", "--target | F5"),
    "housing": ("detect cal_housing --task classification", "--task | for files"),
    "no category": (f"{H} --categorical=-- --sep ab", "one character"),
    "too long a name": (f"grade {300 * 'a'}", "'aaa | may be read"),
    "a file as folder": (f"{H} --out houses.csv", "houses.csv | --out"),
}
BAD_CELL = text([*rows(49), "0.5,wide,1,2", *rows()])
BAD_TABLES = {  # the table, more words, what the line must say
    "near miss": (text(rows()), "--target pirce", "'price'"),
    "text in a number column": (BAD_CELL, "", "line 51 | 'width'"),
}
BAD = {name: (None, *case) for name, case in BAD_WORDS.items()}
T = "detect table.csv --target price --epochs 2 --no-agreement --out found"
BAD |= {name: (t, f"{T} {w}", says) for name, (t, w, says) in BAD_TABLES.items()}


def is_one_error_line(status, out, err):
    line = re.fullmatch(r"nidlite: error: [^\n]{20,}\n", err)
    return (status, out) == (2, "") and line is not None


@pytest.mark.parametrize("table, words, says", BAD.values(), ids=BAD)
def test_a_mistake_is_one_line_and_leaves_nothing(run, houses, table, words, says):
    Path("table.csv").write_text(table or "")
    before, result = everything("."), run(*words.strip(" ").split(" "))
    assert is_one_error_line(*result), result
    assert all(word in result[2] for word in says.split(" | ")), result[2]
    assert everything(".") == before


def test_without_a_target_the_columns_are_listed_and_one_is_proposed(run):
    lines = [f"{k},{'oak' if k % 2 else 'NA'},{line}" for k, line in enumerate(rows())]
    Path("my table.csv").write_text(text(lines, "k,wood," + HEADER))
    status, out, err = run("detect", "my table.csv")
    assert is_one_error_line(status, out, err)
    columns = ", ".join(map(repr, ["k", "wood", *HEADER.split(",")]))
    assert f"has the columns {columns};" in err
    assert err.endswith("nidlite detect 'my table.csv' --target price\n")
