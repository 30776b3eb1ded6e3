"""No net of MLP-Cutoff dies unseen (Sec. 4.3; ours).

A small ReLU net can die: its units are off on every row, no gradient reaches their
weights, and L2 shrinks them to 0. Its output is then the same number for every row, and
its interaction has not been tried at all. First steps that are too long kill nets, and
so do starts that are too narrow. So while a net is silent, all start again at half the
rate, and the silent ones with weights twice as large.

>>> from nidlite.networks import mlp_cutoff
>>> rng, network = np.random.default_rng(0), mlp_cutoff(3, [(0, 1), (1, 2)])
>>> theta, X = network.initial(rng, deviation=0.3), rng.normal(size=(100, 3))
>>> dead_nets(network, widened(network, theta, [(1, 2)], factor=0), X)
[(1, 2)]
"""

from dataclasses import replace

import numpy as np

from ..fast.backprop import responses
from ..training import SILENT, Fit, fit

LEAST = 1e-3  # a net that contributes less starts again; scaled y has deviation 1
ROUNDING = 1e-6  # float32's: below it the output is the same for all rows
ROWS = 1000  # training rows that it is measured on, at most
STARTS = 3  # of one network, at most: none of 60 nets was dead, of one start 16


def contributions(network, theta, X) -> dict[tuple[int, ...], float]:
    """{columns of X: the deviation, over the rows, of the output of their net}.

    X is (n, p). Only interactions' nets are asked, which are those with a penalty. Of
    several outputs the largest deviation counts.
    """
    deviations = {}
    for k, stack in enumerate(network.stacks):
        if stack.penalised:
            outputs = responses(network, theta, X, k)  # (m, n) or (m, n, c)
            largest = outputs.std(axis=1).reshape(len(outputs), -1).max(axis=1)
            deviations |= zip(stack.features, largest.tolist())
    return deviations


def silent_nets(network, theta, X, least=LEAST) -> list[tuple[int, ...]]:
    """The columns whose net contributes less than least over the rows X, (n, p).

    It is dead, or it is alive and has nothing to add, as that of a false interaction.
    """
    deviations = contributions(network, theta, X)
    return [columns for columns, deviation in deviations.items() if deviation < least]


def dead_nets(network, theta, X) -> list[tuple[int, ...]]:
    """The columns whose net gives the same output for all rows X, (n, p)."""
    return silent_nets(network, theta, X, ROUNDING)


def widened(network, theta, nets, factor) -> np.ndarray:
    """A copy of theta, all parameters of these nets, named by columns, multiplied."""
    theta = theta.copy()
    for stack, layers in zip(network.stacks, network.layers(theta)):
        chosen = [k for k, columns in enumerate(stack.features) if columns in nets]
        for A in layers:
            A[chosen] *= factor
    return theta


def fit_alive(network, split, loss, rng, recipe, progress=SILENT, least=1) -> Fit:
    """`training.fit`, again with another start while a net is silent.

    The silent ones start twice, then four times as wide, at a half and a fourth of the
    rate. There are `least` to STARTS fits. Of those with the fewest dead nets the one
    with the least validation loss is returned; an interrupted one at once. Raises what
    fit raises.
    """
    X, silent, fits = split.train[0], [], []
    for number in range(STARTS):
        start = network.initial(rng, recipe.deviation, X.dtype, recipe.even)
        start = widened(network, start, silent, 2**number)
        rate = recipe.rate / 2**number if silent else recipe.rate
        slower = replace(recipe, rate=rate)
        result = fit(network, split, loss, rng, slower, progress, start=start)
        if result.stopped.startswith("interrupted"):
            return result
        fits.append(result)
        silent = silent_nets(network, result.theta, X[:ROWS])
        if not silent and len(fits) >= least:
            break

    def judged(fit):
        dead = dead_nets(network, fit.theta, X)
        return len(dead), fit.best.valid if fit.best else np.inf

    return min(fits, key=judged)
