"""A whole Detection as plain arrays and one JSON text, without pickle, and back.

A file has a format number: a later version reads it by that number.
"""

import json
from dataclasses import asdict, fields
from hashlib import sha256

import numpy as np

from ..detection import Detection
from ..errors import InputError
from ..networks import Network, Stack
from ..parts import Part, Split
from ..recipes import Recipe
from ..tables.table import Table
from ..training import Epoch, Fit
from .whole import whole_file

FORMAT = 1
PARTS = ("train", "valid", "test")
SPLIT = ("x_mean", "x_scale", "x_constant", "y_mean", "y_scale")


def save_network(path, found):
    """All of a Detection, its rows too, as they are and as split and scaled.

    What one needs to run and read the network without us is plain arrays:
    stackK_layerL is [W b] of one layer, (m, p_l, p_{l-1} + 1), of m nets;
    stackK_features says which columns they see, (m, p_0). Column c of X, (n, p), is
    feature column_feature[c]'s: its numbers where column_level[c] is "", and otherwise
    whether the category has that level, or the number is missing. X is to be scaled.
    """
    table, fit, split = found.table, found.fit, found.split
    stacks, sets = fit.network.stacks, [i for i, _ in found.ranking]
    owners = [j for j, columns in enumerate(found.columns) for _ in columns]
    kinds = zip(table.levels, found.columns)
    levels = [x for labels, own in kinds for x in labels or ["", "missing"][: len(own)]]
    words = {f.name: getattr(table, f.name) for f in fields(table)}
    arrays = {"table_X": words.pop("X"), "table_y": words.pop("y")}
    if (w := words.pop("sample_weight")) is not None:
        arrays["table_weight"] = w
        for part in PARTS:
            arrays[f"{part}_weight"] = getattr(split, part).sample_weight
    about = {
        "format": FORMAT,
        "table": words,
        "seed": found.seed,
        "mean": found.mean,
        "names": split.names,
        "stacks": [(s.hidden, s.penalised, s.outputs) for s in stacks],
        "recipe": asdict(fit.recipe),
        "stopped": fit.stopped,
        "others": found.others and [len(starts) for starts in found.others],
    }
    for k, layers in enumerate(fit.network.layers(fit.theta)):
        arrays[f"stack{k}_features"] = np.array(stacks[k].features)
        arrays |= {f"stack{k}_layer{l}": A for l, A in enumerate(layers, 1)}
    for k, starts in enumerate(found.others or ()):
        arrays |= {f"other{k}_{s}": theta for s, theta in enumerate(starts)}
    for part in PARTS:
        arrays[f"{part}_X"], arrays[f"{part}_y"] = getattr(split, part)
    arrays |= {name: getattr(split, name) for name in SPLIT} | {
        "about": np.array(json.dumps(about, default=_plain)),
        "feature_names": np.array(found.feature_names),
        "column_feature": np.array(owners),
        "column_level": np.array(list(map(str, levels))),
        "classes": np.array([str(label) for label in table.classes or ()], str),
        "history": np.array([list(asdict(epoch).values()) for epoch in found.history]),
        "z": found.z,
        "pairwise_strengths": found.pairwise_strengths,
        "ranking_sizes": np.array([len(i) for i in sets], int),
        "ranking_features": np.array([j for i in sets for j in i], int),
        "ranking_strengths": np.array([s for _, s in found.ranking], float),
    }
    with whole_file(path) as temporary, open(temporary, "wb") as file:
        np.savez(file, allow_pickle=False, **arrays, digest=_digest(arrays))


def _digest(arrays) -> np.ndarray:
    """32 numbers that change with any name, type, shape or entry of the arrays."""
    digest = sha256()
    for name, values in sorted(arrays.items()):
        values = np.asarray(values)
        digest.update(f"{name} {values.dtype.str} {values.shape} ".encode())
        digest.update(values.tobytes())
    return np.frombuffer(digest.digest(), np.uint8)


def _plain(value):
    """A NumPy number as Python's; InputError for a label that JSON cannot hold."""
    if isinstance(value, np.generic):
        return value.item()
    raise InputError(f"cannot save {value!r}: labels are to be texts or numbers")


def stored(path) -> Detection:
    """The Detection in a file. Raises InputError for another file."""
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as archive:
            saved = {name: archive[name] for name in archive.files}
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except Exception:  # a damaged archive can raise almost any
        saved = {}
    if "about" not in saved:
        earlier = "of an earlier version, which kept the network only"
        raise InputError(
            f"{path} is {earlier if 'stack0_layer1' in saved else 'no detection'}; "
            "give a file that found.save(path) wrote, or the network.npz of nidlite "
            "detect --out"
        )
    try:
        about = json.loads(str(saved["about"]))
        if about["format"] <= FORMAT:
            digest = saved.pop("digest", None)  # not in the first files
            if digest is not None and not np.array_equal(digest, _digest(saved)):
                raise ValueError("its digest is another one")
            return _detection(saved, about)
    except Exception as error:
        raise InputError(f"{path} is damaged ({error!r}); save it again") from None
    raise InputError(
        f"{path} has format {about['format']}, and this version reads up to {FORMAT}; "
        "use a newer nidlite"
    )


def _detection(saved, about) -> Detection:
    """The Detection that save_network took apart."""
    words = {name: _tuples(value) for name, value in about["table"].items()}
    words["sample_weight"] = saved.get("table_weight")
    table = Table(saved["table_X"], saved["table_y"], **words)
    keys = ([f"{part}_{name}" for name in ("X", "y", "weight")] for part in PARTS)
    parts = (Part.of(*map(saved.get, own)) for own in keys)
    how = [saved[name] for name in SPLIT]
    how[3:] = map(float, how[3:])
    split = Split(*parts, *how, tuple(about["names"]))
    stacks, thetas = [], []
    for k, (hidden, *rest) in enumerate(about["stacks"]):
        features = _tuples(saved[f"stack{k}_features"].tolist())
        stacks.append(Stack(features, tuple(hidden), *rest))
        for l in range(1, len(hidden) + 2):
            thetas.append(saved[f"stack{k}_layer{l}"].ravel())
    history = [Epoch(int(number), *rest) for number, *rest in saved["history"].tolist()]
    recipe = Recipe(**about["recipe"])
    network, theta = Network(tuple(stacks)), np.concatenate(thetas)
    fit = Fit(network, theta, recipe, history, about["stopped"])
    ends = np.cumsum(saved["ranking_sizes"])[:-1]
    sets = [tuple(i.tolist()) for i in np.split(saved["ranking_features"], ends)]
    ranking = list(zip(sets, saved["ranking_strengths"].tolist()))
    others = about["others"] and [
        [saved[f"other{k}_{s}"] for s in range(many)]
        for k, many in enumerate(about["others"])
    ]
    said = about["seed"], about["mean"], saved["z"], ranking
    return Detection(table, split, fit, *said, saved["pairwise_strengths"], others)


def _tuples(value):
    """Lists as tuples, also inside of others."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
