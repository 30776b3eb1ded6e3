"""A student's own functions put together: train on F5, and say what their NID finds.

The functions run where every submission runs, behind closed doors and with a time
limit. F5's interactions and the judgement stay here.
"""

import re
import shutil
import tempfile
from pathlib import Path

import numpy as np

from ..errors import InputError
from ..interactions import label, ranking_table
from ..metrics import correct_before_false, pairwise_auc
from ..synthetic import SUITE
from . import assembly
from .attempts import attempt
from .exercises import source
from .shown import printable
from .submissions import find, python_files

NEEDED = ("forward", "backprop", "l1_subgradient", "adam_step", "aggregated_weights")
NEEDED += ("nid", "pairwise_strengths")
ROWS, NEW_ROWS, SECONDS = 4_000, 1_000, 60.0
PROGRAM = """
from _assembly import assembled as _assembled, own_functions
own = own_functions({files!r})
def assembled(*case): return _assembled(own, *case)
"""
FINDINGS = """\
your network: {net} of F5; error on new rows {error:.3f} of the variance
{table}
+ true, o a part of a true one, - false
true in F5: {names}
before the first false one you found {found}; AUC of your pairs {area:.3f}"""


def assemble(path, seed=0) -> tuple[str, bool]:
    """What the student's NID finds in F5, as text, and whether it came to an answer.

    Raises InputError if a function that is needed is not there.
    """
    found = {name: file for file, name in find(path)}
    if missing := [name for name in NEEDED if name not in found]:
        needs = f"--assemble needs {', '.join(NEEDED)}"
        raise InputError(f"{path} lacks {', '.join(missing)}; {needs}")
    with tempfile.TemporaryDirectory() as folder:
        for file in python_files(found["nid"].parent):  # they may import one another
            shutil.copyfile(file, Path(folder, file.name))
        shutil.copyfile(assembly.__file__, Path(folder, "_assembly.py"))
        files = {name: str(Path(folder, found[name].name)) for name in NEEDED}
        program = Path(folder, "_assembled.py")
        program.write_text(PROGRAM.format(files=files), encoding="utf-8")
        case = ", ".join(map(source, (*f5_rows(seed), seed)))
        _, [record] = attempt(program, "assembled", [case], SECONDS)
    if record["error"]:
        error = re.sub(r" \(line \d+\)$", "", record["error"])  # of the program here
        return f"your functions did not train a network: {error}", False
    try:
        return own_findings(*record["answer"]), True
    except Exception as error:
        what = printable(f"{type(error).__name__}: {error}"[:200])
        return f"no ranking, or no strengths of pairs, came back: {what}", False


def f5_rows(seed):
    """F5 without noise, scaled: X, y to train with, and X, y for its error."""
    X, y = SUITE["F5"].sample(ROWS + NEW_ROWS, np.random.default_rng(seed))
    X, y = (np.round((a - a.mean(axis=0)) / a.std(axis=0), 4) for a in (X, y))
    return X[:ROWS], y[:ROWS], X[ROWS:], y[ROWS:]


def own_findings(error, ranking, strengths) -> str:
    """The student's ranking, with a mark at what is true, and how good it is."""
    true = SUITE["F5"].interactions
    ranking = [(tuple(map(int, i)), float(omega)) for i, omega in ranking]
    first = correct_before_false(ranking, true)
    area = pairwise_auc(strengths, true)
    return FINDINGS.format(
        net=f"{assembly.HIDDEN} hidden units, {assembly.EPOCHS} epochs, {ROWS} rows",
        error=float(error),
        table=ranking_table("rank   strength  interaction", ranking, truths=true),
        names=", ".join(map(label, true)),
        found=f"{first} of {len(true)}",
        area=area,
    )
