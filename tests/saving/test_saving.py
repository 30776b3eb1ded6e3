"""What is left in the folder: whole files, readable without nidlite."""

import csv
import os
import time
from contextlib import nullcontext

import numpy as np
import pytest
from matplotlib.figure import Figure
from saved_network import logits

from nidlite import InputError, detect_interactions
from nidlite.saving import results, whole
from nidlite.saving.results import FILES, save_figure, save_ranking
from nidlite.saving.stored import save_network
from nidlite.saving.whole import prepared_folder, save_text, whole_file

NAMES = ["a, b", 'say "c"', "höhe", "d"]
RANKING = [((0, 2), 12.5), ((0, 1, 2), 1 / 3), ((1, 3), 1e-12)]


X = np.random.default_rng(0).uniform(-1, 1, (200, 4))
X[:, 3] = 7  # a constant column is scaled, too
Y = X[:, 0] * X[:, 1] + X[:, 2]


@pytest.fixture(scope="module", params=["mlp", "mlp-m"])
def found(request):
    how = {"feature_names": NAMES, "architecture": request.param}
    return detect_interactions(X, Y, epochs=3, **how)


def keeps_the_old_file(write, folder):
    """Whether a writing cut off in the middle leaves the old file and nothing else."""
    path = folder / "file.txt"
    path.write_text("old")
    with pytest.raises((OSError, InputError)) as raised:
        with write(path) as place, open(place, "w") as file:
            file.write("half")
            raise OSError("no space left on device")
    kept = path.read_text() == "old" and os.listdir(folder) == ["file.txt"]
    return kept, str(raised.value)


def test_a_failing_write_is_one_line_and_leaves_the_old_file(tmp_path):
    kept, said = keeps_the_old_file(whole_file, tmp_path)
    path = tmp_path / "file.txt"
    assert kept and said.startswith(f"cannot write {path} (no space left on device)")
    kept, _ = keeps_the_old_file(nullcontext, tmp_path)
    assert not kept  # writing in place is seen
    with pytest.raises(InputError, match="No such file or directory"):
        save_text(tmp_path / "no folder" / "file.txt", "text")


def test_a_write_replaces_the_whole_old_file_at_its_end(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text("a long old text")
    with whole_file(path) as place, open(place, "w") as file:
        file.write("new")
        file.flush()
        assert path.read_text() == "a long old text"
    assert path.read_text() == "new" and os.listdir(tmp_path) == ["file.txt"]
    save_text(path, "h\u00f6he\nend")
    assert path.read_bytes() == "h\u00f6he\nend".encode()


def test_an_interrupted_network_leaves_the_old_one(tmp_path, found, monkeypatch):
    save_network(tmp_path / "network.npz", found)
    before = (tmp_path / "network.npz").read_bytes()

    def interrupted(file, **arrays):
        file.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save_network(tmp_path / "network.npz", found)
    assert (tmp_path / "network.npz").read_bytes() == before
    assert os.listdir(tmp_path) == ["network.npz"]


@pytest.mark.parametrize("umask", [0o077, 0o002])
def test_the_umask_says_who_may_read_a_file(tmp_path, umask):
    before = os.umask(umask)
    try:
        save_text(tmp_path / "file.txt", "text")
    finally:
        os.umask(before)
    assert (tmp_path / "file.txt").stat().st_mode & 0o777 == 0o666 & ~umask


def left(folder, name, seconds):
    """A file of this name that was last written so many seconds ago."""
    (folder / name).write_text("half")
    then = time.time() - seconds
    os.utime(folder / name, (then, then))
    return name


def test_only_an_old_temporary_file_of_ours_is_swept_up(tmp_path):
    killed = whole.temporary_name(tmp_path / "report.html").name
    old = 2 * whole.OLD
    left(tmp_path, killed, old)
    stays = [".report.html.swp", ".report.html.backup01", ".report.html", "mine.txt"]
    stays += [".report.html.0a1b2c3d", f"report.html.0a1b2c3d{whole.ENDING}"]
    stays += [f".report.html{whole.ENDING}", f".report.html.0a1b{whole.ENDING}"]
    stays = [left(tmp_path, name, old) for name in stays]
    stays.append(left(tmp_path, f".ranking.csv.0a1b2c3d{whole.ENDING}", 60))  # a run's
    prepared_folder(tmp_path, FILES)
    assert sorted(os.listdir(tmp_path)) == sorted(stays)


def test_the_folder_is_made_and_what_is_in_the_way_is_an_error(tmp_path, monkeypatch):
    folder = prepared_folder(str(tmp_path / "a" / "b"))
    assert folder == tmp_path / "a" / "b" and os.listdir(folder) == []
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "file", tmp_path / "file" / "folder", "null\0byte"):
        with pytest.raises(InputError, match="cannot write to the folder"):
            prepared_folder(path)
    assert (tmp_path / "file").read_text() == "mine"
    # Not by its mode: to a superuser every folder can be written.
    monkeypatch.setattr(whole, "temporary_name", lambda path: path / "none")
    with pytest.raises(InputError, match="No such file"):
        prepared_folder(tmp_path)


@pytest.mark.parametrize("name", FILES)
def test_a_folder_in_a_files_place_is_found_before_training(tmp_path, name):
    (tmp_path / name).mkdir()
    with pytest.raises(InputError, match=f"{name}: a folder has that name"):
        prepared_folder(tmp_path, FILES)


def test_a_ranking_is_read_back_by_any_csv_reader(tmp_path, monkeypatch):
    encodings = []

    def seen(*args, **settings):
        encodings.append(settings.get("encoding"))
        return open(*args, **settings)

    monkeypatch.setattr(results, "open", seen, raising=False)
    save_ranking(tmp_path / "ranking.csv", RANKING, NAMES)
    assert encodings == ["utf-8"]  # whatever the machine prefers
    with open(tmp_path / "ranking.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["rank", "order", "interaction", "features", "strength"]
    assert [row["rank"] for row in rows] == ["1", "2", "3"]
    assert [row["order"] for row in rows] == ["2", "3", "2"]
    assert rows[1]["interaction"] == 'a, b & say "c" & höhe'
    for row, (interaction, strength) in zip(rows, RANKING):
        # Features count from 1 where a person reads them.
        assert tuple(int(i) - 1 for i in row["features"].split()) == interaction
        assert float(row["strength"]) == pytest.approx(strength, rel=1e-8)


def test_a_figure_is_a_png_whatever_letters_its_font_lacks(tmp_path):
    figure = Figure()
    figure.subplots().set_title("\N{CJK UNIFIED IDEOGRAPH-8EAB}")
    save_figure(tmp_path / "heatmap.png", figure)  # warnings are errors here
    assert (tmp_path / "heatmap.png").read_bytes().startswith(b"\x89PNG\r\n")


def forward(saved, X):
    """The saved network's predictions for rows X in their own units."""
    constant = X.min(axis=0) == X.max(axis=0)
    scaled = np.where(constant, 0, X - saved["x_mean"]) / saved["x_scale"]
    return saved["y_mean"] + saved["y_scale"] * logits(saved, scaled)


def test_the_saved_network_gives_the_predictions_again(tmp_path, found):
    save_network(tmp_path / "network.npz", found)
    with np.load(tmp_path / "network.npz", allow_pickle=False) as file:
        saved = dict(file)
    # float32 predictions of size 1 against float64 ones.
    np.testing.assert_allclose(forward(saved, X), found.predict(X), atol=1e-5)
    assert saved["feature_names"].tolist() == NAMES
    for row, e in zip(saved["history"], found.history, strict=True):
        assert row.tolist() == [e.epoch, e.train, e.valid, e.rate, e.seconds]
    # A wrong network is seen.
    saved["stack0_layer2"] = -saved["stack0_layer2"]
    assert np.abs(forward(saved, X) - found.predict(X)).max() > 1e-3


def test_the_saved_network_says_which_column_is_which_level(tmp_path):
    cells = X.astype(object)
    cells[:, 1] = np.array(["oak", "ash", "fir"])[np.arange(len(X)) % 3]
    labels = np.where(Y > 0, "up", "down")
    found = detect_interactions(cells, labels, epochs=1, feature_names=NAMES)
    save_network(tmp_path / "network.npz", found)
    with np.load(tmp_path / "network.npz", allow_pickle=False) as saved:
        feature, level = saved["column_feature"], saved["column_level"]
        assert saved["classes"].tolist() == ["down", "up"]
    assert level.tolist() == ["", "ash", "fir", "oak", "", ""]
    # By these two alone the rows are coded as the table has them.
    columns = [cells[:, j] == w if w else cells[:, j] for j, w in zip(feature, level)]
    np.testing.assert_array_equal(np.stack(columns, 1).astype(float), found.table.X)
