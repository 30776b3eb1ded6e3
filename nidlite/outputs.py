"""What `nidlite detect --out DIR` leaves in the folder.

Every file is written whole beside its place and then renamed into it, so that a run cut
off at any moment leaves the old file or the new one, never half of one.
"""

import csv
import os
import tempfile
import warnings
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import numpy as np

from .errors import InputError
from .interactions import label

FILES = "ranking.csv", "pairs.csv", "heatmap.png", "network.npz", "cutoff.png"
FILES += ("report.html",)


def prepared_folder(path) -> Path:
    """The folder, made if need be and tried out now: an InputError, not lost hours."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(
            f"cannot write to the folder {folder} ({error.strerror}); "
            "name another with --out"
        ) from None
    for name in FILES:
        for left in folder.glob(f".{name}.*"):  # of a run that was killed
            left.unlink(missing_ok=True)
        if (folder / name).is_dir():
            raise InputError(
                f"cannot write {folder / name}: a folder has that name; rename it, or "
                "name another with --out"
            )
    return folder


@contextmanager
def whole_file(path):
    """A temporary path that becomes `path` when the block ends without an error.

    A full disk and the like are an InputError.
    """
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        os.close(handle)
        yield temporary
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise InputError(
                f"cannot write {path} ({error.strerror or error}); make room, or name "
                "another folder"
            ) from None
        raise


def save_text(path, text):
    """The text in UTF-8, its line ends as they are."""
    with whole_file(path) as temporary, open(temporary, "wb") as file:
        file.write(text.encode())


def save_ranking(path, ranking, names, most=10_000):
    """CSV of the top: rank, order, interaction by names, features from 1, strength."""
    with (
        whole_file(path) as temporary,
        open(temporary, "w", newline="", encoding="utf-8") as file,
    ):
        write = csv.writer(file).writerow
        write(["rank", "order", "interaction", "features", "strength"])
        for rank, (interaction, strength) in enumerate(ranking[:most], 1):
            numbers = " ".join(str(i + 1) for i in interaction)
            write(
                [rank, len(interaction), label(interaction, names), numbers]
                + [f"{strength:.9g}"]
            )


def save_figure(path, figure):
    """The figure as PNG."""
    with whole_file(path) as temporary, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # names in letters the font lacks
        figure.savefig(temporary, format="png", dpi=120)


def save_network(path, found):
    """Everything needed to run and read the network, as plain arrays (no pickle).

    stackK_layerL is [W b] of one layer, (m, p_l, p_{l-1} + 1), of m nets;
    stackK_features says which columns they see, (m, p_0). Column c of X, (n, p), is
    feature column_feature[c]'s: its numbers where column_level[c] is "", and otherwise
    whether the category has that level. X is to be scaled then.
    """
    network, split = found.fit.network, found.split
    owners = [j for j, columns in enumerate(found.columns) for _ in columns]
    levels = [level for labels in found.table.levels for level in labels or [""]]
    arrays = {
        "feature_names": np.array(found.feature_names),
        "column_feature": np.array(owners),
        "column_level": np.array(list(map(str, levels))),
        "classes": np.array([str(label) for label in found.table.classes or ()], str),
        "x_mean": split.x_mean,
        "x_scale": split.x_scale,
        "y_mean": split.y_mean,
        "y_scale": split.y_scale,
    }
    for k, layers in enumerate(network.layers(found.fit.theta)):
        arrays[f"stack{k}_features"] = np.array(network.stacks[k].features)
        arrays |= {f"stack{k}_layer{l}": A for l, A in enumerate(layers, 1)}
    history = [list(asdict(epoch).values()) for epoch in found.history]
    arrays["history"] = np.array(history)
    with whole_file(path) as temporary, open(temporary, "wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
