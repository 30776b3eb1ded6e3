"""The net of all features between rows: what running it at each corner gives."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from nidlite.agreement.confirm import Corners, centred
from nidlite.fast.backprop import predict
from nidlite.fast.joint import JointNet
from nidlite.networks import Network, mlp_m

COLUMNS = [(0,), (1, 4), (2,), (3,)]


def mean_of(network, thetas):
    """The mean output of whole networks at any rows, centred."""
    return lambda X: centred(sum(predict(network, t, X) for t in thetas) / 2)


@pytest.mark.parametrize("outputs", [1, 3])
@pytest.mark.parametrize("hidden", [(14, 10, 8), (6,)])
def test_the_parts_of_pairs_and_triples_are_those_of_the_whole_network(hidden, outputs):
    rng = np.random.default_rng(len(hidden) + outputs)
    network = mlp_m(5, hidden, outputs=outputs)
    thetas = [network.initial(rng, 0.5) for _ in range(2)]
    a, b = rng.normal(size=(2, 600, 5)).astype(np.float32)
    first = Network(network.stacks[:1])
    plain = mean_of(first, [theta[: first.size] for theta in thetas])
    joint = JointNet(network, thetas)
    # One adds the bias to a sum that is rounded, the other sums it along, in float32.
    np.testing.assert_allclose(joint(a), plain(a), rtol=0, atol=2e-5)
    at, moved = joint.between(a, b), [[k] for k in range(5)] * 20
    with ThreadPoolExecutor(4) as pool:  # two reports of one detection, say
        np.testing.assert_array_equal([*pool.map(at, moved)], [*map(at, moved)])
    fast, slow = (Corners(f, a, b, COLUMNS) for f in (joint, mean_of(network, thetas)))
    for interaction in ((0, 1), (2, 3), (0, 1, 3)):
        found, expected = fast.part(interaction), slow.part(interaction)
        # The other nets cancel up to the rounding of float32.
        np.testing.assert_allclose(found, expected, rtol=0, atol=2e-5)
        assert np.abs(expected).max() > 1e-2
