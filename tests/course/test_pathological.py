"""Whatever a submission does, it is its own row, and the one after it is graded."""

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from at_once import table, what_each_does

from nidlite.course import attempts, grading, trial
from nidlite.course.exercises import EXERCISES

RIGHT = "return z * np.abs(W1[:, list(interaction)]).min(axis=1)"
STRENGTH = "import os, sys, threading, time\nimport numpy as np\n{above}\n"
STRENGTH += "def strength(W1, z, interaction):\n    {body}\n"

# What strength does => what is said of it; nothing where the answer is right.
BODIES = table(f"""
endless recursion: return way_0(W1, z, interaction) => RecursionError
too much memory: return np.ones(10**12) => MemoryError
a fork: os.fork(); return z => os.fork is closed
many prints: [print(k) for k in range(100_000)]; {RIGHT} =>
a read of stdin: return input() => EOFError|RuntimeError|lost sys.stdin
threads that never end: threading.Thread(target=time.sleep, args=(600,)).start();
    {RIGHT} =>
an object that cannot be shown: return Odd() => SystemExit|expected an array|TypeError
a message of a million letters: raise ValueError('two\\nlines' + 'x' * 10**6)
    => ValueError: two linesxxx
arguments changed beyond recognition: interaction = W1.resize((0, 0), refcheck=False);
    return z => it changes an argument
another folder: os.mkdir('x'); os.chdir('x'); {RIGHT} =>
a closed stdout: sys.stdout.close(); {RIGHT} =>
""")
ODD = "class Odd:\n    def __getattr__(self, name): raise SystemExit(name)\n"
ODD += "    __repr__ = __eq__ = __len__ = __array__ = __getattr__"
# What ends its process => what the row says.
ENDS = table(f"""
a stop by os._exit: os._exit(0) => ended itself with status 0
signal 35: os.kill(os.getpid(), 35) => signal 35
a crash: os.abort() => SIGABRT
recursion without a limit: sys.setrecursionlimit(10**9);
    return [strength(W1, z, interaction)] => died|Memory|no end|Recursion
its own files deleted: [os.remove(f) for f in os.listdir()]; {RIGHT}
    => ended itself|FileNotFound|deletes
records of its own: file = open('results.jsonl', 'w');
    file.write('[5]\\n{{"answer": {{"type": 3}}}}\\n')
    => does the code write to results.jsonl
a pipe for the records: os.remove('results.jsonl'); os.mkfifo('results.jsonl'); return z
    => ended itself|deletes
numpy without its functions: {RIGHT} => TypeError|ended itself
builtins replaced: {RIGHT} => ZeroDivisionError|ended itself
a spinning thread: while True: pass => no end after
""")
ABOVE = {
    "numpy without its functions": "for name in ('array', 'asarray', 'array_equal', "
    "'abs'): setattr(np, name, 0)",
    "builtins replaced": "import builtins\n"
    "builtins.len = builtins.isinstance = lambda *a: 1 / 0",
}


def says(problem, words):
    assert "\n" not in problem and len(problem) < 500
    return any(word in problem for word in words.split("|"))


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    file = tmp_path_factory.mktemp("one") / "all.py"
    bodies = {name: text.split("=>")[0] for name, text in BODIES.items()}
    return what_each_does(file, bodies, ODD)


@pytest.mark.parametrize("name", BODIES)
def test_a_call_that_misbehaves_is_told_and_the_next_ones_are_judged(said, name):
    words = BODIES[name].split("=>")[1].strip()
    assert says(said[name], words) if words else said[name] == ""


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """{file: its grade} of those that end their process, and a right one at the end."""
    soon, late = (tmp_path_factory.mktemp(name) for name in ("soon", "late"))
    for name, text in ENDS.items():
        body, words = text.split("=>")
        folder = soon if "no end" in words else late
        text = STRENGTH.format(body=body, above=ABOVE.get(name, ""))
        (folder / f"{name}.py").write_text(text)
    (late / "zz.py").write_text(STRENGTH.format(body=RIGHT, above=""))
    found, here = {}, os.getcwd()
    # Endless ones end soon; the others have time, as the machine may be busy.
    for folder, timeout in ((soon, 0.3), (late, 60)):
        before = set(os.listdir(folder))
        found |= {row.file: row for row in grading.grade(folder, timeout)}
        assert set(os.listdir(folder)) == before and os.getcwd() == here
    assert len(found) == len(ENDS) + 1
    return found


@pytest.mark.parametrize("name", ENDS)
def test_what_ends_its_process_is_its_own_row(rows, name):
    row, words = rows[f"{name}.py"], ENDS[name].split("=>")[1].strip()
    assert row.status == "wrong" and says(row.problem, words), row


def test_what_comes_after_them_is_graded_as_if_they_were_not(rows):
    assert rows["zz.py"].status == "right"
    assert rows["zz.py"].cases_right == len(EXERCISES["strength"].cases())


def test_a_fault_of_the_grader_itself_is_a_row_too(tmp_path, monkeypatch):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(STRENGTH.format(body=RIGHT, above=""))

    def broken(*_):
        raise RuntimeError("the disk is\nfull")

    monkeypatch.setattr(grading, "attempt", broken)
    rows = list(grading.grade(tmp_path))
    assert [row.status for row in rows] == ["wrong", "wrong"]
    assert "could not be graded: RuntimeError: the disk is full" in rows[0].problem


LEAVES = [None, True, -1, 2.5, 1e400, 10**400, "", "\x1b[31m\n", "array", "list", "set"]


def anything(rng, depth=0):
    """What a line of JSON can hold."""
    kind = rng.integers(5) if depth < 3 else 0
    some = [anything(rng, depth + 1) for _ in range(rng.integers(4) * (kind > 1))]
    names = rng.permutation(["type", "items", "shape", "text"]).tolist()
    holds = some, dict(zip(names, some))
    return LEAVES[rng.integers(len(LEAVES))] if kind < 2 else holds[kind % 2]


def graded(seed) -> str:
    """The status of right answers among which the student's code wrote others."""
    rng, records = np.random.default_rng(seed), []
    name, spoiled = rng.choice([*EXERCISES]), rng.integers(3)
    for right in grading.answer_key(name, 0)[1]:
        line = {"answer": trial.encode(right)}
        if spoiled and rng.random() < 0.2:
            line |= {rng.choice(FIELDS): anything(rng)}
        try:
            records.append(attempts.record(json.dumps(line)))
        except Exception:  # as attempt() does
            records.append({"error": "cannot be read", "changed": [], "printed": ""})
    grade = replace(grading.absent(name), status=grading.WRONG)
    grade = grading.grade_records(grade, records)
    assert spoiled or grade.status == grading.RIGHT
    assert all(map(str.isprintable, grading.grade_text(grade).splitlines()))
    assert "\n" not in (grade.problem or "") and len(grade.problem or "") <= 1000
    return grade.status


FIELDS = ["answer"] * 4 + ["error", "changed", "printed", "not_done"]


def test_records_of_every_form_are_graded_or_refused():
    """PYTHONPATH=tests/course python -c "import test_pathological as t;
    print(Counter(map(t.graded, range(10_000))))" tries more of them.
    """
    assert {graded(seed) for seed in range(100)} == {"right", "wrong", "not done"}
