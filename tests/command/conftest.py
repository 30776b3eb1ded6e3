"""The command in this process."""

import pytest

from nidlite.__main__ import main
from nidlite.notebook.progress import Status


@pytest.fixture(autouse=True)
def not_quiet(monkeypatch):
    """What --quiet sets is for one command: here the next test is in its process."""
    monkeypatch.setattr(Status, "quiet", False)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command in an empty folder: (exit status, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        return main([str(word) for word in words]), *capsys.readouterr()

    return run
