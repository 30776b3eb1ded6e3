"""What is left in the folder: whole files, readable without nidlite."""

import csv
import json
import os
from contextlib import nullcontext
from dataclasses import replace
from unittest.mock import Mock

import numpy as np
import pytest
from examples import KINDS_OF_OUTCOME, mixed, product

from nidlite import InputError, detect_interactions, load, plots
from nidlite.agreement.opinion import Agreed
from nidlite.plots import new_axes
from nidlite.saving.results import save_figure, save_found, save_ranking
from nidlite.saving.stored import save_detection
from nidlite.saving.whole import prepared_folder, save_text, whole_file

NAMES = ["a, b", 'say "c"', "höhe", "d"]
RANKING = [((0, 2), 12.5), ((0, 1, 2), 1 / 3), ((1, 3), 1e-12)]
X, Y = product(200)
X[:, 3] = 7  # a constant column is scaled, too


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
    (kept, said), path = keeps_the_old_file(whole_file, tmp_path), tmp_path / "file.txt"
    assert kept and said.startswith(f"cannot write {path} (no space left on device)")
    kept, _ = keeps_the_old_file(nullcontext, tmp_path)
    assert not kept  # writing in place is seen
    (link := tmp_path / "link").symlink_to(path)
    save_text(link, "through it")
    assert link.is_symlink() and path.read_text() == "through it"
    os.mkfifo(pipe := tmp_path / "pipe")  # as a device: a rename would end it
    nowhere = tmp_path / "no folder" / "file.txt"
    for place, words in ((nowhere, "No such file or directory"), (pipe, "not a file")):
        with pytest.raises(InputError, match=words):
            save_text(place, "text")
    assert pipe.is_fifo()


def test_the_folder_is_made_and_what_is_in_the_way_is_an_error(tmp_path):
    folder = prepared_folder(str(tmp_path / "a" / "b"))
    assert folder == tmp_path / "a" / "b" and os.listdir(folder) == []
    (file := tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere" / "file")
    for path in (file, file / "folder", "null\0byte", tmp_path):
        with pytest.raises(InputError, match="cannot write to the folder"):
            prepared_folder(path, ["file", "link"])
    assert file.read_text() == "mine" and prepared_folder(tmp_path, ["file", "new"])


def test_a_ranking_is_read_back_by_any_csv_reader(tmp_path):
    save_ranking(tmp_path / "ranking.csv", RANKING, NAMES, {})
    rows = [*csv.DictReader((tmp_path / "ranking.csv").read_text("utf-8").splitlines())]
    head = "rank order interaction features strength share agreement t"
    assert list(rows[0]) == head.split() and rows[0]["share"] == ""  # nobody was asked
    assert [row["rank"] + row["order"] for row in rows] == ["12", "23", "32"]
    assert rows[1]["interaction"] == 'a, b & say "c" & höhe'
    for row, (interaction, strength) in zip(rows, RANKING):
        # Features count from 1 where a person reads them.
        assert tuple(int(i) - 1 for i in row["features"].split()) == interaction
        assert float(row["strength"]) == pytest.approx(strength, rel=1e-8)
    told = {(0, 2): Agreed((0, 2), 0.1, 0.9, 2.0, sure=False, instead={2: (3,)})}
    save_ranking(path := tmp_path / "told.csv", 9 * RANKING, NAMES, told)
    line = '"probably a, b, and one of höhe, d",1 3,12.5,0.1,0.9,2\n'
    assert path.read_text("utf-8").count(line) == 9


def test_a_figure_is_a_png_whatever_letters_its_font_lacks(tmp_path):
    (ax := new_axes(4, 3)).set_title("\N{CJK UNIFIED IDEOGRAPH-8EAB}")
    save_figure(tmp_path / "heatmap.png", ax.figure)  # warnings are errors here
    pngs = (tmp_path / "heatmap.png").read_bytes(), ax.figure._repr_png_()
    assert {png[:6] for png in pngs} == {b"\x89PNG\r\n"}


def forward(saved, X):
    """The saved network's predictions for rows X, from its documentation alone."""
    about = json.loads(str(saved["about"]))
    stacks = about["trained"]["Fit"]["network"]["Network"]["stacks"]
    X = (X - saved["split.x_mean"]) / saved["split.x_scale"]
    X[:, saved["split.x_constant"]] = 0
    total, start = 0, 0
    for stack in (entry["Stack"] for entry in stacks):
        h = [X[:, features].T for features in stack["features"]]
        for l, width in enumerate((*stack["hidden"], stack["outputs"])):
            h = [np.maximum(one, 0) if l else one for one in h]
            shape = len(h), width, len(h[0]) + 1
            A = saved["trained.theta"][start : start + np.prod(shape)].reshape(shape)
            h = [a[:, :-1] @ one + a[:, -1:] for a, one in zip(A, h)]
            start += np.prod(shape)
        total = total + sum(one[0] for one in h)
    units = about["split"]["Split"]
    return units["y_mean"] + units["y_scale"] * total


def test_the_saved_network_gives_the_predictions_again_without_nidlite(tmp_path, found):
    save_detection(tmp_path / "network.npz", found)
    with np.load(tmp_path / "network.npz", allow_pickle=False) as file:
        saved = dict(file)
    # float32 predictions of size 1 against float64 ones.
    np.testing.assert_allclose(forward(saved, X), found.predict(X), atol=1e-5)
    # A wrong network is seen.
    saved["trained.theta"] = -saved["trained.theta"]
    assert np.abs(forward(saved, X) - found.predict(X)).max() > 1e-3


@pytest.fixture(scope="module", params=KINDS_OF_OUTCOME)
def of_each_kind(request):
    """A detection of outcomes of each kind, once with weights, and its rows."""
    cells, y = mixed(150, request.param)
    w = np.linspace(1, 2, 150) if "three" in request.param else None
    return detect_interactions(cells, y, epochs=2, sample_weight=w), cells


@pytest.mark.usefixtures("quick_answer")
def test_a_loaded_detection_is_the_saved_one(of_each_kind, tmp_path, monkeypatch):
    found, cells = of_each_kind
    found.agreed()
    monkeypatch.setattr("nidlite.plots.heat_map", draw := Mock(wraps=plots.heat_map))
    found.save(tmp_path / "found.npz")
    (tmp_path / "report.html").write_text("of another run")
    save_found(tmp_path, found, None)
    assert not (tmp_path / "report.html").exists()
    assert draw.call_args.args[2] == found.feature_names
    for name, ranking in ("ranking", found.ranking), ("pairs", found.pairwise_ranking):
        rows = csv.DictReader((tmp_path / f"{name}.csv").read_text().splitlines())
        places = [tuple(int(i) - 1 for i in row["features"].split()) for row in rows]
        assert places == [interaction for interaction, _ in ranking]
    again = load(tmp_path / "found.npz")
    assert type(again) is type(found) and str(again) == str(found)
    assert again.predict(cells).tobytes() == found.predict(cells).tobytes()
    assert again.agreed() == found.agreed() and again.ranking == found.ranking
    assert again.pairwise_strengths.tobytes() == found.pairwise_strengths.tobytes()
    assert again.z.tobytes() == found.z.tobytes()
    assert again.history == found.history and again.confirm(2) == found.confirm(2)
    assert (again.seed, again.columns) == (found.seed, found.columns)
    # What was asked is not asked again.
    claim = Agreed((0, 1), 0.1, 0.9, 9.0, interval=(0.0, 0.2), instead={0: (2,)})
    found.answers[0.05] = (replace(claim, q=0.01, needed=(0.1, 0.2), names=("a", "b")),)
    found.save(tmp_path / "asked.npz")
    asked = load(tmp_path / "asked.npz")
    assert asked.answers == found.answers
    asked.opinion.needed.stopped = True  # by Ctrl-C: that is not the whole answer
    asked.save(tmp_path / "asked.npz")
    assert load(tmp_path / "asked.npz").answers == {}
    del found.answers[0.05]
    # A detection whose other networks are not trained yet trains the same ones.
    replace(found, others=None).save(tmp_path / "early.npz")
    early = load(tmp_path / "early.npz")
    assert early.others is None and early.agreed() == found.agreed()


def test_other_files_are_one_line(found, tmp_path):
    found.save(tmp_path / "a.npz")
    whole = (tmp_path / "a.npz").read_bytes()
    damaged = bytearray(whole)  # one byte of an array is another one
    damaged[damaged.index(found.fit.theta.tobytes()) + 7] ^= 1
    # One array says that it is shorter: the rest of it would never be read.
    shorter = whole.replace(b"(200, 4)", b"(100, 4)")
    files = [b"a,b\n1,2\n", damaged, shorter]
    # Nothing in a file is ever unpickled; and of another format nothing is read.
    for about in ([{}], '{"format": 1}', '{"format": 3}'):  # the last has no more
        np.savez(tmp_path / "c.npz", about=np.array(about))
        files.append((tmp_path / "c.npz").read_bytes())
    for content in files:
        (tmp_path / "b.npz").write_bytes(content)
        with pytest.raises(InputError, match="is no detection"):
            load(tmp_path / "b.npz")
    with pytest.raises(InputError, match="cannot read .*: No such file"):
        load(tmp_path / "none.npz")
