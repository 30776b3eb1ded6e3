"""Both stopping rules on hand-made curves, growing on a tiny problem (Sec. 4.3)."""

from types import SimpleNamespace

import numpy as np
import pytest

from nidlite.cutoff import RULES, Cutoff, grow
from nidlite.losses import mean_squared_error
from nidlite.training import CUTOFF_RECIPE, Recipe

CHAIN = [(k, k + 1) for k in range(20)]  # candidates without subsets of each other


def fake_fit(loss):
    return SimpleNamespace(best=SimpleNamespace(valid=loss), stopped="")


def curve(
    losses, rule="plateau", reference=None, patience=2, tolerance=0.1, candidates=CHAIN
):
    fits = [fake_fit(loss) for loss in losses]
    return Cutoff(list(candidates), reference, rule, patience, tolerance, fits)


# Ten percent is an improvement, two additions without one make a plateau.
PLATEAUS = [
    ([1.0], 0),
    ([1.0, 0.5], 1),
    ([1.0, 0.5, 0.3, 0.3, 0.3], 2),
    ([1.0, 0.91, 0.91], 0),  # less than ten percent
    ([1.0, 0.95, 0.89], 2),  # more, since K = 0, in two small steps
    ([1.0, 0.6, 0.7, 0.5, 0.6, 0.6], 3),  # worse once, better within the patience
    ([1.0, 0.6, 0.7, 0.7, 0.1], 1),  # too late
    ([1.0, 1.1, 1.2, 0.1], 0),
    ([1.0, 2.0, 0.8], 2),
    ([0.0, 0.0, 0.0], 0),
]


@pytest.mark.parametrize(("losses", "K"), PLATEAUS)
def test_the_plateau_begins_after_the_last_real_improvement(losses, K):
    assert curve(losses).plateau == curve(losses).K == K


def by_definition(losses, patience, tolerance, K=0):
    """On from K to the first real improvement within the patience, if there is one."""
    for later in range(K + 1, min(K + patience, len(losses) - 1) + 1):
        if losses[later] < (1 - tolerance) * losses[K]:
            return by_definition(losses, patience, tolerance, later)
    return K


def is_the_plateau(rule, seeds=400):
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        n, patience = rng.integers(1, 12), int(rng.integers(1, 5))
        steps = rng.normal(0.95, 0.1, size=n)
        losses = list(np.cumprod(np.maximum(steps, 0.1)))
        tolerance = float(rng.choice([0, 0.02, 0.1]))
        right = by_definition(losses, patience, tolerance)
        if rule(losses, patience, tolerance) != right:
            return False
    return True


def smallest_loss(losses, patience, tolerance):
    return int(np.argmin(losses))


def one_addition_more(losses, patience, tolerance):
    return by_definition(losses, patience + 1, tolerance)


def without_tolerance(losses, patience, tolerance):
    return by_definition(losses, patience, 0)


def against_the_loss_before(losses, patience, tolerance):
    best = 0
    for K in range(1, len(losses)):
        if losses[K] < (1 - tolerance) * losses[K - 1]:
            best = K
        elif K - best >= patience:
            break
    return best


def test_the_plateau_is_its_definition_on_random_curves():
    assert is_the_plateau(
        lambda losses, patience, tolerance: (
            curve(losses, patience=patience, tolerance=tolerance).plateau
        )
    )


@pytest.mark.parametrize(
    "wrong",
    [smallest_loss, one_addition_more, without_tolerance, against_the_loss_before],
)
def test_another_plateau_is_rejected(wrong):
    assert not is_the_plateau(wrong)


def test_the_reference_is_reached_at_the_first_loss_that_is_no_larger():
    losses = [1.0, 0.6, 0.4, 0.5, 0.2]
    for reference, K in [(2.0, 0), (1.0, 0), (0.6, 1), (0.5, 2), (0.3, 4), (0.2, 4)]:
        grown = curve(losses, "reference", reference)
        assert grown.reached == grown.K == K


def test_a_reference_that_is_never_reached_leaves_the_plateau():
    grown = curve([1.0, 0.5, 0.5, 0.5], "reference", reference=0.1)
    assert grown.reached is None
    assert grown.K == grown.plateau == 1


def test_without_a_reference_the_plateau_decides():
    grown = curve([1.0, 0.5, 0.5, 0.5], "reference", reference=None)
    assert grown.reached is None
    assert grown.K == 1


def test_the_plateau_rule_does_not_look_at_the_reference():
    grown = curve([1.0, 0.5, 0.3, 0.3, 0.3], "plateau", reference=0.6)
    assert grown.reached == 1
    assert grown.K == 2
    assert curve([1.0, 0.5, 0.3, 0.3, 0.3], "reference", reference=0.6).K == 1


def test_the_curve_is_whole_and_starts_without_interactions():
    losses = [1.0, 0.5, 0.3, 0.3, 0.3]
    grown = curve(losses)
    assert grown.losses == losses
    assert grown.K == 2
    assert grown.interactions == CHAIN[:2]
    assert curve([1.0]).interactions == []


def test_identified_interactions_leave_out_subsets_of_others_among_the_top_k():
    candidates = [(0, 1), (2, 3), (0, 1, 4), (5, 6)]
    found = [
        curve(np.geomspace(1, 0.1, K + 1), candidates=candidates).interactions
        for K in range(5)
    ]
    assert found == [
        [],
        [(0, 1)],
        [(0, 1), (2, 3)],
        [(2, 3), (0, 1, 4)],
        [(2, 3), (0, 1, 4), (5, 6)],
    ]


def test_it_is_finished_when_the_rule_is_met_and_not_before():
    falling, flat = [1.0, 0.5, 0.25], [1.0, 0.5, 0.5, 0.5]
    assert not curve(falling).finished
    assert curve(flat).finished
    assert not curve(flat[:3]).finished
    assert not curve(flat, patience=3).finished
    assert not curve(falling, "reference", reference=0.2).finished
    assert curve(falling, "reference", reference=0.25).finished
    assert not curve(falling, "plateau", reference=0.25).finished
    # A reference out of reach does not make it train for ever.
    assert curve(flat, "reference", reference=0.2).finished


def test_it_is_finished_when_no_candidate_is_left():
    assert curve([1.0], candidates=[]).finished
    assert not curve([1.0], candidates=CHAIN[:1]).finished
    assert curve([1.0, 0.5], candidates=CHAIN[:1]).finished


def test_printed_it_is_the_curve_with_the_chosen_ones_marked():
    grown = curve([1.0, 0.5, 0.5, 0.25], "reference", reference=0.5)
    *lines, reference = str(grown).splitlines()
    assert [line[0] for line in lines] == ["*", "*", " ", " "]
    words = [line[1:].split() for line in lines]
    assert [w[:3] for w in words] == [["K", "=", str(K)] for K in range(4)]
    assert [float(w[3]) for w in words] == grown.losses
    assert [" ".join(w[4:]) for w in words] == [
        "no interaction",
        "x1 & x2",
        "x2 & x3",
        "x3 & x4",
    ]
    assert reference.split() == ["reference", "0.50000"]
    assert "reference" not in str(curve([1.0]))


def test_printed_it_says_why_it_was_stopped_and_takes_the_columns_names():
    grown = curve([1.0, 0.5])
    grown.stopped = "interrupted at K = 2"
    table = grown.table(names=["age", "sex", "fare"] + ["-"] * 18)
    assert "age & sex" in table
    assert table.endswith("interrupted at K = 2")
    assert "interrupted" not in str(curve([1.0, 0.5]))


# grow() with training replaced by a given curve: what it trains, and when it stops.


def split_of(p=5, n=40, dtype=np.float32):
    X = np.zeros((n, p), dtype)
    return SimpleNamespace(train=(X, X[:, 0]), valid=(X, X[:, 0]))


def grow_along(monkeypatch, losses, interactions, **settings):
    """grow() with the K-th training giving losses[K]; also the networks it trained."""
    networks, coming = [], iter(losses)

    def fit(network, *_, **__):
        networks.append(network)
        return fake_fit(next(coming))

    monkeypatch.setattr("nidlite.cutoff.fit", fit)
    ranking = [(I, float(-k)) for k, I in enumerate(interactions)]
    rng = np.random.default_rng(0)
    return grow(split_of(), None, ranking, rng, **settings), networks


def seen_by(network):
    """The interactions that have a net of their own, in the order of the stacks."""
    first, *others = network.stacks
    assert first.features == tuple((i,) for i in range(5)) and not first.penalised
    assert all(stack.penalised for stack in others)
    return [I for stack in others for I in stack.features]


def test_it_trains_k_0_1_2_until_the_plateau_and_no_further(monkeypatch):
    ranking = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 2)]
    grown, networks = grow_along(
        monkeypatch, [1, 0.5, 0.2, 0.2, 0.2, 0.1], ranking, rule="plateau", patience=2
    )
    assert grown.losses == [1, 0.5, 0.2, 0.2, 0.2]
    assert grown.K == 2 and grown.interactions == [(0, 1), (1, 2)]
    assert list(map(seen_by, networks)) == [ranking[:K] for K in range(5)]
    assert grown.candidates == ranking and grown.stopped == ""


def test_it_trains_until_the_reference_and_no_further(monkeypatch):
    grown, networks = grow_along(
        monkeypatch, [1, 0.5, 0.2, 0.1], [(0, 1), (1, 2), (2, 3)], reference=0.5
    )
    assert len(networks) == 2 and grown.K == 1
    grown, networks = grow_along(monkeypatch, [1, 0.5], [(0, 1)], reference=1.5)
    assert len(networks) == 1 and grown.K == 0 and grown.interactions == []


def test_it_ends_with_the_candidates_and_no_later_than_most(monkeypatch):
    ranking = [(0, 1), (1, 2), (2, 3)]
    falling = [1, 0.5, 0.2, 0.1, 0.05]
    grown, networks = grow_along(monkeypatch, falling, ranking, reference=0)
    assert len(networks) == 4 and grown.interactions == ranking
    grown, networks = grow_along(monkeypatch, falling, ranking, most=2)
    assert len(networks) == 3 and grown.candidates == ranking[:2]
    grown, networks = grow_along(monkeypatch, falling, [])
    assert len(networks) == 1 and grown.K == 0


def test_redundant_subsets_are_skipped_or_lose_their_net(monkeypatch):
    # (1, 2) ranks below its superset and never comes; (0, 1) ranks above and goes.
    ranking = [(0, 1), (0, 1, 2), (1, 2), (3, 4)]
    grown, networks = grow_along(monkeypatch, [1, 0.5, 0.2, 0.1], ranking)
    assert grown.candidates == [(0, 1), (0, 1, 2), (3, 4)]
    assert list(map(seen_by, networks)) == [
        [],
        [(0, 1)],
        [(0, 1, 2)],
        [(3, 4), (0, 1, 2)],
    ]
    assert grown.interactions == [(0, 1, 2), (3, 4)]


def test_a_category_brings_all_its_columns_and_classes_their_outputs(monkeypatch):
    columns = ((0,), (1, 2, 3), (4,))
    grown, networks = grow_along(
        monkeypatch,
        [1, 0.5, 0.2],
        [(0, 1), (0, 2)],
        rule="plateau",
        columns=columns,
        outputs=3,
    )
    assert [seen_by(n) for n in networks] == [
        [],
        [(0, 1, 2, 3)],
        [(0, 4), (0, 1, 2, 3)],
    ]
    assert grown.interactions == [(0, 1), (0, 2)]
    assert [n.outputs for n in networks] == [3, 3, 3]
    assert all(stack.outputs == 3 for n in networks for stack in n.stacks)


def test_an_unknown_rule_is_refused_before_any_training(monkeypatch):
    assert RULES == ("reference", "plateau")
    with pytest.raises(ValueError, match="reference, plateau; got 'elbow'"):
        grow_along(monkeypatch, [], [(0, 1)], rule="elbow")


def test_the_default_recipe_is_the_paper_s_l2_of_1e_4():
    assert (CUTOFF_RECIPE.penalty, CUTOFF_RECIPE.penalty_constant) == ("l2", 1e-4)


# Real training: 400 + 300 rows of y = 3 x1 x2 + x3 + noise of variance 0.09. Without
# x1 x2 the error stays near the product's variance, 9/9 = 1; with it, it falls to less
# than twice the noise. 0.5 lies far from both, and so does an improvement of a half.
# Later additions can then win at most from 0.18 to 0.09, which is not more than a half.

REFERENCE = 0.5
SHORT = Recipe(epochs=20, batch=25, penalty="l2", penalty_constant=1e-4)


def tiny(seed=0, scale=1.0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, size=(700, 3))
    y = 3 * X[:, 0] * X[:, 1] + X[:, 2] + rng.normal(0, 0.3, size=700)
    X, y = X.astype(np.float32), (scale * y).astype(np.float32)
    return SimpleNamespace(train=(X[:400], y[:400]), valid=(X[400:], y[400:]))


def grow_tiny(order=((0, 1), (1, 2), (0, 2)), recipe=SHORT, seed=1, **settings):
    ranking = [(I, float(3 - k)) for k, I in enumerate(order)]
    rng = np.random.default_rng(seed)
    return grow(tiny(), mean_squared_error, ranking, rng, recipe=recipe, **settings)


def test_the_one_interaction_is_found_at_k_1_by_either_rule():
    by_reference = grow_tiny(reference=REFERENCE)
    assert by_reference.K == 1 and by_reference.interactions == [(0, 1)]
    assert len(by_reference.losses) == 2
    assert by_reference.losses[0] > 0.8
    assert by_reference.losses[1] < 0.18
    by_plateau = grow_tiny(rule="plateau", tolerance=0.5, patience=2)
    assert by_plateau.K == 1 and by_plateau.interactions == [(0, 1)]
    assert len(by_plateau.losses) == 4
    # The same generator: the two curves share their beginning.
    assert by_plateau.losses[:2] == by_reference.losses


def test_a_wrong_interaction_ranked_first_does_not_reach_the_reference():
    grown = grow_tiny(order=[(1, 2), (0, 1), (0, 2)], reference=REFERENCE)
    assert grown.K == 2
    assert grown.losses[1] > 0.8 and grown.losses[2] < 0.18


def test_on_epoch_hears_of_every_epoch_of_every_k():
    heard = []
    grown = grow_tiny(
        recipe=Recipe(epochs=2, batch=100),
        reference=0.0,
        on_epoch=lambda K, epoch: heard.append((K, epoch)),
        patience=3,
    )
    assert [(K, e.epoch) for K, e in heard] == [
        (K, n) for K in range(len(grown.losses)) for n in (1, 2)
    ]
    for K, fit in enumerate(grown.fits):
        assert fit.history == [e for k, e in heard if k == K]
        assert grown.losses[K] == min(e.valid for e in fit.history)


def interrupt_at(number):
    def on_epoch(K, epoch):
        if number == K:
            raise KeyboardInterrupt

    return on_epoch


def test_ctrl_c_with_keep_gives_the_curve_so_far_and_says_so():
    few = Recipe(epochs=2, batch=100)
    whole = grow_tiny(recipe=few, rule="plateau", patience=3)
    for at in (1, 2):
        grown = grow_tiny(
            recipe=few, rule="plateau", patience=3, on_epoch=interrupt_at(at), keep=True
        )
        assert grown.losses == whole.losses[:at]
        assert grown.stopped == f"interrupted at K = {at}"
        assert grown.K < at
    assert whole.stopped == ""


@pytest.mark.parametrize(("at", "keep"), [(0, False), (1, False), (0, True)])
def test_ctrl_c_without_keep_or_with_nothing_to_keep_is_passed_on(at, keep):
    with pytest.raises(KeyboardInterrupt):
        grow_tiny(
            recipe=Recipe(epochs=2, batch=100), on_epoch=interrupt_at(at), keep=keep
        )


def test_a_training_that_diverges_at_once_ends_the_growing_and_says_so():
    grown = grow_tiny(recipe=Recipe(epochs=2, batch=100, rate=1e30))
    assert grown.losses == [] and grown.interactions == []
    assert grown.stopped.startswith("at K = 0 the loss was not finite")
