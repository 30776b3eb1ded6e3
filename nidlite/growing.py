"""MLP-Cutoff grows along a ranking, and no net dies unseen (Sec. 4.3).

A small ReLU net can die: its units are off on every row, no gradient reaches their
weights, and L2 shrinks them to 0. Its output is then the same number for every row,
and its interaction has not been tried at all. So what each net contributes is measured,
and a dead one gets another start, with weights twice as large.

>>> from nidlite.splits import split
>>> rng = np.random.default_rng(0)
>>> X = rng.uniform(-1, 1, size=(300, 3))
>>> parts, ranking = split(X, X[:, 0] * X[:, 1], rng), [((0, 1), 2.0), ((1, 2), 1.0)]
>>> grown = grow(parts, "regression", ranking, rng, 0.1, recipe=Recipe(8, 20))
>>> grown.interactions, grown.ended
([(0, 1)], 'reached MLP-M')
"""

from functools import partial
from itertools import islice

import numpy as np

from .cutoff import RULES, Cutoff
from .errors import InputError
from .fast.backprop import predict, responses
from .interactions import maximal, pruned
from .losses import ROW_ERRORS
from .metrics import auc_errors
from .networks import mlp_cutoff
from .splits import relative_weights
from .training import CUTOFF_RECIPE, SILENT, Fit, Recipe, fit

MEASURES = ("loss", "auc")  # auc, of two classes, is what Table 3 compares

LEAST = 1e-3  # a net that contributes less is dead; scaled y has deviation 1
ROWS = 1000  # training rows that it is measured on, at most
STARTS = 3  # of one network, at most


def contributions(network, theta, X) -> dict[tuple[int, ...], float]:
    """{columns of X: the deviation, over the rows, of the output of their net}.

    X is (n, p). Only of interactions' nets: those that the penalty holds down. Of
    several outputs the largest deviation counts.
    """
    found = {}
    for k, stack in enumerate(network.stacks):
        if stack.penalised:
            answers = responses(network, theta, X, k)  # (m, n) or (m, n, c)
            deviations = answers.std(axis=1).reshape(len(answers), -1).max(axis=1)
            found |= zip(stack.features, deviations.tolist())
    return found


def dead_nets(network, theta, X) -> list[tuple[int, ...]]:
    """The columns whose net gives the same output for all rows X, (n, p)."""
    found = contributions(network, theta, X)
    return [columns for columns, deviation in found.items() if deviation < LEAST]


def widened(network, theta, nets, factor) -> np.ndarray:
    """A copy of theta, all parameters of these nets, named by columns, multiplied."""
    theta = theta.copy()
    for stack, layers in zip(network.stacks, network.layers(theta)):
        chosen = [k for k, columns in enumerate(stack.features) if columns in nets]
        for A in layers:
            A[chosen] *= factor
    return theta


def fit_alive(network, split, loss, rng, recipe, progress=SILENT, least=1) -> Fit:
    """`training.fit`, once more with another start while a net is dead.

    Nets that died start twice, then four times as wide. Of least to STARTS fits the one
    with the least validation loss is taken: a net that has nothing to add may stay
    dead. An interrupted one is returned at once. Raises what fit raises.
    """
    X, dead, fits = split.train[0], [], []
    for number in range(STARTS):
        start = network.initial(rng, recipe.deviation, X.dtype, recipe.even)
        start = widened(network, start, dead, 2**number)
        result = fit(network, split, loss, rng, recipe, progress, start=start)
        if result.stopped.startswith("interrupted"):
            return result
        fits.append(result)
        dead = dead_nets(network, result.theta, X[:ROWS])
        if not dead and len(fits) >= least:
            break
    return min(fits, key=lambda f: f.best.valid if f.best else np.inf)


def row_errors(loss, measure="loss", w=None):
    """The function (f, y) -> each row's error, (n,), whose mean the curve shows.

    loss is a name in losses.ROW_ERRORS. w, (n,), are the rows' weights, of mean 1, and
    the errors are times these. Raises InputError for a measure that is none.
    """
    if measure not in MEASURES or measure == "auc" and loss != "classification":
        raise InputError(f"measure is loss, or auc for two classes; got {measure!r}")
    errors = partial(auc_errors, weights=w) if measure == "auc" else ROW_ERRORS[loss]
    return errors if w is None else lambda f, y: w * errors(f, y)


def grow(
    split,
    loss,
    ranking,
    rng,
    reference=None,
    rule="reference",
    recipe: Recipe = CUTOFF_RECIPE,
    patience=3,
    tolerance=0.02,
    most=25,
    columns=None,
    outputs=1,
    progress=SILENT,
    measure="loss",
) -> Cutoff:
    """Train MLP-Cutoff with the top 0, 1, 2, ... interactions until the rule is met.

    reference is the ranked network's error by `measure`, of each validation row, (n,),
    or their mean; without it the plateau decides. A subset of a higher-ranked
    interaction is redundant and skipped; a subset of a lower-ranked one loses its net
    when that one comes in. A feature that owns several of X's columns, columns[j],
    brings them all to a net. If progress.keep, Ctrl-C ends the growing with the curve
    so far. Raises InputError for a rule or a measure that is none.

    No K needs the network of another, so several could be trained side by side, the
    last ones in vain. They come one by one: Ctrl-C then keeps all that was trained.
    """
    if rule not in RULES:
        raise InputError(f"rule is one of {', '.join(RULES)}; got {rule!r}")
    (X, y), w = split.valid, relative_weights(split.valid)
    errors_of = row_errors(loss, measure, w)
    p = split.train[0].shape[1]
    columns = columns or [(i,) for i in range(p)]
    candidates = [interaction for interaction, _ in islice(pruned(ranking), most + 1)]
    cutoff = Cutoff(candidates[:most], reference, rule, patience, tolerance)
    cutoff.measure, cutoff.more = measure, len(candidates) > most
    try:
        while not cutoff.ended:
            K = len(cutoff.fits)
            seen = [  # the columns of X that each interaction's net sees
                tuple(column for i in interaction for column in columns[i])
                for interaction in maximal(candidates[:K])
            ]
            network = mlp_cutoff(p, seen, outputs=outputs)
            progress.begin(f"cutoff, K = {K}", recipe.epochs)
            how = rng.spawn(1)[0], recipe, progress
            # All that follows is a gain over c_0: it must not be one over a bad start.
            result = fit_alive(network, split, loss, *how, least=1 if K else STARTS)
            if result.stopped.startswith("interrupted"):  # and not trained to its end
                raise KeyboardInterrupt
            if result.best is None:
                cutoff.stopped = f"at K = {K} {result.stopped}"
                break
            cutoff.fits.append(result)
            cutoff.errors.append(errors_of(predict(network, result.theta, X), y))
    except KeyboardInterrupt:
        if not progress.keep or not cutoff.fits:
            raise
        cutoff.stopped = f"interrupted at K = {len(cutoff.fits)}"
    return cutoff
