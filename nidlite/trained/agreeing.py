"""What two functions agree on, such as networks that were trained elsewhere.

>>> X = np.random.default_rng(0).normal(size=(500, 3))
>>> f, g = (lambda X: X[:, 0] * X[:, 1] + X[:, 2]), (lambda X: X[:, 0] * X[:, 1])
>>> [found.interaction for found in agreed(f, g, X)]
[(0, 1)]
"""

import numpy as np

from ..agreement.answer import search
from ..agreement.confirm import Corners, centred, row_pairs
from ..agreement.constants import LEVEL, ROWS
from ..agreement.functions import dependence
from ..agreement.needed import Needed
from ..agreement.opinion import Agreed, Opinion
from ..agreement.unseen import t_value
from ..errors import InputError, check_number, show
from ..splits import moments, split
from ..tables.arrays import checked_names
from ..tables.columns import as_array, as_floats, as_frame

LEAST = 0.5  # agreement of networks whose outcomes we do not have
ASKING = 200  # rows: fewer cannot tell what is needed


def agreed(f, g, X, level=LEVEL, seed=0) -> list[Agreed]:
    """The whole interactions that are in both functions, largest share first.

    f and g map rows (n, p) to (n,), or to (n, c) with the logits of c classes; or they
    are fitted models as scikit-learn's. They should never have seen the same rows, nor
    started from the same random_state. X (n, p), an array or a frame, are such rows in
    the units of f and g. Without outcomes t is of the product over pairs of rows, and
    agreement must be above LEAST, 0.5. Where features depend on one another, an
    interaction must be needed to predict the mean of f and g, (n,), at the rows of X.
    Names are a frame's. Raises InputError.
    """
    check_number("level", level, 0, 1)
    frame, X = as_frame(X), as_floats("X", as_array("X", X))
    if X.ndim != 2 or len(X) < 20 or not np.isfinite(X).all():
        raise InputError(f"X must be (n, p), n >= 20, no NaN or inf; got {X.shape}")
    columns = tuple((j,) for j in range(X.shape[1]))
    names = checked_names(getattr(frame, "columns", None), len(columns), "one a column")
    f, g = (outputs_of(h, frame) for h in (f, g))
    a, b = row_pairs(X, ROWS, np.random.default_rng(seed))
    shape, other = (np.shape(h(a)) for h in (f, g))
    if shape != other or shape[:1] != (len(a),) or 0 in shape or len(shape) > 2:
        rule = "f and g must both map rows (n, p) to (n,), or both to (n, c)"
        raise InputError(f"{rule}; got shapes {shape} and {other}")
    pair = tuple(Corners(lambda X, h=h: centred(h(X)), a, b, columns) for h in (f, g))

    def evidence(interaction):
        D_f, D_g = (corners.part(interaction) for corners in pair)
        return t_value((D_f * D_g).reshape(len(a), -1).mean(axis=1))

    variance = float(np.mean([np.var(c.value(()), axis=0) for c in pair])) or 1.0
    mean, scale, _ = moments(X, slice(None))
    eta = dependence((X - mean) / scale, columns)  # its limits are of scaled X
    opinion = Opinion(pair, evidence, variance, eta, least=LEAST, names=names)
    y = (f(X) + g(X)) / 2
    if y.ndim == 1 and len(X) >= ASKING and np.ptp(y):
        rng = np.random.default_rng(seed)
        parts = split(X, y, rng, (0.45, 0.45, 0.1))
        halves = [parts.train, parts.valid]
        opinion.needed = Needed(parts, halves, "regression", columns, 1, rng)
        opinion.rescale = lambda h: lambda X: parts.unscale_y(h(parts.scale_X(X)))
    return search(opinion, level)


def outputs_of(model, X):
    """Rows (n, p) -> outputs, float64, of a function or of a fitted model.

    Classes are logits, or decision values. What was fitted on a frame gets frames.
    """
    classes = hasattr(model, "predict_proba") or getattr(model, "classifies", False)
    ways = "predict_proba", "decision_function", "predict"
    f = next((getattr(model, way) for way in ways if hasattr(model, way)), model)
    if not callable(f):  # what a model gave, say
        raise InputError(f"f and g must be functions or models; got {show(model)}")
    fitted = getattr(model, "__self__", model)  # of a method such as model.predict
    named = {"feature_names_in_", "feature_names"}  # scikit-learn's, a Detection's
    by_names = hasattr(X, "columns") and any(hasattr(fitted, name) for name in named)

    def outputs(rows):
        rows = type(X)(dict(zip(X.columns, rows.T))) if by_names else rows.copy()
        values = as_floats("what f or g gives", as_array("what f or g gives", f(rows)))
        if len(odd := values[~np.isfinite(values)]):
            line = "f and g must give finite numbers at rows of X and mixtures of two"
            raise InputError(f"{line}; got {odd[0]}")
        values = values[:, 0] if values.shape[1:] == (1,) else values  # as of Keras
        return logits(values) if classes else values

    return outputs


def logits(P) -> np.ndarray:
    """(n, c), or (n,) of two classes, of probabilities (n, c), or the second's (n,)."""
    P = P if P.ndim == 2 else np.column_stack([1 - P, P])
    log = np.log(np.clip(P, 1e-9, None))
    return log[:, 1] - log[:, 0] if log.shape[1] == 2 else log
