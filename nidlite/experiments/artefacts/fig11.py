"""Fig. 11: F6's spurious main effects, in MLP-M's univariate networks (App. I)."""

import numpy as np

from ...fast.backprop import responses
from ...interactions import label
from ...plots import new_grid, univariate_response
from ...synthetic import SUITE
from ..printed import paper_rows
from ..settings import suite
from .cells import beside, cell, listed, rows_by, told

TITLE = "Figure 11: spurious main effects of F6"
NOTE = """The paper's coefficients are from a Taylor series of the root. In F6's own
means over all other features x8 is in a cosine as well, which bends the other way, and
the main network may take any part. A univariate network with the coefficient 0.00 is
silent."""
FEATURES, HALF = (7, 8, 9), 0.5  # the paper's coefficient of each
NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)


def units(preset):
    return suite(preset, ("mlp-m",), ("F6",), trials=1)


def run(preset, results):
    """A row for each feature and value: both curves in y's units, with mean zero."""
    ((unit, result),), f = results.items(), SUITE["F6"]
    split = result.detection.split
    for i in FEATURES:
        x = np.linspace(*f.ranges[i], 101)
        response = split.y_scale * answers(result, split, 1, i, [i], x[:, None])
        both = response, main_effect(f, i, x)
        both = (curve - curve.mean() for curve in both)
        for values in np.transpose([x, *both]).tolist():
            row = dict(zip(("x", "response", "mean of F6"), values))
            yield {"feature": label((i,))} | row, [unit.seed]


def answers(result, split, stack, net, features, points) -> np.ndarray:
    """What one net says at points (n, its features or some of them).

    Its other features have their mean. The answer is in deviations of y.
    """
    X = np.tile(split.x_mean, (len(points), 1))
    X[:, features] = points
    theta, X = result.arrays["theta"], split.scale_X(X)
    return responses(result.network, theta, X, stack)[net].astype(float)


def main_effect(f, i, x) -> np.ndarray:
    """The mean of f over its other features, uniform on (-1, 1), up to a constant."""
    total = np.zeros(len(x))
    for term in f.terms:
        if i in term.interaction:
            places = [x if j == i else NODES for j in term.interaction]
            values = term.function(*np.meshgrid(*places, indexing="ij"))
            values = np.moveaxis(values, term.interaction.index(i), 0)
            while values.ndim > 1:  # the last axis is another feature's
                values = values @ (WEIGHTS / 2)
            total += values
    return total


def parabolas(rows, curve) -> dict[str, float]:
    """{feature: the coefficient of the square in a parabola fitted to its curve}"""
    points = {
        name: np.transpose([(row["x"], row[curve]) for row in own])
        for name, own in rows_by(rows, "feature").items()
    }
    # a silent network's is 0.00, not -0.00
    return {name: round(np.polyfit(*of, 2)[0], 9) + 0.0 for name, of in points.items()}


def side_by_side(rows):
    network, own = parabolas(rows, "response"), parabolas(rows, "mean of F6")
    table = []
    for row in paper_rows("fig11"):
        name = row["about"].removeprefix("F6, ")
        line = {"": name} | beside(network, {name: row["value"]}, name, 2, "x^2")
        table.append(line | {"x^2, mean of F6": cell(own, name, 2)})
    return table


def verdict(rows):
    words = ", ".join(told(line, "x^2") for line in side_by_side(rows))
    ours = parabolas(rows, "response")
    near = [name for name, a in ours.items() if abs(a - HALF) <= 0.2 * HALF]
    return (
        f"Coefficients of the square: {words}; within a fifth of the paper's: "
        f"{listed(near)}."
    )


def figure(rows):
    data = rows_by(rows, "feature")
    axes = new_grid(1, len(data), 3, 2.6)[0]  # dashed: what F6 itself has on average
    x, answers, own = (
        np.transpose([[row[column] for row in of] for of in data.values()])
        for column in ("x", "response", "mean of F6")
    )
    univariate_response(x, answers, list(data), axes)
    limits = 1.1 * min(answers.min(), own.min()), 1.1 * max(answers.max(), own.max())
    for k, ax in enumerate(axes):
        ax.plot(x[:, k], own[:, k], color="0.4", linestyle="--", label="mean of F6")
        ax.set_ylim(limits)
    axes[0].legend(fontsize=8)
    return axes[0].figure
