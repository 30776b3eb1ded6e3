"""Finished trainings in a folder: found by all that determines them, or done again."""

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path

import numpy as np
import pytest

import nidlite
from nidlite import datasets
from nidlite.datasets.catalogue import DATASETS
from nidlite.errors import InputError
from nidlite.experiments import problems, store
from nidlite.experiments.problems import Problem
from nidlite.experiments.store import OLD, Store, key, sweep
from nidlite.experiments.units import Growth, Training
from nidlite.training import ADDED, CUTOFF_RECIPE, RECIPE

SEED = 5  # of the bits that are flipped
PROBLEM = Problem("F5", 600)
TRAINING = Training(PROBLEM, 3, "mlp", RECIPE)
GROWTH = Growth(TRAINING, CUTOFF_RECIPE)
ARRAYS = {
    "theta": np.arange(500, dtype=np.float32),
    "names": np.array(["a", "b"]),
    "truths": np.array("[[0, 1]]"),
    "confirmed": np.empty((0, 0)),
}


@pytest.fixture
def told():
    """The lines that the store has said."""
    return []


@pytest.fixture
def kept(tmp_path, told):
    """A store that holds TRAINING's arrays."""
    kept = Store(tmp_path / "trainings", told.append)
    kept.put(TRAINING, ARRAYS)
    return kept


def same(arrays, others=ARRAYS) -> bool:
    """The same names, types, shapes and bits."""
    return arrays.keys() == others.keys() and all(
        arrays[n].dtype == others[n].dtype
        and arrays[n].shape == others[n].shape
        and arrays[n].tobytes() == others[n].tobytes()
        for n in arrays
    )


def environment(**settings):
    """This environment, with nidlite found from any folder."""
    root = str(Path(nidlite.__file__).parents[1])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, **settings}


# The key


def altered(value):
    """(field, the dataclass with another value of it), those of its parts too."""
    for one in fields(value):
        old = getattr(value, one.name)
        if is_dataclass(old):
            for name, other in altered(old):
                yield (
                    f"{one.name}.{name}",
                    replace(value, **{one.name: other}),
                )
        else:
            other = old + ((1,) if isinstance(old, tuple) else type(old)(1))
            yield one.name, replace(value, **{one.name: other})


def forgotten(key) -> list[str]:
    """The fields of trainings and growths that the key does not depend on."""
    return [
        name
        for unit in (TRAINING, GROWTH)
        for name, other in altered(unit)
        if key(other) == key(unit)
    ]


def test_every_field_of_a_unit_changes_its_key():
    names = [name for name, _ in altered(GROWTH)]
    assert {"needs.problem.noise", "needs.recipe.penalty_constant"} < set(names)
    assert {"recipe.epochs", "needs.hidden", "needs.confirm", "most"} < set(names)
    assert len(names) == len(set(names)) == 3 + 4 + 4 + 2 * len(fields(RECIPE))
    assert forgotten(key) == []
    every = [key(other) for unit in (TRAINING, GROWTH) for _, other in altered(unit)]
    assert len(set(every)) == len(every)
    assert key(TRAINING) not in every and key(GROWTH) != key(TRAINING)


def test_the_check_rejects_a_key_that_forgets_a_field():
    def forgets_noise(unit):
        whole = asdict(unit)
        (whole.get("needs") or whole)["problem"].pop("noise")
        return repr(whole)

    assert forgotten(forgets_noise) == ["problem.noise", "needs.problem.noise"]


def test_a_field_that_was_added_later_leaves_the_old_keys():
    @dataclass(frozen=True)
    class Before:
        rate: float = 0.5

    @dataclass(frozen=True)
    class After(Before):
        even: bool = field(default=False, metadata=ADDED)

    plain = store._plain
    assert plain(After(0.1)) == plain(Before(0.1)) == {"rate": 0.1}
    assert plain(After(0.1, True)) == {"rate": 0.1, "even": True}
    # rate is its default as well, but was there from the start
    assert plain(After()) == {"rate": 0.5}


@pytest.mark.parametrize("name", store.VERSIONS)
def test_another_version_changes_the_key(monkeypatch, name):
    old = key(TRAINING)
    monkeypatch.setitem(store.VERSIONS, name, "0.0.1")
    assert key(TRAINING) != old


def test_another_protocol_changes_the_key(monkeypatch):
    old = key(TRAINING)
    monkeypatch.setattr(store, "PROTOCOL", store.PROTOCOL + 1)
    assert key(TRAINING) != old


def test_another_data_file_changes_the_key_of_real_data_only(monkeypatch):
    real = replace(TRAINING, problem=Problem("higgs"))
    keys = {}
    for digest in ("the part's", "the whole's"):
        monkeypatch.setattr(problems, "_digest", lambda name, digest=digest: digest)
        keys[digest] = key(real), key(Growth(real)), key(TRAINING)
    one, other = keys.values()
    assert one[0] != other[0] and one[1] != other[1] and one[2] == other[2]


@pytest.mark.parametrize("name", DATASETS)
def test_the_digest_is_that_of_the_file_that_is_read(name):
    dataset, part = DATASETS[name], DATASETS[name].part or ()
    files = [dataset.file, *part[:1]]
    if not any(datasets._existing(datasets._folders(None), files)):
        pytest.skip(f"{name} is not on this machine")
    known = {dataset.wanted.sha256, *part[1:2]}
    assert Problem(name).digest in known


def test_equal_units_have_equal_keys():
    assert key(Training(Problem("F5", 600), 3, "mlp", RECIPE)) == key(TRAINING)
    whole = replace(TRAINING, problem=Problem("F5", 600, noise=0))  # an integer
    assert whole == TRAINING and key(whole) == key(TRAINING)
    one = replace(TRAINING, recipe=replace(RECIPE, penalty_constant=0))
    other = replace(TRAINING, recipe=replace(RECIPE, penalty_constant=0.0))
    assert one == other and key(one) == key(other) and key(Growth(one)) != key(one)


def test_another_process_has_the_same_key():
    lines = [
        "from nidlite.experiments.problems import Problem",
        "from nidlite.experiments.store import key",
        "from nidlite.experiments.units import Growth, Training",
        "from nidlite.training import CUTOFF_RECIPE, RECIPE",
        "training = Training(Problem('F5', 600), 3, 'mlp', RECIPE)",
        "print(key(training), key(Growth(training, CUTOFF_RECIPE)))",
    ]
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        env=environment(PYTHONHASHSEED="7"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == [key(TRAINING), key(GROWTH)]


# What is stored


def test_what_was_put_is_got_bit_for_bit(kept, told):
    assert same(kept.get(TRAINING)) and told == []
    assert kept.get(GROWTH) is None and kept.get(replace(TRAINING, seed=4)) is None
    assert [path.name for path in kept.folder.iterdir()] == [kept.path(TRAINING).name]
    assert kept.path(TRAINING).name == f"F5-3-{key(TRAINING)}.npz"
    assert same(Store(kept.folder).get(TRAINING))


def test_a_store_without_a_folder_keeps_nothing():
    nothing = Store(None)
    nothing.put(TRAINING, ARRAYS)
    assert nothing.get(TRAINING) is None


def damage(path, content):
    """Put the content where the path is; None makes it a folder."""
    path.unlink()
    path.mkdir() if content is None else path.write_bytes(content)


def set_aside(kept, told) -> bool:
    """Whether the damaged file is out of the way, and one line names it."""
    path = kept.path(TRAINING)
    [line] = told
    aside = path.with_suffix(".damaged")
    return (
        not path.exists()
        and aside.exists()
        and path.name in line
        and aside.name in line
        and line.isprintable()
    )


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.9, 0.99, -1])
def test_a_file_cut_anywhere_is_set_aside(kept, told, share):
    content = kept.path(TRAINING).read_bytes()
    cut = int(share * len(content)) if share >= 0 else -1
    damage(kept.path(TRAINING), content[:cut])
    assert kept.get(TRAINING) is None and set_aside(kept, told)
    kept.put(TRAINING, ARRAYS)
    assert same(kept.get(TRAINING)) and len(told) == 1


def anothers(folder):
    other = Store(folder / "other")
    other.put(GROWTH, ARRAYS)
    return other.path(GROWTH).read_bytes()


def nobodys(folder):
    np.savez(folder / "nobody.npz", **ARRAYS)
    return (folder / "nobody.npz").read_bytes()


def pickled(folder):
    np.savez(folder / "pickled.npz", key=key(TRAINING), theta=np.array([{}], object))
    return (folder / "pickled.npz").read_bytes()


@pytest.mark.parametrize(
    "content",
    [
        lambda _: b"function,AUC\nF1,0.9\n",
        lambda _: b"\x93NUMPY",
        lambda _: None,
        anothers,
        nobodys,
        pickled,
    ],
    ids=["text", "npy", "folder", "another unit's", "without a key", "pickle"],
)
def test_a_foreign_file_is_set_aside(kept, told, tmp_path, content):
    damage(kept.path(TRAINING), content(tmp_path))
    assert kept.get(TRAINING) is None and set_aside(kept, told)


def flips(content, rng):
    """The content with one bit flipped: in every place of the archive's own, and some.

    The last 600 bytes are the archive's table of contents.
    """
    places = [*range(60), *range(len(content) - 600, len(content))]
    places += rng.sample(range(len(content)), 60)
    for place in places:
        flipped = bytearray(content)
        flipped[place] ^= 1 << rng.randrange(8)
        yield place, bytes(flipped)


def test_no_flipped_bit_changes_a_number(kept, told):
    path, found = kept.path(TRAINING), 0
    content = path.read_bytes()
    for place, flipped in flips(content, random.Random(SEED)):
        path.write_bytes(flipped)
        arrays = kept.get(TRAINING)
        # A bit of the date, say, damages nothing.
        assert arrays is None or same(arrays), f"byte {place}, seed {SEED}"
        found += arrays is None
    assert found == len(told) > 100


def without_checks(path):
    """NumPy alone: an entry that has swallowed the next ones as its comment is fine."""
    with open(path, "rb") as file, np.load(file) as archive:
        return {name: archive[name] for name in archive.files}


def test_the_check_rejects_a_store_that_trusts_the_table_of_contents(kept, monkeypatch):
    monkeypatch.setattr(store, "read", without_checks)
    content = kept.path(TRAINING).read_bytes()
    wrong = 0
    for _, flipped in flips(content, random.Random(SEED)):
        kept.path(TRAINING).write_bytes(flipped)
        arrays = kept.get(TRAINING)
        wrong += arrays is not None and not same(arrays)
    assert wrong


# Killed in the middle

HALF = """
import sys, time
from contextlib import nullcontext
import numpy as np
from nidlite.experiments import store
from nidlite.experiments.problems import Problem
from nidlite.experiments.units import Training
from nidlite.training import RECIPE

def half(file, **_):
    file.write(b"PK" * 5000)
    file.flush()
    print("half of it is written", flush=True)
    time.sleep(600)

store.np.savez = half
if sys.argv[2] == "directly":
    store.whole_file = nullcontext
unit = Training(Problem("F5", 600), 3, "mlp", RECIPE)
store.Store(sys.argv[1]).put(unit, {"theta": np.zeros(9)})
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("how", ["whole", "directly"])
def test_only_a_direct_write_killed_in_the_middle_leaves_half(tmp_path, told, how):
    command = [sys.executable, "-c", HALF, str(tmp_path), how]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment(), stdout=pipe) as process:
        assert process.stdout.readline() == b"half of it is written\n"
        process.kill()
    kept = Store(tmp_path, told.append)
    assert kept.path(TRAINING).exists() == (how == "directly")
    assert kept.get(TRAINING) is None and len(told) == (how == "directly")
    kept.put(TRAINING, ARRAYS)
    assert same(kept.get(TRAINING))


def test_what_killed_runs_left_does_not_pile_up(kept, tmp_path):
    folder = kept.folder
    old, young = f".{kept.path(TRAINING).name}.a1b2c3_d", ".F5-0-00ff.npz.zyxwvu98"
    others = [".gitignore", ".notes.txt.original", ".npz", "F5-0-00ff.npz.zyxwvu98"]
    for name in (old, young, *others):
        (folder / name).touch()
    long_ago = time.time() - OLD - 60
    for name in (old, *others):
        os.utime(folder / name, (long_ago, long_ago))
    Store(folder)
    # another run may be writing the young one at this moment
    left = {path.name for path in folder.iterdir()}
    assert left == {kept.path(TRAINING).name, young, *others}
    assert same(kept.get(TRAINING))


def test_sweeping_takes_files_of_these_names_only(tmp_path):
    names = [".table2.csv.abcdefgh", ".README.md.abcdefgh", ".fig3.csv.abcdefgh"]
    for name in names:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    sweep(tmp_path, ["table2.csv", "README.md"])
    assert [path.name for path in tmp_path.iterdir()] == names[2:]


# Folders that cannot be written to


def read_only(folder):
    folder.mkdir()
    folder.chmod(0o555)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write everywhere")
    return folder


def of_the_system(_):
    folder = Path("/proc/self")
    if not folder.is_dir():
        pytest.skip("this system has no /proc")
    return folder


def a_file(path):
    path.touch()
    return path


@pytest.mark.parametrize("where", [read_only, of_the_system, a_file])
def test_a_folder_that_cannot_be_written_to_is_one_line_before_any_work(
    tmp_path, where
):
    folder = where(tmp_path / "trainings")
    with pytest.raises(InputError, match="cannot write to the folder") as caught:
        Store(folder)
    assert str(folder) in str(caught.value) and "--out" in str(caught.value)
