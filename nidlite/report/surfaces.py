"""What a trained network answers along one feature and over two, in the table's units.

Partial dependence is the mean answer over rows whose two features are set to the places
of grids (Friedman 2001, Annals of Statistics 29).
"""

from dataclasses import replace

import numpy as np

from ..networks import Network
from .places import grids

FLAT = 0.01  # of the largest span: a curve of less is not worth a picture


def mean_along(f, X, grid) -> np.ndarray:
    """The mean of f over rows X, (n, p), with one feature on its grid: (g,) or (g, c).

    f maps (n, p) in the grid's units to (n,) or (n, c).
    """
    rows = np.tile(X, (len(grid.places), 1))
    rows[:, list(grid.columns)] = np.repeat(grid.settings, len(X), axis=0)
    return np.mean(np.split(f(rows), len(grid.places)), axis=1)


def partial_dependence(f, X, first, second) -> np.ndarray:
    """The mean of f over rows X, two features on their grids: (g2, g1) or (g2, g1, c).

    X and f are as in mean_along.
    """
    rows, values = np.array(X), []
    for setting in second.settings:
        rows[:, list(second.columns)] = setting
        values.append(mean_along(f, rows, first))
    return np.array(values)


def dependence_of(found, features, rows):
    """(values, grids) of Found.partial_dependence, grids as Grid."""
    X, every = found.table.X, grids(found.table)
    X = X[np.linspace(0, len(X) - 1, min(rows, len(X))).astype(int)]
    chosen = [every[i] for i in features]
    along = mean_along if len(chosen) == 1 else partial_dependence
    return along(found.of_encoded, X, *chosen).T, chosen


def beyond_sum(values) -> np.ndarray:
    """What is left of values (g2, g1) without its row means and its column means.

    It is zero where the two features only add up: the part that needs both.
    """
    rows, columns = values.mean(axis=1, keepdims=True), values.mean(axis=0)
    return values - rows - columns + values.mean()


def most_moving(f, X, numbered, most) -> list[tuple]:
    """Of (feature, its grid) those along which f moves most, as a few rows tell.

    Those that move it by next to nothing, beside the first, are left out.
    """
    spans = {j: np.ptp(mean_along(f, X[:5], grid)) for j, grid in numbered}
    order = sorted(numbered, key=lambda feature: -spans[feature[0]])[:most]
    return [(j, grid) for j, grid in order if spans[j] > FLAT * max(spans.values())]


def frequent_class(found) -> int:
    """The number of the most frequent class."""
    return int(np.bincount(found.table.y.astype(int)).argmax())


def one_output(found, f) -> np.ndarray:
    """f's (..., c) logits as the most frequent class's minus their mean, (...)."""
    if found.table.outputs == 1:
        return f
    return f[..., frequent_class(found)] - f.mean(axis=-1)


def univariate_part(found):
    """The Detection with the univariate networks of MLP-M only."""
    network = Network(found.fit.network.stacks[1:])
    theta = found.fit.theta[-network.size :]
    return replace(found, fit=replace(found.fit, network=network, theta=theta))


def strongest_pair(interaction, strengths) -> tuple[int, int]:
    """The two features of an interaction whose own strength (q, q) is the largest."""
    i, j = (np.array(interaction)[k] for k in np.triu_indices(len(interaction), 1))
    k = np.argmax(strengths[i, j])
    return int(i[k]), int(j[k])
