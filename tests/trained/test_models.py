"""Weights from scikit-learn and torch against the networks' own outputs.

Keras is a stand-in with the methods that are used.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from nidlite.errors import InputError
from nidlite.trained.interpretation import rank_interactions
from nidlite.trained.models import weights_of

SIZES = (4, 6, 5, 1)  # p, p_1, p_2 and the output


def product_and_sum(n=2000):
    """Rows and x1 x2 + x3, which x4 has nothing to do with."""
    X = np.random.default_rng(0).uniform(-1, 1, size=(n, 4))
    return X, X[:, 0] * X[:, 1] + X[:, 2]


@pytest.fixture(scope="module")
def regressor():
    settings = {"hidden_layer_sizes": SIZES[1:-1], "solver": "lbfgs", "max_iter": 5000}
    return MLPRegressor(**settings, alpha=1, random_state=0).fit(*product_and_sum())


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch")


def run(weights, biases, X):
    """Sec. 2.3: h = max(W h + b, 0), and the output's weights without it, (n,)."""
    h = X.T
    for W, b in zip(weights[:-1], biases[:-1]):
        h = np.maximum(W @ h + b[:, None], 0)
    return (weights[-1] @ h + biases[-1][:, None])[0]


def torch_copy(torch, regressor):
    layers = []
    for W, b in zip(regressor.coefs_, regressor.intercepts_):
        layer = torch.nn.Linear(*W.shape).double()
        layer.weight.data[:] = torch.tensor(W.T)
        layer.bias.data[:] = torch.tensor(b)
        layers += [layer, torch.nn.ReLU()]
    return torch.nn.Sequential(*layers[:-1])


def has_its_outputs(weights, regressor):
    X = product_and_sum(50)[0]
    y = run(weights, regressor.intercepts_, X)
    # Sums of a few products in another order.
    return np.allclose(y, regressor.predict(X), rtol=0, atol=1e-12)


def test_the_formula_with_a_model_s_weights_gives_its_predictions(regressor):
    weights = weights_of(regressor)
    assert [W.shape for W in weights] == [(6, 4), (5, 6), (1, 5)]
    assert all(np.array_equal(W, C.T) for W, C in zip(weights, regressor.coefs_))
    assert has_its_outputs(weights, regressor)
    assert not has_its_outputs([weights[0][:, ::-1], *weights[1:]], regressor)
    assert not has_its_outputs([np.abs(W) for W in weights], regressor)


def test_a_network_trained_on_x1_x2_plus_x3_ranks_its_product_first(regressor):
    # Measured: so it is with random states 0 to 5, and with four of them for Adam.
    assert regressor.score(*product_and_sum()) > 0.99
    assert rank_interactions(regressor)[0][0] == (0, 1)


def test_torch_s_weights_are_taken_as_they_are(torch, regressor):
    model = torch_copy(torch, regressor)
    X = product_and_sum(50)[0]
    y = model(torch.tensor(X)).detach().numpy()[:, 0]
    np.testing.assert_allclose(y, regressor.predict(X), rtol=0, atol=1e-12)
    raw = [model[k].weight.detach().numpy() for k in (0, 2, 4)]
    assert all(map(np.array_equal, weights_of(model), raw))
    assert rank_interactions(model) == rank_interactions(regressor)
    assert all(map(np.array_equal, weights_of(model.state_dict()), raw))


def test_coefs_the_wrong_way_round_are_rejected_by_their_shapes(regressor):
    for function in (weights_of, rank_interactions):
        with pytest.raises(InputError, match="transpose each"):
            function(regressor.coefs_)
    turned = [W.T for W in regressor.coefs_]
    assert all(map(np.array_equal, weights_of(turned), weights_of(regressor)))


def test_torch_models_of_other_layers_and_shapes_are_refused(torch):
    nn = torch.nn
    mlp = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 1))
    norm = nn.Sequential(nn.Linear(4, 5), nn.BatchNorm1d(5), nn.Linear(5, 1))
    plain = nn.LayerNorm(5, elementwise_affine=False)  # without weights
    twice = nn.Linear(5, 5)
    branches = nn.ModuleDict({"deep": mlp, "wide": nn.Linear(4, 1)})
    one_feature = nn.Sequential(nn.Linear(1, 3), nn.ReLU(), nn.Linear(3, 1))
    authors = {"interaction_mlp": mlp, "univariate_mlps": one_feature}
    for model, words in [
        (norm, r"1 \(BatchNorm1d\) is not a fully connected layer"),
        (nn.Sequential(nn.Linear(4, 5), plain, nn.Linear(5, 1)), "LayerNorm"),
        (nn.Sequential(nn.Linear(4, 5), twice, twice, nn.Linear(5, 1)), "twice"),
        (nn.Sequential(nn.LazyLinear(5), nn.Linear(5, 1)), r"0 \(LazyLinear\)"),
        (branches, "the part of the model that sees all features"),
        (branches.state_dict(), "the part of the model that sees all features"),
        (norm.state_dict(), "1.running_mean is of no|1.weight is of no"),
        (nn.ModuleDict(authors), "one output stands before others"),
        (nn.Linear(4, 1), "at least W1"),
        (nn.Sequential, "the class Sequential itself"),
        (list(mlp.parameters()), "check the order"),
    ]:
        with pytest.raises(InputError, match=words):
            weights_of(model)
    # The part of the authors' network that sees all features is read.
    assert [W.shape for W in weights_of(mlp)] == [(5, 4), (1, 5)]


CHAINS = {
    "ReLU": lambda s, x: s.c(s.b(s.a(x).relu()).relu()),
    "tanh, and it changes the answer": lambda s, x: 3 * s.c(s.b(s.a(x).tanh())) + 1,
    "cannot be run": lambda s, x: s.c(s.a(x["rows"])),
}
NO_CHAINS = {
    "runs a, a, b": lambda s, x: s.c(s.a(x) + s.b(s.a(x).relu())),
    "runs b, a, c": lambda s, x: s.c(s.a(s.b(x))),
    "follows layer b does not": lambda s, x: (lambda h: s.c(h + s.b(h)))(s.a(x)),
    "follows layer a does not": lambda s, x: s.c(s.b(s.a(x))) + x[:, :1],
}


@pytest.mark.parametrize("words", [*CHAINS, *NO_CHAINS])
def test_a_torch_module_is_read_if_it_runs_its_layers_as_a_chain(torch, words):
    class Three(torch.nn.Module):
        """Three layers, two of them of one shape, that a code runs."""

        def __init__(self):
            super().__init__()
            linear = torch.nn.Linear
            self.a, self.b, self.c = linear(4, 4), linear(4, 4), linear(4, 1)

        def forward(self, x):
            return (CHAINS | NO_CHAINS)[words](self, x)

    model = Three().bfloat16().train()  # another precision than ours
    if words in CHAINS:
        assert [W.shape for W in weights_of(model)] == [(4, 4), (4, 4), (1, 4)]
        assert model.training and model.a.weight.dtype == torch.bfloat16
        assert not any(layer._forward_hooks for layer in model.modules())
    else:
        with pytest.raises(InputError, match=words):
            weights_of(model)


class Layer:
    """As much of Keras as is used: a name and get_weights()."""

    def __init__(self, *weights):
        self.name, self.weights = "layer_7", weights

    def get_weights(self):
        return list(self.weights)


class Dense(Layer):
    pass


def stand_in(*layers):
    """A Keras model of these layers, for those who have no Keras."""
    return SimpleNamespace(layers=layers, get_weights=None)


def test_a_stand_in_for_keras_is_read_by_its_methods_alone():
    kernels = np.arange(12.0).reshape(4, 3), np.array([[1.0], [-2], [3]])
    first, last = Dense(kernels[0], np.zeros(3)), Dense(kernels[1], np.zeros(1))
    found = weights_of(stand_in(first, Layer(), last))
    assert all(np.array_equal(W, K.T) for W, K in zip(found, kernels, strict=True))
    with pytest.raises(InputError, match=r"layer_7 \(Layer\)"):
        weights_of(stand_in(first, Layer(np.ones(3)), last))
    with pytest.raises(InputError, match=r"layer_7 \(Dense\) has no weights yet"):
        weights_of(stand_in(Dense(), last))


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (MLPRegressor(), "MLPRegressor has no weights yet; fit it first"),
        (make_pipeline(StandardScaler(), MLPRegressor()), "the last step"),
        (GridSearchCV(MLPRegressor(), {"alpha": [1]}), "the best_estimator_"),
        (LinearRegression(), "got a LinearRegression"),
        (3.0, "got a float"),
        ([], "got 0 matrices"),
        ([[[1.0, 2.0], [3.0]], [1.0]], "entry 0 of the list"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_what_is_no_network_is_refused_in_one_line(model, words):
    with pytest.raises(InputError, match=words) as caught:
        weights_of(model)
    assert "\n" not in str(caught.value)
