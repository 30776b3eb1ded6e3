"""The executed notebooks beside the tutorials are those of the scripts (make.py)."""

import json
from pathlib import Path

import pytest
from test_readability import SCRIPTS, TUTORIALS, cells

NOTEBOOKS = TUTORIALS / "notebooks"
LARGEST = 3_000_000  # bytes, all together
ANIMATION = TUTORIALS / "course" / "weights_and_ranking.gif"
LARGEST_ANIMATION = 1_000_000  # bytes
AGAIN = "run: python tutorials/make.py"


def of_script(text):
    """[(kind, source)] of a percent script's cells, as a notebook has them."""
    found = []
    for is_text, lines in cells(text):
        source = "\n".join(lines).strip("\n").replace("# %matplotlib", "%matplotlib")
        found.append(("markdown" if is_text else "code", source))
    return found


def of_notebook(text):
    notebook = json.loads(text)
    cells = notebook["cells"]
    return [(c["cell_type"], "".join(c["source"]).strip("\n")) for c in cells]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.stem)
def test_a_notebook_has_the_script_s_cells_and_outputs_without_an_error(script):
    text = (NOTEBOOKS / f"{script.stem}.ipynb").read_text(encoding="utf-8")
    stale = of_notebook(text) != of_script(script.read_text(encoding="utf-8"))
    assert not stale, AGAIN
    notebook = json.loads(text)
    code = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    assert [c["execution_count"] for c in code] == list(range(1, len(code) + 1))
    outputs = [o for c in code for o in c["outputs"]]
    assert all(o["output_type"] != "error" for o in outputs)
    assert any("image/png" in o.get("data", {}) for o in outputs)


def test_a_changed_word_or_a_cell_more_is_stale():
    text = SCRIPTS[0].read_text(encoding="utf-8")
    fresh = of_script(text)
    assert of_script(text.replace("question", "riddle", 1)) != fresh
    assert of_script(text + "\n# %%\nprint(1)\n") != fresh
    assert of_script(text.replace("7.5", "7.6")) != fresh


def test_the_notebooks_are_small_and_say_nothing_of_where_they_were_made():
    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    assert [path.stem for path in paths] == [script.stem for script in SCRIPTS]
    assert sum(path.stat().st_size for path in paths) < LARGEST
    for path in paths:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
        assert all(cell["metadata"] == {} for cell in notebook["cells"])
        text = json.dumps([c.get("outputs") for c in notebook["cells"]])
        assert str(Path.home()) not in text and "/tmp/" not in text


def test_the_animation_is_a_small_gif():
    data = ANIMATION.read_bytes()
    assert data.startswith(b"GIF89a") and len(data) < LARGEST_ANIMATION
