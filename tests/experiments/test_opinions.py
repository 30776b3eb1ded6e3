"""What two networks agree on: judged by hand, on data that are what they should be."""

import os
import runpy
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from made_up import grown

import nidlite
from nidlite.experiments import opinions
from nidlite.experiments.artefacts import fig6, two_networks
from nidlite.experiments.finished import Result, as_interactions
from nidlite.experiments.opinions import (
    PairsByTwo,
    TwoNetworks,
    claimed_by,
    f1_score,
    judged,
)
from nidlite.experiments.problems import Problem, draw, function
from nidlite.experiments.rows import PRESETS, preset_of, signed_rows
from nidlite.experiments.store import key
from nidlite.experiments.tuning import before
from nidlite.experiments.units import Training, as_text
from nidlite.notebook.detection import detect_table as detect
from nidlite.recipes import RECIPE
from nidlite.splits import stream
from nidlite.synthetic import SUITE

PAPER, COUNTS = PRESETS["paper"], two_networks.COUNTS  # whole, parts, false, missed
SCRIPT = Path(nidlite.__file__).parents[1] / "benchmarks" / "agreement.py"
TRUTHS = [(0, 1, 2), (3, 4), (5, 6)]
# whole; two of three features; one feature too many; of two truths
MIXED = [(0, 1, 2), (0, 2), (3, 4, 7), (1, 5)]
ANSWERS = [(MIXED, TRUTHS, (1, 1, 2, 2)), ([(0, 1)], [], (0, 0, 1, 0))]
SCORES = {(3, 1, 2, 2): 6 / 11, (3, 0, 0, 2): 0.75, (3, 0, 2, 0): 0.75}
SCORES |= {(3, 2, 0, 0): 0.75, (0, 0, 0, 0): 1.0, (0, 1, 0, 1): 0.0}


@pytest.fixture
def by_hand(monkeypatch):
    """What is claimed is what `answered` was given."""

    def claimed(result, level=None):
        return as_interactions(result.arrays["answer"])

    monkeypatch.setattr(opinions, "claimed_by", claimed)


def test_claims_are_those_of_what_the_networks_said():
    sets = [(0, 1), (0, 2), (1, 2), (0, 1, 2)]
    said, clear = {"asked": as_text(sets), "learned": True}, [0.1, 0.9, 9.0]
    said |= {"said": np.array([clear] * 4), "kin": np.zeros(3)}
    assert claimed_by(Result(None, said)) == [(0, 1, 2)]
    assert claimed_by(Result(None, said | {"learned": False})) == []
    doubt = np.array([clear, clear, clear, [0.1, 0.1, 9.0]])
    assert sorted(claimed_by(Result(None, said | {"said": doubt}))) == sets[:3]


def answered(unit, answer, truths):
    arrays = {"answer": as_text(answer), "truths": as_text(truths)}
    return Result(unit, arrays | {"seconds": np.ones(3)})


WRONG = [
    lambda c: {"false": c["false"] + c["parts"], "parts": 0},  # the score is the same
    lambda c: {"whole": c["whole"] + c["parts"], "parts": 0},
    lambda c: {"missed": c["missed"] - c["parts"]},  # a part counts as found
    lambda c: {"missed": 0},  # the score is precision
    lambda c: {"false": 0},
]


def test_an_answer_is_whole_a_part_or_false_and_scored_as_by_hand(by_hand):
    said = [judged(answered(None, *given)) for *given, _ in ANSWERS]
    expected = [dict(zip(COUNTS, numbers)) for *_, numbers in ANSWERS]
    given = [dict(zip(COUNTS, numbers)) for numbers in SCORES]
    scores = pytest.approx([*SCORES.values()])
    assert said == expected and [*map(f1_score, given)] == scores
    for wrong in WRONG:
        assert [c | wrong(c) for c in said] != expected
        same_score = wrong is WRONG[0]
        assert ([f1_score(c | wrong(c)) for c in given] == scores) == same_score


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
    kinds = "", " 5,000 rows", " noise 0.25", " noise 0.5", " noise 1"
    cases += [(f"random{kind}", k) for kind in kinds for k in range(10)]
    theirs = {key(TwoNetworks(*script["problem"](*case), RECIPE)) for case in cases}
    units, smoke = two_networks.units(PAPER), two_networks.units(preset_of("smoke"))
    assert units[-100:] == fig6.units(PAPER)  # MLP-Cutoff beside
    units, smoke = units[:-100], [u for u in smoke if isinstance(u, TwoNetworks)]
    assert len(theirs) == len(cases) and theirs < {key(unit) for unit in units}
    # a run covers trial after trial, and tuning leaves it alone
    assert units[:23] == two_networks.units(preset_of("paper", 1))[:23]
    assert before(units[:3], lambda unit: None) == units[:3]
    assert {unit.problem.rows for unit in smoke} == {600} and len(smoke) == 3 * 15


def test_rows_and_verdict_are_those_of_invented_answers(by_hand):
    two, results = preset_of("paper", 2), {}
    for unit in fig6.units(two):  # the top two count: the first alone was a gain
        results[unit] = grown(unit, [(0, 1), (0, 2), (0, 3)], 2)
        results[unit].arrays["gains"] = np.array([1, 3])
    for unit in two_networks.units(two)[:-20]:
        truths = function(unit.problem.name).interactions
        said = truths[:1] if unit.problem.outcome_noise == 1 else truths
        if (unit.problem.name, unit.seed) == ("F6", 1):
            said = [*truths[1:], truths[3][:2], (0, 9)]  # one missed, a part, a false
        said = [(0, 1)] if unit.problem.name == "additive1201" else said
        results[unit] = answered(unit, said, truths)
    rows = signed_rows(two_networks, two, results)
    lines = {(x[""], x["rows"], x["noise"]): x for x in two_networks.side_by_side(rows)}
    f6, additive = lines["F6", "30,000", "0"], lines["additive", "5,000", "0.5"]
    shown = [f6[k] for k in (*COUNTS, "F1 score", "precision", "recall")]
    # 14 / (14 + 3), 8 of 9, 7 of 8
    assert shown == ["7", "1", "1", "1", "0.824", "0.889", "0.875"]
    assert lines["random", "2,000", "0.5"]["F1 score"] == "1.000"
    assert (additive["false"], additive["with a claim"]) == ("1", "1")
    # x1 & x2 is true in six functions of ten and a part of a true one in the others
    true = sum((0, 1) in f.interactions for f in SUITE.values())
    assert lines["F6", "30,000", "0"]["MLP-Cutoff: whole, parts, false"] == "2, 0, 0"
    verdict = two_networks.verdict(rows)
    assert f"MLP-Cutoff: {2 * true} whole, {20 - 2 * true} parts, 0 false" in verdict
    assert "on 81 of 82 true interactions as a whole, beside 1 parts" in verdict
    assert "and 1 false ones; F1 scores below 1: F6 (0.824). " in verdict
    assert "noise 1: 2 whole, 0 parts, 0 false, " in verdict
    assert verdict.endswith(
        "Of 2 sums without interactions, 1 get a claim; none should."
    )


def test_pairs_by_two_are_of_the_training_and_of_another_network():
    training = Training(Problem("F5", 600), 1, "mlp-m", replace(RECIPE, epochs=3))
    needed = Result(training, training.work())
    arrays = PairsByTwo(training).work(needed)
    table, _ = draw(training.problem, 1)
    fractions = training.problem.fractions
    found = detect(table, 1, recipe=training.recipe, fractions=fractions)
    assert np.array_equal(arrays["supported"], found.supported_pairwise_strengths())
    assert np.array_equal(arrays["agreed"], found.agreed_pairwise_strengths())
    done = Result(PairsByTwo(training), arrays)
    assert done.truths == needed.truths and done.seconds > 0
