"""nidlite: Neural Interaction Detection (Tsang, Cheng, Liu, ICLR 2018).

    paper          code                    shape
    n, p           rows, features
    x, y           X, y                    (n, p), (n,)
    I              interaction             a sorted tuple of 0-based feature numbers
    W^(l)          W1, weights[l - 1]      (p_l, p_{l-1})
    w^y            weights[-1]             (1, p_L)
    [W^(l) b^(l)]  A                       (m, p_l, p_{l-1} + 1), m nets of a stack
    h^(l)          h                       (m, p_l + 1, n), a row of ones below
    z^(l)          z, aggregated_weights   (p_l,)
    mu             MEANS                   magnitudes (..., d) -> (...)
    omega_i(I)     strength                (p_1,)
    omega(I)       in a Ranking            [(interaction, strength), ...]
    all weights    theta                   one flat vector

Reading order: interactions, averaging, influence, ranking; then networks, backprop,
training, cutoff, confirm; then interpretation, detector. Tables, categories and files
stand apart, and so do the estimators, the data sets and the report.
"""

from . import datasets, metrics, synthetic
from .detector import Detection, detect, detect_interactions
from .errors import InputError
from .estimators import NIDClassifier, NIDRegressor
from .influence import aggregated_weights
from .interactions import label, mixed_difference, prune_redundant
from .interpretation import Interpretation, interpret
from .ranking import (
    greedy_ranking,
    pairwise_ranking,
    pairwise_strengths,
    rank_interactions,
)

__version__ = "0.1.0"
__all__ = [
    "Detection",
    "InputError",
    "Interpretation",
    "NIDClassifier",
    "NIDRegressor",
    "aggregated_weights",
    "datasets",
    "detect",
    "detect_interactions",
    "greedy_ranking",
    "interpret",
    "label",
    "metrics",
    "mixed_difference",
    "pairwise_ranking",
    "pairwise_strengths",
    "prune_redundant",
    "rank_interactions",
    "synthetic",
]
