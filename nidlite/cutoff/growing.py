"""MLP-Cutoff grows along a ranking (Sec. 4.3).

c_K is trained for K = 0, 1, 2, ... with a net for each of the top K interactions, until
the curve of its validation errors ends (`curve`).

>>> import numpy as np
>>> from nidlite.splits import split
>>> rng = np.random.default_rng(0)
>>> X = rng.uniform(-1, 1, size=(300, 3))
>>> parts, ranking = split(X, X[:, 0] * X[:, 1], rng), [((0, 1), 2.0), ((1, 2), 1.0)]
>>> grown = grow(parts, "regression", ranking, rng, 0.1, recipe=Recipe(8, 20))
>>> grown.interactions, grown.ended
([(0, 1)], 'reached MLP-M')
"""

from itertools import islice

from ..errors import InputError
from ..fast.backprop import predict
from ..interactions import maximal, pruned
from ..networks import mlp_cutoff
from ..parts import relative_weights
from ..recipes import CUTOFF_RECIPE, Recipe
from ..training import SILENT
from .alive import STARTS, fit_alive
from .curve import RULES, Cutoff
from .gains import row_errors


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
    when that one comes in. columns are those of networks.mlp_cutoff. If progress.keep,
    Ctrl-C ends the growing with the curve so far. Raises InputError.
    """
    if rule not in RULES:
        raise InputError(f"rule is one of {', '.join(RULES)}; got {rule!r}")
    (X, y), p = split.valid, split.train[0].shape[1]
    errors_of = row_errors(loss, measure, relative_weights(split.valid))
    candidates = [interaction for interaction, _ in islice(pruned(ranking), most + 1)]
    cutoff = Cutoff(candidates[:most], reference, rule, patience, tolerance)
    cutoff.measure, cutoff.more = measure, len(candidates) > most
    try:
        while not cutoff.ended:
            K = len(cutoff.fits)
            progress.begin(f"cutoff, K = {K}", recipe.epochs)
            top, rng_K = maximal(candidates[:K]), rng.spawn(1)[0]
            network = mlp_cutoff(p, top, outputs=outputs, columns=columns)
            # All that follows is a gain over c_0: it must not be one over a bad start.
            least = 1 if K else STARTS
            fit = fit_alive(network, split, loss, rng_K, recipe, progress, least)
            if fit.stopped.startswith("interrupted"):  # and not trained to its end
                raise KeyboardInterrupt
            if fit.best is None:
                cutoff.stopped = f"at K = {K} {fit.stopped}"
            else:
                cutoff.fits.append(fit)
                cutoff.errors.append(errors_of(predict(network, fit.theta, X), y))
    except KeyboardInterrupt:
        if not progress.keep or not cutoff.fits:
            raise
        cutoff.stopped = f"interrupted at K = {len(cutoff.fits)}"
    return cutoff
