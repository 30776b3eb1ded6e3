"""Names, subsets, pruning, and Definition 1 on functions whose interactions we know."""

import numpy as np
import pytest
from examples import interactions_of, subsets

from nidlite import interactions
from nidlite.interactions import is_redundant, maximal, pairs_of, percent, ranking_table


def test_as_interaction_sorts_gives_plain_ints_and_refuses_what_is_none():
    interaction = interactions.as_interaction(np.array([3, 0, 2]), p=4)
    assert interaction == (0, 2, 3) and all(type(i) is int for i in interaction)
    for wrong in [(), (1,), (1, 1), (-1, 0), (0, 3), ("a", "b"), (0, 1.5), 0, None]:
        with pytest.raises(ValueError, match="two or more"):
            interactions.as_interaction(wrong, p=3)


def test_pairs_and_maximal_ones_by_hand():
    assert pairs_of([(0, 1, 2), (1, 2), (3, 2)]) == {(0, 1), (0, 2), (1, 2), (2, 3)}
    everything = [(4, 5), (0, 1), (0, 1, 2), (1, 2), (2, 3)]
    assert maximal(everything) == [(4, 5), (0, 1, 2), (2, 3)]


def footnote_2(ranking):
    """Sec. 4.2: subsets of what is ranked above them are pruned."""
    return [
        (low, strength)
        for k, (low, strength) in enumerate(ranking)
        if not any(set(low) < set(high) for high, _ in ranking[:k])
    ]


def agrees_with_footnote_2(candidate):
    everything = subsets(range(6))
    for seed in range(100):
        order = np.random.default_rng(seed).permutation(len(everything))[:25]
        ranking = [(everything[k], 1 / (n + 1)) for n, k in enumerate(order)]
        if candidate(ranking) != footnote_2(ranking):
            return False
    return True


def test_prune_redundant_is_footnote_2():
    def subsets_above_go_too(ranking):
        return [(i, s) for i, s in ranking if not is_redundant(i, dict(ranking))]

    assert agrees_with_footnote_2(interactions.prune_redundant)
    assert interactions.prune_redundant([((0, 1), 2), ((0, 2), 1)], 1) == [((0, 1), 2)]
    assert not agrees_with_footnote_2(subsets_above_go_too)


@pytest.mark.parametrize("order", [2, 3, 5])
def test_mixed_difference_of_a_product_is_the_product_of_the_differences(order):
    a, b = np.random.default_rng(0).uniform(-1, 1, size=(2, 200, 5))
    I = list(range(order))
    values = interactions.mixed_difference(lambda x: x[:, I].prod(axis=1), I, a, b)
    expected = (b - a)[:, I].prod(axis=1)
    np.testing.assert_allclose(values, expected, atol=1e-14)  # 32 numbers up to 1
    # The other sign, (-1)^|S| for (-1)^(|I| - |S|), goes from b to a.
    swapped = interactions.mixed_difference(lambda x: x[:, I].prod(axis=1), I, b, a)
    assert np.allclose(swapped, expected, atol=1e-14) == (order % 2 == 0)


def test_the_papers_example_has_12_and_234_and_their_subsets_only():
    def example(x):  # Sec. 3
        return x[:, 0] * x[:, 1] + np.sin(x[:, 1] + x[:, 2] + x[:, 3])

    assert interactions_of(example, 5) == {(0, 1), (1, 2), (1, 3), (2, 3), (1, 2, 3)}


def test_a_ranking_is_printed_with_ranks_strengths_names_and_marks():
    ranking = [((0, 2), 12.5), ((0, 1, 2), 3.25), ((1, 3), 0.0625)]
    # True, part of a true one, false.
    assert ranking_table("title", ranking, truths=[(0, 1, 2), (2, 3)]) == (
        "title\n"
        "   1    12.5000  o x1 & x3\n"
        "   2     3.2500  + x1 & x2 & x3\n"
        "   3     0.0625  - x2 & x4"
    )
    # More numbers make more columns; only the top is shown; a superset is false.
    text = ranking_table("", 20 * [((0, 2), 12.5, 0.25)], ["a", "b", 'say "d"'])
    assert text.endswith('10    12.5000        25 %  a & say "d"')
    assert interactions.mark((0, 1, 2, 3), [(0, 1, 2)]) == "- "
    # Of more than eight features the first three stand for all.
    eight, nine = (interactions.brief(range(n)) for n in (8, 9))
    assert eight.endswith(" & x8") and nine == "x1 & x2 & x3 & ... (9 features)"
    words = [percent(share) for share in (None, 9e-6, -9e-6, 1e-5, -0.1234, 0.0)]
    assert words == ["-", "< 0.001 %", "< 0.001 %", "0.001 %", "-12.3 %", "0 %"]
