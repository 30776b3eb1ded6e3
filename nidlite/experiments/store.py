"""Finished units of work in a folder: each stored at once, whole, under its own key.

So a run can be killed at any moment and go on where it was. The key is of everything
that determines the arrays: another recipe, seed or version never finds them. A file
that was damaged is set aside, named, and computed again.
"""

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from importlib.metadata import version
from pathlib import Path

import numpy as np

from .. import __version__
from ..saving.whole import prepared_folder, whole_file

# Raise it with every change of the code that alters what a training gives.
PROTOCOL = 1
VERSIONS = {
    "nidlite": __version__,
    "numpy": np.__version__,
    "autograd": version("autograd"),
}
# Fields that came later: what was stored before them still counts for their default.
ADDED = {"Recipe": {"even", "steps", "fall"}, "Problem": {"outcome_noise"}}
# Growths changed since, twice: other starts, steps and rules, then other starts of
# silent nets; Additive Groves' trees changed once.
GROWTH_PROTOCOL, GROVES_PROTOCOL = 3, 2


def key(unit) -> str:
    """32 hexadecimal digits of everything that determines the unit's arrays."""
    return hashlib.sha256(key_text(unit).encode()).hexdigest()[:32]


def key_text(unit) -> str:
    """What the key is made of, as JSON: a change of this text makes all keys new."""
    kind, protocol = type(unit).__name__, PROTOCOL
    if kind == "Growth":
        protocol = GROWTH_PROTOCOL
    elif getattr(unit, "method", None) == "additive_groves":
        protocol = GROVES_PROTOCOL
    everything = {
        "unit": [kind, _plain(unit)],
        "data": unit.problem.digest,
        "versions": VERSIONS,
        "protocol": protocol,
    }
    return json.dumps(everything, sort_keys=True)


def _plain(value):
    """A dataclass as a dict. Equal ones alike: where a float belongs, 0 is 0.0.

    An L2 constant stands as in version 0.1.0, whose slope was 2 lambda W and is now
    lambda W: twice the constant is the same training, bit for bit, and keeps its key.
    """
    if not is_dataclass(value):
        return value
    if getattr(value, "penalty", None) == "l2":
        value = replace(value, penalty="", penalty_constant=value.penalty_constant / 2)
        return _plain(value) | {"penalty": "l2"}
    added = ADDED.get(type(value).__name__, ())
    named = [
        (f, v)
        for f in fields(value)
        if (v := getattr(value, f.name)) != f.default or f.name not in added
    ]
    return {f.name: float(v) if f.type is float else _plain(v) for f, v in named}


def read(path) -> dict[str, np.ndarray]:
    """The arrays of a file of np.savez. Any exception if it is not one, and whole."""
    with open(path, "rb") as file, np.load(file, allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
        # Every array has a checksum. The table of contents has none, but the number of
        # its entries stands at the end.
        file.seek(-12, os.SEEK_END)
        if int.from_bytes(file.read(2), "little") != len(arrays):
            raise ValueError("not all arrays are there")
    return arrays


class Store:
    """A folder of units, each NAME-SEED-KEY.npz; None as folder keeps nothing."""

    def __init__(self, folder, tell=print):
        """tell(line) says which file was set aside. InputError if it is read-only."""
        self.folder, self.tell = folder and Path(folder), tell
        if self.folder:
            prepared_folder(self.folder)

    def path(self, unit) -> Path:
        return self.folder / f"{unit.problem.name}-{unit.seed}-{key(unit)}.npz"

    def get(self, unit) -> dict[str, np.ndarray] | None:
        """The unit's arrays, None where they are not stored or were damaged."""
        if not self.folder or not (path := self.path(unit)).exists():
            return None
        try:
            arrays = read(path)
            if str(arrays.pop("key")) == key(unit):
                return arrays
            problem = "it is another unit's"
        except Exception as error:  # a damaged archive can raise almost any
            problem = " ".join(str(error).split())
        aside = path.with_suffix(".damaged")
        with suppress(OSError):  # another run was faster
            path.replace(aside)
        self.tell(f"{path.name} is damaged ({problem}): now {aside.name}, done again")
        return None

    def put(self, unit, arrays):
        """Store the arrays: their file is whole, or it is not there."""
        if self.folder:
            with whole_file(self.path(unit)) as temporary:
                with open(temporary, "wb") as file:
                    np.savez(file, allow_pickle=False, key=key(unit), **arrays)
