"""One student's function on the cases of one exercise, in a process of its own.

`grading` runs this file as a script, in an empty folder, with the path of a job as its
argument; it imports nothing of nidlite, starts fast and knows no answers. Whatever the
student's code does, what was found until then stands in results.jsonl, a line per case.
"""

import copy
import faulthandler
import io
import json
import os
import sys
import traceback
import types

import numpy as np

MOST_PRINTED = 2_000  # characters
MOST_ITEMS = 10_000  # numbers in an answer
MEMORY = 2 * 2**30  # bytes, where the system can limit it
FILE_SIZE = 2**26  # bytes


class Printed(io.TextIOBase):
    """A stream that keeps the first characters of a case, in a file too."""

    def __init__(self, file):
        self.file, self.text = file, ""

    def start(self):
        """Forget what the case before has printed."""
        self.text = ""
        self.file.seek(0)
        self.file.truncate()

    def write(self, text):
        kept = text[: MOST_PRINTED - len(self.text)]
        self.text += kept
        self.file.write(kept)
        self.file.flush()
        return len(text)


def limit_resources():
    """Make a flood of memory or of files an ordinary exception."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limits = (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE_SIZE)
    for which, most in limits:
        try:
            resource.setrlimit(which, (most, resource.getrlimit(which)[1]))
        except (OSError, ValueError):  # a lower limit is in force, or none possible
            pass


def encode(value, depth=0):
    """The answer as JSON; what is no number, array, list, tuple or set as its text."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, np.generic):
        value = value.item()
        return encode(value) if isinstance(value, (bool, int, float)) else other(value)
    if isinstance(value, float) or isinstance(value, int) and abs(value) < 2**63:
        return value
    if isinstance(value, (list, tuple, set, frozenset)) and depth < 5:
        if len(value) > MOST_ITEMS:
            return {"type": type(value).__name__, "text": f"{len(value)} items"}
        kinds = {list: "list", tuple: "tuple", set: "set", frozenset: "set"}
        kind = next(word for t, word in kinds.items() if isinstance(value, t))
        items = [encode(item, depth + 1) for item in value]
        return {"type": kind, "items": items}
    if hasattr(value, "__array__"):
        array = np.asarray(value)
        if array.dtype.kind in "biuf" and array.size <= MOST_ITEMS:
            shape = list(array.shape)
            return {"type": "array", "items": array.tolist(), "shape": shape}
        return {"type": f"array of {array.dtype}, shape {array.shape}", "text": "..."}
    return other(value)


def other(value):
    """Any other value: its type and the beginning of its text."""
    try:
        text = repr(value)[:200]
    except Exception:
        text = "(it cannot be shown)"
    return {"type": type(value).__name__, "text": text}


def same(a, b) -> bool:
    """Whether an argument still is what it was."""
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and a.dtype == b.dtype and np.array_equal(a, b)
    if isinstance(a, (list, tuple)):
        return type(a) is type(b) and len(a) == len(b) and all(map(same, a, b))
    return a is b or bool(a == b)


def describe(error, path) -> dict:
    """An exception as one line, with the last line of the student's file it passed."""
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == path]
    if isinstance(error, SyntaxError) and error.filename == path:
        lines = [error.lineno]
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        text = "(its message cannot be shown)"
    return {
        "error": f"{type(error).__name__}: {text}"[:300].rstrip(": "),
        "line": lines[-1] if lines else None,
        "not_done": isinstance(error, NotImplementedError),
    }


def load(path):
    """The student's module, under a name that is not __main__."""
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    module = types.ModuleType("student")
    module.__file__ = path
    sys.modules["student"] = module  # dataclasses look their module up
    exec(code, module.__dict__)
    return module


def answer(function, case, path) -> dict:
    """What the function does with one case, and which arguments it changes."""
    arguments = eval(f"({case},)", {"np": np})
    before = copy.deepcopy(arguments)
    try:
        found = {"answer": encode(function(*arguments))}
    except BaseException as error:  # sys.exit and MemoryError too
        found = describe(error, path)
    changed = [k for k, (a, b) in enumerate(zip(before, arguments)) if not same(a, b)]
    return found | {"changed": changed}


def main():
    """Run the job; leave by os._exit, so that no thread keeps the process alive."""
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    path = job["path"]
    # Not this package's folder; and last, so that a file numpy.py there hides nothing.
    sys.path[:] = [*sys.path[1:], os.path.dirname(path)]
    sys.dont_write_bytecode = True
    results = open("results.jsonl", "w", encoding="utf-8")
    crash = open("crash.txt", "w", encoding="utf-8")
    printed = open("printed.txt", "w", encoding="utf-8", errors="replace")
    sys.stdout = sys.stderr = stream = Printed(printed)

    def report(**found):
        results.write(json.dumps(found | {"printed": stream.text}) + "\n")
        results.flush()

    limit_resources()
    faulthandler.enable(crash)
    # Ends this process even if `grading` is gone, and leaves the line in crash.txt.
    faulthandler.dump_traceback_later(job["timeout"], exit=True, file=crash)
    try:
        function = getattr(load(path), job["function"])
    except BaseException as error:
        report(**describe(error, path))
        os._exit(0)
    report(loaded=True)
    for case in job["cases"]:
        stream.start()
        report(**answer(function, case, path))
    os._exit(0)


if __name__ == "__main__":
    main()
