"""Weights from scikit-learn, torch and Keras against the networks' own outputs."""

import os
from math import erf, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from nidlite.errors import InputError
from nidlite.trained.interpretation import interpret, rank_interactions
from nidlite.trained.models import weights_of

os.environ.setdefault("KERAS_BACKEND", "torch")
# Keras turns its variables into arrays in a way that NumPy 2 warns of.
pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation")
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


@pytest.fixture(scope="module")
def keras(torch):  # the backend
    return pytest.importorskip("keras")


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


def keras_copy(keras, regressor):
    """The same network in Keras, in float32."""
    dense = keras.layers.Dense
    hidden = [dense(width, activation="relu") for width in SIZES[1:-1]]
    model = keras.Sequential([keras.Input((SIZES[0],)), *hidden, dense(1)])
    pairs = zip(regressor.coefs_, regressor.intercepts_)
    model.set_weights([array for pair in pairs for array in pair])
    return model


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
    assert rank_interactions(model) == rank_interactions(raw)
    assert rank_interactions(model) == rank_interactions(regressor)


def test_keras_kernels_are_transposed(keras, regressor):
    model = keras_copy(keras, regressor)
    X = product_and_sum(50)[0]
    y = keras.ops.convert_to_numpy(model(X))[:, 0]
    # float32, weights and activations of a few units.
    np.testing.assert_allclose(y, regressor.predict(X), rtol=0, atol=1e-4)
    for W, C in zip(weights_of(model), regressor.coefs_):
        assert np.array_equal(W, C.T.astype(np.float32))
    assert rank_interactions(model)[0][0] == (0, 1)


def test_three_classes_have_three_rows_of_output_weights():
    X = np.random.default_rng(1).normal(size=(60, 4))
    settings = {"hidden_layer_sizes": (5,), "solver": "lbfgs", "max_iter": 200}
    model = MLPClassifier(**settings, random_state=0).fit(X, np.arange(60) % 3)
    W1, w_y = weights_of(model)
    assert W1.shape == (5, 4) and w_y.shape == (3, 5)


def test_layers_without_weights_are_passed_over(torch, keras):
    nn, layers = torch.nn, keras.layers
    rest = nn.Dropout(0.1), nn.Flatten(), nn.Tanh(), nn.Identity()
    model = nn.Sequential(nn.Linear(4, 3), *rest, nn.Sequential(nn.Linear(3, 1)))
    assert [W.shape for W in weights_of(model)] == [(3, 4), (1, 3)]
    inner = keras.Sequential([layers.Dense(3), layers.Dropout(0.1)])
    rest = inner, layers.ReLU(), layers.Dense(1, use_bias=False)
    model = keras.Sequential([keras.Input((4,)), *rest])
    assert [W.shape for W in weights_of(model)] == [(3, 4), (1, 3)]


def test_tensors_are_read_in_any_precision_and_with_their_gradient(torch):
    nn = torch.nn
    model = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 1))
    exact = weights_of(model)
    assert all(W.dtype == np.float64 for W in exact)
    listed = weights_of([model[0].weight, model[2].weight])
    assert all(map(np.array_equal, listed, exact))
    for W, rounded in zip(exact, weights_of(model.bfloat16())):
        np.testing.assert_allclose(rounded, W, rtol=2**-8)  # bfloat16 has 8 bits


def test_weights_are_copies_that_training_on_does_not_change(torch, regressor):
    model = torch_copy(torch, regressor)
    arrays = [W.T.copy() for W in regressor.coefs_]
    for given, change in (
        (model, lambda: model[0].weight.data.zero_()),
        (arrays, lambda: arrays[0].fill(0)),
    ):
        before = weights_of(given)
        change()
        assert np.array_equal(before[0], regressor.coefs_[0].T)
        assert not weights_of(given)[0].any()


def test_coefs_the_wrong_way_round_are_rejected_by_their_shapes(regressor):
    for function in (weights_of, rank_interactions):
        with pytest.raises(InputError, match="transpose each"):
            function(regressor.coefs_)
    turned = [W.T for W in regressor.coefs_]
    assert all(map(np.array_equal, weights_of(turned), weights_of(regressor)))


def test_shapes_that_fit_both_ways_cannot_tell():
    # The documented gap: as many outputs as features, or all matrices square.
    matrices = [np.ones(shape) for shape in [(3, 7), (7, 3)]]
    assert len(weights_of(matrices)) == len(weights_of([W.T for W in matrices]))
    one_unit = [np.ones((1, 3)), np.ones((2, 1)), np.ones((1, 2))]
    assert rank_interactions(one_unit)[0][0] == (0, 1)  # is allowed in a list


def torch_models(nn, torch):
    """What is no chain of fully connected layers, and what the message names."""
    mlp = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 1))
    shared = nn.Linear(5, 5)

    def parts(**modules):
        model = nn.Module()
        for name, part in modules.items():
            setattr(model, name, part)
        return model

    def between(layer):
        return nn.Sequential(nn.Linear(4, 5), layer, nn.Linear(5, 1))

    one = nn.Sequential(nn.Linear(1, 3), nn.ReLU(), nn.Linear(3, 1))
    return [
        (between(nn.BatchNorm1d(5)), r"1 \(BatchNorm1d\).* fully connected"),
        (between(nn.LayerNorm(5, elementwise_affine=False)), "LayerNorm"),
        (nn.Sequential(nn.Conv1d(1, 2, 3), *between(nn.ReLU())), r"0 \(Conv1d\)"),
        (parts(body=mlp, scale=nn.Parameter(torch.ones(4))), r"the model \(Module\)"),
        (nn.Sequential(nn.Linear(4, 5), shared, shared, nn.Linear(5, 1)), "twice"),
        (nn.Sequential(nn.LazyLinear(5), nn.Linear(5, 1)), r"0 \(LazyLinear\)"),
        (between(nn.ReLU()).to("meta"), r"cannot read the weights of 0"),
        (parts(deep=mlp, wide=nn.Linear(4, 1)), "the part that sees all features"),
        (
            parts(interaction_mlp=mlp, univariate_mlps=nn.ModuleList([one])),
            "one output stands before others.* model.interaction_mlp",
        ),
        (nn.Linear(4, 1), "at least W1"),
        (nn.Sequential, "the class Sequential itself"),
        (list(mlp.parameters()), "check the order"),
        (parts(deep=mlp, wide=nn.Linear(4, 1)).state_dict(), "skip connections, give"),
        ([mlp[0], mlp[2]], "entry 0 of the list"),
    ]


def test_torch_models_of_other_layers_and_shapes_are_refused(torch):
    models = torch_models(torch.nn, torch)
    for model, words in models:
        with pytest.raises(InputError, match=words):
            weights_of(model)
    # The part of the authors' network that sees all features is read.
    model = next(model for model, words in models if "interaction_mlp" in words)
    assert [W.shape for W in weights_of(model.interaction_mlp)] == [(5, 4), (1, 5)]


@pytest.fixture
def three_layers(torch):
    """A module of three layers of one shape but the last, that runs them by a code."""

    class Three(torch.nn.Module):
        def __init__(self, code):
            super().__init__()
            self.code, linear = code, torch.nn.Linear
            self.a, self.b, self.c = linear(4, 4), linear(4, 4), linear(4, 1)

        def forward(self, x):
            return self.code(self, x, torch.relu)

    return Three


CHAINS = {
    "ReLU": lambda s, x, relu: s.c(relu(s.b(relu(s.a(x))))),
    "tanh, and it changes the answer": lambda s, x, _: 3 * s.c(s.b(s.a(x).tanh())) + 1,
    "cannot be run": lambda s, x, _: s.c(s.a(x["rows"])),
    "only known layer by layer": lambda s, x, _: [s.c(s.b(s.a(x)))],
}
NO_CHAINS = {
    "around a layer": (lambda s, x, r: s.c(s.a(x) + s.b(r(s.a(x)))), "runs a, a, b"),
    "beside a layer": (
        lambda s, x, relu: (lambda h: s.c(h + relu(s.b(h))))(relu(s.a(x))),
        "what follows layer b does not depend on that layer alone",
    ),
    "to the end": (lambda s, x, _: s.c(s.b(s.a(x))) + x[:, :1], "what follows layer a"),
    "another order": (lambda s, x, _: s.c(s.a(s.b(x))), "runs b, a, c"),
    "a layer twice": (lambda s, x, _: s.c(s.b(s.b(s.a(x)))), "runs a, b, b, c"),
    "a layer left out": (lambda s, x, _: s.c(s.a(x)), "runs a, c"),
}


@pytest.mark.parametrize("kind", CHAINS)
def test_a_chain_in_torch_is_read_and_left_as_it_was(torch, three_layers, kind):
    model = three_layers(CHAINS[kind]).bfloat16().train()
    random = torch.get_rng_state()
    assert [W.shape for W in weights_of(model)] == [(4, 4), (4, 4), (1, 4)]
    assert model.training and model.a.weight.dtype == torch.bfloat16
    assert not any(layer._forward_hooks for layer in model.modules())
    assert torch.equal(random, torch.get_rng_state())


@pytest.mark.parametrize("kind", NO_CHAINS)
def test_a_network_in_torch_that_is_no_chain_is_refused(three_layers, kind):
    code, says = NO_CHAINS[kind]
    with pytest.raises(InputError, match=says) as error:
        interpret(three_layers(code))
    assert "\n" not in str(error.value)


def test_a_state_dict_is_read_in_its_order(torch, regressor):
    model = torch_copy(torch, regressor)
    assert all(map(np.array_equal, weights_of(model.state_dict()), weights_of(model)))
    assert interpret(model.state_dict()).ranking == interpret(model).ranking


def test_keras_models_of_other_layers_are_refused(keras):
    layers, start = keras.layers, keras.Input((4,))
    joined = layers.Dense(1)(layers.Add()([start, layers.Dense(4)(start)]))
    cases = [
        (keras.Model(start, joined), r"\(Add\)"),
        (keras.Sequential([layers.Dense(3), layers.Dense(1)]), "fit the model"),
    ]
    for kind in (layers.BatchNormalization, layers.UnitNormalization, layers.PReLU):
        stack = [start, layers.Dense(3), kind(), layers.Dense(1)]
        cases.append((keras.Sequential(stack), kind.__name__))
    for model, words in cases:
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
        (LinearRegression(), "no such network"),
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


def test_the_slopes_of_gelu_and_silu_are_as_the_docstring_says():
    x = np.linspace(-6, 6, 120_001)
    logistic = 1 / (1 + np.exp(-x))
    normal = np.array([(1 + erf(v / sqrt(2))) / 2 for v in x])
    for f, largest in (
        (x * normal, 1.13),
        (x * logistic, 1.10),
        (logistic, 0.25),
        (np.log1p(np.exp(x)), 1.00),
        (np.tanh(x), 1.00),
    ):
        # Differences over 1e-4 against a figure rounded to two places.
        assert round(float(np.abs(np.diff(f)).max() / 1e-4), 2) == largest
