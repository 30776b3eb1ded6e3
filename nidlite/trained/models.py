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
  of modules() or layers. A torch module is run to see that they are a chain.
  Of a Keras model or a state_dict x + h in the code, or another order, cannot be seen
  where the shapes fit all the same.
- Shapes say which way round a list of matrices is, except where each way is a network,
  as with square matrices. Then feature_names may tell, by their number.
"""

from collections.abc import Mapping

import numpy as np

from ..errors import InputError
from ..weights import as_weights
from .layers import ancestry, as_float64, refuse_if, shown_layer
from .torch_modules import check_chain, state_matrices, torch_matrices

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
        matrices, advice = list(torch_matrices(model)), BRANCHES
    elif isinstance(model, Mapping):
        matrices, advice = list(state_matrices(model)), BRANCHES
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
        check_chain(model)
    return arrays


def _keras_matrices(model):
    """The kernel of each Dense layer, transposed, in the order of layers."""
    for layer in model.layers:
        weights = layer.get_weights()
        if hasattr(layer, "layers"):
            yield from _keras_matrices(layer)
        elif "Dense" in ancestry(layer) and len(weights) <= 2:  # more: LoRA, quantized
            where = shown_layer(layer.name, layer)
            if not weights:
                raise InputError(f"{where} has no weights yet; fit the model")
            yield as_float64(weights[0], where).T
        else:
            refuse_if(weights, layer.name, layer)


def _scikit_learn_matrices(model):
    """coefs_, transposed; what to give instead for an estimator without them."""
    if hasattr(model, "coefs_"):
        return [as_float64(W, "coefs_").T for W in model.coefs_]
    name, kinds = type(model).__name__, ancestry(model)
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
    return [as_float64(W, f"entry {k} of the list") for k, W in enumerate(entries)]
