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
from ..metrics import auc, outscored

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


def auc_errors(scores, labels, weights=None) -> np.ndarray:
    """Each row's part in 1 - AUC, (n,): their mean is 1 - AUC (DeLong et al. 1988).

    A row of class 1 outscores the share v of class 0, and its part is
    1 - AUC + (AUC - v) n / n_1; a row of class 0 likewise. So the variance of two
    networks' difference in AUC is that of the mean of their parts' differences. With
    weights, (n,), n and n_1 are sums of these, and 1 - AUC is the weighted mean.
    """
    scores, labels = np.asarray(scores, dtype=float), np.asarray(labels)
    area, parts = auc(scores, labels, weights), np.empty(len(scores))
    w = np.ones(len(scores)) if weights is None else weights
    for label, signed in ((1, scores), (0, -scores)):
        of_class = labels == label
        twice, others = outscored(signed, of_class, w)
        weight, v = w[of_class].sum(), twice / (2 * others)
        parts[of_class] = 1 - area + (area - v) * (others + weight) / weight
    return parts
