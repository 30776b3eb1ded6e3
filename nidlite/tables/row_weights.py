"""How much each row counts: sample weights, checked.

Only their ratios matter: twice the weights are the same weights. A row of weight 3
counts as three copies of it would, and is still one row: it is on one side of a split.

>>> row_weights([1, 0, 3], 3).tolist()
[0.3333333333333333, 0.0, 1.0]
"""

import numpy as np

from ..errors import InputError
from .columns import parsed
from .frames import as_array


def row_weights(values, n, what="sample_weight") -> np.ndarray:
    """The weights (n,) of n rows, the largest as 1. Raises InputError."""
    values = as_array(what, values)
    if values.shape != (n,):
        got = f"got shape {values.shape}"
        raise InputError(f"{what} must be one number for each of {n} rows; {got}")
    w = parsed(what, values, missing="error")
    if isinstance(w, list):
        raise InputError(f"{what} holds text such as {w[0]!r}; give numbers from 0 on")
    if (low := w.min(initial=0)) < 0:
        raise InputError(
            f"{what} is {low:g} in row {w.argmin()} (counted from 0); give numbers "
            "from 0 on, where 0 leaves the row out"
        )
    if not w.any():
        raise InputError(f"{what} is zero in every row; give some rows a weight")
    return w / w.max()
