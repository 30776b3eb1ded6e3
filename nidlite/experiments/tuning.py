"""The penalty's constant chosen by validation error alone, as in the paper (Sec. 5.1).

With this module every training becomes one for each constant from 5e-6 to 5e-4, of
which the one with the least error on validation rows is kept: `--tune`. The truth and
the test rows have no say.
"""

from dataclasses import replace

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


def tuned(units, trained) -> dict:
    """{unit: Result} like trained(units), each training's constant tuned first."""
    trainings = dict.fromkeys(u.needs or u for u in units)
    every = trained([c for training in trainings for c in candidates(training)])
    best = {
        training: min((every[c] for c in candidates(training)), key=valid_loss)
        for training in trainings
    }
    growths = {u: replace(u, needs=best[u.needs].unit) for u in units if u.needs}
    grown = trained(list(growths.values())) if growths else {}
    return best | {unit: grown[growth] for unit, growth in growths.items()}
