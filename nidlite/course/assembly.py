"""How a student's own functions train a network and read its interactions.

`capstone` copies this file beside them and runs it in a process of its own. It imports
nothing of nidlite; `own` holds the student's functions.
"""

from runpy import run_path
from types import SimpleNamespace

import numpy as np

# A lesson, not the paper's recipe: on F5 they give a clear answer in a second.
HIDDEN, EPOCHS, BATCH, RATE = 80, 60, 100, 0.01
L1 = 3e-4  # the penalty's constant, for all weights


def own_functions(files) -> SimpleNamespace:
    """The student's functions, {name: its file}; an error in one tells its name."""

    def telling(name, function):
        def call(*given):
            try:
                return function(*given)
            except Exception as error:
                said = f"{type(error).__name__}: {error}".rstrip(": ")
                raise RuntimeError(f"in {name}: {said}") from error

        return call

    own = {name: run_path(file)[name] for name, file in files.items()}
    return SimpleNamespace(**{name: telling(name, f) for name, f in own.items()})


def train_own(own, X, y, seed):
    """The weights (W1, b1, w_y, b_y) of one hidden layer, after EPOCHS over the rows.

    X is (n, p) and y is (n,), both scaled. The rate falls in a straight line.
    """
    rng = np.random.default_rng(seed)
    p = X.shape[1]
    net = [rng.normal(size=(HIDDEN, p)) / p**0.5, np.zeros(HIDDEN)]
    net += [rng.normal(size=HIDDEN) / HIDDEN**0.5, np.zeros(1)]
    shapes = [part.shape for part in net]
    ends = np.cumsum([part.size for part in net])[:-1]
    theta = np.concatenate([part.ravel() for part in net])
    m, v, t = np.zeros_like(theta), np.zeros_like(theta), 0

    def parts(vector):
        return [a.reshape(s) for a, s in zip(np.split(vector, ends), shapes)]

    steps = EPOCHS * (len(X) // BATCH)
    while t < steps:
        order = rng.permutation(len(X))
        for rows in np.split(order[: len(X) // BATCH * BATCH], len(X) // BATCH):
            W1, b1, w_y, b_y = parts(theta)
            found = own.backprop(X[rows], y[rows], W1, b1, w_y, float(b_y[0]))
            g = np.concatenate([np.ravel(part) for part in found])
            g[: W1.size] += np.ravel(own.l1_subgradient(W1, L1))
            g[ends[1] : ends[2]] += np.ravel(own.l1_subgradient(w_y[None], L1))
            t += 1
            rate = RATE * (1 - (t - 1) / steps)
            theta, m, v = own.adam_step(theta, g, m, v, t, rate)
    W1, b1, w_y, b_y = parts(theta)
    return W1, b1, w_y, float(b_y[0])


def assembled(own, X, y, X_new, y_new, seed):
    """What the own NID finds: [error on new rows, ranking, strengths of pairs]."""
    W1, b1, w_y, b_y = train_own(own, X, y, seed)
    error = np.mean((own.forward(X_new, W1, b1, w_y, b_y) - y_new) ** 2)
    weights = [W1, w_y[None]]
    z = own.aggregated_weights(weights)
    return [error, list(own.nid(weights))[:10], own.pairwise_strengths(W1, z)]
