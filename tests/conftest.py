"""Before any test imports NumPy: one BLAS thread, which is enough for small matrices.

More threads only wait for one another when other processes keep the cores busy.
"""

import os
import signal
from contextlib import suppress

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Behind a shell's & Ctrl-C is ignored, by all processes that the tests start, too.
with suppress(ValueError):  # which is raised outside of the main thread
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run the command in an empty folder: (exit status, stdout, stderr)."""
    from nidlite.__main__ import main

    monkeypatch.chdir(tmp_path)
    return lambda *words: (main([str(word) for word in words]), *capsys.readouterr())


@pytest.fixture
def undrawn(monkeypatch):
    """Every picture is one point: drawing takes most of the time of a short run."""
    from matplotlib.figure import Figure
    from matplotlib.image import imsave

    def save(figure, file, format="png", **_):
        if format == "svg":
            file.write("<svg></svg>")
        else:
            imsave(file, [[[0.0] * 3]], format="png")

    monkeypatch.setattr(Figure, "savefig", save)


@pytest.fixture
def quick_answer(monkeypatch):
    """Fewer starts, short refits and glass boxes: an answer takes half of the time."""
    from nidlite.agreement import constants, halves
    from nidlite.cutoff import additive

    monkeypatch.setattr(additive, "EFFORTS", additive.EFFORTS[:1])
    monkeypatch.setattr(halves, "MOST_STARTS", 2)
    monkeypatch.setattr(constants, "REFIT_STEPS", 500)


@pytest.fixture(scope="session")
def chromium():
    """One headless browser for all tests that need one; without it they are skipped."""
    import browser

    if not browser.PATH:
        pytest.skip("no Chromium is installed")
    with browser.Browser() as started:
        yield started
