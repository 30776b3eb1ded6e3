"""Baselines as units of work: the rows of a training, stored like one."""

from dataclasses import replace

import numpy as np
import pytest

from nidlite.baselines.methods import METHODS, compare, ranked
from nidlite.detector import detect, stream
from nidlite.experiments import comparisons
from nidlite.experiments.comparisons import Comparison, comparison, ranking_of
from nidlite.experiments.problems import Problem, draw
from nidlite.experiments.rows import preset_of
from nidlite.experiments.runner import at_once
from nidlite.experiments.store import key
from nidlite.experiments.tuning import CONSTANTS, before, tuned
from nidlite.experiments.units import Result, Training
from nidlite.training import RECIPE

SMOKE = preset_of("smoke")
FEW = replace(RECIPE, epochs=1)


def rows_of(problem, seed):
    """The training and validation rows of `detect` with the same seed."""
    table, _ = draw(problem, seed)
    settings = {"fractions": problem.fractions, "noise": problem.noise}
    parts = detect(table, seed, recipe=FEW, **settings).split
    return map(np.concatenate, zip(parts.train, parts.valid))


@pytest.mark.parametrize("problem", [Problem("F5", 600, 0.5), Problem("fhim", 600)])
@pytest.mark.parametrize("name", ["anova", "hier_lasso", "additive_groves"])
def test_a_comparison_is_the_baseline_on_the_rows_that_nid_has(name, problem):
    if problem.name == "fhim":
        problem = replace(problem, features=20)
    unit = comparison(SMOKE, problem, 3, name)
    result = at_once([unit])[unit]
    settings = dict(unit.settings)
    rng, labels = stream(3, "baseline"), problem.name == "fhim"
    found = compare(name, *rows_of(problem, 3), rng, labels, **settings)
    np.testing.assert_array_equal(result.arrays["strengths"], found.strengths)
    assert ranking_of(result) == list(ranked(found))
    assert result.truths == list(draw(problem, 3)[1])
    assert result.seconds > 0 and len(result.names) == len(found.strengths)


def test_other_rows_give_other_strengths():
    """So the test above would see rows of another seed, part or noise."""
    unit = comparison(SMOKE, Problem("F5", 600), 3, "anova")
    one = unit.work()["strengths"]
    for other in (
        replace(unit, seed=4),
        replace(unit, problem=Problem("F5", 600, 0.5)),
        replace(unit, problem=Problem("F5", 900)),
    ):
        assert not np.allclose(other.work()["strengths"], one)
        assert key(other) != key(unit)


def test_two_classes_are_told():
    problem = Problem("shooter", 600, features=20)
    with pytest.raises(ValueError, match="two classes"):
        Comparison(Problem("F5", 600), 0, "shooter").work()
    assert comparison(SMOKE, problem, 0, "shooter").work()["strengths"].shape == (
        20,
        20,
    )


@pytest.mark.parametrize("preset", ["smoke", "quick", "paper"])
def test_settings_are_those_asked_for_and_the_presets(preset):
    unit = comparison(preset_of(preset), Problem("F5"), 0, "additive_groves", largest=3)
    small = comparisons.SMALLER.get(preset, {}).get("additive_groves", {})
    assert dict(unit.settings) == {"largest": 3} | small
    assert list(unit.settings) == sorted(unit.settings)
    assert unit.title == "AG"


def test_an_estimate_grows_with_the_work():
    unit = comparison(preset_of("paper"), Problem("F5"), 0, "additive_groves")
    assert unit.estimate == comparisons.SECONDS["additive_groves"]
    twice = replace(unit, settings=(("bags", 4), ("largest", 3)))
    assert twice.estimate == pytest.approx(2 * unit.estimate)
    higgs = replace(unit, problem=Problem("higgs"))
    assert higgs.estimate == pytest.approx(unit.estimate * (30 * 29) / (10 * 9))
    small = comparison(SMOKE, Problem("F5"), 0, "additive_groves")
    assert small.estimate < unit.estimate / 100
    assert set(comparisons.SECONDS) == set(METHODS)


def test_a_baseline_has_no_constant_to_tune():
    training = Training(Problem("F5", 600), 0, "mlp", FEW)
    unit = comparison(SMOKE, Problem("F5", 600), 0, "anova")
    assert before([training, unit], lambda unit: None)[-1] == unit
    asked = []

    def trained(units):
        asked.extend(units)
        history = np.array([[1, 0.5, 0.5, 0.01, 1.0]])
        return {u: Result(u, {"history": history}) for u in units}

    results = tuned([training, unit], trained)
    assert asked.count(unit) == 1 and len(asked) == len(CONSTANTS) + 1
    assert results[unit].unit == unit and set(results) == {training, unit}
