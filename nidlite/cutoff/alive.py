"""No net of MLP-Cutoff dies unseen (Sec. 4.3; ours).

A small ReLU net can die: its units are off on every row, no gradient reaches their
weights, and L2 shrinks them to 0. Its output is then the same number for every row, and
its interaction has not been tried at all. First steps that are too long kill nets, and
so do starts that are too narrow. So while a net is silent, all start again at half the
rate, and the silent ones with weights twice as large.

>>> from nidlite.networks import mlp_cutoff
>>> network, X = mlp_cutoff(3, [(0, 1), (1, 2)]), np.eye(3)
>>> silent_nets(network, np.zeros(network.size), X)
[(0, 1), (1, 2)]
"""

from dataclasses import replace

import numpy as np

from ..fast.backprop import responses
from ..training import SILENT, Fit, fit

LEAST = 1e-3  # a net that contributes less starts again; scaled y has deviation 1
ROUNDING = 1e-6  # float32's: below it the output is the same for all rows
ROWS = 1000  # training rows that it is measured on, at most
STARTS = 3  # of one network, at most: none of 60 nets was dead, of one start 16


def silent_nets(network, theta, X, least=LEAST) -> list[tuple[int, ...]]:
    """The columns whose net's output deviates by less than least over rows X, (n, p).

    Only interactions' nets are asked, those with a penalty. Below LEAST a net is dead,
    or it has nothing to add, as that of a false interaction. Below ROUNDING it is dead.
    """
    silent = []
    for k, stack in enumerate(network.stacks):
        if stack.penalised:
            outputs = responses(network, theta, X, k)  # (m, n) or (m, n, c)
            largest = outputs.std(axis=1).reshape(len(outputs), -1).max(axis=1).tolist()
            silent += [i for i, value in zip(stack.features, largest) if value < least]
    return silent


def fit_alive(network, split, loss, rng, recipe, progress=SILENT, least=1) -> Fit:
    """`training.fit`, again with another start while a net is silent.

    The silent ones start twice, then four times as wide, at a half and a fourth of the
    rate. There are `least` to STARTS fits: that with the fewest dead nets, and then the
    least validation loss, is returned; an interrupted one at once.
    """
    X, silent, fits = split.train[0], [], []
    for number in range(STARTS):
        start = network.initial(rng, recipe.deviation, X.dtype, recipe.even)
        for stack, layers in zip(network.stacks, network.layers(start)):
            wider = [k for k, columns in enumerate(stack.features) if columns in silent]
            for A in layers:
                A[wider] *= 2**number
        slower = replace(recipe, rate=recipe.rate / 2**number) if silent else recipe
        result = fit(network, split, loss, rng, slower, progress, start=start)
        if result.stopped.startswith("interrupted"):
            return result
        fits.append(result)
        silent = silent_nets(network, result.theta, X[:ROWS])
        if not silent and len(fits) >= least:
            break

    def dead_nets_and_loss(fit):
        dead = silent_nets(network, fit.theta, X, ROUNDING)
        return len(dead), fit.best.valid if fit.best else np.inf

    return min(fits, key=dead_nets_and_loss)
