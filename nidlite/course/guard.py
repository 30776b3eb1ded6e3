"""Closes the doors of a process, then runs a student's code in it.

`attempts` copies this file and `trial.py` into an empty folder and runs it there.
Python tells an audit hook of each file, process and connection before it is opened, and
no code can take the hook away again. So the submission reads Python, its packages and
the files beside it, and writes into the empty folder. nidlite is closed to it.

This stops the usual ways, not an expert: the hook lives in the process that it guards.
"""

import importlib.util
import json
import os
import runpy
import sys
from types import SimpleNamespace

# Events of processes and connections, and of ways round this hook.
CLOSED = ("subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "pty.")
CLOSED += ("os.spawn", "os.startfile", "_winapi.CreateProcess", "ctypes.", "socket.")
CLOSED += ("gc.get_", "sqlite3.", "os.killpg")
CHANGES = ("rename link remove rmdir mkdir truncate chmod chown utime symlink").split()
CHANGES = frozenset(f"os.{word}" for word in [*CHANGES, "setxattr", "removexattr"])
WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
ANYONE = (os.devnull, "/dev/urandom")


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


if __name__ == "__main__":
    with open("job.json", encoding="utf-8") as file:
        job = json.load(file)
    sys.path += job["packages"]
    import numpy  # noqa: F401 (before the doors close, as it looks at the processor)

    try:
        import _posixsubprocess

        _posixsubprocess.fork_exec = refuse
    except ImportError:  # Windows
        pass
    folders = [os.path.dirname(os.__file__), *job["packages"]]
    close_doors(os.getcwd(), os.path.dirname(job["path"]), folders)
    runpy.run_path("trial.py", run_name="__main__")
