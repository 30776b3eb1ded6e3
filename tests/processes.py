"""Python and the nidlite command as processes of their own, from any folder."""

import os
import subprocess
import sys
from pathlib import Path

import nidlite


def environment(**settings):
    """This environment with nidlite, and buffers as usual, less settings of None."""
    root = str(Path(nidlite.__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    new = {**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": None, **settings}
    return {name: value for name, value in new.items() if value is not None}


def python(*words, **settings):
    """`python words`, started; settings are those of Popen."""
    usual = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    words = [sys.executable, *map(str, words)]
    return subprocess.Popen(words, **({"env": environment()} | usual | settings))


def command(*words, **settings):
    """`nidlite words`, started."""
    return python("-m", "nidlite", *words, **settings)


def ended(process, timeout=300) -> tuple[int, str, str]:
    """Its exit status, standard output and standard error."""
    out, err = process.communicate(timeout=timeout)
    return process.returncode, out, err
