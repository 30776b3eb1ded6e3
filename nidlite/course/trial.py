"""One student's function on the cases of one exercise, in a process of its own.

`guard` runs this file in an empty folder that holds job.json. It imports nothing of
nidlite, starts fast and knows no answers. Whatever the student's code does, what was
found until then stands in results.jsonl, a line per case.
"""

import copy
import io
import json
import os
import sys
import traceback
import types

import numpy as np

MOST_PRINTED = 2_000  # characters
MOST_ITEMS = 10_000  # numbers in an answer
KINDS = {list: "list", tuple: "tuple", set: "set", frozenset: "set"}


class Printed(io.TextIOBase):
    """A stream that keeps the first characters of a case, in an unbuffered file too."""

    def __init__(self, file):
        self.file, self.text = file, ""

    def start(self):
        """Forget what the case before has printed."""
        self.text = ""
        self.file.seek(0)
        self.file.truncate()

    def write(self, text):
        # A flood is not written: each write to the file costs a call to the system.
        if kept := text[: MOST_PRINTED - len(self.text)]:
            self.text += kept
            self.file.write(kept.encode("utf-8", "replace"))
        return len(text)


def encode(value, depth=0):
    """The answer as JSON; other values by their type and the beginning of their text.

    Numbers, arrays, lists, tuples and sets are whole.
    """
    value = value.item() if isinstance(value, np.generic) else value
    small = isinstance(value, int) and abs(value) < 2**63  # booleans too
    if value is None or isinstance(value, float) or small:
        return value
    kinds = [kind for kind in KINDS if isinstance(value, kind)]
    if kinds and depth < 5:
        if len(value) > MOST_ITEMS:
            return {"type": type(value).__name__, "text": f"{len(value)} items"}
        return {"type": KINDS[kinds[0]], "items": [encode(v, depth + 1) for v in value]}
    if hasattr(value, "__array__"):
        array = np.asarray(value)
        if array.dtype.kind in "biuf" and array.size <= MOST_ITEMS:
            # JSON has no numbers of more than 64 bits.
            array = array.astype(float) if array.dtype.kind == "f" else array
            shape = list(array.shape)
            return {"type": "array", "items": array.tolist(), "shape": shape}
        return {"type": f"array of {array.dtype}, shape {array.shape}", "text": "..."}
    try:
        text = repr(value)[:200]
    except Exception:
        text = "(it cannot be shown)"
    return {"type": type(value).__name__, "text": text}


def same(a, b) -> bool:
    """Whether an argument still is what it was."""
    if a is b or type(a) is not type(b):
        return a is b
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and np.array_equal(a, b)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


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
    said = " ".join(f"{type(error).__name__}: {text}"[:300].split()).rstrip(": ")
    said += f" (line {lines[-1]})" if lines else ""
    return {"error": said, "not_done": isinstance(error, NotImplementedError)}


def student_module(path):
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


def run_job():
    """Run the job; leave by os._exit, so that no thread keeps the process alive."""
    with open("job.json", encoding="utf-8") as file:
        job = json.load(file)
    path = job["path"]
    # Last, so that a file numpy.py there hides nothing.
    sys.path.append(os.path.dirname(path))
    results = open("results.jsonl", "w", encoding="utf-8")
    stream = Printed(open("printed.txt", "wb", buffering=0))
    sys.stdout = sys.stderr = stream

    def report(**found):
        results.write(json.dumps(found | {"printed": stream.text}) + "\n")
        results.flush()

    try:
        function = getattr(student_module(path), job["function"])
    except BaseException as error:
        report(**describe(error, path))
        os._exit(0)
    report(loaded=True)
    for case in job["cases"]:
        stream.start()
        report(**answer(function, case, path))
    os._exit(0)


if __name__ == "__main__":
    run_job()
