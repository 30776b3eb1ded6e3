"""The penalty's constant chosen by validation error alone, as in the paper (Sec. 5.1).

With `--tune` every training becomes one for each constant, of which the one with the
least validation error is kept. The truth and the test rows have no say.
"""

from dataclasses import replace

from .finished import Result
from .units import Training

CONSTANTS = (5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4)


def candidates(training) -> list:
    return [
        replace(training, recipe=replace(training.recipe, penalty_constant=constant))
        for constant in CONSTANTS
    ]


def valid_loss(result) -> float:
    """The validation loss of the epoch that was kept; -inf before it is known."""
    history = result.arrays.get("history")
    return float("-inf") if history is None else float(history[:, 2].min())


def best(results):
    """The result with the least validation loss, the first of those that share it."""
    return min(results, key=valid_loss)


def tuned(units, trained) -> dict:
    """{unit: Result} like trained(units), each training's constant tuned first."""
    # Baselines have no constant, and what two networks say is of the recipe's.
    fixed = [unit for unit in units if not isinstance(unit.needs or unit, Training)]
    later = [unit for unit in units if unit.needs]
    trainings = dict.fromkeys(u.needs or u for u in units if u not in fixed)
    every = trained([c for training in trainings for c in candidates(training)])
    chosen = {t: best(every[c] for c in candidates(t)) for t in trainings}
    others = {unit: unit for unit in fixed}
    others |= {u: replace(u, needs=chosen[u.needs].unit) for u in later}
    done = trained(list(others.values())) if others else {}
    return chosen | {unit: done[own] for unit, own in others.items()}


def before(units, get) -> list:
    """The units that tuned(units) will ask for; get(unit) is its Result, or None.

    Where nobody knows yet from which constant a growth goes on, the first one stands.
    """
    asked = []

    def look(units):
        asked.extend(units)
        return {unit: get(unit) or Result(unit, {}) for unit in units}

    tuned(units, look)
    return asked
