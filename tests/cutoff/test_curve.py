"""Both stopping rules on hand-made curves (Sec. 4.3, 5.3), and what is a gain."""

from dataclasses import replace

import numpy as np
import pytest

from nidlite.cutoff.curve import FAINT, RULES, Cutoff, better

CHAIN = [(k, k + 1) for k in range(20)]  # candidates without subsets of each other


def curve(losses, rule="plateau", reference=0, patience=2, tolerance=0.1, sets=CHAIN):
    errors = [np.full(4, loss) for loss in losses]  # of four rows, all alike
    return Cutoff(list(sets), reference, rule, patience, tolerance, errors)


def by_definition(losses, patience, tolerance, K=0):
    """On from K to the first real improvement within the patience, if there is one."""
    for later in range(K + 1, min(K + patience, len(losses) - 1) + 1):
        if losses[later] < (1 - tolerance) * losses[K]:
            return by_definition(losses, patience, tolerance, later)
    return K


def is_the_plateau(rule, seeds=200):
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        n, patience = rng.integers(1, 12), int(rng.integers(1, 5))
        losses = list(np.cumprod(np.maximum(rng.normal(0.95, 0.1, size=n), 0.1)))
        tolerance = float(rng.choice([0, 0.02, 0.1]))
        right = by_definition(losses, patience, tolerance)
        if rule(losses, patience, tolerance) != right:
            return False
    return True


def test_the_plateau_is_its_definition_on_random_curves():
    assert is_the_plateau(lambda a, p, t: curve(a, patience=p, tolerance=t).K)
    assert not is_the_plateau(lambda losses, p, t: by_definition(losses, p + 1, t))
    assert not is_the_plateau(lambda losses, p, t: by_definition(losses, p, 0))


def test_the_reference_is_reached_at_the_first_loss_that_is_no_larger():
    losses = [1.0, 0.6, 0.4, 0.5, 0.2]
    for reference, K in [(2.0, 0), (1.0, 0), (0.6, 1), (0.5, 2), (0.3, 4), (0.2, 4)]:
        grown = curve(losses, "reference", reference)
        assert grown.reached == grown.K == K
    # If it is never reached, all real gains are taken, whatever stood between them.
    grown = curve([1.0, 0.5, 0.5, 0.5, 0.3, 0.3], "reference", reference=0.1)
    assert grown.reached is None and grown.K == 4
    assert replace(grown, rule="plateau").K == 1
    # Up to a difference that is too faint to look for.
    near = 0.5 - 0.9 * FAINT, 0.5 - 1.1 * FAINT
    assert [curve([1.0, 0.5], "reference", r).reached for r in near] == [1, None]
    # The plateau rule does not look at it.
    grown = curve([1.0, 0.5, 0.3, 0.3, 0.3], "plateau", reference=0.6)
    assert (grown.reached, grown.K) == (1, 2)


def test_what_was_added_without_a_gain_is_not_identified():
    # K = 2 falls by 1 percent, and K = 4 is worse than the best before.
    errors = [1.0, 0.5, 0.495, 0.3, 0.4, 0.2]
    grown = curve(errors, "reference", 0.2, sets=CHAIN[:5])
    assert grown.K == 5 and grown.gains() == [1, 3, 5]
    assert grown.interactions == [CHAIN[0], CHAIN[2], CHAIN[4]]
    # Rows of one person err alike: two persons are no evidence.
    person, by_row = np.repeat([0, 1], 200), np.repeat([1.0, 0.3], 200)
    of = {"ranked": by_row, "errors": [np.full(400, 1.0), by_row]}
    alone, persons = (Cutoff([(0, 1)], **of, groups=g) for g in (None, person))
    assert (alone.gains(), persons.gains()) == ([1], [])
    assert (alone.reached, persons.reached) == (1, 0)
    # Nothing above the cutoff counts, gain or not.
    grown = curve(errors, "reference", 0.3, sets=CHAIN[:5])
    assert grown.K == 3 and grown.interactions == [CHAIN[0], CHAIN[2]]
    # A subset of a later one leaves the list when that one comes in.
    candidates = [(0, 1), (2, 3), (0, 1, 4)]
    found = [curve(np.geomspace(1, 0.1, K + 1), sets=candidates) for K in (2, 3)]
    assert found[0].interactions == [(0, 1), (2, 3)]
    assert found[1].interactions == [(2, 3), (0, 1, 4)]


def test_it_ends_when_the_rule_is_met_or_no_candidate_is_left_and_says_which():
    falling, flat = [1.0, 0.5, 0.25], [1.0, 0.5, 0.5, 0.5]
    for grown, words in (
        (curve(falling), ""),
        (curve(flat), "plateau"),
        (curve(flat[:3]), ""),
        (curve(falling, "reference", reference=0.2), ""),
        (curve(falling, "reference", reference=0.25), "reached the reference"),
        # Sec. 5.3: a plateau does not end it before the reference is reached.
        (curve(flat, "reference", reference=0.2), ""),
        (curve([1.0], sets=CHAIN[:1]), ""),
        (last := curve([1.0, 0.5], sets=CHAIN[:1]), "all candidates were added"),
    ):
        assert grown.ended == words
    last.stopped = "interrupted at K = 2"
    assert last.ended == last.stopped


def test_printed_it_is_the_curve_with_the_chosen_ones_marked():
    grown = curve([1.0, 0.5, 0.5, 0.25], "reference", reference=0.5)
    assert repr(grown).splitlines() == [
        "* K = 0     1.00000  no interaction",
        "* K = 1     0.50000  x1 & x2",
        "  K = 2     0.50000  x2 & x3",
        "  K = 3     0.25000  x3 & x4",
        "  reference 0.50000",
        "ended: reached the reference",
    ]
    grown.stopped = "interrupted at K = 2"
    grown.names = ["age", "sex", "fare"] + ["-"] * 18
    table = grown.curve_table(truths=[(0, 1)])
    assert "+ age & sex" in table and table.endswith("\nnote: interrupted at K = 2")


def rows_that_fall(gain, n=100, seed=0):
    """Errors of n rows before and after: their mean falls by the gain.

    Their differences have deviation 1: three standard errors are 0.3 at n = 100.
    """
    rng = np.random.default_rng(seed)
    before, change = rng.exponential(size=n), rng.normal(size=n)
    return before, before - gain - (change - change.mean()) / change.std()


@pytest.mark.parametrize(("n", "least"), [(100, 0.3), (900, 0.1), (10_000, 0.03)])
def test_a_gain_is_three_standard_errors_of_the_paired_difference(n, least):
    for seed in range(5):
        assert better(*rows_that_fall(1.01 * least, n, seed))
        assert not better(*rows_that_fall(0.99 * least, n, seed))
        assert not better(*rows_that_fall(-2 * least, n, seed))
    # Where every row falls alike there is no noise, and a faint fall is no gain.
    before, _ = rows_that_fall(0)
    assert better(before, before - 1.01 * FAINT)
    assert not better(before, before - 0.99 * FAINT)


def test_chance_adds_nothing_by_either_rule():
    # The mean falls by 20 percent, and by chance: 0.2 is two standard errors.
    first, second = rows_that_fall(0.2)
    second *= (first.mean() - 0.2) / second.mean()
    for rule, end in zip(RULES, ("these rows cannot tell it from", "plateau")):
        candidates, errors = [(0, 1), (1, 2), (2, 3)], [first, second, second, second]
        grown = Cutoff(candidates, second, rule, errors=errors)
        assert grown.losses[1] < 0.85 * grown.losses[0]
        assert grown.K == 0 and grown.ended.startswith(end)
