"""A small table for the command, and short work."""

from dataclasses import replace
from functools import partialmethod
from pathlib import Path

import pytest
from houses import rows, text

from nidlite.notebook.detection import Detection
from nidlite.notebook.progress import Status
from nidlite.recipes import CUTOFF_RECIPE


@pytest.fixture(autouse=True)
def not_quiet(monkeypatch):
    """What --quiet sets is for one command: here the next test is in its process."""
    monkeypatch.setattr(Status, "quiet", False)


@pytest.fixture
def houses(run, undrawn):
    """houses.csv, and pictures that are one point."""
    Path("houses.csv").write_text(text(rows()))


@pytest.fixture
def short_cutoff(monkeypatch):
    """MLP-Cutoff trains for two epochs: enough for a curve and its files."""
    cutoff = partialmethod(Detection.cutoff, recipe=replace(CUTOFF_RECIPE, epochs=2))
    monkeypatch.setattr(Detection, "cutoff", cutoff)
