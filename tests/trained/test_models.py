"""Weights from scikit-learn and torch against the networks' outputs, and by hand."""

import io
from types import SimpleNamespace

import numpy as np
import pytest
from examples import product, relu_output
from sklearn.neural_network import MLPRegressor

from nidlite.errors import InputError
from nidlite.trained.models import interpret, rank_interactions, weights_of


@pytest.fixture(scope="module")
def regressor():
    settings = {"hidden_layer_sizes": (6, 5), "solver": "lbfgs", "max_iter": 5000}
    return MLPRegressor(**settings, alpha=1, random_state=0).fit(*product(2000))


def has_its_outputs(weights, regressor):
    X, _ = product(50)
    y = relu_output(X, weights, regressor.intercepts_)[:, 0]
    # Sums of a few products in another order.
    return np.allclose(y, regressor.predict(X), rtol=0, atol=1e-12)


def test_the_formula_with_a_model_s_weights_gives_its_predictions(regressor):
    weights = weights_of(regressor)
    assert [W.shape for W in weights] == [(6, 4), (5, 6), (1, 5)]
    assert has_its_outputs(weights, regressor)
    assert not has_its_outputs([weights[0][:, ::-1], *weights[1:]], regressor)


def test_a_model_s_own_feature_names_are_used(regressor):
    assert interpret(regressor).feature_names == ("x1", "x2", "x3", "x4")
    named = SimpleNamespace(coefs_=regressor.coefs_, feature_names_in_=[*"abcd"])
    assert interpret(named).feature_names == ("a", "b", "c", "d")
    assert interpret(named, "wxyz").feature_names == ("w", "x", "y", "z")


def test_coefs_the_wrong_way_round_are_rejected_by_their_shapes(regressor):
    with pytest.raises(InputError, match="transpose each"):
        weights_of(regressor.coefs_)
    turned = [W.T for W in regressor.coefs_]
    assert all(map(np.array_equal, weights_of(turned), weights_of(regressor)))


def test_torch_modules_are_read_and_what_is_no_network_refused():
    torch = pytest.importorskip("torch")
    nn, rows = torch.nn, np.random.default_rng(0).normal(size=(20, 4))
    mlp = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 1)).double()
    biases = [mlp[k].bias.detach().numpy() for k in (0, 2)]
    y = mlp(torch.tensor(rows)).detach().numpy()
    ours = relu_output(rows, weights_of(mlp), biases)
    np.testing.assert_allclose(ours, y, atol=1e-12)
    assert weights_of(mlp.bfloat16())[0].dtype == float
    for model, words in [
        (nn.Linear(4, 1), "at least W1"),
        (nn.Sequential, "expected a torch module"),
        (list(mlp.parameters()), "no biases"),
    ]:
        with pytest.raises(InputError, match=words):
            weights_of(model)


def test_a_state_dict_is_read_and_other_layers_and_shapes_refused():
    W1, b1, w_y, b = np.ones((5, 4)), np.zeros(5), np.ones((1, 5)), np.zeros(1)
    state = {"0.weight": W1, "0.bias": b1, "2.weight": w_y, "2.bias": b}
    for model in state, SimpleNamespace(state_dict=lambda: state):
        assert [W.shape for W in weights_of(model)] == [(5, 4), (1, 5)]
    for more, words in [
        ({"3.weight": np.ones(5)}, "3.weight is not of a fully connected layer"),
        ({"3.running_mean": np.ones(5)}, "3.running_mean is not"),
        ({"net_x1.weight": np.ones((3, 1))}, "one output stands before others"),
    ]:
        with pytest.raises(InputError, match=words):
            weights_of(state | more)


class Layer:
    """As much of Keras as is used: a name and get_weights()."""

    def __init__(self, *weights):
        self.name, self.get_weights = "layer_7", lambda: list(weights)


class Dense(Layer):
    pass


def test_a_stand_in_for_keras_is_read_by_its_methods_alone():
    kernels = np.arange(12.0).reshape(4, 3), np.array([[1.0], [-2], [3]])
    first, last = Dense(kernels[0], np.zeros(3)), Dense(kernels[1], np.zeros(1))

    def keras(*layers):
        return SimpleNamespace(layers=layers, get_weights=list)

    found = weights_of(keras(keras(first, Layer()), last))
    assert all(np.array_equal(W, K.T) for W, K in zip(found, kernels, strict=True))
    for other in Layer(np.ones(3)), Dense():
        with pytest.raises(InputError, match="layer_7 is not a fitted dense layer"):
            weights_of(keras(first, other, last))


LOOP, W_Y = [], [[1.0, 1.0]]
LOOP.append(LOOP)
NO_NETWORKS = [
    (MLPRegressor(), "expected .* scikit-learn MLP .* an object of type MLPRegressor"),
    (3.0, "float$"),
    ([], "0 matrices"),
    ([np.eye(2) * 1j, W_Y], "real numbers are expected, not complex128"),
    ([np.array([[b"1", b"2"]] * 2), W_Y], "real numbers are expected, not .S1"),
    ([[["1", "2"]] * 2, W_Y], "real numbers are expected, not <U1"),
    ([np.ma.array(np.eye(2), mask=np.eye(2)), W_Y], "some are masked"),
    ([LOOP, W_Y], "expected a torch module"),
    ([io.StringIO("1"), W_Y], "expected a torch module"),
]


@pytest.mark.parametrize("model, words", NO_NETWORKS)
def test_what_is_no_network_is_refused_in_one_line(model, words):
    with pytest.raises(InputError, match=words) as caught:
        weights_of(model)
    assert "\n" not in str(caught.value)


# Two units on three features, z = (1, 2).
#   z     W1            pairs: {1,2}  {1,3}  {2,3}   all three
#   1     4  -6   1               4      1      1       1
#   2     0  -5   3               0      0      6       0
WEIGHTS = [np.array([[4, -6, 1], [0, -5, 3.0]]), np.array([[1.0, -2]])]
NAMES = ("size", "colour", "age")


def test_the_example_worked_by_hand():
    found = interpret(WEIGHTS, NAMES)
    assert found.z.tolist() == [1, 2]
    assert found.ranking == [((1, 2), 6), ((0, 1), 4), ((0, 1, 2), 1)]
    assert found.pairwise_strengths.tolist() == [[0, 4, 1], [4, 0, 7], [1, 7, 0]]
    assert "6.0000  colour & age" in str(found)
    # The largest instead of the smallest |w| of a set, times z.
    largest = interpret(WEIGHTS, NAMES, "maximum").pairwise_strengths
    assert largest.tolist() == [[0, 16, 10], [16, 0, 16], [10, 16, 0]]
    assert rank_interactions(WEIGHTS, "maximum")[:2] == [((0, 1, 2), 16), ((1, 2), 10)]


def test_settings_that_do_not_fit_the_weights_are_refused():
    words = r"3 different names: W1 has shape \(2, 3\).* got 2"
    with pytest.raises(InputError, match=words):
        interpret(WEIGHTS, feature_names="ab")
    with pytest.raises(InputError, match="mean must be one of maximum, .*'median'"):
        interpret(WEIGHTS, mean="median")
