"""How much work an artefact is, and the networks that several artefacts share."""

from dataclasses import dataclass, field, replace
from itertools import product

from ..recipes import CUTOFF_RECIPE, RECIPE, Recipe
from ..synthetic import SUITE
from .trainings import REAL, TITLES, Training, baseline, grow_cutoff, real_table

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
    real_rows: int = 10**6  # of real data, at most: no set has as many
    real_most: int = 50  # in bike sharing the set of all features comes late
    rivals: dict = field(default_factory=dict)  # smaller settings, by method

    seeds = property(lambda self: range(self.trials))  # one for each trial

    def recipe(self, **changes) -> Recipe:
        """The default recipe, with this preset's epochs."""
        return replace(RECIPE, **{"epochs": self.epochs} | changes)


# On random functions small trees rank little better than chance.
SMALL = {"additive_groves": {"bags": 2, "rows": 1000, "trees": 4}}
# These have only to run.
LEAST = {"additive_groves": {"bags": 1, "largest": 2, "rows": 100, "trees": 1}}
LEAST |= {"rulefit": {"rows": 20, "rules": 20}, "hier_lasso": {"steps": 2}}
PRESETS = {
    "smoke": Preset("smoke", 3, 300, 2, 1, 3, real_rows=300, real_most=3, rivals=LEAST),
    "quick": Preset("quick", 3, 30_000, RECIPE.epochs, 30, rivals=SMALL),
    "paper": Preset("paper", 10, 30_000, RECIPE.epochs, 30),  # Sec. 5.1
}


def suite(preset, architectures=(*TITLES,), names=(*SUITE,), noise=0.0, trials=None):
    """The trainings on F1 to F10, or some of them, of all seeds or the first."""
    every = product(preset.seeds[:trials], names, architectures)
    n, recipe = preset.rows, preset.recipe()
    return [Training(name, seed, n, kind, recipe, noise) for seed, name, kind in every]


def real(preset, names=tuple(REAL), trials=REAL_TRIALS) -> list[Training]:
    """MLP-M on the real data sets: Table 3, Figs. 5, 7, 8 and 12."""
    recipe = preset.recipe(penalty_constant=REAL_L1)
    # A number, since of Higgs another file has other rows.
    rows = {name: min(preset.real_rows, len(real_table(name).y)) for name in names}
    every = product(preset.seeds[:trials], names)
    return [Training(name, seed, rows[name], "mlp-m", recipe) for seed, name in every]


def grown_cutoffs(work, preset, networks, most=None) -> list:
    """MLP-Cutoff along each network's ranking: Table 3, Figs. 6, 7, 8 and 12."""
    recipe, cases = replace(CUTOFF_RECIPE, epochs=preset.cutoff_epochs), []
    for network in networks:
        usual = preset.real_most if network.case.name in REAL else preset.most
        cases.append((network.case, recipe, most or usual))
    return work.each(grow_cutoff, cases, given=networks)


def rivals(work, preset, cases, method, settings) -> list:
    """What a baseline gives on the rows of these trainings."""
    settings = settings | preset.rivals.get(method, {})
    return work.each(baseline, [(case, method, settings) for case in cases])
