"""Fig. 11: F6's spurious main effects, in MLP-M's univariate networks (App. I)."""

import numpy as np

from ...fast.backprop import responses
from ...interactions import label
from ...plots import new_grid, univariate_response
from ...synthetic import SUITE
from ..printed import paper_rows
from ..rows import preset_of, signed
from ..runner import at_once
from ..settings import first_trial, suite
from ..units import Training

TITLE = "Figure 11: spurious main effects of F6"
FEATURES = (7, 8, 9)
NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)


def units(preset) -> list[Training]:
    """What must be trained."""
    return suite(first_trial(preset_of(preset)), ("mlp-m",), ("F6",))


def run(preset, trained=at_once) -> list[dict]:
    """A row for each feature and value: both curves in y's units, with mean zero."""
    preset = first_trial(preset_of(preset))
    (unit,) = units(preset)
    result = trained([unit])[unit]
    rows = []
    for i in FEATURES:
        x = np.linspace(*SUITE["F6"].ranges[i], 101)
        both = response(result, i, x), main_effect(SUITE["F6"], i, x)
        for value, *curves in zip(x, *(curve - curve.mean() for curve in both)):
            row = {"feature": label((i,)), "x": float(value)}
            row |= dict(zip(("response", "mean of F6"), map(float, curves)))
            rows.append(signed(row, preset, [result]))
    return rows


def response(result, i, x) -> np.ndarray:
    """What the univariate network of feature i answers, in y's units."""
    split, network = result.detection.split, result.network
    X = np.tile(split.x_mean, (len(x), 1))
    X[:, i] = x
    answers = responses(network, result.arrays["theta"], split.scale_X(X), 1)
    return split.y_scale * answers[i].astype(float)


def main_effect(f, i, x) -> np.ndarray:
    """The mean of f over its other features, uniform on (-1, 1), up to a constant."""
    total = np.zeros(len(x))
    for term in f.terms:
        if i in term.interaction:
            others = [NODES] * (len(term.interaction) - 1)
            own, *rest = np.meshgrid(x, *others, indexing="ij")
            rest = iter(rest)
            all_in_order = (own if j == i else next(rest) for j in term.interaction)
            values = term.function(*all_in_order)
            for _ in others:
                values = values @ (WEIGHTS / 2)
            total += values
    return total


def coefficients(rows, curve) -> dict:
    """{feature: the coefficient of the square in a parabola fitted to its curve}"""
    of = {}
    for row in rows:
        of.setdefault(row["feature"], []).append((row["x"], row[curve]))
    fits = {name: np.polyfit(*np.transpose(points), 2) for name, points in of.items()}
    return {name: float(fit[0]) for name, fit in fits.items()}


def printed() -> dict:
    """The paper's coefficients."""
    rows = paper_rows("fig11")
    return {row["about"].removeprefix("F6, "): row["value"] for row in rows}


def side_by_side(rows) -> list[dict]:
    """The coefficients of the square: the paper's, the network's and the function's."""
    network, own = coefficients(rows, "response"), coefficients(rows, "mean of F6")
    return [
        {
            "": name,
            "paper": plain(value),
            "nidlite": plain(network[name]),
            "F6's own mean": plain(own[name]),
        }
        for name, value in printed().items()
    ]


def verdict(rows) -> str:
    """How near the three parabolas are to the paper's, and those of F6 itself."""
    network, own = coefficients(rows, "response"), coefficients(rows, "mean of F6")
    near = [name for name, value in printed().items() if near_to(value, network[name])]
    flat = [f"; the network of {name} is silent" for name in silent(rows)]
    return (
        f"Coefficients of the square: {listed(network)} (paper 0.5 each, from a Taylor "
        f"series); within a fifth of it: {', '.join(near) or 'none'}{''.join(flat)}. "
        f"F6's own means over all other features have {listed(own)}: x8 is in a cosine "
        f"as well, which bends the other way, and the main network may take any part."
    )


def plain(value) -> str:
    """The number with two digits, without a minus before zeros."""
    return f"{round(value, 2) + 0:.2f}"


def listed(coefficients) -> str:
    """x8 0.20, x9 0.53"""
    return ", ".join(f"{name} {plain(value)}" for name, value in coefficients.items())


def silent(rows) -> list[str]:
    """The features whose networks answer the same everywhere: their units are dead."""
    largest = {}
    for row in rows:
        size = abs(row["response"])
        largest[row["feature"]] = max(size, largest.get(row["feature"], 0))
    return [name for name, size in largest.items() if size < 1e-6]


def near_to(value, ours) -> bool:
    """Whether ours is within a fifth of the value."""
    return abs(ours - value) <= 0.2 * abs(value)


def figure(rows):
    """The three responses, and dashed what F6 itself has on average."""
    names = list(dict.fromkeys(row["feature"] for row in rows))
    axes = new_grid(1, len(names), 3, 2.6)[0]

    def curves(column):
        return np.transpose(
            [[row[column] for row in rows if row["feature"] == n] for n in names]
        )

    x, answers, own = map(curves, ("x", "response", "mean of F6"))
    univariate_response(x, answers, ax=axes)
    limits = 1.1 * min(answers.min(), own.min()), 1.1 * max(answers.max(), own.max())
    for k, (ax, name) in enumerate(zip(axes, names)):
        style = {"color": "0.4", "linestyle": "--", "label": "mean of F6"}
        ax.plot(x[:, k], own[:, k], **style)
        ax.set(xlabel=name, ylim=limits)
    axes[0].legend(fontsize=8)
    return axes[0].figure
