"""Two networks on one problem, for the artefact `agreement` and beside Table 2.

TwoNetworks   what they say of interactions of any order
PairsByTwo    all pairs, where one of the networks is there already
"""

import time
from dataclasses import dataclass
from math import nan

import numpy as np

from ..agreement import LEVEL, Agreed, Opinion, search
from ..interactions import mark
from ..notebook.detection import detect_table as detect
from ..recipes import Recipe
from .finished import as_interactions
from .problems import Problem, draw
from .units import Training, as_text

# The first random function that is reported: constants were chosen on those from 1000
# on, and with noise on those from 1100 on, too.
FIRST, FIRST_NOISY = 1100, 1200


@dataclass(frozen=True)
class TwoNetworks:
    """What two networks that never saw the same rows agree on; trial k has seed k."""

    problem: Problem
    seed: int
    recipe: Recipe

    needs = None
    title = "agreement"

    def work(self, needed=None) -> dict[str, np.ndarray]:
        """Train both, and ask them; `said` has share, agreement, t of each `asked`."""
        table, truths = draw(self.problem, self.seed)
        clock = [time.process_time()]
        fractions = self.problem.fractions
        found = detect(table, self.seed, recipe=self.recipe, fractions=fractions)
        clock.append(time.process_time())
        found.ask_others()
        clock.append(time.process_time())
        found.agreed()
        clock.append(time.process_time())
        known = found.opinion.known
        said = [(a.share, a.agreement, a.t) for a in known.values()]
        return {
            "learned": np.array(found.learned),
            "asked": as_text(known),
            "said": np.array(said).reshape(-1, 3),
            "kin": found.opinion.kin,
            "starts": np.array(len(found.others[1])),  # of each half
            "truths": as_text(truths),
            "seconds": np.diff(clock),  # of the processor: one network, others, asking
        }

    @property
    def estimate(self) -> float:
        """About how many seconds it takes."""
        return 2.2 * Training(self.problem, self.seed, "mlp-m", self.recipe).estimate


@dataclass(frozen=True)
class PairsByTwo:
    """All pairs by a training's network and another one, of rows that it never saw."""

    needs: Training

    title = property(lambda self: f"{self.needs.title} and another one")
    problem = property(lambda self: self.needs.problem)
    seed = property(lambda self: self.needs.seed)

    def work(self, needed) -> dict[str, np.ndarray]:
        """Train the other one, and ask both."""
        found, started = needed.detection, time.process_time()
        return {
            "supported": found.supported_pairwise_strengths(),
            "agreed": found.agreed_pairwise_strengths(),
            "truths": needed.arrays["truths"],
            "seconds": np.array([time.process_time() - started]),
        }

    @property
    def estimate(self) -> float:
        """About how many seconds it takes."""
        return 1.5 * self.needs.estimate


def first_of(noise) -> int:
    """The number of the first random function that is reported with so much noise."""
    return FIRST_NOISY if noise else FIRST


def claimed_by(result, level=LEVEL) -> list[tuple[int, ...]]:
    """The interactions that are there, by what the networks said.

    So another rule can be judged without another training, if it asks for no more.
    """
    arrays = result.arrays
    if not arrays["learned"]:
        return []
    asked = as_interactions(arrays["asked"])
    known = {i: Agreed(i, *said) for i, said in zip(asked, arrays["said"].tolist())}
    opinion = Opinion(None, None, None, 1.0, arrays["kin"], known=known)
    return [a.interaction for a in search(opinion, level)]


def judged(result, level=LEVEL) -> dict[str, int]:
    """What the answer at this level is worth, see counted."""
    return counted(claimed_by(result, level), result.truths)


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
