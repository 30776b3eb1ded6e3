"""A small table for the command, and short work."""

from dataclasses import replace
from functools import partialmethod
from pathlib import Path

import pytest
from houses import rows, text

from nidlite.notebook.detection import Detection
from nidlite.recipes import CUTOFF_RECIPE


@pytest.fixture
def houses(run, undrawn):
    """houses.csv, also as pairs.csv, and pictures that are one point."""
    for name in ("houses.csv", "pairs.csv"):
        Path(name).write_text(text(rows()))


@pytest.fixture
def short_cutoff(monkeypatch):
    """MLP-Cutoff trains for two epochs: enough for a curve and its files."""
    cutoff = partialmethod(Detection.cutoff, recipe=replace(CUTOFF_RECIPE, epochs=2))
    monkeypatch.setattr(Detection, "cutoff", cutoff)
