"""The common mistakes of each exercise, made on purpose.

A student's mistake is named with them: a wrong answer that equals one of these
on every case was made the same way. The tables are in the modules named slips. Two
mistakes that change different steps can be made at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from operator import itemgetter

from . import meeting_slips, network_slips, score_slips, strength_slips  # noqa: F401
from .answers import difference
from .exercises import EXERCISES, values
from .slips import HINTS, SLIPS, unchanged


@dataclass(frozen=True)
class Mistake:
    """A wrong function with its name and what to say to whoever wrote it."""

    name: str
    hint: str
    answer: Callable


def _made(function, given=None, then=unchanged, **steps):
    """The exercise's function with other steps, arguments or end."""
    return lambda *case: then(function(*(given(*case) if given else case), **steps))


def _hints(mistake, made, own) -> dict[str, None]:
    """What to say to a mistake: a word of its own, or those of the steps it changes."""
    hints = HINTS | own
    steps = ["f"] if callable(made) else made
    said = [mistake] if mistake in hints else [k for k in steps if k in hints]
    return dict.fromkeys(hints[k] for k in said)


@cache
def known_mistakes(name) -> list[Mistake]:
    """The mistakes of an exercise: each alone, then two at once."""
    function, own, known = SLIPS[name]
    found, hints = [], {k: _hints(k, made, own) for k, made in known.items()}
    for k, made in known.items():
        answer = made if callable(made) else _made(function, **made)
        found.append(Mistake(k, "; ".join(hints[k]), answer))
    for (k, first), (k2, second) in combinations(known.items(), 2):
        if not (callable(first) or callable(second) or first.keys() & second.keys()):
            both, hint = _made(function, **first, **second), hints[k] | hints[k2]
            found.append(Mistake(f"{k}, and {k2}", "; ".join(hint), both))
    return found


MISTAKES = {name: known_mistakes(name)[: len(k[2])] for name, k in SLIPS.items()}


def recognise(name, cases, expected, records):
    """The first known mistake with the student's answers on all cases, or None.

    Cases in which the student's function raised tell nothing; at least one of the
    others must be wrong.
    """
    kind, rows = EXERCISES[name].returns, []
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
