"""What is left in the folder: whole files, readable without nidlite."""

import csv
import os
import tempfile

import numpy as np
import pytest
from nidlite.command.files import (
    prepared_folder,
    save_figure,
    save_network,
    save_ranking,
    save_text,
    whole_file,
)

from nidlite import InputError, detect_interactions, outputs

NAMES = ["a, b", 'say "c"', "höhe", "d"]
RANKING = [((0, 2), 12.5), ((0, 1, 2), 1 / 3), ((1, 3), 1e-12)]


def product(n=200):
    """y = x1 x2 + x3: X (n, 4), y (n,)."""
    X = np.random.default_rng(0).uniform(-1, 1, (n, 4))
    return X, X[:, 0] * X[:, 1] + X[:, 2]


@pytest.fixture(scope="module", params=["mlp", "mlp-m"])
def found(request):
    X, y = product()
    X[:, 3] = 7  # a constant column is scaled, too
    return detect_interactions(
        X, y, epochs=3, feature_names=NAMES, architecture=request.param
    )


# --- whole or not at all -------------------------------------------------------------


def keeps_the_old_file(write, folder):
    """Whether a writing cut off in the middle leaves the old file and nothing else."""
    path = folder / "file.txt"
    path.write_text("old")
    with pytest.raises((OSError, InputError)):
        with write(path) as place, open(place, "w") as file:
            file.write("half")
            raise OSError("no space left on device")
    return path.read_text() == "old" and os.listdir(folder) == ["file.txt"]


def test_a_failing_write_leaves_the_old_file_and_nothing_else(tmp_path):
    assert keeps_the_old_file(whole_file, tmp_path)


def test_a_full_disk_is_one_line_and_not_a_traceback(tmp_path):
    with pytest.raises(InputError, match=r"^cannot write .*file.txt \(no space left"):
        with whole_file(tmp_path / "file.txt"):
            raise OSError("no space left on device")
    with pytest.raises(InputError, match="No such file or directory"):
        save_text(tmp_path / "no folder" / "file.txt", "text")


def test_what_a_killed_run_left_is_swept_up(tmp_path):
    for name in (".report.html.abc", ".ranking.csv.x1", "mine.txt", ".mine.txt.x"):
        (tmp_path / name).write_text("half")
    prepared_folder(tmp_path)
    assert sorted(os.listdir(tmp_path)) == [".mine.txt.x", "mine.txt"]


def test_text_is_written_as_it_is(tmp_path):
    save_text(tmp_path / "a.html", "h\u00f6he\nend")
    assert (tmp_path / "a.html").read_bytes() == "h\u00f6he\nend".encode()


def test_the_check_of_writing_rejects_writing_in_place(tmp_path):
    class InPlace:
        def __init__(self, path):
            self.path = path

        def __enter__(self):
            return self.path

        def __exit__(self, *_):
            return False

    assert not keeps_the_old_file(InPlace, tmp_path)


def test_a_write_replaces_the_whole_old_file(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text("a long old text")
    with whole_file(path) as place, open(place, "w") as file:
        file.write("new")
        file.flush()
        # Until the end the old one stands.
        assert path.read_text() == "a long old text"
    assert path.read_text() == "new" and os.listdir(tmp_path) == ["file.txt"]


def test_a_new_file_can_be_read_by_others(tmp_path):
    with whole_file(tmp_path / "file.txt"):
        pass
    assert (tmp_path / "file.txt").stat().st_mode & 0o444 == 0o444


def test_an_interrupted_network_leaves_the_old_one(tmp_path, found, monkeypatch):
    save_network(tmp_path / "network.npz", found)
    before = (tmp_path / "network.npz").read_bytes()

    def interrupted(file, **arrays):
        file.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(outputs.np, "savez", interrupted)
    with pytest.raises(KeyboardInterrupt):
        save_network(tmp_path / "network.npz", found)
    assert (tmp_path / "network.npz").read_bytes() == before
    assert os.listdir(tmp_path) == ["network.npz"]


# --- the folder ----------------------------------------------------------------------


def test_the_folder_is_made_with_its_parents_and_left_empty(tmp_path):
    folder = prepared_folder(str(tmp_path / "a" / "b"))
    assert folder == tmp_path / "a" / "b" and os.listdir(folder) == []


def test_what_stands_in_a_folder_stays(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    prepared_folder(tmp_path)
    assert os.listdir(tmp_path) == ["mine.txt"]


def test_a_file_in_the_way_is_an_input_error(tmp_path):
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "file", tmp_path / "file" / "folder"):
        with pytest.raises(InputError, match="cannot write to the folder"):
            prepared_folder(path)
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_an_input_error(tmp_path, monkeypatch):
    def refused(**_):
        raise PermissionError(13, "Permission denied")

    # Not by its mode: to a superuser every folder can be written.
    for name in ("TemporaryFile", "NamedTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, refused)
    with pytest.raises(InputError, match="Permission denied"):
        prepared_folder(tmp_path)


@pytest.mark.parametrize(
    "name", ["ranking.csv", "pairs.csv", "heatmap.png", "cutoff.png", "network.npz"]
)
def test_a_folder_in_a_files_place_is_found_before_training(tmp_path, name):
    (tmp_path / name).mkdir()
    with pytest.raises(InputError, match=name):
        prepared_folder(tmp_path)


# --- the files -----------------------------------------------------------------------


def test_a_ranking_is_read_back_by_any_csv_reader(tmp_path):
    save_ranking(tmp_path / "ranking.csv", RANKING, NAMES)
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


def test_a_ranking_is_utf_8_whatever_the_machine_prefers(tmp_path, monkeypatch):
    encodings = []

    def seen(*args, **settings):
        encodings.append(settings.get("encoding"))
        return open(*args, **settings)

    monkeypatch.setattr(outputs, "open", seen, raising=False)
    save_ranking(tmp_path / "ranking.csv", RANKING, NAMES)
    assert encodings == ["utf-8"]


def test_a_figure_is_a_png(tmp_path):
    from matplotlib.figure import Figure

    save_figure(tmp_path / "heatmap.png", Figure())
    assert (tmp_path / "heatmap.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_a_figure_with_letters_its_font_lacks_is_saved_without_a_warning(tmp_path):
    from matplotlib.figure import Figure

    figure = Figure()
    figure.subplots().set_title("\N{CJK UNIFIED IDEOGRAPH-8EAB}")
    save_figure(tmp_path / "heatmap.png", figure)  # warnings are errors here


def forward(saved, X):
    """The saved network's predictions by plain NumPy, from its documentation alone."""
    X = np.asarray(X, dtype=float)
    X = np.where(X.min(axis=0) == X.max(axis=0), 0, (X - saved["x_mean"]))
    X = X / saved["x_scale"]
    total, k = 0, 0
    while f"stack{k}_features" in saved:
        for net, features in enumerate(saved[f"stack{k}_features"]):
            h, l = X[:, features].T, 1
            while f"stack{k}_layer{l}" in saved:
                W, b = np.split(saved[f"stack{k}_layer{l}"][net], [-1], axis=1)
                h = W @ np.maximum(h, 0) + b if l > 1 else W @ h + b
                l += 1
            total = total + h[0]
        k += 1
    return saved["y_mean"] + saved["y_scale"] * total


def test_the_saved_networks_weights_reproduce_the_predictions(tmp_path, found):
    save_network(tmp_path / "network.npz", found)
    X = found.table.X
    with np.load(tmp_path / "network.npz", allow_pickle=False) as file:
        saved = dict(file)
    # float32 predictions of size 1 against float64 ones.
    np.testing.assert_allclose(forward(saved, X), found.predict(X), atol=1e-5)
    # A wrong network is seen.
    saved["stack0_layer2"] = -saved["stack0_layer2"]
    assert np.abs(forward(saved, X) - found.predict(X)).max() > 1e-3


def test_the_saved_network_keeps_names_and_history(tmp_path, found):
    save_network(tmp_path / "network.npz", found)
    with np.load(tmp_path / "network.npz", allow_pickle=False) as saved:
        assert saved["feature_names"].tolist() == NAMES
        history = saved["history"]
    assert history.shape == (3, 5)
    for row, epoch in zip(history, found.history):
        expected = [epoch.epoch, epoch.train, epoch.valid, epoch.rate, epoch.seconds]
        assert row.tolist() == expected


def test_the_saved_network_says_which_column_is_which_level(tmp_path):
    X, y = product()
    cells = X.astype(object)
    cells[:, 1] = np.array(["oak", "ash", "fir"])[np.arange(len(X)) % 3]
    labels = np.where(y > 0, "up", "down")
    found = detect_interactions(cells, labels, epochs=1, feature_names=NAMES)
    save_network(tmp_path / "network.npz", found)
    with np.load(tmp_path / "network.npz", allow_pickle=False) as saved:
        feature, level = saved["column_feature"], saved["column_level"]
        assert saved["classes"].tolist() == ["down", "up"]
    assert level.tolist() == ["", "ash", "fir", "oak", "", ""]
    # By these two alone the rows are coded as the table has them.
    by_hand = [
        cells[:, j] == word if word else cells[:, j] for j, word in zip(feature, level)
    ]
    np.testing.assert_array_equal(np.stack(by_hand, 1).astype(float), found.table.X)
