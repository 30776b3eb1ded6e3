"""The command line: an answer, or one line that says what to do."""

import csv
import gzip
import io
import os
import re
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from processes import command as started

import nidlite
from nidlite import training
from nidlite.__main__ import main
from nidlite.command import arguments, sources
from nidlite.command import detect as steps
from nidlite.cutoff import Cutoff
from nidlite.errors import InputError
from nidlite.saving.results import FILES

HEADER = "length,width,height,price"


def rows(n=200, seed=0):
    """Lines of a table in which length times width, plus height, is the price."""
    X = np.random.default_rng(seed).uniform(-1, 1, (n, 3))
    y = X[:, 0] * X[:, 1] + X[:, 2]
    return [",".join(f"{v:.6f}" for v in (*x, price)) for x, price in zip(X, y)]


def text(lines, header=HEADER):
    return "\n".join([header, *lines]) + "\n"


def with_target(values):
    lines = rows(len(values))
    return text(f"{line.rpartition(',')[0]},{v}" for line, v in zip(lines, values))


@pytest.fixture(autouse=True)
def houses(run):
    Path("houses.csv").write_text(text(rows()))


PRICE = ["--target", "price"]
HOUSES = ["detect", "houses.csv", *PRICE, "--epochs", "2"]
ALL = ["detect", "table.csv", *PRICE, "--epochs", "2"]  # with the second opinion
TABLE = [*ALL, "--no-agreement"]


def everything(folder):
    files = (path for path in Path(folder).rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in files}


def is_one_error_line(status, out, err):
    line = re.fullmatch(r"nidlite: error: [^\n]{20,}\n", err)
    return (status, out) == (2, "") and line is not None


def test_the_check_of_errors_rejects_everything_else():
    line = "nidlite: error: no file x.csv; did you mean 'y.csv'?\n"
    assert is_one_error_line(2, "", line)
    assert not is_one_error_line(1, "", line)
    assert not is_one_error_line(2, "rank", line)
    for err in (line * 2, f"usage\n{line}", "", "nidlite: error: 'price'\n"):
        assert not is_one_error_line(2, "", err)


W = f"w,{HEADER}"
BAD_CELL = text([*rows(49), "0.5,wide,1,2", *rows()])
BAD_TABLES = {  # the table, the words after the target's, what the line must say
    "near miss": (text(rows()), "--target pirce", "'price'"),
    "text in a number column": (BAD_CELL, "", "line 51 | 'width'"),
    "too few rows": (text(rows(19)), "", "20 rows | 19"),
    "one value": (with_target([3] * 50), "", "'price' | 3"),
    "one row of a class": (with_target([1, *[0] * 49]), "", "both classes"),
    "too large": (with_target([1e101, *range(49)]), "", "target 'price' | 1e+101"),
    "an id": (with_target([f"id{k}" for k in range(120)]), "", "'price' | looks like"),
    "every label": (with_target(["a", "b"] * 20), "--positive a,b", "every label"),
    "no such weights": (text(rows()), "--weights widht", "'widht' | 'width'"),
    "the target as weights": (text(rows()), "--weights price", "'price' | weights"),
    "a baseline": (
        text(f"{k % 3},{row}" for k, row in enumerate(rows())).replace(HEADER, W),
        "--weights w --baseline anova",
        "--weights | --baseline",
    ),
}


H, F5 = " ".join(HOUSES), "detect F5"
BAD_WORDS = {
    "an unknown command": ("detekt F5", "detect"),
    "no source": ("detect", "SOURCE"),
    "F11": ("detect F11", "F1 to F10"),
    "no target": ("detect F11.csv", "--target"),
    "a missing file": ("detect huoses.csv --target price", "'houses.csv'"),
    "an unknown flag": (f"{H} --cutof-f", "--cutof-f"),
    "an unknown architecture": (f"{H} --architecture cnn", "mlp-m"),
    "an unknown task": (f"{H} --task ranking", "regression"),
    "no epochs": (f"{H} --epochs 0", "--epochs | 0"),
    "a negative seed": (f"{H} --seed -1", "--seed | -1"),
    "a target for F5": (f"{F5} --target price", "--target | F5"),
    "weights for F5": (f"{F5} --weights x1", "--weights | F5"),
    "F5 as classes": (f"{F5} --task classification", "continuous"),
    "a target for letter": ("detect letter --target lettr", "--target | letter"),
    "no category": (f"{H} --categorical=-- --sep ab", "one character"),
    "a file as folder": (f"{H} --out houses.csv", "houses.csv | --out"),
}


BAD = {name: (None, *case) for name, case in BAD_WORDS.items()}
T = " ".join([*TABLE, "--out", "found"])
BAD |= {name: (t, f"{T} {w}", says) for name, (t, w, says) in BAD_TABLES.items()}


@pytest.mark.parametrize("table, words, says", BAD.values(), ids=BAD)
def test_a_mistake_is_one_line_and_leaves_nothing(run, table, words, says):
    Path("table.csv").write_text(table or "")
    before, result = everything("."), run(*words.split())
    assert is_one_error_line(*result), result
    assert all(word in result[2] for word in says.split(" | ")), result[2]
    assert everything(".") == before


def test_the_answer_is_that_of_the_library_with_the_columns_names(run):
    words = *HOUSES, "--no-agreement", "--architecture", "mlp", "--seed"
    status, out, err = run(*words, "5")
    data = np.loadtxt("houses.csv", delimiter=",", skiprows=1)
    X, y, how = data[:, :3], data[:, 3], {"epochs": 2, "architecture": "mlp"}
    names = HEADER.split(",")[:3]
    found = nidlite.detect_interactions(X, y, 5, feature_names=names, **how)
    assert (status, out) == (0, f"{found}\n")
    assert out.startswith("200 rows, 3 features, regression; R2 ")
    pairs = [line.split("  ")[-1] for line in out[out.index("  pair\n") :].split("\n")]
    names = ["length & height", "length & width", "width & height"]
    assert sorted(filter(None, pairs[1:])) == names
    assert "truth" not in out and "AUC" not in out and "confirmed" not in out
    # The status is for the eye, not for the pipe.
    shown = ["training mlp: epoch 1/2", "training mlp: epoch 2/2"]
    assert [line.split(",")[0] for line in err.splitlines()] == shown
    assert run(*words, "5")[1] == out != run(*words, "6")[1]
    assert run(*HOUSES, "--no-agreement", "--seed", "5")[1] != out


def test_a_column_of_weights_is_no_feature_and_counts(run):
    weights = np.arange(200) % 4
    lines = (f"{w},{row}" for w, row in zip(weights, rows()))
    Path("table.csv").write_text(text(lines, W))
    status, out, _ = run(*TABLE, "--weights", "w", "--no-cutoff", "--out", "found")
    data = np.array([row.split(",") for row in rows()], float)
    X, y, how = data[:, :3], data[:, 3], {"epochs": 2, "sample_weight": weights}
    names = HEADER.split(",")[:3]
    found = nidlite.detect_interactions(X, y, feature_names=names, **how)
    assert status == 0 and out.startswith(f"{found}\n")
    assert "150 rows, 3 features" in out and "50 of 200 rows have weight 0" in out
    # New rows need no weights, and may have them.
    predicted = run("predict", "found/network.npz", "table.csv")
    assert predicted[0] == 0
    assert predicted == run("predict", "found/network.npz", "houses.csv")


def test_where_the_truth_is_known_the_right_ones_are_marked(run, monkeypatch):
    monkeypatch.setattr(sources, "ROWS", 600)
    words = "--epochs", "1", "--confirm", "--no-agreement"
    status, out, _ = run("detect", "F5", *words)
    assert status == 0
    assert "truth: x1 & x2 & x3, x4 & x5, x6 & x7, x8 & x9 & x10" in out
    marks = re.findall(r"^ +\d+ .*\d  ([-+o]) (x\d.*)$", out, re.MULTILINE)
    assert {mark for mark, name in marks if name in ("x6 & x7", "x4 & x5")} <= {"+"}
    assert {mark for mark, name in marks if name == "x1 & x4"} <= {"-"}
    assert len(marks) > 10  # the pairs, and an interaction of any order
    for line in ("pairwise AUC", "pairwise AUC, confirmed:"):
        [score] = re.findall(rf"^{line} (\d\.\d{{3}})$", out, re.MULTILINE)
        assert 0 <= float(score) <= 1


def test_gzip_unicode_commas_and_quotes_are_read_and_printed(undrawn, run, monkeypatch):
    header = '"length, cm","say ""width""",Höhe,price'
    with gzip.open("table.csv", "wt", encoding="utf-8") as file:
        file.write(text(rows(), header))
    status, out, _ = run(*TABLE, "--no-cutoff", "--out", "found")
    assert status == 0 and 'length, cm & say "width"' in out and "Höhe" in out
    with open("found/pairs.csv", encoding="utf-8", newline="") as file:
        names = {row["interaction"] for row in csv.DictReader(file)}
    assert 'length, cm & say "width"' in names
    # Also to a terminal that knows ASCII only.
    terminal = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(TABLE) == 0
    terminal.flush()
    assert "length, cm & H?he" in terminal.buffer.getvalue().decode("ascii")


@pytest.mark.parametrize("labels", [["yes", "no"], [-1, 1]])
def test_two_labels_are_a_classification_unless_a_regression_is_asked_for(run, labels):
    Path("table.csv").write_text(with_target(labels * 50))
    status, out, _ = run(*TABLE)
    assert status == 0 and "3 features, classification; AUC " in out
    if "yes" not in labels:
        assert "features, regression; R2 " in run(*TABLE, "--task", "regression")[1]


def test_labels_are_classes_or_positive_ones_against_all_others(
    undrawn, short_cutoff, run
):
    Path("table.csv").write_text(with_target(list("ABCD") * 30))
    status, out, _ = run(*ALL, "--confirm", "--cutoff", "--out", "found")
    assert status == 0 and "classification of 4 classes; accuracy 0." in out
    assert {*os.listdir("found")} == {*FILES}
    status, out, _ = run(*TABLE, "--positive", "A, C")
    other = run(*TABLE, "--positive", "A,B")[1]
    assert out.splitlines()[2:] != other.splitlines()[2:]
    note = "note: class 1 is A,C, class 0 is other\n"
    assert status == 0 and note in out
    Path("table.csv").write_text(with_target([1, 0, 1, 0] * 30))
    assert out.replace(note, "") == run(*TABLE)[1]


@pytest.mark.parametrize("kinds", [["oak", "fir", "ash"], ["7", "8", "9"]])
def test_a_category_is_one_feature_by_its_name(undrawn, run, kinds):
    lines = [f"{kinds[k % 3]},{line}" for k, line in enumerate(rows())]
    Path("table.csv").write_text(text(lines, "wood," + HEADER))
    words = [] if "oak" in kinds else ["--categorical", "wood"]
    status, out, _ = run(*TABLE, "--no-cutoff", "--out", "found", *words)
    assert status == 0 and "200 rows, 4 features" in out
    pairs = [line.split("  ")[-1] for line in out[out.index("  pair\n") :].splitlines()]
    assert "wood & length" in pairs
    # The whole detection is in it.
    found = nidlite.load("found/network.npz")
    assert found.weights[0].shape[1] == 6  # three columns of wood, three numbers
    assert str(found.tables()) in out and found.agreed() is not None
    status, out, _ = run("predict", "found/network.npz", "table.csv")
    given = np.array(out.splitlines()[1:], float)
    np.testing.assert_allclose(given, found.of_encoded(found.table.X), rtol=1e-8)


def test_a_full_disk_is_one_line_after_the_rankings(undrawn, run):
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, hard))
    try:
        status, out, err = run(*HOUSES, "--out", "found")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert status == 2 and "\nrank   strength" in out and "Traceback" not in err
    assert err.splitlines()[-1].startswith("nidlite: error: cannot write found")
    # What fits is there, whole; of what does not there is nothing.
    assert set(os.listdir("found")) <= {"ranking.csv", "pairs.csv", "interactions.csv"}


def test_names_with_commas_are_quoted_and_flags_may_be_repeated(run):
    lines = [f"7,{line},x" for line in rows()]
    header = 'rooms,"length, cm",width,height,price,date'
    Path("table.csv").write_text(text(lines, header))
    drop = "--drop", '"length, cm", width', "--drop", "date"
    status, out, _ = run(*TABLE, *drop, "--confirm")
    assert status == 0 and "2 features" in out and "rooms & height" in out
    assert "width" not in out and "date" not in out
    assert "note: column 'rooms' is constant" in out
    assert "'length, cm'" in run(*TABLE, "--drop", "length")[2]


def test_twenty_rows_are_enough_for_every_part_of_the_answer(
    undrawn, short_cutoff, run
):
    # This seed leaves only zeros in the two validation and the two test rows.
    Path("table.csv").write_text(with_target([2, 1, *[0] * 18]))
    words = "--confirm", "--cutoff", "--out", "found", "--seed", 2
    status, out, err = run(*ALL, *words)
    assert status == 0 and "MLP-Cutoff" in out and "inf" not in out, (out, err)


def test_without_a_target_the_columns_are_listed_and_one_is_proposed(run):
    lines = [f"{k},{'oak' if k % 2 else 'NA'},{line}" for k, line in enumerate(rows())]
    Path("my table.csv").write_text(text(lines, "k,wood," + HEADER))
    status, out, err = run("detect", "my table.csv")
    names = [line.split()[0] for line in out.splitlines()]
    assert (status, names) == (2, ["k", "wood", *HEADER.split(",")])
    assert "words such as 'oak' (100 of 200 missing)" in out
    assert "numbers such as '0', '1', '2'" in out
    assert err.endswith("nidlite detect 'my table.csv' --target price\n")


def test_quiet_says_nothing_and_an_earlier_run_is_named_first(undrawn, run):
    words = *HOUSES, "--quiet", "--out", "found", "--no-cutoff", "--no-agreement"
    assert run(*words)[2] == ""
    status, _, err = run(*words)
    assert status == 0 and err.startswith("found has ranking.csv, pairs.csv, ")
    assert err.endswith("of an earlier run: to be replaced\n") and err.count("\n") == 1
    assert "epoch" in run(*HOUSES, "--no-agreement")[2]  # the next command is not quiet


def test_standard_input_and_missing_values(run, monkeypatch):
    lines = rows()
    lines[7] = "NA" + lines[7][lines[7].index(",") :]
    Path("table.csv").write_text(text(lines).replace(",", ";"))
    status, out, _ = run(*TABLE)
    assert status == 0 and "note: 1 missing value in 'length': " in out
    with open("table.csv") as file:
        monkeypatch.setattr("sys.stdin", file)
        assert run("detect", "-", *TABLE[2:])[1] == out
    error = run(*TABLE, "--missing", "error")[2]
    assert "table.csv, line 9, column 'length': missing value 'NA'" in error
    assert "no column 'price'" in run(*TABLE, "--sep", ",")[2]
    assert "one character" in run(*TABLE, "--sep", "||")[2]


def test_a_name_with_a_line_break_stands_in_quotes():
    assert arguments.words(['"a\rb", c']) == ["a\rb", "c"]
    with pytest.raises(InputError, match="line break stands in quotes"):
        arguments.words(["a\rb"])


@pytest.mark.parametrize("words", [[], ["--help"], ["detect", "--help"], ["--version"]])
def test_help_and_version_are_printed_with_status_0(capsys, words):
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("usage: nidlite") or out == f"{nidlite.__version__}\n"
    assert ("--threads N" in out) == ("detect" in words)


def test_out_holds_every_file_whole_and_confirm_and_cutoff_add_tables(
    run, short_cutoff, monkeypatch
):
    renamed, replace = [], os.replace

    def rename(old, new):
        renamed.append(Path(new))
        replace(old, new)

    monkeypatch.setattr(os, "replace", rename)
    status, out, err = run(*HOUSES, "--out", "found", "--confirm")
    # Each was written under another name: a run that is killed leaves no half of it.
    assert {path.name for path in renamed if path.parent.name == "found"} == {*FILES}
    where = os.path.join("found", "report.html")
    assert status == 0 and out.endswith(f"\nwritten to found; open {where}\n")
    assert {*os.listdir("found")} == {*FILES}
    for name in ("heatmap.png", "cutoff.png"):
        assert Path("found", name).read_bytes().startswith(b"\x89PNG\r\n")
    with open("found/pairs.csv", encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file))
    # As printed, to the printed digits.
    printed = out[out.index("  pair\n") :].splitlines()[1:4]
    for row, line in zip(pairs, printed, strict=True):
        cells = re.fullmatch(r" +(\d+) +(\S+)(?: +\S+)?  (\S.*)", line)
        rank, strength, name = cells.groups()
        assert (row["rank"], row["interaction"]) == (rank, name)
        assert float(row["strength"]) == pytest.approx(float(strength), abs=6e-5)
    assert "confirmed on the trained network (Definition 1)" in out
    assert re.search(r"^rank   strength     share  interaction$", out, re.MULTILINE)
    assert re.search(r"^\* K = 0 +\d\.\d{5}  no interaction$", out, re.MULTILINE)
    assert re.search(r"^interactions: ", out, re.MULTILINE)
    assert re.search(r"^cutoff, K = 0: epoch 1/", err, re.MULTILINE)


def test_a_second_run_replaces_the_files_and_no_others(undrawn, short_cutoff, run):
    run(*HOUSES, "--out", "found")
    Path("found/mine.txt").write_text("mine")
    first = everything("found")
    run(*HOUSES, "--out", "found", "--seed", "1", "--no-cutoff")
    second = everything("found")
    assert second[Path("found/mine.txt")] == b"mine"
    assert second[Path("found", "interactions.csv")]  # which may say the same
    for name in sorted({f for f in FILES if "png" not in f} - {"interactions.csv"}):
        assert second[Path("found", name)] != first[Path("found", name)]
    # The old run's cutoff is not left beside the new run's ranking.
    assert Path("found/cutoff.png") not in second


def test_ctrl_c_prints_the_best_epoch_and_says_so(undrawn, run, monkeypatch):
    def batch(status, number, share):
        if number == 4:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(steps.Status, "batch", batch)
    words = "--epochs", "100000", "--no-agreement", "--no-cutoff", "--out", "found"
    status, out, err = run(*HOUSES, *words)
    assert err.startswith("training mlp-m: epoch 1/100000, ")
    assert status == 0 and "\nnote: interrupted after 3 epochs; " in out, err
    assert "rank   strength  interaction" in out and "written to found" in out
    assert len(nidlite.load("found/network.npz").history) == 3


@pytest.mark.parametrize("where", [(sources, "read_csv"), (training, "run_epoch")])
def test_ctrl_c_before_the_first_epoch_ranks_nothing(run, monkeypatch, where):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(*where, interrupted)
    status, out, err = run(*HOUSES, "--out", "found")
    assert (status, out) == (130, "") and err.endswith("nidlite: interrupted\n")
    assert not Path("found").exists() or os.listdir("found") == []


def test_ctrl_c_while_the_cutoff_grows_keeps_what_there_is(
    undrawn, short_cutoff, run, monkeypatch
):
    calls = []

    def stop(status, epoch):
        calls.append(status.what)
        if "K = 1" in calls[-1]:
            raise KeyboardInterrupt

    monkeypatch.setattr(steps.Status, "epoch", stop)
    # The network of two epochs would be a reference that K = 0 reaches.
    monkeypatch.setattr(Cutoff, "reached", None)
    status, out, _ = run(*HOUSES, "--out", "found")
    assert "K = 1" in calls[-1] and "note: interrupted at K = 1" in out
    assert status == 0 and "* K = 0" in out
    assert {*os.listdir("found")} == {*FILES}


def test_a_reader_that_leaves_early_is_no_error():
    process = started("detect", "--help")
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 0
    assert "Traceback" not in err and "BrokenPipe" not in err, err


@pytest.fixture
def on_a_terminal(monkeypatch):
    """What a person sees who types the command, through a pseudo-terminal."""
    pty = pytest.importorskip("pty")

    def seen(*words):
        ours, theirs = pty.openpty()
        parts = []

        def read():
            with suppress(OSError):  # how Linux says that the other end is closed
                while part := os.read(ours, 1 << 16):
                    parts.append(part)

        reader = threading.Thread(target=read)
        reader.start()
        with monkeypatch.context() as patch, open(theirs, "w") as terminal:
            patch.setattr(sys, "stdout", terminal)
            patch.setattr(sys, "stderr", terminal)
            main(words)
        reader.join()
        os.close(ours)
        return b"".join(parts).decode().replace("\r\n", "\n")

    return seen


def test_on_a_terminal_one_line_counts_the_epochs_and_an_error_has_its_own(
    on_a_terminal,
):
    output = on_a_terminal(*HOUSES, "--epochs", "5", "--no-agreement")
    status, _, answer = output.partition("\n")
    assert status.count("\r") == 5 and "epoch 5/5" in status
    assert answer.startswith("200 rows, 3 features") and "\r" not in answer
    Path("table.csv").write_text(text([*rows(10_001), "1,2,three,4"]))
    output = on_a_terminal(*TABLE)
    assert "reading table.csv: 10000 rows" in output
    [error] = [line for line in output.split("\n") if "nidlite: error" in line]
    assert error.startswith("nidlite: error: table.csv, line 10003")


def test_in_california_the_place_is_the_first_pair(run):
    status, out, _ = run("detect", "cal_housing", "--epochs", "4", "--no-agreement")
    assert status == 0 and "20640 rows, 8 features, regression" in out
    # First in each of three seeds tried, by a sixth or more.
    first = out[out.index("  pair\n") :].splitlines()[1]
    assert first.split("  ")[-1] == "longitude & latitude"
