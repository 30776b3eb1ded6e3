"""Table 3, Figs. 5 to 7, 11 and 12 from results whose numbers are known before.

The results are made up: the growths, networks and strengths are chosen, nothing is
trained.
"""

from types import SimpleNamespace

import numpy as np
import pytest

from nidlite.datasets.catalogue import DATASETS
from nidlite.experiments import (
    fig5,
    fig6,
    fig7,
    fig11,
    fig12,
    problems,
    settings,
    table2,
    table3,
)
from nidlite.experiments.problems import Problem
from nidlite.experiments.rows import load, preset_of, save
from nidlite.experiments.units import Growth, Result, as_text
from nidlite.fast.backprop import predict
from nidlite.networks import mlp_cutoff, mlp_m
from nidlite.report.surfaces import beyond_sum
from nidlite.splits import split
from nidlite.synthetic import SUITE

SUBSET = "only the first 22,889 of the 818,238 events"
HOUSING = "longitude latitude age rooms bedrooms population households income".split()
NAMES = {"cal_housing": HOUSING}
NAMES |= {
    name: [f"{name}{i}" for i in range(p)]
    for name, p in (("bike_sharing", 12), ("higgs", 30), ("letter", 16))
}


@pytest.fixture(autouse=True)
def subset_of_higgs(monkeypatch):
    """Every file is the one with the first events of Higgs: no data set is read."""
    monkeypatch.setattr(problems, "_digest", lambda name: DATASETS["higgs"].part[1])


def names_of(name):
    return NAMES.get(name, [f"x{i + 1}" for i in range(10)])


def grown(unit, candidates, K, test=(1.0, 0.2, 0.2), losses=None, reached=True):
    """A growth by the interactions, each of which halves the RMSE."""
    truths = SUITE[unit.problem.name].interactions if is_suite(unit) else None
    arrays = {
        "candidates": as_text(candidates),
        "losses": np.array(losses or [0.25**k for k in range(len(candidates) + 1)]),
        "reference": np.array(0.01),
        "reached": np.array(reached),
        "K": np.array(K),
        "test": np.array(test),
        "p": np.array(len(names_of(unit.problem.name))),
        "outputs": np.array(1),
        "names": np.array(names_of(unit.problem.name)),
        "truths": as_text(truths),
        "seconds": np.array([2.0]),
    }
    return Result(unit, arrays)


def is_suite(unit):
    return unit.problem.name in SUITE


def perfect(unit):
    """All that is true, and no more; {1,2} for real data, and one of all features."""
    every = tuple(range(len(names_of(unit.problem.name))))
    added = SUITE[unit.problem.name].interactions if is_suite(unit) else [(0, 1), every]
    return grown(unit, added, len(added))


def trainer(make, **special):
    """A `trained` that gives make(unit), or special[name](unit); the last unit first.

    Like the true ones it gives what a growth needs as well.
    """

    def trained(units):
        results = {}
        for unit in reversed(list(units)):
            if isinstance(unit, Growth):
                results[unit.needs] = SimpleNamespace(unit=unit.needs, seconds=1.0)
            results[unit] = special.get(unit.problem.name, make)(unit)
        return results

    return trained


def read_back(rows, folder):
    save(folder / "rows.csv", rows)
    return load(folder / "rows.csv")


def assert_told_alike(artefact, rows, folder):
    """The page says the same of the rows and of their CSV file; its text is text."""
    loaded = read_back(rows, folder)
    assert artefact.verdict(loaded) == artefact.verdict(rows)
    assert artefact.side_by_side(loaded) == artefact.side_by_side(rows)
    assert all(type(v) is str for r in artefact.side_by_side(rows) for v in r.values())


def column(rows, name, data):
    return [row[name] for row in rows if row["data"] == data]


def line_of(table, name):
    return next(line for line in table if line[""] == name)


# --- what is trained


def test_nothing_is_trained_that_tables_2_and_3_do_not_train():
    paper = {m: set(m.units("paper")) for m in (fig5, fig6, fig7, fig11, fig12, table3)}
    shared, grown_there = set(table2.units("paper")), paper[table3]
    assert {unit.needs for unit in paper[fig6]} <= shared
    assert {unit.needs for unit in grown_there if is_suite(unit)} <= shared
    assert paper[fig11] <= shared
    assert paper[fig7] | paper[fig12] <= grown_there
    assert paper[fig5] == {unit.needs for unit in paper[fig7]}
    assert len(paper[fig6] & grown_there) == len(table3.SYNTHETIC)
    assert [len(paper[m]) for m in (fig5, fig6, fig7, fig11, fig12, table3)] == [
        *(4, 10, 4, 1, 1, 80)
    ]


def test_a_run_of_table_3_that_was_cut_off_covers_all_data_sets_evenly():
    units = table3.units("quick")
    assert [unit.seed for unit in units] == [0] * 8 + [1] * 8 + [2] * 8
    assert len({unit.problem.name for unit in units[:8]}) == 8


def test_the_rows_used_are_all_the_subset_or_the_first(monkeypatch):
    used = settings.rows_used
    assert used(Problem("higgs")) == SUBSET
    assert used(Problem("letter")) == "all"
    assert used(Problem("higgs", 600)) == "the first 600 rows"
    assert used(Problem("F3", 30_000)) == "30,000 rows"
    monkeypatch.setattr(problems, "_digest", lambda name: "of the whole file")
    assert used(Problem("higgs")) == "all"


# --- Figure 6


def test_each_interaction_added_is_true_a_part_or_false():
    added = (5, 6), (7, 8), (0, 1, 2), (0, 9), (3, 4, 5)
    rows = fig6.run("smoke", trainer(perfect, F5=lambda u: grown(u, added, 3)))
    words = ["none", "true", "part", "true", "false", "false"]
    assert column(rows, "truth", "F5") == words
    interactions = ["none", "{6,7}", "{8,9}", "{1,2,3}", "{1,10}", "{4,5,6}"]
    assert column(rows, "interaction", "F5") == interactions
    assert column(rows, "error", "F5") == [0.5**k for k in range(6)]
    assert column(rows, "MLP-M error", "F5") == [0.1] * 6


def test_only_what_stands_above_the_cutoff_counts(tmp_path):
    added = (5, 6), (7, 8), (0, 9), (3, 4)

    def counts(K):
        rows = fig6.run("smoke", trainer(perfect, F5=lambda u: grown(u, added, K)))
        assert_told_alike(fig6, rows, tmp_path)
        line = line_of(fig6.side_by_side(rows), "F5")
        return (line["true"], line["parts"], line["false"]), fig6.verdict(rows)

    two, three, four = counts(2), counts(3), counts(4)
    assert two[0] == ("1 of 4", "1", "0")
    assert three[0] == ("1 of 4", "1", "1")
    assert four[0] == ("2 of 4", "1", "1")
    assert "is false in 10. Not there whole: F5 {1,2,3} {4,5} {8,9,10}." in two[1]
    assert "is false in 9; not in F5. Not there" in three[1]
    assert "10 of 10 functions, 39 of 41" in four[1]


def test_perfect_growths_are_called_perfect_and_empty_ones_are_not(tmp_path):
    rows = fig6.run("smoke", trainer(perfect))
    assert "10 of 10 functions, 41 of 41 in all" in fig6.verdict(rows)
    assert fig6.verdict(rows).endswith("is false in 10. Not there whole: none.")
    assert_told_alike(fig6, rows, tmp_path)
    rows = fig6.run("smoke", trainer(lambda unit: grown(unit, [], 0)))
    assert "0 of 10 functions, 0 of 41 in all" in fig6.verdict(rows)
    assert "nothing of it is false in 0; not in F1, F2," in fig6.verdict(rows)
    assert_told_alike(fig6, rows, tmp_path)


def test_the_picture_has_bars_a_dashed_line_and_crosses_for_each_function(tmp_path):
    rows = fig6.run("smoke", trainer(lambda u: grown(u, [(0, 8), (0, 1)], 1)))
    axes = fig6.figure(read_back(rows, tmp_path)).axes
    assert [ax.get_title() for ax in axes] == list(SUITE)
    for ax, name in zip(axes, SUITE):
        assert [bar.get_height() for bar in ax.patches] == [1, 0.5, 0.25]
        dashed = [line for line in ax.lines if line.get_linestyle() == "--"]
        assert [line.get_ydata()[0] for line in dashed] == [0.1]
        crosses = [line for line in ax.lines if line.get_marker() == "x"]
        true = (0, 1) in SUITE[name].interactions
        assert [list(line.get_xdata()) for line in crosses] == [[2]] * true


def test_the_seconds_are_those_of_all_the_work():
    rows = fig6.run("smoke", trainer(perfect))
    assert {row["seconds"] for row in rows} == {10 * (2.0 + 1.0)}
    assert {row["trials"] for row in rows} == {1}


# --- Figure 7


def test_the_paper_s_findings_on_real_data_are_recognised(tmp_path):
    rows = fig7.run("paper", trainer(perfect))
    words = fig7.verdict(rows)
    first = "Cal housing's first interaction is {1,2} (longitude & latitude), as in the"
    assert words.startswith(f"{first} paper; RMSE 1.000 without it, 0.500 with it")
    assert "has 16 of 16 features, as in the paper" in words
    assert words.endswith(f"Higgs boson: {SUBSET}.")
    assert_told_alike(fig7, rows, tmp_path)
    assert line_of(fig7.side_by_side(rows), "letter")["features in each"] == "2, 16"


def test_other_findings_on_real_data_are_not_the_paper_s(tmp_path):
    def other(unit):
        return grown(unit, [(0, 2), tuple(range(8))], 1, reached=False)

    rows = fig7.run("smoke", trainer(other))
    words = fig7.verdict(rows)
    assert "is {1,3} (longitude & age), paper: {1,2};" in words
    # The one of eight features stands below the cutoff.
    assert "has 2 of 16 features, in the paper 16" in words
    assert line_of(fig7.side_by_side(rows), "letter")["by"] == "plateau"
    assert_told_alike(fig7, rows, tmp_path)


def test_a_cutoff_before_the_first_interaction_is_told(tmp_path):
    rows = fig7.run("smoke", trainer(lambda unit: grown(unit, [], 0)))
    assert fig7.verdict(rows).startswith("Cal housing needs no interaction")
    assert "has 0 of 16 features" in fig7.verdict(rows)
    assert_told_alike(fig7, rows, tmp_path)
    axes = fig7.figure(load(tmp_path / "rows.csv")).axes
    assert [ax.get_title() for ax in axes] == list(settings.REAL.values())
    assert [len(ax.patches) for ax in axes] == [1] * 4


def test_classes_are_judged_by_cross_entropy_and_numbers_by_rmse():
    rows = fig7.run("smoke", trainer(lambda u: grown(u, [(0, 1)], 1, losses=[0.49, 0])))
    for data, measure, error in (
        *(("cal housing", "RMSE", 0.7), ("bike sharing", "RMSE", 0.7)),
        *(("higgs boson", "cross-entropy", 0.49), ("letter", "cross-entropy", 0.49)),
    ):
        assert column(rows, "measure", data) == [measure] * 2
        assert column(rows, "error", data) == pytest.approx([error, 0])


# --- Table 3


def test_improvements_are_those_worked_by_hand():
    # Gaps of 0.4 and 0.5, of which 0.3 and 0.5 are closed: 75 and 100 percent.
    tests = np.array([[1.0, 0.7, 0.6], [0.9, 0.4, 0.4]])
    of = table3.improvement(tests, classifies=False)
    assert of["relative improvement (percent)"] == pytest.approx(87.5)
    assert of["relative improvement deviation (percent)"] == pytest.approx(12.5)
    assert of["absolute improvement"] == pytest.approx(0.4)
    assert of["absolute improvement deviation"] == pytest.approx(0.1)
    assert [of[k] for k in ("without", "with", "MLP-M")] == pytest.approx(
        [0.95, 0.55, 0.5]
    )
    # An AUC that rises is an improvement, an RMSE that rises is not.
    assert table3.improvement(1 - tests, True)["absolute improvement"] > 0
    assert table3.improvement(1 - tests, False)["absolute improvement"] < 0
    relative = table3.improvement(1 - tests, True)["relative improvement (percent)"]
    assert relative == pytest.approx(87.5)


def test_a_trial_without_any_gap_leaves_the_relative_improvement_open():
    of = table3.improvement(np.array([[0.9, 0.5, 0.9], [0.9, 0.5, 0.5]]), False)
    assert of["relative improvement (percent)"] is None
    assert of["relative improvement deviation (percent)"] is None
    assert of["absolute improvement"] == pytest.approx(0.4)


def test_k_is_a_median_without_subsets_and_cardinality_a_mean_over_all():
    unit = table3.units("smoke")[4]
    # Of the first three the pair is inside the triple; the fourth is below the cutoff.
    added = [(0, 1), (0, 1, 2), (5, 6), (7, 8)]
    identified = table3.identified(grown(unit, added, 3))
    assert identified == [(0, 1, 2), (5, 6)]
    of = table3.kept([identified, [(0, 1)] * 4, [(0, 1)]])
    assert of == {"median K": 2.0, "mean cardinality": (3 + 6 * 2) / 7}
    assert table3.kept([[], []]) == {"median K": 0.0, "mean cardinality": None}


def test_table_3_says_who_closes_the_gap_who_does_not_and_where_there_is_none(tmp_path):
    def poor(unit):  # closes half of it
        return grown(unit, [(0, 1)], 1, test=(1.0, 0.6, 0.2))

    def gapless(unit):
        return grown(unit, [], 0, test=(0.5, 0.5, 0.5))

    def upside_down(unit):  # MLP-M is worse than no interactions
        return grown(unit, [], 0, test=(0.5, 0.5, 0.6))

    def just(unit):
        return grown(unit, [(0, 1)], 1, test=(1.0, 0.2152, 0.2))

    special = {"F3": just, "F5": poor, "F7": gapless, "F10": upside_down}
    real = {name: lambda u: grown(u, [(0, 1)], 1, (0.6, 0.9, 0.8)) for name in NAMES}
    rows = table3.run("quick", trainer(perfect, **special, **real))
    words = table3.verdict(rows)
    # An AUC rises by 150 percent of the gap; an RMSE must not, so there is no gap.
    assert "in 3 of 8 data sets (higgs boson, letter, F3); less in F5 (50.0" in words
    none = "cal housing, bike sharing, F7, F10"
    assert f"MLP-M has no advantage to share in {none}. Higgs boson: {SUBSET}." in words
    assert_told_alike(table3, rows, tmp_path)
    line = line_of(table3.side_by_side(rows), "F7")
    assert line["relative improvement, %, paper"] == "105.2 +- 0.3"
    assert line["relative improvement, %, nidlite"] == "- +- -"
    assert line["mean cardinality, nidlite"] == "-"


def test_table_3_averages_each_data_set_over_its_own_trials():
    def by_seed(unit):
        return grown(unit, [(0, 1)], 1, test=(1.0, 0.1 * unit.seed, 0.0))

    rows = table3.run(preset_of("smoke", 2), trainer(perfect, F3=by_seed))
    (row,) = (row for row in rows if row["data"] == "F3")
    assert row["relative improvement (percent)"] == pytest.approx(95)
    assert row["relative improvement deviation (percent)"] == pytest.approx(5)
    assert row["trials"] == 2 and row["seconds"] == 2 * (2.0 + 1.0)
    assert [row["data"] for row in rows][:4] == list(settings.REAL.values())


# --- Figure 5


def strengths_of(unit):
    """Random strengths of all pairs."""
    p = len(names_of(unit.problem.name))
    strengths = np.triu(np.random.default_rng(p).uniform(1, 9, (p, p)), 1)
    return strengths + strengths.T


def read(unit, strengths):
    """What Figure 5 asks of a Result."""
    reading = SimpleNamespace(
        pairwise_strengths=strengths, feature_names=names_of(unit.problem.name)
    )
    return SimpleNamespace(unit=unit, seconds=2.0, reading=lambda: reading)


def test_the_maps_show_all_pairs_under_their_names(tmp_path):
    rows = fig5.run("paper", trainer(lambda unit: read(unit, strengths_of(unit))))
    assert len(rows) == 28 + 66 + 435 + 120
    data = settings.by_data(read_back(rows, tmp_path))
    for unit in fig5.units("paper"):
        matrix, names = fig5.as_matrix(data[settings.REAL[unit.problem.name]])
        assert names == names_of(unit.problem.name)
        # 7 digits are kept in the file.
        assert matrix == pytest.approx(strengths_of(unit), rel=1e-6)
    assert_told_alike(fig5, rows, tmp_path)
    maps = fig5.figure(load(tmp_path / "rows.csv")).axes[:4]
    assert [ax.get_title() for ax in maps] == list(settings.REAL.values())
    assert (tmp_path / "rows.csv").stat().st_size < 150_000


def test_the_strongest_pair_and_the_evenness_of_letter_are_told():
    def told(top, letter):
        """Cal housing's top pair is set to 10, letter's weakest to `letter`."""

        def housing(unit):
            strengths = strengths_of(unit)
            strengths[top] = strengths[top[::-1]] = 10
            return read(unit, strengths)

        def letters(unit):
            strengths = np.full((16, 16), 8.0)
            strengths[3, 5] = strengths[5, 3] = letter
            return read(unit, strengths)

        special = {"cal_housing": housing, "letter": letters}
        all_even = trainer(lambda u: read(u, strengths_of(u)), **special)
        return fig5.verdict(fig5.run("paper", all_even))

    words = told((0, 1), 6.0)
    assert "strongest pair is longitude & latitude, as in the paper" in words
    assert "has 75 percent of the strongest one's strength, more than else" in words
    assert words.endswith(f"Higgs boson: {SUBSET}.")
    words = told((0, 7), 0.08)
    assert "pair is longitude & income, paper: longitude & latitude. Letter's" in words
    assert "has 1 percent of the strongest one's strength, no more than else" in words


# --- Figure 11


def test_the_mean_of_f6_is_the_integral():
    x = np.linspace(-1, 1, 7)
    # x5 is in cos(x5 + x6 - x8) only, whose mean over x6 and x8 is sin(1)^2 cos(x5).
    found = fig11.main_effect(SUITE["F6"], 4, x)
    assert found == pytest.approx(np.sin(1) ** 2 * np.cos(x), abs=1e-12)
    # x8 is in two terms: a random sample of the others, three deviations of its mean.
    X = np.random.default_rng(0).uniform(-1, 1, (40_000, 10))
    found, f = fig11.main_effect(SUITE["F6"], 7, x), SUITE["F6"]

    def sampled(value):
        return f(np.where(np.arange(10) == 7, value, X))

    for k in range(1, 7):
        difference = sampled(x[k]) - sampled(x[0])
        error = 3 * difference.std() / np.sqrt(len(X))
        assert found[k] - found[0] == pytest.approx(difference.mean(), abs=error)


@pytest.fixture
def f6_result():
    """Trained on F6, as far as Figure 11 asks: the main network is 0 throughout."""
    rng = np.random.default_rng(0)
    X, y = SUITE["F6"].sample(300, rng)
    network = mlp_m(10)
    theta = network.initial(rng, 0.5)
    for A in network.layers(theta)[0]:
        A[...] = 0
    detection = SimpleNamespace(split=split(X, 7 * y, rng))
    return SimpleNamespace(
        unit=fig11.units("smoke")[0],
        seconds=2.0,
        network=network,
        arrays={"theta": theta},
        detection=detection,
    )


def test_a_univariate_response_is_how_the_prediction_changes(f6_result, tmp_path):
    rows = fig11.run("smoke", lambda units: {units[0]: f6_result})
    scaled = f6_result.detection.split
    for i in fig11.FEATURES:
        own = [row for row in rows if row["feature"] == f"x{i + 1}"]
        X = np.zeros((101, 10))
        X[:, i] = [row["x"] for row in own]
        theta = f6_result.arrays["theta"]
        y = scaled.unscale_y(predict(f6_result.network, theta, scaled.scale_X(X)))
        # float32 networks
        responses = [row["response"] for row in own]
        assert responses == pytest.approx(y - y.mean(), abs=1e-5 * np.ptp(y))
        assert np.ptp(responses) > 1e-4
    assert_told_alike(fig11, rows, tmp_path)
    for ax, i in zip(fig11.figure(load(tmp_path / "rows.csv")).axes, fig11.FEATURES):
        own = [row for row in rows if row["feature"] == f"x{i + 1}"]
        assert ax.get_xlabel() == f"x{i + 1}"
        curves = [[row[name] for row in own] for name in ("response", "mean of F6")]
        # 7 digits are kept in the file.
        for line, curve in zip(ax.lines, curves, strict=True):
            assert line.get_ydata() == pytest.approx(curve, rel=1e-6)
            assert ax.get_ylim()[0] < min(curve) <= max(curve) < ax.get_ylim()[1]


def parabolas(**coefficients):
    """Rows whose responses are these parabolas, tilted and shifted."""
    return [
        {
            "feature": name,
            "x": x,
            "response": a * x**2 + 0.3 * (a != 0) * (x + 1),
            "mean of F6": x**2 / 4,
        }
        for name, a in coefficients.items()
        for x in np.linspace(-1, 1, 11)
    ]


def test_coefficients_of_the_square_are_compared_with_the_paper_s_half():
    rows = parabolas(x8=0.45, x9=0.5, x10=-0.5)
    fitted = fig11.coefficients(rows, "response")
    assert fitted == pytest.approx({"x8": 0.45, "x9": 0.5, "x10": -0.5})
    assert "x8 0.45, x9 0.50, x10 -0.50 (paper 0.5 each" in fig11.verdict(rows)
    assert "within a fifth of it: x8, x9. F6's own" in fig11.verdict(rows)
    line = line_of(fig11.side_by_side(rows), "x8")
    assert [line[k] for k in ("paper", "nidlite", "F6's own mean")] == [
        *("0.50", "0.45", "0.25")
    ]


def test_a_network_that_answers_nothing_is_called_silent():
    rows = parabolas(x8=0.5, x9=0, x10=0.1)
    words = "within a fifth of it: x8; the network of x9 is silent. F6's own"
    assert words in fig11.verdict(rows)


# --- Figure 12


def test_the_share_beyond_a_sum_is_beyond_sum_s_where_the_grid_has_no_gaps(monkeypatch):
    monkeypatch.setattr(fig12, "SIDE", 6)
    values = np.random.default_rng(0).normal(size=(6, 6))
    values += np.arange(6) + np.arange(6)[:, None] ** 2 / 4
    expected = np.mean(beyond_sum(values) ** 2) / np.var(values)
    assert 0.01 < expected < 0.5
    assert fig12.share_beyond_sum(values) == pytest.approx(expected)


def test_a_sum_has_no_share_beyond_it_with_gaps_and_a_product_has(monkeypatch):
    monkeypatch.setattr(fig12, "SIDE", 12)
    x, gaps = np.linspace(-1, 1, 12), np.random.default_rng(1).random((12, 12)) < 0.4
    values = np.exp(x) + np.sin(3 * x)[:, None]
    values[gaps] = np.nan
    assert fig12.share_beyond_sum(values) < 1e-20
    product = np.where(gaps, np.nan, x * x[:, None])
    # Its own sums of single effects are all 0; the gaps leave less than half of it.
    assert fig12.share_beyond_sum(product) > 0.5
    assert fig12.share_beyond_sum(np.where(gaps, np.nan, 2.0)) == 0


def test_cells_near_a_block_are_its_own_and_the_eight_around(monkeypatch):
    monkeypatch.setattr(fig12, "SIDE", 11)
    blocks = np.array([[0.0, 0.0], [100.0, 10.0], [49.0, 5.2]])
    cells = {tuple(cell) for cell in fig12.near(blocks)}
    around = {(x, y) for x in (40.0, 50.0, 60.0) for y in (4.0, 5.0, 6.0)}
    corners = {(x, y) for x in (0.0, 10.0) for y in (0.0, 1.0)}
    corners |= {(x, y) for x in (90.0, 100.0) for y in (9.0, 10.0)}
    assert cells == around | corners


def test_the_smallest_net_that_sees_the_pair_is_taken():
    pair = [0, 1]
    assert fig12.net_of(mlp_cutoff(5, [(0, 1, 2, 3), (1, 4), (0, 1)]), pair) == (1, 1)
    three = mlp_cutoff(5, [(0, 2, 3), (0, 1, 4), (0, 1, 2)])
    assert fig12.net_of(three, pair) == (1, 1)
    assert fig12.net_of(mlp_cutoff(5, [(0, 2), (1, 2, 3)]), pair) is None


def housing_results(candidates, K):
    """A `trained` whose chosen MLP-Cutoff has random weights, and all its results."""
    (unit,) = fig12.units("smoke")
    rng = np.random.default_rng(3)
    X = rng.normal(size=(400, 8)) * np.arange(1, 9) + 50
    found = SimpleNamespace(table=SimpleNamespace(X=X), split=split(X, X[:, 0], rng))
    result = grown(unit, candidates, K)
    result.arrays["theta"] = result.network.initial(rng, 0.5)
    trained = SimpleNamespace(unit=unit.needs, seconds=1.0, detection=found)
    return {unit: result, unit.needs: trained}, result, found


def test_the_surface_is_the_pair_s_net_alone(tmp_path):
    results, result, found = housing_results([(2, 3), (0, 1), (4, 5, 6)], 3)
    rows = fig12.run("smoke", lambda units: results)
    alone, network = result.arrays["theta"].copy(), result.network
    for s, layers in enumerate(network.layers(alone)):
        for A in layers:
            A[[k for k in range(len(A)) if network.stacks[s].features[k] != (0, 1)]] = 0

    def answers(points):
        X = np.full((len(points), 8), 50.0)  # the other features change nothing
        X[:, :2] = points
        return predict(network, alone, found.split.scale_X(X)).astype(float)

    cells = [row for row in rows if row["what"] == "cell"]
    expected = answers([[row["longitude"], row["latitude"]] for row in cells])
    expected -= answers(found.table.X[:, :2]).mean()
    prices = [row["relative price"] for row in cells]
    # float32 networks
    assert prices == pytest.approx(expected, abs=1e-5 * np.ptp(expected))
    assert np.ptp(prices) > 1e-3
    assert {row["net sees"] for row in rows} == {"{1,2}"}
    assert "mean" not in fig12.verdict(rows)
    assert_told_alike(fig12, rows, tmp_path)


def test_a_larger_net_is_asked_with_its_other_features_at_their_mean():
    results, result, found = housing_results([(0, 1), (0, 1, 5)], 2)
    rows = fig12.run("smoke", lambda units: results)
    held = "its net sees {1,2,6}, here with all others at their mean."
    assert fig12.verdict(rows).endswith(held)
    (at,) = fig12.answers(result, found.split, [0, 1], (1, 0), np.array([[49.0, 52.0]]))
    X = np.zeros((1, 8))  # scaled: the mean
    X[0, :2] = found.split.scale_X(np.array([[49, 52, *[0] * 6]]))[0, :2]
    h = X[0, [0, 1, 5]]
    for A in result.network.layers(result.arrays["theta"])[1]:
        out = A[0] @ np.append(h, 1)
        h = np.maximum(out, 0)
    assert at == pytest.approx(out[0], rel=1e-4)  # float32


def test_without_a_net_that_sees_both_the_map_is_empty_and_says_so(tmp_path):
    results, _, _ = housing_results([(2, 3), (0, 1)], 1)
    rows = fig12.run("smoke", lambda units: results)
    assert fig12.verdict(rows).startswith("No net of the MLP-Cutoff that was chosen")
    assert_told_alike(fig12, rows, tmp_path)
    fig12.figure(read_back(rows, tmp_path)).draw_without_rendering()


def test_the_picture_is_blank_where_no_block_is_near_and_shows_blocks():
    results, _, found = housing_results([(0, 1)], 1)
    rows = fig12.run("smoke", lambda units: results)
    ax = fig12.figure(rows).axes[0]
    (image,) = (c for c in ax.collections if "Mesh" in type(c).__name__)
    shown = np.ma.masked_invalid(image.get_array()).count()
    assert shown == sum(row["what"] == "cell" for row in rows) < fig12.SIDE**2
    (x, y), values = fig12.grid(rows)
    for row in rows[: int(shown)]:
        i = np.abs(x - row["longitude"]).argmin()
        assert values[np.abs(y - row["latitude"]).argmin(), i] == row["relative price"]
    (dots,) = (c for c in ax.collections if "Path" in type(c).__name__)
    blocks = {tuple(block) for block in found.table.X[:, :2]}
    assert {tuple(map(float, dot)) for dot in dots.get_offsets()} <= blocks
