"""A student's function on its cases, in a process of its own without nidlite.

`ask` starts this text, `python -I -S -c`, beside a copy of the student's files. The job
comes on standard input; the answers are lines of JSON. What a student prints is lost.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import traceback
import types
from contextlib import suppress
from pathlib import Path

STARTUP = 60  # seconds beyond the time limit, before the process is given up
KEPT = "PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH"  # of the environment
SETTINGS = {"MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
MOST_NUMBERS = 10_000  # in an answer
MEMORY, FILE_SIZE = 2 * 2**30, 2**24  # bytes
CLOSED = "subprocess. pty. _winapi. os.system os.startfile os.exec os.fork os.posix "
CLOSED += "os.spawn os.kill os.link os.symlink os.rename os.chdir ctypes. gc. resource."


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
    text, status = _run(json.dumps(job).encode(), file, timeout + STARTUP)
    records = []
    with suppress(ValueError, TypeError, RecursionError):  # cut off, or not ours
        for line in text.splitlines()[: len(cases)]:
            records.append(dict(json.loads(line)))
    if len(records) < len(cases):
        records.append({"error": f"the process ended with status {status}"})
    return records


def files_in(path, names="*.py") -> list[Path]:
    """Its Python files, by "**/*.py" all inside, that may be read and are not huge."""
    found = (f for f in sorted(path.glob(names)) if os.access(f, os.R_OK))
    return [f for f in found if f.is_file() and f.stat().st_size <= FILE_SIZE]


def _run(job, file, seconds) -> tuple[str, int]:
    """What the process wrote, and its exit status. It can start no other process."""
    child, status = Path(__file__).read_text(encoding="utf-8"), -9
    environment = {key: os.environ[key] for key in KEPT if key in os.environ} | SETTINGS
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for beside in {*files_in(file.parent), file}:
            # A link stays one: it may name the answers. A full disk ends the grading.
            shutil.copy(beside, folder, follow_symlinks=False)
        environment |= dict.fromkeys(("HOME", "TMPDIR", "TEMP", "MPLCONFIGDIR"), folder)
        with tempfile.TemporaryFile() as out:
            words = [sys.executable, "-I", "-S", "-B", "-c", child]
            more = {"stdout": out, "stderr": subprocess.DEVNULL, "env": environment}
            more |= {"cwd": folder, "start_new_session": True}  # Ctrl-C is not for it
            with suppress(subprocess.TimeoutExpired):
                done = subprocess.run(words, input=job, timeout=seconds, **more)
                status = done.returncode
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
    """An exception as one line, with the line of the student's file where it was."""
    frames = list(traceback.walk_tb(error.__traceback__))
    lines = [line for frame, line in frames if frame.f_code.co_filename == file]
    text = " ".join(f"{type(error).__name__}: {error}"[:300].split()).rstrip(": ")
    text += f" (line {lines[-1]})" if lines else ""
    own = frames[-1][0].f_code.co_filename == file  # not of a file that it imports
    return {"error": text, "not_done": own and isinstance(error, NotImplementedError)}


def answer(function, arguments, file="") -> dict:
    """What the function does with one case, and which arguments it changes."""
    before = as_json(arguments)
    try:
        found = {"answer": as_json(function(*arguments))}
    except (Exception, SystemExit) as error:  # not of Ctrl-C in a notebook
        found = problem(error, file)
    return found | {"changed": as_json(arguments) != before}


def limit(closed, words):
    """Memory, files and processes have limits; what is closed does not open or run."""
    with suppress(ImportError, OSError, ValueError):  # not on Windows
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    gone = "nidlite", "subprocess", "_posixsubprocess", "signal", "_signal"
    for name in gone:  # once: who deletes one does not import it again
        if module := sys.modules.get(name):  # these functions tell no hook
            module.fork_exec = module._fork_exec = module.pidfd_send_signal = None

    # All that it asks is bound here: a submission may replace what stands elsewhere.
    # os.open, whose mode is None, opens no folder (4): paths may start from there.
    def refuse(event, given, words=words, closed=closed, stat=os.stat, gone=gone):
        if event == "import" and given[0].split(".")[0] in gone:
            raise ModuleNotFoundError(f"No module named {given[0]!r}")
        if event == "open":
            try:
                found = stat(given[0])
            except (OSError, ValueError):  # nothing is there yet
                return
            if found[1:3] in closed or given[1] is None and found.st_mode >> 12 == 4:
                raise PermissionError(f"{given[0]} is closed to a submission")
        if event.startswith(words):
            raise PermissionError(f"{event} is closed to a submission")

    sys.addaudithook(refuse)


def run_job(job, out):
    """A line for each case with what the function did."""
    import numpy as np  # before the doors close, as it looks at the processor

    def report(found):
        out.write(json.dumps(found).encode() + b"\n")

    def end():
        threading.Event().wait(job["timeout"])
        report({"error": f"no end after {job['timeout']} s: an endless loop?"})
        os._exit(1)

    limit(frozenset(map(tuple, job["closed"])), tuple(CLOSED.split()))
    file, student = job["file"], types.ModuleType("student")
    sys.modules["student"] = student  # dataclasses look their module up
    silent = types.SimpleNamespace(check=lambda *given, **named: None)
    sys.modules["nidlite.course.grading"] = silent  # notebooks check themselves
    sys.path.append(os.getcwd())  # last, so that a file numpy.py there hides nothing
    threading.Thread(target=end, daemon=True).start()
    try:
        exec(compile(Path(file).read_bytes(), file, "exec"), vars(student))
        getattr(student, job["name"])
    except BaseException as error:
        if job["name"] not in vars(student):  # a line below the function may fail
            return report(problem(error, file))
    function = vars(student)[job["name"]]
    for case in job["cases"]:
        report(answer(function, eval(f"({case},)", {"np": np}), file))


if __name__ == "__main__":
    job = json.load(sys.stdin)
    sys.path += job["packages"]
    channel, nothing = os.dup(1), os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    run_job(job, os.fdopen(channel, "wb", buffering=0))
    os._exit(0)  # no thread keeps the process alive
