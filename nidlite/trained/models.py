"""The weights of a network that another library trained, in the paper's orientation.

A torch module, a Keras model and a fitted MLPRegressor or MLPClassifier of scikit-learn
are told apart by their methods, so none of these libraries is imported. W^(l) is
(p_l, p_{l-1}) here and in torch. Keras' kernels and scikit-learn's coefs_ are
(p_{l-1}, p_l) and are transposed. Before one believes a ranking of such weights:

- The features should have been scaled alike: W1 is per unit of each feature. Without a
  penalty, weights that the training did not need are still the random start's.
- Sec. 3.2 derives z for ReLU. As a bound on the gradient it holds for every activation
  whose slope stays within -1 and 1: tanh, leaky ReLU, softplus, the logistic function
  (1/4 at most). GELU and SiLU exceed it by 13 and 10 percent.
- A model lists its layers, not what its code does with them. They are read in the order
  of modules() or layers. A torch module is run to see that they are a chain (chain.py).
  Of a Keras model or a state_dict x + h in the code, or another order, cannot be seen
  where the shapes fit all the same.
- Shapes say which way round a list of matrices is, except where each way is a network,
  as with square matrices. Then feature_names may tell, by their number.
"""

from collections.abc import Mapping

import numpy as np

from ..errors import InputError
from ..weights import as_reals, as_weights
from .chain import REMEDY, check_chain

KINDS = (
    "a torch module or its state_dict, a Keras model, a fitted scikit-learn "
    "MLPRegressor or MLPClassifier, or a list of weight matrices [W1, ..., w_y]"
)
BRANCHES = (
    "if the model has branches or skip connections, give the part that sees all "
    "features, such as model.interaction_mlp"
)


def weights_of(model) -> list[np.ndarray]:
    """[W1, ..., w_y] of a model or a list, (p_l, p_{l-1}) each, as float64 copies.

    Biases do not matter to NID. Raises InputError for layers that are not fully
    connected, a model that is not fitted, and weights that are not finite or no chain
    (p_1, p), (p_2, p_1), ..., (outputs, p_L).
    """
    if isinstance(model, type):
        raise InputError(f"expected {KINDS}; got the class {model.__name__} itself")
    advice = ""
    if hasattr(model, "get_weights") and hasattr(model, "layers"):
        matrices, advice = list(_keras_matrices(model)), BRANCHES
    elif hasattr(model, "named_modules"):
        matrices, advice = list(_torch_matrices(model)), BRANCHES
    elif isinstance(model, Mapping):
        matrices, advice = list(_state_matrices(model)), BRANCHES
    elif hasattr(model, "get_params"):
        matrices = _scikit_learn_matrices(model)
    else:
        matrices = _listed_matrices(model)
    try:
        arrays = [W.copy() for W in as_weights(matrices)]
    except ValueError as error:
        raise InputError(f"{error}{advice and f'; {advice}'}") from None
    if advice and any(len(W) == 1 for W in arrays[:-1]):
        # NID's own networks in torch: an MLP to one output, then nets of one feature.
        raise InputError(
            f"a layer with one output stands before others: {advice}; if it is one "
            "network with a hidden layer of one unit, give its matrices as a list"
        )
    if hasattr(model, "named_modules"):
        check_chain(model, [n for n, m in model.named_modules() if _is_linear(m)])
    return arrays


def _state_matrices(state):
    """The weights of a torch state_dict, which has Linear layers only, in its order."""
    for name, values in state.items():
        kind, order = str(name).rpartition(".")[2], len(np.shape(values))
        if (kind, order) == ("weight", 2):
            yield _array(values, name)
        elif (kind, order) != ("bias", 1):
            raise InputError(
                f"{name} of the state_dict is no weight or bias of a fully connected "
                f"layer, and NID reads no other; {REMEDY}"
            )


def _is_linear(layer) -> bool:
    return "Linear" in _ancestry(layer)


def _torch_matrices(model):
    """The weight of each nn.Linear, in the order of modules()."""
    seen = set()
    for name, layer in model.named_modules(remove_duplicate=False):
        if _is_linear(layer):
            if id(layer) in seen:
                raise InputError(
                    f"{_shown(name, layer)} stands in the model twice; give the "
                    "weight matrices as a list, in the order in which they are applied"
                )
            seen.add(id(layer))
            yield _array(layer.weight, _shown(name, layer))
        else:
            own = *layer.parameters(recurse=False), *layer.buffers(recurse=False)
            _refuse_if(own, name, layer)


def _keras_matrices(model):
    """The kernel of each Dense layer, transposed, in the order of layers."""
    for layer in model.layers:
        weights = layer.get_weights()
        if hasattr(layer, "layers"):
            yield from _keras_matrices(layer)
        elif "Dense" in _ancestry(layer) and len(weights) <= 2:  # more: LoRA, quantized
            if not weights:
                raise InputError(
                    f"{_shown(layer.name, layer)} has no weights yet; fit the model"
                )
            yield _array(weights[0], _shown(layer.name, layer)).T
        else:
            _refuse_if(weights, layer.name, layer)


def _scikit_learn_matrices(model):
    """coefs_, transposed; what to give instead for an estimator without them."""
    if hasattr(model, "coefs_"):
        return [_array(W, "coefs_").T for W in model.coefs_]
    name, kinds = type(model).__name__, _ancestry(model)
    if "BaseMultilayerPerceptron" in kinds:
        raise InputError(f"this {name} has no weights yet; fit it first")
    remedy = "which is no such network"
    if hasattr(model, "steps"):
        remedy = "of which give the last step, [-1]"
    if "BaseSearchCV" in kinds:
        remedy = "of which give the best_estimator_"
    raise InputError(f"expected {KINDS}; got a {name}, {remedy}")


def _listed_matrices(model):
    """The entries of a list as arrays; tensors too, wherever they are."""
    try:
        entries = list(model)
    except TypeError:
        raise InputError(f"expected {KINDS}; got a {type(model).__name__}") from None
    return [_array(W, f"entry {k} of the list") for k, W in enumerate(entries)]


def _array(weight, where) -> np.ndarray:
    """The weight as float64, out of torch's graph and memory if it is a tensor."""
    try:
        if hasattr(weight, "detach"):
            weight = weight.detach().cpu().double()  # NumPy has no bfloat16
        return as_reals(weight)
    except (TypeError, ValueError, OverflowError, RuntimeError) as error:
        raise InputError(f"cannot read the weights of {where}: {error}") from None


def _refuse_if(weights, name, layer):
    """InputError for a layer that computes something but is not fully connected."""
    # Layers of other libraries without weights: activations, dropout, flatten pass;
    # those that normalise or join two branches do not.
    kinds = _ancestry(layer)
    if weights or {"Merge", "_Merge"} & kinds or "Norm" in type(layer).__name__:
        raise InputError(
            f"{_shown(name, layer)} is not a fully connected layer, and NID reads no "
            f"other; {REMEDY}"
        )


def _ancestry(layer) -> set[str]:
    return {kind.__name__ for kind in type(layer).__mro__}


def _shown(name, layer) -> str:
    return f"{name or 'the model'} ({type(layer).__name__})"
