"""The page to play with: its arithmetic is the package's, and it works in a browser.

Each check runs the page's formulas in a headless Chromium beside the package, and then
a broken version of them, which it must reject.
"""

import json
import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from autograd import grad
from test_readability import long_sentences

from nidlite import aggregated_weights, greedy_ranking, prune_redundant
from nidlite.agreement import Opinion
from nidlite.agreement.confirm import Corners
from nidlite.averaging import MEANS, cross_coefficient, quadratic_projection
from nidlite.losses import mean_squared_error
from nidlite.networks import mlp, output
from nidlite.optimizers import adam
from nidlite.penalties import subgradient

PAGE = Path(__file__).parents[1] / "tutorials" / "explore" / "index.html"
SOURCE = PAGE.read_text(encoding="utf-8")
FORMULAS = SOURCE.partition('<script id="formulas">')[2].partition("</script>")[0]
ROUNDING = 1e-12  # relative: other orders of some additions, another log and exp


@pytest.fixture
def page(chromium):
    """The page, loaded anew in a window as wide as a laptop's."""
    chromium.load(PAGE.as_uri(), 1366)
    return chromium


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


def close(a, b, tolerance=ROUNDING):
    """Whether all numbers are equal but for rounding, relative to the largest."""
    a, b = (np.ravel(v).astype(float) for v in (a, b))  # None, JSON's infinity: NaN
    return a.shape == b.shape and np.allclose(a, b, 0, tolerance * max(1, *abs(b)))


# --- 1. Algorithm 1 ------------------------------------------------------------------


def random_networks(count=200):
    """[(W1, z), ...]: whole numbers, so that there are ties and zeros, and others."""
    rng = np.random.default_rng(0)
    found = []
    for k in range(count):
        p_1, p = rng.integers(1, 5), rng.integers(2, 6)
        if k % 2:
            W1, z = rng.normal(size=(p_1, p)), rng.exponential(size=p_1)
        else:
            W1, z = rng.integers(-3, 4, (p_1, p)) / 10, rng.integers(0, 4, p_1) / 10
        found.append((W1.tolist(), z.tolist()))
    return found


NETWORKS = random_networks()
RANKINGS = [greedy_ranking(np.array(W1), z) for W1, z in NETWORKS]
RANK = """return given.map(([W1, z]) => {
  const ranking = greedyRanking(W1, z);
  return [ranking, pruneRedundant(ranking)];
});"""


def as_lists(ranking):
    return [[list(I), s] for I, s in ranking]


def same_rankings(chromium, change=None):
    """Order and strengths, to the last bit: both add the same numbers in one order."""
    theirs = [[as_lists(r), as_lists(prune_redundant(r))] for r in RANKINGS]
    return compute(chromium, RANK, NETWORKS, change) == theirs


def test_the_random_networks_have_ties_and_zeros():
    strengths = [[s for _, s in r] for r in RANKINGS]
    assert sum(len({*s}) < len(s) for s in strengths) > 20
    assert sum(0 in np.array(W1) for W1, _ in NETWORKS) > 50
    assert sum(0 in z for _, z in NETWORKS) > 20
    assert sum(len(prune_redundant(r)) < len(r) for r in RANKINGS) > 20


def test_200_rankings_are_the_package_s_in_order_and_in_strength(chromium):
    assert same_rankings(chromium)


AGGREGATE = "return given.map(weights => aggregatedWeights(weights));"


def test_aggregated_weights_are_the_package_s(chromium):
    rng = np.random.default_rng(1)
    shapes = [(4, 3), (5, 4), (1, 5)]
    chains = [[rng.normal(size=shape) for shape in shapes] for _ in range(20)]
    chains += [[W, w_y[:, :4]] for W, _, w_y in chains]
    given = [[W.tolist() for W in weights] for weights in chains]
    theirs = np.concatenate([aggregated_weights(weights) for weights in chains])
    assert close(sum(compute(chromium, AGGREGATE, given), []), theirs)
    signed = ("z[i] * Math.abs(row[j])", "z[i] * row[j]")
    assert not close(sum(compute(chromium, AGGREGATE, given, signed), []), theirs)


# --- 2. one ReLU unit ----------------------------------------------------------------

ROWS = [W1[0] for W1, _ in NETWORKS]
ALPHAS = [row[:2] for row in ROWS]
MEANS_OF = """return given.map(w => {
  const all = Object.values(MEANS).map(mu => mu(w.map(Math.abs)));
  return [...all, crossCoefficient(w[0], w[1]), crossCoefficient(w[0], w[1], 2)];
});"""
PROJECT = "return given.map(([a, b, c]) => quadraticProjection((x1, x2) => RELU, 40));"
PROJECT = PROJECT.replace("RELU", "Math.max(a * x1 + b * x2 + c, 0)")


def same_means(chromium, change=None):
    def of(w):
        betas = [cross_coefficient(*w[:2], c) for c in (1, 2)]
        return [mu(np.abs(w)) for mu in MEANS.values()] + betas

    theirs = [of(row) for row in ROWS]
    return close(compute(chromium, MEANS_OF, ROWS, change), theirs)


def test_200_times_the_six_means_and_beta_5_are_the_package_s(chromium):
    assert same_means(chromium)
    assert compute(chromium, "return Object.keys(MEANS);", None) == list(MEANS)


def test_the_quadratic_is_the_package_s_and_its_beta_5_the_closed_form(chromium):
    rng = np.random.default_rng(2)
    units = [*rng.uniform(-4, 4, (12, 3)), *([*w, 0.0] for w in ALPHAS[:8])]

    def relu(a, b, c):
        return lambda X: np.maximum(a * X[:, 0] + b * X[:, 1] + c, 0)

    theirs = [quadratic_projection(relu(*unit), cells=40) for unit in units]
    given = [[*map(float, unit)] for unit in units]
    ours = compute(chromium, PROJECT, given)
    assert close(ours, theirs, 1e-10)  # theirs solves for all six at once
    # 40 cells err 25 times as much as 200, 1e-4 for weights up to 1.
    closed = [cross_coefficient(a, b) for a, b, _ in units[12:]]
    assert close(np.array(ours)[12:, 5], closed, 1e-4)
    uncentred = ("x1 * x1 - m2, x2", "x1 * x1, x2")
    assert not close(compute(chromium, PROJECT, given, uncentred), theirs, 1e-10)


# --- 3. training and agreement -------------------------------------------------------

NETWORK = mlp(3, (5, 4))
WIDTHS = [3, 5, 4, 1]
GRADIENT = """const [theta, X, y, widths] = given;
const [loss, g] = lossAndGradient(Float64Array.from(theta), X, y, widths);
const differences = theta.map((_, k) => {
  const moved = h => theta.map((w, i) => w + (i === k) * h);
  const at = h => lossAndGradient(moved(h), X, y, widths)[0];
  return (at(1e-6) - at(-1e-6)) / 2e-6;
});
const outputs = output(theta, X, widths);
return [loss, [...g], differences, outputs, [...subgradient(theta, widths)]];
"""


def small_problem():
    rng = np.random.default_rng(3)
    theta = rng.normal(size=NETWORK.size)
    theta[::7] = 0  # so that L1 has kinks
    return theta, rng.normal(size=(30, 3)), rng.normal(size=30)


def gradient(chromium, change=None):
    theta, X, y = small_problem()
    given = [theta.tolist(), X.tolist(), y.tolist(), WIDTHS]
    return compute(chromium, GRADIENT, given, change)


def same_gradient(chromium, change=None):
    _, g, differences, *_ = gradient(chromium, change)
    return close(g, differences, 1e-3)


def test_the_gradient_is_that_of_finite_differences_and_of_autograd(chromium):
    theta, X, y = small_problem()
    loss, g, differences, outputs, l1 = gradient(chromium)
    # Rounding of the loss, 1e-15, over a step of 1e-6.
    assert close(g, differences, 1e-8)
    assert close(outputs, output(theta, X, NETWORK))
    objective = lambda theta: mean_squared_error(output(theta, X, NETWORK), y)  # noqa: E731
    assert close([loss], [objective(theta)]) and close(g, grad(objective)(theta))
    assert l1 == subgradient(NETWORK, theta, "l1").tolist()


ADAM = """let [theta, g] = given.map(v => Float64Array.from(v)), moments = null;
for (let k = 0; k < 3; k++) [theta, moments] = adam(theta, g, moments, 0.01);
return [...theta];"""


def test_adam_is_the_package_s(chromium):
    theta, g = np.random.default_rng(4).normal(size=(2, 6))
    given, moments = [theta.tolist(), g.tolist()], None
    for _ in range(3):
        theta, moments = adam(theta, g, moments, 0.01)
    assert close(compute(chromium, ADAM, given), theta)
    uncorrected = ("const a = 1 - beta1 ** t", "const a = 1")
    assert not close(compute(chromium, ADAM, given, uncorrected), theta)


SETS = [*combinations(range(3), 2), (0, 1, 2)]
AGREE = """const [thetas, a, b, variance, sets] = given;
const pair = thetas.map(t => corners(X => output(t, X, WIDTHS), a, b));
const found = sets.map(I => opinion(pair, I, variance));
return found.map(o => [o.share, o.agreement]);
"""


def same_opinions(chromium, change=None):
    network, rng = mlp(3, (16, 8)), np.random.default_rng(5)
    thetas, (a, b) = rng.normal(size=(2, network.size)), rng.normal(size=(2, 50, 3))
    pair = tuple(
        Corners(lambda X, t=t: output(t, X, network), a, b, [(0,), (1,), (2,)])
        for t in thetas
    )
    near = lambda interaction: (np.ones(50, bool), 1.0)  # noqa: E731
    theirs = Opinion(pair, lambda interaction: 0.0, near, 3.0, np.zeros(3))
    given = [thetas.tolist(), a.tolist(), b.tolist(), 3.0, SETS]
    ours = compute(chromium, AGREE, given, change)
    return close(ours, [[o.share, o.agreement] for o in map(theirs.of, SETS)])


def test_share_and_agreement_are_the_package_s_on_the_same_rows(chromium):
    assert same_opinions(chromium)
    nothing = "return shared([0, 0], [1, 2]);"
    assert compute(chromium, nothing, None) == [0, 0]


# (the check, what stands on the page, what breaks it)
BROKEN = [
    (same_rankings, "w => Math.min(...w)", "w => Math.max(...w)"),
    (same_rankings, "row.map(Math.abs)", "row"),
    (same_rankings, "w[b] - w[a]", "w[a] - w[b]"),
    (same_rankings, "w[b] - w[a]", "w[b] - w[a] || b - a"),
    (same_rankings, "(d.get(I) || 0) + omega", "omega"),
    (same_rankings, "z[r] * mu", "mu"),
    (same_rankings, "j <= p", "j < p"),
    (same_rankings, "s > 0", "s >= 0"),
    (same_rankings, "t - s || compareSets(I, J)", "t - s"),
    (same_rankings, "I.length - J.length || ", ""),
    (same_rankings, "I.length < K.length && ", "I.length > K.length && "),
    (same_means, "w => Math.min(...w)", "w => Math.max(...w)"),
    (same_means, "Math.sqrt(mean(w.map(v => v * v)))", "mean(w)"),
    (same_means, "Math.exp(mean(w.map(Math.log)))", "Math.sqrt(w[0] * w[1])"),
    (same_means, "1 / mean(w.map(v => 1 / v))", "mean(w.map(v => 1 / v))"),
    (same_means, "ratio ** 2 / 5", "ratio / 5"),
    (same_means, "Math.sign(alpha1) * ", ""),
    (same_means, "* small / c", "* small"),
    (same_gradient, "= 2 * error / X.length", "= error / X.length"),
    (same_gradient, "if (l && before[j] > 0) below", "if (l) below"),
    (same_gradient, "g[at + columns - 1] += s", "g[at + columns - 1] -= s"),
    (same_gradient, "g[at + j] += slope[i] * before[j]", "g[at + j] += slope[i]"),
    (same_gradient, "slope[i] * theta[at + j]", "slope[i]"),
    (same_opinions, "taken.length % 2 ? -1 : 1", "1"),
    (same_opinions, "product / 2 ** I.length / variance", "product / variance"),
    (same_opinions, "product / Math.sqrt(scale)", "product / scale"),
    (same_opinions, "corner[i] = b[n][i]", "corner[i] = b[0][i]"),
]


@pytest.mark.parametrize("same, old, new", BROKEN)
def test_a_wrong_formula_is_seen(chromium, same, old, new):
    assert not same(chromium, (old, new))


TRAIN = """return given.map(([name, noise]) => {
  const training = newTraining(name, noise, 1);
  for (let k = 0; k < 250; k++) trainStep(training);
  return look(training);
});"""


def test_what_is_there_gets_a_share_and_what_is_not_does_not(chromium):
    cases = [["x1 x2", 0], ["|x1 + x2|", 0.5], ["x1 + x2", 0.5]]
    product, bend, plain = compute(chromium, TRAIN, cases)
    assert compute(chromium, TRAIN, cases[:1]) == [product]  # the same seed
    for look, there in (product, 1), (bend, 1), (plain, 0):
        shares = [s["share"] for s in look["sets"]]
        # x1 x2 is about all of it; what is not there has at most a share of accidents
        assert (shares[0] > 0.5) == there and max(shares[there:]) < 0.03, shares
        assert not there or look["sets"][0]["agreement"] > 0.9
    # ... although the weights give it a strength: this is why two networks are asked.
    assert min(plain["sets"][0]["strengths"]) > 0.5


# --- the page itself -----------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1366])
def test_it_asks_for_nothing_logs_nothing_and_need_not_scroll_sideways(chromium, width):
    assert chromium.opened(PAGE.as_uri(), width) == ([], [], width)
    chromium.value(
        "setNetwork(...[4, 1].map(n => Array(4).fill(n > 1 ? [5,4,3,2,1] : 1)))",
    )
    chromium.value("goTo(1e9)")
    wide = chromium.value("document.documentElement.scrollWidth")
    asked = {u for u in chromium.requests if not u.startswith("data:")}
    assert (wide, chromium.errors, asked) == (width, [], {PAGE.as_uri()})


NAMELESS = """[...document.querySelectorAll("button, input, select, summary, a")]
  .filter(e => !e.ariaLabel && !e.labels?.length && !e.textContent.trim()
    || e.tabIndex < 0).map(e => e.outerHTML)"""
DOUBLE = """[...document.querySelectorAll("[id]")].map(e => e.id)
  .filter((id, k, all) => all.indexOf(id) < k)"""


def test_every_control_has_a_name_and_takes_the_focus(page):
    assert page.value(NAMELESS) == [] and page.value(DOUBLE) == []
    page.value("document.body.append(document.createElement('input'))")
    assert page.value(NAMELESS) == ["<input>"]


def press(chromium, key, code, text=""):
    for kind in ("keyDown", "keyUp"):
        given = {"key": key, "windowsVirtualKeyCode": code, "text": text}
        chromium("Input.dispatchKeyEvent", type=kind, **given)


RANKING = """[...document.querySelectorAll(".entry")]
  .sort((a, b) => a.dataset.rank - b.dataset.rank)
  .map(e => e.children[0].textContent)"""
LINE = "document.querySelector('#algorithm [aria-current]').textContent[0]"


def test_one_steps_through_the_algorithm_by_keyboard(page):
    page.value("document.getElementById('step').focus()")
    ring = "getComputedStyle(document.activeElement).outlineStyle"
    lines = []
    for _ in range(6):
        lines.append(page.value(LINE))
        press(page, "Enter", 13, "\r")
    assert lines == ["1", "2", "3", "4", "5", "3"] and page.value(ring) == "solid"
    assert page.value(RANKING) == ["1. x1 & x2: 4"]
    # A weight by the arrow keys: x1 of unit 1 from 5 to 3, below x2.
    page.value("document.querySelector('[data-cell=\"0,0\"]').focus()")
    for _ in range(4):
        press(page, "ArrowDown", 40)
    assert page.value("W1[0]") == [3, -4, 1, 2]
    assert page.value(RANKING) == ["1. x1 & x2: 3"]


def test_the_end_of_tutorial_6_is_its_ranking_and_a_line_can_be_dragged(page):
    page.value("document.getElementById('end').click()")
    sixth = ["x1 & x2: 10", "x3 & x4: 6", "x1 & x2 & x4: 6", "x2 & x3 & x4: 3"]
    numbered = [f"{k}. {words}" for k, words in enumerate(sixth, 1)]
    assert page.value(LINE) == "6" and page.value(RANKING)[:4] == numbered
    where = """(() => {
      const svg = document.getElementById("network");
      svg.scrollIntoView({ block: "start" });
      const box = svg.getBoundingClientRect(), scale = box.width / 400;
      return [box.left + 200 * scale, box.top + 70 * scale, scale];  // z of unit 2
    })()"""
    x, y, scale = page.value(where)
    mouse = {"button": "left", "buttons": 1, "clickCount": 1}
    page("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **mouse)
    x += 25 * 2 * scale
    page("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, **mouse)
    page("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, **mouse)
    assert page.value("z") == [1, 5, 2]  # two to the right, from 3
    assert page.value(RANKING)[:2] == ["1. x1 & x2: 10", "2. x3 & x4: 10"]


def test_the_unit_shows_its_beta_5_and_the_training_its_numbers(page):
    page.value("for (const [id, v] of [['w1', 4], ['w2', -1], ['b', 0]]) {"
          "const e = document.getElementById(id); e.value = v;"
          "e.dispatchEvent(new Event('input')); }")  # fmt: skip
    said = page.value("document.getElementById('betas').textContent")
    assert said.endswith(f"β5 is −{-cross_coefficient(4, -1):.2f}.")
    page.value("document.getElementById('once').click()")
    table = "[...document.querySelectorAll('#sets td')].map(e => e.textContent)"
    assert page.value("past.length") == 2 and all(page.value(table))
    assert page.value("document.getElementById('progress').textContent[5]") == "1"
    page.value("document.getElementById('train').click()")
    two = "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"
    page("Runtime.evaluate", expression=two, awaitPromise=True)
    assert page.value("training.step") > 1
    page.value("document.getElementById('train').click()")
    assert page.value("running") == 0


# --- its words -----------------------------------------------------------------------


def prose(source):
    """The page's text as paragraphs, without its style and scripts."""
    text = re.sub(r"<(style|script).*?</\1>", "", source, flags=re.S)
    blocks = r"p|h\d|li|summary|details|button|th|label|option|caption"
    return re.sub(rf"</?({blocks})\b[^>]*>", "\n\n", text)


def test_no_sentence_is_long_and_the_file_is_one_a_student_can_read():
    assert long_sentences(prose(SOURCE)) == []
    assert long_sentences(prose(f"<p>{'word ' * 31}.</p>"))
    lines = SOURCE.splitlines()
    assert len(lines) <= 1000 and max(map(len, lines)) <= 100
