"""Running a student's function where it can do no harm to the grading.

With this module one can start `trial` in a process of its own, wait no longer than a
time limit, end whatever it started, and read what it wrote until then.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

# Seconds beyond the time limit for Python itself, before the process is given up: the
# limit is kept by the process, which starts to count when the student's code starts.
STARTUP = 60.0
LEFT = "results.jsonl", "crash.txt", "printed.txt"


@dataclass(frozen=True)
class Trial:
    """What the process left: a record per case until it ended, and why it did."""

    records: list[dict]
    failed: dict | None  # the exception with which the file stopped while it was loaded
    ended: str | None  # why there are no more records, None if all cases have one
    printed: str  # by the case in which the process ended


def attempt(path, name, cases, timeout) -> Trial:
    """Run one function on the cases in a process of its own."""
    path = os.path.abspath(path)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        job = {"path": path, "function": name, "cases": cases, "timeout": timeout}
        file = Path(folder, "job.json")
        file.write_text(json.dumps(job), encoding="utf-8")
        one_thread = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
        process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("trial.py"), file],
            cwd=folder,
            env=os.environ | one_thread | {"MPLBACKEND": "Agg"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # its children can be ended with it
        )
        try:
            process.wait(timeout + STARTUP)
        except subprocess.TimeoutExpired:
            pass
        finally:
            _end(process)
        results, crash, printed = (_read(Path(folder, file)) for file in LEFT)
    records = []
    for line in results.splitlines():
        try:
            records.append(json.loads(line))
        except ValueError:  # cut off in the middle
            break
    loaded = bool(records) and "loaded" in records[0]
    failed = records[0] if records and not loaded else None
    records = records[1:] if loaded else []
    ended = None
    if not failed and len(records) < len(cases):
        ended = _why_ended(process.returncode, crash, path, timeout)
        if not loaded:
            failed = {"error": ended, "line": None}
    return Trial(records, failed, ended, printed)


def _end(process):
    """End a process and whatever it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):  # Windows; or all are gone
        process.kill()
    process.wait()


def _read(file) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _why_ended(status, crash, path, timeout) -> str:
    """Why the process ended before its time, with the student's line if known."""
    name = path.encode("ascii", "backslashreplace").decode()
    line = re.search(rf'File "{re.escape(name)}", line (\d+)', crash)
    where = f" (line {line[1]})" if line else ""
    if crash.startswith("Timeout"):
        return f"no end after {timeout:g} s{where}: an endless loop or recursion?"
    if status < 0:
        reason = signal.Signals(-status).name
        return f"the process died of {reason}{where}: too deep, or out of memory?"
    return f"the process ended itself with status {status}: os._exit?"
