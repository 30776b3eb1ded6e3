"""One training step: gradient, penalty and Adam on a batch of 100 rows, in float32.

    python benchmarks/training_step.py

Three networks: MLP and MLP-M of the paper's synthetic data (p = 10, 140-100-60-20, ten
univariate nets of 10-10-10) and MLP-M of its large one (p = 1000, 500-400-300-200-100).
nidlite, exactly as training.fit does it, against
  (a) PyTorch with the structure of the authors' code,
  (b) the fastest PyTorch we could write with automatic differentiation: batched nets,
      flat parameters, torch.optim.Adam(fused=True); then with the private kernel that
      this optimizer calls in the end; then, if asked for, with torch.compile,
  (c) the bare matrix products of the net that sees all features, in NumPy.
The batch is at hand: picking it is not timed. All four are first held against each
other: the same loss and penalty must give the same gradient.
"""

import argparse
from dataclasses import replace

import timing  # before NumPy and torch: it sets their threads

# isort: split
import numpy as np
import torch
from torch_networks import AsTheAuthors, Batched

from nidlite.fast.step import Fast
from nidlite.networks import mlp, mlp_m
from nidlite.penalties import subgradient
from nidlite.recipes import RECIPE
from nidlite.training import Plain

# So small that the networks stay what they are: every step does the same work.
RATE = 1e-7
LARGE = (500, 400, 300, 200, 100)
# What is asked of nidlite, as a ratio: contender / nidlite, or nidlite / products.
NETWORKS = {
    "MLP, p = 10": (mlp(10), {"a": 5, "b": 2.5, "c": 3.5}),
    "MLP-M, p = 10": (mlp_m(10), {"a": 12, "b": 2.5}),
    "MLP-M, p = 1000": (mlp_m(1000, LARGE), {}),
}


class Nidlite:
    """The step of training.fit, by its fast or by its plain form."""

    def __init__(self, network, theta, constant, rate, engine=Fast):
        recipe = replace(RECIPE, penalty_constant=constant)
        self.rate, self.network, self.recipe = rate, network, recipe
        self.engine = engine(network, theta, "regression", recipe, recipe.batch)

    def step(self, X, y):
        """One training step; the loss before it."""
        return self.engine.step(X, y, self.rate)

    def gradient(self, X, y):
        """Of loss and penalty, in theta's order."""
        _, g = self.engine.loss_and_gradient(self.engine.theta, X, y)
        slope = subgradient(self.network, self.engine.theta, self.recipe.penalty)
        return g + self.recipe.penalty_constant * slope


def products(network, theta, X):
    """A function that does the main net's matrix products, forward and back, only."""
    W, X_T = [np.ascontiguousarray(w) for w in network.weights(theta)], X.T.copy()

    def forward_and_back():
        h = [X_T]
        for w in W:
            h.append(w @ h[-1])
        d = h[-1]
        for l in reversed(range(len(W))):
            d @ h[l].T
            if l > 0:
                d = W[l].T @ d

    return forward_and_back


def contenders(network, rng, compiled):
    """Each contender's step as a function without arguments, checked."""
    X = rng.normal(size=(RECIPE.batch, len(network.stacks[0].features[0])))
    X, y = X.astype(np.float32), rng.normal(size=len(X)).astype(np.float32)
    x_torch, y_torch = torch.from_numpy(X), torch.from_numpy(y)
    theta = network.initial(rng)
    # The authors' univariate outputs have no bias. At 0 ours computes the same.
    for stack in network.layers(theta)[1:]:
        stack[-1][:, :, -1] = 0
    settings = network, theta, RECIPE.penalty_constant, RATE
    nidlite = Nidlite(*settings)
    rivals = {
        "(a) PyTorch as the authors wrote it": AsTheAuthors(*settings),
        "(b) the fastest PyTorch, public names": Batched(*settings),
        "(b) the same, private Adam kernel": Batched(*settings, adam="kernel"),
    }
    if compiled:
        fastest = Batched(*settings, adam="kernel", compiled=True)
        rivals["(b) the same, and torch.compile"] = fastest
    ours = nidlite.gradient(X, y)
    plain = Nidlite(*settings, engine=Plain)
    assert_same(ours, plain.gradient(X, y), "plain")
    steps = {"nidlite": lambda: nidlite.step(X, y)}
    steps["nidlite, the plain form"] = lambda: plain.step(X, y)
    for name, rival in rivals.items():
        assert_same(ours, rival.gradient(x_torch, y_torch), name)
        steps[name] = lambda rival=rival: rival.step(x_torch, y_torch)
    steps["(c) bare matrix products, NumPy"] = products(network, theta, X)
    return steps


def assert_same(ours, theirs, name):
    """float32 sums in another order differ by about 1e-6 of the largest entry."""
    there = ~np.isnan(theirs)
    error = np.abs(ours - theirs)[there].max() / np.abs(ours).max()
    assert error < 1e-5 and there.mean() > 0.95, f"{name}: gradients differ by {error}"


def main():
    """Print a table for every network."""
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("--blocks", type=int, default=101, help="per contender (101)")
    parser.add_argument("--compile", action="store_true", help="torch.compile too")
    options = parser.parse_args()
    timing.keep_freed_memory()
    for title, (network, required) in NETWORKS.items():
        steps = contenders(network, np.random.default_rng(0), options.compile)
        large = network.size > 10**6
        blocks = options.blocks // 8 if large else options.blocks
        times = timing.interleaved(steps, blocks)
        print(f"\n{title}: {network.size} parameters, {timing.THREADS} thread(s)\n")
        print(table(times, required))


def table(times, required) -> str:
    """Milliseconds per step, the ratio to nidlite, and the ratio asked for."""
    ours = np.median(times["nidlite"])
    rows = []
    for name, values in times.items():
        low, median, high = timing.quartiles(values)
        row = [name, f"{median:.3f}", f"{low:.3f} to {high:.3f}", "", ""]
        asked = required.get(name[1], "")
        if name.startswith("(c)"):
            row[3:] = f"{ours / median:.2f} times (c)", asked and f"at most {asked}"
        elif name.startswith("("):
            row[3:] = f"{median / ours:.2f} times faster", asked and f"at least {asked}"
        rows.append(row)
    header = ["", "ms, median", "quartiles", "nidlite is", "required"]
    return timing.markdown(header, rows)


if __name__ == "__main__":
    main()
