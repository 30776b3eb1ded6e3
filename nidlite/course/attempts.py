"""Running a student's function where it can do no harm to the grading.

`guard` and `trial` run in a process of their own, in an empty folder. It knows nothing
of this package and of whoever grades: no path, no answer, no variable of the
environment. `attempt` waits for it no longer than a time limit, ends whatever it
started, and reads what it wrote until then.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

from .shown import decode

# Seconds beyond the time limit for Python itself, before the process is given up: the
# limit is kept by the process, which starts to count when the student's code starts.
STARTUP = 60.0
LEFT = "results.jsonl", "crash.txt", "printed.txt"
MOST_READ = 2**26  # bytes of each
KEPT = "PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH"  # of the environment
SETTINGS = {"MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def _packages() -> list[str]:
    others = (p for p in sys.path if p.endswith(("site-packages", "dist-packages")))
    return list(dict.fromkeys([str(Path(np.__file__).parents[1]), *others]))


def _environment(folder) -> dict[str, str]:
    """What the process is told: no more than Python and NumPy need."""
    own = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "MPLCONFIGDIR"), folder)
    return {key: os.environ[key] for key in KEPT if key in os.environ} | own | SETTINGS


def attempt(path, name, cases, timeout) -> tuple[bool, list[dict]]:
    """Run one function on the cases in a process of its own.

    Returns whether the file could be loaded, and a record for each case: its "error" or
    its "answer", the arguments "changed", and what was "printed". The record in which
    the process ended is the last. A file that could not be loaded has one record.
    """
    path = os.path.realpath(os.path.dirname(path)) + os.sep + os.path.basename(path)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        job = {"path": path, "function": name, "cases": cases, "timeout": timeout}
        job["packages"] = _packages()
        Path(folder, "job.json").write_text(json.dumps(job), encoding="utf-8")
        for file in ("guard.py", "trial.py"):
            shutil.copyfile(Path(__file__).with_name(file), Path(folder, file))
        process = subprocess.Popen(
            # Isolated, and without the site's own modules: they may name this package.
            [sys.executable, "-I", "-S", "-B", "guard.py"],
            cwd=folder,
            env=_environment(folder),
            **dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL),
            start_new_session=True,  # its children can be ended with it
        )
        try:
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout + STARTUP)
        finally:
            _end(process)
        results, crash, printed = (_read(Path(folder, file)) for file in LEFT)
    records, lines = [], results.splitlines()
    for line in lines:
        try:
            records.append(record(line))
        except Exception:  # cut off in the middle, or written by the student's code
            break
    unread = len(records) < len(lines)
    loaded = bool(lines) and (not records or "loaded" in records[0])
    records, due = (records[1:], len(cases)) if loaded else (records, 1)
    if len(records) < due:
        error = _why_ended(process.returncode, crash, path, timeout, unread)
        records.append({"error": error, "printed": printed})
    return loaded, records[:due]


def _end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # Windows; or all are gone
        process.kill()
    process.wait()


def _read(file) -> str:
    with suppress(OSError):
        if file.is_file():  # a pipe would never end
            with open(file, encoding="utf-8", errors="replace") as stream:
                return stream.read(MOST_READ)
    return ""


def record(line) -> dict:
    """A line of results.jsonl, complete and with its answer decoded."""
    found = {"error": None, "answer": None, "changed": [], "printed": ""}
    found |= json.loads(line)
    kinds = {"error": str | None, "changed": list, "printed": str}
    if not all(isinstance(found[key], kind) for key, kind in kinds.items()):
        raise TypeError(f"no record: {line}")
    return found | {"answer": decode(found["answer"])}


def _why_ended(status, crash, path, timeout, unread) -> str:
    """Why there is no further record, with the student's line if known."""
    name = path.encode("ascii", "backslashreplace").decode()
    line = re.search(rf'File "{re.escape(name)}", line (\d+)', crash)
    where = f" (line {line[1]})" if line else ""
    if crash.startswith("Timeout"):
        return f"no end after {timeout:g} s{where}: an endless loop or recursion?"
    if status < 0:
        known = -status in set(signal.Signals)
        reason = signal.Signals(-status).name if known else f"signal {-status}"
        return f"the process died of {reason}{where}: too deep, or out of memory?"
    if unread:
        return f"a record cannot be read: does the code write to {LEFT[0]}?"
    return f"the process ended itself with status {status}: os._exit?"
