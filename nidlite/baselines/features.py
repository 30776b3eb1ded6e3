"""A baseline asked about features, where a category has several columns.

A baseline knows columns only. It gets those of the table, but for one level of each
category, and what it says of columns is gathered by the features that they belong to.
"""

import numpy as np

from .methods import compare, ranked


def compare_features(name, found, rng):
    """The baseline's strengths of pairs, (q, q), and its larger sets, strongest first.

    found is a Detection. The baseline gets its training and validation rows, as it
    holds out rows of its own. Raises InputError.
    """
    columns, owner = independent_columns(found)
    X, y = map(np.concatenate, zip(found.split.train, found.split.valid))
    result = compare(name, X[:, columns], y, rng, found.classifies)
    return feature_strengths(result.strengths, owner), larger_sets(result, owner)


def independent_columns(found):
    """Which of the network's columns a baseline gets, and each one's feature: 2 x (p,).

    A category's commonest level is left out, as the others determine it: ANOVA finds
    nothing in a product that others determine.
    """
    columns, owner = [], []
    for j, own in enumerate(found.columns):
        rest = own
        if found.table.levels[j] is not None:
            commonest = max(own, key=lambda column: found.split.x_mean[column])
            rest = [column for column in own if column != commonest] or own
        columns += rest
        owner += [j] * len(rest)
    return columns, owner


def feature_strengths(strengths, owner) -> np.ndarray:
    """Of features, (q, q), from (p, p) of columns: the largest of their columns' pairs.

    owner is (p,), each column's feature.
    """
    q = max(owner) + 1
    grouped = np.full((q, q), -np.inf)
    np.maximum.at(grouped, np.ix_(owner, owner), strengths)
    np.fill_diagonal(grouped, 0)
    return grouped


def larger_sets(result, owner) -> list:
    """The result's sets of three or more features, strongest first, each once.

    Two columns of one feature do not interact: a set with both of them is left out.
    """
    sets = {}
    for interaction, strength in ranked(result):
        features = tuple(sorted({owner[column] for column in interaction}))
        if len(features) == len(interaction) > 2:
            sets.setdefault(features, strength)
    return list(sets.items())
