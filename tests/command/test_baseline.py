"""`nidlite detect --baseline`: another method's ranking beside NID's, or one line."""

import csv
import os
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import nidlite
from nidlite.baselines import features
from nidlite.baselines.anova import anova
from nidlite.baselines.methods import METHODS, compare
from nidlite.command import sources
from nidlite.errors import InputError
from nidlite.splits import stream

SMALL = {
    "hier_lasso": {"steps": 10},
    "rulefit": {"rules": 60},
    "additive_groves": {"rows": 40, "bags": 1, "trees": 2, "repeats": 2},
}
WOODS = np.array(["oak", "fir", "ash"])
WORDS = ["--target", "price", "--epochs", "1", "--no-agreement"]


def table(n=200, outcome="number"):
    """CSV in which a times b and, in fir only, c make the price."""
    rng = np.random.default_rng(0)
    X, wood = rng.uniform(-1, 1, (n, 3)), WOODS[rng.integers(3, size=n)]
    y = X[:, 0] * X[:, 1] + (wood == "fir") * X[:, 2] + 0.1 * rng.normal(size=n)
    prices = {
        "number": np.char.mod("%.6f", y),
        "two": np.where(y > 0, "yes", "no"),
        "three": np.array(["low", "mid", "high"])[np.digitize(y, [-0.2, 0.2])],
    }[outcome]
    cells = [*np.char.mod("%.6f", X.T), wood, prices]
    return "\n".join(["a,b,c,wood,price", *map(",".join, zip(*cells))]) + "\n"


@pytest.fixture(autouse=True)
def tables(undrawn, run):
    for outcome in ("number", "two", "three"):
        Path(f"{outcome}.csv").write_text(table(outcome=outcome))


def small(name, *args):
    return compare(name, *args, **SMALL.get(name, {}))


def blocks(out):
    """{baseline's title: [(rank, NID's, NID's pair, its, its pair), ...]}, as printed.

    Marks are parts of the pairs.
    """
    found = {}
    cell = r" +(-?[\d.e+]+)  (.+?)"
    for title, text in re.findall(
        r"^(\w+) beside NID(.*?)(?:\n\n|\Z)", out, re.M | re.S
    ):
        found[title] = re.findall(rf"^ +(\d+){cell}{cell}$", text, re.M)
    return found


def without_scikit_learn(monkeypatch):
    """As if it, and the SciPy that it brings, were not installed."""
    for name in {"sklearn", "scipy", *sys.modules}:
        if name.partition(".")[0] in ("sklearn", "scipy"):
            monkeypatch.setitem(sys.modules, name, None)


def test_the_baselines_ranking_stands_beside_nids(run):
    words = ["number.csv", *WORDS, "--drop", "wood"]
    before = run("detect", *words)[1]
    status, out, err = run("detect", *words, "--baseline", "anova")
    assert status == 0 and out.startswith(before)
    head = "ANOVA beside NID; its strength is the F statistic of the two features'"
    assert f"\n{head} product\nrank   strength  NID" in out
    assert "running anova on 180 rows" in err  # of 200; the test rows are kept away
    # The library's own F statistics on the same rows.
    data = np.loadtxt("number.csv", delimiter=",", skiprows=1, usecols=(0, 1, 2, 4))
    found = nidlite.detect_interactions(data[:, :3], data[:, 3], epochs=1)
    (X, y), (Xv, yv) = found.split.train, found.split.valid
    F = anova(np.vstack([X, Xv]), np.append(y, yv), None).strengths
    names = [(0, 1, "a & b"), (0, 2, "a & c"), (1, 2, "b & c")]
    expected = sorted(((F[i, j], name) for i, j, name in names), reverse=True)
    rows = blocks(out)["ANOVA"]
    assert [row[0] for row in rows] == ["1", "2", "3"]
    assert [row[3:] for row in rows] == [(f"{f:.4f}", pair) for f, pair in expected]
    own = re.findall(r"^ +\d+ +([\d.]+)  (\w & \w)$", before, re.M)[-3:]
    assert [row[1:3] for row in rows] == own
    assert "AUC" not in out


def test_where_the_truth_is_known_pairs_are_marked_and_both_have_an_auc(
    run, monkeypatch
):
    monkeypatch.setattr(sources, "ROWS", 900)
    words = ["F5", "--epochs", "1", "--no-agreement", "--baseline", "anova"]
    status, out, _ = run("detect", *words)
    found = blocks(out)
    assert status == 0 and list(found) == ["ANOVA"]
    true = {"x1 & x2", "x1 & x3", "x2 & x3", "x4 & x5", "x6 & x7"}
    true |= {"x8 & x9", "x8 & x10", "x9 & x10"}
    for rows in found.values():
        assert len(rows) == 10
        for pair in [row[k] for row in rows for k in (2, 4)]:
            assert pair[:2] == ("+ " if pair[2:] in true else "- ")
        assert rows[0][4] == "+ x6 & x7"  # |x6 + x7| goes with x6 x7
    [nid] = re.findall(r"^pairwise AUC (\S+)$", out, re.M)
    scores = re.findall(r"^pairwise AUC: NID (\S+), (\w+) (\S+)$", out, re.M)
    assert [(n, title) for n, title, _ in scores] == [(nid, m) for m in found]
    # Six of the eight true pairs have no product part: little above one half.
    assert all(0.4 < float(score) < 0.9 for *_, score in scores)


def test_every_baseline_answers_for_two_classes(run, monkeypatch):
    monkeypatch.setattr(features, "compare", small)
    all_of_them = [word for name in METHODS for word in ("--baseline", name)]
    status, out, err = run("detect", "two.csv", *WORDS, *all_of_them)
    assert status == 0, err
    found = blocks(out)
    assert len(found) == len(METHODS)
    assert all(method.strength in out for method in METHODS.values())
    for rows in found.values():
        strengths = [float(row[3]) for row in rows]
        assert len(rows) == 6 and strengths == sorted(strengths, reverse=True)


def test_a_category_is_one_feature_and_anova_sees_what_it_does(run):
    words = ["number.csv", *WORDS, "--baseline", "anova"]
    _, out, _ = run("detect", *words)
    rows = blocks(out)["ANOVA"]
    assert {row[4] for row in rows[:2]} == {"a & b", "c & wood"}
    # Noise's F is 1 in the mean, and one of 60 is beyond any chance.
    assert float(rows[1][3]) > 60 > 15 > float(rows[2][3])
    assert len(rows) == 6 and not any(wood in out for wood in WOODS)


def test_every_baseline_draws_the_same_from_the_seed_alone(run, monkeypatch):
    drawn = []

    def draws(name, X, y, rng, classification):
        drawn.append(rng.random())
        return SimpleNamespace(strengths=np.zeros((5, 5)))

    monkeypatch.setattr(features, "compare", draws)
    for seed in (0, 1):
        words = ["number.csv", *WORDS, "--seed", seed, "--baseline", "rulefit"]
        run("detect", *words, "--baseline", "fhim")
    assert drawn == [stream(seed, "baseline").random() for seed in (0, 0, 1, 1)]
    assert stream(0, "baseline").random() != stream(0, "confirm").random()


def test_sets_of_three_features_have_a_table_and_stand_in_the_file(run, monkeypatch):
    # Columns a, b, c and two of wood, of which the commonest level is left out.
    S = np.zeros((5, 5))
    S[0, 1] = S[1, 0] = 1.5
    S[2, 4] = S[4, 2] = 123456.0
    ranking = [((2, 4), 123456.0), ((0, 1, 3, 4), 4.0), ((0, 1, 4), 3.0)]
    ranking += [((0, 1, 3), 2.0), ((0, 1), 1.5)]
    result = SimpleNamespace(strengths=S, ranking=ranking)
    monkeypatch.setattr(features, "compare", lambda *_: result)
    words = ["two.csv", *WORDS, "--baseline", "shooter", "--out", "found"]
    _, out, _ = run("detect", *words, "--no-cutoff")
    rows = blocks(out)["Shooter"]
    first, second = ("1.235e+05", "c & wood"), ("1.5000", "a & b")
    assert [row[3:] for row in rows[:2]] == [first, second]
    last = "rank   strength  Shooter, three features or more\n"
    assert out.endswith(f"\n\n{last}   1     3.0000  a & b & wood\n")
    with open("found/baseline-shooter.csv", encoding="utf-8", newline="") as file:
        entries = [row[1:3] + row[4:] for row in csv.reader(file)][1:]
    first = ["2", "c & wood", "123456"], ["3", "a & b & wood", "3"]
    assert entries[:3] == [*first, ["2", "a & b", "1.5"]] and len(entries) == 7


def test_a_pair_of_features_is_as_strong_as_its_strongest_columns():
    S = np.array([[0, -3, -1, 2], [-3, 0, 9, -4], [-1, 9, 0, -5], [2, -4, -5, 0.0]])
    expected = [[0, -1, 2], [-1, 0, -4], [2, -4, 0]]
    assert features.feature_strengths(S, [0, 1, 1, 2]).tolist() == expected
    assert (features.feature_strengths(S, [0, 1, 2, 3]) == S).all()


def test_a_category_lacks_its_commonest_level_and_keeps_a_single_one():
    split = SimpleNamespace(x_mean=np.array([0.2, 0.5, 0.3, 7.0, 1.0]))
    columns = ((0, 1, 2), (3,), (4,))
    labels = [tuple(own) if len(own) > 1 else None for own in columns]
    table = SimpleNamespace(levels=labels)
    found = SimpleNamespace(columns=columns, split=split, table=table)
    assert features.independent_columns(found) == ([0, 2, 3, 4], [0, 0, 1, 2])


def test_the_file_is_as_printed_and_no_later_run_leaves_it(run, monkeypatch):
    monkeypatch.setattr(features, "compare", small)
    words = ["number.csv", *WORDS, "--no-cutoff", "--out", "found"]
    _, out, _ = run("detect", *words, "--baseline", "anova")
    with open("found/baseline-anova.csv", encoding="utf-8", newline="") as file:
        entries = list(csv.DictReader(file))
    assert list(entries[0]) == ["rank", "order", "interaction", "features", "strength"]
    for row, entry in zip(blocks(out)["ANOVA"], entries, strict=True):
        assert (row[0], row[4]) == (entry["rank"], entry["interaction"])
        assert float(row[3]) == pytest.approx(float(entry["strength"]), abs=6e-5)
    Path("found/baseline-mine.csv").write_text("mine")
    run("detect", *words, "--baseline", "hier_lasso")
    left = {name for name in os.listdir("found") if "baseline" in name}
    assert left == {"baseline-mine.csv", "baseline-hier_lasso.csv"}


@pytest.mark.parametrize(
    "source, name, says",
    [
        ("number.csv", "anvoa", "'anova'"),
        ("number.csv", "shooter", "two classes"),
        ("three.csv", "anova", "--positive"),
        ("two.csv", "shooter", "Shooter needs scikit-learn: pip "),
    ],
)
def test_what_cannot_run_is_one_line_before_the_training(
    run, monkeypatch, source, name, says
):
    if "scikit-learn" in says:
        without_scikit_learn(monkeypatch)
    words = [source, *WORDS, "--out", "found", "--baseline", "fhim"]
    status, out, err = run("detect", *words, "--baseline", name)
    assert (status, out) == (2, "") and not Path("found").exists()
    assert re.fullmatch(r"nidlite: error: [^\n]{20,}\n", err) and says in err


@pytest.mark.parametrize("name", METHODS)
def test_scikit_learn_is_asked_for_by_those_that_need_it(monkeypatch, name):
    without_scikit_learn(monkeypatch)
    X = np.random.default_rng(0).normal(size=(60, 3))
    given = X, (X[:, 0] > 0).astype(float), np.random.default_rng(0)
    told = {"classification": True} if METHODS[name].labels == "as classes" else {}
    told |= SMALL.get(name, {})
    if METHODS[name].sklearn:
        with pytest.raises(InputError, match="needs scikit-learn"):
            METHODS[name].f(*given, **told)
    else:
        told |= {"trees": 1, "repeats": 2} if name == "additive_groves" else {}
        assert METHODS[name].f(*given, **told).strengths.shape == (3, 3)


LEFT = {"heatmap.png", "network.npz", "pairs.csv", "ranking.csv", "report.html"}


def test_too_few_rows_for_the_baseline_lose_nothing_of_nids(run):
    Path("few.csv").write_text(table(20))
    words = ["few.csv", *WORDS, "--no-cutoff", "--out", "found", "--baseline"]
    status, out, err = run("detect", *words, "rulefit")
    assert status == 2 and out.count("strength  pair\n") == 1
    assert "written to found" in out and set(os.listdir("found")) == LEFT
    says = "RuleFit holds rows out: it needs 20 rows or more; got 18"
    assert err.splitlines()[-1] == f"nidlite: error: {says}"


def test_ctrl_c_in_a_baseline_keeps_what_was_there_before(run, monkeypatch):
    def stops(name, *args):
        if name == "fhim":
            raise KeyboardInterrupt
        return compare(name, *args)

    monkeypatch.setattr(features, "compare", stops)
    words = ["number.csv", *WORDS, "--no-cutoff", "--out", "found"]
    both = "--baseline", "anova", "--baseline", "fhim"
    status, out, err = run("detect", *words, *both)
    assert status == 130 and err.endswith("\nnidlite: interrupted\n")
    assert list(blocks(out)) == ["ANOVA"] and len(blocks(out)["ANOVA"]) == 6
    assert "written to found" in out
    assert set(os.listdir("found")) == LEFT | {"baseline-anova.csv"}
