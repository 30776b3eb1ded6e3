"""MLP-Cutoff's recipe, chosen on random functions, and what it then adds.

    python benchmarks/cutoff.py truths       # 10 minutes of processor time
    python benchmarks/cutoff.py additive     # 6 minutes
    python benchmarks/cutoff.py growth       # 15 minutes
    python benchmarks/cutoff.py nets         # 20 minutes

truths: the candidates are exactly the true interactions of a random function. Each way
of training is judged by silent nets and by its validation error over MLP-M's. additive:
tables in which nothing interacts; how many interactions are added? growth: along
MLP-M's ranking of a random function; how many true and false ones are added? nets: ten
nets, most of false interactions, two classes, 16 values of each feature, as in letter:
which ways of starting leave dead nets, and at what error?

Seeds from 50,000 on have chosen the recipe; those from 61,000 on (--report) have
chosen nothing. F1 to F10 and real data play no part.
"""

import argparse
import time
from dataclasses import replace

import timing  # before NumPy: it sets the threads

# isort: split
import numpy as np

from nidlite.cutoff.alive import STARTS, dead_nets, fit_alive, silent_nets, widened
from nidlite.datasets.random_functions import MAIN_EFFECTS, random_function
from nidlite.detector import SYNTHETIC_SPLIT, detect
from nidlite.interactions import mark, maximal
from nidlite.networks import mlp_cutoff
from nidlite.recipes import CUTOFF_RECIPE
from nidlite.splits import split
from nidlite.synthetic import Term
from nidlite.tables.arrays import check_arrays
from nidlite.training import Fit, fit

TUNING, REPORTED = 50_000, 61_000
ROWS = 30_000  # in thirds
SIZES, NOISES = (1000, 2000, 5000, 20_000), (0.0, 0.3, 1.0)
OLD = replace(CUTOFF_RECIPE, penalty_constant=2e-4, deviation=0.1)  # in its L2's words
WAYS = {
    "0.1.0": OLD,
    "L2 lambda W": replace(CUTOFF_RECIPE, deviation=0.1),
    "and deviation 0.15": replace(CUTOFF_RECIPE, deviation=0.15),
    "and deviation 0.2": replace(CUTOFF_RECIPE, deviation=0.2),
    "and rate 0.003": replace(CUTOFF_RECIPE, deviation=0.2, rate=0.003),
    "taken": CUTOFF_RECIPE,
}


def detected(seed):
    """(random function, Detection of MLP-M on its rows)."""
    rng = np.random.default_rng(seed)
    f = random_function(rng)
    table = check_arrays(*f.sample(ROWS, rng))
    return f, detect(table, seed, fractions=SYNTHETIC_SPLIT)


def additive(seed):
    """A sum of 2 to p main effects, (n, p) and (n,), sizes and noise by the seed."""
    rng = np.random.default_rng(seed)
    n, noise = SIZES[seed % len(SIZES)], NOISES[seed % len(NOISES)]
    X = rng.uniform(-1, 1, size=(n, rng.integers(5, 13)))
    y = np.zeros(n)
    for i in range(rng.integers(2, X.shape[1] + 1)):
        effect = Term(rng.choice(MAIN_EFFECTS).format(f"x{i + 1}"), (i,))(X)
        y += rng.uniform(1, 4) * rng.choice([-1, 1]) * effect / effect.std()
    return X, y + noise * y.std() * rng.normal(size=n)


def truths(seeds):
    """Rows of the table: way, error over MLP-M's, dead nets, processor seconds."""
    found = [detected(seed) for seed in seeds]
    for way, recipe in WAYS.items():
        train = fit_alive if way == "taken" else fit
        ratios, silent, started = [], 0, time.process_time()
        for seed, (f, of) in zip(seeds, found):
            network = mlp_cutoff(10, f.interactions)
            given = network, of.split, "regression", np.random.default_rng(seed)
            result = train(*given, recipe)
            ratios.append(result.best.valid / of.fit.best.valid)
            silent += len(silent_nets(network, result.theta, of.split.train[0]))
        seconds = (time.process_time() - started) / len(seeds)
        errors = np.sqrt(ratios)
        words = f"{np.exp(np.log(errors).mean()):.3f}", f"{errors.max():.3f}"
        yield way, *words, sum(errors <= 1), silent, f"{seconds:.1f}"


def additives(seeds):
    """Rows of the table: a table, its errors, and what each rule adds."""
    for seed in seeds:
        X, y = additive(seed)
        found, started = detect(check_arrays(X, y), seed), time.process_time()
        grown = [found.cutoff(rule=rule, most=6) for rule in ("reference", "plateau")]
        seconds = time.process_time() - started
        errors = grown[1].losses[0], grown[1].reference
        size = f"{seed}: n {len(X)}, p {X.shape[1]}, noise {NOISES[seed % len(NOISES)]}"
        added = [f"{c.K} ({c.ended})" for c in grown]
        yield size, *(f"{e:.5f}" for e in errors), *added, f"{seconds:.0f}"


def growth(seeds):
    """Rows of the table: a function, what was added along MLP-M's ranking, and how."""
    for seed in seeds:
        f, found = detected(seed)
        started = time.process_time()
        grown = found.cutoff()
        seconds = time.process_time() - started
        gained = [grown.candidates[K - 1] for K in grown.gains() if K <= grown.K]
        marks = [mark(i, f.interactions) for i in gained]
        last, X = grown.fits[grown.K], found.split.train[0]
        silent = sum(len(silent_nets(k.network, k.theta, X)) for k in grown.fits)
        errors = (found.error(e) for e in (grown.losses[grown.K], grown.reference))
        counts = [marks.count(m) for m in ("+ ", "o ", "- ")]
        counts += [len(silent_nets(last.network, last.theta, X)), silent]
        ratio = " / ".join(f"{e:.4f}" for e in errors)
        yield (
            *(seed, len(f.interactions), *counts, ratio),
            *(len(grown.fits) - 1, grown.ended, f"{seconds:.0f}"),
        )


def classes(seed):
    """The parts of a table of two classes, and ten interactions of its features."""
    rng = np.random.default_rng(seed)
    f = random_function(rng)
    X = np.floor(8 * f.sample(ROWS, rng)[0]) / 8
    y = f(X) + NOISES[seed % len(NOISES)] * rng.normal(size=len(X))
    found = list(f.interactions)
    while len(found) < 10:
        own = rng.permutation(10)[: rng.integers(2, 5)].tolist()
        found = maximal([*found, tuple(sorted(own))])
    return split(X, (y > np.median(y)).astype(float), rng, classification=True), found


def started(network, parts, seed) -> dict[str, Fit]:
    """{way of starting: the fit that it ends with}; the first start is the same."""
    given, X, ways = (network, parts, "classification"), parts.train[0], {}
    rng = np.random.default_rng(seed)
    first, draws = network.initial(rng, CUTOFF_RECIPE.deviation), rng.integers(2**32)

    def fits(slower):
        """Up to three: of nets that are silent wider, of all slower by this factor."""
        rng, start, recipe = np.random.default_rng(draws), first, CUTOFF_RECIPE
        for number in range(1, STARTS + 1):
            yield (own := fit(*given, rng, recipe, start=start))
            silent = silent_nets(network, own.theta, X)
            if not silent:
                return
            start = network.initial(rng, recipe.deviation)
            start = widened(network, start, silent, 2**number)
            recipe = replace(recipe, rate=recipe.rate / slower)

    for slower, how in ((1, "wider"), (2, "wider and slower")):
        own = list(fits(slower))
        ways["one start"] = own[0]
        ways[f"three, {how}, least error"] = min(own, key=lambda f: f.best.valid)
        ways[f"three, {how}, fewest dead"] = min(
            own, key=lambda f: (dead_in(f, X), f.best.valid)
        )
    return ways


def dead_in(fit, X):
    return len(dead_nets(fit.network, fit.theta, X))


def nets(seeds):
    """Rows of the table: a way of starting, its dead nets, and its error."""
    dead, losses = {}, {}
    for seed in seeds:
        parts, found = classes(seed)
        network = mlp_cutoff(10, found)
        for way, own in started(network, parts, seed).items():
            dead.setdefault(way, []).append(dead_in(own, parts.train[0]))
            losses.setdefault(way, []).append(own.best.valid)
    first = np.array(losses["one start"])
    for way, own in dead.items():
        ratio = np.exp(np.mean(np.log(losses[way] / first)))
        yield way, sum(own), 10 * len(own), f"{ratio:.3f}"


PARTS = {
    "truths": (truths, "way, error, worst, reached, silent nets, s"),
    "additive": (additives, "table, c_0, MLP-M, reference adds, plateau adds, s"),
    "growth": (
        growth,
        "seed, truths, true, parts, false, silent, silent at any K, RMSE / MLP-M's, "
        "tried, ended, s",
    ),
    "nets": (nets, "way, dead nets, of, error over that of one start"),
}


def main():
    """Print a table's rows as they come."""
    parser = argparse.ArgumentParser(parents=[timing.flag])
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--seeds", type=int, default=5, help="how many")
    parser.add_argument("--report", action="store_true", help="not the tuning seeds")
    options = parser.parse_args()
    rows, head = PARTS[options.part]
    first = REPORTED if options.report else TUNING
    print(timing.markdown(head.split(", "), []))
    for row in rows(range(first, first + options.seeds)):
        print("|", " | ".join(map(str, row)), "|", flush=True)


if __name__ == "__main__":
    main()
