"""Every table and figure at the preset "smoke", or less, with real trainings."""

from concurrent.futures import Executor, Future
from dataclasses import replace
from unittest.mock import patch

import pytest

from nidlite import InputError
from nidlite.averaging import MEANS
from nidlite.command.reproduce import write
from nidlite.experiments import page
from nidlite.experiments.artefacts.index import ARTEFACTS, TRIMMED, artefact
from nidlite.experiments.problems import Problem
from nidlite.experiments.rows import SIGNATURE, load_rows, preset_of, signed_rows
from nidlite.experiments.runner import complete, run
from nidlite.experiments.store import Store
from nidlite.synthetic import SUITE

pytestmark = pytest.mark.long  # all of them; test_reproduce.py makes three
SMOKE = replace(preset_of("smoke"), rows=100, real_rows=100, epochs=1)
FEW = {name: SUITE[name] for name in ("F1", "F6", "F7")}  # some are asked for by name


class Here(Executor):
    def submit(self, work, *args):
        future = Future()
        future.set_result(work(*args))
        return future


def at_hand(module, preset, monkeypatch) -> list:
    """The artefact's units; skips the test if it needs Higgs and that is not here."""
    with monkeypatch.context() as patch:
        patch.setattr(Problem, "digest", "")  # which asks for the file
        units = complete(module.units(preset))
    try:
        assert all(unit.problem.digest is not None for unit in units)
    except InputError as error:
        pytest.skip(str(error))
    return units


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("smoke")


@pytest.fixture
def preset(name):
    """Fewer trials, functions where none is named, and means: they are enough."""
    functions = SUITE if name in ("fig9", "table3") else FEW
    means = {mean: MEANS[mean] for mean in ("maximum", "minimum")}
    with patch.dict(SUITE, functions, clear=True), patch.dict(MEANS, means, clear=True):
        yield replace(SMOKE, trials=3 if name in TRIMMED else 2)


@pytest.mark.parametrize("name", ARTEFACTS)
def test_an_artefact_is_made_of_its_units(preset, folder, monkeypatch, name):
    module, done = artefact(name), []
    units = at_hand(module, preset, monkeypatch)
    store = Store(folder / "trainings", pytest.fail)
    results = run(module.units(preset), Here(), store, done.append)
    assert set(results) == set(units)
    assert all(store.get(unit) is not None for unit in units)
    made = signed_rows(module, preset, results)
    write(folder, name, module, made)
    assert (folder / f"{name}.png").exists() == hasattr(module, "figure")
    loaded = load_rows(folder / f"{name}.csv")
    for row in loaded:
        assert list(row) == list(loaded[0]) and set(SIGNATURE) <= set(row)
        assert row["preset"] == "smoke" and row["trials"] >= 1
    section = page.section(name, module, loaded)
    assert section == page.section(name, module, made) and module.TITLE in section
    assert section in page.text(folder)
    assert (folder / f"{name}.csv").stat().st_size < 150_000
    # again: the same rows, and nothing is trained
    done.clear()
    again = run(module.units(preset), Here(), store, done.append)
    again = [row | {"seconds": 0} for row in signed_rows(module, preset, again)]
    assert again == [row | {"seconds": 0} for row in made] and done == []
    # a single trial, which is stored, is enough unless it is said not to be
    one = replace(preset, trials=1)
    results = run(module.units(one), Here(), store, done.append)
    assert done == []
    if name in TRIMMED:
        with pytest.raises(ValueError, match="three or more numbers"):
            signed_rows(module, one, results)
    else:
        assert signed_rows(module, one, results)
