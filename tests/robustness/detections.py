"""Detection: any shapes, types, numbers, labels and settings, in a training or two.

A case is the recipe of a table, so that a failing one is short to print: which kinds of
columns, how many rows, which random numbers.
"""

from dataclasses import dataclass, field

import numpy as np

from nidlite import InputError, detect_interactions

from .lines import is_one_line

WORDS = np.array(["oak", "fir", "é", "", "two\nlines", "1"], dtype=object)
MEANS = "maximum root_mean_square arithmetic geometric harmonic minimum"


@dataclass
class Case:
    """Columns, a target and settings by name, n rows, and how X is handed over."""

    n: int
    columns: list
    target: str = "numbers"
    container: str = "float64"
    settings: dict = field(default_factory=lambda: {"epochs": 1})
    seed: int = 0  # of the table

    def build(self):
        """X, and y."""
        rng = np.random.default_rng(self.seed)
        columns = [COLUMNS[kind](rng, self.n) for kind in self.columns]
        return CONTAINERS[self.container](columns), TARGETS[self.target](rng, self.n)

    @property
    def must_work(self) -> bool:
        """Whether no InputError can be right."""
        text = "words" in self.columns and self.container != "object"
        columns = set(self.columns) <= {*GOOD_COLUMNS, "words"} and not text
        fine = columns and self.target in GOOD_TARGETS and self.container in GOOD
        settings = all(v in GOOD_SETTINGS.get(k, []) for k, v in self.settings.items())
        return self.n >= 30 and len(self.columns) >= 2 and fine and settings


def spoiled(value):
    """A column of objects with one cell of another kind in the middle."""

    def make(rng, n):
        cells = rng.normal(size=n).astype(object)
        cells[n // 2 : n // 2 + 1] = [value] if n else []
        return cells

    return make


def uniform(most):
    return lambda rng, n: rng.uniform(-1, 1, n) * most


GOOD_COLUMNS = {
    "numbers": lambda rng, n: rng.normal(size=n),
    "bits": lambda rng, n: np.arange(n) % 2.0,
    "constant": lambda rng, n: np.full(n, 7.0),
    "huge": uniform(1e100),
    "tiny": uniform(1e-90),
    "constant but for 1e-300": uniform(1e-300),
    "subnormal": lambda rng, n: rng.integers(0, 9, n) * 5e-324,
    "offset": lambda rng, n: 1e15 + rng.normal(size=n),
}
COLUMNS = GOOD_COLUMNS | {
    "too large": uniform(1.7e308),
    "wide": lambda rng, n: 10.0 ** rng.uniform(-320, 308, n),
    "last bits": lambda rng, n: 1 + rng.integers(0, 2, n) * 2.0**-52,
    "missing": spoiled(np.nan),
    "infinite": spoiled(-np.inf),
    "words": lambda rng, n: rng.choice(WORDS, n),
    "text among numbers": spoiled("text"),
    "list among numbers": spoiled([1, 2]),
    "dictionary": spoiled({}),
    "large integer": spoiled(10**400),
    "complex": spoiled(1j),
    "dates": lambda rng, n: np.arange(n).astype("datetime64[D]").astype(object),
}


def stacked(columns, dtype=None):
    """(n, p), of objects unless all columns are numbers."""
    X = np.empty((len(columns[0]), len(columns)), dtype=object)
    for i, values in enumerate(columns):
        X[:, i] = values
    if dtype is None and all(values.dtype == float for values in columns):
        dtype = float
    try:
        with np.errstate(all="ignore"):
            return X.astype(dtype or object)
    except (TypeError, ValueError, OverflowError):
        return X


GOOD = {
    "float64": stacked,
    "object": lambda columns: stacked(columns, object),
    "fortran": lambda columns: np.asfortranarray(stacked(columns)),
    "reversed": lambda columns: stacked(columns)[::-1, ::-1],
    "big-endian": lambda columns: stacked(columns, ">f8"),
}
CONTAINERS = GOOD | {
    "lists": lambda columns: stacked(columns).tolist(),
    "float16": lambda columns: stacked(columns, "float16"),
    "str": lambda columns: stacked(columns, "str"),
    "complex": lambda columns: stacked(columns, complex),
    "one dimension": lambda columns: stacked(columns).ravel(),
    "none": lambda columns: None,
    "a word": lambda columns: "table.csv",
    "ragged": lambda columns: [r[: i % 2 or None] for i, r in enumerate(zip(*columns))],
    "masked": lambda columns: np.ma.masked_array(stacked(columns), mask=True),
    "records": lambda columns: np.zeros(9, dtype=[("a", float), ("b", int)]),
}


def labels(*words):
    """Each in turn, so that none is rare."""
    return lambda rng, n: np.resize(np.array(words, dtype=object), n)


GOOD_TARGETS = {
    "numbers": GOOD_COLUMNS["numbers"],
    "huge": uniform(1e100),
    "tiny": uniform(1e-90),
    "column": lambda rng, n: rng.normal(size=(n, 1)),
    "two words": labels("yes", "no"),
    "three words": labels("oak", "é", "two\nlines"),
    "bools": lambda rng, n: np.arange(n) % 2 == 0,
}
TARGETS = GOOD_TARGETS | {
    "words with gaps": labels("yes", "no", None),
    "too large": uniform(1.7e308),
    "subnormal": GOOD_COLUMNS["subnormal"],
    "constant": GOOD_COLUMNS["constant"],
    "numbers and words": labels("yes", 1, None),
    "all different": lambda rng, n: [f"w{i}" for i in range(n)],
    "infinite": COLUMNS["infinite"],
    "too long": lambda rng, n: rng.normal(size=n + 1),
    "complex": lambda rng, n: rng.normal(size=n) + 1j,
    "dictionaries": labels({}, 1),
    "none": lambda rng, n: None,
}
THIRDS, NAN = (1 / 3, 1 / 3, 1 / 3), float("nan")
GOOD_SETTINGS = {
    "seed": [0, 1, 2**70],
    "fractions": [(0.8, 0.1, 0.1), THIRDS, (0.5, 0.5, 0)],
    "mean": MEANS.split(),
    "architecture": ["mlp", "mlp-m"],
    "epochs": [1, 2],
}
BAD_SETTINGS = {
    "seed": [-1, 1.5, "0", None, [1], NAN],
    "fractions": [(1, 0, 0), (NAN, 0.5, 0.5), (1e308,) * 3, (0.8, 0.1, "x"), None, 0.8],
    "mean": ["median", None, [], 3],
    "architecture": ["MLP", None, [], 3],
    "epochs": [0, -1, 1.5, "2", NAN, []],
    "feature_names": [["a", "b"], ["a", "a", "a"], "abc", 5, []],
    "task": ["ranking", 3, []],
}


def one_of(rng, good, others, share):
    """One of the good ones, and with this share of all draws one of the others."""
    many = [*others] if rng.random() < share else [*good]
    return many[rng.integers(len(many))]


def draw(rng) -> Case:
    columns = [
        one_of(rng, GOOD_COLUMNS, COLUMNS, 0.05) for _ in range(rng.integers(2, 6))
    ]
    columns = columns[: one_of(rng, [None], [1], 0.05)]
    settings = {"epochs": 1}
    for name, bad in BAD_SETTINGS.items():
        if rng.random() < 0.2:
            settings[name] = one_of(rng, GOOD_SETTINGS.get(name, bad), bad, 0.1)
    return Case(
        n=one_of(rng, [30, 33, 47], range(30), 0.1),
        columns=columns,
        target=one_of(rng, GOOD_TARGETS, TARGETS, 0.15),
        container=one_of(rng, GOOD, CONTAINERS, 0.15),
        settings=settings,
        seed=int(rng.integers(2**32)),
    )


def check(case, detect=detect_interactions) -> str:
    """Hold the detection against what any right one has: its task, or "InputError"."""
    X, y = case.build()
    try:
        found = detect(X, y, **case.settings)
    except InputError as error:
        assert not case.must_work, f"refused a good table: {error}"
        assert is_one_line(error), f"not one printable line: {str(error)!r}"
        return "InputError"
    q = len(case.columns)
    check_rankings(found, q)
    constant = [bool(found.split.x_constant[list(own)].all()) for own in found.columns]
    # The other means give a pair of a constant and a useful feature more than nothing.
    if found.mean in ("minimum", "geometric", "harmonic"):
        constant = found.pairwise_strengths[constant]
        assert not constant.any(), "a constant feature interacts"
    check_predictions(found, X, case.n)
    shares = [share for _, _, share in found.confirm(top=2, rows=20)]
    assert np.isfinite(shares).all() and all(share >= 0 for share in shares)
    losses = [loss for epoch in found.history for loss in (epoch.train, epoch.valid)]
    assert len(losses) > 0 and np.isfinite(losses).all()
    return found.table.task


def check_rankings(found, q):
    strengths, names = found.pairwise_strengths, range(q)
    assert len(found.feature_names) == len(set(found.feature_names)) == q
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


def check_predictions(found, X, n):
    if len(found.table.X) == n:
        assert np.array_equal(found.table.encode(X), found.table.X), "coded otherwise"
        f, classes = found.predict(X), found.table.classes
        assert f.shape == ((n, len(classes)) if classes and len(classes) > 2 else (n,))
        assert np.isfinite(f).all(), "predictions that are not finite"
        if classes:
            assert (f >= 0).all() and (f <= 1).all(), "not probabilities"
        if f.ndim == 2:
            assert np.allclose(f.sum(axis=1), 1, atol=1e-5)  # float32


KINDS = {"detections": (draw, check)}
