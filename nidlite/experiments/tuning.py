"""The penalty's constant chosen by validation error alone, as in the paper (Sec. 5.1).

With this module every training becomes one for each constant from 5e-6 to 5e-4, of
which the one with the least error on validation rows is kept: `--tune`. The truth and
the test rows have no say.
"""

from dataclasses import replace

from .comparisons import Comparison

CONSTANTS = (5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4)


def candidates(training) -> list:
    """The same training with every constant."""
    return [
        replace(training, recipe=replace(training.recipe, penalty_constant=constant))
        for constant in CONSTANTS
    ]


def valid_loss(result) -> float:
    """The validation loss of the epoch that was kept."""
    return float(result.arrays["history"][:, 2].min())


def best(results):
    """The result with the least validation loss, the first of those that share it."""
    return min(results, key=valid_loss)


def trainings_of(units) -> list:
    """The trainings among the units, and those that growths need, each once."""
    return list(
        dict.fromkeys(u.needs or u for u in units if not isinstance(u, Comparison))
    )


def baselines(units) -> list:
    """The units without a constant to tune."""
    return [unit for unit in units if isinstance(unit, Comparison)]


def before(units, get) -> list:
    """The units that tuned(units) will ask for; get(unit) is its Result, or None.

    As long as nobody knows which constant a growth goes on from, the first stands for
    it.
    """
    chosen = {}
    for training in trainings_of(units):
        every = candidates(training)
        results = [get(candidate) for candidate in every]
        chosen[training] = best(results).unit if all(results) else every[0]
    return [
        *(candidate for training in chosen for candidate in candidates(training)),
        *(replace(unit, needs=chosen[unit.needs]) for unit in units if unit.needs),
        *baselines(units),
    ]


def tuned(units, trained) -> dict:
    """{unit: Result} like trained(units), each training's constant tuned first."""
    trainings = trainings_of(units)
    every = trained([c for training in trainings for c in candidates(training)])
    chosen = {t: best(every[c] for c in candidates(t)) for t in trainings}
    growths = {u: replace(u, needs=chosen[u.needs].unit) for u in units if u.needs}
    others = {unit: unit for unit in baselines(units)} | growths
    done = trained(list(others.values())) if others else {}
    return chosen | {unit: done[own] for unit, own in others.items()}
