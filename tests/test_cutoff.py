"""Both stopping rules on hand-made curves, growing on tiny problems (Sec. 4.3)."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from examples import MIXED, NETWORKS, Heard, example

from nidlite import detect_interactions, growing
from nidlite.cutoff import DEVIATIONS, FAINT, RULES, Cutoff, better
from nidlite.growing import STARTS, contributions, dead_nets, fit_alive, grow, widened
from nidlite.metrics import auc
from nidlite.networks import mlp_cutoff, output
from nidlite.training import CUTOFF_RECIPE, Epoch, Fit, Recipe, fit

CHAIN = [(k, k + 1) for k in range(20)]  # candidates without subsets of each other


def fake_fit(loss):
    return Fit(None, np.full(4, loss), None, [Epoch(1, loss, loss, 0.01, 0.0)])


def curve(
    losses, rule="plateau", reference=None, patience=2, tolerance=0.1, candidates=CHAIN
):
    errors = [np.full(4, loss) for loss in losses]  # of four rows, all alike
    return Cutoff(list(candidates), reference, rule, patience, tolerance, errors)


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
    # The curve is whole, and what is identified is in its beginning.
    assert grown.losses == losses and set(grown.interactions) <= set(CHAIN[:K])


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
    assert is_the_plateau(lambda a, p, t: curve(a, patience=p, tolerance=t).plateau)
    assert not any(map(is_the_plateau, WRONG_PLATEAUS.values()))


def test_the_reference_is_reached_at_the_first_loss_that_is_no_larger():
    losses = [1.0, 0.6, 0.4, 0.5, 0.2]
    for reference, K in [(2.0, 0), (1.0, 0), (0.6, 1), (0.5, 2), (0.3, 4), (0.2, 4)]:
        grown = curve(losses, "reference", reference)
        assert grown.reached == grown.K == K
    # If it is never reached, all real gains are taken, whatever stood between them.
    grown = curve([1.0, 0.5, 0.5, 0.5, 0.3, 0.3], "reference", reference=0.1)
    assert grown.reached is None and grown.plateau == 1 and grown.K == 4
    # If there is none, the plateau decides.
    grown = curve([1.0, 0.5, 0.5, 0.5, 0.3], "reference", None)
    assert grown.reached is None and grown.K == grown.plateau == 1
    # Up to a difference that is too faint to look for.
    near = 0.5 - 0.9 * FAINT, 0.5 - 1.1 * FAINT
    reached = [curve([1.0, 0.5], "reference", r).reached for r in near]
    assert reached == [1, None]
    # The plateau rule does not look at it.
    grown = curve([1.0, 0.5, 0.3, 0.3, 0.3], "plateau", reference=0.6)
    assert (grown.reached, grown.K) == (1, 2)


def test_identified_interactions_leave_out_subsets_of_others_among_the_top_k():
    candidates = [(0, 1), (2, 3), (0, 1, 4), (5, 6)]
    curves = [np.geomspace(1, 0.1, K + 1) for K in range(5)]
    found = [curve(c, candidates=candidates).interactions for c in curves]
    assert found[:3] == [[], [(0, 1)], [(0, 1), (2, 3)]]
    assert found[3:] == [[(2, 3), (0, 1, 4)], [(2, 3), (0, 1, 4), (5, 6)]]


def test_what_was_added_without_a_gain_is_not_identified():
    # K = 2 falls by 1 percent, and K = 4 is worse than the best before.
    errors = [1.0, 0.5, 0.495, 0.3, 0.4, 0.2]
    grown = curve(errors, "reference", 0.2, candidates=CHAIN[:5])
    assert grown.K == 5 and grown.gains() == [1, 3, 5]
    assert grown.interactions == [CHAIN[0], CHAIN[2], CHAIN[4]]
    # Nothing above the cutoff counts, gain or not.
    grown = curve(errors, "reference", 0.3, candidates=CHAIN[:5])
    assert grown.K == 3 and grown.interactions == [CHAIN[0], CHAIN[2]]


def test_it_ends_when_the_rule_is_met_or_no_candidate_is_left_and_says_which():
    falling, flat = [1.0, 0.5, 0.25], [1.0, 0.5, 0.5, 0.5]
    assert curve(falling).ended == ""
    assert curve(flat).ended == "plateau"
    assert curve(flat[:3]).ended == ""
    assert curve(flat, patience=3).ended == ""
    assert curve(falling, "reference", reference=0.2).ended == ""
    assert curve(falling, "reference", reference=0.25).ended == "reached MLP-M"
    assert curve(falling, "plateau", reference=0.25).ended == ""
    # Sec. 5.3: a plateau does not end it before the reference is reached.
    assert curve(flat, "reference", reference=0.2).ended == ""
    assert curve(flat, "reference", None).ended == "plateau"
    assert curve([1.0], candidates=[]).ended == "no candidates left"
    assert curve([1.0], candidates=CHAIN[:1]).ended == ""
    last = curve([1.0, 0.5], candidates=CHAIN[:1])
    assert last.ended == "no candidates left"
    last.more = True
    assert last.ended == "most"
    last.stopped = "interrupted at K = 2"
    assert last.ended == last.stopped


# What is a gain: errors of n rows whose mean falls by `gain` and whose differences have
# deviation 1. Three standard errors are 0.3 at n = 100.


def rows_that_fall(gain, n=100, seed=0):
    rng = np.random.default_rng(seed)
    before, change = rng.exponential(size=n), rng.normal(size=n)
    change = (change - change.mean()) / change.std()
    return before, before - gain - change


@pytest.mark.parametrize(("n", "least"), [(100, 0.3), (900, 0.1), (10_000, 0.03)])
def test_a_gain_is_three_standard_errors_of_the_paired_difference(n, least):
    for seed in range(5):
        assert better(*rows_that_fall(1.01 * least, n, seed))
        assert not better(*rows_that_fall(0.99 * least, n, seed))
        assert not better(*rows_that_fall(-2 * least, n, seed))
    assert DEVIATIONS == 3


def test_a_gain_that_every_row_shares_is_one_unless_it_is_faint():
    errors = np.random.default_rng(0).exponential(size=50)
    assert better(errors, errors - 1.01 * FAINT)
    assert not better(errors, errors - 0.99 * FAINT)
    # The same two means, but not row by row: unpaired it would be chance.
    assert better(errors, errors - 0.05)
    assert not better(errors, np.random.default_rng(1).permutation(errors) - 0.05)


def test_chance_adds_nothing_by_either_rule():
    # The mean falls by 20 percent, and by chance: 0.2 is two standard errors.
    first, second = rows_that_fall(0.2)
    second *= (first.mean() - 0.2) / second.mean()
    for rule in RULES:
        grown = Cutoff(CHAIN, second, rule, errors=[first, second, second, second])
        assert grown.losses[1] < 0.85 * grown.losses[0]
        assert grown.K == 0 and grown.ended in ("plateau", "reached MLP-M")
    # On nine times as many rows it is a gain.
    first, second = np.tile(first, 9), np.tile(second, 9)
    for rule in RULES:
        grown = Cutoff(CHAIN, second, rule, errors=[first, second, second, second])
        assert grown.K == 1


def test_printed_it_is_the_curve_with_the_chosen_ones_marked():
    grown = curve([1.0, 0.5, 0.5, 0.25], "reference", reference=0.5)
    *lines, reference, ended = str(grown).splitlines()
    assert ended == "ended: reached MLP-M"
    assert [line[0] for line in lines] == ["*", "*", " ", " "]
    words = [line[1:].split() for line in lines]
    assert [w[:3] for w in words] == [["K", "=", str(K)] for K in range(4)]
    assert [float(w[3]) for w in words] == grown.losses
    added = [" ".join(w[4:]) for w in words]
    assert added == ["no interaction", "x1 & x2", "x2 & x3", "x3 & x4"]
    assert reference.split() == ["reference", "0.50000"]
    assert "reference" not in str(curve([1.0])) and "ended" not in str(curve([1.0]))


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

        monkeypatch.setattr(growing, "fit_alive", fit)
        # The parameters are the error of each of four rows.
        monkeypatch.setattr(growing, "predict", lambda network, theta, X: theta)
        monkeypatch.setattr(growing, "row_errors", lambda *_: lambda f, y: f)
        ranking = [(I, float(-k)) for k, I in enumerate(interactions)]
        parts = SimpleNamespace(train=(np.zeros((40, 5)),), valid=(None, None))
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
    assert grown.ended == "no candidates left"
    grown, networks = grow_along(falling, ranking, most=2)
    assert len(networks) == 3 and grown.candidates == ranking[:2]
    assert grown.ended == "most"
    # A plateau longer than the patience, and the reference still ahead: it goes on.
    order = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 2), (1, 3)]
    losses = [1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.2]
    grown, networks = grow_along(losses, order, reference=0.3, patience=2)
    assert len(networks) == 7 and grown.K == 6 and grown.ended == "reached MLP-M"
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


def tiny_parts():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(700, 3))
    y = 3 * X[:, 0] * X[:, 1] + X[:, 2] + rng.normal(0, 0.3, size=700)
    X, y = X.astype(np.float32), y.astype(np.float32)
    return SimpleNamespace(train=(X[:400], y[:400]), valid=(X[400:], y[400:]))


def grow_tiny(order=((0, 1), (1, 2), (0, 2)), recipe=SHORT, **settings):
    ranking = [(I, float(3 - k)) for k, I in enumerate(order)]
    given = tiny_parts(), "regression", ranking, np.random.default_rng(1)
    return grow(*given, recipe=recipe, **settings)


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
    # A wrong interaction that is ranked first does not reach the reference.
    grown = grow_tiny(order=[(1, 2), (0, 1), (0, 2)], reference=REFERENCE)
    assert grown.K == 2
    assert grown.losses[1] > 0.8 and grown.losses[2] < 0.18


FEW = {"recipe": Recipe(epochs=2, batch=100), "rule": "plateau", "patience": 3}


def test_progress_hears_of_every_epoch_of_every_k():
    heard = Heard()
    grown = grow_tiny(**FEW, progress=heard)
    Ks = range(len(grown.losses))
    assert heard.begun == [(f"cutoff, K = {K}", 2) for K in Ks] and len(Ks) > 1
    own = [e for fit in grown.fits for e in fit.history]
    assert [e for e in heard.epochs if e in own] == own
    assert len(heard.epochs) == len(own) + 2 * (STARTS - 1)  # c_0 has several starts
    for fitted, loss in zip(grown.fits, grown.losses, strict=True):
        assert [e.epoch for e in fitted.history] == [1, 2]
        assert loss == min(e.valid for e in fitted.history)


def test_ctrl_c_with_keep_gives_the_curve_so_far_and_says_so():
    whole = grow_tiny(**FEW)
    for at in (1, 2):
        # in the first of the two epochs of K = at
        when = 2 * (at + STARTS - 1) + 1
        grown = grow_tiny(**FEW, progress=Heard(when, keep=True))
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


# Nets that die.


def own_deviation(network, theta, X, stack, net):
    """Of one net's output, all other nets' last layers set to 0 (networks.output)."""
    theta = theta.copy()
    for k, layers in enumerate(network.layers(theta)):
        for j in range(len(layers[-1])):
            if (k, j) != (stack, net):
                layers[-1][j] = 0
    return float(np.max(np.std(output(theta, X, network), axis=0)))


@pytest.mark.parametrize("name", ["MLP-Cutoff", "MLP-Cutoff of two outputs"])
def test_a_contribution_is_the_deviation_of_the_net_s_own_output(name):
    network = NETWORKS[name]
    theta, X, _ = example(network, n=50)
    found = contributions(network, theta, X)
    assert sorted(found) == sorted(MIXED)  # and no feature's own net
    for k, stack in enumerate(network.stacks[1:], 1):
        for j, columns in enumerate(stack.features):
            expected = own_deviation(network, theta, X, k, j)
            assert found[columns] == pytest.approx(expected, rel=1e-12)
            assert expected > 0.1


def test_a_dead_net_is_named_whatever_number_it_gives():
    network = NETWORKS["MLP-Cutoff"]
    theta, X, _ = example(network, n=50)
    assert dead_nets(network, theta, X) == []
    for columns in MIXED:
        quiet = widened(network, theta, [columns], 1e-3)
        (k,) = (k for k, s in enumerate(network.stacks) if columns in s.features)
        j = network.stacks[k].features.index(columns)
        network.layers(quiet)[k][-1][j, :, -1] = 7  # its last bias: a constant
        assert dead_nets(network, quiet, X) == [columns]
    network.layers(theta)[0][-1][...] = 0  # all features' own nets
    assert dead_nets(network, theta, X) == []


def test_widened_multiplies_the_named_nets_and_nothing_else():
    network = NETWORKS["MLP-Cutoff"]
    theta, _, _ = example(network)
    wide = widened(network, theta, [(0, 1), (1, 2, 3)], 4)
    pairs = zip(network.stacks, network.layers(theta), network.layers(wide))
    for stack, before, after in pairs:
        for k, columns in enumerate(stack.features):
            factor = 4 if columns in [(0, 1), (1, 2, 3)] else 1
            for A, B in zip(before, after):
                np.testing.assert_array_equal(B[k], factor * A[k])


@pytest.fixture
def restarts(monkeypatch):
    """fit_alive with fits that have these losses; which of them have a dead net."""

    def played(losses, dead, stopped="", least=1):
        network, starts, coming = mlp_cutoff(3, [(0, 1), (1, 2)]), [], iter(losses)

        def fit(network, split, loss, rng, recipe, progress, start):
            starts.append(start)
            theta, valid = start.copy(), next(coming)
            if len(starts) in dead:
                theta = widened(network, theta, [(1, 2)], 0)
            return Fit(network, theta, recipe, [Epoch(1, 0, valid, 0, 0)], stopped)

        monkeypatch.setattr(growing, "fit", fit)
        X = np.random.default_rng(1).normal(size=(50, 3)).astype(np.float32)
        parts, rng = SimpleNamespace(train=(X, None)), np.random.default_rng(0)
        recipe = Recipe(deviation=0.4)  # so that a start is no dead net
        given = network, parts, "regression", rng, recipe
        return network, fit_alive(*given, least=least), starts

    return played


def spread(network, theta, columns):
    (stack,) = (k for k, s in enumerate(network.stacks) if columns in s.features)
    j = network.stacks[stack].features.index(columns)
    return np.concatenate([A[j].ravel() for A in network.layers(theta)[stack]]).std()


def test_dead_nets_start_again_twice_then_four_times_as_wide(restarts):
    network, result, starts = restarts([3, 2, 1], dead=[1, 2])
    assert len(starts) == 3 and result.best.valid == 1
    first, second, third = starts
    # 22,000 parameters tell a deviation to half a percent.
    for start, factor in ((first, 1), (second, 2), (third, 4)):
        ratio = spread(network, start, (1, 2)) / spread(network, first, (1, 2))
        assert ratio == pytest.approx(factor, rel=0.03)
        ratio = spread(network, start, (0, 1)) / spread(network, first, (0, 1))
        assert ratio == pytest.approx(1, rel=0.03)
    assert not np.array_equal(first[:100], second[:100])  # another draw


def test_the_start_with_the_least_loss_is_taken_and_three_are_enough(restarts):
    _, result, starts = restarts([3, 1, 2, 0], dead=[1, 2, 3, 4])
    assert len(starts) == 3 and result.best.valid == 1
    _, result, starts = restarts([3, 1], dead=[])
    assert len(starts) == 1 and result.best.valid == 3
    _, result, starts = restarts([3, 1, 2], dead=[], least=2)
    assert len(starts) == 2 and result.best.valid == 1
    stop = "interrupted after 1 epochs"
    _, result, starts = restarts([3, 1], dead=[1], stopped=stop)
    assert len(starts) == 1 and result.stopped == stop


def test_a_net_that_dies_in_training_is_alive_after_another_start():
    # A start so narrow that the gradient is next to nothing, while L2 goes on.
    recipe = Recipe(epochs=15, batch=25, penalty="l2", penalty_constant=1e-2)
    recipe = replace(recipe, deviation=0.05)
    parts, network = tiny_parts(), mlp_cutoff(3, [(0, 1)])
    given = network, parts, "regression"
    once = fit(*given, np.random.default_rng(1), recipe)
    again = fit_alive(*given, np.random.default_rng(1), recipe)
    X = parts.train[0]
    print(contributions(network, once.theta, X), contributions(network, again.theta, X))
    assert dead_nets(network, once.theta, X) == [(0, 1)]
    assert dead_nets(network, again.theta, X) == []
    assert once.best.valid > 0.8 and again.best.valid < 0.3


def test_on_an_additive_table_it_adds_nothing_by_either_rule():
    # Of 1,000 rows, that version 0.1.0 passed 30 times, it added a set of all features.
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(1000, 4))
    y = np.sin(3 * X[:, 0]) + X[:, 1] ** 2 - np.exp(X[:, 2])
    y += rng.normal(0, 0.3, size=1000)
    found = detect_interactions(X, y, epochs=20)
    grown = found.cutoff(replace(CUTOFF_RECIPE, epochs=15), rule="plateau", most=1)
    assert len(grown.fits) == 2  # the first addition was tried
    for rule in RULES:
        either = replace(grown, rule=rule)
        assert either.K == 0 and either.interactions == []


def test_the_measure_of_table_3_is_offered_for_two_classes():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(600, 4))
    y = (X[:, 0] * X[:, 1] + 0.1 * rng.normal(size=600) > 0).astype(int)
    found = detect_interactions(X, y, epochs=20, task="classification")
    recipe = Recipe(epochs=10, batch=50, penalty="l2", deviation=0.2, steps=50)
    grown = found.cutoff(recipe, measure="auc", most=1)
    X, y = found.split.valid
    assert grown.reference == pytest.approx(1 - auc(found.f(X), y), rel=1e-6)
    for fitted, loss in zip(grown.fits, grown.losses, strict=True):
        f = output(fitted.theta, X, fitted.network)
        assert loss == pytest.approx(1 - auc(f, y), abs=1e-6)  # float32
    with pytest.raises(ValueError, match="auc for two classes; got 'auc'"):
        growing.row_errors("regression", "auc")
    with pytest.raises(ValueError, match="got 'rmse'"):
        growing.row_errors("classification", "rmse")
