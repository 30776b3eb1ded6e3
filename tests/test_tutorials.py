"""The tutorials: each runs as it is, and says first what it takes (tutorials/).

Every script runs in a copy of the folder, so that the committed pictures stay as they
are, from another working folder, without a display, and with warnings as errors. What
takes long has the mark `long`, and runs with `pytest -m long` only.
"""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from processes import environment

TUTORIALS = Path(__file__).parents[1] / "tutorials"
SCRIPTS = sorted(TUTORIALS.glob("[0-9][0-9]_*.py"))
SHORT = [SCRIPTS[0], SCRIPTS[5]]  # the network, and the ranking: a second each
README = TUTORIALS / "README.md"
LARGEST_FIGURE = 80_000  # bytes
LONGEST_RUN = 180  # seconds; the promise is 60 on two free cores, CI's are not free
NOTEBOOK = "04_why_the_minimum"  # a fast one: each cell is a message to a kernel
NOTEBOOK_TOOLS = ("jupytext", "nbclient", "ipykernel")


def run(command, cwd, **changes):
    """The finished process of a python command: one BLAS thread, no display, text."""
    usual = {"OPENBLAS_NUM_THREADS": "1", "MPLBACKEND": "Agg", "NIDLITE_FIGURES": None}
    there = environment(**usual, JUPYTER_PLATFORM_DIRS="1", **changes)
    how = {"cwd": cwd, "env": there, "capture_output": True, "text": True}
    return subprocess.run([sys.executable, *command], timeout=LONGEST_RUN, **how)


def copied(script, folder):
    copy = folder / "tutorials" / script.name
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(script, copy)
    return copy


def header_problems(text):
    """What a script's first cell and last heading lack, as words; [] if nothing."""
    header = text.split("\n# %%\n")[0]
    headings = re.findall(r"^# ## (.*)$", text, re.MULTILINE)
    after = text.rpartition("# ## What to try")[2]
    suggestions = re.findall(r"^# \d\. ", after, re.MULTILINE)
    checks = {
        "a title": re.match(r"# %% \[markdown\]\n# # \d+\. .+\(", header),
        "its time": re.search(r"^# \*\*Time\*\* \d+ s\.", header, re.MULTILINE),
        "its seed": re.search(r"\*\*Seed\*\* (\d|none)", header),
        "what to expect": "**Expect** " in header,
        "What to try at the end": headings[-1:] == ["What to try"],
        "3 to 5 suggestions": 3 <= len(suggestions) <= 5,
    }
    return [what for what, found in checks.items() if not found]


def test_there_are_twelve_tutorials_in_order():
    assert [script.name[:2] for script in SCRIPTS] == [f"{k:02}" for k in range(1, 13)]


IN_TURN = """
import runpy, sys
for script in sys.argv[1:]:
    runpy.run_path(script, run_name="__main__")
"""


long = partial(pytest.param, marks=pytest.mark.long)


@pytest.mark.parametrize(
    "scripts",
    [SHORT, long(SCRIPTS[1:5]), *(long([script]) for script in SCRIPTS[6:])],
    ids=lambda scripts: scripts[-1].stem,
)
def test_tutorials_run_without_a_warning_and_save_their_figures(scripts, tmp_path):
    copies = [copied(script, tmp_path) for script in scripts]
    # The short ones share a process: to start one costs more than to run them.
    done = run(["-W", "error", "-c", IN_TURN, *map(str, copies)], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for script in scripts:
        figure = tmp_path / "my_figures" / f"{script.stem}.png"
        assert figure.stat().st_size < LARGEST_FIGURE
    # Nothing is left elsewhere: not beside the script, where pictures are tracked.
    assert sorted(p.name for p in tmp_path.iterdir()) == ["my_figures", "tutorials"]
    assert sorted((tmp_path / "tutorials").iterdir()) == copies


def test_a_false_assertion_and_a_warning_would_fail(tmp_path):
    for k, line in enumerate(("assert 1 == 2", "import warnings; warnings.warn('w')")):
        script = tmp_path / f"{k}.py"
        script.write_text(f"{line}\n")
        done = run(["-W", "error", "-c", IN_TURN, str(script)], cwd=tmp_path)
        assert done.returncode == 1


@pytest.mark.long
def test_without_scikit_learn_the_comparison_says_so_and_goes_on(tmp_path):
    copy = copied(TUTORIALS / "12_against_the_rest.py", tmp_path)
    # What it asserts does not depend on scikit-learn: few rows, and no assertions (-O).
    text = copy.read_text(encoding="utf-8")
    few = text.replace("rows=2_000", "rows=200").replace("epochs=15", "epochs=1")
    assert few.count("rows=200)") == few.count("epochs=1)") == 1
    copy.write_text(few, encoding="utf-8")
    # The script's own folder comes first on the path.
    (copy.parent / "sklearn.py").write_text("raise ImportError\n")
    done = run(["-W", "error", "-O", str(copy)], cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    [line] = re.findall(r"^.* needs scikit-learn: pip install .*$", done.stdout, re.M)
    assert line.endswith("we go on without RuleFit and Shooter")
    rows = re.findall(r"^(\S+(?: 1)?)(?: +\d+\.\d+){5}$", done.stdout, re.M)
    assert rows == ["NID", "Def. 1", "ANOVA", "HierLasso", "FHIM", "AG"]
    assert (tmp_path / "my_figures" / f"{copy.stem}.png").exists()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.stem)
def test_header_states_time_and_seed_and_the_end_what_to_try(script):
    assert header_problems(script.read_text(encoding="utf-8")) == []


def test_a_header_without_one_of_them_is_rejected():
    text = SCRIPTS[0].read_text(encoding="utf-8")
    for missing, problem in (
        ("**Time** ", "its time"),
        ("**Seed** ", "its seed"),
        ("**Expect** ", "what to expect"),
        ("# ## What to try", "What to try at the end"),
    ):
        assert problem in header_problems(text.replace(missing, ""))
    assert header_problems(text + "\n# ## One more\n") == ["What to try at the end"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.stem)
def test_the_committed_figure_exists_and_is_small(script):
    figure = TUTORIALS / "figures" / f"{script.stem}.png"
    assert 1_000 < figure.stat().st_size < LARGEST_FIGURE
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_the_readme_links_every_tutorial_and_figure_with_its_time():
    text = README.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (TUTORIALS / link).exists()] == []
    for script in SCRIPTS:
        header = script.read_text(encoding="utf-8")
        (time,) = re.findall(r"\*\*Time\*\* (\d+ s)\.", header)
        assert re.search(rf"\]\({script.name}\).*\| {time} \|", text), script.name
        assert f"figures/{script.stem}.png" in links


@pytest.mark.long
def test_a_tutorial_converts_and_runs_as_a_notebook_that_shows_its_figure(tmp_path):
    absent = [t for t in NOTEBOOK_TOOLS if importlib.util.find_spec(t) is None]
    if absent:
        words = f"no {', '.join(absent)}: pip install '.[notebooks]' for this test"
        pytest.skip(words)
    copy = copied(TUTORIALS / f"{NOTEBOOK}.py", tmp_path)
    # Without -W error: other projects' warnings are not ours.
    execute = ["-c", "from nbclient.cli import main; main()", "--inplace"]
    for arguments in (
        ["-m", "jupytext", "--to", "ipynb", copy.name],
        [*execute, f"{NOTEBOOK}.ipynb"],
    ):
        folder = str(tmp_path / "ipython")
        done = run(arguments, cwd=copy.parent, IPYTHONDIR=folder)
        assert done.returncode == 0, done.stderr
    notebook = json.loads(copy.with_suffix(".ipynb").read_text(encoding="utf-8"))
    outputs = [o for c in notebook["cells"] for o in c.get("outputs", [])]
    assert outputs and all(o["output_type"] != "error" for o in outputs)
    assert any("image/png" in o.get("data", {}) for o in outputs)
    assert (copy.parent / "my_figures" / f"{NOTEBOOK}.png").exists()
