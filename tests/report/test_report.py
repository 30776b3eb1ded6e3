"""The report says what was found, escapes what it was given, and needs nothing else."""

import base64
import hashlib
import re
from dataclasses import replace
from itertools import combinations, islice
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

import nidlite
from nidlite import detect_interactions
from nidlite.agreement import Agreed, Opinion
from nidlite.interactions import label, mark, pruned
from nidlite.recipes import CUTOFF_RECIPE
from nidlite.report import (
    contents,
    effects,
    panels,
    places,
    second_method,
    sentences,
    surfaces,
)
from nidlite.report.markup import SCRIPT, clean, cut, page, table, tag

EVIL = "<script>alert(1)</script> & \"quotes\" 'too' $x"
SECTIONS = (
    "Surfaces|Single features|Ranking|All pairs|A second method: MLP-Cutoff|Training|"
    "How to read this, and its limits|To repeat it|Settings and versions"
).split("|")


def parsed(source):
    """The page's tags as XML has them, with a space after a cell or a paragraph.

    Raises ParseError for wrong nesting, and for what is not closed.
    """
    source = re.sub(r"<((?:meta|link|img)\b[^>]*)>", r"<\1/>", source)
    source = re.sub(r"(</(?:td|th|li|p|h\d|figcaption)>)", r" \1", source)
    return ElementTree.fromstring(source)


def text_of(*parts):
    """The text of a page, or of some parts of one, on one line."""
    whole = "".join(parts)
    tree = parsed(whole if whole.startswith("<!DOCTYPE") else f"<main>{whole}</main>")
    return " ".join("".join(tree.itertext()).split())


def attributes(source, name, key):
    return [tag.get(key) for tag in parsed(source).iter(name)]


def with_class(source, kind):
    return [t for t in parsed(source).iter() if kind in (t.get("class") or "").split()]


def rows_of(source):
    rows = parsed(source).iter("tr")
    return [["".join(cell.itertext()).strip() for cell in row] for row in rows]


def from_elsewhere(source):
    """Everything on a page that is not inside it, or that could run."""
    found = []
    for one in parsed(source).iter():
        ours = one.tag == "script" and one.text == SCRIPT and not one.attrib
        found += [one.tag] * (one.tag in ("script", "iframe", "object") and not ours)
        for key, value in one.items():
            reference = key in ("src", "href", "srcset", "action", "data", "poster")
            if key.startswith("on") or reference and not value.startswith("data:"):
                found.append(f"{one.tag} {key}={value[:40]}")
        styles = [one.get("style") or "", one.text or "" if one.tag == "style" else ""]
        found += re.findall(r"url\([^)]*\)|@import[^;]*", " ".join(styles))
    return found


def mixed(n=400, seed=0):
    """Numbers, a category, and y in units of its own: X (n, 4) of objects, y (n,)."""
    rng = np.random.default_rng(seed)
    X = np.empty((n, 4), object)
    X[:, 0], X[:, 2] = rng.uniform(10, 30, n), rng.normal(size=n)
    X[:, 1] = rng.choice(["Bonn", "<b>Ulm</b>", "Trier"], n)
    X[:, 3] = rng.integers(0, 2, n)
    y = 1000 + 20 * X[:, 0] * (X[:, 1] == "Bonn") + 50 * X[:, 2] * X[:, 3]
    return X, y.astype(float)


NAMES = ["age", EVIL, "a very long name, longer than any picture takes it", "flag"]
TRUTHS = [(0, 1), (2, 3)]
COMMAND = "nidlite detect '<houses>.csv' --target y --out here"


@pytest.fixture(scope="module")
def found():
    return detect_interactions(*mixed(), epochs=4, feature_names=NAMES)


@pytest.fixture(scope="module")
def cutoff(found):
    # The network is not trained well enough to be a reference.
    recipe = replace(CUTOFF_RECIPE, epochs=4)
    return found.cutoff(recipe=recipe, most=3, rule="plateau")


@pytest.fixture(scope="module")
def source(found, cutoff):
    return contents.html(found, cutoff, None, TRUTHS, COMMAND)


@pytest.fixture(scope="module")
def said(source):
    return text_of(source)


@pytest.fixture(scope="module")
def three_classes():
    X = np.random.default_rng(1).normal(size=(300, 3))
    y = np.array(["ash", "birch", "cedar"])[np.digitize(X[:, 0] * X[:, 1], [-0.9, 0])]
    return detect_interactions(X, y, epochs=2, architecture="mlp", seed=3)


def test_the_page_is_well_formed_and_needs_nothing_else(source):
    assert from_elsewhere(source) == []
    policy = attributes(source, "meta", "content")[1]
    assert policy.startswith("default-src 'none'; img-src data:;")
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert policy.endswith(f"; script-src 'sha256-{digest}'")
    assert len([*parsed(source).iter("script")]) == 1
    tree = parsed(source)
    titles = [[one.text.strip() for one in tree.iter(h)] for h in ("h1", "h2")]
    assert titles == [["What acts jointly on y"], SECTIONS]


BROUGHT = ['<img src="http://127.0.0.1/a.png">', '<link href="style.css">']
BROUGHT += ["<script>1</script>", '<p onclick="f()">a</p>']
BROUGHT += ['<p style="background:url(//a.b/c)">a</p>', "<style>@import 'a';</style>"]


def test_the_check_sees_what_comes_from_elsewhere_and_wrong_nesting():
    assert all(map(from_elsewhere, BROUGHT))
    for markup in ("<p><b>a</p></b>", "<p>a", "a</p>"):
        with pytest.raises(ElementTree.ParseError):
            parsed(markup)


def test_what_a_user_brings_is_escaped_everywhere_and_stays_whole(source, said):
    assert not any(word in source for word in ("<b>Ulm", "<houses>", "alert(1)</s"))
    assert source.count("<script") == 1
    assert f"age & {EVIL}" in said and NAMES[2] in said and COMMAND in said
    assert EVIL in " ".join(attributes(source, "svg", "aria-label"))
    hostile = f'"><i>{EVIL}'
    good = tag("p", hostile, tag("b", hostile), title=hostile)
    assert [one.tag for one in parsed(good).iter()] == ["p", "b"]
    assert attributes(good, "p", "title") == [hostile]
    with pytest.raises(ElementTree.ParseError):  # the check rejects a careless version
        parsed(f'<p title="{hostile}">{hostile}</p>')


def test_any_text_can_be_written_as_utf_8_and_be_cut(found):
    half = "a\ud800b\x00c\x1bd"
    with pytest.raises(UnicodeEncodeError):
        half.encode()
    written = page(half, tag("p", half, title=half)).encode()
    assert b"\x00" not in written and b"\x1b" not in written
    assert clean("two\nlines, \u4e2d\u6587") == "two\nlines, \u4e2d\u6587"
    assert cut("two\nlines") == "two lines" and cut("short") == "short"
    # A cut name keeps its two ends; those that are alike then get their numbers.
    assert cut("median_income_of_area_17", 16) == "median_...rea_17"
    alike = [f"median_income_of_area_{i}_in_dollars" for i in range(30)]
    other = replace(found, table=replace(found.table, feature_names=alike[:4]))
    short = sentences.short_names(other, range(4), 20)
    assert len(set(short)) == 4 and max(map(len, short)) <= 20


def test_the_ranking_shows_the_numbers_of_found(source, said, found):
    top = list(islice(pruned(found.ranking), contents.ROWS))
    shares = {i: sentences.percent(share) for i, _, share in found.confirm()}
    rows = rows_of(source)
    head = rows.index(["rank", "interaction", "strength", "share", "truth"])
    assert rows[head + 1 : head + 1 + len(top)] == [
        [str(k), label(i, NAMES), f"{s:.4g}", shares[i], mark(i, TRUTHS).strip()]
        for k, (i, s) in enumerate(top, 1)
    ]
    # The truth and a legend of the marks are told where the truth is known.
    truth = "The truth is known: age & <script>", "o part of a true interaction"
    unknown = text_of(*panels.ranking_part(found, top, {}, None))
    assert all(text in said and text not in unknown for text in truth)


def test_the_cutoff_is_told_as_a_second_method(said, found, cutoff):
    assert "What acts jointly on y No second network was asked" in said
    assert cutoff.interactions and cutoff.ended != "reached MLP-M"
    assert f"At K = {cutoff.K} no further one lowers the error by more" in said
    for words in ("MLP-M is the network of this page", "K = 0, 1, 2", "RMSE is the"):
        assert said.count(words) == 1
    reached = replace(cutoff, rule="reference", ranked=cutoff.losses[cutoff.K])
    part = text_of(*second_method.cutoff_part(found, reached, None))
    assert f"At K = {reached.K} its error comes down to that" in part
    without = text_of(*second_method.cutoff_part(found, None, None))
    assert "add --cutoff to the command" in without


def test_the_cutoff_s_bars_have_whole_names_and_lengths_of_the_errors(found, cutoff):
    source = second_method.cutoff_rows(found, cutoff, TRUTHS)
    errors = [found.error(loss) for loss in cutoff.losses]
    rows = rows_of(source)[1:]
    added = [mark(i, TRUTHS) + label(i, NAMES) for i in cutoff.candidates]
    assert [row[1] for row in rows[1:]] == added[: len(rows) - 1]
    assert [row[2] for row in rows] == [f"{e:.4g}" for e in errors]
    bars = [one for one in parsed(source).iter("span") if "bar" in one.get("class")]
    most = max(*errors, found.error(cutoff.reference))
    widths = [one.get("style") for one in bars]
    assert widths == [f"width:{e / most:.1%}" for e in errors]
    chosen = [K for K, one in enumerate(bars) if "chosen" in one.get("class")]
    assert chosen == [cutoff.K]


def with_opinion(found, said, gain=9.0, alike=()):
    orders = (combinations(range(4), k) for k in (2, 3, 4))
    known = {i: Agreed(i, -0.001, 0.0, 0.0) for order in orders for i in order}
    known |= {i: Agreed(i, share, 0.875, 9.0) for i, share in said.items()}
    opinion = Opinion(None, None, None, 1.0, np.zeros(4), known=known)
    opinion.alike += alike
    other = replace(found, others=[[], []])
    vars(other.second)["_opinion_and_gain"] = opinion, gain
    return other


# x1 & x2 & x4 with its pairs, of which x2 & x4 is the largest; and x1 & x3.
SAID = {(0, 1, 3): 0.125, (0, 1): 0.03, (0, 3): 0.02, (1, 3): 0.3, (0, 2): 0.25}


@pytest.fixture
def agreed_page(found, cutoff, monkeypatch):
    """agreed_page(said, ...): the page, and the Detection that it is about."""
    monkeypatch.setattr(effects, "AVERAGED", 5)
    monkeypatch.setattr(type(found), "ask_others", None)  # a report trains nothing
    monkeypatch.setattr(type(found), "confirm", None)  # one network's shares

    def made(said, **settings):
        other = with_opinion(found, said, **settings)
        return contents.html(other, cutoff), other

    return made


def test_the_page_leads_with_what_two_networks_agree_on(agreed_page):
    source, other = agreed_page(SAID, alike=[(0, 2)])
    said = text_of(source)
    lead = "These features act jointly on y: "
    # Its own share is small, and that of its largest pair the largest of all.
    lead += f"age & {EVIL} & flag (share 12.5 %, agreement 0.88; "
    lead += f"of its pair {EVIL} & flag 30 %, 0.88) "
    assert f"{lead}age & {NAMES[2]} (share 25 %, agreement 0.88) " in said
    assert said.index(lead) < said.index("test rows")
    assert f"Note: age & {NAMES[2]} are nearly one column" in said.replace(" and", " &")
    head = rows_of(source).index(["rank", "interaction", "strength", "share"])
    top = list(islice(pruned(other.ranking), contents.ROWS))
    shares = [sentences.percent(other.share(i)) for i, s in top if s > 0]
    rows = rows_of(source)[head + 1 : head + 1 + len(shares)]
    assert [row[3] for row in rows] == shares and len(shares) > 1
    titles = [one.text.strip() for one in parsed(source).iter("h3")]
    assert titles == [f"age & {NAMES[2]}", f"age & {EVIL} & flag"]
    assert f"Its strongest pair, {EVIL} & flag, averaged" in said


def test_what_it_is_not_sure_of_is_a_note(found):
    other = with_opinion(found, SAID)
    other.opinion.kin[2] = 0.9
    other.opinion.known[0, 2] = Agreed((0, 2), 0.25, 0.5, 9.0)
    assert [a.interaction for a in other.agreed()] == [(0, 1, 3)]
    [note] = other.answer_notes()
    assert note.startswith(f"not sure, so not claimed: age & {NAMES[2]}; unseen")
    answer = text_of(*sentences.answer_part(other, other.agreed()))
    assert "Note: not sure" in answer
    other.opinion.kin[2] = 0
    assert other.answer_notes() == []
    vars(other.second)["_opinion_and_gain"] = other.opinion, 0.0  # nothing learned
    other.opinion.kin[2] = 0.9
    assert other.answer_notes() == []


def test_nothing_is_claimed_or_drawn_where_nothing_was_learned_or_found(agreed_page):
    for said, gain, lead in ((SAID, 0.0, "Nothing was learned: "), ({}, 9.0, "No int")):
        source, _ = agreed_page(said, gain=gain)
        text = text_of(source)
        assert f"jointly on y {lead}" in text and "agreement 0" not in text
        assert "no surface is shown" in text and not [*parsed(source).iter("h3")]


@pytest.mark.parametrize(
    "itself, says",
    [
        ([(0, 2), (0, 1, 3)], None),
        ([(0, 2)], f"cutoff alone has none; they alone have age & {EVIL} & flag."),
        ([(2, 3), (0, 1, 3), (0, 2)], f"has {NAMES[2]} & flag; they alone have none."),
    ],
)
def test_a_cutoff_that_says_otherwise_is_called_so(found, itself, says):
    other = with_opinion(found, SAID)
    one = SimpleNamespace(interactions=itself)
    said = text_of(*second_method.otherwise(other, one, other.agreed()))
    assert said.endswith(says) if says else said == ""
    assert text_of(*second_method.otherwise(found, one, None)) == ""


def test_the_score_is_told_in_words():
    split = SimpleNamespace(test=(None, np.zeros(50)))
    for score, words in (
        (("R2", np.nan), "not measured"),
        (("accuracy", 0.95), "90 % by always"),
    ):
        found = SimpleNamespace(guess=0.9, split=split, test_score=lambda s=score: s)
        assert words in sentences.quality(found)


def test_the_data_and_how_well_they_are_predicted_are_told(said, found, three_classes):
    measure, score = found.test_score()
    assert f"({measure} {score:.3f})" in said
    assert f"On {len(found.split.test[1])} test rows" in said
    noted = replace(found, table=replace(found.table, notes=("a constant <column>",)))
    assert "a constant <column>" in text_of(*sentences.about_data(noted))
    X, y = np.random.default_rng(0).normal(size=(60, 2)), ["no", "yes"] * 30
    two = detect_interactions(X, y, epochs=1)
    assert "class 1 is yes, class 0 is no" in text_of(*sentences.about_data(two))
    assert sentences.outcome(two) == "log odds of yes"
    three = text_of(*sentences.about_data(three_classes))
    assert "3 classes, ash, birch, cedar" in three


def test_settings_versions_and_seed_are_those_of_the_run(source, found):
    parts = found.split.train, found.split.valid, found.split.test
    expected = {
        "training, validation, test rows": ", ".join(str(len(y)) for _, y in parts),
        "parameters": f"{found.fit.theta.size:,}",
        # six columns: the category has three
        "networks": "1 x 6-140-100-60-20-1 + 6 x 1-10-10-10-1",
        **{"architecture": "mlp-m", "seed": "0", "recipe: epochs": "4"},
        **{"recipe: rate": "0.01", "nidlite": nidlite.__version__},
        "numpy": np.__version__,
    }
    settings = dict(row for row in rows_of(source) if len(row) == 2)
    assert expected.items() <= settings.items()


def test_more_than_two_classes_show_one_class_against_the_mean(three_classes):
    counts = np.bincount(three_classes.table.y.astype(int))
    most = ["ash", "birch", "cedar"][counts.argmax()]
    assert most in sentences.units(three_classes)
    logits = np.array([[1.0, 2.0, 6.0], [0.0, 0.0, 0.0]])
    shown = surfaces.one_output(three_classes, logits)
    np.testing.assert_allclose(shown, logits[:, counts.argmax()] - [3, 0])


def test_mlp_has_the_whole_network_s_curves_alone(three_classes):
    source = contents.html(three_classes, confirmed=[])
    said = text_of(source)
    assert "The thin line" not in said and len(with_class(source, "whole")) > 0
    assert with_class(source, "net") == []
    assert not from_elsewhere(source) and "To repeat it" not in said
    head = rows_of(source).index(["rank", "interaction", "strength", "share"])
    assert "-" in rows_of(source)[head + 1]  # not confirmed: no share
    # A long interaction unfolds and is whole.
    names = [f"column{i}" for i in range(20)]
    named = sentences.named(tuple(range(20)), names)
    assert parsed(named).tag == "details" and label(range(20), names) in text_of(named)
    assert sentences.named((0, 1), names) == "column0 & column1"


def test_pictures_are_inside_and_say_what_they_show(source, found):
    pictures = list(parsed(source).iter("svg"))
    for one in pictures:
        assert one.get("aria-label").endswith(".") and one.get("viewBox")
        numbers = re.findall(r"nan|inf", "".join(str(t.attrib) for t in one.iter()))
        assert not [n for n in numbers if n == "nan"], one.get("aria-label")
    assert len(pictures) >= 4  # the map, the training, and a curve and a surface
    hints = [one.text for one in parsed(source).iter("title")]
    strength = found.pairwise_strengths[0, 2]
    assert hints.count(f"age & {NAMES[2]}: {strength:.4g}") == 2


def test_of_many_features_the_most_important_are_shown_as_the_page_says(monkeypatch):
    monkeypatch.setattr(panels, "CELLS", 8)
    monkeypatch.setattr(effects, "CURVES", 2)
    monkeypatch.setattr(effects, "SURFACES", 1)
    X = np.random.default_rng(0).normal(size=(200, 12))
    many = detect_interactions(X, X[:, 0] * X[:, 1] + X[:, 2:].sum(1), epochs=4)
    source = contents.html(many, confirmed=[])
    alts = attributes(source, "svg", "aria-label")
    # a heat map, two curves, a surface and its joint part, the training
    assert 5 <= len(alts) <= 6
    assert "The 8 features of the strongest pairs, of 12" in text_of(source)
    assert "Of 12 features the 2 that move it most are shown." in text_of(source)
    f, rows = effects.shown_output(many), effects.data_rows(many)[:5]
    of_each = places.grids(many.table)
    spans = [np.ptp(surfaces.mean_along(f, rows, grid)) for grid in of_each]
    for j in range(12):
        shown = f"The whole network over x{j + 1}:" in " ".join(alts)
        assert shown == (sorted(spans)[-2] <= spans[j])


def test_the_map_of_many_features_holds_the_strongest_pair(found, monkeypatch):
    monkeypatch.setattr(panels, "CELLS", 3)
    source, whole = panels.strength_map(found, TRUTHS), found.pairwise_strengths
    cells = {one[0].text: one for one in parsed(source).iter("rect")}
    assert len(cells) == 3  # of the pairs, each twice
    best, strength = found.pairwise_ranking[0]
    assert f"{label(best, NAMES)}: {strength:.4g}" in cells
    for text, one in cells.items():
        expected = float(text.rpartition(": ")[2]) / whole.max()
        assert float(one.get("fill-opacity")) == pytest.approx(expected, abs=0.006)
    inside = sum(any(t.startswith(label(p, NAMES)) for t in cells) for p in TRUTHS)
    assert len(with_class(source, "cross")) == 2 * inside


def test_the_part_beyond_a_sum_is_zero_for_sums_and_the_centred_product_for_products():
    u, v = np.linspace(-1, 1, 5), np.linspace(0, 3, 4)[:, None]
    np.testing.assert_allclose(surfaces.beyond_sum(np.exp(u) + v**2), 0, atol=1e-12)
    centred = (u - u.mean()) * (v - v.mean())
    np.testing.assert_allclose(surfaces.beyond_sum(7 + u + u * v), centred, atol=1e-12)
    assert np.abs(u * v - centred).max() > 0.1  # the product itself is something else


def test_a_grid_takes_few_values_as_they_are_and_many_without_their_ends():
    few = places.number_grid(3, np.array([2.0, 0, 2, 1, 0]))
    assert few.columns == (3,) and few.places.tolist() == [0, 1, 2]
    values = np.append(np.random.default_rng(0).normal(size=3000), 1e6)
    many = places.number_grid(0, values).places
    low, high = np.quantile(values, [0.01, 0.99])
    np.testing.assert_allclose(many, np.linspace(low, high, 25))
    rare = np.zeros(50_000)
    rare[1234] = 1
    assert places.number_grid(0, rare).places.tolist() == [0, 1]
    spiky = np.zeros(4000)
    spiky[:30] = np.arange(30)  # more values than places, no percentile between
    assert places.number_grid(0, spiky).places[[0, -1]].tolist() == [0, 29]
    assert len(places.number_grid(0, np.ones(50)).places) == 1
    # A category shows its most frequent levels in their order.
    X = np.eye(4)[[0, 1, 1, 3, 3, 3, 2, 2]]
    shown = places.level_grid((0, 1, 2, 3), "abcd", X, most=3)
    assert shown.levels == ("b", "c", "d") and shown.places.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(shown.place(X), [np.nan, 0, 0, 2, 2, 2, 1, 1])


def test_dots_lie_where_the_rows_lie(found):
    rows = effects.data_rows(found)
    age, town, _, _ = places.grids(found.table)
    # validation rows in the table's units, up to the rounding of float32
    for row, place in zip(rows, town.place(rows)):
        near = np.abs(found.table.X - row).max(axis=1)
        assert near.min() < 1e-4
        assert found.table.X[near.argmin(), town.columns[int(place)]] == 1
    spread = effects.on_axis(town, rows, 0.618)
    assert (np.abs(spread - town.place(rows)) <= 0.35).all() and np.ptp(spread % 1) > 0
    on, (low, high) = effects.on_axis(age, rows), age.places[[0, -1]]
    inside = (rows[:, 0] >= low) & (rows[:, 0] <= high)
    np.testing.assert_array_equal(on, np.where(inside, rows[:, 0], np.nan))


def test_the_univariate_part_is_what_is_left_without_the_main_net(found, monkeypatch):
    theta = found.fit.theta.copy()
    for layer in found.fit.network.layers(theta)[0]:
        layer[...] = 0
    without = replace(found, fit=replace(found.fit, theta=theta))
    rows, part = found.split.valid[0], surfaces.univariate_part(found)
    np.testing.assert_allclose(part.f(rows), without.f(rows), atol=1e-6)  # float32
    assert np.abs(part.f(rows) - found.f(rows)).max() > 1e-2
    # Both curves are 0 on average over rows, so at the value of an only one.
    monkeypatch.setattr(effects, "DOTS", 1)
    drawn = "".join(effects.singles(found, places.grids(found.table)))
    place, *curves = np.array(re.findall(HINT, drawn), float).T
    for curve in curves:
        at_the_row = np.interp(effects.data_rows(found)[0, -2], place, curve)
        assert abs(at_the_row) < 0.03 * np.ptp(curve)
    # The second is the feature's net alone; it is printed with four digits.
    grid = places.grids(found.table)[2]
    rows = np.repeat(effects.data_rows(found), len(place), axis=0)
    rows[:, list(grid.columns)] = grid.settings
    moved = found.split.y_scale * np.diff(part.f(part.split.scale_X(rows)))
    np.testing.assert_allclose(np.diff(curves[1]), moved, atol=1e-3 * np.ptp(curves[1]))


HINT = r"picture takes it = (\S*): whole network (\S*), own net ([^<]*)"


def test_the_strongest_pair_is_the_largest_of_all_inside():
    strengths = np.random.default_rng(0).uniform(size=(6, 6))
    strengths = strengths + strengths.T
    for interaction in combinations(range(6), 4):
        best = max(combinations(interaction, 2), key=lambda pair: strengths[pair])
        assert surfaces.strongest_pair(interaction, strengths) == best


def opened(chromium, folder, source, width=390):
    """What the page, loaded from a file, asked for, its errors, and how wide it is."""
    path = folder / "page.html"
    path.write_bytes(source.encode())
    return chromium.opened(path.as_uri(), width)


@pytest.mark.parametrize("width", [390, 1366])
def test_a_browser_fetches_nothing_logs_nothing_and_need_not_scroll_sideways(
    chromium, tmp_path, source, width
):
    assert opened(chromium, tmp_path, source, width) == ([], [], width)
    size = "[...document.querySelectorAll('svg')].map(s => s.getBoundingClientRect())"
    # They fill the phone, or one of two columns.
    widths = chromium.value(f"{size}.map(box => box.width)")
    assert min(widths) > (330 if width == 390 else 600)
    lefts = chromium.value(f"[...new Set({size}.map(box => Math.round(box.left)))]")
    assert len(lefts) == (1 if width == 390 else 2)
    if width == 1366:
        clicks_on_heads_sort_the_ranking(chromium)


def clicks_on_heads_sort_the_ranking(chromium):
    cells = "[...document.querySelectorAll('.sorts tbody tr')].map(r => r.cells[%d]"
    cells += ".textContent)"
    before = [float(s) for s in chromium.value(cells % 2)]
    assert before == sorted(before, reverse=True) and before[1] < before[0]
    click = "document.querySelectorAll('.sorts th button')[%d].click()"
    for expected in (before, before[::-1]):  # the largest first
        chromium.value(click % 2)
        assert [float(s) for s in chromium.value(cells % 2)] == expected
    chromium.value(click % 1)
    order = "(names => [...names].sort((a, b) => a.localeCompare(b)))"
    assert chromium.value(cells % 1) == chromium.value(f"{order}({cells % 1})")


def test_a_browser_would_show_requests_errors_and_width(chromium, tmp_path):
    # port 9 of this machine: asked for, and not there
    bad = '<!DOCTYPE html><meta name="viewport" content="width=device-width">'
    bad += '<img src="http://127.0.0.1:9/a.png"><script>null.x</script>'
    asked, errors, wide = opened(chromium, tmp_path, f"{bad}<pre>{'wide ' * 100}</pre>")
    assert asked == ["http://127.0.0.1:9/a.png"] and wide > 390
    assert any("Uncaught" in error for error in errors)


def test_the_policy_stops_what_would_come_from_elsewhere(chromium, tmp_path):
    image = tag("img", src="http://127.0.0.1:9/a.png", alt="")
    source = page("a", image, table(["a"], [["b"]]))
    source = source.replace("<main>", "<main><script>document.title = 'b'</script>")
    _, errors, _ = opened(chromium, tmp_path, source)
    blocked = [error for error in errors if "Content Security Policy" in error]
    for kind in ("img-src", "script-src"):
        assert any(kind in error for error in blocked)
    assert chromium.value("document.title") == "a"
