"""A detection as one npz file: plain arrays, and one JSON text of all that is none.

`about` is that text. A dataclass is {its name: {field: value}}, a tuple a JSON list, a
list {"list": [...]}, a dictionary {"dict": its items}, and an array {"array": its
name}, such as "trained.theta": the layers A = [W b], (m, p_l, p_{l-1} + 1), of every
stack of nets, one after another.
What follows from the weights, the ranking and the strengths, is read from them anew.
"""

import json
from dataclasses import fields, is_dataclass
from zipfile import ZipFile

import numpy as np

from ..agreement.opinion import Agreed
from ..detector import read_weights
from ..errors import InputError
from ..networks import Network, Stack
from ..parts import Part
from ..recipes import Recipe
from ..splits import Split
from ..tables.table import Table
from ..training import Epoch, Fit
from .whole import whole_file

FORMAT = 3
PARTS = "table split trained seed mean others answers".split()
KINDS = {kind.__name__: kind for kind in (Table, Split, Part, Fit, Network)}
KINDS |= {kind.__name__: kind for kind in (Stack, Recipe, Epoch, Agreed, list, dict)}


def save_detection(path, found):
    """Write a Detection, its rows too: they are split and scaled as it saw them."""
    values = [found.table, found.split, found.fit, found.seed, found.mean, found.others]
    cut_short = "opinion" in vars(found) and found.opinion.needed.stopped  # by Ctrl-C
    values.append(() if cut_short else tuple(found.answers.items()))
    arrays, about = {}, {"format": FORMAT}
    about |= {k: _apart(v, k, arrays) for k, v in zip(PARTS, values)}
    with whole_file(path) as temporary, ZipFile(temporary, "w") as packed:
        for name, array in [("about", json.dumps(about)), *arrays.items()]:
            with packed.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.save(file, array)  # np.savez leaves a file open on a full disk


def _apart(value, name, arrays):
    """The value as JSON holds it; its arrays go into `arrays`, under their names."""
    if isinstance(value, np.ndarray):
        arrays[name] = value
        return {"array": name}
    if is_dataclass(value):
        named = {f.name: getattr(value, f.name) for f in fields(value)}
        named = {k: _apart(v, f"{name}.{k}", arrays) for k, v in named.items()}
        return {type(value).__name__: named}
    if isinstance(value, (tuple, list)):
        items = [_apart(v, f"{name}.{k}", arrays) for k, v in enumerate(value)]
        return items if isinstance(value, tuple) else {"list": items}
    if isinstance(value, dict):
        return {"dict": _apart(tuple(value.items()), name, arrays)}
    return value.item() if isinstance(value, np.generic) else value


def stored_fields(path) -> dict:
    """The fields of a Detection; InputError for another file."""
    try:
        with open(path, "rb") as file, np.load(file, allow_pickle=False) as archive:
            damaged = archive.zip.testzip()  # which checks every byte
            saved = {name: archive[name] for name in archive.files}
        about = json.loads(str(saved.pop("about")))
        if damaged or about["format"] != FORMAT:
            raise ValueError
        *parts, others, answers = (_together(about.get(k, []), saved) for k in PARTS)
        return vars(read_weights(*parts)) | {"others": others, "answers": dict(answers)}
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from None
    except Exception:  # a damaged or another archive can raise almost any
        line = f"{path} is no detection of format {FORMAT}; give a whole file that"
        raise InputError(f"{line} found.save(path) of this version wrote") from None


def _together(value, arrays):
    """What _apart took apart."""
    if isinstance(value, list):
        return tuple(_together(v, arrays) for v in value)
    if not isinstance(value, dict) or not value:
        return value
    ((kind, content),) = value.items()
    if kind == "array":
        return arrays[content]
    if kind in ("list", "dict"):
        return KINDS[kind](_together(content, arrays))
    return KINDS[kind](**{k: _together(v, arrays) for k, v in content.items()})
