"""A baseline asked about features, where a category has several columns.

A baseline knows columns only. It gets those of the table, but for one level of each
category. Strengths of columns are then gathered by feature.
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
    larger = {}
    for interaction, strength in ranked(result):
        features = tuple(sorted({owner[column] for column in interaction}))
        # Two columns of one feature do not interact.
        if len(features) == len(interaction) > 2:
            larger.setdefault(features, strength)
    return feature_strengths(result.strengths, owner), list(larger.items())


def independent_columns(found):
    """The columns that a baseline gets, and the feature of each: two lists.

    A category's commonest level is left out, as the others determine it: ANOVA finds
    nothing in a product that others determine.
    """
    columns, owner = [], []
    for j, levels in enumerate(found.columns):
        rest = levels
        if found.table.levels[j] is not None:
            commonest = max(levels, key=lambda column: found.split.x_mean[column])
            rest = [column for column in levels if column != commonest] or levels
        columns += rest
        owner += [j] * len(rest)
    return columns, owner


def feature_strengths(strengths, owner) -> np.ndarray:
    """The strength of every pair of features, (q, q): the largest of their columns'.

    strengths is (p, p), of columns, and owner (p,), the feature of each column.
    """
    q = max(owner) + 1
    grouped = np.full((q, q), -np.inf)
    np.maximum.at(grouped, np.ix_(owner, owner), strengths)
    np.fill_diagonal(grouped, 0)
    return grouped
