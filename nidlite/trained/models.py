"""What the weights of any network say about which features interact (Sec. 3 and 4).

A torch module, a Keras model and a scikit-learn MLP are told apart by their methods, so
none of these libraries is imported. Before one believes such a ranking:

- The features should have been scaled alike: W1 is per unit of each feature.
- Sec. 3.2 derives z for ReLU. As a bound on the gradient it holds for every activation
  whose slope stays within -1 and 1: tanh, leaky ReLU, softplus, the logistic function.
  GELU and SiLU exceed it by up to 13 and 10 percent in each layer above.
- Layers are read in the order of torch's modules(), or of Keras' layers. Weights do not
  tell whether the model runs them one after another, each once, without a skip.
- Shapes say which way round a list of matrices is, except where all are square.

>>> rank_interactions([[[2, 3, 0], [0, 1, 1]], [[1, 4]]])
[((1, 2), 4.0), ((0, 1), 2.0)]
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..errors import InputError
from ..influence import aggregated_weights
from ..interactions import Ranking
from ..ranking import Rankings, greedy_ranking, pairwise_strengths
from ..tables.arrays import checked_names
from ..weights import as_weights

EXPECTED = (
    "a torch module or its state_dict, a Keras model, a fitted scikit-learn MLP (the "
    "last step of a pipeline), or a list [W1, ..., w_y]: fully connected layers in a "
    "chain, such as model.interaction_mlp, the part that sees all features"
)


@dataclass(eq=False, repr=False)
class Interpretation(Rankings):
    """Rankings and strengths of p features, read from weights."""

    weights: list[np.ndarray]  # [W1, ..., w_y], (p_l, p_{l-1}) each
    feature_names: tuple[str, ...]

    @property
    def summary(self) -> str:
        shapes = ", ".join(str(W.shape) for W in self.weights)
        return f"strengths from weights {shapes}, mean {self.mean}"


def interpret(model, feature_names=None, mean="minimum") -> Interpretation:
    """What the weights of a trained network say: NID without training (Sec. 4.2).

    model is a torch module or its state_dict, a Keras model, a fitted scikit-learn MLP
    or a list [W1, ..., w_y]. Names are feature_names, feature_names_in_, or x1 to xp.
    Raises InputError.
    """
    if feature_names is None:
        feature_names = getattr(model, "feature_names_in_", None)
    weights = weights_of(model)
    W1, z = weights[0], aggregated_weights(weights)
    names = checked_names(feature_names, W1.shape[1], f"W1 has shape {W1.shape}")
    rankings = greedy_ranking(W1, z, mean), pairwise_strengths(W1, z, mean)
    return Interpretation(mean, z, *rankings, weights, names)


def rank_interactions(weights, mean="minimum") -> Ranking:
    """Algorithm 1 on any ReLU network's weights [W1, ..., w_y], (p_l, p_{l-1}) each.

    Sec. 3.2 and 4.2. weights may be a model, as for interpret. Raises InputError.
    """
    return interpret(weights, mean=mean).ranking


def weights_of(model) -> list[np.ndarray]:
    """[W1, ..., w_y], (p_l, p_{l-1}) each, of a model or a list; else InputError."""
    try:
        return as_weights(matrices_of(model))
    except (TypeError, ValueError, RuntimeError) as error:
        got = f"got an object of type {type(model).__name__}"
        raise InputError(f"{error}; expected {EXPECTED}; {got}") from None


def matrices_of(model) -> list:
    """The model's weight matrices, (p_l, p_{l-1}) each, the first layer's first."""
    if hasattr(model, "coefs_"):
        return [np.transpose(W) for W in model.coefs_]
    if hasattr(model, "get_weights"):
        return keras_matrices(model)
    if hasattr(model, "state_dict"):
        model = model.state_dict()
    Ws = state_matrices(model) if isinstance(model, Mapping) else model
    return [W.detach().cpu().double().numpy() if hasattr(W, "cpu") else W for W in Ws]


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
