"""The page to play with: its arithmetic is the package's, and it works in a browser.

Each check runs the page's formulas in a headless Chromium beside the package, and then
a broken version of them, which it must reject.
"""

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from autograd import grad

import nidlite
from nidlite.averaging import MEANS, cross_coefficient
from nidlite.losses import mean_loss
from nidlite.networks import mlp, output
from nidlite.optimizers import adam
from nidlite.penalties import subgradient

PAGE = Path(__file__).parents[1] / "tutorials" / "explore" / "index.html"
SOURCE = PAGE.read_text(encoding="utf-8")
FORMULAS = SOURCE.partition('<script id="formulas">')[2].partition("</script>")[0]


def compute(chromium, body, given, change=None):
    """The function body's answer for `given`, by the page's formulas alone.

    change is (old, new): the formulas are broken by it first.
    """
    source = FORMULAS
    if change:
        assert source.count(change[0]) == 1, change
        source = source.replace(*change)
    given = json.dumps(given)
    return chromium.value(f"(() => {{ {source}\nconst given = {given};\n{body} }})()")


def close(a, b, tolerance=1e-12):
    """Whether all numbers are equal but for rounding, relative to the largest."""
    a, b = (np.ravel(v).astype(float) for v in (a, b))  # None, JSON's infinity: NaN
    return a.shape == b.shape and np.allclose(a, b, 0, tolerance * max(1, *abs(b)))


def random_networks():
    """[(W1, z), ...]: whole numbers, so that there are ties and zeros, and others."""
    rng = np.random.default_rng(0)
    for _ in range(100):
        shape = rng.integers(1, 5), rng.integers(2, 6)
        yield rng.normal(size=shape).tolist(), rng.exponential(size=shape[0]).tolist()
        yield rng.integers(-3, 4, shape).tolist(), rng.integers(0, 4, shape[0]).tolist()


NETWORKS = list(random_networks())
RANK = """return given.map(([W1, z]) => {
  const ranking = greedyRanking(W1, z);
  return [ranking, pruneRedundant(ranking)];
});"""


def same_rankings(chromium, change=None):
    """Order and strengths, to the last bit: both add the same numbers in one order."""
    theirs = [nidlite.greedy_ranking(np.array(W1), z) for W1, z in NETWORKS]
    theirs = json.dumps([[each, nidlite.prune_redundant(each)] for each in theirs])
    return compute(chromium, RANK, NETWORKS, change) == json.loads(theirs)


def same_weights(chromium, change=None):
    rng, shapes = np.random.default_rng(1), ((4, 3), (5, 4), (1, 5))
    networks = [[rng.normal(size=shape) for shape in shapes] for _ in range(200)]
    given = [[W.tolist() for W in weights] for weights in networks]
    found = compute(chromium, "return given.map(aggregatedWeights)", given, change)
    return close(found, [nidlite.aggregated_weights(weights) for weights in networks])


MEANS_OF = """return given.map(w => {
  const all = Object.values(MEANS).map(mu => mu(w.map(Math.abs)));
  return [...all, crossCoefficient(w[0], w[1]), crossCoefficient(w[0], w[1], 2)];
});"""


def same_means(chromium, change=None):
    rows, theirs = [W1[0] for W1, _ in NETWORKS], []
    for w in rows:
        theirs += [mu(np.abs(w)) for mu in MEANS.values()]
        theirs += [cross_coefficient(*w[:2], c) for c in (1, 2)]
    return close(compute(chromium, MEANS_OF, rows, change), theirs)


NETWORK, WIDTHS = mlp(3, (5, 4)), [3, 5, 4, 1]
GRADIENT = """const [t, X, y, widths] = given, theta = Float64Array.from(t);
const [loss, g] = lossAndGradient(theta, X, y, widths);
let moved = theta, moments = null;
for (let k = 0; k < 3; k++) [moved, moments] = adam(moved, g, moments, 0.01);
const l1 = subgradient(theta, widths);
return [loss, ...g, ...output(theta, X, widths), ...l1, ...moved];"""


def same_training(chromium, change=None):
    """Loss, gradient, outputs, L1's subgradient and three steps of Adam."""
    rng = np.random.default_rng(3)
    theta, X = rng.normal(size=NETWORK.size), rng.normal(size=(30, 3))
    y = rng.normal(size=30)
    theta[::7] = 0  # so that L1 has kinks
    of_output = partial(mean_loss, "regression", y=y)
    objective = lambda theta: of_output(output(theta, X, NETWORK))  # noqa: E731
    g, moved, moments = grad(objective)(theta), theta, None
    for _ in range(3):
        moved, moments = adam(moved, g, moments, 0.01)
    theirs = [objective(theta)], g, output(theta, X, NETWORK)
    theirs = np.concatenate([*theirs, subgradient(NETWORK, theta, "l1"), moved])
    given = [theta.tolist(), X.tolist(), y.tolist(), WIDTHS]
    return close(compute(chromium, GRADIENT, given, change), theirs)


AGREE = """const [pairs, a, b, variance, sets] = given, widths = [3, 5, 4, 1];
return pairs.map(thetas => {
  const fs = thetas.map(t => X => output(t, X, widths));
  const D = fs.map(f => mixedDifference((x1, x2) => f([[x1, x2, 0]])[0], a[0], b[0]));
  const opinions = sets.map(I => opinion(fs.map(f => corners(f, a, b)), I, variance));
  return [...D, ...opinions.flatMap(o => [o.share, o.agreement])];
});"""


def same_opinions(chromium, change=None):
    """D at x3 = 0 of 200 networks; the shares and agreements of each two of them."""
    rng, sets = np.random.default_rng(5), [(0, 1), (1, 2), (0, 1, 2)]
    pairs, (a, b) = rng.normal(size=(100, 2, NETWORK.size)), rng.normal(size=(2, 50, 3))
    theirs, flat = [], (a * [1, 1, 0], b * [1, 1, 0])
    for thetas in pairs:
        fs = [lambda X, t=t: output(t, X, NETWORK) for t in thetas]
        theirs += [nidlite.mixed_difference(f, (0, 1), *flat)[0] for f in fs]
        for I in sets:
            D_a, D_b = (nidlite.mixed_difference(f, I, a, b) for f in fs)
            shared, size = np.mean(D_a * D_b), np.mean(D_a**2) * np.mean(D_b**2)
            theirs += [shared / 2 ** len(I) / 3.0, shared / np.sqrt(size)]
    given = [pairs.tolist(), a.tolist(), b.tolist(), 3.0, sets]
    return close(compute(chromium, AGREE, given, change), theirs)


# (the check, what stands on the page, what breaks it)
CHECKS = [
    (same_rankings, "w[b] - w[a]", "w[b] - w[a] || b - a"),
    (same_weights, "z[i] * Math.abs(row[j])", "z[i] * row[j]"),
    (same_means, "* small / c", "* small"),
    (same_training, "if (l && before[j] > 0) below", "if (l) below"),
    (same_opinions, "- f(b[0], a[1])", "+ f(b[0], a[1])"),
    (same_opinions, "product / 2 ** I.length / variance", "product / variance"),
]


@pytest.mark.parametrize("same, old, new", CHECKS)
def test_a_formula_is_the_package_s_and_a_wrong_one_is_seen(chromium, same, old, new):
    assert same(chromium)
    assert not same(chromium, (old, new))


@pytest.mark.parametrize("width", [390, 768, 1366])
def test_it_asks_for_nothing_logs_nothing_and_need_not_scroll_sideways(chromium, width):
    assert chromium.opened(PAGE.as_uri(), width) == ([], [], width)


def test_a_dragged_corner_changes_d(chromium):
    chromium.load(PAGE.as_uri(), 1366)
    x, y, one = chromium.value("""(() => {
      const corner = document.querySelector("#map circle[data-grabs]");
      const at = corner.getBoundingClientRect(), width = $("map").clientWidth;
      return [at.x + at.width / 2, at.y + at.height / 2, 42 * width / 260];
    })()""")
    how = {"button": "left", "buttons": 1, "clickCount": 1}
    # From (-0.8, -0.6) to (0.2, -0.1).
    for kind, far in (("Pressed", 0), ("Moved", one), ("Released", one)):
        place = {"type": f"mouse{kind}", "x": x + far, "y": y - far / 2}
        chromium("Input.dispatchMouseEvent", **place, **how)
    assert chromium.value("$('mixed').textContent") == "D = 1.4 − (−0.1) = 1.5"


RANKING = """[...document.querySelectorAll(".entry")]
  .sort((a, b) => a.dataset.rank - b.dataset.rank)
  .map(e => e.children[0].textContent)"""


def test_one_steps_through_the_algorithm_and_a_training(chromium):
    page = chromium
    page.load(PAGE.as_uri(), 1366)
    assert "4 features form 11 sets" in page.value("$('counts').textContent")
    page.value("for (let k = 0; k < 5; k++) $('step').click()")
    # At j = 3, before I has a name, unit 1 and its three inputs are marked.
    assert page.value("document.querySelectorAll('circle[stroke*=warm]').length") == 4
    page.value("$('step').click()")
    assert page.value(RANKING) == ["1. x1 & x2: 4"]
    # x1 of unit 1 from 5 to 3, below x2.
    page.value("""const cell = document.querySelector('[data-cell="0,0"]');
      cell.value = 3; cell.dispatchEvent(new Event("input"))""")
    assert page.value("W1[0]") == [3, -4, 1, 2]
    assert page.value(RANKING) == ["1. x1 & x2: 3"]
    page.value("$('end').click()")
    assert page.value(RANKING)[:2] == ["1. x1 & x2: 9", "2. x3 & x4: 6"]
    # And a step of training shows its shares; at the end the page says what tells.
    page.value("$('once').click()")
    table = "[...document.querySelectorAll('#sets td')].map(e => e.textContent)"
    assert page.value("training.step") == 1 and all(page.value(table))
    page.value("while (training.step < STEPS) advance(STEPS_A_FRAME)")
    said = page.value("$('verdict').textContent")
    assert said.startswith("Network A ranks the false pair x2 & x3 first")
    assert said.endswith("an accident of network A's own rows.")
