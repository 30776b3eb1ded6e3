"""What network.npz says, computed by plain NumPy from its documentation alone."""

import json

import numpy as np


def logits(saved, X) -> np.ndarray:
    """The output, (n,), of the network in the arrays for scaled rows X, (n, p)."""
    about = json.loads(str(saved["about"]))
    stacks = about["trained"]["Fit"]["network"]["Network"]["stacks"]
    total, start = 0, 0
    for stack in (entry["Stack"] for entry in stacks):
        h = [X[:, features].T for features in stack["features"]]
        for l, width in enumerate((*stack["hidden"], stack["outputs"])):
            h = [np.maximum(one, 0) if l else one for one in h]
            shape = len(h), width, len(h[0]) + 1
            A = saved["trained.theta"][start : start + np.prod(shape)].reshape(shape)
            h = [a[:, :-1] @ one + a[:, -1:] for a, one in zip(A, h)]
            start += np.prod(shape)
        total = total + sum(one[0] for one in h)
    return total
