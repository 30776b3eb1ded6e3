"""Two networks on one problem, for the artefact `agreement` and beside Table 2.

`ask_two` gives what they say of interactions of any order, `all_pairs` what they say of
all pairs where one of the networks is there already.
"""

import time
from dataclasses import dataclass
from math import nan

import numpy as np

from ..agreement import LEVEL, Agreed, Opinion, search
from ..detector import detect
from ..interactions import Interaction, mark
from .problems import draw

# The first random function that is reported: constants were chosen on those from 1000
# on, and with noise on those from 1100 on, too.
FIRST, FIRST_NOISY = 1100, 1200


@dataclass(eq=False)
class Asked:
    """What two networks that never saw the same rows said of each set asked about."""

    learned: bool  # whether both predict outcomes that they never saw
    known: dict[Interaction, tuple[float, float, float]]  # share, agreement, t
    kin: np.ndarray
    starts: int  # networks of each half
    truths: tuple[Interaction, ...]
    parts: tuple[float, float, float]  # seconds: one network, the others, asking

    seconds = property(lambda self: sum(self.parts))


@dataclass(eq=False)
class AllPairs:
    """The share of the variance of every pair by two networks, (p, p)."""

    agreed: np.ndarray
    truths: tuple[Interaction, ...]
    seconds: float


def ask_two(problem, seed, recipe) -> Asked:
    """Train both on the problem's rows of this seed, and ask them."""
    table, truths = draw(problem, seed)
    clock = [time.process_time()]
    found = detect(table, seed, recipe=recipe, fractions=problem.fractions)
    clock.append(time.process_time())
    found.ask_others()
    clock.append(time.process_time())
    found.agreed()
    clock.append(time.process_time())
    known, starts = found.opinion.known, len(found.others[1])
    said = {i: (a.share, a.agreement, a.t) for i, a in known.items()}
    parts = tuple(np.diff(clock).tolist())
    return Asked(found.learned, said, found.opinion.kin, starts, truths, parts)


def all_pairs(case, trained) -> AllPairs:
    """Every pair by a training's network and another one, of rows that it never saw.

    trained is what `train` gave of the case.
    """
    found, started = trained.detection, time.process_time()
    agreed = found.agreed_pairwise_strengths()
    return AllPairs(agreed, trained.truths, time.process_time() - started)


def first_of(noise) -> int:
    """The number of the first random function that is reported with so much noise."""
    return FIRST_NOISY if noise else FIRST


def claimed_by(asked, level=LEVEL) -> list[Interaction]:
    """The interactions that are there, by what the networks said.

    So another rule can be judged without another training, if it asks for no more.
    """
    if not asked.learned:
        return []
    known = {i: Agreed(i, *said) for i, said in asked.known.items()}
    opinion = Opinion(None, None, None, 1.0, asked.kin, known=known)
    return [a.interaction for a in search(opinion, level)]


def counted(claimed, truths) -> dict[str, int]:
    """How many interactions of an answer are whole, parts or false, and the missed."""
    marks = [mark(i, truths) for i in claimed]
    whole, parts, false = (marks.count(one) for one in ("+ ", "o ", "- "))
    missed = len(set(truths)) - whole
    return {"whole": whole, "parts": parts, "false": false, "missed": missed}


def f1_score(counts) -> float:
    """2 w / (2 w + parts + false + missed): 1 if there is nothing to find or found."""
    wrong = counts["parts"] + counts["false"] + counts["missed"]
    return 2 * counts["whole"] / (2 * counts["whole"] + wrong) if wrong else 1.0


def precision(counts) -> float:
    """The share of the claims that are true, whole or a part; NaN without claims."""
    right = counts["whole"] + counts["parts"]
    claims = right + counts["false"]
    return right / claims if claims else nan


def recall(counts) -> float:
    """The share of the true interactions that the answers have whole."""
    return counts["whole"] / (counts["whole"] + counts["missed"])
