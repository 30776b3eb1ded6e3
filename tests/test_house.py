"""The house keeps its order: the paper in front, rooms behind it, one name each.

The imports are read from the source, wherever they stand, inside functions too. The
line budgets are those of CONTRIBUTING.md.
"""

import ast
import doctest
import re
import sys
from collections import defaultdict
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import nidlite

FOLDER = Path(nidlite.__file__).parent
# The paper's modules, in its order, and what is shared by all.
CORE = [
    *["errors", "interactions", "graph", "averaging", "weights", "influence"],
    *["ranking", "networks", "penalties", "losses", "optimizers", "training"],
    *["recipes", "metrics", "synthetic", "parts", "splits", "prediction", "detector"],
]
INSIDE = ["fast", "cutoff", "agreement"]  # rooms inside of the core
FRONT = ["__init__", "__main__"]
# A room imports from the core and from the rooms that stand before it.
ROOMS = [
    *["plots", "tables", "datasets", "trained", "baselines", "report", "saving"],
    *["notebook", "scikit", "course", "experiments", "command"],
]
# What each may import beside NumPy and Python's own library.
THIRD_PARTY = {
    "autograd": ["networks", "losses", "training", "fast.backprop"],
    "matplotlib": ["plots.__init__", "plots.axes"],
    "sklearn": ["scikit.estimators", "baselines.products"],
    "pandas": ["tables.source"],
}
# Functions that every module of a family has: they are called through the module.
FAMILIES = {"command": {"add_arguments", "run"}}
PATHS = sorted(FOLDER.glob("**/*.py"))
NAMES = [".".join(p.relative_to(FOLDER).with_suffix("").parts) for p in PATHS]
# {module: its source}; a module is such as "fast.backprop".
SOURCES = dict(zip(NAMES, (path.read_text(encoding="utf-8") for path in PATHS)))
# As imports name them: a room is "fast", its module "fast.__init__".
MODULE_OF = {module.removesuffix(".__init__"): module for module in SOURCES}
parsed = cache(ast.parse)


def imports(module, source):
    """(own modules, other top-level packages) that the source imports."""
    own, other = set(), set()
    here = ["nidlite", *module.split(".")]
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level] if node.level else []
            base = ".".join([*base, *filter(None, [node.module])])
            names = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            top, _, rest = name.partition(".")
            if top != "nidlite":
                other.add(top)
                continue
            # "from .ranking import strength" is ranking; "from . import graph" is graph
            parts = rest.split(".")
            known = (".".join(parts[:k]) for k in range(len(parts), 0, -1))
            own.add(next((k for k in known if k in MODULE_OF), "__init__"))
    return own, other


def room_of(module):
    """ "core", "front", or the room: those of INSIDE are the core's."""
    first = module.partition(".")[0]
    if first in CORE + INSIDE:
        return "core"
    return "front" if first in FRONT else first


def may_import(module, imported):
    here, there = room_of(module), room_of(imported)
    if here == "front":
        return there in ("front", "core", "command")
    if imported == "__init__":  # the version: a page and kept results name it
        return here in ("report", "experiments", "command")
    if here == "core" or there == "core":
        return there == "core"
    return there in ROOMS and ROOMS.index(there) <= ROOMS.index(here)


def wrong_imports(module, source):
    own, other = imports(module, source)
    wrong = {name for name in own if not may_import(module, name)}
    for name in other - sys.stdlib_module_names - {"numpy"}:
        if module not in THIRD_PARTY.get(name, []):
            wrong.add(name)
    return wrong


@pytest.mark.parametrize("module", SOURCES)
def test_a_module_imports_only_what_the_rule_of_the_house_allows(module):
    assert wrong_imports(module, SOURCES[module]) == set()


@pytest.mark.parametrize(
    "module, line, wrong",
    [
        ("graph", "def f():\n    from .report import contents", {"report.contents"}),
        ("ranking", "import nidlite.datasets.real", {"datasets.real"}),
        ("ranking", "from sklearn import svm", {"sklearn"}),
        ("tables.table", "from ..datasets import real", {"datasets.real"}),
        ("experiments.kept", "from ..command import detect", {"command.detect"}),
        ("influence", "from .fast import rankings", set()),
        ("tables.table", "from ..detector import detect", set()),
        ("command.detect", "from ..experiments import kept", set()),
    ],
)
def test_the_check_rejects_a_wrong_import_and_takes_a_right_one(module, line, wrong):
    assert wrong_imports(module, f"{SOURCES[module]}\n{line}") == wrong


def test_the_front_shows_the_paper():
    front = {module for module in SOURCES if "." not in module}
    assert front == {*CORE, *FRONT} and len(CORE) <= 20
    rooms = {module.partition(".")[0] for module in SOURCES if "." in module}
    assert rooms == {*INSIDE, *ROOMS}


def test_the_core_has_no_circle_beside_its_fast_forms():
    core = [name for name in MODULE_OF if room_of(name) == "core"]
    parts = {name: MODULE_OF[name] for name in core if "fast" not in name}
    graph = {k: imports(m, SOURCES[m])[0] & {*parts} for k, m in parts.items()}
    while graph:
        leaves = {module for module, needed in graph.items() if not needed & {*graph}}
        assert leaves, f"a circle among {sorted(graph)}"
        graph = {m: needed for m, needed in graph.items() if m not in leaves}


def test_a_name_is_said_once():
    """No two modules, and no two public functions or classes, share a name.

    But a fast form may have its plain form's name, and all modules of a family share
    the functions that they are called by.
    """
    modules, functions = defaultdict(list), defaultdict(list)
    for module, source in SOURCES.items():
        room, _, name = module.rpartition(".")
        if name not in ("__init__", "__main__"):
            modules[name].append(module)
        for node in parsed(source).body:
            kind = ast.FunctionDef | ast.ClassDef
            if isinstance(node, kind) and not node.name.startswith("_"):
                if node.name not in FAMILIES.get(room, ()) and room != "fast":
                    functions[node.name].append(module)
    assert {n: m for n, m in modules.items() if m[1:]} == {}
    assert {n: m for n, m in functions.items() if m[1:]} == {}


INNER = [m for m in SOURCES if re.match(r"(agreement|cutoff)\.[^_]", m)]
SEEN = {*nidlite.HOMES.values(), "plots", "datasets.real", "datasets.random_functions"}


@pytest.mark.parametrize("module", sorted({*CORE, *INNER, *SEEN} - {"errors"}))
def test_the_example_in_a_module_s_docstring_runs(module):
    found = import_module(f"nidlite.{module}")
    lines = [e for t in doctest.DocTestFinder().find(found) for e in t.examples]
    assert lines, "a module of the paper, or of public names, has an example"
    assert doctest.testmod(found).failed == 0


def test_the_line_budgets_hold():
    """By how many lines folders exceed the table in CONTRIBUTING.md."""
    table = (FOLDER.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    more = {}
    for folder, lines in re.findall(r"^\| `(\w+)/` \| ([\d,]+) \|$", table, re.M):
        paths = (FOLDER.parent / folder).glob("**/*.py*")
        texts = [p.read_bytes() for p in paths if p.suffix in (".py", ".pyi")]
        more[folder] = sum(t.count(b"\n") for t in texts) - int(lines.replace(",", ""))
    assert set(more) == {"nidlite", "tests", "benchmarks"}
    assert max(more.values()) <= 0, more
