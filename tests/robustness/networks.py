"""Weights given to `interpret`, and files given to `load`: extreme, damaged, foreign.

Strengths are held against exact fractions, and a damaged file that can be read at all
against the predictions of the whole one.
"""

import io
import json
import tempfile
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from nidlite import InputError, detect_interactions, interpret, load

from .detections import MEANS, check_rankings
from .lines import RARE, is_one_line, mostly

SIZES = [0, 1, 1, -1, 0.5, 3, 1e-8, -1e12, 1e30, 1e-30]
EXTREME = [1e308, -1e100, 1e50, 1e-100, 1e-101, 1e-310, 5e-324, float("inf"), np.nan]
NUMBER = mostly(SIZES, EXTREME, 0.05)
AS = {
    **{t: lambda W, t=t: np.array(W).astype(t) for t in ("f8", ">f8", "f4", "O")},
    **{t: lambda W, t=t: np.array(W).astype(t) for t in ("c8", "S9", "U9", "M8[s]")},
    "list": list,
    "masked": lambda W: np.ma.masked_less(W, 0),
    "flat": lambda W: [cell for row in W for cell in row],
    "deep": lambda W: [W],
    "ragged": lambda W: [row[: k + 1] for k, row in enumerate(W)],
    "word": lambda W: "weights",
}
GOOD = ["f8", ">f8", "O", "list"]


@st.composite
def weights(draw):
    """(matrices as lists, how each is handed over, the mean, columns of features)."""
    widths = draw(st.lists(st.integers(1, 5), min_size=3, max_size=5))
    pairs = [
        (m, n + draw(mostly([0], [-1, 1], 0.02))) for n, m in zip(widths, widths[1:])
    ]
    rows = [st.lists(NUMBER, min_size=n, max_size=n) for _, n in pairs]
    many = [draw(st.lists(r, min_size=m, max_size=m)) for r, (m, _) in zip(rows, pairs)]
    kinds = [draw(mostly(GOOD, [*AS], 0.03)) for _ in many]
    columns = draw(st.permutations(range(widths[0]))) if draw(RARE) else None
    if columns:
        columns = [columns[:2], *([c] for c in columns[2 : 7 - draw(RARE)])]
    return many, kinds, draw(st.sampled_from(MEANS.split())), columns


def check_weights(case, read=interpret) -> str:
    """Hold z and the strengths by the least weight against fractions."""
    many, kinds, mean, columns = case
    flat = np.abs([cell for W in many for row in W for cell in row])
    given = [AS[kind](W) for W, kind in zip(many, kinds)]
    fits = all({*map(len, b)} == {len(a)} for a, b in zip(many, many[1:]))
    try:
        with np.errstate(all="ignore"):
            found = read(given, mean=mean, columns=columns)
    except InputError as error:
        plain = {*kinds} <= {*GOOD} and fits and len({*map(len, many[0])}) == 1
        whole = columns is None or sum(map(len, columns)) == len(many[0][0])
        assert not (plain and whole and many[0][0] and flat.max() < 1e15), error
        assert is_one_line(error), f"not one printable line: {str(error)!r}"
        return "InputError"
    own = columns or [[j] for j in range(len(many[0][0]))]
    check_rankings(found, len(own))
    if {*kinds} <= {*GOOD} and mean == "minimum":
        W1, *others = [[[abs(Fraction(v)) for v in row] for row in W] for W in many]
        z = [Fraction(1)] * len(others[-1])
        for W in others[::-1]:
            z = [sum(a * b for a, b in zip(z, column)) for column in zip(*W)]
        np.testing.assert_allclose(found.z, np.array(z, float), 1e-9, 1e-300)
        W1 = [[max(row[j] for j in of) for of in own] for row in W1]
        # Below 1e-100 z and W1 count as 0.
        lost = 2e-100 * len(z) * float(max([*z, *map(max, W1)]))
        for i, strength in found.ranking + found.pairwise_ranking:
            exact = sum(a * min(row[j] for j in i) for a, row in zip(z, W1))
            assert abs(strength - exact) <= 1e-9 * exact + lost, (i, strength)
    return "interpretation"


@cache
def saved() -> tuple[bytes, np.ndarray, np.ndarray]:
    """A whole file, rows, and what it predicts for them."""
    X = np.random.default_rng(0).normal(size=(40, 3))
    found = detect_interactions(X, X[:, 0] * X[:, 1], epochs=1)
    with tempfile.TemporaryDirectory() as folder:
        found.save(Path(folder) / "network.npz")
        return (Path(folder) / "network.npz").read_bytes(), X, found.predict(X)


BYTES = st.tuples(st.just("bytes"), st.integers(0, 2**31), st.binary(max_size=4))
CUT = st.tuples(st.just("cut"), st.integers(0, 2**31), st.just(b""))
OTHER = [None, -1, 7, 1e400, "x", [], [[]], {}, [1, [2]], True]
ARRAY = st.tuples(st.just("array"), st.integers(0, 99), st.integers(0, 9))
ABOUT = st.tuples(st.just("about"), st.integers(0, 99), st.sampled_from(OTHER))


def spoiled(content, kind, place, new) -> bytes:
    """The file with one damage."""
    if kind in ("bytes", "cut"):
        place %= len(content)
        end = content[place + len(new) :] if kind == "bytes" else b""
        return content[:place] + new + end
    with np.load(io.BytesIO(content)) as file:
        arrays = dict(file)
    name, text = sorted(arrays)[place % len(arrays)], str(arrays["about"])
    if kind == "array":
        old = arrays.pop(name)
        ways = (
            [old[..., None], old[..., :-1], old.ravel()[:0], np.array(3), old[:1]]
            if (old.ndim)
            else [old[None]]
        )
        ways += [old.astype("S"), old.astype(object).astype(str)]
        arrays |= {name: ways[new]} if new < len(ways) else {}
    else:
        about = json.loads(text)
        keys = [(about, k) for k in about] + [
            (v, k) for v in about.values() if isinstance(v, dict) for k in v
        ]
        where, key = keys[place % len(keys)]
        where[key] = new
        arrays["about"] = np.array(json.dumps(about))
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def check_saved(case, read=load) -> str:
    """One line, or a detection that predicts."""
    content, X, right = saved()
    for damage in case:
        content = spoiled(content, *damage)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "network.npz"
        path.write_bytes(content)
        try:
            found = read(path)
            f = found.predict(X)
        except InputError as error:
            assert is_one_line(error, "network.npz"), str(error)
            return "InputError"
    assert f.shape == right.shape and np.isfinite(f).all()
    if {kind for kind, *_ in case} <= {"bytes", "cut"}:
        assert np.array_equal(f, right), "other predictions"
    return "detection"


SAVED = st.lists(BYTES, min_size=1, max_size=2) | st.lists(
    CUT | ARRAY | ABOUT, min_size=1, max_size=1
)
KINDS = {"weights": (weights(), check_weights), "saved files": (SAVED, check_saved)}
