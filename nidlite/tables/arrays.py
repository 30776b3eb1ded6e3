"""Arrays and DataFrames as a checked table, and what interacts in them."""

from ..detector import Detection, detect
from ..errors import InputError
from ..interactions import label
from .categories import one_hot
from .columns import learned, recoded
from .frames import unpack
from .table import Table, make_table
from .targets import as_labels


def detect_interactions(
    X, y, seed=0, *, task=None, feature_names=None, **settings
) -> Detection:
    """Which features of X, (n, p), act jointly on y, (n,)? NID in one call (Sec. 4).

    task is "regression" or "classification" (two labels of any kind), by default what y
    looks like; architecture=, epochs= and the other settings are those of
    detector.detect. Raises InputError, a ValueError, on input it cannot use.
    """
    return detect(check_arrays(X, y, feature_names, task), seed, **settings)


def check_arrays(X, y, feature_names=None, task=None) -> Table:
    """The table made of X (n, q), array or DataFrame, and y (n,) or (n, 1).

    Columns of text, or of a categorical type, are categories; labels may be of any
    kind. Names are feature_names, or the DataFrame's, or x1 to xq. float64 arrays are
    not copied. Raises InputError.
    """
    columns, (n, q), found = unpack(X)
    if min(n, q) < 2:
        few = f"{q} feature(s)" if q < 2 else f"n_samples = {n}"
        raise InputError(
            f"X has {few} (shape=({n}, {q})) while a minimum of 2 is required, as an "
            f"interaction needs two; add {'columns' if q < 2 else 'rows'}"
        )
    if feature_names is None:
        feature_names = found or (label((i,)) for i in range(q))
    try:
        names = tuple(map(str, feature_names))
    except TypeError:
        names = ()
    if len(names) != q or len(set(names)) != q:
        raise InputError(
            f"feature_names must be {q} different names, one for each column of X; "
            f"got {len(names)} names, {len(set(names))} of them different"
        )
    levels = learned(columns, names)
    X = one_hot(recoded(columns, names, levels), levels)
    labels, target, category = as_labels(y, n)
    if category and task is None:
        task = "classification"
    return make_table(X, labels, names, target, task=task, levels=levels)
