"""A layer of another library: its weights, its kind, and why it may be refused."""

import numpy as np

from ..errors import InputError
from ..weights import as_reals

REMEDY = (
    "give the part of the model that sees all features and is a chain of such layers, "
    "or the weight matrices as a list"
)


def as_float64(weight, where) -> np.ndarray:
    """The weight as float64, out of torch's graph and memory if it is a tensor."""
    try:
        if hasattr(weight, "detach"):
            weight = weight.detach().cpu().double()  # NumPy has no bfloat16
        return as_reals(weight)
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise InputError(f"cannot read the weights of {where}: {error}") from None


def refuse_if(weights, name, layer):
    """InputError for a layer that computes something but is not fully connected."""
    # Layers of other libraries without weights: activations, dropout, flatten pass;
    # those that normalise or join two branches do not.
    kinds = ancestry(layer)
    if weights or {"Merge", "_Merge"} & kinds or "Norm" in type(layer).__name__:
        text = "is not a fully connected layer, and NID reads no other"
        raise InputError(f"{shown_layer(name, layer)} {text}; {REMEDY}")


def ancestry(layer) -> set[str]:
    return {kind.__name__ for kind in type(layer).__mro__}


def shown_layer(name, layer) -> str:
    return f"{name or 'the model'} ({type(layer).__name__})"
