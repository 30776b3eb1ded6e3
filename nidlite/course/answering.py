"""What a student's functions answer, asked in a process that can do no harm here.

A file is loaded once, and its functions are called one after the other. Where one ends
the process, or its time is over, a new process goes on with the next function.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

STARTUP = 60.0  # seconds beyond the time limits, before the process is given up
MEMORY, FILE_SIZE = 2 * 2**30, 2**24  # bytes
KEPT = "PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH"  # of the environment
SETTINGS = {"MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
PACKAGE = Path(__file__).resolve().parents[1]


def ask(file, cases, timeout) -> dict[str, list[dict]]:
    """{name: a record for each case}, of {name: the arguments of each case}.

    A record has an "answer" or an "error", the arguments "changed", what was "printed".
    The record in which the process ended is the last of its function.
    """
    found, left = {}, list(cases)
    while left:
        records, ending = _one_process(file, {n: cases[n] for n in left}, timeout)
        if len(records) < 1 or "error" in records[0]:
            error = records[0]["error"] if records else ending
            error = f"the file stops while it is loaded: {error}"
            return found | {name: [{"error": error}] for name in left}
        while left:
            name = left.pop(0)
            rows = [r for r in records if r["name"] == name and len(r) > 1]
            found[name] = rows[: len(cases[name])]
            if len(rows) < len(cases[name]):
                if not rows or "answer" in rows[-1]:
                    found[name].append({"error": ending})
                break
    return found


def _one_process(file, cases, timeout) -> tuple[list[dict], str]:
    """The records of one process, and why there are no more."""
    packages = [p for p in sys.path if p.endswith(("site-packages", "dist-packages"))]
    closed = [f"{PACKAGE}{os.sep}", f"{PACKAGE.parent / 'tutorials'}{os.sep}"]
    job = {"file": file.name, "cases": cases, "timeout": timeout, "closed": closed}
    job |= {"packages": [str(Path(np.__file__).parents[1]), *packages]}
    job |= {"memory": MEMORY, "file_size": FILE_SIZE}
    child = Path(__file__).with_name("child.py").read_text(encoding="utf-8")
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile() as out,
    ):
        for beside in {*file.parent.glob("*.py"), file}:
            with suppress(OSError):
                shutil.copyfile(beside, Path(folder, beside.name))
        homes = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "MPLCONFIGDIR"), folder)
        kept = {key: os.environ[key] for key in KEPT if key in os.environ}
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-c", child],
            cwd=folder,
            env=kept | homes | SETTINGS,
            **{"stdin": subprocess.PIPE, "stdout": out, "stderr": subprocess.DEVNULL},
            start_new_session=True,  # its children can be ended with it
        )
        try:
            limit = timeout * (len(cases) + 1) + STARTUP
            process.communicate(json.dumps(job).encode(), limit)
        except subprocess.TimeoutExpired:
            pass
        finally:
            with suppress(ProcessLookupError, AttributeError):  # not on Windows
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()
        out.seek(0)
        text = out.read(FILE_SIZE).decode(errors="replace")
    records = []
    for line in text.splitlines():
        try:
            record = json.loads(line)
            records.append({"name": record["name"], **record})
        except (ValueError, TypeError, KeyError, RecursionError):
            break  # cut off, or not of this package
    if (status := process.returncode) >= 0:
        return records, f"the process ended itself with status {status}: os._exit?"
    reason = signal.strsignal(-status)
    return records, f"the process died ({reason}): too deep, or out of memory?"
