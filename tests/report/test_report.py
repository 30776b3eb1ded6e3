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

from nidlite import detect_interactions
from nidlite.agreement.opinion import Agreed, Opinion
from nidlite.cutoff.additive import Enough, glass_box
from nidlite.interactions import label, pruned
from nidlite.recipes import CUTOFF_RECIPE
from nidlite.report import contents, pictures, sentences, surfaces
from nidlite.report.contents import PAGE, tag
from nidlite.tables.arrays import check_arrays

SCRIPT = PAGE.partition("<script>")[2].partition("</script>")[0]
EVIL = "<script>alert(1)</script> &\"quotes\" 'too' $x"
SECTIONS = "Surfaces|The answer as a model|Ranking|All pairs|A second method: "
SECTIONS += "MLP-Cutoff|How to read this, and its limits|To repeat it"
# x1 & x2 & x4 with its pairs, of which x2 & x4 is the largest; and x1 & x3.
SAID = {(0, 1, 3): 0.125, (0, 1): 0.03, (0, 3): 0.02, (1, 3): 0.3, (0, 2): 0.25}


def test_the_notes_say_what_to_drop_and_how_many_rows_would_be_enough():
    pair = Agreed((0, 1), 0.001, 0.9, 1.2, sure=False, instead={1: (2,)})
    found = SimpleNamespace(learned=True, feature_names=("a", "b", "day"), alike=0)
    found.agreed = lambda: [replace(pair, t=3.0), pair]  # said twice, as by classes
    found.split = SimpleNamespace(valid=(0, np.zeros(20)), test=(0, []))
    found.opinion = SimpleNamespace(unasked={(0, 2)}, of=lambda _: pair)
    found.table = SimpleNamespace(missing={0: 1}, sources=("a", "b", "-c, $d"))
    found.table.y, found.pairs_asked, found.classifies = np.zeros(140), None, False
    found.enough = lambda: Enough(0.6, 0.603, 0.603, True, False)
    tie, probable, left, learned = sentences.answer_notes(found)
    cannot = "these rows cannot tell which of b, day acts jointly"
    assert tie == f'{cannot}; leave out "-c, $d" to ask about b alone'
    # t grows with the root of the rows, and of a certain pair it is 3.48.
    assert 1.2 * (1100 / 140) ** 0.5 < 3.48 < 1.2 * (1200 / 140) ** 0.5
    assert "a & b; the rows are few, about 1,200 " in probable and ": 1 sets in" in left
    assert "R2 is 0.003 higher: shares are too small, as related columns" in learned
    assert sentences.how_far(found).endswith(sentences.ENOUGH)
    found.enough = lambda: Enough(-0.6, -0.2, 0.9, False, False)  # of 12 rows, say
    assert sentences.how_far(found).endswith(sentences.MAYBE)
    found.enough = lambda: Enough(0.9995, 0.9996, 1.0, True, True)
    found.additive = lambda: SimpleNamespace(shares=lambda: {(2,): 0.6, (0, 2): 0.39})
    found.feature_names += 17 * ("c",)  # of 190 pairs a certain one has a t of 3.65
    _, probable, _, missing, told = sentences.answer_notes(found)
    assert "about 1,300 " in probable and "tell of missing values" in missing
    assert told == "single effects tell all: leave out parts of the target (a, day?)"
    assert sentences.next_step(found).startswith("run it again")
    found.opinion.unasked = {}
    # As a shell needs it: it would take $d for a variable, and -c for an option.
    assert sentences.next_step(found) == "--drop='-c, $d' lets b speak for itself."
    found.alike = 0.4
    assert sentences.next_step(found).startswith("name the column with --groups")
    found.table.sources, found.alike = "abb", 0  # of one date: to drop one drops both
    assert sentences.exchangeable(found) == []
    pair.instead.clear()
    assert sentences.next_step(found).endswith("rows: they may tell more.")
    found.agreed = lambda: 14 * [pair]
    text = sentences.answer_text(found)
    assert text.count(" probably a & b\n") == 12 and "\nand 2 more\n" in text
    found.agreed = lambda: []
    for whole, lead in ((0.9, sentences.MAYBE), (-0.6, sentences.NONE)):  # of 12 rows
        found.enough = lambda whole=whole: Enough(-0.6, -0.6, whole, False, False)
        said = sentences.nothing_claimed(found)
        assert said.startswith(lead) and " interactions" not in said
    found.alike, found.enough = 0.4, lambda: Enough(0.8, 0.8, 0.83, True, True)
    assert "--groups" in sentences.next_step(found)  # "there is more"
    assert "correlated (0.40)" in [*sentences.answer_notes(found)][-1]
    found.learned, found.classifies = False, True
    assert "(log likelihood, McFadden's R2, 20 rows)" in sentences.how_far(found)
    assert sentences.next_step(found) == "bring more rows, or other features."


def parsed(source):
    """The page's tags, a space after cells and paragraphs; ParseError if not closed."""
    source = re.sub(r"<((?:meta|link|img)\b[^>]*)>", r"<\1/>", source)
    return ElementTree.fromstring(re.sub(r"(</(?:td|th|li|p|h\d)>)", r" \1", source))


def text_of(*parts):
    """The text of a page, or of some parts of one, on one line, without pictures."""
    whole = "".join(parts)
    tree = parsed(whole if whole.startswith("<!DOCTYPE") else f"<main>{whole}</main>")
    for figure in tree.iter("figure"):
        figure[:] = []
    return " ".join("".join(tree.itertext()).split())


def drawings(source):
    """[(words for those who see none, all texts in it)] of the page's pictures."""
    figures = [*parsed(source).iter("figure")]
    return [(f.get("aria-label"), {t.strip() for t in f.itertext()}) for f in figures]


def rows_of(source):
    rows = parsed(source).iter("tr")
    return [["".join(cell.itertext()).strip() for cell in row] for row in rows]


def from_elsewhere(source):
    """Everything on a page that is not inside it, or that could run."""
    found = []
    for one in parsed(source).iter():
        if one.tag == "script" and one.text != SCRIPT:
            found.append(one.tag)
        for key, value in one.items():
            reference = key.rpartition("}")[2] in ("src", "href")
            inside = value.startswith(("data:", "#"))
            found += [key] * (key.startswith("on") or reference and not inside)
    found += re.findall(r"url\([^#)][^)]*\)|@import[^;]*", source)
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
    return found.cutoff(recipe=replace(CUTOFF_RECIPE, epochs=4), most=3, rule="plateau")


@pytest.fixture(scope="module")
def source(found, cutoff):
    return contents.html(found, cutoff, TRUTHS, COMMAND)


def test_the_page_is_well_formed_and_needs_nothing_else(source):
    assert from_elsewhere(source) == []
    policy = [meta.get("content") for meta in parsed(source).iter("meta")][1]
    assert policy.startswith("default-src 'none'; img-src data:;")
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert policy.endswith(f"script-src 'sha256-{digest}'")  # whoever edits it: anew
    tree = parsed(source)
    titles = [[one.text.strip() for one in tree.iter(h)] for h in ("h1", "h2")]
    assert titles == [["What acts jointly on y"], SECTIONS.split("|")]


BROUGHT = ['<img src="http://127.0.0.1/a.png">', '<link href="style.css">']
BROUGHT += ["<script>1</script>", '<p onclick="f()">a</p>']
BROUGHT += ['<p style="background:url(//a.b/c)">a</p>', "<style>@import 'a';</style>"]


def test_the_check_sees_what_comes_from_elsewhere_and_wrong_nesting():
    assert all(map(from_elsewhere, BROUGHT))
    for markup in ("<p><b>a</p></b>", "<p>a", "a</p>"):
        with pytest.raises(ElementTree.ParseError):
            parsed(markup)


def test_what_a_user_brings_is_escaped_everywhere_and_stays_whole(source):
    assert not any(word in source for word in ("<b>Ulm", "<houses>", "alert(1)</s"))
    assert source.count("<script") == 1
    said = text_of(source)
    assert f"age & {EVIL}" in said and NAMES[2] in said and COMMAND in said
    hostile = f'"><i>{EVIL}'
    p = parsed(tag("p", hostile, tag("b", hostile), title=hostile))
    assert [one.tag for one in p.iter()] == ["p", "b"] and p.get("title") == hostile
    with pytest.raises(ElementTree.ParseError):  # the check rejects a careless version
        parsed(f'<p title="{hostile}">{hostile}</p>')


def test_each_picture_has_the_names_of_what_it_shows(source, found, agreed_page):
    (heat_map, _), _ = drawings(source)  # nothing is asked: no surface, no model
    assert all(f"; true is {label(i, NAMES)}" in heat_map for i in TRUTHS)
    page, _ = agreed_page(SAID)
    shown, pairs = drawings(page), 2 * page.count("<h3>")  # each is drawn twice
    over = [words.split(" over ")[1] for words, _ in shown[:pairs]]
    assert over[::2] == over[1::2] and len({*over}) == page.count("<h3>") == 2
    towns = next(said for words, said in shown if words[:3] == "The" and EVIL in words)
    assert {"Bonn", "<b>Ulm</b>", "Trier"} <= towns
    assert not any(found.plot("flag").axes[0].get_xticks() % 1)  # no flag is a half


def test_the_ranking_shows_the_numbers_of_found(source, found):
    top = list(islice(pruned(found.ranking), contents.ROWS))
    nothing = replace(found, ranking=[])  # all z are 0
    assert len(rows_of(contents.ranking_part(nothing, 5))) == 1
    rows = rows_of(source)
    head = rows.index(["rank", "interaction", "strength", "share"])
    for k, (i, s) in enumerate(top, 1):
        assert rows[head + k] == [str(k), label(i, NAMES), f"{s:.4g}", "-"]


def test_the_cutoff_is_told_as_a_second_method(source, found, cutoff):
    kept, K = ", ".join(label(i, NAMES) for i in cutoff.interactions), cutoff.K
    assert f"K = {K}. Kept: {kept}. How it ended: {cutoff.ended}." in text_of(source)
    assert "validation RMSE of scaled y" in drawings(source)[-1][1]  # not in y's units
    heights = [bar.get_height() for bar in pictures.cutoff_axes(found, cutoff).patches]
    assert heights == pytest.approx(np.sqrt(cutoff.losses))
    assert ", ".join(f"{height:.3g}" for height in heights) in drawings(source)[-1][0]
    stopped = replace(cutoff, errors=cutoff.errors[:1], stopped="interrupted at K = 1")
    said = text_of(*contents.cutoff_part(found, stopped, None))
    assert "Kept: not known. How it ended: interrupted at K = 1." in said
    without = text_of(*contents.cutoff_part(found, None, None))
    assert "--cutoff, or call found.report(path, found.cutoff())" in without


def with_opinion(found, said, follows=9.0):
    orders = (combinations(range(4), k) for k in (2, 3, 4))
    known = {i: Agreed(i, -0.001, 0.0, 0.0) for order in orders for i in order}
    known |= {i: Agreed(i, share, 0.875, 9.0) for i, share in said.items()}
    opinion = Opinion(None, None, 1.0, np.zeros((4, 4)), follows, known=known)
    opinion.needed = SimpleNamespace(joint_eta=np.zeros(4), loss="regression")
    opinion.interval = lambda interaction: (0.1, 0.2)
    other = replace(found, others=[[], []], answers={})
    vars(other)["opinion"] = opinion
    box = glass_box(found, [(0, 2)], np.random.default_rng(0), (4,), 10, 1)
    other._model, other._enough = box, Enough(0.5, 0.75, 0.875, True, True)
    return other


@pytest.fixture
def agreed_page(found, cutoff, monkeypatch):
    """agreed_page(said, ...): the page, and the Detection that it is about."""
    monkeypatch.setattr(pictures, "ROWS", 5)
    monkeypatch.setattr(type(found), "ask_others", lambda *_: None)  # trains nothing

    def made(said, **settings):
        other = with_opinion(found, said, **settings)
        return contents.html(other, cutoff), other

    return made


def test_the_page_leads_with_what_two_networks_agree_on(agreed_page, undrawn):
    source, other = agreed_page(SAID)
    said = text_of(source)
    lead = "These features act jointly on y: "
    lead += f"age & {NAMES[2]}: share 25 %, agreement 0.88 age & {EVIL} & flag "
    lead += f"(in it {EVIL} & flag, 30 %): share 12.5 %, agreement 0.88 "
    assert said.index(lead) < said.index("test rows")
    assert "single effects 0.500, with these interactions 0.750, the whole" in said
    assert "There is more, and these rows cannot tell what." in said
    shares = other.additive().shares()
    largest = max(shares, key=shares.get)
    words = f"{label(largest, NAMES)} {sentences.percent(shares[largest])}"
    assert f"Shares of its prediction: {words}; " in said
    assert tag("bdi", label(largest, NAMES)) in source  # a name in Hebrew stays apart
    top = [i for i, _ in islice(pruned(other.ranking), contents.ROWS)]
    shares = [sentences.percent(other.share(i)) for i in top]
    assert [row[3] for row in rows_of(source)][-len(top) :] == shares
    titles = [one.text.strip() for one in parsed(source).iter("h3")]
    assert titles == [f"{EVIL} & flag", f"age & {NAMES[2]}"]  # of both the largest pair


@pytest.mark.usefixtures("undrawn")
def test_nothing_is_claimed_or_drawn_where_nothing_was_learned_or_found(agreed_page):
    cases = (SAID, 0.0, "Nothing is certain: "), ({}, 9.0, "There is more")
    for said, follows, lead in cases:
        source, _ = agreed_page(said, follows=follows)
        text = text_of(source)
        assert f"jointly on y {lead}" in text and "agreement 0" not in text
        assert "no surface is shown" in text and not [*parsed(source).iter("h3")]


def test_a_surface_is_hatched_where_no_row_is_near():
    tail = np.exp(3 * np.random.default_rng(0).normal(size=500))
    X = np.column_stack([tail, 1 / tail])
    ax = detect_interactions(X, tail, epochs=1).plot((0, 1)).axes[0]
    hatched = ax.collections[0].get_array().mask
    assert ax.patch.get_hatch() and hatched[-1, -1] and not hatched[0, -1]
    X[::2, 0] = X[1::2, 1] = np.nan  # so that no row has both
    joint = detect_interactions(X, tail, epochs=1).plot((0, 1)).axes[1].collections[0]
    assert joint.get_array().mask.all() and joint.get_clim() == (-1, 1)


def test_a_grid_has_few_values_as_they_are_and_many_between_two_percentiles(found):
    age, town, _, flag = (surfaces.grid_of(found.table, j) for j in range(4))
    assert flag.places.tolist() == [0, 1] and f"{surfaces.LEVELS} most frequent" in PAGE
    lacking = np.column_stack([np.tile([0, 1, np.nan], 20), np.arange(60)])
    few = check_arrays(lacking, np.arange(60))  # the median, 1/2, is no value
    assert surfaces.grid_of(few, 0).places.tolist() == [0, 1]
    cells = [[max(k - 9960, 0), chr(116 - int(k**0.5 / 5))] for k in range(10_000)]
    rare = check_arrays(cells, range(10_000))
    assert surfaces.grid_of(rare, 0).places[-1] == 39  # no percentile has one of them
    assert surfaces.grid_of(rare, 1).levels == (*"abcdefghijkl",)  # t is the rarest
    ends = np.quantile(found.table.X[:, 0], (0.01, 0.99))
    np.testing.assert_allclose(age.places, np.linspace(*ends, surfaces.POINTS))
    # A row lies at its value, or at its level.
    np.testing.assert_array_equal(age.place(found.table.X), found.table.X[:, 0])
    named = [town.levels[int(k)] for k in town.place(found.table.X)]
    assert named == mixed()[0][:, 1].tolist()


@pytest.mark.long
def test_a_browser_fetches_nothing_fits_a_phone_and_sorts(chromium, tmp_path, source):
    (tmp_path / "page.html").write_bytes(source.encode())
    assert chromium.opened((tmp_path / "page.html").as_uri(), 390) == ([], [], 390)
    cells = "[...document.querySelectorAll('td:nth-child(3)')].map(c => +c.innerText)"
    before = chromium.value(cells)
    assert before == sorted(before, reverse=True) and before[1] < before[0]
    reach = "(one => [one.focus(), one.tabIndex, getComputedStyle(one).outlineColor])"
    for key in (".sorts button", ".wide"):  # on a phone, with a ring as dark as letters
        reached = chromium.value(f"{reach}(document.querySelector('{key}'))")
        assert reached == [None, 0, "rgb(26, 26, 26)"]
    for expected in (before, before[::-1]):  # the largest first
        chromium.value("document.querySelectorAll('.sorts th button')[2].click()")
        assert chromium.value(cells) == expected
