"""What single nets inside of a network answer: Figs. 11 and 12 (App. I and J)."""

from itertools import product

import numpy as np

from ...fast.backprop import responses
from ...interactions import label
from ...plots import DARK, new_axes, new_grid, surface
from ...report.surfaces import beyond_sum
from ...synthetic import SUITE
from ..presets import grown_cutoffs, real, suite
from ..trainings import trained_networks
from .cutoffs import NONE, braces


def answers(fit, split, stack, net, features, points) -> np.ndarray:
    """What one net gives, in deviations of y, at points (n, its features or some)."""
    X = np.tile(split.x_mean, (len(points), 1))  # its other features have their mean
    X[:, features] = points
    return responses(fit.network, fit.theta, split.scale_X(X), stack)[net].astype(float)


def fig11(preset, work):
    """Figure 11: spurious main effects of F6

    The curves are those of MLP-M's univariate nets. The paper takes its coefficients
    from a Taylor series of the root in F6.
    """
    [network] = trained_networks(work, suite(preset, ("mlp-m",), ("F6",), trials=1))
    split = network.detection.split
    for i in (7, 8, 9):
        x = np.linspace(*SUITE["F6"].ranges[i], 101)
        y = split.y_scale * answers(network.fit, split, 1, i, [i], x[:, None])
        for point, response in zip(x.tolist(), (y - y.mean()).tolist()):
            row = {"feature": label((i,)), "x": point, "response": response}
            yield row, [network.case.seed]


def fig11_verdict(rows):
    """F6's main effects of x8, x9 and x10 are parabolas with the coefficient 0.5."""
    curves = rows.groupby("feature", sort=False)
    squares = {k: np.polyfit(c.x, c.response, 2)[0].round(9) + 0.0 for k, c in curves}
    words = ", ".join(f"{name} {square:.2f}" for name, square in squares.items())
    return all(0.4 <= s <= 0.6 for s in squares.values()), f"They are {words}."


def fig11_figure(rows):
    curves = rows.groupby("feature", sort=False)
    low, high = rows.response.min(), rows.response.max()
    axes = new_grid(1, len(curves), 3, 2.6)[0]
    for ax, (name, curve) in zip(axes, curves):
        ax.plot(curve.x, curve.response, color=DARK)
        ax.set(xlabel=name, ylabel="response", ylim=(1.1 * low, 1.1 * high))
    return axes[0].figure


PLACE = ["longitude", "latitude"]
SIDE, DOTS = 50, 120  # cells along each axis, blocks drawn
VALUE = "relative price"  # in deviations of the price


def fig12(preset, work):
    """Figure 12: housing prices by longitude and latitude

    MLP-Cutoff has a net for the first interaction alone, which in the paper is the two.
    The picture shows this net at the cells of a grid that are near housing blocks.
    """
    [network] = trained_networks(work, real(preset, ("cal_housing",), trials=1))
    [cutoff] = grown_cutoffs(work, preset, [network], most=1)
    found, nets = network.detection, cutoff.fit.network.stacks
    pair = [network.names.index(name) for name in PLACE]
    blocks, sees = found.table.X[:, pair], nets[-1].features[-1]
    cells, prices, words = near(blocks), [None] * SIDE**2, NONE
    if set(pair) <= set(sees):  # the interaction's net: it is the pair's, and a gain
        net = cutoff.fit, found.split, len(nets) - 1, -1, pair
        prices, words = answers(*net, cells), braces(sees)
        prices = (prices - answers(*net, blocks).mean()).tolist()
    dots = blocks[:: len(blocks) // DOTS + 1].tolist()
    rows = [("cell", words, *p, price) for p, price in zip(cells.tolist(), prices)]
    for row in rows + [("block", words, *p, None) for p in dots]:
        yield dict(zip(("what", "net sees", *PLACE, VALUE), row)), [0]


def near(blocks) -> np.ndarray:
    """The grid's cells with a block in them or in one of the eight around, (k, 2)."""
    lines = np.linspace(blocks.min(0), blocks.max(0), SIDE)
    cells, reach = np.array([*product(*lines.T)]), 1.5 * (lines[1] - lines[0])
    return cells[[(abs(blocks - cell) <= reach).all(axis=1).any() for cell in cells]]


def prices_of(rows) -> np.ndarray:
    """The net's prices on the map, latitudes by longitudes; NaN where no block is."""
    cells = rows[rows.what == "cell"]
    return cells.pivot(index=PLACE[1], columns=PLACE[0], values=VALUE).astype(float)


def fig12_verdict(rows):
    """The price of a place is not additive in longitude and latitude."""
    prices = prices_of(rows).to_numpy()
    parts = beyond_sum(prices), prices - rows[VALUE].mean()
    left, whole = (np.nansum(part**2) for part in parts)
    share = left / (whole or 1)
    words = f"{share:.0%} of the map's variance is beyond a sum of two effects; the net"
    return share > 0.05, f"{words} drawn sees {rows['net sees'].iloc[0]}."


def fig12_figure(rows):
    grid, blocks = prices_of(rows), rows[rows.what == "block"]
    words = f"{VALUE} (deviations of the price)"
    names = [f"{name} (degrees)" for name in PLACE]
    places, ax = blocks[PLACE].to_numpy(), new_axes(6, 5)
    return surface(grid.columns, grid.index, grid, names, ax, places, words).figure
