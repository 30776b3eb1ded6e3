"""Weights of any network: Algorithm 1, all pairs and z, against their definitions.

At the face magnitudes above 1e100 are refused, and those below 1e-100 count as 0, so
that the definitions can be written out in floats.
"""

from dataclasses import dataclass
from itertools import combinations
from math import exp, fsum, log, prod, sqrt
from types import SimpleNamespace

import numpy as np
from hypothesis import strategies as st

import nidlite
from nidlite import InputError
from nidlite.trained.interpretation import interpret
from nidlite.weights import of_features

from .lines import RARE, is_one_line

LARGEST, SMALLEST = 1e100, 1e-100
CLOSE = 1e-12  # relative; logarithms up to 230 lose two or three digits
LOST = 1e-200  # what underflow may take from z, far below what counts
NAMES = "aggregated_weights greedy_ranking pairwise_strengths pairwise_ranking "
NAMES += "rank_interactions prune_redundant"
NIDLITE = SimpleNamespace(of_features=of_features, interpret=interpret)
vars(NIDLITE).update({name: getattr(nidlite, name) for name in NAMES.split()})


# The definitions


MEANS = {
    "maximum": max,
    "root_mean_square": lambda w: sqrt(fsum(x * x for x in w) / len(w)),
    "arithmetic": lambda w: fsum(w) / len(w),
    "geometric": lambda w: 0 if 0 in w else exp(fsum(map(log, w)) / len(w)),
    "harmonic": lambda w: 0 if 0 in w else len(w) / fsum(1 / x for x in w),
    "minimum": min,
}


def magnitudes(W):
    """|W| as rows of floats."""
    return np.abs(np.atleast_2d(np.array(W, dtype=float))).tolist()


def z_of(matrices, layer):
    """Sec. 3.2: |w_y|^T |W_L| ... |W_{layer+1}|."""
    z = [1.0] * len(matrices[-1])
    for W in reversed(matrices[layer:]):
        columns = zip(*magnitudes(W))
        z = [fsum(a * w for a, w in zip(z, column)) for column in columns]
    return z


def strengths(W1, z, mean, pairs=False):
    """{interaction: strength}: Algorithm 1, or all pairs as in Sec. 4.4."""
    found, rows = {}, magnitudes(W1)
    for row, z_r in zip(rows, magnitudes(z)[0]):
        row, z_r = [w * (w >= SMALLEST) for w in row], z_r * (z_r >= SMALLEST)
        order = sorted(range(len(row)), key=lambda i: (-row[i], i))
        tops = (tuple(sorted(order[:j])) for j in range(2, len(row) + 1))
        for i in combinations(range(len(row)), 2) if pairs else tops:
            found[i] = found.get(i, 0) + z_r * MEANS[mean]([row[k] for k in i])
    return found


def close(value, truth, lost=0) -> bool:
    """Whether the float is the true value up to rounding."""
    return abs(value - truth) <= CLOSE * truth + lost


def form_a_chain(matrices) -> bool:
    """Whether (p_1, p), (p_2, p_1), ... of finite numbers, two or more of them."""
    try:
        arrays = [np.atleast_2d(np.array(W, dtype=float)) for W in matrices]
    except (TypeError, ValueError, OverflowError):
        return False
    return (
        len(arrays) > 1
        and all(W.ndim == 2 and W.size and np.isfinite(W).all() for W in arrays)
        and all(a.shape[0] == b.shape[1] for a, b in zip(arrays, arrays[1:]))
    )


def size_of(matrices):
    """No product along a path, nor a sum of them, is larger than this."""
    return prod(max(max(map(max, magnitudes(W))) * np.size(W), 1.0) for W in matrices)


# The checks


@dataclass
class Network:
    """A case: matrices of a network, right or wrong ones, and an average."""

    matrices: list
    mean: str = "minimum"
    columns: tuple | None = None


def outcome(function, *arguments):
    """(what it returns, None), or (None, its ValueError)."""
    try:
        return function(*arguments), None
    except ValueError as error:
        assert is_one_line(error), f"not one printable line: {str(error)!r}"
        return None, error


def right_to_refuse(error, size) -> bool:
    """Whether it refused; and it must exactly where the size is beyond LARGEST."""
    if error:
        assert size * (1 + CLOSE) > LARGEST, f"refused good weights: {error}"
    else:
        assert size * (1 - CLOSE) <= LARGEST, "took numbers that are too large"
    return error is not None


def check_z(case, library=NIDLITE) -> str:
    """aggregated_weights of every layer: "z", "too large" or "no network"."""
    matrices = case.matrices
    for layer in range(len(matrices)) or [0]:
        found, error = outcome(library.aggregated_weights, matrices, layer)
        if not form_a_chain(matrices):
            assert error, "took what is no network"
            return "no network"
        if right_to_refuse(error, size_of(matrices)):
            return "too large"
        z = z_of(matrices, layer)
        assert found.shape == (len(z),)
        assert all(close(*both, LOST) for both in zip(found, z)), "another z"
    return "z"


def check_ranking(ranking, truth):
    """Whether the ranking is the truth, {interaction: strength}, in order."""
    found = dict(ranking)
    assert len(found) == len(ranking), "an interaction twice"
    assert set(found) <= set(truth), "an interaction that no unit proposes"
    for interaction, strength in truth.items():
        assert close(found.get(interaction, 0), strength), "another strength"
    keys = [(-strength, len(i), i) for i, strength in ranking]
    assert keys == sorted(keys), "out of order"
    assert all(strength > 0 for strength in found.values()), "strength 0 in the ranking"


def check_strengths(case, library=NIDLITE) -> str:
    """The ranking and all pairs of W1 and z: "strengths", or "too large"."""
    W1, z = case.matrices
    p, size = W1.shape[1], max(sum([*magnitudes(W1), *magnitudes(z)], [0.0]))
    ranking, error = outcome(library.greedy_ranking, W1, z, case.mean)
    omega, other = outcome(library.pairwise_strengths, W1, z, case.mean)
    if any([right_to_refuse(e, size) for e in (error, other)]):
        return "too large"
    check_ranking(ranking, strengths(W1, z, case.mean))
    pruned = [
        (i, s)
        for k, (i, s) in enumerate(ranking)
        if not any(set(i) < set(above) for above, _ in ranking[:k])
    ]
    assert library.prune_redundant(ranking) == pruned, "pruned otherwise"
    assert omega.shape == (p, p) and np.isfinite(omega).all()
    assert np.array_equal(omega, omega.T) and not omega.diagonal().any()
    for pair, strength in strengths(W1, z, case.mean, pairs=True).items():
        assert close(omega[pair], strength), "another strength of a pair"
    listed = [((i, j), omega[i, j]) for i, j in combinations(range(p), 2)]
    listed.sort(key=lambda entry: -entry[1])  # stable: ties by pair
    assert library.pairwise_ranking(omega) == listed, "another list of pairs"
    return "strengths"


def check_network(case, library=NIDLITE) -> str:
    """rank_interactions and interpret, from matrices and columns to a ranking."""
    matrices, columns, mean = case.matrices, case.columns, case.mean
    ranking, error = outcome(library.rank_interactions, matrices, mean)
    found, other = outcome(library.interpret, matrices, None, mean, columns)
    if not form_a_chain(matrices):
        assert isinstance(error, InputError) and isinstance(other, InputError)
        return "no network"
    W1 = np.array(magnitudes(matrices[0]))
    p = W1.shape[1]
    if columns and not (sorted(sum(columns, ())) == [*range(p)] and all(columns)):
        assert isinstance(other, InputError), "took columns that are not W1's"
        return "wrong columns"
    if any([right_to_refuse(e, size_of(matrices)) for e in (error, other)]):
        return "too large"
    groups = columns or [(i,) for i in range(p)]
    expected = np.array([[max(row[j] for j in own) for own in groups] for row in W1])
    assert np.array_equal(library.of_features(W1, groups), expected), "another maximum"
    assert len(found.feature_names) == len(groups)
    z = library.aggregated_weights(matrices)
    check_ranking(ranking, strengths(W1, z, mean))
    check_ranking(found.ranking, strengths(expected, z, mean))
    return "ranking"


# The networks

SPECIAL = [0.0, -0.0, 1.0, -1.0, 2.5, 0.1, 1e-5, 1e50, 1e99, -1e101, 1e308, 1e-200]
SPECIAL += [5e-324, -1e-99, 1e-101, 1e-310]
PALETTES = [  # a network draws all its weights from one of them
    st.floats(-3, 3).map(lambda v: round(v, 3)),
    st.integers(-2, 2).map(float),
    st.floats(-1e100, 1e100),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(SPECIAL),
    st.sampled_from([0.0, 0.0, 0.0, 1.0]),
]
FINITE = st.sampled_from([*PALETTES[:2], *PALETTES])
WIDTH, FEATURES, DEPTH = st.integers(1, 4), st.integers(1, 5), st.integers(1, 3)
OUTPUTS = st.sampled_from([1, 1, 1, 2, 3])
MEAN = st.sampled_from(["minimum", "minimum", *MEANS])


def matrix(draw, palette, rows, columns):
    values = st.lists(palette, min_size=rows * columns, max_size=rows * columns)
    return np.array(draw(values)).reshape(rows, columns)


@st.composite
def networks(draw):
    """Mostly right ones: W1 to w_y, with columns for some."""
    palette = draw(FINITE)
    widths = [draw(FEATURES), *(draw(WIDTH) for _ in range(draw(DEPTH))), draw(OUTPUTS)]
    matrices = [matrix(draw, palette, b, a) for a, b in zip(widths, widths[1:])]
    columns = draw(grouped(widths[0])) if draw(RARE) else None
    if draw(RARE):
        matrices = draw(st.sampled_from(HARM))(*matrices)
    return Network(matrices, draw(MEAN), columns)


HARM = [  # the matrices as somebody might hand them over by mistake
    lambda *W: [one.T for one in W],
    lambda *W: list(W[::-1]),
    lambda first, *rest: [first],
    lambda *W: [],
    lambda first, *rest: [first[:0], *rest],
    lambda first, *rest: [first[None], *rest],
    lambda first, *rest: ["W1", *rest],
    lambda first, *rest: [[[1.0], [1.0, 2.0]], *rest],
    lambda first, *rest: [first.astype(object) + 1j, *rest],
    lambda first, *rest: [[[10**400] * first.shape[1]] * len(first), *rest],
    lambda first, *rest: [None, *rest],
    lambda first, *rest: [3.0, *rest],
    lambda first, *rest: [first[:, :1], *rest],
    lambda first, *rest: [np.where(first == first.max(), np.nan, first), *rest],
    lambda first, *rest: [np.where(first == first.max(), np.inf, first), *rest],
]


@st.composite
def grouped(draw, p):
    """Tuples of positions: a partition of p columns, or now and then none."""
    order = draw(st.permutations(range(p)))
    ends = sorted(draw(st.sets(st.integers(1, p), max_size=p - 1)) | {p})
    groups = [tuple(order[a:b]) for a, b in zip([0, *ends], ends)]
    if draw(RARE):
        groups = [*groups, draw(st.sampled_from([(), (0,), (p,), (-1,)]))]
    return tuple(groups)


@st.composite
def layers(draw):
    """W1 (p_1, p) and z (p_1,) as such, of finite numbers."""
    palette, rows = draw(FINITE), draw(st.integers(0, 4))
    W1 = matrix(draw, palette, rows, draw(FEATURES))
    z = np.abs(matrix(draw, draw(FINITE), rows, 1)[:, 0])
    return Network([W1, z], draw(MEAN))


KINDS = {
    "aggregated weights": (networks(), check_z),
    "strengths": (layers(), check_strengths),
    "networks": (networks(), check_network),
}
