"""The tutorials: each runs as it is, and its notebook is made of it (tutorials/).

Scripts run in a copy of the folder, so that the committed pictures stay as they are,
without a display, and with warnings as errors. What takes long has the mark `long`.
"""

import json
import re
import shutil
from pathlib import Path

import pytest
from processes import ended, environment, python

TUTORIALS = Path(__file__).parents[1] / "tutorials"
# The whole paper, 00, has tests of its own.
SCRIPTS = sorted(p for p in TUTORIALS.glob("[0-9][0-9]_*.py") if p.name[:2] != "00")
SHORT = [SCRIPTS[0], SCRIPTS[5]]  # the network, and the ranking: a second each
EACH = [s if s in SHORT else pytest.param(s, marks=pytest.mark.long) for s in SCRIPTS]
README = (TUTORIALS / "README.md").read_text(encoding="utf-8")
each_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.stem)


def run(script, folder):
    """The status and the errors of a copy of the script, without a display."""
    (folder / "tutorials").mkdir()
    shutil.copy(TUTORIALS / "support.py", folder / "tutorials")
    copy = shutil.copy(script, folder / "tutorials" / script.name)
    settings = {"MPLBACKEND": "Agg", "NIDLITE_FIGURES": None}
    there = environment(**settings, PYTHONDONTWRITEBYTECODE="1")
    process = python("-W", "error", copy, cwd=folder, env=there)
    status, _, err = ended(process, timeout=None)
    return status, err


@pytest.mark.parametrize("script", EACH, ids=lambda script: script.stem)
def test_a_tutorial_runs_without_a_warning_and_saves_its_figure(script, tmp_path):
    status, err = run(script, tmp_path)
    assert status == 0, err
    assert (tmp_path / "my_figures" / f"{script.stem}.png").exists()
    # Nothing is left beside the script, where pictures are tracked.
    left = {p.name for p in (tmp_path / "tutorials").iterdir()}
    assert left == {script.name, "support.py"}


@pytest.mark.long
def test_the_numbers_of_the_pages_for_the_curious_are_right(tmp_path):
    status, err = run(TUTORIALS / "curious" / "numbers_of_pages.py", tmp_path)
    assert status == 0, err


@each_script
def test_a_tutorial_is_one_idea_and_says_its_time_seed_and_what_it_opens_up(script):
    text = script.read_text(encoding="utf-8")
    header = text.partition("\n# %%\n")[0]
    (time,) = re.findall(r"^# \*\*Time\*\* (\d+ s)\. .*\*\*Seed\*\* ", header, re.M)
    assert re.search(rf"\]\({script.name}\).*\| {time} \|", README)
    assert f"figures/{script.stem}.png" in README
    # Up to the next bold word: names of page zero, and what they do.
    (opened,) = re.findall(r"\*\*Opens up\*\* (.*?)\*\*", header.replace("\n# ", " "))
    names = set(re.findall(r"`(\w+)`", opened))
    page_zero = (TUTORIALS / "00_the_whole_paper.py").read_text(encoding="utf-8")
    assert names and all(name in page_zero for name in names)
    assert len(text.splitlines()) <= 250
    assert max(map(len, text.splitlines())) <= 88  # a cell's width on a small screen
    assert "import matplotlib" not in text and "from matplotlib" not in text
    # What the text names stays asserted.
    assert f"support.numbers_of_{script.name[:2]}(globals())" in text


def test_all_scripts_together_are_short_enough_to_be_read():
    files = [*TUTORIALS.glob("[0-9][0-9]_*.py"), TUTORIALS / "support.py"]
    files.append(TUTORIALS / "make.py")
    assert sum(len(p.read_text("utf-8").splitlines()) for p in files) <= 3_600


def cells(script):
    """[(kind, source)] of a percent script's cells, as a notebook has them."""
    found = []
    for part in re.split(r"^# %%", script, flags=re.M)[1:]:
        first, _, source = part.partition("\n")
        if text := "[markdown]" in first:
            source = re.sub(r"^# ?", "", source, flags=re.M)
        source = source.strip("\n").replace("# %matplotlib", "%matplotlib")
        found.append(("markdown" if text else "code", source))
    return found


@each_script
def test_a_notebook_has_the_script_s_cells_and_outputs_without_an_error(script):
    path = TUTORIALS / "notebooks" / f"{script.stem}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))["cells"]
    found = [(c["cell_type"], "".join(c["source"]).strip("\n")) for c in notebook]
    right = cells(script.read_text(encoding="utf-8"))
    assert found == right, "run: python tutorials/make.py"
    outputs = [o for c in notebook for o in c.get("outputs", ())]
    assert all(o["output_type"] != "error" for o in outputs)
    assert any("image/png" in o.get("data", {}) for o in outputs)
