"""How much work an artefact is, and the networks that several artefacts share.

trials are the first ones that are wanted, all of the preset's if None.
"""

from dataclasses import dataclass, replace

from ..recipes import CUTOFF_RECIPE, RECIPE, Recipe
from ..synthetic import SUITE
from .trainings import TITLES, Training, grow_cutoff, real_rows

# As Table 3 prints them.
REAL = {"cal_housing": "cal housing", "bike_sharing": "bike sharing"}
REAL |= {"higgs": "higgs boson", "letter": "letter"}
CLASSES = ("higgs", "letter")  # of two classes: AUC and cross-entropy
CONFIRM = 1000  # pairs of validation rows for Definition 1
REAL_L1 = 5e-5  # Sec. 5.1: fixed on real data
REAL_TRIALS = 5  # at most, for the time: the paper has ten


@dataclass(frozen=True)
class Preset:
    """How much work: trials of each setting, rows of synthetic data, epochs."""

    name: str
    trials: int
    rows: int  # of synthetic data
    epochs: int
    cutoff_epochs: int
    most: int = 25  # interactions added to MLP-Cutoff, at most
    real_rows: int = 0  # of real data at most so many, 0 for all
    real_most: int = 50  # the set of all its features comes late in bike sharing

    seeds = property(lambda self: range(self.trials))  # one for each trial

    def recipe(self, **changes) -> Recipe:
        """The default recipe, with this preset's epochs."""
        return replace(RECIPE, **{"epochs": self.epochs} | changes)


PRESETS = {
    "smoke": Preset("smoke", 3, 300, 2, 1, most=3, real_rows=300, real_most=3),
    "quick": Preset("quick", 3, 30_000, 100, 30),
    "paper": Preset("paper", 10, 30_000, 100, 30),  # Sec. 5.1
}


def suite(
    preset, architectures=tuple(TITLES), names=tuple(SUITE), noise=0.0, trials=None
) -> list[Training]:
    """The trainings of Table 2, Figs. 3, 4, 8 and 9: all functions, seed after seed.

    So a run that was cut off covers all evenly. With noise nothing is confirmed.
    """
    confirm = 0 if noise else CONFIRM
    return [
        Training(name, seed, preset.rows, of, preset.recipe(), noise, confirm=confirm)
        for seed in preset.seeds[:trials]
        for name in names
        for of in architectures
    ]


def real(preset, names=tuple(REAL), trials=None) -> list[Training]:
    """MLP-M on the real data sets: Table 3, Figs. 5, 7 and 12."""
    recipe = preset.recipe(penalty_constant=REAL_L1)
    return [
        Training(name, seed, real_rows(name, preset.real_rows), "mlp-m", recipe)
        for seed in preset.seeds[:trials][:REAL_TRIALS]
        for name in names
    ]


def grown_cutoffs(work, preset, networks, most=None) -> list:
    """MLP-Cutoff along each network's ranking: Table 3, Figs. 6, 7 and 12."""
    recipe, cases = replace(CUTOFF_RECIPE, epochs=preset.cutoff_epochs), []
    for network in networks:
        usual = preset.real_most if network.case.name in REAL else preset.most
        cases.append((network.case, recipe, most or usual))
    return work.each(grow_cutoff, cases, given=networks)
