"""What two functions agree on, such as networks that were trained elsewhere.

>>> X = np.random.default_rng(0).normal(size=(500, 3))
>>> f, g = (lambda X: X[:, 0] * X[:, 1] + X[:, 2]), (lambda X: X[:, 0] * X[:, 1])
>>> [found.interaction for found in agreed(f, g, X)]
[(0, 1)]
"""

import numpy as np

from ..agreement import LEVEL, Agreed, Opinion, search
from ..agreement.confirm import Corners, centred, row_pairs
from ..agreement.constants import ROWS
from ..agreement.needed import dependence
from ..agreement.unseen import t_value
from ..errors import InputError
from .models import checked_columns

LEAST = 0.5  # agreement of networks whose outcomes we do not have


def agreed(f, g, X, level=LEVEL, columns=None, seed=0) -> list[Agreed]:
    """The whole interactions that are in both functions, largest share first.

    f and g map rows (n, p) to (n,), or to (n, c) with the logits of c classes. They
    should come from networks that never saw the same rows; X (n, p) are rows of the
    same kind, in the units of f and g, and columns[j] are feature j's. Without outcomes
    t is of the product over pairs of rows, and the agreement must be above LEAST.
    Raises InputError.
    """
    X = np.asarray(X, float)
    if X.ndim != 2 or len(X) < 20 or not np.isfinite(X).all():
        raise InputError(f"X must be (n, p), 20 or more finite rows; got {X.shape}")
    columns = checked_columns(columns, X.shape[1])
    a, b = row_pairs(X, ROWS, np.random.default_rng(seed))
    shapes = [np.shape(h(a)) for h in (f, g)]
    if shapes[0] != shapes[1] or shapes[0][:1] != (len(a),):
        got = f"got shapes {shapes[0]} and {shapes[1]}"
        raise InputError(f"f and g must map rows (n, p) both to (n,) or (n, c); {got}")
    logits = [lambda X, h=h: centred(np.asarray(h(X), float)) for h in (f, g)]
    pair = tuple(Corners(h, a, b, columns) for h in logits)

    def evidence(interaction):
        D_f, D_g = (corners.part(interaction) for corners in pair)
        return t_value((D_f * D_g).reshape(len(a), -1).mean(axis=1))

    outputs = [corners.value(()) for corners in pair]
    variance = float(np.mean([np.var(h, axis=0).mean() for h in outputs])) or 1.0
    told = dependence(X, columns)
    return search(Opinion(pair, evidence, variance, told, least=LEAST), level)
