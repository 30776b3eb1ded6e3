"""The loss of a score s: (y - s)^2 / 2 or, for labels, log(1 + e^s) - y s."""

import numpy as np

from ..losses import sigmoid


def loss(s, y, classification) -> float:
    """The mean loss of the scores s, (n,)."""
    return np.mean(np.logaddexp(0, s) - y * s if classification else (y - s) ** 2 / 2)


def slope(s, y, classification) -> tuple[np.ndarray, np.ndarray]:
    """Each row's loss by its score: minus the first derivative, and the second."""
    if not classification:
        return y - s, np.ones_like(s)
    chance = sigmoid(s)
    # Where the label is certain the curvature is lost; the bound keeps steps finite.
    return y - chance, np.maximum(chance * (1 - chance), 1e-5)


def constant(y, classification) -> float:
    """The one score for all rows that has the least loss."""
    if not classification:
        return y.mean()
    # Labels of one kind only have no finite one: half a row of the other kind.
    chance = np.clip(y.mean(), 0.5 / len(y), 1 - 0.5 / len(y))
    return np.log(chance / (1 - chance))
