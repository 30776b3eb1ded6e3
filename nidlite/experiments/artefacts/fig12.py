"""Fig. 12: the longitude-latitude surface inside MLP-Cutoff (App. J)."""

from itertools import product

import numpy as np

from ...plots import new_axes, surface
from ..presets import grown_cutoffs, real
from ..trainings import trained_networks
from .cutoff_curves import NONE, braces
from .fig11 import answers
from .heat_maps import PLACE

TITLE = "Figure 12: housing prices by longitude and latitude"
CLAIM = "The price of a place is not additive in longitude and latitude."
SIDE, DOTS = 50, 120  # cells along each axis, blocks drawn
VALUE = "relative price"  # in deviations of the price
ADDITIVE = 0.05  # of the surface's variance


def run(preset, work):
    """A row for each cell of a grid near housing blocks, then one for some blocks.

    MLP-Cutoff has the first interaction alone, which is the two in the paper.
    """
    [network] = trained_networks(work, real(preset, ("cal_housing",), trials=1))
    [cutoff] = grown_cutoffs(work, preset, [network], most=1)
    found = network.detection
    pair = [network.names.index(name) for name in PLACE]
    blocks = found.table.X[:, pair]
    cells = near(blocks)
    prices, sees = prices_at(cells, cutoff.fit, found.split, pair, blocks)
    dots = blocks[:: len(blocks) // DOTS + 1]
    rows = [("cell", sees, *p, price) for p, price in zip(cells.tolist(), prices)]
    rows += [("block", sees, *p, None) for p in dots.tolist()]
    for row in rows:
        yield dict(zip(("what", "net sees", *PLACE, VALUE), row)), [network.case.seed]


def prices_at(cells, fit, split, pair, blocks) -> tuple[list, str]:
    """The prices at the cells by the net that sees the pair, and what it sees.

    It is the smallest net that does, and of these the one that ranks highest. Prices
    are None if there is none.
    """
    for s, stack in enumerate(fit.network.stacks):  # small nets first
        for k, features in enumerate(stack.features):
            if set(pair) <= set(features):
                mean = answers(fit, split, s, k, pair, blocks).mean()
                prices = answers(fit, split, s, k, pair, cells) - mean
                return prices.tolist(), braces(features)
    return [None] * len(cells), NONE


def near(blocks) -> np.ndarray:
    """The grid's cells with a block in them or in one of the eight around, (k, 2)."""
    longitude, latitude = np.linspace(blocks.min(0), blocks.max(0), SIDE, axis=1)
    steps = longitude[1] - longitude[0], latitude[1] - latitude[0]
    i, j = np.rint((blocks - blocks.min(0)) / steps).astype(int).T
    around = np.zeros((SIDE + 2, SIDE + 2), bool)
    for di, dj in product(range(3), repeat=2):
        around[i + di, j + dj] = True
    i, j = np.nonzero(around[1:-1, 1:-1])
    return np.stack([longitude[i], latitude[j]], axis=1)


def grid(rows) -> tuple[list, list, np.ndarray]:
    """Longitudes, latitudes, and the prices, latitude first; NaN without a cell."""
    cells = rows[rows.what == "cell"]
    table = cells.pivot(index=PLACE[1], columns=PLACE[0], values=VALUE).astype(float)
    return table.columns.tolist(), table.index.tolist(), table.to_numpy()


def share_beyond_sum(values) -> float:
    """The share of the cells' variance that no sum of two single effects can have.

    By least squares, as the grid has gaps; 0 without any value or variance.
    """
    j, i = np.nonzero(np.isfinite(values))
    effects = [np.eye(side)[place] for side, place in zip(values.shape, (j, i))]
    effects = np.concatenate(effects, axis=1)
    centred = values[j, i] - np.sum(values[j, i]) / (len(i) or 1)
    fitted = effects @ np.linalg.lstsq(effects, centred, rcond=None)[0]
    return float(np.sum((centred - fitted) ** 2) / (np.sum(centred**2) or 1))


def verdict(rows):
    share = share_beyond_sum(grid(rows)[-1])
    return share > ADDITIVE, (
        f"{share:.0%} of the surface's variance, over cells near housing blocks, is "
        "beyond any sum of a function of longitude and one of latitude; the net drawn "
        f"sees {rows['net sees'].iloc[0]}."
    )


def figure(rows):
    blocks = rows[rows.what == "block"][[*PLACE]].to_numpy()
    words = f"{VALUE} (deviations of the price)"
    return surface(*grid(rows), PLACE, new_axes(6, 5), blocks, words).figure
