"""How much a hidden unit can move the output (Sec. 3.2, Lemma 3, App. C).

The aggregated weight z_i of hidden unit i is the sum, over all paths from the unit to
the output, of the product of the magnitudes along the path. ReLU's slope is at most 1,
so the output is z_i-Lipschitz in the unit: it moves at most z_i times as far.

>>> aggregated_weights([np.ones((2, 3)), [[1.0, -2.0]]])
array([1., 2.])
"""

import numpy as np

from .errors import check_number
from .weights import as_weights


def aggregated_weights(weights, layer=1) -> np.ndarray:
    """z of a hidden layer, (p_layer,): |w_y| |W_L| ... |W_{layer+1}| (Sec. 3.2).

    weights is [W1, ..., W_L, w_y], (p_l, p_{l-1}) each. layer counts from 1; layer 0 is
    a sum over the paths from each feature. Several outputs are summed over.
    Raises ValueError for weights that as_weights refuses, and for another layer.
    """
    matrices = as_weights(weights)
    check_number("layer", layer, 0, len(matrices) - 1, whole=True)
    z = np.ones(len(matrices[-1]))
    for W in reversed(matrices[layer:]):
        z = z @ np.abs(W)
    return z
