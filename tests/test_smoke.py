"""Every table and figure at the preset "smoke", with its real trainings."""

from concurrent.futures import Executor, Future

import pytest

from nidlite import InputError
from nidlite.command.reproduce import write
from nidlite.datasets.real import checked_file
from nidlite.experiments import page, rows
from nidlite.experiments.artefacts.index import ARTEFACTS, TRIMMED, artefact
from nidlite.experiments.problems import Problem
from nidlite.experiments.rows import preset_of
from nidlite.experiments.runner import complete, run
from nidlite.experiments.settings import REAL
from nidlite.experiments.store import Store

SMOKE = preset_of("smoke")


class Here(Executor):
    """Trains when it is asked to."""

    def submit(self, work, *args):
        future = Future()
        future.set_result(work(*args))
        return future


def at_hand(name, monkeypatch) -> list:
    """The artefact's units; skips the test if it needs Higgs and that is not here."""
    monkeypatch.setattr(Problem, "digest", "")  # which asks for the file
    units = complete(artefact(name).units(SMOKE))
    monkeypatch.undo()
    for problem in {unit.problem.name for unit in units} & set(REAL):
        try:
            checked_file(problem)
        except InputError as error:
            pytest.skip(str(error))
    return units


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where all of them are made."""
    return tmp_path_factory.mktemp("smoke")


@pytest.mark.parametrize("name", ARTEFACTS)
def test_an_artefact_is_made_of_the_units_that_it_names(folder, monkeypatch, name):
    units, module, done = at_hand(name, monkeypatch), artefact(name), []
    store = Store(folder / "trainings", pytest.fail)

    def trained(asked):
        assert set(asked) <= set(units)  # so that --dry-run tells the truth
        return run(asked, Here(), store, done.append)

    made = module.run("smoke", trained)
    assert all(store.get(unit) is not None for unit in units)
    write(folder, name, module, made)
    assert (folder / f"{name}.png").exists() == hasattr(module, "figure")
    loaded = rows.load_rows(folder / f"{name}.csv")
    assert module.side_by_side(made) == module.side_by_side(loaded)
    assert module.verdict(made) == module.verdict(loaded)
    for row in loaded:
        assert list(row) == list(loaded[0]) and set(rows.SIGNATURE) <= set(row)
        assert row["preset"] == "smoke" and row["trials"] >= 1
    section = page.section(name, module, loaded)
    assert section in page.text(folder) and module.TITLE in section
    assert (folder / f"{name}.csv").stat().st_size < 150_000
    # again: the same rows, and nothing is trained
    done.clear()
    if name != "fig3":  # which takes its time to read the networks
        again = module.run("smoke", trained)
        # Table 1 is not made of trainings: its seconds are those of each run
        apart = {"seconds": 0} if name == "table1" else {}
        assert [r | apart for r in again] == [r | apart for r in made] and done == []


@pytest.mark.parametrize("name", ARTEFACTS)
def test_a_single_trial_is_enough_unless_it_is_said_not_to_be(
    folder, monkeypatch, name
):
    at_hand(name, monkeypatch)
    module, store = artefact(name), Store(folder / "trainings")
    if name == "fig3":  # all six would take seconds
        monkeypatch.setattr(module, "MEANS", {"minimum": module.MEANS["minimum"]})

    def made():
        one = preset_of("smoke", 1)
        return module.run(one, lambda units: run(units, Here(), store))

    if name in TRIMMED:
        with pytest.raises(ValueError, match="three or more numbers"):
            made()
    else:
        assert made()
