"""Finished units of work in a folder: each stored at once, whole, under its own key.

With this module a run can be killed at any moment and go on where it was. The key is
of everything that determines the arrays, so another recipe, seed or version never
finds them. A file that was damaged is set aside, named, and computed again.
"""

import hashlib
import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

import numpy as np

from .. import __version__
from ..errors import InputError
from ..outputs import whole_file

# Raise it with every change of the code that alters what a training gives.
PROTOCOL = 1
VERSIONS = {
    "nidlite": __version__,
    "numpy": np.__version__,
    "autograd": version("autograd"),
}


def key(unit) -> str:
    """32 hexadecimal digits of everything that determines the unit's arrays."""
    everything = {
        "unit": [type(unit).__name__, asdict(unit)],
        "data": unit.problem.digest,
        "versions": VERSIONS,
        "protocol": PROTOCOL,
    }
    text = json.dumps(everything, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Store:
    """A folder of units, each NAME-SEED-KEY.npz; None as folder keeps nothing."""

    def __init__(self, folder, tell=print):
        """tell(line) says which file was set aside."""
        self.folder, self.tell = folder and Path(folder), tell
        if self.folder:
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(
                    f"cannot write to the folder {self.folder} ({error.strerror}); "
                    "name another with --out"
                ) from None

    def path(self, unit) -> Path:
        """Where the unit's arrays are, or will be."""
        return self.folder / f"{unit.problem.name}-{unit.seed}-{key(unit)}.npz"

    def get(self, unit) -> dict[str, np.ndarray] | None:
        """The unit's arrays, None where they are not stored or were damaged."""
        if not self.folder or not (path := self.path(unit)).exists():
            return None
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            if str(arrays.pop("key")) == key(unit):
                return arrays
            problem = "it is another unit's"
        except Exception as error:  # a damaged archive can raise almost any
            problem = error
        aside = path.with_suffix(".damaged")
        path.replace(aside)
        self.tell(f"{path.name} is damaged ({problem}): now {aside.name}, done again")
        return None

    def put(self, unit, arrays):
        """Store the arrays: when this returns they are whole on the disk."""
        if self.folder:
            with whole_file(self.path(unit)) as temporary:
                with open(temporary, "wb") as file:
                    np.savez(file, allow_pickle=False, key=key(unit), **arrays)
