"""Many ways to misbehave in one process: each is what a function does with one case."""

import argparse
import json
import re

import numpy as np

from nidlite.command.grade import add_arguments, run
from nidlite.course.answers import difference
from nidlite.course.attempts import attempt, record
from nidlite.course.exercises import EXERCISES, WRITTEN
from nidlite.course.mistakes import known_mistakes
from nidlite.course.trial import answer, student_module

CASE = "np.array([[1.0, -2.0], [0.5, 3.0]]), np.array([3.0, 1.0]), (0, 1)"
ANSWER = np.array([3.0, 0.5])  # of strength
MISTAKES = {
    name: known_mistakes(name)[: len(WRITTEN[name].mistakes)] for name in EXERCISES
}


def table(text) -> dict:
    """{name: what is written behind it}; a line that begins with blanks goes on."""
    entries = re.split(r"\n(?! )", text.strip())
    return dict(" ".join(entry.split()).split(": ", 1) for entry in entries)


def command(*words):
    """What `nidlite grade` does with these words: the exit status."""
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return run(parser.parse_args(list(map(str, words))))


def what_each_does(file, bodies, above="") -> dict:
    """{way: its error, or what is wrong with its answer}, "" for a right answer.

    bodies is {way: a body of strength}; the file is written and run once, in a process
    as every submission's.
    """
    head = "import os, sys, threading, time\nimport numpy as np\n"
    ways = (
        f"def way_{k}(W1, z, interaction):\n    {body}\n"
        for k, body in enumerate(bodies.values())
    )
    last = "def strength(k, *case): return globals()[f'way_{k}'](*case)\n"
    file.write_text("\n".join([head, above, *ways, last]))
    cases = [f"{k}, {CASE}" for k in range(len(bodies))]
    loaded, records = attempt(file, "strength", cases, 60)
    assert loaded and len(records) == len(bodies), records[-1]
    return {way: _said(found) for way, found in zip(bodies, records)}


def _said(found) -> str:
    wrong = found["error"] or difference("array", ANSWER, found["answer"]) or ""
    return wrong + "; it changes an argument" * bool(found["changed"])


def in_this_process(path, name, cases, timeout):
    """In place of `attempts.attempt`, where the code is known to be harmless."""
    function = getattr(student_module(str(path)), name)
    lines = (json.dumps(answer(function, case, str(path))) for case in cases)
    return True, [*map(record, lines)]
