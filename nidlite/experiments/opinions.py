"""Two networks on one problem, for the artefact `agreement` and beside Table 2.

`ask_two` gives what they say of interactions of any order, `all_pairs` what they say of
all pairs where one of the networks is there already.
"""

import time
from math import nan
from types import SimpleNamespace

import numpy as np

from ..agreement import LEVEL, Agreed, Opinion, search
from ..interactions import Interaction, mark
from ..notebook.detection import detect_table as detect
from .problems import draw

# The first random function that is reported: constants were chosen on those from 1000
# on, and with noise on those from 1100 on, too.
FIRST, FIRST_NOISY = 1100, 1200


def ask_two(problem, seed, recipe) -> SimpleNamespace:
    """Train both on the problem's rows of this seed, and ask them."""
    table, truths = draw(problem, seed)
    clock = [time.process_time()]
    found = detect(table, seed, recipe=recipe, fractions=problem.fractions)
    clock.append(time.process_time())
    found.ask_others()
    clock.append(time.process_time())
    found.agreed()
    clock.append(time.process_time())
    known = found.opinion.known.items()
    return SimpleNamespace(
        learned=found.learned,  # whether both predict outcomes that they never saw
        known={i: (a.share, a.agreement, a.t) for i, a in known},
        kin=found.opinion.kin,
        starts=len(found.others[1]),  # networks of each half
        truths=truths,
        parts=np.diff(clock),  # seconds: one network, the others, asking
        seconds=clock[-1] - clock[0],
    )


def all_pairs(case, trained) -> SimpleNamespace:
    """Every pair by a training's network and another one, of rows that it never saw.

    trained is what `train_network` gave of the case.
    """
    found, started = trained.detection, time.process_time()
    strengths = found.agreed_pairwise_strengths()
    seconds = time.process_time() - started
    return SimpleNamespace(
        case=case, strengths=strengths, truths=trained.truths, seconds=seconds
    )


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
