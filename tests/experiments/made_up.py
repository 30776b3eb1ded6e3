"""Results whose numbers are known before, and an executor that is this process."""

from concurrent.futures import Executor, Future
from itertools import combinations
from types import SimpleNamespace

import numpy as np

from nidlite.experiments.comparisons import Comparison
from nidlite.experiments.problems import Problem
from nidlite.experiments.rows import preset_of, signed_rows
from nidlite.experiments.runner import run
from nidlite.experiments.settings import REAL
from nidlite.experiments.store import Store
from nidlite.experiments.units import Growth, Result, Training, as_text
from nidlite.synthetic import SUITE

SMOKE = preset_of("smoke")
PAIRS = [(0, 1), (2, 3), (4, 5)]  # what interacts where no function says so
PRODUCTS = [(0, 1), (0, 1, 2), (3, 4, 5, 6), (3, 4, 5, 6, 7)]  # one of each order
HOUSING = "longitude latitude age rooms bedrooms population households income".split()
FEATURES = {"cal_housing": 8, "bike_sharing": 12, "higgs": 30, "letter": 16}
FEATURES |= {"fhim": 200, "shooter": 200}


class Here(Executor):
    """Does the work when it is submitted, and remembers whose it was."""

    def __init__(self):
        self.units = []

    def submit(self, work, unit, *args):
        self.units.append(unit)
        future = Future()
        try:
            future.set_result(work(unit, *args))
        except Exception as error:
            future.set_exception(error)
        return future


def at_once(units):
    """{unit: Result}, done in this process, not stored."""
    return run(units, Here(), Store(None))


def rows_of(module, trained, preset=SMOKE):
    """The artefact's signed rows, from results that trained(its units) gives."""
    return signed_rows(module, preset, trained(module.units(preset)))


def bits(result):
    """{array: its bytes}; the times of a history stand in its last column."""
    arrays = dict(result.arrays)
    del arrays["seconds"]
    if "history" in arrays:
        arrays["history"] = arrays["history"][:, :-1]
    return {n: (a.dtype.str, a.shape, a.tobytes()) for n, a in arrays.items()}


def same(results, others):
    """The same units with the same arrays, bit for bit, apart from times."""
    return set(results) == set(others) and all(
        bits(results[unit]) == bits(others[unit]) for unit in results
    )


# Results of problems


def truths_of(problem):
    if problem.name in REAL:
        return None
    others = PRODUCTS if problem.name == "shooter" else PAIRS
    return list(SUITE[problem.name].interactions) if problem.name in SUITE else others


def about(problem: Problem):
    """The arrays that say what a unit's data are."""
    p = problem.features or FEATURES.get(problem.name, 10)
    names = [f"x{i + 1}" for i in range(p)]
    return {
        "p": np.array(p),
        "outputs": np.array(1),
        "names": np.array(HOUSING if problem.name == "cal_housing" else names),
        "truths": as_text(truths_of(problem)),
    }


class Told(Result):
    """A training of which is given what would be read from its weights."""

    def reading(self, mean="minimum"):
        return self.given


def told(unit, interactions, valid=0.5, confirmed=None):
    """A training with this ranking, {interaction: strength}; pairs add up from it."""
    arrays = about(unit.problem) | {
        "seconds": np.array([3.0, 0.25, 0.5]),
        "history": np.array([[1, 0.5, valid, 0.01, 3.0]]),
    }
    strengths = np.zeros((int(arrays["p"]),) * 2)
    for interaction, strength in interactions.items():
        for i, j in combinations(interaction, 2):
            strengths[[i, j], [j, i]] += strength
    arrays["confirmed"] = strengths if confirmed is None else confirmed
    result = Told(unit, arrays)
    ranking = list(interactions.items())
    result.given = SimpleNamespace(ranking=ranking, pairwise_strengths=strengths)
    return result


def planted(unit, interactions):
    """A training whose k-th hidden unit sees exactly the k-th of the interactions.

    Its features weigh 1, and z is the interaction's strength.
    """
    result = Result(unit, told(unit, interactions).arrays)
    result.arrays["theta"] = np.zeros(result.network.size)
    first, second, *others = result.network.layers(result.arrays["theta"])[0]
    for k, (interaction, strength) in enumerate(interactions.items()):
        first[0, k, list(interaction)] = 1
        second[0, 0, k] = strength
    for A in others:
        A[0, 0, 0] = 1
    return result


def compared(unit, interactions, seconds=70.0):
    """A baseline with this ranking, {interaction: strength}."""
    arrays = about(unit.problem)
    strengths = np.zeros((int(arrays["p"]),) * 2)
    for pair in (pair for pair in interactions if len(pair) == 2):
        strengths[pair] = strengths[pair[::-1]] = interactions[pair]
    return Result(
        unit,
        arrays
        | {
            "strengths": strengths,
            "ranking": as_text(interactions),
            "ranking strengths": np.array(list(interactions.values())),
            "seconds": np.array([seconds]),
        },
    )


def grown(unit, candidates, K, test=(1.0, 0.2, 0.2), losses=None, reached=True):
    """A growth by the interactions, each of which halves the RMSE."""
    arrays = {
        "candidates": as_text(candidates),
        "losses": np.array(losses or [0.25**k for k in range(len(candidates) + 1)]),
        "reference": np.array(0.01),
        "reached": np.array(reached),
        "K": np.array(K),
        "test": np.array(test),
        "seconds": np.array([40.0]),
    }
    return Result(unit, about(unit.problem) | arrays)


def perfect(units):
    """{unit: Result}, also of what a growth needs: all that is true, and no more.

    Of real data PAIRS are found, and one interaction of all features in growths.
    """
    results = {}
    for unit in units:
        true = truths_of(unit.problem)
        if isinstance(unit, Growth):
            every = tuple(range(FEATURES.get(unit.problem.name, 10)))
            true = true or [(0, 1), every]
            results[unit.needs] = told(unit.needs, dict.fromkeys(PAIRS, 1.0))
            results[unit] = grown(unit, true, len(true))
        elif isinstance(unit, Comparison):
            results[unit] = compared(unit, dict.fromkeys(true or PAIRS, 5.0))
        else:
            results[unit] = told(unit, dict.fromkeys(true or PAIRS, 1.0))
    return results


def but(make, of=Training):
    """A `trained` like perfect, but units of this type have the result make(unit).

    Where it gives None or False the perfect result stays.
    """

    def trained(units):
        results = perfect(units)
        own = {unit: make(unit) for unit in results if isinstance(unit, of)}
        return results | {unit: result for unit, result in own.items() if result}

    return trained
