"""Modules import only from above: the design's table, read from the source."""

import ast
from pathlib import Path

import pytest

import nidlite

FOLDER = Path(nidlite.__file__).parent
# From the top down; a module imports only from modules that stand before it.
LEVELS = [
    ["interactions", "averaging", "penalties", "losses", "optimizers", "metrics"],
    ["errors", "networks", "graph", "weights", "influence", "formulas", "simulations"],
    ["backprop", "grammar", "synthetic", "printing", "elsewhere", "paper"],
    ["tabular.categories", "tabular.columns", "tabular.frames", "tabular.targets"],
    ["tabular.tables", "tabular.csvfile", "tabular.csvcolumns", "tabular.reading"],
    ["splits", "training", "ranking"],
    ["cutoff", "confirm", "interpretation"],
    ["detector", "plots", "outputs"],
    ["publishers.archives", "publishers.catalogue", "publishers.download", "datasets"],
    ["reporting.surfaces", "reporting.pages", "reporting.sentences"],
    ["reporting.panels", "reporting.report"],
    ["baselines.needs", "baselines.products", "baselines.hier_solver"],
    ["baselines.lasso", "baselines.rules"],
    ["baselines.anova", "baselines.hier_lasso", "baselines.rulefit"],
    ["baselines.additive_groves", "baselines.fhim", "baselines.shooter"],
    ["baselines.methods"],
    ["conventions", "estimators"],
    ["course.trial", "course.answers", "course.attempts"],
    ["course.exercises", "course.mistakes", "course.grading"],
    ["sources", "comparing", "detecting"],
    ["__init__"],
    ["experiments.problems", "experiments.trainings", "experiments.store"],
    ["experiments.comparisons"],
    ["experiments.rows", "experiments.settings"],
    ["experiments.runner", "experiments.tuning"],
    [f"experiments.table{k}" for k in range(1, 7)],
    [f"experiments.fig{k}" for k in range(3, 13)],
    ["experiments.catalogue", "experiments.page", "experiments.reproduce"],
    ["__main__"],
]
ORDER = [module for level in LEVELS for module in level]
PACKAGES = {"nidlite", *(f"nidlite.{m.partition('.')[0]}" for m in ORDER if "." in m)}
THIRD_PARTY = {"numpy": ORDER, "autograd": ["backprop", "training"]}
THIRD_PARTY["matplotlib"] = ["plots"]
# What the extra [experiments] installs, asked for when it is needed.
THIRD_PARTY |= {
    "tqdm": ["experiments.reproduce"],
    "distributed": ["experiments.runner"],
}
# Conventions: only where the caller has imported it already.
THIRD_PARTY["sklearn"] = ["conventions", "baselines.needs"]
CORE = [
    *["interactions", "averaging", "penalties", "losses", "optimizers", "metrics"],
    *["networks", "backprop", "graph", "influence"],
    *["training", "ranking"],
    *["cutoff", "confirm"],
]
MOST_CORE_LINES = 1100


def imports(source, module="__init__", package="nidlite"):
    """(modules of the package, other top-level packages) that the source imports.

    Wherever the import stands, inside functions too.
    """
    own, other = set(), set()
    folder = [package, *module.split(".")[:-1]]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = folder[: len(folder) + 1 - node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            # "from . import metrics" imports a module, or a name of the package.
            names = [base]
            if base in PACKAGES:
                names = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            top, _, rest = name.partition(".")
            if top == package:
                known = [m for m in ORDER if f"{rest}.".startswith(f"{m}.")]
                own.add(max(known, key=len, default="__init__"))
            else:
                other.add(top)
    return own, other


def wrong_imports(module, source):
    """What the module imports although it stands below it, or is not meant for it."""
    import sys

    own, other = imports(source, module)
    wrong = own - set(ORDER[: ORDER.index(module)])
    for name in other - sys.stdlib_module_names:
        if module not in THIRD_PARTY.get(name, []):
            wrong.add(name)
    return wrong


def source(module):
    """The module's source text."""
    return (FOLDER / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", ORDER)
def test_a_module_imports_only_from_modules_above_it(module):
    assert wrong_imports(module, source(module)) == set()


def test_every_module_has_its_place():
    paths = [path.relative_to(FOLDER) for path in FOLDER.glob("**/*.py")]
    modules = [".".join(path.with_suffix("").parts) for path in paths]
    # A folder's own __init__ says what is in it, and nothing else.
    inits = {
        f"{module.partition('.')[0]}.__init__" for module in ORDER if "." in module
    }
    assert sorted(modules) == sorted({*ORDER, *inits})
    assert all(imports(source(init)) == (set(), set()) for init in inits)
    assert set(CORE) < set(ORDER)


@pytest.mark.parametrize(
    "module, line, wrong",
    [
        ("influence", "from .ranking import strength", {"ranking"}),
        ("influence", "from nidlite.ranking import strength", {"ranking"}),
        ("influence", "import nidlite.ranking", {"ranking"}),
        ("influence", "from . import ranking, interactions", {"ranking"}),
        ("influence", "from . import aggregated_weights", {"__init__"}),
        ("influence", "import nidlite", {"__init__"}),
        ("influence", "from .influence import as_weights", {"influence"}),
        ("influence", "def f():\n    from .detector import detect", {"detector"}),
        ("detector", "import matplotlib.pyplot as plt", {"matplotlib"}),
        ("ranking", "from sklearn import svm", {"sklearn"}),
        ("ranking", "import os, torch.nn", {"torch"}),
        ("interactions", "from autograd import grad", {"autograd"}),
        ("tabular.tables", "from .reading import read_csv", {"tabular.reading"}),
        ("tabular.tables", "from ..detector import detect", {"detector"}),
        ("tabular.tables", "from . import reading", {"tabular.reading"}),
        ("splits", "from .reporting import report", {"reporting.report"}),
        ("detecting", "from .reporting.report import html", set()),
        ("tabular.tables", "from .frames import unpack", set()),
        ("ranking", "import numpy.linalg", set()),
        ("ranking", "from .influence import as_weights", set()),
        ("__main__", "from . import __version__", set()),
    ],
)
def test_the_check_rejects_a_wrong_import_and_takes_a_right_one(module, line, wrong):
    assert wrong_imports(module, source(module) + "\n" + line) == wrong


def test_the_core_is_one_sitting():
    def lines_of(module):
        return sum(bool(line.strip()) for line in source(module).splitlines())

    lines = {module: lines_of(module) for module in CORE}
    assert sum(lines.values()) <= MOST_CORE_LINES, lines
