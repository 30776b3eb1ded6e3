"""MLP-Cutoff grows along a ranking (`curve`); none of its nets dies unseen (Sec. 4.3).

A small ReLU net can die (ours): its units are off on every row, no gradient reaches
their weights, and L2 shrinks them to 0. Its interaction has then not been tried at all.
First steps that are too long kill nets, and so do starts that are too small. So while a
net is silent, all start again at half the rate, the silent ones from twice the weights.

>>> from nidlite import detect_interactions
>>> X = np.random.default_rng(0).uniform(-1, 1, size=(300, 3))
>>> found = detect_interactions(X, X[:, 0] * X[:, 1], epochs=20)
>>> grown = grow(found, replace(found.fit.recipe, epochs=8, batch=20), SILENT)
>>> grown.interactions, grown.ended
([(0, 1)], 'reached the reference')
"""

from dataclasses import replace

import numpy as np

from ..errors import check_choice, check_number
from ..fast.backprop import predict, responses
from ..interactions import maximal, prune_redundant
from ..losses import row_errors
from ..networks import mlp_cutoff
from ..recipes import check_recipe
from ..splits import stream
from ..training import SILENT, Fit, fit
from .curve import RULES, Cutoff

LEAST = 1e-3  # a net that contributes less starts again; scaled y has deviation 1
ROUNDING = 1e-6  # below it a net is dead: float32 gives the same for all rows
ROWS = 1000  # at most so many training rows show which net is silent
STARTS = 3  # of one network, at most: none of 60 nets was dead, with one start 16


def grow(
    found, recipe, progress, rule="reference", patience=3, tolerance=0.02, most=25
) -> Cutoff:
    """Train MLP-Cutoff with the top 0, 1, 2, ... interactions until the rule is met.

    found is a Reading, with the ranking; its network's errors on validation rows are
    the reference. A subset of a higher-ranked interaction is redundant and skipped. A
    subset of a lower-ranked one loses its net when that one comes in. If progress.keep,
    Ctrl-C ends it with the curve.
    """
    check_recipe(recipe)
    check_choice("rule", rule, RULES)
    check_number("patience", patience, 1, whole=True)
    check_number("tolerance", tolerance, 0, 1)
    check_number("most", most, whole=True)
    table, split, rng = found.table, found.split, stream(found.seed, "cutoff")
    (X, y), w, loss = split.valid, split.valid.weights(), table.loss
    p, columns, outputs = table.X.shape[1], table.columns, table.outputs
    candidates = [i for i, _ in prune_redundant(found.ranking, most)]
    reference = row_errors(loss, found.f(X), y, w)
    more = {"groups": split.valid.groups, "names": found.feature_names}
    cutoff = Cutoff(candidates, reference, rule, patience, tolerance, **more)
    try:
        while not cutoff.ended:
            K = len(cutoff.fits)
            progress.begin(f"cutoff, K = {K}", recipe.epochs)
            top, rng_K = maximal(candidates[:K]), rng.spawn(1)[0]
            network = mlp_cutoff(p, top, outputs=outputs, columns=columns)
            # All gains start from c_0, so c_0 itself must not be a bad start.
            starts = 1 if K else STARTS
            result = fit_alive(network, split, loss, rng_K, recipe, progress, starts)
            if result.best is None:
                cutoff.stopped = f"at K = {K} {result.stopped}"
            else:
                cutoff.fits.append(result)
                f = predict(network, result.theta, X)
                cutoff.errors.append(row_errors(loss, f, y, w))
    except KeyboardInterrupt:
        if not progress.keep or not cutoff.fits:
            raise
        cutoff.stopped = f"interrupted at K = {len(cutoff.fits)}"
    return cutoff


def silent_nets(network, theta, X, least=LEAST) -> list[tuple[int, ...]]:
    """The columns of each set's net whose output deviates by less than least over X."""
    silent = []
    for k, stack in enumerate(network.stacks):
        if stack.penalised:
            outputs = responses(network, theta, X, k)  # (m, n) or (m, n, c)
            largest = outputs.std(axis=1).reshape(len(outputs), -1).max(axis=1).tolist()
            silent += [i for i, value in zip(stack.features, largest) if value < least]
    return silent


def fit_alive(network, split, loss, rng, recipe, progress=SILENT, starts=1) -> Fit:
    """`training.fit`, from `starts` to STARTS times, until no net is silent.

    The fit with the fewest dead nets is kept; of several, that of least loss.
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
        dead = silent_nets(network, result.finished().theta, X[: 10 * ROWS], ROUNDING)
        valid = result.best.valid if result.best else np.inf
        fits.append((len(dead), valid, number, result))
        silent = silent_nets(network, result.theta, X[:ROWS])
        if not silent and len(fits) >= starts:
            break
    return min(fits)[-1]
