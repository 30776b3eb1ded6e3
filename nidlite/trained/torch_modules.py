"""The weights of a torch module, or of its state_dict, if it is a chain of layers.

Whether it runs them one after another is asked, not read. In a chain all that comes
after a layer depends on that layer's output alone. So each layer's output is held
still, and the answer must not move with the rows any more.
"""

from copy import deepcopy

import numpy as np

from ..errors import InputError
from .layers import REMEDY, ancestry, as_float64, refuse_if, shown_layer

ROWS = 8
STILL = 1e-9  # of the answers' size: rounding in float64


def state_matrices(state):
    """The weights of a torch state_dict, which has Linear layers only, in its order."""
    for name, values in state.items():
        kind, order = str(name).rpartition(".")[2], len(np.shape(values))
        if (kind, order) == ("weight", 2):
            yield as_float64(values, name)
        elif (kind, order) != ("bias", 1):
            raise InputError(
                f"{name} of the state_dict is no weight or bias of a fully connected "
                f"layer, and NID reads no other; {REMEDY}"
            )


def _is_linear(layer) -> bool:
    return "Linear" in ancestry(layer)


def torch_matrices(model):
    """The weight of each nn.Linear, in the order of modules()."""
    seen = set()
    for name, layer in model.named_modules(remove_duplicate=False):
        if _is_linear(layer):
            if id(layer) in seen:
                raise InputError(
                    f"{shown_layer(name, layer)} stands in the model twice; give the "
                    "weight matrices as a list, in the order in which they are applied"
                )
            seen.add(id(layer))
            yield as_float64(layer.weight, shown_layer(name, layer))
        else:
            own = *layer.parameters(recurse=False), *layer.buffers(recurse=False)
            refuse_if(own, name, layer)


def check_chain(model):
    """InputError unless the module runs its fully connected layers as a chain.

    A module that cannot be run on rows of numbers alone is passed over.
    """
    names = [name for name, layer in model.named_modules() if _is_linear(layer)]
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
