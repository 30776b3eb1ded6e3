"""Two networks are asked, with outcomes that they never saw (ours).

Each half's rows are news to the other half's network: there its `Witness` stands.

>>> from nidlite.networks import mlp
>>> rng, network = np.random.default_rng(0), mlp(2, (4,))
>>> thetas = [[network.initial(rng)] for half in range(2)]   # nobody has trained them
>>> rows = [(rng.normal(size=(50, 2)), rng.normal(size=50)) for half in range(2)]
>>> said, learned = opinion_of(network, thetas, rows, [(0,), (1,)], "regression", rng)
>>> learned > LEARNED, said.of((0, 1)).interaction
(False, (0, 1))
"""

from collections.abc import Callable
from itertools import combinations

import numpy as np

from ..fast.joint import JointNet
from ..metrics import variance
from ..parts import relative_weights, together
from .confirm import KEPT, Corners, row_pairs
from .halves import mean_output
from .nearness import correlations, near_data
from .opinion import Opinion
from .witness import Witness, in_units, t_value

ROWS = 2000  # row pairs for the share
WITNESSES = 3000, 9000  # unseen outcomes of each network, at first and on top, ...
CLEAR = 5.0  # ... which are not asked if t is this large by then
SUPPORTERS, PARTNERS = 10_000, 4  # unseen outcomes for `supports`, partners of each
LEARNED = 3.0  # the least t of: outcomes are nearer to the network than to their mean


def witnesses(
    f, unseen, some, among, partners, columns, loss, rng, kept=KEPT
) -> list[Witness]:
    """One for each two partners: a JointNet f beside some of the rows it never saw.

    Each of these rows has so many partners, drawn among the given rows by weight.
    """
    (X, y), w = unseen, relative_weights(unseen, among)
    p = None if w is None else w / len(w)
    others = (X[rng.choice(among, len(some), p=p)] for _ in range(partners))
    corners = [Corners(f, X[some], partner, columns, kept) for partner in others]
    output = mean_output(f.network, f.thetas)(X[some])
    target = in_units(loss, y[some], f.network.outputs)
    own = relative_weights(unseen, some)
    return [Witness(*two, output, *target, own) for two in combinations(corners, 2)]


def supports(network, thetas, rows, columns, loss, rng) -> Callable:
    """interaction -> (the share of the variance that unseen outcomes confirm, its t).

    Arguments as of opinion_of. The mean of Witness.support over all pairs of PARTNERS:
    0 for an accident, and the superset importance where the networks are right. For
    classes it is a strength only. t is that mean over its standard error.
    """
    halves = []
    for starts, unseen in zip(thetas, rows[::-1]):
        n, f = len(unseen[1]), JointNet(network, starts)
        some, how = rng.permutation(n)[:SUPPORTERS], (PARTNERS, columns, loss, rng)
        # Each pair is asked for once, by all witnesses after one another.
        halves.append(witnesses(f, unseen, some, np.arange(n), *how, kept=1))

    def support(interaction):
        # An outcome counts once, whatever the number of its row's partners.
        each = ([w.support(interaction) for w in own] for own in halves)
        values = np.concatenate([np.mean(of_half, axis=0) for of_half in each])
        return float(np.mean(values)), t_value(values)

    return support


def evident(share, t) -> float:
    """A share that networks claim, held down by what unseen outcomes do not confirm.

    exp(t^2 / 2) is how many times likelier their mean is if the share is what they say
    than if it is 0, for t above 0. The claim is multiplied by that, over what it is at
    t = CLEAR and above: 1 there, 4e-6 where nothing speaks for the pair.

    >>> [float(round(evident(0.5, t), 6)) for t in (-1, 0, 3, 5, 30)]
    [2e-06, 2e-06, 0.000168, 0.5, 0.5]
    """
    return share * np.exp((np.clip(t, 0, CLEAR) ** 2 - CLEAR**2) / 2)


def opinion_of(network, thetas, rows, columns, loss, rng) -> tuple[Opinion, float]:
    """What two networks say of any set of features, and whether they learned anything.

    thetas[k], of its starts, know rows[k] = (X, y) only; columns[j] are feature j's.
    The second number is the t value of Witness.gain.
    """
    every = together(rows)
    order, (X, y) = rng.permutation(len(every[1])), every
    X = X[order]
    a, b = row_pairs(X, ROWS, rng, relative_weights(every, order))
    fs = [JointNet(network, starts) for starts in thetas]
    first, more = [], []
    for f, unseen in zip(fs, rows[::-1]):
        order = rng.permutation(len(unseen[1]))[: sum(WITNESSES)]
        for asked, some in zip((first, more), np.split(order, WITNESSES[:1])):
            if len(some):
                asked += witnesses(f, unseen, some, order, 2, columns, loss, rng)

    def evidence(interaction):
        values = [w.support(interaction) for w in first]
        if t_value(np.concatenate(values)) < CLEAR:
            values += [w.support(interaction) for w in more]
        return t_value(np.concatenate(values))

    spread, w = y, relative_weights(every)
    if loss != "regression":
        spread = np.concatenate([one.f for one in first])
        w = None if w is None else np.concatenate([one.weights for one in first])
    whole = float(np.mean(variance(spread, w))) or 1.0
    near, kin = near_data(X, a, b, columns), correlations(X, columns)
    learned = t_value(np.concatenate([w.gain() for w in first + more]))
    pair = tuple(Corners(f, a, b, columns) for f in fs)
    return Opinion(pair, evidence, near, whole, kin), learned
