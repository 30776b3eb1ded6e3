"""The unit of work behind the artefact `agreement`: two networks on one problem."""

import time
from dataclasses import dataclass

import numpy as np

from ..detector import detect
from ..interactions import is_redundant
from ..training import Recipe
from .problems import Problem, draw
from .units import Training, as_interactions, as_text

FIRST = 1100  # the first random function; constants were chosen on earlier ones


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
        answer = [a.interaction for a in found.agreed()]
        clock.append(time.process_time())
        known = found.opinion.known if found.learned else {}
        said = [(a.share, a.agreement, a.t) for a in known.values()]
        return {
            "answer": as_text(answer),
            "asked": as_text(known),
            "said": np.array(said).reshape(-1, 3),
            "starts": np.array(len(found.others[1])),  # of each half
            "truths": as_text(truths),
            "seconds": np.diff(clock),  # of the processor: one network, others, asking
        }

    @property
    def estimate(self) -> float:
        """About how many seconds it takes."""
        return 2.2 * Training(self.problem, self.seed, "mlp-m", self.recipe).estimate


def judged(result) -> dict[str, int]:
    """How many interactions of the answer are whole, parts or false, and the missed."""
    answer, truths = as_interactions(result.arrays["answer"]), result.truths
    whole = [i for i in answer if i in truths]
    parts = [i for i in answer if i not in truths and is_redundant(i, truths)]
    return {
        "whole": len(whole),
        "parts": len(parts),
        "false": len(answer) - len(whole) - len(parts),
        "missed": len(set(truths) - set(whole)),
    }


def f1_score(counts) -> float:
    """2 w / (2 w + parts + false + missed): 1 if there is nothing to find or found."""
    wrong = counts["parts"] + counts["false"] + counts["missed"]
    return 2 * counts["whole"] / (2 * counts["whole"] + wrong) if wrong else 1.0
