"""Neural Interaction Detection in one call: train, aggregate, rank (Sec. 4).

`detect` takes a checked table (tables/), and its lines are the paper's steps.
`nidlite.detect_interactions(X, y)` makes such a table of arrays and calls it.

>>> import numpy as np
>>> from nidlite.tables.arrays import check_arrays
>>> X = np.random.default_rng(0).uniform(-1, 1, size=(300, 3))
>>> table = check_arrays(X, X[:, 0] * X[:, 1] + X[:, 2])
>>> reading = detect(table, seed=0, epochs=20)
>>> int(reading.pairwise_strengths.argmax())   # in row 0, column 1
1
"""

from dataclasses import replace

from .averaging import MEANS
from .errors import InputError, check_choice, check_number
from .influence import aggregated_weights
from .networks import ARCHITECTURES
from .prediction import Reading
from .ranking import greedy_ranking, pairwise_strengths
from .recipes import RECIPE, check_recipe
from .splits import split_of, stream
from .training import ENGINES, SILENT, fit
from .weights import of_features

SYNTHETIC_SPLIT = (1 / 3, 1 / 3, 1 / 3)  # Sec. 5.1
REAL_SPLIT = (0.8, 0.1, 0.1)


def detect(
    table,
    seed=0,
    architecture="mlp-m",
    epochs=None,
    recipe=RECIPE,
    fractions=REAL_SPLIT,
    mean="minimum",
    noise=0,
    sizes=None,
    progress=SILENT,
    engine="fast",
) -> Reading:
    """Train a network on a checked table and read its interactions (Sec. 4).

    architecture is "mlp-m" (with univariate nets) or "mlp", mean the averaging function
    of Sec. 3.1; epochs are the recipe's unless given; fractions are the training,
    validation and test parts, noise as in splits.split; sizes has other layer sizes for
    networks.mlp or mlp_m; progress and engine as in training.fit. The same seed gives
    the same result. Raises InputError.
    """
    check_choice("architecture", architecture, ARCHITECTURES)
    check_choice("mean", mean, MEANS)
    check_choice("engine", engine, ENGINES)
    check_recipe(recipe)
    recipe = recipe if epochs is None else replace(recipe, epochs=epochs)
    check_number("noise", noise)
    parts = split_of(table, seed, fractions, noise)
    p, outputs = table.X.shape[1], table.outputs
    try:
        network = ARCHITECTURES[architecture](p, outputs=outputs, **sizes or {})
    except TypeError as error:
        raise InputError(f"give sizes as {{'hidden': (140, 20)}}; {error}") from None
    check_number("the number of hidden layers", len(network.stacks[0].hidden), 1)
    for units in sum((stack.hidden for stack in network.stacks), ()):
        check_number("a layer's size", units, 1, whole=True)
    rng = stream(seed, "training")
    progress.begin(f"training {architecture}", recipe.epochs)
    trained = fit(network, parts, table.loss, rng, recipe, progress, engine)
    if not trained.history:
        raise InputError(f"training failed: {trained.stopped}; look for extreme values")
    return read_weights(table, parts, trained, seed, mean)


def read_weights(table, split, trained, seed, mean) -> Reading:
    """z, the ranking of any order and the pairs' strengths of a trained network.

    They follow from the weights alone, so that a saved network is read again.
    """
    weights = trained.network.weights(trained.theta)
    # No data reaches the weights of a constant feature: they would be the start's.
    weights[0][:, split.x_constant] = 0
    z = aggregated_weights(weights)
    W1 = of_features(weights[0], table.columns)
    ranking = greedy_ranking(W1, z, mean)
    strengths = pairwise_strengths(W1, z, mean)
    return Reading(mean, z, ranking, strengths, table, split, trained, seed)
