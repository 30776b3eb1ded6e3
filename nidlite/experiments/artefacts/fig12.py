"""Fig. 12: the longitude-latitude surface inside MLP-Cutoff (App. J)."""

import numpy as np

from ...fast.backprop import responses
from ...plots import new_axes, surface
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import first_trial, growths, real
from ..units import Growth
from .fig5 import PLACE
from .fig6 import NONE, braces

TITLE = "Figure 12: housing prices by longitude and latitude"
SIDE, DOTS = 50, 120  # cells along each axis, blocks drawn
VALUE = "relative price"  # in deviations of the price


def units(preset) -> list[Growth]:
    """What must be trained."""
    preset = first_trial(preset_of(preset))
    return growths(preset, real(preset, ("cal_housing",)))


def run(preset, trained=at_once) -> list[dict]:
    """A row for each cell of a grid near housing blocks, then one for some blocks."""
    preset = first_trial(preset_of(preset))
    (unit,) = units(preset)
    results = trained([unit])
    grown, found = results[unit], results[unit.needs].detection
    pair = [grown.names.index(name) for name in PLACE]
    blocks = found.table.X[:, pair]
    cells, net = near(blocks), net_of(grown.network, pair)
    prices, sees = [None] * len(cells), NONE
    if net:
        prices = answers(grown, found.split, pair, net, cells)
        prices -= answers(grown, found.split, pair, net, blocks).mean()
        sees = braces(grown.network.stacks[net[0]].features[net[1]])
    dots = blocks[:: len(blocks) // DOTS + 1]
    rows = [("cell", *p, price) for p, price in zip(cells, prices)]
    rows += [("block", *p, None) for p in dots]
    return [
        signed(
            {"what": what, "net sees": sees}
            | {name: float(value) for name, value in zip(PLACE, point)}
            | {VALUE: None if price is None else float(price)},
            preset,
            results.values(),
        )
        for what, *point, price in rows
    ]


def net_of(network, pair) -> tuple[int, int] | None:
    """(stack, net) of the smallest net that sees the pair, the higher-ranked first."""
    nets = (
        (s, k)
        for s, stack in enumerate(network.stacks)
        for k, features in enumerate(stack.features)
        if set(pair) <= set(features)
    )
    return next(nets, None)  # stacks stand in the order of their nets' features


def answers(grown, split, pair, net, points) -> np.ndarray:
    """What one net says at places (k, 2); its other features have their mean."""
    X = np.tile(split.x_mean, (len(points), 1))
    X[:, pair] = points
    theta, (stack, k) = grown.arrays["theta"], net
    return responses(grown.network, theta, split.scale_X(X), stack)[k].astype(float)


def axes_of(points) -> list[np.ndarray]:
    """SIDE places along longitude and latitude, from the least to the largest."""
    return [
        np.linspace(low, high, SIDE) for low, high in zip(points.min(0), points.max(0))
    ]


def cells_of(points) -> np.ndarray:
    """The number of the nearest place along each axis, (k, 2)."""
    ends = points.min(0), points.max(0)
    return np.rint((points - ends[0]) / (ends[1] - ends[0]) * (SIDE - 1)).astype(int)


def near(blocks) -> np.ndarray:
    """The grid's cells with a block in them or in one of the eight around, (k, 2)."""
    around = np.zeros((SIDE + 2, SIDE + 2), bool)
    i, j = cells_of(blocks).T
    for di in range(3):
        for dj in range(3):
            around[i + di, j + dj] = True
    i, j = np.nonzero(around[1:-1, 1:-1])
    longitude, latitude = axes_of(blocks)
    return np.stack([longitude[i], latitude[j]], axis=1)


def grid(rows) -> tuple[list, np.ndarray]:
    """Both axes, and the prices (SIDE, SIDE), latitude first; NaN without a cell."""
    cells = [row for row in rows if row["what"] == "cell"]
    points = np.array([[row[name] for name in PLACE] for row in cells])
    values = np.full((SIDE, SIDE), np.nan)
    i, j = cells_of(points).T
    values[j, i] = [np.nan if row[VALUE] is None else row[VALUE] for row in cells]
    return axes_of(points), values


def share_beyond_sum(values) -> float:
    """The share of the cells' variance that no sum of two single effects can have.

    reporting.surfaces.beyond_sum for a grid with gaps: by least squares.
    """
    j, i = np.nonzero(np.isfinite(values))
    own = values[j, i] - values[j, i].mean()
    effects = np.concatenate([np.eye(SIDE)[i], np.eye(SIDE)[j]], axis=1)
    fitted = effects @ np.linalg.lstsq(effects, own, rcond=None)[0]
    return float(np.mean((own - fitted) ** 2) / (np.mean(own**2) or 1))


def side_by_side(rows) -> list[dict]:
    """The paper's figure has no numbers."""
    return []


def verdict(rows) -> str:
    """How much of the surface needs both, and which other features its net sees."""
    sees = rows[0]["net sees"]
    if sees == NONE:
        return "No net of the MLP-Cutoff that was chosen sees longitude and latitude."
    _, values = grid(rows)
    more = sees.count(",") > 1
    held = f"; its net sees {sees}, here with all others at their mean" if more else ""
    return (
        f"{100 * share_beyond_sum(values):.0f} percent of the surface's variance, over "
        f"cells near housing blocks, are beyond any sum of a function of longitude and "
        f'one of latitude (the paper: it "cannot be generated by longitude and '
        f'latitude information in additive form"){held}.'
    )


def figure(rows):
    """The surface where there are blocks, and some blocks."""
    (longitude, latitude), values = grid(rows)
    blocks = [row for row in rows if row["what"] == "block"]
    points = [[row[name] for name in PLACE] for row in blocks]
    words = f"{VALUE} (deviations of the price)"
    ax = surface(
        longitude, latitude, values, PLACE, new_axes(6, 5), points, label=words
    )
    return ax.figure
