"""Whole trainings on F5: 10,000 rows to train on, 10,000 to validate on.

    python benchmarks/whole_training.py

Seconds per epoch, with everything that belongs to one: shuffling, picking the batches,
the steps, the validation error, keeping the best parameters. nidlite.training.fit
against (a) PyTorch as the authors wrote it, with its DataLoader, and (b) the fastest
PyTorch we could write, torch's private Adam kernel included, with batches by plain
indices. The contenders take turns.
"""

import argparse
import copy
import time
from dataclasses import replace

import timing  # before NumPy and torch: it sets their threads

# isort: split
import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset
from torch_networks import AsTheAuthors, Batched

from nidlite.detector import SYNTHETIC_SPLIT
from nidlite.networks import mlp, mlp_m
from nidlite.recipes import RECIPE
from nidlite.splits import split
from nidlite.synthetic import SUITE
from nidlite.training import fit


def train_nidlite(network, parts, epochs):
    """As a user does."""
    recipe = replace(RECIPE, epochs=epochs)
    fit(network, parts, "regression", np.random.default_rng(0), recipe)


def train_as_the_authors(network, parts, epochs):
    """DataLoaders of 100 rows for both parts, a copy of the best net so far."""
    train, valid = (
        DataLoader(TensorDataset(*map(torch.from_numpy, part)), RECIPE.batch, shuffle)
        for part, shuffle in ((parts.train, True), (parts.valid, False))
    )
    net, best = as_torch(AsTheAuthors, network), np.inf
    for _ in range(epochs):
        running = 0.0
        for x, y in train:
            running += net.step(x, y)
        losses = [net.loss(net(x), y[:, None]).detach() for x, y in valid]
        error = torch.stack(losses).mean().item()
        if error < best:
            best, kept = error, copy.deepcopy(net)
    return kept


def train_batched(network, parts, epochs):
    """Batches by indices, validation in one piece without a graph."""
    (X, y), valid = (
        tuple(map(torch.from_numpy, p)) for p in (parts.train, parts.valid)
    )
    net, best = as_torch(Batched, network, adam="kernel"), np.inf
    for _ in range(epochs):
        losses = []
        for rows in torch.randperm(len(X)).split(RECIPE.batch):
            losses.append(net.step(X[rows], y[rows]))
        with torch.no_grad():
            error = net.loss(*valid, net.leaves).item()
        if error < best:
            best, kept = error, net.theta.clone()
    return kept


def as_torch(kind, network, **more):
    """A contender at a random start."""
    theta = network.initial(np.random.default_rng(0))
    return kind(network, theta, RECIPE.penalty_constant, RECIPE.rate, **more)


CONTENDERS = {
    "nidlite": train_nidlite,
    "(a) PyTorch as the authors wrote it": train_as_the_authors,
    "(b) the fastest PyTorch": train_batched,
}


def main():
    """Print a table for MLP and one for MLP-M."""
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    timing.keep_freed_memory()
    rng = np.random.default_rng(0)
    parts = split(*SUITE["F5"].sample(30_000, rng), rng, SYNTHETIC_SPLIT)
    for title, network in {"MLP": mlp(10), "MLP-M": mlp_m(10)}.items():
        seconds = {name: [] for name in CONTENDERS}
        for _ in range(options.rounds):
            for name, train in CONTENDERS.items():
                started = time.perf_counter()
                train(network, parts, options.epochs)
                seconds[name].append((time.perf_counter() - started) / options.epochs)
        print(f"\n{title}, {options.epochs} epochs, {timing.THREADS} thread(s)\n")
        rows, ours = [], np.median(seconds["nidlite"])
        for name, values in seconds.items():
            low, median, high = timing.quartiles(values)
            ratio = "" if name == "nidlite" else f"{median / ours:.2f} times faster"
            rows.append([name, f"{median:.3f}", f"{low:.3f} to {high:.3f}", ratio])
        header = ["", "s per epoch, median", "quartiles", "nidlite is"]
        print(timing.markdown(header, rows))


if __name__ == "__main__":
    main()
