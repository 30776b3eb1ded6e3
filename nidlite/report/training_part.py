"""How the network was trained, and with what, as a report shows it."""

import platform
import sys
from dataclasses import asdict
from importlib.metadata import version

import numpy as np

from . import svg
from .markup import Html, table, tag


def history_part(found):
    yield tag("h2", "Training")
    best, last = found.fit.best, found.history[-1]
    loss = "cross-entropy" if found.classifies else "mean squared error, y scaled"
    text = f"{last.epoch} epochs in {last.seconds:.1f} s; the loss ({loss}) on "
    text += f"validation rows was lowest, {best.valid:.4g}, after epoch {best.epoch}, "
    yield tag("p", f"{text}which was kept.")
    yield training_history(found)


def training_history(found) -> Html:
    """Training and validation loss by epoch, on a scale of logarithms."""
    epochs, best = [e.epoch for e in found.history], found.fit.best
    losses = [(e.train, e.valid) for e in found.history]
    logs = np.log10(np.maximum(losses, 1e-9)).T
    low, high = logs.min(), logs.max() + 1e-3
    ticks = [(v, f"{10**v:.2g}") for v, _ in svg.round_ticks(low, high)]
    last = max(len(epochs), 2)
    xs = 1, last, [tick for tick in svg.round_ticks(1, last) if tick[0] % 1 == 0]
    x, y, tall, axes = svg.axes(xs, (low, high, ticks), 250, "epoch", "loss")
    drawn = [svg.line(x(epochs), y(v), k) for k, v in zip(("train", "valid"), logs)]
    drawn += svg.dots([x(best.epoch)], [y(np.log10(max(best.valid, 1e-9)))], 5, "plus")
    for e, (train, valid) in zip(epochs, losses):
        text = f"epoch {e}: training {train:.4g}, validation {valid:.4g}"
        drawn.append(svg.hint(text, x([e - 0.5, e + 0.5]), y([low, high])))
    alt = f"Loss in {len(epochs)} epochs; validation falls to {best.valid:.4g}."
    caption = ["Full line: validation rows. Broken line: training rows. Dot: kept."]
    return svg.drawing(alt, caption, tall, axes, *drawn)


def settings_part(found):
    stacks, parts = found.fit.network.stacks, found.split
    nets = [
        f"{len(s.features)} x {'-'.join(map(str, (len(s.features[0]), *s.hidden)))}"
        f"-{found.table.outputs}"
        for s in stacks
    ]
    sizes = [f"{len(y):,}" for _, y in (parts.train, parts.valid, parts.test)]
    rows = {
        "architecture": "mlp-m" if len(stacks) > 1 else "mlp",
        "networks": " + ".join(nets),
        "parameters": f"{found.fit.network.size:,}",
        "averaging function": found.mean,
        "training, validation, test rows": ", ".join(sizes),
        "seed": found.seed,
        **{f"recipe: {k}": v for k, v in asdict(found.fit.recipe).items()},
        "nidlite": sys.modules["nidlite"].__version__,
        **{name: version(name) for name in ("numpy", "autograd", "matplotlib")},
        "python": platform.python_version(),
    }
    yield tag("h2", "Settings and versions")
    yield table(["setting", "value"], rows.items())
