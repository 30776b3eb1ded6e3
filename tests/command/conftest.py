"""The command in this process."""

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.image import imsave

from nidlite.__main__ import main


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command in an empty folder: (exit status, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        return main([str(word) for word in words]), *capsys.readouterr()

    return run


@pytest.fixture
def undrawn(monkeypatch):
    """Every picture is one point: drawing takes most of the time of a short run."""

    def save(figure, file, **_):
        imsave(file, np.zeros((1, 1, 3)), format="png")

    monkeypatch.setattr(Figure, "savefig", save)
