"""The common mistakes of each exercise, made on purpose.

A student's mistake is named with them: a wrong answer that equals one of these on every
case was made the same way. exercises.txt lists them. Two mistakes that change different
steps can be made at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from operator import itemgetter

from . import network_steps, reading_steps
from .answers import difference
from .exercises import EXERCISES, WRITTEN, values

NAMES = vars(network_steps) | vars(reading_steps)  # for the file's expressions


@dataclass(frozen=True)
class Mistake:
    """A wrong function with its name and what to say to whoever wrote it."""

    name: str
    hint: str
    answer: Callable


def steps_of(name) -> Callable:
    """The exercise's function, right by default, with an argument for each step."""
    return NAMES[f"_{name}"]


def _made(function, given=None, then=lambda found: found, answer=None, **steps):
    """The exercise's function with other steps, arguments or end, or another one."""
    if answer:
        return answer
    return lambda *case: then(function(*(given(*case) if given else case), **steps))


@cache
def known_mistakes(name) -> list[Mistake]:
    """The mistakes of an exercise: each alone, then two at once."""
    own, function = WRITTEN[name], steps_of(name)
    known = {k: eval(f"dict({text})", NAMES) for k, text in own.mistakes.items()}
    hints, found = WRITTEN["every exercise"].hints | own.hints, []
    both = [
        ((k, k2), first | second)
        for (k, first), (k2, second) in combinations(known.items(), 2)
        if "answer" not in first | second and not first.keys() & second.keys()
    ]
    for names, made in [*(((k,), made) for k, made in known.items()), *both]:
        said = (k for m in names for k in ([m] if m in hints else known[m]))
        words = "; ".join(dict.fromkeys(hints[k] for k in said if k in hints))
        found.append(Mistake(", and ".join(names), words, _made(function, **made)))
    return found


def recognise(name, cases, expected, records):
    """The first known mistake with the student's answers on all cases, or None.

    Cases in which the student's function raised tell nothing; at least one of the
    others must be wrong.
    """
    kind, rows = EXERCISES[name].written.returns, []
    for case, right, record in zip(cases, expected, records):
        if not record["error"]:
            got = record["answer"]
            rows.append((difference(kind, right, got) is None, values(case), got))
    # A wrong case first: there most mistakes differ.
    rows.sort(key=itemgetter(0))
    for mistake in known_mistakes(name) if rows and not rows[0][0] else ():
        try:
            if not any(
                difference(kind, mistake.answer(*given), got) for _, given, got in rows
            ):
                return mistake
        except Exception:  # where the mistake cannot answer, the student did
            continue
    return None
