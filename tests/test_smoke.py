"""Every table and figure at the preset "smoke", with its real trainings."""

from concurrent.futures import Executor, Future

import pytest

from nidlite import InputError
from nidlite.command.reproduce import write
from nidlite.experiments import page
from nidlite.experiments.artefacts.index import ARTEFACTS, TRIMMED, artefact
from nidlite.experiments.problems import Problem
from nidlite.experiments.rows import SIGNATURE, load_rows, preset_of, signed_rows
from nidlite.experiments.runner import complete, run
from nidlite.experiments.store import Store

SMOKE = preset_of("smoke")


class Here(Executor):
    """Trains when it is asked to."""

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
    """Where all of them are made."""
    return tmp_path_factory.mktemp("smoke")


@pytest.mark.parametrize("name", ARTEFACTS)
def test_an_artefact_is_made_of_the_units_that_it_names(folder, monkeypatch, name):
    module, done = artefact(name), []
    units = at_hand(module, SMOKE, monkeypatch)
    store = Store(folder / "trainings", pytest.fail)
    results = run(module.units(SMOKE), Here(), store, done.append)
    assert set(results) == set(units)
    assert all(store.get(unit) is not None for unit in units)
    made = signed_rows(module, SMOKE, results)
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
    if name != "fig3":  # which takes its time to read the networks
        again = run(module.units(SMOKE), Here(), store, done.append)
        again = [row | {"seconds": 0} for row in signed_rows(module, SMOKE, again)]
        assert again == [row | {"seconds": 0} for row in made] and done == []


@pytest.mark.parametrize("name", ARTEFACTS)
def test_a_single_trial_is_enough_unless_it_is_said_not_to_be(
    folder, monkeypatch, name
):
    module, store = artefact(name), Store(folder / "trainings")
    one = preset_of("smoke", 1)
    at_hand(module, one, monkeypatch)
    if name == "fig3":  # all six would take seconds
        monkeypatch.setattr(module, "MEANS", {"minimum": module.MEANS["minimum"]})
    results = run(module.units(one), Here(), store)
    if name in TRIMMED:
        with pytest.raises(ValueError, match="three or more numbers"):
            signed_rows(module, one, results)
    else:
        assert signed_rows(module, one, results)
