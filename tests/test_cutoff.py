"""Both stopping rules on hand-made curves, growing on a tiny problem (Sec. 4.3)."""

from types import SimpleNamespace

import numpy as np
import pytest
from examples import Heard

from nidlite.cutoff import RULES, Cutoff, grow
from nidlite.training import Epoch, Fit, Recipe

CHAIN = [(k, k + 1) for k in range(20)]  # candidates without subsets of each other


def fake_fit(loss):
    return Fit(None, None, None, [Epoch(1, loss, loss, 0.01, 0.0)])


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
    grown = curve(losses)
    assert grown.plateau == grown.K == K
    # The curve is whole, and what is identified is its beginning.
    assert grown.losses == losses and grown.interactions == CHAIN[:K]


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


def against_the_loss_before(losses, patience, tolerance):
    best = 0
    for K in range(1, len(losses)):
        if losses[K] < (1 - tolerance) * losses[K - 1]:
            best = K
        elif K - best >= patience:
            break
    return best


WRONG_PLATEAUS = {
    "the smallest loss": lambda losses, *_: int(np.argmin(losses)),
    "one addition more": lambda losses, p, t: by_definition(losses, p + 1, t),
    "no tolerance": lambda losses, p, _: by_definition(losses, p, 0),
    "against the loss before": against_the_loss_before,
}


def test_the_plateau_is_its_definition_on_random_curves():
    assert is_the_plateau(
        lambda losses, p, t: curve(losses, patience=p, tolerance=t).plateau
    )
    assert not any(map(is_the_plateau, WRONG_PLATEAUS.values()))


def test_the_reference_is_reached_at_the_first_loss_that_is_no_larger():
    losses = [1.0, 0.6, 0.4, 0.5, 0.2]
    for reference, K in [(2.0, 0), (1.0, 0), (0.6, 1), (0.5, 2), (0.3, 4), (0.2, 4)]:
        grown = curve(losses, "reference", reference)
        assert grown.reached == grown.K == K
    # If it is never reached, or there is none, the plateau decides.
    for reference in (0.1, None):
        grown = curve([1.0, 0.5, 0.5, 0.5], "reference", reference)
        assert grown.reached is None and grown.K == grown.plateau == 1
    # The plateau rule does not look at it.
    grown = curve([1.0, 0.5, 0.3, 0.3, 0.3], "plateau", reference=0.6)
    assert (grown.reached, grown.K) == (1, 2)


def test_identified_interactions_leave_out_subsets_of_others_among_the_top_k():
    candidates = [(0, 1), (2, 3), (0, 1, 4), (5, 6)]
    curves = [np.geomspace(1, 0.1, K + 1) for K in range(5)]
    found = [curve(c, candidates=candidates).interactions for c in curves]
    assert found[:3] == [[], [(0, 1)], [(0, 1), (2, 3)]]
    assert found[3:] == [[(2, 3), (0, 1, 4)], [(2, 3), (0, 1, 4), (5, 6)]]


def test_it_is_finished_when_the_rule_is_met_or_no_candidate_is_left():
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
    added = [" ".join(w[4:]) for w in words]
    assert added == ["no interaction", "x1 & x2", "x2 & x3", "x3 & x4"]
    assert reference.split() == ["reference", "0.50000"]
    assert "reference" not in str(curve([1.0]))


def test_printed_it_says_why_it_was_stopped_and_takes_the_columns_names():
    grown = curve([1.0, 0.5])
    assert "interrupted" not in str(grown)
    grown.stopped = "interrupted at K = 2"
    table = grown.curve_table(names=["age", "sex", "fare"] + ["-"] * 18)
    assert "age & sex" in table and table.endswith("interrupted at K = 2")
    assert "+ x1 & x2" in grown.curve_table(truths=[(0, 1)])


# grow() with training replaced by a given curve: what it trains, and when it stops.


@pytest.fixture
def grow_along(monkeypatch):
    """grow() with the K-th training giving losses[K]; also the networks it trained."""

    def grown(losses, interactions, **settings):
        networks, coming = [], iter(losses)

        def fit(network, *_, **__):
            networks.append(network)
            return fake_fit(next(coming))

        monkeypatch.setattr("nidlite.cutoff.fit", fit)
        ranking = [(I, float(-k)) for k, I in enumerate(interactions)]
        parts = SimpleNamespace(train=(np.zeros((40, 5)),))
        rng = np.random.default_rng(0)
        return grow(parts, None, ranking, rng, **settings), networks

    return grown


def seen_by(network):
    """The interactions that have a net of their own, in the order of the stacks."""
    first, *others = network.stacks
    assert first.features == tuple((i,) for i in range(5)) and not first.penalised
    assert all(stack.penalised for stack in others)
    return [I for stack in others for I in stack.features]


def test_it_trains_k_0_1_2_until_the_plateau_and_no_further(grow_along):
    ranking = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 2)]
    losses = [1, 0.5, 0.2, 0.2, 0.2, 0.1]
    grown, networks = grow_along(losses, ranking, rule="plateau", patience=2)
    assert grown.losses == losses[:5]
    assert grown.K == 2 and grown.interactions == [(0, 1), (1, 2)]
    assert list(map(seen_by, networks)) == [ranking[:K] for K in range(5)]
    assert grown.candidates == ranking and grown.stopped == ""


def test_it_trains_until_the_reference_and_no_further(grow_along):
    ranking = [(0, 1), (1, 2), (2, 3)]
    grown, networks = grow_along([1, 0.5, 0.2, 0.1], ranking, reference=0.5)
    assert len(networks) == 2 and grown.K == 1
    grown, networks = grow_along([1, 0.5], [(0, 1)], reference=1.5)
    assert len(networks) == 1 and grown.K == 0 and grown.interactions == []


def test_it_ends_with_the_candidates_and_no_later_than_most(grow_along):
    ranking, falling = [(0, 1), (1, 2), (2, 3)], [1, 0.5, 0.2, 0.1, 0.05]
    grown, networks = grow_along(falling, ranking, reference=0)
    assert len(networks) == 4 and grown.interactions == ranking
    grown, networks = grow_along(falling, ranking, most=2)
    assert len(networks) == 3 and grown.candidates == ranking[:2]
    grown, networks = grow_along(falling, [])
    assert len(networks) == 1 and grown.K == 0


def test_redundant_subsets_are_skipped_or_lose_their_net(grow_along):
    # (1, 2) ranks below its superset and never comes; (0, 1) ranks above and goes.
    ranking = [(0, 1), (0, 1, 2), (1, 2), (3, 4)]
    grown, networks = grow_along([1, 0.5, 0.2, 0.1], ranking)
    assert grown.candidates == [(0, 1), (0, 1, 2), (3, 4)]
    seen = list(map(seen_by, networks))
    assert seen == [[], [(0, 1)], [(0, 1, 2)], [(3, 4), (0, 1, 2)]]
    assert grown.interactions == [(0, 1, 2), (3, 4)]


def test_a_category_brings_all_its_columns_and_classes_their_outputs(grow_along):
    own = {"columns": ((0,), (1, 2, 3), (4,)), "outputs": 3, "rule": "plateau"}
    grown, networks = grow_along([1, 0.5, 0.2], [(0, 1), (0, 2)], **own)
    seen = [seen_by(n) for n in networks]
    assert seen == [[], [(0, 1, 2, 3)], [(0, 4), (0, 1, 2, 3)]]
    assert grown.interactions == [(0, 1), (0, 2)]
    assert {stack.outputs for n in networks for stack in n.stacks} == {3}


def test_an_unknown_rule_is_refused_before_any_training(grow_along):
    assert RULES == ("reference", "plateau")
    with pytest.raises(ValueError, match="reference, plateau; got 'elbow'"):
        grow_along([], [(0, 1)], rule="elbow")


# Real training: 400 + 300 rows of y = 3 x1 x2 + x3 + noise of variance 0.09. Without
# x1 x2 the error stays near the product's variance, 9/9 = 1; with it, it falls to less
# than twice the noise. 0.5 lies far from both, and so does an improvement of a half.
# Later additions can then win at most from 0.18 to 0.09, which is not more than a half.

REFERENCE = 0.5
SHORT = Recipe(epochs=20, batch=25, penalty="l2", penalty_constant=1e-4)


def grow_tiny(order=((0, 1), (1, 2), (0, 2)), recipe=SHORT, **settings):
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(700, 3))
    y = 3 * X[:, 0] * X[:, 1] + X[:, 2] + rng.normal(0, 0.3, size=700)
    X, y = X.astype(np.float32), y.astype(np.float32)
    parts = SimpleNamespace(train=(X[:400], y[:400]), valid=(X[400:], y[400:]))
    ranking = [(I, float(3 - k)) for k, I in enumerate(order)]
    rng = np.random.default_rng(1)
    return grow(parts, "regression", ranking, rng, recipe=recipe, **settings)


def test_the_one_interaction_is_found_at_k_1_by_either_rule():
    by_reference = grow_tiny(reference=REFERENCE)
    assert by_reference.K == 1 and by_reference.interactions == [(0, 1)]
    assert len(by_reference.losses) == 2
    assert by_reference.losses[0] > 0.8 and by_reference.losses[1] < 0.18
    by_plateau = grow_tiny(rule="plateau", tolerance=0.5, patience=2)
    assert by_plateau.K == 1 and by_plateau.interactions == [(0, 1)]
    assert len(by_plateau.losses) == 4
    # The same generator: the two curves share their beginning.
    assert by_plateau.losses[:2] == by_reference.losses


def test_a_wrong_interaction_ranked_first_does_not_reach_the_reference():
    grown = grow_tiny(order=[(1, 2), (0, 1), (0, 2)], reference=REFERENCE)
    assert grown.K == 2
    assert grown.losses[1] > 0.8 and grown.losses[2] < 0.18


FEW = {"recipe": Recipe(epochs=2, batch=100), "rule": "plateau", "patience": 3}


def test_progress_hears_of_every_epoch_of_every_k():
    heard = Heard()
    grown = grow_tiny(**FEW, progress=heard)
    Ks = range(len(grown.losses))
    assert heard.begun == [(f"cutoff, K = {K}", 2) for K in Ks] and len(Ks) > 1
    assert heard.epochs == [e for fit in grown.fits for e in fit.history]
    for fit, loss in zip(grown.fits, grown.losses, strict=True):
        assert [e.epoch for e in fit.history] == [1, 2]
        assert loss == min(e.valid for e in fit.history)


def test_ctrl_c_with_keep_gives_the_curve_so_far_and_says_so():
    whole = grow_tiny(**FEW)
    for at in (1, 2):
        # in the first of the two epochs of K = at
        grown = grow_tiny(**FEW, progress=Heard(2 * at + 1, keep=True))
        assert grown.losses == whole.losses[:at]
        assert grown.stopped == f"interrupted at K = {at}"
        assert grown.K < at
    assert whole.stopped == ""


@pytest.mark.parametrize(("at", "keep"), [(0, False), (1, False), (0, True)])
def test_ctrl_c_without_keep_or_with_nothing_to_keep_is_passed_on(at, keep):
    with pytest.raises(KeyboardInterrupt):
        grow_tiny(**FEW, progress=Heard(2 * at + 1, keep))


def test_a_training_that_diverges_at_once_ends_the_growing_and_says_so():
    grown = grow_tiny(recipe=Recipe(epochs=2, batch=100, rate=1e30))
    assert grown.losses == [] and grown.interactions == []
    assert grown.stopped.startswith("at K = 0 the loss was not finite")
