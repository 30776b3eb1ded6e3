"""Weights of any network: Algorithm 1, all pairs and z, against their definitions.

The definitions are written out in decimal arithmetic with 60 digits and no limits, so
that neither overflow nor underflow can hide in them.
"""

from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from itertools import combinations
from types import SimpleNamespace

import numpy as np
from hypothesis import strategies as st

import nidlite
from nidlite import InputError
from nidlite.trained.interpretation import group_maximum, interpret

from .lines import is_one_line

EXACT = Context(prec=60, Emax=10**9, Emin=-(10**9))
LARGEST = Decimal(np.finfo(np.float64).max)
LEAST = Decimal(2) ** -1074  # the smallest subnormal number: what underflow may lose
CLOSE = Decimal(10) ** -12  # relative; logarithms up to 745 lose three of 16 digits
NIDLITE = SimpleNamespace(
    aggregated_weights=nidlite.aggregated_weights,
    greedy_ranking=nidlite.greedy_ranking,
    pairwise_strengths=nidlite.pairwise_strengths,
    pairwise_ranking=nidlite.pairwise_ranking,
    rank_interactions=nidlite.rank_interactions,
    prune_redundant=nidlite.prune_redundant,
    group_maximum=group_maximum,
    interpret=interpret,
)


# The definitions


def exact(function):
    """The function in exact arithmetic."""

    def inside(*arguments):
        with localcontext(EXACT):
            return function(*arguments)

    return inside


def decimals(W):
    """|W| as rows of decimals, which hold every float exactly."""
    return [[abs(Decimal(float(w))) for w in row] for row in np.atleast_2d(W)]


MEANS = {
    "maximum": max,
    "root_mean_square": lambda w: (sum(x * x for x in w) / len(w)).sqrt(),
    "arithmetic": lambda w: sum(w) / len(w),
    "geometric": lambda w: 0 if 0 in w else (sum(x.ln() for x in w) / len(w)).exp(),
    "harmonic": lambda w: 0 if 0 in w else len(w) / sum(1 / x for x in w),
    "minimum": min,
}


def z_of(matrices, layer):
    """(z, what underflow may take from it, the largest number on the way): Sec. 3.2."""
    z = [Decimal(1)] * len(matrices[-1])
    loss, top = [Decimal(0)] * len(z), Decimal(0)
    for W in reversed(matrices[layer:]):
        rows = decimals(W)
        columns = list(zip(*rows))
        z = [sum(a * w for a, w in zip(z, column)) for column in columns]
        loss = [
            sum(a * w for a, w in zip(loss, column)) + 2 * len(rows) * LEAST
            for column in columns
        ]
        top = max(top, *z)
    return z, loss, top


def proposals(W1, z, mean):
    """{interaction: (strength, what underflow may take from it)}: Algorithm 1."""
    found = {}
    for row, z_r in zip(decimals(W1), map(Decimal, z)):
        order = sorted(range(len(row)), key=lambda i: (-row[i], i))
        for j in range(2, len(row) + 1):
            top = order[:j]
            add(found, tuple(sorted(top)), z_r, MEANS[mean]([row[i] for i in top]))
    return {i: both for i, both in found.items() if both[0]}


def pairs(W1, z, mean):
    """The same for all pairs: Sec. 4.4."""
    found = {}
    for row, z_r in zip(decimals(W1), map(Decimal, z)):
        for i, j in combinations(range(len(row)), 2):
            add(found, (i, j), z_r, MEANS[mean]([row[i], row[j]]))
    return found


def add(found, interaction, z_r, average):
    strength, loss = found.get(interaction, (0, 0))
    found[interaction] = strength + z_r * average, loss + (4 * z_r + 2) * LEAST


def close(value, strength, loss) -> bool:
    """Whether the float is the true value up to rounding."""
    return abs(Decimal(float(value)) - strength) <= CLOSE * strength + loss


def overflows(numbers) -> bool:
    """Whether any number, or one within rounding of it, exceeds float64."""
    return any(x * (1 + CLOSE) > LARGEST for x in numbers)


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


@exact
def check_z(case, library=NIDLITE) -> str:
    """aggregated_weights of every layer: "z", "overflow" or "no network"."""
    matrices, words = case.matrices, set()
    if not form_a_chain(matrices):
        _, error = outcome(library.aggregated_weights, matrices)
        assert error, "took what is no network"
        return "no network"
    for layer in range(len(matrices)):
        z, loss, top = z_of(matrices, layer)
        found, error = outcome(library.aggregated_weights, matrices, layer)
        words.add("overflow" if error else "z")
        if error:
            assert overflows([top]), f"refused good weights: {error}"
        else:
            assert found.shape == (len(z),) and np.isfinite(found).all()
            assert all(map(close, found, z, loss)), "another z"
    return min(words)  # "overflow" where it is among them


def check_ranking(ranking, truth):
    """Whether the ranking is the truth, {interaction: (strength, loss)}, in order."""
    found = dict(ranking)
    assert len(found) == len(ranking), "an interaction twice"
    assert set(found) <= set(truth), "an interaction that no unit proposes"
    for interaction, (strength, loss) in truth.items():
        assert close(found.get(interaction, 0), strength, loss), "another strength"
    keys = [(-strength, len(i), i) for i, strength in ranking]
    assert keys == sorted(keys), "out of order"
    assert all(strength > 0 for strength in found.values()), "strength 0 in the ranking"


@exact
def check_strengths(case, library=NIDLITE) -> str:
    """The ranking and all pairs of W1 and z: "strengths", or "overflow"."""
    W1, z = case.matrices
    truth = proposals(W1, z, case.mean)
    ranking, error = outcome(library.greedy_ranking, W1, z, case.mean)
    if error:
        assert overflows(s for s, _ in truth.values()), f"refused: {error}"
        return "overflow"
    check_ranking(ranking, truth)
    pruned = [
        (i, s)
        for k, (i, s) in enumerate(ranking)
        if not any(set(i) < set(above) for above, _ in ranking[:k])
    ]
    assert library.prune_redundant(ranking) == pruned, "pruned otherwise"
    truth = pairs(W1, z, case.mean)
    omega, error = outcome(library.pairwise_strengths, W1, z, case.mean)
    if error:
        assert overflows(s for s, _ in truth.values()), f"refused: {error}"
        return "overflow"
    p = W1.shape[1]
    assert omega.shape == (p, p) and np.isfinite(omega).all()
    assert np.array_equal(omega, omega.T) and not omega.diagonal().any()
    for pair, (strength, loss) in truth.items():
        assert close(omega[pair], strength, loss), "another strength of a pair"
    listed = [((i, j), omega[i, j]) for i, j in combinations(range(p), 2)]
    listed.sort(key=lambda entry: -entry[1])  # stable: ties by pair
    assert library.pairwise_ranking(omega) == listed, "another list of pairs"
    return "strengths"


@exact
def check_network(case, library=NIDLITE) -> str:
    """rank_interactions and interpret, from matrices and columns to a ranking."""
    matrices, columns, mean = case.matrices, case.columns, case.mean
    ranking, error = outcome(library.rank_interactions, matrices, mean)
    found, other = outcome(library.interpret, matrices, None, mean, columns)
    if not form_a_chain(matrices):
        assert isinstance(error, InputError) and isinstance(other, InputError)
        return "no network"
    W1 = np.abs(np.atleast_2d(np.array(matrices[0], dtype=float)))
    p = W1.shape[1]
    fit = columns is None or sorted(sum(columns, ())) == [*range(p)] and all(columns)
    if not fit:
        assert isinstance(other, InputError), "took columns that are not W1's"
        return "wrong columns"
    if other:
        raise AssertionError(f"refused good weights: {other}")
    z, error_of_z = outcome(library.aggregated_weights, matrices)
    if error_of_z:
        assert error, "ranked without z"
        return "overflow"
    groups = columns or [(i,) for i in range(p)]
    expected = np.array([[max(row[j] for j in own) for own in groups] for row in W1])
    grouped = library.group_maximum(W1, groups)
    assert np.array_equal(grouped, expected), "another maximum"
    assert len(found.feature_names) == len(groups)
    for W, answer in ((W1, lambda: ranking), (expected, lambda: found.ranking)):
        truth = proposals(W, z, mean)
        if overflows(s for s, _ in truth.values()):
            return "overflow"
        assert error is None, f"refused good weights: {error}"
        check_ranking(answer(), truth)
    return "ranking"


# The networks

SPECIAL = [0.0, -0.0, 1.0, -1.0, 2.5, 0.1, 1e-5, 1e150, -1e200, 1e308, 1e-200]
SPECIAL += [5e-324, -1e-310, 1.7976931348623157e308, 2.2250738585072014e-308]
PALETTES = [  # a network draws all its weights from one of them
    st.floats(-3, 3).map(lambda v: round(v, 3)),
    st.integers(-2, 2).map(float),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(SPECIAL),
    st.sampled_from([0.0, 0.0, 0.0, 1.0]),
    st.sampled_from([5e-324, 1e-323, -1.5e-323, 1e-310]),
    st.sampled_from([float("inf"), float("-inf"), float("nan"), 1.0, 1.0, 1.0]),
]
FINITE = st.sampled_from(PALETTES[:-1])
WIDTH = st.integers(1, 4)
FEATURES = st.integers(1, 5)
DEPTH = st.integers(1, 3)
OUTPUTS = st.sampled_from([1, 1, 1, 2, 3])
MEAN = st.sampled_from(["minimum", "minimum", *MEANS])
RARE = st.integers(0, 5).map(lambda k: k == 0)
HARM = st.sampled_from(
    ["transposed", "reversed", "one", "none", "empty", "cube", "text", "ragged"]
    + ["object", "integer", "missing", "number", "narrow", "nan"]
)


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
        matrices = harmed(matrices, draw(HARM))
    return Network(matrices, draw(MEAN), columns)


def harmed(matrices, how):
    """The matrices as somebody might hand them over by mistake."""
    first, *rest = matrices
    return {
        "transposed": [W.T for W in matrices],
        "reversed": matrices[::-1],
        "one": [first],
        "none": [],
        "empty": [first[:0], *rest],
        "cube": [first[None], *rest],
        "text": ["W1", *rest],
        "ragged": [[[1.0], [1.0, 2.0]], *rest],
        "object": [first.astype(object) + 1j, *rest],
        "integer": [[[10**400] * first.shape[1]] * len(first), *rest],
        "missing": [None, *rest],
        "number": [3.0, *rest],
        "narrow": [first[:, :1], *rest],
        "nan": [np.where(first == first.max(), np.nan, first), *rest],
    }[how]


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
