"""How much each row counts: sample weights, checked.

Only their ratios matter: twice the weights are the same weights. A row of weight 3
counts as three copies of it would, and is still one row: it is on one side of a split.

>>> row_weights([1, 0, 3], 3).tolist()
[0.3333333333333333, 0.0, 1.0]
"""

import numpy as np

from ..errors import InputError, shown
from .columns import parsed
from .frames import as_array


def row_weights(values, n, what="sample_weight") -> np.ndarray:
    """The weights (n,) of n rows, the largest as 1. Raises InputError."""
    values = as_array(what, values)
    w = parsed(what, np.atleast_1d(values), missing="error")
    if isinstance(w, list) or len(w) != n or w.min(initial=0) < 0 or not w.any():
        raise InputError(
            f"{what} must be a number from 0 on for each of {n} rows, and not 0 in all "
            f"of them; got {len(w)}, the least of them {shown(sorted(w)[:1])}"
        )
    return w / w.max()
