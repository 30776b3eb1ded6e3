"""The command line: an answer, or one line that says what to do."""

import csv
import gzip
import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import nidlite
from nidlite import __main__ as command
from nidlite import detecting, detector, sources
from nidlite.detector import REAL_SPLIT, stream
from nidlite.splits import split

HEADER = "length,width,height,price"


def rows(n=200, seed=0):
    """Lines of a table in which length times width, plus height, is the price."""
    X = np.random.default_rng(seed).uniform(-1, 1, (n, 3))
    y = X[:, 0] * X[:, 1] + X[:, 2]
    return [",".join(f"{v:.6f}" for v in (*x, price)) for x, price in zip(X, y)]


def text(lines, header=HEADER):
    return "\n".join([header, *lines]) + "\n"


def with_target(values):
    """The table with other values in its target column."""
    lines = rows(len(values))
    return text(f"{line.rpartition(',')[0]},{v}" for line, v in zip(lines, values))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty working folder with houses.csv in it."""
    monkeypatch.chdir(tmp_path)
    Path("houses.csv").write_text(text(rows()))
    return tmp_path


@pytest.fixture
def run(folder, capsys):
    """Run the command here: (exit status, stdout, stderr)."""

    def run(*words):
        status = command.main([str(word) for word in words])
        return status, *capsys.readouterr()

    return run


HOUSES = ["detect", "houses.csv", "--target", "price", "--epochs", "2"]


def environment(**settings):
    """This environment, with nidlite found from any folder and buffers as usual."""
    root = str(Path(nidlite.__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    result = {**os.environ, "PYTHONPATH": path, **settings}
    result.pop("PYTHONUNBUFFERED", None)
    return result


def start(*words, **settings):
    """`python -m nidlite words` as a process of its own."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    words = [sys.executable, "-m", "nidlite", *words]
    return subprocess.Popen(words, **({"env": environment()} | pipes | settings))


def everything(folder):
    """The bytes of every file below the folder."""
    files = (path for path in Path(folder).rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in files}


# --- bad input -----------------------------------------------------------------------


def is_one_error_line(status, out, err):
    """Whether the command ended as it should after a mistake."""
    return (
        status == 2
        and out == ""
        and re.fullmatch(r"nidlite: error: [^\n]{20,}\n", err) is not None
        and "Traceback" not in err
    )


def test_the_check_of_errors_rejects_everything_else():
    line = "nidlite: error: no file x.csv; did you mean 'y.csv'?\n"
    assert is_one_error_line(2, "", line)
    assert not is_one_error_line(1, "", line)
    assert not is_one_error_line(2, "rank", line)
    assert not is_one_error_line(2, "", line + line)
    assert not is_one_error_line(2, "", "training: epoch 1/2\n" + line)
    assert not is_one_error_line(2, "", "usage: nidlite\n" + line)
    assert not is_one_error_line(2, "", "Traceback (most recent call last):\n" + line)
    assert not is_one_error_line(2, "", "nidlite: error: 'price'\n")
    assert not is_one_error_line(2, "", "")


def bad_cell(column, cell):
    """The table with another cell in its line 51."""
    lines = rows()
    cells = lines[49].split(",")
    cells[column] = cell
    lines[49] = ",".join(cells)
    return text(lines)


# What is wrong: the table, the words after "detect table.csv", what the line must say.
PRICE = ["--target", "price"]
BAD_TABLES = {
    "unknown column, near miss": (text(rows()), ["--target", "pirce"], ["'price'"]),
    "unknown column to drop": (text(rows()), [*PRICE, "--drop", "widht"], ["'width'"]),
    "text in a number column": (bad_cell(1, "wide"), PRICE, ["line 51", "'width'"]),
    "text in the target": (bad_cell(3, "dear"), PRICE, ["line 51", "'price'"]),
    "NaN": (bad_cell(0, "nan"), PRICE, ["line 51", "'length'", "nan"]),
    "infinity": (bad_cell(0, "-inf"), PRICE, ["line 51", "'length'", "-inf"]),
    "a missing cell": (bad_cell(0, ""), PRICE, ["line 51", "'length'", "missing"]),
    "an empty file": ("", PRICE, ["empty"]),
    "a header only": (text([]), PRICE, ["header"]),
    "one feature": (text(rows()), [*PRICE, "--drop", "width,height"], ["'length'"]),
    "too few rows": (text(rows(19)), PRICE, ["20 rows", "19"]),
    "a target of one value": (with_target([3] * 50), PRICE, ["'price'", "3"]),
    "an id as target": (
        with_target([f"id{k}" for k in range(120)]), PRICE, ["'price'", "looks like"]
    ),
    "an id as feature": (
        text(f"n{k},{line}" for k, line in enumerate(rows())), PRICE, ["line", "fields"]
    ),
    "free text": (
        text((f"n{k},{line}" for k, line in enumerate(rows())), "id," + HEADER),
        PRICE,
        ["'id'", "--drop id"],
    ),
    "an unknown categorical": (
        text(rows()), [*PRICE, "--categorical", "widht"], ["'width'"]
    ),
    "one row of a class": (with_target([1, *[0] * 49]), PRICE, ["both classes"]),
    "text as a regression": (
        with_target(["yes", "no"] * 20), [*PRICE, "--task", "regression"], ["'no'"]
    ),
    "positive labels and regression": (
        with_target(["yes", "no"] * 20),
        [*PRICE, "--positive", "yes", "--task", "regression"],
        ["positive", "regression"],
    ),
    "an unknown positive label": (
        with_target(["yes", "no"] * 20), [*PRICE, "--positive", "yse"], ["'yes'"]
    ),
    "every label positive": (
        with_target(["yes", "no"] * 20), [*PRICE, "--positive", "yes,no"], ["'no'"]
    ),
    "duplicate columns": (text(rows(), "a,b,a,price"), PRICE, ["'a'", "2 times"]),
    "the target dropped": (text(rows()), [*PRICE, "--drop", "price"], ["'price'"]),
    "no target": (text(rows()), [], ["--target"]),
}  # fmt: skip


@pytest.mark.parametrize("table, words, says", BAD_TABLES.values(), ids=BAD_TABLES)
def test_a_bad_table_is_one_line_and_leaves_nothing(run, folder, table, words, says):
    Path("table.csv").write_text(table)
    before = everything(folder)
    result = run("detect", "table.csv", *words, "--epochs", 2, "--out", "found")
    assert is_one_error_line(*result), result
    assert all(word in result[2] for word in says), result[2]
    assert everything(folder) == before


BAD_WORDS = {
    "nothing": ([], ["COMMAND"]),
    "an unknown command": (["detekt", "F5"], ["detect"]),
    "no source": (["detect"], ["SOURCE"]),
    "F11": (["detect", "F11"], ["F1 to F10"]),
    "a missing file": (["detect", "huoses.csv", *PRICE], ["'houses.csv'"]),
    "a missing folder": (["detect", "no/houses.csv", *PRICE], ["folder no"]),
    "a folder": (["detect", ".", *PRICE], ["folder"]),
    "two sources": (["detect", "F5", "F6"], ["F6"]),
    "an unknown flag": ([*HOUSES, "--cutof-f"], ["--cutof-f"]),
    "an unknown architecture": ([*HOUSES, "--architecture", "cnn"], ["mlp-m"]),
    "an unknown task": ([*HOUSES, "--task", "ranking"], ["regression"]),
    "no epochs": ([*HOUSES, "--epochs", "0"], ["--epochs", "0"]),
    "half an epoch": ([*HOUSES, "--epochs", "0.5"], ["--epochs", "0.5"]),
    "a negative seed": ([*HOUSES, "--seed", "-1"], ["--seed", "-1"]),
    "a target for F5": (["detect", "F5", *PRICE], ["--target", "F5"]),
    "a column to drop from F5": (["detect", "F5", "--drop", "x1"], ["--drop", "F5"]),
    "labels for F5": (["detect", "F5", "--positive", "1"], ["--positive", "F5"]),
    "categories for F5": (["detect", "F5", "--categorical", "x1"], ["--cat", "F5"]),
    "F5 as classes": (["detect", "F5", "--task", "classification"], ["continuous"]),
    "a target for letter": (["detect", "letter", *PRICE], ["--target", "letter"]),
    "no such data set": (["fetch", "leter"], ["'letter'"]),
    "a file as folder": ([*HOUSES, "--out", "houses.csv"], ["houses.csv", "--out"]),
    "a file above": ([*HOUSES, "--out", "houses.csv/found"], ["--out"]),
}


@pytest.mark.parametrize("words, says", BAD_WORDS.values(), ids=BAD_WORDS)
def test_a_bad_command_is_one_line_and_leaves_nothing(run, folder, words, says):
    before = everything(folder)
    result = run(*words)
    assert is_one_error_line(*result), result
    assert all(word in result[2] for word in says), result[2]
    assert everything(folder) == before


def test_a_bad_outcome_in_its_own_process_is_the_same_line_and_status(folder):
    process = start("detect", "houses.csv", "--target", "pirce")
    out, err = process.communicate(timeout=60)
    assert is_one_error_line(process.returncode, out, err), (out, err)


def test_a_folder_in_a_files_place_is_found_before_training(run, folder):
    (folder / "found" / "network.npz").mkdir(parents=True)
    result = run(*HOUSES, "--out", "found")
    assert is_one_error_line(*result) and "network.npz" in result[2], result


# --- an answer -----------------------------------------------------------------------


def test_the_answer_has_both_rankings_with_the_columns_names(run):
    status, out, err = run(*HOUSES)
    assert status == 0
    assert out.startswith("200 rows, 3 features, regression; R2 ")
    lines = out.splitlines()
    assert lines.count("rank   strength  interaction") == 1
    pairs = lines[lines.index("rank   strength  pair") + 1 :]
    assert sorted(line.split("  ")[-1] for line in pairs) == [
        "length & height", "length & width", "width & height"
    ]  # fmt: skip
    assert "truth" not in out and "AUC" not in out and "confirmed" not in out
    # The status is for the eye, not for the pipe.
    assert [line.split(",")[0] for line in err.splitlines()] == [
        "training mlp-m: epoch 1/2", "training mlp-m: epoch 2/2"
    ]  # fmt: skip


def test_the_answer_is_that_of_the_library(run):
    _, out, _ = run(*HOUSES, "--seed", "5", "--architecture", "mlp")
    data = np.loadtxt("houses.csv", delimiter=",", skiprows=1)
    names = HEADER.split(",")[:3]
    found = nidlite.detect_interactions(
        data[:, :3], data[:, 3], seed=5, epochs=2, architecture="mlp",
        feature_names=names,
    )  # fmt: skip
    assert out == f"{found}\n"
    assert run(*HOUSES, "--seed", "5", "--architecture", "mlp")[1] == out
    assert run(*HOUSES, "--seed", "6", "--architecture", "mlp")[1] != out
    assert run(*HOUSES, "--seed", "5")[1] != out


def test_where_the_truth_is_known_the_right_ones_are_marked(run, monkeypatch):
    monkeypatch.setattr(sources, "ROWS", 600)
    status, out, _ = run("detect", "F5", "--epochs", "1", "--confirm")
    assert status == 0
    assert "truth: x1 & x2 & x3, x4 & x5, x6 & x7, x8 & x9 & x10" in out
    marks = re.findall(r"^ +\d+ .*\d  ([-+o]) (x\d.*)$", out, re.MULTILINE)
    assert {mark for mark, name in marks if name in ("x6 & x7", "x4 & x5")} <= {"+"}
    assert {mark for mark, name in marks if name == "x1 & x4"} <= {"-"}
    assert len(marks) > 10  # the pairs, and an interaction of any order
    for line in ("pairwise AUC", "pairwise AUC, confirmed:"):
        [score] = re.findall(rf"^{line} (\d\.\d{{3}})$", out, re.MULTILINE)
        assert 0 <= float(score) <= 1


def test_gzip_unicode_commas_and_quotes_are_read_and_printed(run, folder):
    header = '"length, cm","say ""width""",Höhe,price'
    with gzip.open("houses.csv.gz", "wt", encoding="utf-8") as file:
        file.write(text(rows(), header))
    words = ["houses.csv.gz", *PRICE, "--epochs", "2", "--out", "found"]
    status, out, _ = run("detect", *words)
    assert status == 0 and 'length, cm & say "width"' in out and "Höhe" in out
    with open("found/pairs.csv", encoding="utf-8", newline="") as file:
        names = {row["interaction"] for row in csv.DictReader(file)}
    assert 'length, cm & say "width"' in names


def test_unicode_goes_to_a_terminal_that_knows_ascii_only(folder):
    Path("höhe.csv").write_text(text(rows(), "a,b,höhe,price"), encoding="utf-8")
    process = start(
        "detect", "höhe.csv", *PRICE, "--epochs", "1",
        env=environment(PYTHONIOENCODING="ascii"),
    )  # fmt: skip
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "a & b" in out and "Traceback" not in err


@pytest.mark.parametrize("labels", [["yes", "no"], [0, 1], [-1, 1], ["1.5", "2"]])
def test_two_labels_are_a_classification(run, labels):
    Path("table.csv").write_text(with_target(labels * 50))
    status, out, _ = run("detect", "table.csv", *PRICE, "--epochs", "1")
    assert status == 0 and "3 features, classification; AUC " in out


def test_two_numbers_are_a_regression_if_asked_for(run):
    Path("table.csv").write_text(with_target([0, 1] * 50))
    words = ["table.csv", *PRICE, "--epochs", "1", "--task", "regression"]
    assert "3 features, regression; R2 " in run("detect", *words)[1]


def test_positive_labels_count_as_one_and_all_others_as_zero(run):
    Path("letters.csv").write_text(with_target(list("ABCD") * 30))
    Path("bits.csv").write_text(with_target([1, 0, 1, 0] * 30))
    words = [*PRICE, "--epochs", "2"]
    status, out, _ = run("detect", "letters.csv", *words, "--positive", "A, C")
    note = "note: class 1 is A,C, class 0 is other\n"
    assert status == 0 and note in out
    assert out.replace(note, "") == run("detect", "bits.csv", *words)[1]
    other = run("detect", "letters.csv", *words, "--positive", "A,B")[1]
    assert out.splitlines()[2:] != other.splitlines()[2:]


def test_more_labels_are_as_many_classes(run):
    Path("letters.csv").write_text(with_target(list("ABCD") * 30))
    words = [*PRICE, "--epochs", "2", "--confirm", "--cutoff"]
    status, out, _ = run("detect", "letters.csv", *words, "--out", "found")
    assert status == 0 and "classification of 4 classes; accuracy 0." in out
    assert sorted(os.listdir("found")) == FILES


@pytest.mark.parametrize("how", ["text", "codes"])
def test_a_category_is_one_feature_by_its_name(run, how):
    kinds = ["oak", "fir", "ash"] if how == "text" else ["7", "8", "9"]
    lines = [f"{kinds[k % 3]},{line}" for k, line in enumerate(rows())]
    Path("table.csv").write_text(text(lines, "wood," + HEADER))
    words = [*PRICE, "--epochs", "2", "--confirm", "--cutoff", "--out", "found"]
    if how == "codes":
        words += ["--categorical", "wood"]
    status, out, _ = run("detect", "table.csv", *words)
    assert status == 0 and "200 rows, 4 features" in out
    pairs = [line.split("  ")[-1] for line in out[out.index("  pair\n") :].splitlines()]
    assert "wood & length" in pairs
    with np.load("found/network.npz", allow_pickle=False) as saved:
        assert saved["stack0_features"].shape == (1, 6)  # three of wood, three numbers


def test_a_full_disk_is_one_line_after_the_rankings(folder):
    import resource

    process = start(
        *HOUSES, "--out", "found",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000)),
    )  # fmt: skip
    out, err = process.communicate(timeout=60)
    last = err.splitlines()[-1]
    assert process.returncode == 2 and "rank   strength  pair" in out
    assert (
        last.startswith("nidlite: error: cannot write found") and "Traceback" not in err
    )
    # What fits is there, whole; of what does not there is nothing.
    assert set(os.listdir("found")) <= {"ranking.csv", "pairs.csv"}


def test_dropped_columns_may_hold_anything(run):
    lines = [f"{line},2020-01-{i % 28 + 1:02}" for i, line in enumerate(rows())]
    Path("table.csv").write_text(text(lines, HEADER + ",date"))
    words = ["table.csv", *PRICE, "--epochs", "2", "--drop", "date, width"]
    status, out, _ = run("detect", *words)
    assert status == 0 and "2 features" in out and "length & height" in out
    assert "width" not in out and "date" not in out


def test_a_constant_column_is_kept_and_reported(run):
    lines = [f"7,{line}" for line in rows()]
    Path("table.csv").write_text(text(lines, f"rooms,{HEADER}"))
    status, out, _ = run("detect", "table.csv", *PRICE, "--epochs", "2", "--confirm")
    assert status == 0 and "4 features" in out
    assert "note: column 'rooms' is constant" in out


def test_twenty_rows_are_enough_for_every_part_of_the_answer(run):
    Path("table.csv").write_text(text(rows(20)))
    words = ["table.csv", *PRICE, "--epochs", "1", "--confirm", "--cutoff"]
    status, out, _ = run("detect", *words, "--out", "found")
    assert status == 0 and "MLP-Cutoff" in out


def test_a_target_that_is_nearly_always_zero_divides_by_nothing(run):
    # Some seed leaves only zeros in the two validation and the two test rows.
    Path("table.csv").write_text(with_target([2, 1, *[0] * 18]))
    for seed in range(3):
        words = ["table.csv", *PRICE, "--epochs", "1", "--confirm", "--seed", seed]
        status, out, err = run("detect", *words)
        assert status == 0 and "inf" not in out, (out, err)


def test_confirm_and_cutoff_add_their_tables(run):
    status, out, err = run(*HOUSES, "--confirm", "--cutoff")
    assert status == 0
    assert out.startswith(run(*HOUSES)[1].rstrip())
    assert "confirmed on the trained network (Definition 1)" in out
    assert re.search(r"^rank   strength     share  interaction$", out, re.MULTILINE)
    assert re.search(r"^\* K = 0 +\d\.\d{5}  no interaction$", out, re.MULTILINE)
    assert re.search(r"^interactions: ", out, re.MULTILINE)
    assert re.search(r"^cutoff, K = 0: epoch 1/", err, re.MULTILINE)


@pytest.mark.parametrize("words", [["--help"], ["detect", "--help"], ["--version"]])
def test_help_and_version_are_printed_with_status_0(capsys, words):
    with pytest.raises(SystemExit) as left:
        command.main(words)
    out, err = capsys.readouterr()
    assert left.value.code == 0 and err == ""
    assert out.startswith("usage: nidlite") or out == f"{nidlite.__version__}\n"


# --- what it leaves ------------------------------------------------------------------

FILES = ["cutoff.png", "heatmap.png", "network.npz", "pairs.csv", "ranking.csv"]
FILES.append("report.html")


def test_out_holds_every_file_whole(run, folder):
    status, out, _ = run(*HOUSES, "--out", "found")
    where = os.path.join("found", "report.html")
    assert status == 0 and out.endswith(f"\nwritten to found; open {where}\n")
    assert "MLP-Cutoff" in out  # --out asks for it
    assert sorted(os.listdir("found")) == FILES
    for name in ("heatmap.png", "cutoff.png"):
        assert Path("found", name).read_bytes().startswith(b"\x89PNG\r\n")
    with open("found/pairs.csv", encoding="utf-8", newline="") as file:
        pairs = list(csv.DictReader(file))
    # As printed, to the printed digits.
    printed = out[out.index("  pair\n") :].splitlines()[1:4]
    for row, line in zip(pairs, printed, strict=True):
        rank, strength, name = line.split(maxsplit=2)
        assert (row["rank"], row["interaction"]) == (rank, name)
        assert float(row["strength"]) == pytest.approx(float(strength), abs=6e-5)


def test_a_second_run_replaces_the_files_and_no_others(run, folder):
    run(*HOUSES, "--out", "found")
    Path("found/mine.txt").write_text("mine")
    first = everything("found")
    run(*HOUSES, "--out", "found", "--seed", "1", "--no-cutoff")
    second = everything("found")
    assert second[Path("found/mine.txt")] == b"mine"
    for name in sorted({*FILES} - {"cutoff.png"}):
        assert second[Path("found", name)] != first[Path("found", name)]
    # The old run's cutoff is not left beside the new run's ranking.
    assert Path("found/cutoff.png") not in second


def test_the_network_left_is_that_of_the_best_epoch(run):
    # An outcome that is noise is learned by heart: the last epoch is not the best.
    noise = np.random.default_rng(0).normal(size=100)
    Path("table.csv").write_text(with_target(noise))
    run("detect", "table.csv", *PRICE, "--epochs", "60", "--out", "found")
    history, error = history_and_error("found/network.npz", "table.csv")
    assert np.argmin(history) < 59
    # float32 in another order of summation.
    assert error == pytest.approx(min(history), rel=1e-4)
    assert error != pytest.approx(history[-1], rel=1e-4)


def history_and_error(network, table):
    """The validation errors of all epochs, and that of the network left in the file.

    By plain NumPy on the validation rows of seed 0.
    """
    data = np.loadtxt(table, delimiter=",", skiprows=1)
    parts = split(data[:, :-1], data[:, -1], stream(0, "split"), REAL_SPLIT)
    X, y = parts.valid
    with np.load(network, allow_pickle=False) as saved:
        total, k = 0, 0
        while f"stack{k}_features" in saved:
            layers = [saved[n] for n in sorted(saved) if n.startswith(f"stack{k}_l")]
            for net, features in enumerate(saved[f"stack{k}_features"]):
                h = X[:, features].T
                for A in layers[:-1]:
                    h = np.maximum(A[net, :, :-1] @ h + A[net, :, -1:], 0)
                total = total + (layers[-1][net, :, :-1] @ h + layers[-1][net, :, -1:])
            k += 1
        return saved["history"][:, 2], np.mean((total[0] - y) ** 2)


# --- interrupted ---------------------------------------------------------------------


def test_ctrl_c_prints_the_best_epoch_and_says_so(folder):
    words = ["houses.csv", *PRICE, "--epochs", "100000", "--out", "found"]
    process = start("detect", *words)
    first = process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert first.startswith("training mlp-m: epoch 1/100000, ")
    assert process.returncode == 0 and "Traceback" not in err, err
    [n] = re.findall(r"^note: interrupted after (\d+) epochs?; ", out, re.MULTILINE)
    assert "rank   strength  interaction" in out and "written to found" in out
    history, error = history_and_error("found/network.npz", "houses.csv")
    assert len(history) == int(n)
    assert error == pytest.approx(min(history), rel=1e-4)


def interrupted(*_, **__):
    raise KeyboardInterrupt


def test_ctrl_c_before_the_first_epoch_says_so_and_ranks_nothing(run, monkeypatch):
    monkeypatch.setitem(detector.LOSSES, "regression", interrupted)
    status, out, err = run(*HOUSES, "--out", "found")
    assert (status, out) == (130, "") and err.endswith("nidlite: interrupted\n")
    assert not Path("found").exists() or os.listdir("found") == []


def test_ctrl_c_while_reading_says_so(run, monkeypatch):
    monkeypatch.setattr(sources, "read_csv", interrupted)
    status, out, err = run(*HOUSES)
    assert (status, out) == (130, "") and err.endswith("nidlite: interrupted\n")


def test_ctrl_c_while_the_cutoff_grows_keeps_what_there_is(run, monkeypatch):
    calls = []

    def stop(status, epoch):
        calls.append(status.what)
        if "K = 1" in calls[-1]:
            raise KeyboardInterrupt

    monkeypatch.setattr(detecting.Status, "__call__", stop)
    status, out, _ = run(*HOUSES, "--cutoff", "--out", "found")
    if "K = 1" in calls[-1]:
        assert "note: interrupted at K = 1" in out
    assert status == 0 and "* K = 0" in out
    assert sorted(os.listdir("found")) == FILES


def test_a_training_that_diverges_at_once_is_an_error(run, monkeypatch):
    recipe = replace(detector.RECIPE, rate=1e30)
    monkeypatch.setattr(detector, "RECIPE", recipe)
    status, out, err = run(*HOUSES, "--out", "found")
    assert (status, out) == (2, "") and "rank" not in out
    assert err.splitlines()[-1].startswith("nidlite: error: ")
    assert not Path("found").exists() or os.listdir("found") == []


def test_a_training_that_diverges_later_keeps_its_best_epoch(run, monkeypatch):
    recipe = replace(detector.RECIPE, rate_fall=1e40)
    monkeypatch.setattr(detector, "RECIPE", recipe)
    status, out, _ = run(*HOUSES, "--epochs", "40", "--out", "found")
    assert status == 0 and "note: the loss was not finite in epoch" in out
    history, error = history_and_error("found/network.npz", "houses.csv")
    assert 1 <= len(history) < 40
    assert error == pytest.approx(min(history), rel=1e-4)


def test_a_reader_that_leaves_early_is_no_error(folder):
    process = start(*HOUSES)
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) == 0
    assert "Traceback" not in err and "BrokenPipe" not in err, err


# --- the status line -----------------------------------------------------------------


def on_a_terminal(*words):
    """What a person sees who types the command, through a pseudo-terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = start(*words, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    output = b""
    while True:
        try:
            part = os.read(ours, 1 << 16)
        except OSError:  # how Linux says that the other end is closed
            break
        if not part:
            break
        output += part
    os.close(ours)
    process.wait(timeout=60)
    return output.decode().replace("\r\n", "\n")


def test_on_a_terminal_one_line_counts_the_epochs(folder):
    output = on_a_terminal(*HOUSES, "--epochs", "5")
    status, _, answer = output.partition("\n")
    assert status.count("\r") == 5 and "epoch 5/5" in status
    assert answer.startswith("200 rows, 3 features") and "\r" not in answer


def test_on_a_terminal_an_error_has_a_line_of_its_own(folder):
    lines = rows(10_001)
    Path("table.csv").write_text(text([*lines, "1,2,three,4"]))
    output = on_a_terminal("detect", "table.csv", *PRICE)
    assert "reading table.csv: 10000 rows" in output
    [error] = [line for line in output.split("\n") if "nidlite: error" in line]
    assert error.startswith("nidlite: error: table.csv, line 10003")


# --- what it takes -------------------------------------------------------------------


def test_importing_nidlite_imports_none_of_the_slow_packages(tmp_path):
    program = "import sys, nidlite; print(*{n.split('.')[0] for n in sys.modules})"
    result = subprocess.run(
        [sys.executable, "-c", program],
        env=environment(), cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = set(result.stdout.split())
    assert {"nidlite", "numpy"} <= loaded  # the list is one
    assert not loaded & {"matplotlib", "sklearn", "torch", "scipy", "pandas"}


@pytest.mark.skipif("NIDLITE_DATA" not in os.environ, reason="NIDLITE_DATA is unset")
def test_in_california_the_place_is_the_first_pair(run, folder):
    path = Path(os.environ["NIDLITE_DATA"], "cal_housing.csv.gz")
    if not path.is_file():
        pytest.skip("NIDLITE_DATA has no cal_housing.csv.gz")
    words = [path, "--target", "median_house_value", "--epochs", "4"]
    status, out, _ = run("detect", *words)
    assert status == 0 and "20640 rows, 8 features, regression" in out
    # First in each of three seeds tried, by a sixth or more.
    first = out[out.index("  pair\n") :].splitlines()[1]
    assert first.split("  ")[-1] == "longitude & latitude"
