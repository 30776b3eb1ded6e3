"""The weights of a network that another library trained, in the paper's orientation.

A torch module, a Keras model and a scikit-learn MLP are told apart by their methods, so
none of these libraries is imported. W^(l) is (p_l, p_{l-1}) here and in torch. Keras'
kernels and scikit-learn's coefs_ are transposed. Before one believes such a ranking:

- The features should have been scaled alike: W1 is per unit of each feature.
- Sec. 3.2 derives z for ReLU. As a bound on the gradient it holds for every activation
  whose slope stays within -1 and 1: tanh, leaky ReLU, softplus, the logistic function.
  GELU and SiLU exceed it by 13 and 10 percent.
- Layers are read in the order of torch's modules(), or of Keras' layers. Weights do not
  tell whether the model runs them one after another, each once, without a skip.
- Shapes say which way round a list of matrices is, except where all are square.
"""

from collections.abc import Mapping

import numpy as np

from ..errors import InputError
from ..weights import as_weights

EXPECTED = (
    "a torch module or its state_dict, a Keras model, a fitted scikit-learn MLP (the "
    "last step of a pipeline), or a list [W1, ..., w_y]: fully connected layers in a "
    "chain, such as model.interaction_mlp, the part that sees all features"
)


def weights_of(model) -> list[np.ndarray]:
    """[W1, ..., w_y] of a model or a list, (p_l, p_{l-1}) each, as float64 copies.

    Biases do not matter to NID. Raises InputError for layers that are not fully
    connected, a model that is not fitted, and weights that are not finite or no chain
    (p_1, p), (p_2, p_1), ..., (outputs, p_L).
    """
    try:
        return as_weights([out_of_torch(W) for W in matrices_of(model)])
    except (TypeError, ValueError, RuntimeError) as error:
        got = f"got a {type(model).__name__}"
        raise InputError(f"{error}; expected {EXPECTED}; {got}") from None


def matrices_of(model) -> list:
    """The model's weight matrices, (p_l, p_{l-1}) each, the first layer's first."""
    if hasattr(model, "coefs_"):
        return [np.transpose(W) for W in model.coefs_]
    if hasattr(model, "get_weights"):
        return keras_matrices(model)
    if hasattr(model, "state_dict"):
        model = model.state_dict()
    return state_matrices(model) if isinstance(model, Mapping) else list(model)


def keras_matrices(model) -> list:
    """The kernel of each Dense layer, transposed, in the order of `layers`."""
    matrices = []
    for layer in model.layers:
        weights, dense = layer.get_weights(), type(layer).__name__ == "Dense"
        if hasattr(layer, "layers"):
            matrices += keras_matrices(layer)
        elif dense and len(weights) in (1, 2):
            matrices.append(np.transpose(weights[0]))
        elif dense or weights:  # activations, dropout and flatten have none and pass
            raise ValueError(f"{layer.name} is not a fitted dense layer")
    return matrices


def state_matrices(state) -> list:
    """The weights in a torch state_dict of Linear layers only, in its order."""
    for name, values in state.items():
        kind = str(name).rpartition(".")[2]
        if (kind, len(np.shape(values))) not in (("weight", 2), ("bias", 1)):
            raise ValueError(f"{name} is not of a fully connected layer")
    matrices = [W for W in state.values() if len(np.shape(W)) == 2]
    if any(len(W) == 1 for W in matrices[:-1]):
        # NID's own networks in torch: an MLP to one output, then nets of one feature.
        raise ValueError("a layer with one output stands before others")
    return matrices


def out_of_torch(W):
    """The matrix, from torch's graph and memory if it is a tensor."""
    return W.detach().cpu().double().numpy() if hasattr(W, "detach") else W
