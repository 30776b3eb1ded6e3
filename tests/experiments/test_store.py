"""Finished trainings in a folder: found by all that determines them, or done again."""

import hashlib
import json
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from nidlite.datasets.catalogue import DATASETS
from nidlite.datasets.real import OWN, sha256
from nidlite.errors import InputError
from nidlite.experiments import problems, store
from nidlite.experiments.comparisons import Comparison
from nidlite.experiments.opinions import PairsByTwo
from nidlite.experiments.problems import Problem
from nidlite.experiments.store import Store, key, key_text
from nidlite.experiments.units import Growth, Training
from nidlite.recipes import CUTOFF_RECIPE, RECIPE, Recipe

SEED = 5  # of the bits that are flipped
TRAINING = Training(Problem("F5", 600), 3, "mlp", RECIPE)
GROWTH = Growth(TRAINING, CUTOFF_RECIPE)
ARRAYS = {"theta": np.arange(99, dtype=np.float32), "truths": np.array("[[0, 1]]")}


@pytest.fixture
def told():
    return []


@pytest.fixture
def kept(tmp_path, told):
    """A store that holds TRAINING's arrays."""
    kept = Store(tmp_path / "trainings", told.append)
    kept.put(TRAINING, ARRAYS)
    return kept


def same(arrays):
    """The same names, types, shapes and numbers as ARRAYS."""
    pairs = [(arrays[name], a) for name, a in ARRAYS.items() if name in arrays]
    whole = all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in pairs)
    return whole and arrays.keys() == ARRAYS.keys()


# What the keys of version 0.1.0 are made of: stored results are found by it. A change
# of it makes all of them new; what is new in a dataclass goes into store.ADDED. L2's
# constant had half of today's size for the same training. Growths have changed.
L1 = {"epochs": 7, "batch": 50, "rate": 0.02, "rate_fall": 0.01, "penalty": "l1"}
L1 |= {"penalty_constant": 3e-5, "deviation": 0.2, "patience": 5}
L2 = L1 | {"epochs": 30, "penalty": "l2", "penalty_constant": 1e-3, "patience": 10}
DATA = {"name": "random3", "rows": 600, "noise": 0.5, "features": 9}
NETWORK = {"problem": DATA, "seed": 3, "architecture": "mlp", "recipe": L1}
NETWORK |= {"hidden": [20, 10], "univariate": [5], "confirm": 1000}
GROWN = {"needs": NETWORK, "recipe": L2, "patience": 2, "most": 24}
COMPARED = {"problem": DATA, "seed": 1, "method": "anova"}
COMPARED |= {"settings": [["alphas", [0.5, 0.2]], ["rows", 100]]}
PROBLEM = Problem(**DATA)
ONE = Training(PROBLEM, 3, "mlp", Recipe(**L1), (20, 10), (5,), confirm=1000)
TODAYS = Recipe(**L2 | {"penalty_constant": 2e-3})
TWO = Growth(ONE, TODAYS, 2, 24)
SETTINGS = (("alphas", (0.5, 0.2)), ("rows", 100))
THREE = Comparison(PROBLEM, 1, "anova", SETTINGS)
FOUR = replace(ONE, recipe=TODAYS)
FIVE = PairsByTwo(ONE)


@pytest.mark.parametrize(
    "unit, parts, protocol, digits",
    [
        (ONE, NETWORK, 1, "63c8971fda255b5dbbe2583c2558da93"),
        (TWO, GROWN, 3, "cd1baa4cda8ffe2f405d7c2a0dc6a0b7"),
        (THREE, COMPARED, 1, "a7bce10cd71eeab70add3058586e0b96"),
        (FOUR, NETWORK | {"recipe": L2}, 1, "94c2f602b1ce6ed6220ae6b6ac946527"),
        (FIVE, {"needs": NETWORK}, 1, "b44d73ed77ebfda4cbc499d8bf12b665"),
    ],
)
def test_keys_are_those_of_version_0_1_0(monkeypatch, unit, parts, protocol, digits):
    versions = {"nidlite": "0.1.0", "numpy": "2.4.6", "autograd": "1.9.1"}
    monkeypatch.setattr(store, "VERSIONS", versions)
    whole = {"unit": [type(unit).__name__, parts], "data": "", "versions": versions}
    text = json.dumps(whole | {"protocol": protocol}, sort_keys=True)
    assert key_text(unit) == text
    assert key(unit) == hashlib.sha256(text.encode()).hexdigest()[:32] == digits


def test_a_field_that_was_added_later_counts_where_it_is_not_its_default():
    even = replace(ONE, recipe=replace(ONE.recipe, even=True))
    assert "even" not in key_text(ONE) and '"even": true' in key_text(even)
    noisy = replace(ONE, problem=replace(ONE.problem, outcome_noise=1))
    assert "outcome" not in key_text(ONE) and '"outcome_noise": 1.0' in key_text(noisy)
    many = replace(ONE, recipe=replace(ONE.recipe, steps=100))
    assert "steps" not in key_text(ONE) and '"steps": 100' in key_text(many)
    quick = replace(ONE, recipe=replace(ONE.recipe, fall="linear"))
    assert 'fall": "' not in key_text(ONE) and '"fall": "linear"' in key_text(quick)


def test_another_version_protocol_or_data_file_changes_the_key(monkeypatch):
    real = replace(TRAINING, problem=Problem("higgs"))
    monkeypatch.setattr(problems, "_digest", lambda name: "the part's")
    old = {unit: key(unit) for unit in (TRAINING, real, Growth(real))}
    for name in store.VERSIONS:
        with monkeypatch.context() as patch:
            patch.setitem(store.VERSIONS, name, "0.0.1")
            assert key(TRAINING) != old[TRAINING]
    with monkeypatch.context() as patch:
        patch.setattr(store, "PROTOCOL", store.PROTOCOL + 1)
        assert key(TRAINING) != old[TRAINING]
    monkeypatch.setattr(problems, "_digest", lambda name: "the whole's")
    assert [key(unit) == old[unit] for unit in old] == [True, False, False]


@pytest.mark.parametrize("name", DATASETS)
def test_the_digest_is_that_of_the_file_that_is_read(name):
    try:
        digest = Problem(name).digest
    except InputError:
        pytest.skip(f"{name} is not on this machine")
    assert digest in DATASETS[name].files.values() and Problem("F5").digest == ""
    files = [folder / file for folder in OWN for file in DATASETS[name].files]
    assert all(sha256(path) == digest for path in files if path.exists())


def test_equal_units_have_equal_keys():
    assert key(Training(Problem("F5", 600), 3, "mlp", RECIPE)) == key(TRAINING)
    whole = replace(TRAINING, problem=Problem("F5", 600, noise=0))  # an integer
    assert whole == TRAINING and key(whole) == key(TRAINING)


def test_what_was_put_is_got_bit_for_bit(kept, told):
    assert same(kept.get(TRAINING)) and told == []
    assert kept.get(GROWTH) is None and kept.get(replace(TRAINING, seed=4)) is None
    names = [path.name for path in kept.folder.iterdir()]
    assert names == [kept.path(TRAINING).name] == [f"F5-3-{key(TRAINING)}.npz"]
    assert same(Store(kept.folder).get(TRAINING))
    nothing = Store(None)
    nothing.put(TRAINING, ARRAYS)
    assert nothing.get(TRAINING) is None


def archive(folder, unit=GROWTH, **arrays):
    """The bytes of a file of np.savez, by default another unit's in the store."""
    if arrays:
        np.savez(folder / "other.npz", **arrays)
        return (folder / "other.npz").read_bytes()
    Store(folder).put(unit, ARRAYS)
    return Store(folder).path(unit).read_bytes()


DAMAGED = {  # whole file, folder -> what stands there instead
    **{
        f"cut at {share}": lambda whole, _, share=share: whole[
            : int(share * len(whole))
        ]
        for share in (0, 0.001, 0.1, 0.5, 0.9, 0.999)
    },
    "text": lambda *_: b"function,AUC\nF1,0.9\n",
    "npy": lambda *_: b"\x93NUMPY",
    "a folder": lambda *_: None,
    "another unit's": lambda _, folder: archive(folder),
    "nobody's": lambda _, folder: archive(folder, **ARRAYS),
    "a pickle": lambda _, folder: archive(
        folder, key=key(TRAINING), theta=np.array([{}], object)
    ),
}


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_or_foreign_file_is_set_aside_and_named(kept, told, tmp_path, how):
    path = kept.path(TRAINING)
    content = DAMAGED[how](path.read_bytes(), tmp_path)
    path.unlink()
    path.mkdir() if content is None else path.write_bytes(content)
    assert kept.get(TRAINING) is None
    [line], aside = told, path.with_suffix(".damaged")
    assert not path.exists() and aside.exists() and line.isprintable()
    assert path.name in line and aside.name in line
    kept.put(TRAINING, ARRAYS)
    assert same(kept.get(TRAINING)) and len(told) == 1


def flips(content, rng):
    """The content with one bit flipped: in every place of the archive's own, and some.

    The last 300 bytes have the archive's table of contents.
    """
    places = [*range(60), *range(len(content) - 300, len(content))]
    for place in [*places, *rng.sample(range(len(content)), 60)]:
        flipped = bytearray(content)
        flipped[place] ^= 1 << rng.randrange(8)
        yield bytes(flipped)


def outcomes(kept):
    """Of each flipped bit whether it is seen, harmless as in a date, or wrong."""
    path = kept.path(TRAINING)
    for flipped in flips(path.read_bytes(), random.Random(SEED)):
        path.write_bytes(flipped)
        arrays = kept.get(TRAINING)
        yield "seen" if arrays is None else "harmless" if same(arrays) else "wrong"


def test_no_flipped_bit_changes_a_number(kept, told):
    counts = Counter(outcomes(kept))
    assert not counts["wrong"] and counts["seen"] == len(told) > 100


def test_the_check_rejects_a_store_that_trusts_the_table_of_contents(kept, monkeypatch):
    def without_checks(path):
        """NumPy alone: an entry may have swallowed the next ones as its comment."""
        with open(path, "rb") as file, np.load(file) as archive:
            return {name: archive[name] for name in archive.files}

    monkeypatch.setattr(store, "read", without_checks)
    assert "wrong" in outcomes(kept)


def test_a_write_that_is_cut_off_leaves_nothing(kept, monkeypatch):
    def half(file, **_):
        file.write(b"PK" * 5000)
        raise KeyboardInterrupt

    kept.path(TRAINING).unlink()
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(np, "savez", half)
        kept.put(TRAINING, ARRAYS)
    assert list(kept.folder.iterdir()) == [] and kept.get(TRAINING) is None
