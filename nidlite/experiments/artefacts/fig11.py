"""Fig. 11: F6's spurious main effects, in MLP-M's univariate networks (App. I)."""

import numpy as np

from ...fast.backprop import responses
from ...interactions import label
from ...plots import DARK, new_grid
from ...synthetic import SUITE
from ..presets import suite
from ..trainings import trained_networks

TITLE = "Figure 11: spurious main effects of F6"
CLAIM = "F6's main effects of x8, x9 and x10 are parabolas with the coefficient 0.5."
NOTE = "The paper's coefficients are from a Taylor series of the root in F6."
FEATURES, HALF = (7, 8, 9), 0.5  # the paper's coefficient of each


def run(preset, work):
    """A row for each feature and value: the response in y's units, with mean zero."""
    [network] = trained_networks(work, suite(preset, ("mlp-m",), ("F6",), trials=1))
    split = network.detection.split
    for i in FEATURES:
        x = np.linspace(*SUITE["F6"].ranges[i], 101)
        y = split.y_scale * answers(network.fit, split, 1, i, [i], x[:, None])
        for point, response in zip(x.tolist(), (y - y.mean()).tolist()):
            row = {"feature": label((i,)), "x": point, "response": response}
            yield row, [network.case.seed]


def answers(fit, split, stack, net, features, points) -> np.ndarray:
    """What one net of a trained network gives at points (n, its features or some).

    Its other features have their mean. The answer is in deviations of y.
    """
    X = np.tile(split.x_mean, (len(points), 1))
    X[:, features] = points
    X = split.scale_X(X)
    return responses(fit.network, fit.theta, X, stack)[net].astype(float)


def verdict(rows):
    """By the coefficients of the squares in parabolas fitted to the curves."""
    squares = {
        name: np.polyfit(curve.x, curve.response, 2)[0].round(9) + 0.0
        for name, curve in rows.groupby("feature", sort=False)
    }
    words = [f"{name} {square:.2f}" for name, square in squares.items()]
    return all(abs(square - HALF) <= 0.2 * HALF for square in squares.values()), (
        f"The coefficients are {', '.join(words)}, held against 0.5 within a fifth."
    )


def figure(rows):
    curves = rows.groupby("feature", sort=False)
    low, high = rows.response.min(), rows.response.max()
    axes = new_grid(1, len(curves), 3, 2.6)[0]
    for ax, (name, curve) in zip(axes, curves):
        ax.plot(curve.x, curve.response, color=DARK)
        ax.set(xlabel=name, ylabel="response", ylim=(1.1 * low, 1.1 * high))
    return axes[0].figure
