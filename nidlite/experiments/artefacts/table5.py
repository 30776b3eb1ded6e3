"""Table 5: pairwise AUC of NID and FHIM on the FHIM generator's labels (App. H).

NID is MLP-M with a smaller main network, univariate nets without hidden layers, and
more L1, as the appendix prints it.
"""

from dataclasses import replace

from ..comparisons import baseline, comparison
from ..numbers import auc_of, beside, cell, grouped, paper_by, trimmed
from ..problems import Problem
from ..trainings import Training, best, trained
from .table4 import constant_of, constant_text

TITLE = "Table 5: pairwise AUC on the FHIM generator's data"
CLAIM = "NID's AUC is above FHIM's."
NOTE = """The score of the labels has its mean taken off, our choice: without it nine of
ten are 1. Of each trial that network counts whose L1 constant has the least validation
error."""
AUC = "average AUC"
ROWS = 10_000
L1 = 5e-4  # as printed
HIDDEN = (100, 60, 20)
# At the default rate this L1 ends the main network before it has learned anything. Rate
# and batch by the validation error on seeds 100 to 104; the constant by each trial's.
RATE, BATCH = 0.003, 500
CONSTANTS = (1e-4, 1.5e-4, 2e-4, 3e-4, L1)
RIVALS = {"fhim": 10, "shooter": 3}  # trials at most: each takes a minute
THRESHOLD = 1e-3  # App. H: a strength that is not above it is no interaction


def networks_of(preset, name) -> list[Training]:
    """Networks with each constant on App. H's data of this name."""
    recipe = preset.recipe(rate=RATE, batch=BATCH)
    return [
        Training(
            Problem(name, min(preset.rows, ROWS)),
            seed,
            "mlp-m",
            replace(recipe, penalty_constant=constant),
            hidden=HIDDEN,
            univariate=(),
        )
        for seed in preset.seeds
        for constant in CONSTANTS
    ]


def on_simulation(preset, work, name) -> tuple[list, list]:
    """Of each trial the network of least validation loss; the baseline of the name."""
    cases = networks_of(preset, name)
    trials = grouped(trained(work, cases), lambda network: network.case.seed)
    seeds, problem = preset.seeds[: RIVALS[name]], cases[0].problem
    rivals = [(comparison(preset, problem, seed, name),) for seed in seeds]
    return list(map(best, trials.values())), work.each(baseline, rivals)


def run(preset, work):
    """A row for FHIM, and NID's with what tells whether it could find anything."""
    networks, rivals = on_simulation(preset, work, "fhim")
    about = state(networks)
    unknown = dict.fromkeys(about) | {"rows used": about["rows used"]}
    for name, results, more in (("FHIM", rivals, unknown), ("NID", networks, about)):
        row = {"method": name} | trimmed(AUC, map(auc_of, results)) | more
        yield row, [one.case.seed for one in results]


def state(networks) -> dict:
    """The L1 constant, the data's rows, and in how many trials nothing is found."""
    return {
        "constant": constant_of(networks),
        "rows used": networks[0].case.problem.rows,
        "collapsed": sum(not (one.strengths > THRESHOLD).any() for one in networks),
    }


def side_by_side(rows):
    printed = paper_by("table5", "method")
    return [
        {"": row["method"]}
        | beside(row, printed[row["method"]], AUC, words="AUC")
        | {"L1": constant_text(row["constant"]) if row["method"] == "NID" else ""}
        for row in rows
    ]


def verdict(rows):
    printed, ours = paper_by("table5", "method"), {row["method"]: row for row in rows}
    words = [
        f"{name} has {cell(row, AUC)} (paper {cell(printed[name], AUC)})"
        for name, row in ours.items()
    ]
    return ours["NID"][AUC] > ours["FHIM"][AUC], f"{', '.join(words)}."
