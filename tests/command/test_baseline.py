"""`nidlite detect --baseline`: another method's ranking after NID's, or one line."""

import csv
import os
import re
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

SMALL = {
    "hier_lasso": {"steps": 10},
    "rulefit": {"rules": 60},
    "additive_groves": {"rows": 40, "bags": 1, "trees": 2, "repeats": 2},
}
WOODS = np.array(["oak", "fir", "ash"])
WORDS = ["--target", "price", "--epochs", "1", "--no-agreement"]
OUT = ["--no-cutoff", "--out", "found", "--baseline"]
LEFT = {"heatmap.png", "network.npz", "pairs.csv", "ranking.csv", "report.html"}


@pytest.fixture(autouse=True)
def tables(undrawn, run):
    """a times b and, in fir only, c make the price: a number, or two classes of it."""
    rng = np.random.default_rng(0)
    X, wood = rng.uniform(-1, 1, (200, 3)), WOODS[rng.integers(3, size=200)]
    y = X[:, 0] * X[:, 1] + (wood == "fir") * X[:, 2] + 0.1 * rng.normal(size=200)
    prices = {"number": np.char.mod("%.6f", y), "two": np.where(y > 0, "yes", "no")}
    for name, price in prices.items():
        lines = map(",".join, zip(*np.char.mod("%.6f", X.T), wood, price))
        Path(f"{name}.csv").write_text("\n".join(["a,b,c,wood,price", *lines]) + "\n")


def pairs_by(title, out):
    """[(rank, strength, pair), ...] of a baseline, as printed; marks are the pairs'."""
    [rows] = re.findall(rf"^{title}; a pair's.*\n.*\n((?: +\d.*\n)+)", out, re.M)
    return re.findall(r"^ +(\d+) +(\S+)  (.+)$", rows, re.M)


def test_the_baselines_ranking_stands_after_nids(run):
    words = ["number.csv", *WORDS, "--drop", "wood"]
    before = run("detect", *words)[1]
    status, out, err = run("detect", *words, "--baseline", "anova")
    assert status == 0 and out.startswith(before) and "AUC" not in out
    assert "strength is the F statistic of the two features' product" in out
    assert "running anova on 180 rows" in err  # of 200; the test rows are kept away
    # The library's own F statistics on the same rows.
    data = np.loadtxt("number.csv", delimiter=",", skiprows=1, usecols=(0, 1, 2, 4))
    found = nidlite.detect_interactions(data[:, :3], data[:, 3], epochs=1)
    (X, y), (Xv, yv) = found.split.train, found.split.valid
    F = anova(np.vstack([X, Xv]), np.append(y, yv), None).strengths
    names = [(0, 1, "a & b"), (0, 2, "a & c"), (1, 2, "b & c")]
    expected = sorted(((F[i, j], name) for i, j, name in names), reverse=True)
    rows = [(str(k), f"{f:.4f}", pair) for k, (f, pair) in enumerate(expected, 1)]
    assert pairs_by("ANOVA", out) == rows


def test_where_the_truth_is_known_pairs_are_marked_and_both_have_an_auc(
    run, monkeypatch
):
    monkeypatch.setattr(sources, "ROWS", 900)
    words = ["F5", "--epochs", "1", "--no-agreement", "--baseline", "anova"]
    status, out, _ = run("detect", *words)
    rows = pairs_by("ANOVA", out)
    true = {"x1 & x2", "x1 & x3", "x2 & x3", "x4 & x5", "x6 & x7"}
    true |= {"x8 & x9", "x8 & x10", "x9 & x10"}
    assert status == 0 and len(rows) == 10
    for *_, pair in rows:
        assert pair[:2] == ("+ " if pair[2:] in true else "- ")
    assert rows[0][2] == "+ x6 & x7"  # |x6 + x7| goes with x6 x7
    [nid] = re.findall(r"^pairwise AUC (\S+)$", out, re.M)
    scores = dict(re.findall(r"^pairwise AUC, (\w+) (\S+)$", out, re.M))
    assert list(scores) == ["NID", "ANOVA"] and scores["NID"] == nid
    # Six of the eight true pairs have no product part: little above one half.
    assert 0.4 < float(scores["ANOVA"]) < 0.9


def test_every_baseline_answers_for_two_classes(run, monkeypatch):
    def small(name, *args):
        return compare(name, *args, **SMALL.get(name, {}))

    monkeypatch.setattr(features, "compare", small)
    all_of_them = [word for name in METHODS for word in ("--baseline", name)]
    status, out, err = run("detect", "two.csv", *WORDS, *all_of_them)
    assert status == 0, err
    for method in METHODS.values():
        strengths = [float(row[1]) for row in pairs_by(method.title, out)]
        assert len(strengths) == 6 and strengths == sorted(strengths, reverse=True)
        assert method.strength in out


def test_sets_of_three_features_have_a_table_and_stand_in_the_file(run, monkeypatch):
    # Columns a, b, c and two of wood, of which the commonest level is left out.
    S = np.zeros((5, 5))
    S[0, 1] = S[1, 0] = 1.5
    S[2, 4] = S[4, 2] = 12.5
    ranking = [((2, 4), 12.5), ((0, 1, 3, 4), 4.0), ((0, 1, 4), 3.0)]
    ranking += [((0, 1, 3), 2.0), ((0, 1), 1.5)]
    result = SimpleNamespace(strengths=S, ranking=ranking)
    monkeypatch.setattr(features, "compare", lambda *_: result)
    _, out, _ = run("detect", "two.csv", *WORDS, *OUT, "shooter")
    rows = [row[1:] for row in pairs_by("Shooter", out)]
    assert rows[:2] == [("12.5000", "c & wood"), ("1.5000", "a & b")]
    last = "rank   strength  Shooter, three features or more\n"
    assert out.endswith(f"\n\n{last}   1     3.0000  a & b & wood\n")
    with open("found/baseline-shooter.csv", encoding="utf-8", newline="") as file:
        entries = [row[1:3] + row[4:] for row in csv.reader(file)][1:]
    first = ["2", "c & wood", "12.5"], ["3", "a & b & wood", "3"]
    assert entries[:3] == [*first, ["2", "a & b", "1.5"]] and len(entries) == 7


def test_a_pair_of_features_is_as_strong_as_its_strongest_columns():
    S = np.array([[0, -3, -1, 2], [-3, 0, 9, -4], [-1, 9, 0, -5], [2, -4, -5, 0.0]])
    expected = [[0, -1, 2], [-1, 0, -4], [2, -4, 0]]
    assert features.feature_strengths(S, [0, 1, 1, 2]).tolist() == expected
    assert (features.feature_strengths(S, [0, 1, 2, 3]) == S).all()


def test_ctrl_c_or_too_few_rows_in_a_baseline_keep_what_was_there_before(
    run, monkeypatch
):
    def stops(name, *args):
        if name == "fhim":
            raise KeyboardInterrupt
        if name == "rulefit":
            raise InputError("RuleFit holds rows out: it needs 20 rows or more")
        return compare(name, *args)

    monkeypatch.setattr(features, "compare", stops)
    for last, expected, says in (
        ("fhim", 130, "nidlite: interrupted"),
        ("rulefit", 2, "nidlite: error: RuleFit holds rows out"),
    ):
        words = ["number.csv", *WORDS, *OUT, "anova", "--baseline", last]
        status, out, err = run("detect", *words)
        assert status == expected and err.splitlines()[-1].startswith(says)
        assert len(pairs_by("ANOVA", out)) == 6 and "written to found" in out
        assert {*os.listdir("found")} == LEFT | {"baseline-anova.csv"}
