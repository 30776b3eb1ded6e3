"""What two networks agree on: judged by hand, on data that are what they should be."""

import os
import re
import runpy
from itertools import combinations
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

import nidlite
from nidlite.datasets.random_functions import (
    MAIN_EFFECTS,
    additive_function,
    random_function,
)
from nidlite.detector import stream
from nidlite.experiments.artefacts import two_networks
from nidlite.experiments.opinions import TwoNetworks, f1_score, judged
from nidlite.experiments.problems import Problem, draw, function
from nidlite.experiments.rows import PRESETS, preset_of, signed_rows
from nidlite.experiments.store import key
from nidlite.experiments.tuning import before
from nidlite.experiments.units import Result, as_text
from nidlite.interactions import mixed_difference
from nidlite.synthetic import SUITE
from nidlite.training import RECIPE

PAPER, COUNTS = PRESETS["paper"], two_networks.COUNTS  # whole, parts, false, missed
SCRIPT = Path(nidlite.__file__).parents[1] / "benchmarks" / "agreement.py"
TRUTHS = [(0, 1, 2), (3, 4), (5, 6)]
# whole; two of three features; one feature too many; of two truths
MIXED = [(0, 1, 2), (0, 2), (3, 4, 7), (1, 5)]
ANSWERS = [(MIXED, TRUTHS, (1, 1, 2, 2)), ([], TRUTHS, (0, 0, 0, 3))]
ANSWERS += [(TRUTHS, TRUTHS, (3, 0, 0, 0)), ([(0, 1)], [], (0, 0, 1, 0))]
SCORES = {(3, 1, 2, 2): 6 / 11, (3, 0, 0, 2): 0.75, (3, 0, 2, 0): 0.75}
SCORES |= {(3, 2, 0, 0): 0.75, (0, 0, 0, 0): 1.0, (0, 1, 0, 1): 0.0}


def answered(unit, answer, truths):
    arrays = {"answer": as_text(answer), "truths": as_text(truths)}
    return Result(unit, arrays | {"seconds": np.ones(3)})


def right_counts(judge):
    expected = [dict(zip(COUNTS, numbers)) for *_, numbers in ANSWERS]
    return [judge(answered(None, *given)) for *given, _ in ANSWERS] == expected


def right_score(score):
    scores = [score(dict(zip(COUNTS, numbers))) for numbers in SCORES]
    return scores == pytest.approx([*SCORES.values()])


WRONG = [
    lambda c: {"false": c["false"] + c["parts"], "parts": 0},  # the score is the same
    lambda c: {"missed": c["missed"] - c["parts"]},  # a part counts as found
    lambda c: {"whole": c["whole"] + c["parts"], "parts": 0},
    lambda c: {"parts": 0},
    lambda c: {"whole": c["whole"] / 2},
    lambda c: {"missed": 0},  # the score is precision
    lambda c: {"false": 0},
]


def test_an_answer_is_whole_a_part_or_false_and_scored_as_by_hand():
    assert right_counts(judged) and right_score(f1_score)
    for wrong in WRONG:
        assert not right_counts(lambda result: judged(result) | wrong(judged(result)))
    for wrong in WRONG[1:]:
        assert not right_score(lambda counts: f1_score(counts | wrong(counts)))


def joint(f, p=6):
    """The subsets of p features with a mixed difference that is not exactly 0."""

    def whole(X):  # terms in whole numbers, whose sums do not round
        return sum(np.round(2**30 * term(X)) for term in f.terms)

    a, b = np.random.default_rng(8).uniform(-1, 1, size=(2, 50, p))
    subsets = (s for size in range(2, p + 1) for s in combinations(range(p), size))
    return {s for s in subsets if np.any(mixed_difference(whole, s, a, b))}


def test_nothing_interacts_in_an_additive_function_of_the_terms_asked_for():
    rngs = map(np.random.default_rng, range(200))
    for f in (additive_function(np.random.default_rng(seed), 6) for seed in range(9)):
        assert joint(f) == set() and f.interactions == ()
    other = random_function(np.random.default_rng(0), 6)
    assert joint(other) >= set(other.interactions) != set()
    effects = {effect.format("x1") for effect in MAIN_EFFECTS}
    sizes = []
    for f in map(additive_function, rngs):
        for term in f.terms:
            [i] = term.interaction
            size, effect = re.fullmatch(r"-?(?:([\d.]+)\*)?(\D.*)", term.name).groups()
            assert 0.5 <= float(size or 1) <= 2
            assert re.sub(rf"\bx{i + 1}\b", "x1", effect) in effects
        features = [i for term in f.terms for i in term.interaction]
        assert features[:2] == [0, 1] and features == sorted(set(features))
        sizes.append(len(features))
    # Each of the other eight has a chance of 0.7; a mean's deviation is 1.3 / sqrt(200)
    assert np.mean(sizes) == pytest.approx(2 + 0.7 * 8, abs=5 * 0.092)


def test_noise_on_the_outcome_has_the_stated_deviation_and_changes_nothing_else():
    n = 20_000
    X, y = SUITE["F2"].sample(n, stream(3, "sample"))
    assert abs(y.std() - 1) > 0.1  # more than what is tolerated below
    for level in (0.0, 0.25, 1.0):
        table, truths = draw(Problem("F2", n, outcome_noise=level), 3)
        added = (table.y - y) / y.std()
        assert (table.X == X).all() and truths == SUITE["F2"].interactions
        assert level or (table.y == y).all()
        # Five deviations of a mean, of a deviation and of a covariance
        assert abs(added.mean()) <= 5 * level / np.sqrt(n)
        assert added.std() == pytest.approx(level, rel=5 / np.sqrt(2 * n))
        assert abs(np.cov(added, y / y.std())[0, 1]) <= 5 * level / np.sqrt(n)


@pytest.mark.skipif(not SCRIPT.exists(), reason="not in a checkout")
def test_the_benchmark_and_the_artefact_share_their_units():
    with patch.dict(os.environ):
        script = runpy.run_path(str(SCRIPT))
    cases = [("suite", k) for k in range(100)]
    kinds = ["random", "random 5,000 rows"]
    kinds += [f"random noise {noise}" for noise in (0.25, 0.5, 1)]
    cases += [(kind, k) for kind in kinds for k in range(10)]
    theirs = {key(TwoNetworks(*script["problem"](*case), RECIPE)) for case in cases}
    units = two_networks.units(PAPER)
    assert len(theirs) == len(cases) and theirs < {key(unit) for unit in units}
    assert len(units) == len(set(units)) == 10 * (10 + 12 + 1)


def test_a_run_covers_trial_after_trial_and_tuning_leaves_it_alone():
    units, smoke = two_networks.units(PAPER), two_networks.units(preset_of("smoke"))
    assert units[:23] == two_networks.units(preset_of("paper", 1))
    assert before(units[:3], lambda unit: None) == units[:3]
    assert {unit.problem.rows for unit in smoke} == {600} and len(smoke) == 3 * 15


def test_rows_and_verdict_are_those_of_invented_answers():
    def answer(problem, seed, truths):
        if (problem.name, seed) == ("F6", 1):
            return [*truths[1:], truths[3][:2], (0, 9)]  # one missed, a part, a false
        if problem.name == "additive1101":
            return [(0, 1)]
        return truths[:1] if problem.outcome_noise == 1 else truths

    two, results = preset_of("paper", 2), {}
    for unit in two_networks.units(two):
        truths = function(unit.problem.name).interactions
        said = answer(unit.problem, unit.seed, truths)
        results[unit] = answered(unit, said, truths)
    rows = signed_rows(two_networks, two, results)
    lines = {(x[""], x["rows"], x["noise"]): x for x in two_networks.side_by_side(rows)}
    f6, additive = lines["F6", "30,000", "0"], lines["additive", "5,000", "0.5"]
    shown = [f6[k] for k in (*COUNTS, "F1 score", "precision", "recall")]
    # 14 / (14 + 3), 8 of 9, 7 of 8
    assert shown == ["7", "1", "1", "1", "0.824", "0.889", "0.875"]
    few, many = (lines["random", "2,000", noise] for noise in ("1", "0.5"))
    assert few["whole"] == "2" and few["precision"] == many["F1 score"] == "1.000"
    assert int(few["whole"]) + int(few["missed"]) == int(many["whole"])
    assert (additive["false"], additive["with a claim"]) == ("1", "1")
    verdict = two_networks.verdict(rows)
    assert "on 81 of 82 true interactions as a whole, beside 1 parts" in verdict
    assert "and 1 false ones; F1 scores below 1: F6 (0.824). " in verdict
    assert "at best" in verdict and "noise 1: 2 whole, 0 parts, 0 false, " in verdict
    assert verdict.endswith(
        "Of 2 sums without interactions, 1 get a claim; none should."
    )
