"""Arrays and DataFrames as a checked table, and what interacts in them.

Columns of numbers and of categories are told apart here. What is wrong with them is
said in one line.
"""

from ..detector import Detection, detect
from ..errors import InputError
from ..interactions import label
from .categories import one_hot
from .columns import learn
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
    if q < 2:
        raise InputError(
            f"X has {q} feature(s) (shape=({n}, {q})) while a minimum of 2 is "
            f"required: an interaction needs two; add columns"
        )
    if n < 2:
        raise InputError(
            f"X has n_samples = {n} (shape=({n}, {q})) while a minimum of 2 is "
            f"required; add rows"
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
    codes, levels = learn(columns, names)
    labels, target, category = as_labels(y, n)
    if category and task is None:
        task = "classification"
    X = one_hot(codes, levels)
    return make_table(X, labels, names, target, task=task, what="y", levels=levels)
