"""Your own functions put together: they train a network on F5, and your NID reads it.

    python tutorials/exercises/on_f5.py

It needs forward, backprop, l1_subgradient, adam_step, aggregated_weights,
pairwise_strengths and nid beside this file, all of them right; it takes a few seconds.
nidlite draws F5's rows and knows what is true; it computes nothing else.
"""

import numpy as np
from adam_step import adam_step
from aggregated_weights import aggregated_weights
from backprop import backprop
from forward import forward
from l1_subgradient import l1_subgradient
from nid import nid
from pairwise_strengths import pairwise_strengths

from nidlite.interactions import label, ranking_table
from nidlite.metrics import correct_before_false, pairwise_auc
from nidlite.synthetic import SUITE

# A lesson, not the paper's recipe: on F5 they give a clear answer in a second.
HIDDEN, EPOCHS, BATCH, RATE, ROWS = 80, 60, 100, 0.01, 4_000
L1 = 3e-4  # the penalty's constant, for all weights


def train(X, y, seed=0):
    """The weights (W1, b1, w_y, b_y) of one hidden layer; the rate falls to 0."""
    rng = np.random.default_rng(seed)
    p = X.shape[1]
    net = [rng.normal(size=(HIDDEN, p)) / p**0.5, np.zeros(HIDDEN)]
    net += [rng.normal(size=HIDDEN) / HIDDEN**0.5, np.zeros(1)]
    ends = np.cumsum([part.size for part in net])[:-1]
    shapes = [part.shape for part in net]
    theta = np.concatenate([part.ravel() for part in net])
    m, v, steps, t = 0 * theta, 0 * theta, EPOCHS * (len(X) // BATCH), 0
    while t < steps:
        order = rng.permutation(len(X))
        for rows in np.split(order[: len(X) // BATCH * BATCH], len(X) // BATCH):
            W1, b1, w_y, b_y = (
                part.reshape(shape)
                for part, shape in zip(np.split(theta, ends), shapes)
            )
            found = backprop(X[rows], y[rows], W1, b1, w_y, float(b_y[0]))
            g = np.concatenate([np.ravel(part) for part in found])
            g[: W1.size] += np.ravel(l1_subgradient(W1, L1))
            g[ends[1] : ends[2]] += np.ravel(l1_subgradient(w_y[None], L1))
            rate = RATE * (1 - t / steps)
            t += 1
            theta, m, v = adam_step(theta, g, m, v, t, rate)
    return [part.reshape(s) for part, s in zip(np.split(theta, ends), shapes)]


if __name__ == "__main__":
    X, y = SUITE["F5"].sample(ROWS + 1_000, np.random.default_rng(0))
    X, y = ((a - a.mean(axis=0)) / a.std(axis=0) for a in (X, y))
    W1, b1, w_y, b_y = train(X[:ROWS], y[:ROWS])
    error = np.mean((forward(X[ROWS:], W1, b1, w_y, float(b_y[0])) - y[ROWS:]) ** 2)
    weights, true = [W1, w_y[None]], SUITE["F5"].interactions
    ranking = [(tuple(map(int, I)), float(omega)) for I, omega in nid(weights)]
    strengths = pairwise_strengths(W1, aggregated_weights(weights))
    print(f"error on new rows: {error:.3f} of the variance")
    print(ranking_table("rank   strength  interaction", ranking, truths=true))
    print("+ true, o a part of a true one, - false")
    print(f"true in F5: {', '.join(map(label, true))}")
    found = correct_before_false(ranking, true)
    print(f"before the first false one you found {found} of {len(true)}")
    print(f"AUC of your pairs: {pairwise_auc(strengths, true):.3f}")
