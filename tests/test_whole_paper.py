"""The functions of tutorials/00_the_whole_paper.py are the package's, one by one."""

import ast
import html
import re
import runpy
from pathlib import Path

import numpy as np
import pytest
from autograd import grad
from processes import ended, python

from nidlite.influence import aggregated_weights
from nidlite.interactions import mixed_difference, prune_redundant
from nidlite.networks import mlp_m
from nidlite.optimizers import adam
from nidlite.ranking import greedy_ranking, pairwise_strengths
from nidlite.recipes import RECIPE
from nidlite.synthetic import SUITE
from nidlite.training import Plain

FILE = Path(__file__).parents[1] / "tutorials" / "00_the_whole_paper.py"
PAPER = runpy.run_path(str(FILE))


def random_network(seed, p=10):
    """theta as the file has it, a list of arrays, and as the package has it, flat."""
    rng = np.random.default_rng(seed)
    theta = PAPER["start"](rng, p)
    if seed % 2:  # whole numbers, so that weights, sums and strengths are tied
        theta = [rng.integers(-2, 3, A.shape).astype(float) for A in theta]
    layers = zip(theta[::2], theta[1::2])  # A = [W b], layer by layer
    return theta, np.concatenate([np.concatenate(Wb, axis=2).ravel() for Wb in layers])


def rows(seed, p=10, n=40):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, p)), rng.normal(size=n)


def disagreements(paper, seeds):
    """The names of those readings of random networks that are not the package's."""
    wrong = set()
    for seed in seeds:
        theta, flat = random_network(seed)
        weights = mlp_m(10).weights(flat)
        W1, z = weights[0], aggregated_weights(weights)
        strengths = np.zeros((10, 10))
        for (i, j), omega in paper["pairwise_strengths"](W1, z).items():
            strengths[i, j] = strengths[j, i] = omega
        ranking = greedy_ranking(W1, z)
        same = {
            "aggregated_weights": np.array_equal(paper["aggregated_weights"](theta), z),
            "greedy_ranking": paper["greedy_ranking"](W1, z) == ranking,
            "prune": paper["prune"](ranking) == prune_redundant(ranking),
            "pairwise_strengths": np.array_equal(strengths, pairwise_strengths(W1, z)),
        }
        wrong |= {name for name, equal in same.items() if not equal}
    return wrong


def test_z_ranking_pruning_and_pairs_of_200_random_networks_are_the_package_s():
    assert disagreements(PAPER, range(200)) == set()


def test_a_mean_for_the_minimum_or_a_forgotten_magnitude_would_be_noticed():
    def pairs_by_means(W1, z):
        w, of_pair = np.abs(W1).T, PAPER["pairwise_strengths"](W1, z)
        return {(i, j): float(sum(z * (w[i] + w[j]) / 2)) for i, j in of_pair}

    def without_magnitudes(theta):
        w_y, W4, W3, W2 = (theta[k][0] for k in (8, 6, 4, 2))
        return (w_y @ W4 @ W3 @ W2)[0]

    broken = {
        "pairwise_strengths": pairs_by_means,
        "aggregated_weights": without_magnitudes,
        "prune": lambda ranking: ranking,
    }
    assert disagreements({**PAPER, **broken}, range(4)) == {*broken}


def test_the_objective_s_gradient_is_that_of_the_package_s_plain_training():
    (theta, flat), (X, y) = random_network(4), rows(4)
    gradients = grad(PAPER["objective"])(theta, X, y)
    layers = zip(gradients[::2], gradients[1::2])
    ours = np.concatenate([np.concatenate(Wb, axis=2).ravel() for Wb in layers])
    taken, engine = {}, Plain(mlp_m(10), flat, "regression", RECIPE)
    with pytest.MonkeyPatch.context() as patch:  # the gradient that Adam is given
        spy = "nidlite.training.adam"
        patch.setattr(spy, lambda theta, g, *_: (taken.update(g=g) or theta, None))
        engine.step(X, y, rate=0.01)
    # The two add the same terms in another order.
    np.testing.assert_allclose(ours, taken["g"], rtol=1e-9, atol=1e-12)


def test_adam_s_first_three_steps_are_the_package_s():
    rng = np.random.default_rng(5)
    ours = theirs = rng.normal(size=7)
    moments, m, v = None, 0, 0
    for t in (1, 2, 3):
        g = rng.normal(size=7)
        ours, m, v = PAPER["adam"](ours, g, m, v, t, 0.01)
        theirs, moments = adam(theirs, g, moments, 0.01)
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


def test_the_corner_sum_is_definition_1_s_mixed_difference():
    (theta, _), (X, _) = random_network(6), rows(6)
    f, b = (lambda X: PAPER["output"](theta, X)), np.roll(X, 1, axis=0)
    ours = PAPER["corner_sum"](theta, 2, 5, X)
    np.testing.assert_allclose(ours, mixed_difference(f, (2, 5), X, b), atol=1e-12)


def test_f5_and_its_interactions_are_those_of_table_1():
    X, _ = rows(7)
    np.testing.assert_allclose(PAPER["f5"](X), SUITE["F5"](X), rtol=1e-12)
    assert PAPER["TRUE"] == list(SUITE["F5"].interactions)


def test_it_has_at_most_150_lines_and_needs_numpy_and_autograd_alone():
    source = FILE.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 150
    imports = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.ImportFrom)]
    imports += [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Import)]
    names = {getattr(n, "module", None) or n.names[0].name for n in imports}
    assert names == {"itertools", "autograd.numpy", "autograd"}


def test_the_page_with_text_beside_code_has_every_line_of_the_script():
    page = FILE.with_suffix(".html").read_text(encoding="utf-8")
    text = html.unescape(re.sub(r"<[^>]*>", "", page))
    lines = FILE.read_text(encoding="utf-8").splitlines()
    code = [line.strip() for line in lines if not re.match(r'# |#$|    """', line)]
    assert [line for line in code if line not in text] == [] and 'lang="en"' in page


@pytest.mark.long
def test_a_run_on_f5_finds_the_four_true_interactions_among_its_first_eight_sets():
    status, out, err = ended(python("-W", "error", FILE), timeout=600)
    assert status == 0, err
    sets = re.findall(r"^ *[\d.]+ (true|-) +(\(.*\))$", out, re.M)
    assert [word for word, _ in sets[:8]].count("true") == 4
