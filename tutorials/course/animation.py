"""A GIF: the weights of a small network and its ranking of pairs, epoch by epoch.

    python tutorials/course/animation.py [FILE]

The truth is 2 x1 x2 + |x4 + x5|, so two of the fifteen pairs are true. Left are the
magnitudes of the first layer's weights, right the strengths of all pairs. L1 clears the
units, and the true pairs rise.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from matplotlib.animation import FuncAnimation, PillowWriter
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import nidlite
from nidlite.networks import mlp
from nidlite.recipes import RECIPE
from nidlite.training import ENGINES

EPOCHS = 30
TRUE = [(0, 1), (3, 4)]


def snapshots(seed=0):
    """[the weights before training, after epoch 1, 2, ...]."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, size=(1_500, 6))
    y = 2 * X[:, 0] * X[:, 1] + np.abs(X[:, 3] + X[:, 4])
    y = (y - y.mean()) / y.std()
    network = mlp(6, hidden=(16, 8))
    recipe = replace(RECIPE, epochs=EPOCHS, penalty_constant=5e-4)
    start = network.initial(rng)
    engine = ENGINES["fast"](network, start, "regression", recipe, recipe.batch)
    taken = [[W.copy() for W in network.weights(engine.theta)]]
    for epoch in range(1, EPOCHS + 1):
        rate = recipe.rate_in(epoch)
        order = rng.permutation(len(X))
        for first in range(0, len(X), recipe.batch):
            rows = order[first : first + recipe.batch]
            engine.step(X[rows], y[rows], rate)
        taken.append([W.copy() for W in network.weights(engine.theta)])
    return taken


def strengths(weights):
    """{pair: strength} of all pairs."""
    z = nidlite.aggregated_weights(weights)
    P = nidlite.pairwise_strengths(weights[0], z)
    return {(i, j): P[i, j] for i in range(6) for j in range(i + 1, 6)}


def animate(taken):
    """The animation: a frame for each epoch."""
    figure = Figure((7.6, 3.4), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.2))
    names = [f"x{k + 1}" for k in range(6)]

    def draw(epoch):
        left.clear()
        right.clear()
        size = np.abs(taken[epoch][0])
        left.imshow(size / size.max(), "Greys", aspect="auto", vmin=0, vmax=1)
        left.set(xticks=range(6), yticks=[], ylabel="16 hidden units")
        left.set_xticklabels(names)
        left.set_title(f"magnitudes of W1, epoch {epoch}")
        ranking = sorted(strengths(taken[epoch]).items(), key=lambda e: -e[1])
        top = ranking[0][1]
        for place, (pair, strength) in enumerate(ranking):
            look = "0.15" if pair in TRUE else "0.75"
            right.barh(place, strength / top, color=look, edgecolor="0.4")
        right.set_yticks(range(15), [nidlite.label(p) for p, _ in ranking], size=9)
        right.set(xlim=(0, 1.02), ylim=(14.6, -0.6), xlabel="strength / largest")
        right.set_title("ranking of pairs (dark: true)")

    return FuncAnimation(figure, draw, frames=len(taken), interval=250)


def main(path):
    taken = snapshots()
    ranking = sorted(strengths(taken[-1]).items(), key=lambda e: -e[1])
    assert {pair for pair, _ in ranking[:2]} == set(TRUE), ranking[:3]
    animate(taken).save(path, writer=PillowWriter(fps=4), dpi=80)
    print(f"{path} {Path(path).stat().st_size // 1000} kB")


if __name__ == "__main__":
    here = Path(__file__).parent / "weights_and_ranking.gif"
    main(sys.argv[1] if len(sys.argv) > 1 else here)
