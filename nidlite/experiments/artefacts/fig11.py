"""Fig. 11: F6's spurious main effects, in MLP-M's univariate networks (App. I)."""

import numpy as np

from ...fast.backprop import responses
from ...interactions import label
from ...plots import new_grid, univariate_response
from ...synthetic import SUITE
from ..numbers import cell, rows_by
from ..presets import suite
from ..printed import paper_rows
from ..trainings import trained

TITLE = "Figure 11: spurious main effects of F6"
CLAIM = "F6's main effects of x8, x9 and x10 are parabolas with the coefficient 0.5."
NOTE = """The paper's coefficients are from a Taylor series of the root. In F6's own
means over all other features x8 is in a cosine as well, which bends the other way, and
the main network may take any part. A univariate network with the coefficient 0.00 is
silent."""
FEATURES, HALF = (7, 8, 9), 0.5  # the paper's coefficient of each
NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)


def run(preset, work):
    """A row for each feature and value: both curves in y's units, with mean zero."""
    [network], f = (
        trained(work, suite(preset, ("mlp-m",), ("F6",), trials=1)),
        SUITE["F6"],
    )
    split = network.detection.split
    for i in FEATURES:
        x = np.linspace(*f.ranges[i], 101)
        response = split.y_scale * answers(network.fit, split, 1, i, [i], x[:, None])
        curves = (c - c.mean() for c in (response, main_effect(f, i, x)))
        for values in np.transpose([x, *curves]).tolist():
            row = dict(zip(("x", "response", "mean of F6"), values))
            yield {"feature": label((i,))} | row, [network.case.seed]


def answers(fit, split, stack, net, features, points) -> np.ndarray:
    """What one net of a trained network gives at points (n, its features or some).

    Its other features have their mean. The answer is in deviations of y.
    """
    X = np.tile(split.x_mean, (len(points), 1))
    X[:, features] = points
    X = split.scale_X(X)
    return responses(fit.network, fit.theta, X, stack)[net].astype(float)


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
        name: np.transpose([(row["x"], row[curve]) for row in of])
        for name, of in rows_by(rows, "feature").items()
    }
    # a silent network's is 0.00, not -0.00
    return {name: round(np.polyfit(*of, 2)[0], 9) + 0.0 for name, of in points.items()}


def side_by_side(rows):
    network, average = parabolas(rows, "response"), parabolas(rows, "mean of F6")
    table = []
    for row in paper_rows("fig11"):
        name = row["about"].removeprefix("F6, ")
        line = {"": name, "x^2, paper": f"{row['value']:.2f}"}
        line["x^2, nidlite"] = cell(network, name, 2)
        table.append(line | {"x^2, mean of F6": cell(average, name, 2)})
    return table


def verdict(rows):
    ours = parabolas(rows, "response")
    holds = all(abs(a - HALF) <= 0.2 * HALF for a in ours.values())
    words = [f"{name} {a:.2f}" for name, a in ours.items()]
    return holds, f"The coefficients of the square are {', '.join(words)}."


def figure(rows):
    data = rows_by(rows, "feature")
    axes = new_grid(1, len(data), 3, 2.6)[0]  # dashed: what F6 itself has on average
    x, curves, average = (
        np.transpose([[row[column] for row in of] for of in data.values()])
        for column in ("x", "response", "mean of F6")
    )
    univariate_response(x, curves, list(data), axes)
    limits = (
        1.1 * min(curves.min(), average.min()),
        1.1 * max(curves.max(), average.max()),
    )
    for k, ax in enumerate(axes):
        ax.plot(x[:, k], average[:, k], color="0.4", linestyle="--", label="mean of F6")
        ax.set_ylim(limits)
    axes[0].legend(fontsize=8)
    return axes[0].figure
