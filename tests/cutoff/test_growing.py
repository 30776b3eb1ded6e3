"""MLP-Cutoff grows along a ranking: by made-up trainings, and on tiny problems."""

from types import SimpleNamespace

import numpy as np
import pytest
from examples import Heard

from nidlite.cutoff import growing
from nidlite.cutoff.growing import STARTS, grow
from nidlite.parts import Part
from nidlite.recipes import Recipe
from nidlite.training import SILENT, Epoch, Fit


class Read(SimpleNamespace):  # what is asked of a Reading, which is its table, too
    X, columns, outputs, loss, seed = np.zeros((1, 5)), None, 1, "regression", 0
    table, feature_names = property(lambda self: self), None


def grow_along(monkeypatch, losses, interactions, reference=0, of_table=(), **settings):
    """grow() with the K-th training giving losses[K]; also the networks it trained."""
    networks, coming, w = [], iter(losses), np.full(4, 0.1)

    def fit(network, *_, **__):
        networks.append(network)
        loss = next(coming)
        return Fit(None, np.full(4, loss), None, [Epoch(1, loss, loss, 0.01, 0.0)])

    monkeypatch.setattr(growing, "fit_alive", fit)
    # The parameters are the error of each of four rows.
    monkeypatch.setattr(growing, "predict", lambda network, theta, X: theta)
    monkeypatch.setattr(growing, "row_errors", lambda loss, f, y, w: w * f)
    ranking = [(I, float(-k)) for k, I in enumerate(interactions)]
    read = {"split": SimpleNamespace(valid=Part(None, None, w)), "ranking": ranking}
    found = Read(**read, f=lambda X: reference, **dict(of_table))
    return grow(found, Recipe(), SILENT, **settings), networks


def seen_by(network):
    """The interactions that have a net of their own, in the order of the stacks."""
    first, *others = network.stacks
    assert first.features == tuple((i,) for i in range(5)) and not first.penalised
    assert all(stack.penalised for stack in others)
    return [I for stack in others for I in stack.features]


def test_it_trains_k_0_1_2_until_the_plateau_and_no_further(monkeypatch):
    ranking = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (0, 2)]
    losses, settings = [1, 0.5, 0.2, 0.2, 0.2, 0.1], {"rule": "plateau", "patience": 2}
    grown, networks = grow_along(monkeypatch, losses, ranking, **settings)
    assert grown.losses == losses[:5]
    assert grown.K == 2 and grown.interactions == [(0, 1), (1, 2)]
    assert list(map(seen_by, networks)) == [ranking[:K] for K in range(5)]
    assert grown.candidates == ranking and grown.stopped == ""


def test_it_ends_at_the_reference_with_the_candidates_or_at_most(monkeypatch):
    ranking, falling = [(0, 1), (1, 2), (2, 3)], [1, 0.5, 0.2, 0.1, 0.05]
    grown, networks = grow_along(monkeypatch, falling, ranking, reference=0)
    assert len(networks) == 4 and grown.interactions == ranking
    assert grown.ended == "all candidates were added"
    grown, networks = grow_along(monkeypatch, falling, ranking, reference=0.5)
    assert len(networks) == 2 and grown.K == 1
    grown, networks = grow_along(monkeypatch, falling, ranking, most=2)
    assert len(networks) == 3 and grown.candidates == ranking[:2]
    assert grown.ended == "all candidates were added"


def test_redundant_subsets_are_skipped_or_lose_their_net(monkeypatch):
    # (1, 2) ranks below its superset and never comes; (0, 1) ranks above and goes.
    ranking = [(0, 1), (0, 1, 2), (1, 2), (3, 4)]
    grown, networks = grow_along(monkeypatch, [1, 0.5, 0.2, 0.1], ranking)
    assert grown.candidates == [(0, 1), (0, 1, 2), (3, 4)]
    seen = list(map(seen_by, networks))
    assert seen == [[], [(0, 1)], [(0, 1, 2)], [(3, 4), (0, 1, 2)]]


def test_a_category_brings_all_its_columns_and_classes_their_outputs(monkeypatch):
    table, losses = {"columns": ((0,), (1, 2, 3), (4,)), "outputs": 3}, [1, 0.5, 0.2]
    pairs, settings = [(0, 1), (0, 2)], {"of_table": table, "rule": "plateau"}
    _, networks = grow_along(monkeypatch, losses, pairs, **settings)
    assert seen_by(networks[-1]) == [(0, 4), (0, 1, 2, 3)]
    assert {stack.outputs for n in networks for stack in n.stacks} == {3}


# Real training: 400 + 300 rows of y = 3 x1 x2 + x3 + noise of variance 0.09. Without
# x1 x2 the error stays near the product's variance, 9/9 = 1; with it, it falls to less
# than twice the noise. 0.5 lies far from both, and so does an improvement of a half.
# Later additions can then win at most from 0.18 to 0.09, which is not more than a half.
SHORT = Recipe(epochs=20, batch=25, penalty="l2", penalty_constant=1e-4)
FEW = {"recipe": Recipe(epochs=2, batch=100), "rule": "plateau", "patience": 3}


def tiny_parts():
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(700, 3))
    y = 3 * X[:, 0] * X[:, 1] + X[:, 2] + rng.normal(0, 0.3, size=700)
    X, y = X.astype(np.float32), y.astype(np.float32)
    train, valid = Part(X[:400], y[:400]), Part(X[400:], y[400:])
    return SimpleNamespace(train=train, valid=valid)


def grow_tiny(reference=0, recipe=SHORT, progress=SILENT, **settings):
    ranking, parts = [((0, 1), 3.0), ((1, 2), 2.0), ((0, 2), 1.0)], tiny_parts()
    found = Read(X=np.zeros((1, 3)), split=parts, ranking=ranking)
    found.f = lambda X: parts.valid[1] + reference**0.5
    return grow(found, recipe, progress, **settings)


def test_the_one_interaction_is_found_at_k_1_by_either_rule(monkeypatch):
    monkeypatch.setattr(growing, "STARTS", 1)  # of c_0, which has several
    by_reference = grow_tiny(reference=0.5)
    assert by_reference.K == 1 and by_reference.interactions == [(0, 1)]
    assert len(by_reference.losses) == 2
    assert by_reference.losses[0] > 0.8 and by_reference.losses[1] < 0.18
    by_plateau = grow_tiny(rule="plateau", tolerance=0.5, patience=2)
    assert by_plateau.K == 1 and by_plateau.interactions == [(0, 1)]
    # The same generator: the two curves share their beginning.
    assert len(by_plateau.losses) == 4 and by_plateau.losses[:2] == by_reference.losses


def test_progress_hears_of_every_epoch_of_every_k():
    heard = Heard()
    grown = grow_tiny(**FEW, progress=heard)
    Ks = range(len(grown.losses))
    assert heard.begun == [(f"cutoff, K = {K}", 2) for K in Ks] and len(Ks) > 1
    kept = [e for fit in grown.fits for e in fit.history]
    assert [e for e in heard.epochs if e in kept] == kept
    assert len(heard.epochs) == len(kept) + 2 * (STARTS - 1)  # c_0 has several starts


def test_ctrl_c_keeps_the_curve_so_far_and_says_so():
    whole = grow_tiny(**FEW)
    # It comes in the first of the two epochs of K = 1.
    grown = grow_tiny(**FEW, progress=Heard(2 * STARTS + 1, keep=True))
    assert grown.losses == whole.losses[:1] and grown.K == 0
    assert (grown.stopped, whole.stopped) == ("interrupted at K = 1", "")


@pytest.mark.parametrize(("at", "keep"), [(1, False), (0, True)])
def test_ctrl_c_without_keep_or_with_nothing_to_keep_is_passed_on(at, keep):
    with pytest.raises(KeyboardInterrupt):
        grow_tiny(**FEW, progress=Heard(2 * at + 1, keep))


def test_a_training_that_diverges_at_once_ends_the_growing_and_says_so():
    grown = grow_tiny(recipe=Recipe(epochs=2, batch=100, rate=1e30))
    assert grown.losses == [] and grown.interactions == []
    assert grown.stopped.startswith("at K = 0 the loss was not finite")
