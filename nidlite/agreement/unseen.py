"""Two networks are asked, with outcomes that they never saw (ours).

Each half's rows are news to the other half's network: there its `Witness` stands.

>>> from nidlite.networks import mlp
>>> rng, network = np.random.default_rng(0), mlp(2, (4,))
>>> thetas = [[network.initial(rng)] for half in range(2)]   # nobody has trained them
>>> rows = [(rng.normal(size=(50, 2)), rng.normal(size=50)) for half in range(2)]
>>> trained = TrainedPair(network, thetas, rows, [(0,), (1,)], "regression")
>>> opinion, gain = trained.opinion(rng)
>>> gain > 3, opinion.of((0, 1)).interaction
(False, (0, 1))
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ..fast.joint import JointNet
from ..metrics import variance
from ..networks import Network
from ..parts import relative_weights, together
from .confirm import Corners, row_pairs
from .constants import CLEAR, KEPT, PARTNERS, ROWS, SUPPORTERS, WITNESSES
from .halves import mean_output
from .nearness import correlations, near_data
from .opinion import Opinion
from .witness import Witness, in_units, t_value


@dataclass
class TrainedPair:
    """Two networks, and the halves of the rows that they were trained on."""

    network: Network
    thetas: list  # thetas[k], of its starts, know rows[k] only
    rows: list  # [(X, y), (X, y)]
    columns: list  # columns[j] are feature j's
    loss: str

    def witness(self, k, some, among, partners, rng, kept=KEPT) -> Witness:
        """Network k beside some of the rows that it never saw.

        Each of these rows has so many partners, drawn by weight among the given rows.
        """
        unseen, f = self.rows[1 - k], JointNet(self.network, self.thetas[k])
        (X, y), w = unseen, relative_weights(unseen, among)
        chances = None if w is None else w / len(w)
        drawn = [X[rng.choice(among, len(some), p=chances)] for _ in range(partners)]
        corners = [Corners(f, X[some], ends, self.columns, kept) for ends in drawn]
        output = mean_output(self.network, self.thetas[k])(X[some])
        target, predicted = in_units(self.loss, y[some], self.network.outputs)
        weights = relative_weights(unseen, some)
        return Witness(corners, output, target, predicted, weights)

    def support_t(self, rng) -> Callable:
        """interaction -> the t value of its support by SUPPORTERS unseen outcomes.

        An outcome counts once, whatever the number of its row's PARTNERS.
        """
        by_half = []
        for k in (0, 1):
            n = len(self.rows[1 - k][1])
            some = rng.permutation(n)[:SUPPORTERS]
            # Each pair is asked for once, so that next to no corner is worth keeping.
            by_half.append(self.witness(k, some, np.arange(n), PARTNERS, rng, kept=1))
        return lambda interaction: t_of_support(by_half, interaction)

    def opinion(self, rng) -> tuple[Opinion, float]:
        """The Opinion of both networks, and the t value of their gain over a guess."""
        every = together(self.rows)
        order, (X, y) = rng.permutation(len(every[1])), every
        X = X[order]
        a, b = row_pairs(X, ROWS, rng, relative_weights(every, order))
        first, more = [], []
        for k in (0, 1):
            order = rng.permutation(len(self.rows[1 - k][1]))[: sum(WITNESSES)]
            for asked, some in zip((first, more), np.split(order, WITNESSES[:1])):
                if len(some):
                    asked.append(self.witness(k, some, order, 2, rng))

        def evidence(interaction):
            t = t_of_support(first, interaction)
            return t if t >= CLEAR else t_of_support(first + more, interaction)

        spread, w = y, relative_weights(every)
        if self.loss != "regression":
            spread = np.concatenate([witness.f for witness in first])
            w = None if w is None else np.concatenate([one.weights for one in first])
        fs = [JointNet(self.network, starts) for starts in self.thetas]
        opinion = Opinion(
            pair=tuple(Corners(f, a, b, self.columns) for f in fs),
            evidence=evidence,
            near=near_data(X, a, b, self.columns),
            variance=float(np.mean(variance(spread, w))) or 1.0,
            kin=correlations(X, self.columns),
        )
        return opinion, t_value(np.concatenate([w.gain() for w in first + more]))


def t_of_support(witnesses, interaction) -> float:
    """The t value of the support by all outcomes of these witnesses."""
    return t_value(np.concatenate([w.support(interaction) for w in witnesses]))


def evident(share, t) -> float:
    """A share that networks claim, held down by what unseen outcomes do not confirm.

    exp(t^2 / 2) is how many times likelier their mean is if the share is what they say
    than if it is 0, for t above 0. The claim is multiplied by that, over what it is at
    t = CLEAR and above: 1 there, 4e-6 where nothing speaks for the pair.

    >>> [float(round(evident(0.5, t), 6)) for t in (-1, 0, 3, 5, 30)]
    [2e-06, 2e-06, 0.000168, 0.5, 0.5]
    """
    return share * np.exp((np.clip(t, 0, CLEAR) ** 2 - CLEAR**2) / 2)
