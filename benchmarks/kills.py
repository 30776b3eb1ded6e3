"""Runs killed at random moments: what they leave, and how a second run ends.

    python benchmarks/kills.py --kills 100 --seed 0

In turn `detect --out`, `reproduce` and `grade` get SIGKILL, half of them at a moment of
their time, half when their folder changes for the k-th time, alone or with all their
processes. The folder holds a user's files, and half of the times an earlier run's, too.
Whatever a run leaves is a whole file, the earlier one, nothing, or one of our temporary
names. A second run has the numbers of one that nobody disturbed, bit for bit, trains
nothing again that was stored, and never touches the user's files.
Each kill's line goes to --results at once, and the same command goes on after the last.
"""

import argparse
import contextlib
import csv
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
JOBS = {  # name: the words, those that make another result before, files in the end
    "detect": ("detect table.csv --target y --epochs 1 --out out", "--seed 1", 7),
    "reproduce": (
        "reproduce fig9 --trials 1 --jobs 2 --preset smoke --out out",
        "",
        13,
    ),
    "grade": (
        "grade class --jobs 2 --html out --csv out/m.csv --json out/m.json",
        "--seed 1",
        5,
    ),
}
RUN = "from nidlite.__main__ import main; sys.exit(main())"
IN_PLACE = "import contextlib, nidlite.saving.whole as whole; "
IN_PLACE += "whole.whole_file = contextlib.nullcontext; "
OURS = re.compile(r"\..+\.[0-9a-f]{8}\.nidlite")  # a temporary name
USERS = [".report.html.swp", "ranking.csv~", "m.csv.orig", "notes.txt", "#network.npz#"]
USERS += [".ranking.csv.0a1b2c3d.nidlite", "trainings/.F1-0.npz.0a1b2c3d.nidlite"]
STRENGTH = """import numpy as np
def strength(W1, z, interaction):
    return z * np.abs(W1[:, list(interaction)]).{}(axis=1)
"""


def prepared(folder):
    """A table, a class and the user's files, in a new folder."""
    X = np.random.default_rng(0).uniform(-1, 1, (60, 3))
    rows = np.c_[X, X[:, 0] * X[:, 1] + X[:, 2]]
    for name in ("out/trainings", "class/ada", "class/bob", "tmp"):
        (folder / name).mkdir(parents=True)
    head = {"header": "a,b,c,y", "comments": "", "delimiter": ","}
    np.savetxt(folder / "table.csv", rows, "%.6f", **head)
    for student, how in (("ada", "min"), ("bob", "max")):
        (folder / "class" / student / "a.py").write_text(STRENGTH.format(how))
    for name in USERS:
        (folder / "out" / name).write_text(f"mine, {name}")
    return folder


def started(folder, words, in_place):
    """The command as a process in a group of its own."""
    settings = {"PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "tmp")}
    code = f"import sys; {IN_PLACE if in_place else ''}{RUN}"
    return subprocess.Popen(
        [sys.executable, "-c", code, *words.split()],
        cwd=folder,
        env=os.environ | settings | {"OPENBLAS_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def ended(process) -> tuple[int, str]:
    """Its exit status and what it printed, when its workers are gone, too."""
    printed = process.communicate()[0].decode()
    return process.returncode, printed


def files(out) -> dict[str, Path]:
    """All files below, by name."""
    return {str(p.relative_to(out)): p for p in out.rglob("*") if p.is_file()}


def said(path):
    """What a file says but for the seconds that it took; any error if it is torn."""
    if path.suffix == ".npz":
        with np.load(path) as archive:
            arrays = dict(archive)
        for name in ("seconds", "digest"):  # a digest is of the seconds, too
            arrays.pop(name, None)
        if "history" in arrays:
            arrays["history"] = arrays["history"][:, :4]
        return {k: (a.dtype.str, a.shape, a.tobytes()) for k, a in arrays.items()}
    content = path.read_bytes()
    if path.suffix == ".csv" and b",seconds" in content:
        rows = csv.DictReader(content.decode().splitlines())
        return [{k: v for k, v in row.items() if k != "seconds"} for row in rows]
    return re.sub(rb"epochs in [\d.]+ s", b"", content)


def results(out) -> dict:
    """{name: what it says} of all but the user's files and our temporary ones."""
    names = files(out)
    own = [n for n in names if n not in USERS and not OURS.fullmatch(Path(n).name)]
    return {name: said(names[name]) for name in own}


def undisturbed(job, more="", folder=None):
    """(exit status, {name: what it says}, seconds) of a run that nobody kills."""
    with tempfile.TemporaryDirectory() as new:
        folder = folder or prepared(Path(new))
        begun = time.monotonic()
        status, printed = ended(started(folder, f"{JOBS[job][0]} {more}", False))
        assert "Traceback" not in printed, printed
        return status, results(folder / "out"), time.monotonic() - begun


def until(process, out, seconds, changes):
    """Wait so long, or for so many changes of the folder; the other one is None."""
    end, last = time.monotonic() + (seconds or 600), None
    while process.poll() is None and time.monotonic() < end:
        if changes is not None:
            with contextlib.suppress(OSError):  # renamed while it is looked at
                now = [(n, p.stat().st_size) for n, p in sorted(files(out).items())]
                changes -= last is not None and now != last
                last = now
            if changes <= 0:
                return
        time.sleep(0.0005)


def left_running(folder) -> int:
    """How many processes work in the folder after all have had time to end."""
    end, here = time.monotonic() + 40, str(folder)
    while time.monotonic() < end:
        there = 0
        for cwd in Path("/proc").glob("[0-9]*/cwd"):
            with contextlib.suppress(OSError):
                there += os.readlink(cwd).startswith(here)
        if not there:
            return 0
        time.sleep(0.2)
    return there


def one_kill(job, rng, ends, befores, in_place):
    """The outcome of one killed run, as the columns of a line."""
    words, before, many = JOBS[job]
    by_time, alone, earlier = rng.integers(2, size=3).tolist()
    share, change = rng.uniform(0.05, 1), int(rng.integers(1, 1.5 * many))
    with tempfile.TemporaryDirectory() as new:
        folder = prepared(Path(new))
        out, old = folder / "out", {}
        if earlier and before:
            ended(started(folder, f"{words} {before}", False))
            old = befores[job]
        mine = [out / name for name in USERS]
        stamps = [(p.read_bytes(), p.stat().st_mtime_ns) for p in mine]
        process = started(folder, words, in_place)
        moment = (share * ends[job][2], None) if by_time else (None, change)
        until(process, out, *moment)
        if process.poll() is None:
            (os.kill if alone else os.killpg)(process.pid, signal.SIGKILL)
        status, _ = ended(process)
        wrong = []
        for name, path in files(out).items():
            if name in USERS or OURS.fullmatch(path.name):
                continue
            try:
                content = said(path)
            except Exception as error:
                content = f"{type(error).__name__}"
            if content not in (ends[job][1].get(name), old.get(name)):
                wrong.append(f"{name} is torn")
        there = files(out)
        temporary = {n for n in there if OURS.fullmatch(Path(n).name)} - set(USERS)
        stored = {n: p.stat().st_ino for n, p in there.items() if "trainings/F" in n}
        if left_running(folder):
            wrong.append("processes are left")
        again, found, _ = undisturbed(job, folder=folder)
        if again != ends[job][0] or found != ends[job][1]:
            wrong.append("the second run ends otherwise")
        now = files(out)
        if any(n not in now or now[n].stat().st_ino != i for n, i in stored.items()):
            wrong.append("a stored training was done again")
        if stamps != [(p.read_bytes(), p.stat().st_mtime_ns) for p in mine]:
            wrong.append("a file of the user's was touched")
    how = f"{share:.3f} of its time" if by_time else f"change {change}"
    who = "alone" if alone else "all"
    count = len(there) - len(USERS) - len(temporary)
    return [job, how, who, int(bool(old)), status, count, len(temporary), wrong]


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--job", action="append", choices=list(JOBS), help="(all)")
    parser.add_argument("--results", default="kills.csv")
    text = "write files in place instead: the checks are to find torn ones"
    parser.add_argument("--in-place", action="store_true", help=text)
    options = parser.parse_args()
    jobs = options.job or list(JOBS)
    ends = {job: undisturbed(job) for job in jobs}
    befores = {job: undisturbed(job, JOBS[job][1])[1] for job in jobs}
    lines, place = [], Path(options.results)
    if place.exists():
        with open(place, newline="") as file:
            lines = list(csv.reader(file))
    with open(place, "a", newline="") as file:
        while sum(line[4] == "-9" for line in lines) < options.kills:
            rng = np.random.default_rng([options.seed, len(lines)])
            job = jobs[len(lines) % len(jobs)]
            line = one_kill(job, rng, ends, befores, options.in_place)
            lines.append([str(cell) for cell in line[:-1]] + ["; ".join(line[-1])])
            csv.writer(file).writerow(lines[-1])
            file.flush()
    killed = [line for line in lines if line[4] == "-9"]
    print(f"{len(killed)} kills, seed {options.seed}; {len(lines)} runs")
    for job in jobs:
        own = [line for line in killed if line[0] == job]
        half = sum(line[6] != "0" for line in own)
        some = sum(line[5] != "0" for line in own)
        print(f"{job:10}{len(own):4} kills, {some} with results, {half} in a write")
    wrong = Counter(line[7] for line in killed if line[7])
    lines = [f"{n} times: {text}" for text, n in wrong.items()]
    print("\n".join(lines or ["nothing wrong"]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
