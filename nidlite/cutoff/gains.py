"""Is one network better than another? Their errors are compared row by row (Sec. 5.3).

Two networks err on the same rows, so their errors differ by less than each of them
varies. What falls by chance is no gain.

>>> e = np.random.default_rng(0).normal(1, 1, size=400) ** 2
>>> better(e, e - 0.01), better(e, e[::-1])   # a little less in each row; by chance
(True, False)
"""

from functools import partial

import numpy as np

from ..errors import InputError
from ..losses import ROW_ERRORS
from ..metrics import auc_errors

FAINT = 1e-4  # an error smaller than this is not looked for: scaled y has variance 1
DEVIATIONS = 3.0  # a gain is so many standard errors above 0: none on additive tables


def better(a, b) -> bool:
    """Whether errors b are really less than a, each of the same validation rows, (n,).

    Paired: the mean of a - b is at least DEVIATIONS times its standard error, and
    larger than FAINT.
    """
    gain = np.asarray(a, float) - b
    noise = DEVIATIONS * gain.std() / len(gain) ** 0.5
    return bool(gain.mean() > max(noise, FAINT))


def row_errors(loss, measure="loss", w=None):
    """The function (f, y) -> each row's error, (n,), whose mean the curve shows.

    measure is the "loss", a name in losses.ROW_ERRORS, or "auc" of two classes, which
    Table 3 compares. w, (n,), are the rows' weights, of mean 1. Raises InputError.
    """
    if measure not in ("loss", "auc") or measure == "auc" and loss != "classification":
        raise InputError(f"measure is loss, or auc for two classes; got {measure!r}")
    errors = partial(auc_errors, weights=w) if measure == "auc" else ROW_ERRORS[loss]
    return errors if w is None else lambda f, y: w * errors(f, y)
