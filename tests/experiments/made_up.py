"""Results whose numbers are known before, and an executor that is this process."""

from concurrent.futures import Executor, Future
from itertools import combinations
from types import SimpleNamespace

import numpy as np

from nidlite.experiments.finished import Result
from nidlite.experiments.opinions import PairsByTwo
from nidlite.experiments.rows import preset_of, signed_rows
from nidlite.experiments.runner import run
from nidlite.experiments.settings import REAL
from nidlite.experiments.store import Store
from nidlite.experiments.units import SIZES, Growth, Training, as_text
from nidlite.synthetic import SUITE

SMOKE = preset_of("smoke")
PAIRS = [(0, 1), (2, 3), (4, 5)]  # what interacts where no function says so
PRODUCTS = [(0, 1), (0, 1, 2), (3, 4, 5, 6), (3, 4, 5, 6, 7)]  # one of each order
HOUSING = "longitude latitude age rooms bedrooms population households income".split()


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


def truths_of(problem):
    if problem.name in REAL:
        return None
    others = PRODUCTS if problem.name == "shooter" else PAIRS
    return list(SUITE[problem.name].interactions) if problem.name in SUITE else others


def result(unit, made=Result, **arrays):
    """A result with these arrays, and those that say what the unit's data are."""
    problem = unit.problem
    p = problem.features or SIZES.get(problem.name, (0, 10))[1]
    names = [f"x{i + 1}" for i in range(p)]
    arrays |= {"p": np.array(p), "outputs": np.array(1)}
    arrays["names"] = np.array(HOUSING if problem.name == "cal_housing" else names)
    arrays["truths"] = as_text(truths_of(problem))
    return made(unit, {name: np.array(array) for name, array in arrays.items()})


def strengths_of(p, interactions):
    """(p, p): every pair has the sum of the strengths of those that it is in."""
    strengths = np.zeros((p, p))
    for interaction, strength in interactions.items():
        for i, j in combinations(interaction, 2):
            strengths[[i, j], [j, i]] += strength
    return strengths


class Told(Result):
    """A training of which is given what would be read from its weights."""

    def reading(self, mean="minimum"):
        return self.given


def told(unit, interactions, valid=0.5, confirmed=None):
    """A training with this ranking, {interaction: strength}."""
    history = [[1, 0.5, valid, 0.01, 3.0]]
    made = result(unit, Told, seconds=[3.0, 0.25, 0.5], history=history)
    strengths = strengths_of(len(made.names), interactions)
    made.arrays["confirmed"] = strengths if confirmed is None else confirmed
    ranking = list(interactions.items())
    made.given = SimpleNamespace(ranking=ranking, pairwise_strengths=strengths)
    return made


def planted(unit, interactions):
    """A training whose k-th hidden unit sees the k-th interaction with its strength."""
    made = Result(unit, told(unit, interactions).arrays)
    made.arrays["theta"] = np.zeros(made.network.size)
    first, second, *others = made.network.layers(made.arrays["theta"])[0]
    for k, (interaction, strength) in enumerate(interactions.items()):
        first[0, k, list(interaction)] = 1
        second[0, 0, k] = strength
    for A in others:
        A[0, 0, 0] = 1
    return made


def compared(unit, interactions):
    """A baseline with this ranking, {interaction: strength}."""
    made = result(unit, seconds=[70.0], ranking=as_text(interactions))
    made.arrays["ranking strengths"] = np.array(list(interactions.values()))
    pairs = {i: strength for i, strength in interactions.items() if len(i) == 2}
    made.arrays["strengths"] = strengths_of(len(made.names), pairs)
    return made


def by_two(unit, **readings):
    """Two networks' readings of all pairs, each from {pair: strength}."""
    read = {how: strengths_of(10, pairs) for how, pairs in readings.items()}
    return result(unit, seconds=[7.0], **read)


def grown(unit, candidates, K, test=(1.0, 0.2, 0.2), ended="plateau", dead=0):
    """A growth by the interactions, each of which halves the RMSE."""
    arrays = {"candidates": as_text(candidates), "K": K, "test": test}
    arrays |= {"losses": [0.25**k for k in range(len(candidates) + 1)]}
    arrays |= {"gains": list(range(1, len(candidates) + 1))}
    own = result(unit, reference=0.01, ended=ended, seconds=[40.0], **arrays)
    own.dead = dead  # its data may not be there
    return own


def perfect(units):
    """{unit: Result}, also of what a growth needs: all that is true, and no more."""
    results = {}
    for unit in units:
        true = truths_of(unit.problem)
        if isinstance(unit, Growth):
            every = tuple(range(SIZES.get(unit.problem.name, (0, 10))[1]))
            true = true or [(0, 1), every]
            results[unit.needs] = told(unit.needs, dict.fromkeys(PAIRS, 1.0))
            results[unit] = grown(unit, true, len(true))
        elif isinstance(unit, PairsByTwo):
            every = dict.fromkeys(true, 5.0)
            results[unit] = by_two(unit, supported=every, agreed=every)
        else:
            make = told if isinstance(unit, Training) else compared
            results[unit] = make(unit, dict.fromkeys(true or PAIRS, 5.0))
    return results


def but(make, of=Training):
    """A `trained` like perfect, but units of this type have make(unit), if any."""

    def trained(units):
        results = perfect(units)
        own = {unit: make(unit) for unit in results if isinstance(unit, of)}
        return results | {unit: result for unit, result in own.items() if result}

    return trained
