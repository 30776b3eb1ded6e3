"""Does a torch module run its layers one after another? It is asked, not read.

In a chain all that comes after a layer depends on that layer's output alone. So each
layer's output is held still, and the answer must not move with the rows any more.
"""

from copy import deepcopy

import numpy as np

from ..errors import InputError

ROWS = 8
STILL = 1e-9  # of the answers' size: rounding in float64
REMEDY = (
    "give the part of the model that sees all features and is a chain of such layers, "
    "or the weight matrices as a list"
)


def check_chain(model, names):
    """InputError unless the module runs the layers of these names as a chain.

    A module that cannot be run on rows of numbers alone is passed over.
    """
    calls = []
    try:
        copy = deepcopy(model).cpu().double().eval()
        layers = [copy.get_submodule(name) for name in names]
        rows = np.random.default_rng(0).normal(size=(ROWS, layers[0].weight.shape[1]))
        X = layers[0].weight.new_tensor(rows.tolist())
        moved = [_spread_held(copy, layer, X) for layer in layers]
        for layer, name in zip(layers, names):
            layer.register_forward_hook(lambda *_, name=name: calls.append(name))
        copy(X)
    except Exception:  # whatever the code of a module may raise
        return
    if calls != names:
        raise InputError(
            f"the model has the layers {', '.join(names)}, but runs "
            f"{', '.join(calls) or 'none'}; {REMEDY}"
        )
    for name, spread in zip(names, moved):
        if spread > STILL:
            raise InputError(
                f"the model is no chain of its layers: what follows layer {name} does "
                f"not depend on that layer alone; {REMEDY}"
            )


def _spread_held(model, layer, X) -> float:
    """How far the answers for rows lie apart when the layer's output is one row's."""

    def first_for_all(module, given, output):
        return output[:1].expand_as(output)

    hook = layer.register_forward_hook(first_for_all)
    answers = model(X).detach().numpy()
    hook.remove()
    return float(np.abs(answers - answers[:1]).max() / (np.abs(answers).max() or 1))
