"""What a trained network predicts on average, as one or two features vary."""

import numpy as np

from ..report.surfaces import Grid, grids, partial_dependence

ALONE = Grid((), np.zeros((1, 0)), np.zeros(1))  # no second feature


def dependence_of(found, features, rows):
    """(values, grids) of Found.partial_dependence, grids as surfaces.Grid."""
    X, every = found.table.X, grids(found.table)
    X = X[np.linspace(0, len(X) - 1, min(rows, len(X))).astype(int)]
    chosen = [every[i] for i in features]

    def of_class(k):
        def f(X):
            answer = found.of_encoded(X)
            return answer if k is None else answer[:, k]

        values = partial_dependence(f, X, *chosen, *[ALONE] * (2 - len(chosen)))
        return values.T if len(chosen) > 1 else values[0]

    c = found.table.outputs
    values = of_class(None) if c == 1 else np.stack([of_class(k) for k in range(c)])
    return values, chosen
