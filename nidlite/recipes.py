"""How to train: what Sec. 4.1 and 5.1 say, and what they leave open.

Each number of a training stands here once, and says where it is from.

>>> [round(RECIPE.rate_in(epoch), 6) for epoch in (1, 2, 50)]
[0.01, 0.0098, 0.0002]
"""

from dataclasses import dataclass

from .errors import InputError, check_choice, check_number
from .penalties import PENALTIES


@dataclass(frozen=True)
class Recipe:
    """How to train. The paper is silent on most of it (Sec. 5.1).

    The authors' TensorFlow code has Adam, this rate, batch and start, 200 epochs over
    which the rate falls geometrically, and a penalty of 5e-5. Epochs, fall and penalty
    were judged on random functions, not on the paper's (benchmarks/README.md). A number
    out of its range is an InputError.
    """

    epochs: int = 50
    batch: int = 100
    rate: float = 0.01  # Adam's, in the first epoch
    rate_fall: float = 0.02  # last rate / first rate
    penalty: str = "l1"  # of the penalised stacks only (Sec. 4.1)
    penalty_constant: float = 2e-5  # Sec. 5.1 tunes it in 5e-6 to 5e-4
    deviation: float = 0.1  # of the normal start; 0.88 of it once truncated
    patience: int = 100  # epochs without improvement before stopping early
    even: bool = False  # see Network.initial
    steps: int = 0  # at least so many in an epoch: few rows are passed more than once

    def __post_init__(self):
        check_choice("penalty", self.penalty, PENALTIES)
        for name, least in (("epochs", 1), ("batch", 1), ("steps", 0)):
            check_number(name, getattr(self, name), least, whole=True)
        for name in ("rate", "deviation", "patience"):
            check_number(name, getattr(self, name), above=True)
        for name in ("rate_fall", "penalty_constant"):
            check_number(name, getattr(self, name))

    def rate_in(self, epoch) -> float:
        """Adam's rate in an epoch, counted from 1: it falls along a straight line."""
        t = (epoch - 1) / max(self.epochs - 1, 1)  # from 0 to 1
        return float(self.rate * (1 - (1 - self.rate_fall) * t))  # NumPy's would widen


def check_recipe(recipe):
    """InputError for what is no Recipe."""
    if not isinstance(recipe, Recipe):
        raise InputError(f"recipe must be a nidlite.recipes.Recipe; got {recipe!r}")


RECIPE = Recipe()
# Sec. 5.1: L2 of 1e-4 in all experiments with a cutoff. The rest was chosen on random
# functions, by dead nets and validation error (benchmarks/README.md).
CUTOFF_RECIPE = Recipe(
    epochs=30,
    penalty="l2",
    penalty_constant=1e-4,
    deviation=0.15,
    patience=15,
    steps=100,
)
