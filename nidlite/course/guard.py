"""Closes the doors of a process and limits it, then runs a student's code in it.

`attempts` copies this file and `trial.py` into an empty folder and runs it there.
Python tells an audit hook of each file, process and connection before it is opened, and
no code can take the hook away again. So the submission reads Python, its packages and
the files beside it, and writes into the empty folder. nidlite is closed to it.

This stops the usual ways, not an expert: the hook lives in the process that it guards.
"""

import faulthandler
import importlib.util
import json
import os
import runpy
import sys
import threading
import traceback
from contextlib import suppress
from types import SimpleNamespace

# Events of processes and connections, and of ways round this hook.
CLOSED = ("subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "pty.")
CLOSED += ("os.spawn", "os.startfile", "_winapi.CreateProcess", "ctypes.", "socket.")
CLOSED += ("gc.get_", "sqlite3.", "os.killpg")
CHANGES = ("rename link remove rmdir mkdir truncate chmod chown utime symlink").split()
CHANGES = frozenset(f"os.{word}" for word in [*CHANGES, "setxattr", "removexattr"])
WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
ANYONE = (os.devnull, "/dev/urandom")
MEMORY = 2 * 2**30  # bytes, where the system can limit it
FILE_SIZE = 2**26  # bytes
GRACE = 3.0  # seconds beyond the time limit, for C code that never lets go of the GIL


def close_doors(own, submission, packages):
    """From now on only the folder `own` can be written, and little else be read.

    packages are folders of Python's modules; what begins with nidlite there is closed.
    submission is a folder whose files, not its folders, can be read.
    """
    # A copy of os.path, so that a submission that replaces its functions changes none.
    spec = importlib.util.spec_from_file_location("paths", os.path.__file__)
    spec.loader.exec_module(paths := importlib.util.module_from_spec(spec))
    paths.os = SimpleNamespace(**vars(os))
    sep, pid, hidden = os.sep, os.getpid(), os.sep + "nidlite"
    own, submission, *packages = map(paths.realpath, (own, submission, *packages))
    packages, doors = tuple(packages), (CLOSED, CHANGES, WRITE, ANYONE)

    def may(path, write):
        closed = paths.realpath(path)
        if closed == own or closed.startswith(own + sep) or closed in doors[3]:
            return True
        if write or paths.isdir(closed):
            return False
        if paths.dirname(closed) == submission:
            return True
        return any(
            closed.startswith(folder + sep) and hidden not in closed[len(folder) :]
            for folder in packages
        )

    def hook(event, arguments):
        if event == "open":
            path, _, flags = arguments
            write = isinstance(flags, int) and flags & doors[2]
            given = [] if isinstance(path, int) or path is None else [path]
        elif event in doors[1]:
            given, write = arguments[event == "os.symlink" : 2], True
            given = [path for path in given if isinstance(path, (str, bytes))]
        elif event.startswith(doors[0]) or (event == "os.kill" and arguments[0] != pid):
            raise PermissionError(f"{event} is closed to a submission")
        else:
            return
        for path in map(paths.os.fsdecode, given):
            if not may(path, write):
                what = "write" if write else "read"
                raise PermissionError(f"a submission may not {what} {path}")

    sys.addaudithook(hook)


def refuse(*_):
    """What takes the place of the one way to a process that tells no hook."""
    raise PermissionError("a submission may not start processes")


def limit_resources():
    """Make a flood of memory or of files an ordinary exception."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for name, most in {"RLIMIT_AS": MEMORY, "RLIMIT_FSIZE": FILE_SIZE}.items():
        which = getattr(resource, name)
        with suppress(OSError, ValueError):  # a lower limit is in force, or none can be
            resource.setrlimit(which, (most, resource.getrlimit(which)[1]))


def end_after(seconds, path, crash):
    """Ends this process then, with the student's line in crash.txt.

    A timer reads the frames while it holds the GIL, so no frame changes meanwhile.
    C code may never let go of the GIL: faulthandler needs none. But it may follow a
    frame that is just being left, and then the system ends the process.
    """
    student = threading.get_ident()

    def end():
        stack = traceback.walk_stack(sys._current_frames()[student])
        lines = (line for frame, line in stack if frame.f_code.co_filename == path)
        crash.write(f'Timeout\n  File "{path}", line {next(lines, "?")}')
        crash.flush()
        os._exit(1)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=crash)


if __name__ == "__main__":
    with open("job.json", encoding="utf-8") as file:
        job = json.load(file)
    sys.path += job["packages"]
    import numpy  # noqa: F401 (before the doors close, as it looks at the processor)

    with suppress(ImportError):  # Windows
        import _posixsubprocess

        _posixsubprocess.fork_exec = refuse
    crash = open("crash.txt", "w", encoding="ascii", errors="backslashreplace")
    limit_resources()
    faulthandler.enable(crash)
    end_after(job["timeout"], job["path"], crash)  # even if the grader is gone
    folders = [os.path.dirname(os.__file__), *job["packages"]]
    close_doors(os.getcwd(), os.path.dirname(job["path"]), folders)
    runpy.run_path("trial.py", run_name="__main__")
