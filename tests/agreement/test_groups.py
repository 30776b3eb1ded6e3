"""Rows of one person or one day stay together, and say no more than they do."""

from dataclasses import replace

import numpy as np
import pytest

from nidlite import detect_interactions, load
from nidlite.agreement import constants, unseen
from nidlite.agreement.halves import halves
from nidlite.cutoff import additive
from nidlite.recipes import Recipe
from nidlite.report.sentences import answer_notes
from nidlite.splits import split, split_of

pytestmark = pytest.mark.usefixtures("quick_answer")
PERSON = np.arange(400) // 5 % 40  # twice five rows of each of 40
X = np.random.default_rng(0).normal(size=(400, 2))


def test_no_group_is_in_two_parts_or_in_both_halves():
    for groups in (PERSON, None):
        parts = split(X, PERSON, np.random.default_rng(0), dtype=float, groups=groups)
        cut = halves(parts, np.random.default_rng(1))
        whose = [
            [{*np.rint(parts.unscale_y(y)).tolist()} for _, y in some]
            for some in ([parts.train, parts.valid, parts.test], cut)
        ]
        assert sum(len(y) for _, y in cut) + len(parts.test[1]) == 400
        sizes = [[*map(len, sets)] for sets in whose]
        apart = [sum(each) for each in sizes] == [40, 36]
        assert apart == (sizes == [[32, 4, 4], [18, 18]]) == (groups is not None)
        if apart:
            assert np.array_equal(np.rint(parts.unscale_y(cut[0][1])), cut[0].groups)


def test_groups_stay_whole_where_few_of_them_have_a_class():
    y, whole = np.isin(PERSON, [3, 17, 30]) * 1.0, 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        parts = split(X, y, rng, classification=True, dtype=float, groups=PERSON)
        parts = [parts.train, parts.valid, parts.test]
        assert all({*y} == {0, 1} for _, y in parts)
        whole += sum(len({*part.groups}) for part in parts) == 40
    assert whole == 20  # one deal alone: 2 of 20


def persons():
    """Three columns tell the person, and no one that person's own effect."""
    rng, person = np.random.default_rng(0), np.repeat(np.arange(100), 15)
    own, X = rng.normal(size=(100, 4)), rng.normal(size=(1500, 6))
    X[:, :3] = own[person, :3]
    y = X[:, 0] + X[:, 3] + 2 * own[person, 3] + 2 * X[:, 4] * X[:, 5]
    return X, y + 0.3 * rng.normal(size=1500), person


def test_what_tells_a_person_is_no_interaction(tmp_path, monkeypatch):
    X, y, person = persons()
    monkeypatch.setattr(constants, "WIDE", 500)  # too few for a step at each person's
    alone = detect_interactions(X, y, epochs=30)
    claimed = [{*a.interaction} for a in alone.agreed()]
    assert {4, 5} in claimed and any(i <= {0, 1, 2} for i in claimed)
    *_, told = answer_notes(alone)
    assert "the errors of consecutive rows are correlated (0." in told
    found = detect_interactions(X, y, epochs=30, groups=person)
    assert [a.interaction for a in found.agreed()] == [(4, 5)]
    assert [*answer_notes(found)] == [] and found.alike == 0
    found.save(tmp_path / "a.npz")
    loaded = load(tmp_path / "a.npz")
    needed = loaded.opinion.needed
    assert 0.05 < needed.signal < 0.9  # half of the outcome is the persons' own
    assert len({*found.cutoff(Recipe(epochs=1), most=0).groups}) == 10
    for groups, rows in zip(needed.groups, needed.rows):
        own = np.column_stack([groups, needed.X[rows, :3]])
        assert len(np.unique(own, axis=0)) == len({*groups}) < 60
    some, rng = np.arange(9), np.random.default_rng(0)
    witness = unseen.witness(loaded, 0, some, some, 2, rng)
    assert np.array_equal(witness.groups, loaded.rows[1].groups[:9])
    monkeypatch.setattr(constants, "WITNESSES", (100, 200))  # no outcome is heard twice
    for first, more in zip(*unseen.witnesses_of(loaded, rng)):
        assert len({*first.target, *more.target}) == 300
    order = np.random.default_rng(1).permutation(1500)
    # By chance, by y, by what the network knows, with copies.
    known = np.argsort(alone.predict(X))
    for rows in (order, np.argsort(y), known, order.repeat(2), order[:1].repeat(50)):
        table = replace(alone.table, X=X[rows], y=y[rows])
        assert replace(alone, table=table).alike == 0
    assert replace(alone, table=replace(alone.table, X=X[15 * person])).alike > 0.2
    monkeypatch.setattr(unseen, "t_value", len)
    opinion = replace(loaded).opinion
    assert opinion.follows == 90  # of 100 groups ten are tests
    monkeypatch.setattr(unseen, "t_of_support", lambda witnesses, i: len(witnesses))
    assert opinion.evidence((0, 1)) == 4  # all that both never saw
    monkeypatch.setattr(additive, "better", lambda a, b, groups: len({*groups}))
    assert additive.enough(found, found, found).more == 20
    table = replace(found.table, X=X[15 * person], y=y[15 * person])
    assert len(split_of(table, 0).train[1]) == 1200  # its copies are in their groups
