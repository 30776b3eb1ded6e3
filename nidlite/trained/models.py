"""The weights of a network that another library trained, in the paper's orientation.

A torch module, a Keras model and a scikit-learn MLP are told apart by their methods, so
none of these libraries is imported. W^(l) is (p_l, p_{l-1}) here and in torch. Keras'
kernels and scikit-learn's coefs_ are transposed. Before one believes such a ranking:

- The features should have been scaled alike: W1 is per unit of each feature.
- Sec. 3.2 derives z for ReLU. As a bound on the gradient it holds for every activation
  whose slope stays within -1 and 1: tanh, leaky ReLU, softplus, the logistic function.
  GELU and SiLU exceed it by 13 and 10 percent.
- A torch module is run to see that its layers are a chain (chain.py). Of a Keras model
  or a state_dict a skip connection cannot be seen where the shapes fit all the same.
- Shapes say which way round a list of matrices is, except where all are square.
"""

from collections.abc import Mapping

import numpy as np

from ..errors import InputError
from ..weights import as_reals, as_weights
from .chain import REMEDY, check_chain, is_linear, kinds

KINDS = (
    "a torch module or its state_dict, a Keras model, a fitted scikit-learn "
    "MLPRegressor or MLPClassifier, or a list of weight matrices [W1, ..., w_y]"
)


def weights_of(model) -> list[np.ndarray]:
    """[W1, ..., w_y] of a model or a list, (p_l, p_{l-1}) each, as float64 copies.

    Biases do not matter to NID. Raises InputError for layers that are not fully
    connected, a model that is not fitted, and weights that are not finite or no chain
    (p_1, p), (p_2, p_1), ..., (outputs, p_L).
    """
    if isinstance(model, type):
        raise InputError(f"expected {KINDS}; got the class {model.__name__} itself")
    whole = True
    if hasattr(model, "get_weights") and hasattr(model, "layers"):
        matrices = list(_keras_matrices(model))
    elif hasattr(model, "named_modules"):
        matrices = list(_torch_matrices(model))
    elif isinstance(model, Mapping):
        matrices = list(_state_matrices(model))
    else:
        matrices, whole = _listed_matrices(model), False
    try:
        arrays = [W.copy() for W in as_weights(matrices)]
    except ValueError as error:
        raise InputError(f"{error}{whole * f'; {REMEDY}'}") from None
    if whole and any(len(W) == 1 for W in arrays[:-1]):
        # NID's own networks in torch: an MLP to one output, then nets of one feature.
        raise InputError(f"a layer with one output stands before others; {REMEDY}")
    if hasattr(model, "named_modules"):
        check_chain(model)
    return arrays


def _keras_matrices(model):
    """The kernel of each Dense layer, transposed, in the order of `layers`."""
    for layer in model.layers:
        weights, where = layer.get_weights(), f"{layer.name} ({type(layer).__name__})"
        if hasattr(layer, "layers"):
            yield from _keras_matrices(layer)
        elif "Dense" in kinds(layer) and len(weights) <= 2:  # more: LoRA, quantized
            if not weights:
                raise InputError(f"{where} has no weights yet; fit the model")
            yield as_float64(weights[0], where).T
        else:
            refuse_if(weights, layer, where)


def _torch_matrices(model):
    """The weight of each nn.Linear, in the order of modules()."""
    seen = set()
    for name, layer in model.named_modules(remove_duplicate=False):
        where = f"{name or 'the model'} ({type(layer).__name__})"
        if not is_linear(layer):
            values = *layer.parameters(recurse=False), *layer.buffers(recurse=False)
            refuse_if(values, layer, where)
        elif id(layer) in seen:
            raise InputError(f"{where} stands in the model twice; {REMEDY}")
        else:
            seen.add(id(layer))
            yield as_float64(layer.weight, where)


def _state_matrices(state):
    """The weights of a torch state_dict of Linear layers only, in its order."""
    for name, values in state.items():
        kind, order = str(name).rpartition(".")[2], len(np.shape(values))
        if (kind, order) == ("weight", 2):
            yield as_float64(values, name)
        elif (kind, order) != ("bias", 1):
            raise InputError(f"{name} is of no fully connected layer; {REMEDY}")


def _listed_matrices(model):
    """The entries of a list, or the coefs_ of a scikit-learn MLP, transposed."""
    if hasattr(model, "coefs_"):
        return [as_float64(W, "coefs_").T for W in model.coefs_]
    name = type(model).__name__
    if hasattr(model, "hidden_layer_sizes"):
        raise InputError(f"this {name} has no weights yet; fit it first")
    if hasattr(model, "get_params") or not hasattr(model, "__iter__"):
        remedy = "of a pipeline give the last step, of a search the best_estimator_"
        raise InputError(f"expected {KINDS}; got a {name}; {remedy}")
    return [as_float64(W, f"entry {k} of the list") for k, W in enumerate(model)]


def as_float64(weight, where) -> np.ndarray:
    """The weight as float64, out of torch's graph and memory if it is a tensor."""
    try:
        if hasattr(weight, "detach"):
            weight = weight.detach().cpu().double()  # NumPy has no bfloat16
        return as_reals(weight)
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise InputError(f"cannot read the weights of {where}: {error}") from None


def refuse_if(weights, layer, where):
    """InputError for a layer that computes something but is not fully connected."""
    # Activations, dropout and flatten have no weights and pass. Layers that normalise
    # or join two branches may have none, either, and do not pass.
    if weights or {"Merge", "_Merge"} & kinds(layer) or "Norm" in type(layer).__name__:
        raise InputError(f"{where} is not a fully connected layer; {REMEDY}")
