"""Does a torch module run its fully connected layers as a chain, one after another?

In a chain all that comes after a layer depends on that layer's output alone. So each
layer's output is held still, and the answer must not move with the rows any more.
"""

from copy import deepcopy

import numpy as np

from ..errors import InputError

STILL = 1e-9  # of the answers' size: rounding in float64
REMEDY = (
    "NID reads a chain of fully connected layers: give the part of the model that sees "
    "all features, such as model.interaction_mlp, or the weight matrices as a list"
)


def kinds(layer) -> set[str]:
    """The names of the layer's class and of those that it inherits from."""
    return {kind.__name__ for kind in type(layer).__mro__}


def is_linear(layer) -> bool:
    return "Linear" in kinds(layer)


def check_chain(model):
    """InputError unless the module runs its fully connected layers as a chain.

    A module that cannot be run on rows of numbers alone is passed over.
    """
    names = [name for name, layer in model.named_modules() if is_linear(layer)]
    calls = []
    try:
        copy = deepcopy(model).cpu().double().eval()
        layers = [copy.get_submodule(name) for name in names]
        rows = np.random.default_rng(0).normal(size=(8, layers[0].weight.shape[1]))
        X = layers[0].weight.new_tensor(rows.tolist())
        spreads = [spread_held(copy, layer, X) for layer in layers]
        for layer, name in zip(layers, names):
            layer.register_forward_hook(lambda *_, name=name: calls.append(name))
        copy(X)
    except Exception:  # whatever the code of a module may raise
        return
    if calls != names:
        has, runs = ", ".join(names), ", ".join(calls) or "none"
        raise InputError(f"the model has the layers {has}, but runs {runs}; {REMEDY}")
    for name, spread in zip(names, spreads):
        if spread > STILL:
            what = f"what follows layer {name} does not depend on that layer alone"
            raise InputError(f"{what}; {REMEDY}")


def spread_held(model, layer, X) -> float:
    """How far the answers for rows lie apart when the layer's output is one row's."""
    hook = layer.register_forward_hook(lambda *call: call[2][:1].expand_as(call[2]))
    answers = model(X).detach().numpy()
    hook.remove()
    return float(np.abs(answers - answers[:1]).max() / (np.abs(answers).max() or 1))
