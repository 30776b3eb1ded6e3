"""Detection: any shapes, types, numbers, labels and settings, in a training or two.

A case is the recipe of a table, so that a failing one is short to print: which kinds of
columns, how many rows, which random numbers.
"""

from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

from nidlite import InputError, detect_interactions

from .lines import RARE, is_one_line, mostly

WORDS = np.array(["oak", "fir", "é", "", "two\nlines", "1"], dtype=object)


@dataclass
class Case:
    """Columns, a target and settings by name, n rows, and how X is handed over."""

    n: int
    columns: list
    target: str = "numbers"
    container: str = "float64"
    settings: dict = field(default_factory=dict)
    seed: int = 0  # of the table

    def build(self):
        """X, y and the settings, in which True stands for names that fit."""
        rng = np.random.default_rng(self.seed)
        columns = [COLUMNS[kind](rng, self.n) for kind in self.columns]
        X = CONTAINERS[self.container](columns, self.n)
        settings = dict(self.settings)
        if settings.get("feature_names") is True:
            settings["feature_names"] = [f"name {i}" for i in range(len(columns))]
        return X, TARGETS[self.target](rng, self.n), settings

    @property
    def must_work(self) -> bool:
        """Whether no InputError can be right."""
        fine = WITH_TEXT if "words" in self.columns else WITH_TEXT | GOOD_CONTAINERS
        fitting = GOOD | {"task": GOOD_TARGETS.get(self.target)}
        return (
            self.n >= 30
            and len(self.columns) >= 2
            and set(self.columns) <= {*GOOD_COLUMNS, "words"}
            and self.target in GOOD_TARGETS
            and self.container in fine
            and all(any(v is g for g in fitting[k]) for k, v in self.settings.items())
        )


# Columns


def floats(make):
    return lambda rng, n: np.asarray(make(rng, n), dtype=float)


def spoiled(value):
    """A column of objects with one cell of another kind in the middle."""

    def make(rng, n):
        cells = rng.normal(size=n).astype(object)
        cells[n // 2 : n // 2 + 1] = [value] if n else []
        return cells

    return make


def with_one(value, others=1.0):
    return floats(lambda rng, n: np.where(np.arange(n) == n // 2, value, others))


def uniform(most):
    return floats(lambda rng, n: rng.uniform(-1, 1, n) * most)


GOOD_COLUMNS = {
    "numbers": floats(lambda rng, n: rng.normal(size=n)),
    "counts": floats(lambda rng, n: rng.integers(0, 4, n)),
    "bits": floats(lambda rng, n: np.arange(n) % 2),
    "constant": floats(lambda rng, n: np.full(n, 7.0)),
    "huge": uniform(1e100),
    "tiny": uniform(1e-90),
    "constant but for 1e-300": uniform(1e-300),
    "subnormal": floats(lambda rng, n: rng.integers(0, 9, n) * 5e-324),
    "offset": floats(lambda rng, n: 1e15 + rng.normal(size=n)),
}
COLUMNS = GOOD_COLUMNS | {
    "too large": uniform(1.7e308),
    "wide": floats(lambda rng, n: 10.0 ** rng.uniform(-320, 308, n)),
    "one large": with_one(1e100, 0),
    "last bits": floats(lambda rng, n: 1 + rng.integers(0, 2, n) * 2.0**-52),
    "infinite": with_one(-np.inf),
    "missing": with_one(np.nan),
    "words": lambda rng, n: rng.choice(WORDS, n).astype(object),
    "many words": lambda rng, n: np.array([f"w{i}" for i in range(n)], dtype=object),
    "numbers as text": lambda rng, n: rng.normal(size=n).astype(str).astype(object),
    "text among numbers": spoiled("text"),
    "none among numbers": spoiled(None),
    "list among numbers": spoiled([1, 2]),
    "dictionary": spoiled({}),
    "large integer": spoiled(10**400),
    "complex": spoiled(1j),
    "bytes": spoiled(b"1"),
    "dates": lambda rng, n: np.arange(n).astype("datetime64[D]").astype(object),
}


# How they are handed over


class Frame:
    """What nidlite asks of a DataFrame: columns, and frame[name]."""

    def __init__(self, columns, n):
        names = (f"column\n{i}" if i == 3 else f"c{i}" for i in range(len(columns)))
        self.parts = dict(zip(names, columns))
        self.columns, self.n = list(self.parts), n

    def __getitem__(self, name):
        return self.parts[name]

    def __len__(self):
        return self.n if self.parts else 0


def stacked(columns, n, dtype=None):
    """(n, p), of objects unless all columns are numbers."""
    X = np.empty((n, len(columns)), dtype=object)
    for i, values in enumerate(columns):
        X[:, i] = values
    if dtype or all(values.dtype == float for values in columns):
        with np.errstate(all="ignore"):
            X = X.astype(dtype or float)
    return X


def cast(dtype):
    """A container of one dtype; columns that do not fit stay objects."""

    def make(columns, n):
        try:
            return stacked(columns, n, dtype)
        except (TypeError, ValueError, OverflowError):
            return stacked(columns, n, object)

    return make


def read_only(columns, n):
    X = stacked(columns, n)
    X.flags.writeable = False
    return X


def ragged(columns, n):
    return [row[: i % 2 or None] for i, row in enumerate(stacked(columns, n).tolist())]


def masked(columns, n):
    X = np.ma.masked_array(stacked(columns, n))
    X[:1, :1] = np.ma.masked
    return X


WITH_TEXT = {
    "object": lambda columns, n: stacked(columns, n, object),
    "lists": lambda columns, n: stacked(columns, n).tolist(),
    "frame": Frame,
}
GOOD_CONTAINERS = {
    "float64": stacked,
    "longdouble": cast(np.longdouble),
    "fortran": lambda columns, n: np.asfortranarray(stacked(columns, n)),
    "reversed": lambda columns, n: stacked(columns, n)[::-1, ::-1],
    "read only": read_only,
    "big-endian": cast(">f8"),
}
DTYPES = "float32 float16 int64 uint8 bool str S5 complex".split()
CONTAINERS = WITH_TEXT | GOOD_CONTAINERS | {dtype: cast(dtype) for dtype in DTYPES}
CONTAINERS |= {
    "dates": lambda columns, n: np.zeros((n, len(columns)), dtype="datetime64[s]"),
    "one dimension": lambda columns, n: stacked(columns, n).ravel(),
    "three dimensions": lambda columns, n: stacked(columns, n)[:, :, None],
    "no dimension": lambda columns, n: np.array(3.0),
    "none": lambda columns, n: None,
    "a word": lambda columns, n: "table.csv",
    "a dictionary": lambda columns, n: {"a": [1, 2], "b": [3, 4]},
    "ragged": ragged,
    "masked": masked,
    "records": lambda columns, n: np.zeros(n, dtype=[("a", float), ("b", int)]),
}


# Targets and settings


def labels(*words):
    """Each in turn, so that none is rare."""
    return lambda rng, n: np.resize(np.array(words, dtype=object), n)


REGRESSION, CLASSES = (None, "regression"), (None, "classification")
GOOD_TARGETS = {  # and the tasks that they fit
    **dict.fromkeys(["numbers", "huge", "tiny", "column", "list"], REGRESSION),
    **dict.fromkeys(["bits", "two words", "three words", "bools"], CLASSES),
    "five numbers": (*REGRESSION, "classification"),
}
TARGETS = {
    "numbers": GOOD_COLUMNS["numbers"],
    "huge": uniform(1e100),
    "tiny": uniform(1e-90),
    "column": lambda rng, n: rng.normal(size=(n, 1)),
    "list": lambda rng, n: rng.normal(size=n).tolist(),
    "bits": lambda rng, n: np.arange(n) % 2,
    "two words": labels("yes", "no"),
    "three words": labels("oak", "é", "two\nlines"),
    "words with gaps": labels("yes", "no", None),
    "bools": lambda rng, n: np.arange(n) % 2 == 0,
    "five numbers": lambda rng, n: (np.arange(n) % 5) * 0.5,
    "too large": uniform(1.7e308),
    "subnormal": COLUMNS["subnormal"],
    "wide": COLUMNS["wide"],
    "constant": COLUMNS["constant"],
    "rare": lambda rng, n: np.arange(n) == 0,
    "numbers and words": labels("yes", 1, None),
    "all different": lambda rng, n: [f"w{i}" for i in range(n)],
    "missing": COLUMNS["missing"],
    "infinite": COLUMNS["infinite"],
    "two columns": lambda rng, n: rng.normal(size=(n, 2)),
    "too long": lambda rng, n: rng.normal(size=n + 1),
    "complex": lambda rng, n: rng.normal(size=n) + 1j,
    "dates": lambda rng, n: np.arange(n).astype("datetime64[D]"),
    "large integer": labels(1, 10**400),
    "dictionaries": labels({}, 1),
    "lists": labels([1, 2], [3]),
    "none": lambda rng, n: None,
    "a word": lambda rng, n: "price",
    "a number": lambda rng, n: 3.0,
}
THIRDS, NAN = (1 / 3, 1 / 3, 1 / 3), float("nan")
MEANS = "maximum root_mean_square arithmetic geometric harmonic minimum"
GOOD = {
    "seed": [0, 1, 2**70, np.int64(3)],
    "fractions": [(0.8, 0.1, 0.1), THIRDS, (0.5, 0.5, 0), (0.6, 0.2, 0.2)],
    "mean": MEANS.split(),
    "architecture": ["mlp", "mlp-m"],
    "epochs": [1, 2],
    "feature_names": [None, True],  # see build
}
PARTS = [(0.9, 0.1, 0), (0.98, 0.01, 0.01), (1, 0, 0), (0.5, 0.5), (NAN, 0.5, 0.5)]
PARTS += [(float("inf"), 0.1, 0.1), (0.8, 0.1, None), (1e308,) * 3, (0.8, 0.1, "x")]
BAD = {
    "seed": [-1, 1.5, "0", None, [1], NAN],
    "fractions": [*PARTS, None, "abc", 0.8, (-0.1, 1, 0.1), []],
    "mean": ["median", None, [], 3],
    "architecture": ["MLP", None, [], {}, 3],
    "epochs": [0, -1, 1.5, "2", NAN, [], np.int64(1)],
    "feature_names": [["a", "b"], ["a", "a", "a"], "abc", 5, ["x\n", None, 3], []],
}
TASKS = [None, "regression", "classification", "ranking", 3, [], np.array([1, 2])]
SETTINGS = {name: mostly(GOOD[name], BAD[name], 0.05) for name in GOOD}
SETTINGS["task"] = mostly([None], TASKS, 0.15)

ROWS = mostly([30, 33, 47, 60], [*range(30)])
FEATURES = st.lists(mostly([*GOOD_COLUMNS], [*COLUMNS], 0.04), min_size=2, max_size=6)
TARGET = mostly([*GOOD_TARGETS], [*TARGETS])
CONTAINER = mostly([*WITH_TEXT, *GOOD_CONTAINERS], [*CONTAINERS], 0.12)


@st.composite
def cases(draw):
    settings = {name: draw(some) for name, some in SETTINGS.items() if draw(RARE)}
    settings.setdefault("epochs", 1)
    columns = draw(FEATURES)[: 1 if draw(mostly([False], [True], 0.05)) else None]
    columns = [*columns, "words"] if draw(RARE) else columns
    seed = draw(st.integers(0, 2**32 - 1))
    return Case(draw(ROWS), columns, draw(TARGET), draw(CONTAINER), settings, seed)


# The check


def check(case, detect=detect_interactions) -> str:
    """Hold the detection against what any right one has: its task, or "InputError"."""
    X, y, settings = case.build()
    try:
        found = detect(X, y, **settings)
    except InputError as error:
        assert not case.must_work, f"refused a good table: {error}"
        assert is_one_line(error), f"not one printable line: {str(error)!r}"
        return "InputError"
    q = len(case.columns)
    assert len(found.feature_names) == len(set(found.feature_names)) == q
    check_strengths(found, q)
    check_predictions(found, X, y, case.n)
    shares = [share for _, _, share in found.confirm(top=2, rows=20)]
    assert np.isfinite(shares).all() and all(share >= 0 for share in shares)
    assert len(str(found)) > 100 and found.history
    losses = [loss for epoch in found.history for loss in (epoch.train, epoch.valid)]
    assert np.isfinite(losses).all()
    return found.table.task


def check_strengths(found, q):
    check_rankings(found, q)
    constant = [bool(found.split.x_constant[list(own)].all()) for own in found.columns]
    # The other means give a pair of a constant and a useful feature more than nothing.
    if found.mean in ("minimum", "geometric", "harmonic"):
        constant = found.pairwise_strengths[constant]
        assert not constant.any(), "a constant feature interacts"


def check_rankings(found, q):
    strengths, names = found.pairwise_strengths, range(q)
    assert strengths.shape == (q, q)
    assert np.isfinite(strengths).all() and (strengths >= 0).all()
    assert np.array_equal(strengths, strengths.T) and not strengths.diagonal().any()
    interactions = [interaction for interaction, _ in found.ranking]
    values = [value for _, value in found.ranking]
    for i in interactions:
        assert list(i) == sorted(set(i)) and len(i) >= 2 and set(i) <= set(names), i
    assert len(set(interactions)) == len(interactions), "an interaction twice"
    assert np.isfinite(values).all() and all(value > 0 for value in values)
    assert values == sorted(values, reverse=True), "not sorted"
    pairs = dict(found.pairwise_ranking)
    assert len(pairs) == len(found.pairwise_ranking) == q * (q - 1) // 2
    assert all(strengths[pair] == value for pair, value in pairs.items())


def check_predictions(found, X, y, n):
    try:
        coded = found.table.encode(X)
    except InputError as error:
        # A row without a label did not train: its cells may be what no cell can be.
        assert len(found.table.X) < n, "refused what was trained on"
        assert is_one_line(error), f"not one printable line: {str(error)!r}"
        return
    if len(found.table.X) < n:
        coded = coded[[label is not None for label in y]]
    assert np.array_equal(coded, found.table.X), "coded otherwise"
    f, classes = found.predict(X), found.table.classes
    assert f.shape == ((n, len(classes)) if classes and len(classes) > 2 else (n,))
    assert np.isfinite(f).all(), "predictions that are not finite"
    if classes:
        assert (f >= 0).all() and (f <= 1).all(), "not probabilities"
    if f.ndim == 2:
        assert np.allclose(f.sum(axis=1), 1, atol=1e-5)  # float32


KINDS = {"detections": (cases(), check)}
