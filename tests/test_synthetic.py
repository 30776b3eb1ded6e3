"""The suite's truths are proved here from Definition 1, not trusted (Table 1)."""

from dataclasses import replace
from itertools import combinations
from math import acos, asin, atan, cos, exp, log, pi, sin, sinh, sqrt, tanh

import numpy as np
import pytest

from nidlite.synthetic import SUITE, Term

EPS = np.finfo(np.float64).eps
every_function = pytest.mark.parametrize("f", SUITE.values(), ids=SUITE)


def corner_values(f, a, b):
    """f on all 2^p corners between a and b, (2, ..., 2, n): 0 takes a, 1 takes b."""
    p = a.shape[1]
    choice = np.indices((2,) * p).reshape(p, -1)  # (p, 2^p)
    corners = np.where(choice.T[:, None, :], b, a)  # (2^p, n, p)
    return f(corners.reshape(-1, p)).reshape((2,) * p + (len(a),))


def all_mixed_differences(f, a, b):
    """Every subset's mixed difference at once: entry [bits of I] is that of I.

    Subtracting along one axis after another is Def. 1's alternating sum, for 2^p
    values in place of 3^p.
    """
    values = corner_values(f, a, b)
    for axis in range(a.shape[1]):
        low, high = np.moveaxis(values, axis, 0)
        high -= low
    return values


def evidence(f, rng, n=60):
    """Each subset's largest mixed difference at n random pairs of points, in roundings.

    The sum of T terms, of magnitudes up to S, is rounded at every corner by T eps S,
    and each of m subtractions doubles that and rounds: 2^m (T + m) eps S, times 4 to be
    safe. That is below 1e-11; what is truly there reaches over 1e-3 somewhere.
    """
    low, high = np.transpose(f.ranges)
    a, b = rng.uniform(low, high, size=(2, n, len(low)))
    largest = np.abs(all_mixed_differences(f, a, b)).max(axis=-1)
    S = corner_values(lambda X: sum(abs(t(X)) for t in f.terms), a, b).max()
    found = {}
    for bits in np.ndindex(largest.shape):
        subset = tuple(i for i, bit in enumerate(bits) if bit)
        if len(subset) > 1:
            rounding = 4 * 2 ** len(subset) * (len(f.terms) + len(subset)) * EPS * S
            found[subset] = largest[bits] / rounding
    return found


def certificate(found, interactions):
    """Where the evidence contradicts the list: (missing, extra).

    Missing are subsets of the listed interactions without a mixed difference, extra the
    other subsets with one. No case may be near the line: present means over a thousand
    roundings, absent below one.
    """
    sizes = [(i, size) for i in interactions for size in range(2, len(i) + 1)]
    listed = {subset for i, size in sizes for subset in combinations(i, size)}
    missing = {subset for subset in listed if found[subset] < 1000}
    return missing, {subset for subset in found.keys() - listed if found[subset] > 1}


@every_function
def test_listed_interactions_are_exactly_those_of_definition_1(f):
    found = evidence(f, np.random.default_rng(0))
    assert certificate(found, f.interactions) == (set(), set())
    for interaction in f.interactions:
        others = [i for i in f.interactions if i != interaction]
        assert interaction in certificate(found, others)[1]  # removed
        longer = tuple(sorted((*interaction, min({*range(10)} - {*interaction}))))
        assert longer in certificate(found, [*others, longer])[0]


SIGNED = (0.3, -0.7, -0.5, 0.8, 0.4, 0.9, -0.6, 0.35, 0.2, -0.45)
POSITIVE = (0.3, 0.7, 0.5, 0.8, 0.65, 0.9, 0.6, 0.95, 0.2, 0.75)


def printed(name, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10):
    """Table 1 in plain floats, typed from the paper."""
    all_features = (x1, x2, x3, x4, x5, x6, x7, x8, x9, x10)
    match name:
        case "F1":
            y = pi ** (x1 * x2) * sqrt(2 * x3) - asin(x4) + log(x3 + x5)
            return y - x9 / x10 * sqrt(x7 / x8) - x2 * x7
        case "F2":
            y = pi ** (x1 * x2) * sqrt(2 * abs(x3)) - asin(0.5 * x4)
            y += log(abs(x3 + x5) + 1)
            return y + x9 / (1 + abs(x10)) * sqrt(abs(x7) / (1 + abs(x8))) - x2 * x7
        case "F3":
            y = exp(abs(x1 - x2)) + abs(x2 * x3) - abs(x3) ** (2 * abs(x4))
            return y + log(x4**2 + x5**2 + x7**2 + x8**2) + x9 + 1 / (1 + x10**2)
        case "F4":
            return printed("F3", *all_features) + (x1 * x4) ** 2
        case "F5":
            y = 1 / (1 + x1**2 + x2**2 + x3**2) + sqrt(exp(x4 + x5))
            return y + abs(x6 + x7) + x8 * x9 * x10
        case "F6":
            y = exp(abs(x1 * x2) + 1) - exp(abs(x3 + x4) + 1)
            return y + cos(x5 + x6 - x8) + sqrt(x8**2 + x9**2 + x10**2)
        case "F7":
            y = (atan(x1) + atan(x2)) ** 2 + max(x3 * x4 + x6, 0)
            y -= 1 / (1 + (x4 * x5 * x6 * x7 * x8) ** 2)
            return y + (abs(x7) / (1 + abs(x9))) ** 5 + sum(all_features)
        case "F8":
            y = x1 * x2 + 2 ** (x3 + x5 + x6) + 2 ** (x3 + x4 + x5 + x7)
            return y + sin(x7 * sin(x8 + x9)) + acos(0.9 * x10)
        case "F9":
            y = tanh(x1 * x2 + x3 * x4) * sqrt(abs(x5)) + exp(x5 + x6)
            return y + log((x6 * x7 * x8) ** 2 + 1) + x9 * x10 + 1 / (1 + abs(x10))
        case "F10":
            y = sinh(x1 + x2) + acos(tanh(x3 + x5 + x7)) + cos(x4 + x5)
            return y + 1 / cos(x7 * x9)


@every_function
def test_formulas_have_the_printed_values(f):
    point = POSITIVE if f.name == "F1" else SIGNED
    # Two libraries' elementary functions agree to a few units in the last place.
    assert f(np.array([point]))[0] == pytest.approx(printed(f.name, *point), rel=1e-13)
    flipped = replace(f.terms[-1], name=f"-({f.terms[-1].name})")
    broken = replace(f, terms=(*f.terms[:-1], flipped))(np.array([point]))[0]
    assert broken != pytest.approx(printed(f.name, *point), rel=1e-3)


def test_a_term_cannot_read_a_feature_it_does_not_list():
    with pytest.raises(NameError, match="x3"):
        Term("x1*x3", (0, 1))(np.ones((2, 3)))


@every_function
def test_samples_are_finite_and_fill_their_ranges(f):
    X, y = f.sample(30_000, np.random.default_rng(7))
    assert np.isfinite(y).all() and (y == f(X)).all()
    hooker = {3, 4, 7, 9}  # F1's ranges are Hooker's
    wide, narrow = ((0, 1), (0.6, 1)) if f.name == "F1" else ((-1, 1), (-1, 1))
    low, high = np.transpose([narrow if i in hooker else wide for i in range(10)])
    assert (X >= low).all() and (X <= high).all()
    # 30,000 uniform draws leave more than 0.2 percent of a range free at one end with
    # chance exp(-60).
    assert np.allclose([X.min(axis=0), X.max(axis=0)], [low, high], atol=0.004)
