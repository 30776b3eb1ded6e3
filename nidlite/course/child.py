"""A student's function on its cases, in a process of its own without nidlite.

`ask` starts this file, by `python -I -S`, beside a copy of the student's files. The job
comes on standard input; the answers are lines of JSON. What a student prints is lost.
"""

import faulthandler
import json
import os
import shutil
import subprocess
import sys
import traceback
import types
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

KEPT = "PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH"  # of the environment
SETTINGS = {"MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
MOST_NUMBERS = 10_000  # in an answer
MEMORY, FILE_SIZE = 2 * 2**30, 2**24  # bytes
SHUT = "subprocess ctypes os.system os.start os.exec os.fork os.posix os.spawn os.kill"


def ask(file, name, cases, timeout) -> list[dict]:
    """A record for each case of the function: its arguments as Python source.

    It has an "answer" or an "error", and "changed". Where the process ends is the last.
    """
    package = Path(__file__).resolve().parents[1]
    packages = [p for p in sys.path if p.endswith(("site-packages", "dist-packages"))]
    # nidlite may be installed beside the checkout that grades.
    closed = package, package.parent / "tutorials", *(f"{p}/nidlite" for p in packages)
    job = {"file": file.name, "name": name, "cases": cases, "timeout": timeout}
    job["packages"] = [str(Path(sys.modules["numpy"].__file__).parents[1]), *packages]
    files = (file for folder in closed for file in Path(folder).rglob("*"))
    job["closed"] = [os.stat(file)[1:3] for file in files if file.exists()]
    text, status = _run(json.dumps(job).encode(), file)
    records = []
    with suppress(ValueError, TypeError):  # cut off, or not ours
        for line in text.splitlines()[: len(cases)]:
            records.append(dict(json.loads(line)))
    if len(records) < len(cases):
        late = "Timeout (" in text and f"no end after {timeout} s: an endless loop?"
        records.append({"error": late or f"the process ended with status {status}"})
    return records


def files_in(path, at="") -> list[Path]:
    """Its Python files, at "**/" all inside, that may be read and are not huge."""
    found = (f for f in sorted(path.glob(f"{at}*.[pP][yY]")) if os.access(f, os.R_OK))
    return [f for f in found if f.is_file() and f.stat().st_size <= FILE_SIZE]


def _run(job, file) -> tuple[str, int]:
    """What the process wrote, and its exit status."""
    environment = {key: os.environ[key] for key in KEPT if key in os.environ} | SETTINGS
    with TemporaryDirectory(ignore_cleanup_errors=True) as home, TemporaryFile() as out:
        for beside in {*files_in(file.parent), file}:
            # A link stays one: it may name the answers. A full disk ends the grading.
            shutil.copy(beside, home, follow_symlinks=False)
        environment |= dict.fromkeys(("HOME", "TMPDIR", "TEMP", "MPLCONFIGDIR"), home)
        words = [sys.executable, "-I", "-S", "-B", Path(__file__).resolve()]
        more = {"stdout": out, "stderr": subprocess.DEVNULL, "env": environment}
        more |= {"cwd": home, "start_new_session": True}  # Ctrl-C is not for it
        status = subprocess.run(words, input=job, **more).returncode
        out.seek(0)
        return out.read(FILE_SIZE).decode(errors="replace"), status


def as_json(value, depth=0):
    """The answer as JSON has it; other objects are {"type": their name}."""
    if hasattr(value, "tolist") and getattr(value, "size", 0) <= MOST_NUMBERS:
        value = value.tolist()  # of an array, or of one of NumPy's numbers
    if isinstance(value, (set, frozenset)):
        value = sorted(value)
    if isinstance(value, (list, tuple)) and len(value) <= MOST_NUMBERS and depth < 5:
        return [as_json(v, depth + 1) for v in value]
    large = isinstance(value, int) and abs(value) >= 10**300
    if large or not isinstance(value, (int, float, type(None))):
        return {"type": type(value).__name__}
    return value


def problem(error, file) -> dict:
    """An exception as one line, with the student's line and function where it was."""
    frames = list(traceback.walk_tb(error.__traceback__))
    codes = [(line, f.f_code) for f, line in frames if f.f_code.co_filename == file]
    text = " ".join(f"{type(error).__name__}: {error}"[:300].split()).rstrip(": ")
    text += f" (line {codes[-1][0]}, in {codes[-1][1].co_name})" if codes else ""
    own = frames[-1][0].f_code.co_filename == file  # not of a file that it imports
    return {"error": text, "not_done": own and isinstance(error, NotImplementedError)}


def answer(function, arguments, file="") -> dict:
    """What the function does with one case, and which arguments it changes."""
    before = as_json(arguments)
    try:
        found = {"answer": as_json(function(*arguments))}
        return found | {"changed": as_json(arguments) != before}
    except (Exception, SystemExit) as error:  # not of Ctrl-C in a notebook
        return problem(error, file)


def limit(closed, words):
    """Memory and files have limits; closed files do not open, nor closed words run."""
    with suppress(ImportError, OSError, ValueError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    def refuse(event, given, stat=os.stat):  # a submission may replace os.stat
        shut = event.startswith(words)
        if event == "open":
            with suppress(OSError, ValueError):  # where nothing is there yet
                shut = stat(given[0])[1:3] in closed
        if shut:
            raise PermissionError(f"this {event} is closed to a submission")

    sys.addaudithook(refuse)


def run_job(job, out):
    """A line for each case with what the function did."""
    import numpy as np  # before the doors close, as it looks at the processor

    limit(frozenset(map(tuple, job["closed"])), tuple(SHUT.split()))
    file, student = job["file"], types.ModuleType("student")
    silent = types.SimpleNamespace(check=lambda *given, **named: None)
    sys.modules["student"] = student  # dataclasses look their module up
    sys.modules["nidlite"] = None  # it is not imported, but for notebooks' own checks
    sys.modules["nidlite.course.grading"] = silent
    sys.path.append(os.getcwd())  # last, so that a file numpy.py there hides nothing
    faulthandler.dump_traceback_later(job["timeout"], exit=True, file=out)
    try:
        exec(compile(Path(file).read_bytes(), file, "exec"), vars(student))
        getattr(student, job["name"])
    except BaseException as error:
        if job["name"] not in vars(student):  # a line below the function may fail
            return out.write(json.dumps(problem(error, file)) + "\n")
    function = vars(student)[job["name"]]
    for case in job["cases"]:
        found = answer(function, eval(f"({case},)", {"np": np}), file)
        out.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    job = json.load(sys.stdin)
    sys.path += job["packages"]
    channel = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a student prints
    run_job(job, os.fdopen(channel, "w", buffering=1))
    os._exit(0)  # no thread keeps the process alive
