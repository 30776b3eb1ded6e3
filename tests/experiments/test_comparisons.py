"""Baselines as units of work: the rows of a training, stored like one."""

from dataclasses import replace

import numpy as np
import pytest
from made_up import SMOKE, at_once

from nidlite.baselines.methods import METHODS, compare, ranked
from nidlite.detector import detect, stream
from nidlite.experiments import comparisons
from nidlite.experiments.comparisons import Comparison, comparison, ranking_of
from nidlite.experiments.problems import Problem, draw
from nidlite.experiments.rows import PRESETS
from nidlite.experiments.store import key
from nidlite.training import RECIPE


@pytest.mark.parametrize(
    "problem", [Problem("F5", 600, 0.5), Problem("fhim", 600, features=20)]
)
@pytest.mark.parametrize("name", ["anova", "hier_lasso", "additive_groves"])
def test_a_comparison_is_the_baseline_on_the_rows_that_nid_has(name, problem):
    unit = comparison(SMOKE, problem, 3, name)
    result = at_once([unit])[unit]
    settings = {"fractions": problem.fractions, "noise": problem.noise}
    table, truths = draw(problem, 3)
    parts = detect(table, 3, recipe=replace(RECIPE, epochs=1), **settings).split
    X, y = map(np.concatenate, zip(parts.train, parts.valid))
    rng, labels = stream(3, "baseline"), problem.name == "fhim"
    found = compare(name, X, y, rng, labels, **dict(unit.settings))
    np.testing.assert_array_equal(result.strengths, found.strengths)
    assert ranking_of(result) == list(ranked(found))
    assert result.truths == list(truths) and result.seconds > 0
    assert len(result.names) == len(found.strengths)


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
    with pytest.raises(ValueError, match="two classes"):
        Comparison(Problem("F5", 600), 0, "shooter").work()
    arrays = comparison(
        SMOKE, Problem("shooter", 600, features=20), 0, "shooter"
    ).work()
    assert arrays["strengths"].shape == (20, 20)


@pytest.mark.parametrize("preset", PRESETS.values())
def test_settings_are_those_asked_for_and_the_presets(preset):
    unit = comparison(preset, Problem("F5"), 0, "additive_groves", largest=3)
    small = comparisons.SMALLER.get(preset.name, {}).get("additive_groves", {})
    assert unit.settings == tuple(sorted(({"largest": 3} | small).items()))
    assert unit.title == "AG"


def test_an_estimate_grows_with_the_work():
    unit = comparison(PRESETS["paper"], Problem("F5"), 0, "additive_groves")
    assert unit.estimate == comparisons.SECONDS["additive_groves"]
    twice = replace(unit, settings=(("bags", 4), ("largest", 3)))
    assert twice.estimate == pytest.approx(2 * unit.estimate)
    higgs = replace(unit, problem=Problem("higgs"))
    assert higgs.estimate == pytest.approx(unit.estimate * (30 * 29) / (10 * 9))
    small = comparison(SMOKE, Problem("F5"), 0, "additive_groves")
    assert small.estimate < unit.estimate / 100
    assert set(comparisons.SECONDS) == set(METHODS)
