"""Two networks are asked which of a table's interactions are there (ours).

`halves` trains them and `opinion` judges what they say. Here both meet a table, which
may have more pairs than can be looked at.

>>> [len(opinion_streams(seed)) for seed in (0, 1)]
[6, 6]
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

import numpy as np

from ..errors import InputError, show
from ..fast.joint import JointNet
from ..interactions import as_interaction
from ..metrics import variance
from ..parts import Part, some_of, together
from ..prediction import Reading
from ..splits import stream
from . import constants, unseen
from .answer import search
from .confirm import Corners, centred, row_pairs
from .functions import dependence
from .halves import even, halves
from .needed import Needed
from .opinion import Agreed, Opinion


@dataclass(eq=False, repr=False)
class SecondOpinion(Reading):
    """What the networks of both halves say; fit is the first's if they are even."""

    others: list | None = None  # of halves.train_others, once they are trained
    answers: dict = field(default_factory=dict)  # {level: what is claimed}

    def agreed(self, level=constants.LEVEL) -> list[Agreed]:
        """The whole interactions that are claimed, with names, largest share first."""
        if not self.learned:
            return []
        if level not in self.answers:
            self.opinion.proposed = self.pairs_asked
            self.answers[level] = tuple(search(self.opinion, level))
        return [*self.answers[level]]

    def share(self, interaction) -> float | None:
        """The share of the variance that both networks see; None if unknown.

        The interaction is numbers or names, such as (0, 1) or ("age", "sex").
        """
        answer = self.told(interaction)
        return answer and answer.share

    def told(self, interaction) -> Agreed | None:
        """The Agreed of numbers or names, without q; None if unknown. InputError."""
        try:
            interaction = as_interaction(self.places(interaction), len(self.columns))
        except ValueError as error:
            raise InputError(f"no interaction {show(interaction)}: {error}") from None
        if not self.learned or len(interaction) > constants.LARGEST:
            return None
        return self.opinion.of(interaction)

    @cached_property
    def alike(self) -> float:
        """The correlation of the residuals of a row and of the next one.

        0 where that may be chance, and where the rows' groups are known. Rows in the
        order of the outcome are alike, too, and so are copies: they do not count.
        """
        table, head = self.table, np.s_[: constants.IN_ORDER]
        X, y = table.X[head], table.y[head]
        up, new = np.sign(np.diff(y)), np.diff(X, axis=0).any(axis=1)
        in_order = abs(up.sum()) > 0.9 * abs(up).sum()
        if table.groups is not None or in_order or not new.any():
            return 0.0
        left = unseen.in_units(table.loss, y, table.outputs)[0] - self.of_encoded(X)
        left = (left - left.mean(axis=0)).reshape(len(y), -1) / self.split.y_scale
        products = (left[1:] * left[:-1]).sum(axis=1)[new | (up != 0)]
        clear = unseen.t_value(products) > constants.CLEAR
        return float(products.mean() / np.sum(left**2) * len(y)) if clear else 0.0

    def agreed_pairwise_strengths(self) -> np.ndarray:
        """The share of variance of every pair in both networks' mean, (q, q).

        A pair that unseen outcomes do not confirm is held down. For t above 0 their
        mean is exp(t^2 / 2) times as likely under the share that fits it best as under
        a share of 0. This factor, over its value at t = CLEAR, multiplies the share: 1
        from CLEAR on, and 4e-6 where nothing speaks for the pair.
        """
        supporters = unseen.supporters_of(self, stream(self.seed, "confirm"))
        q = len(self.table.columns)
        strengths = np.zeros((q, q))
        for pair in combinations(range(q), 2):
            D = sum(corners.part(pair) for corners in self.opinion.pair) / 2
            share = np.mean(D**2) / 4 / self.opinion.variance
            t = np.clip(unseen.t_of_support(supporters, pair), 0, constants.CLEAR)
            held_down = share * np.exp((t**2 - constants.CLEAR**2) / 2)
            strengths[pair] = strengths[pair[::-1]] = held_down
        return strengths

    @cached_property
    def rows(self) -> list[tuple]:
        """The halves of the rows, [(X, y), (X, y)]."""
        return halves(self.split, opinion_streams(self.seed)[0])

    @property
    def thetas(self) -> list[list]:
        """thetas[k], of the starts of network k, know rows[k] only."""
        first, second = self.others
        return [[self.fit.theta, *first] if even(self.split) else first, second]

    @property
    def learned(self) -> bool:
        """Whether outcomes that both networks never saw follow what they predict."""
        return self.opinion.follows > constants.LEARNED

    @cached_property
    def opinion(self) -> Opinion:
        """What both networks say of any interaction: opinion.of((0, 1))."""
        rng, columns = opinion_streams(self.seed)[-1], self.table.columns
        every = together(self.rows)
        shuffled = some_of(every, rng.permutation(len(every.y)))
        a, b = row_pairs(shuffled.X, constants.ROWS, rng, shuffled.weights())
        fs = (JointNet(self.fit.network, starts, self.guess) for starts in self.thetas)
        pair = tuple(Corners(f, a, b, columns) for f in fs)
        first, more = unseen.witnesses_of(self, rng)

        def evidence(interaction):
            t = unseen.t_of_support(first, interaction)
            clear = t >= constants.CLEAR
            return t if clear else unseen.t_of_support(first + more, interaction)

        whole, steep = self.spread(every, first)
        some = some_of(shuffled, np.s_[: constants.ETA_ROWS])
        eta = dependence(some.X, columns, some.weights())
        total, left, along = np.hstack([w.products() for w in first + more])
        r_squared = float(1 - left.sum() / total.sum())
        loss, outputs, missing = self.table.loss, self.table.outputs, self.table.missing
        needed = Needed(self.split, self.rows, loss, columns, outputs, rng, missing)
        if loss == "regression":
            needed.signal = float(np.clip(r_squared, constants.LEAST_SIGNAL, 1))
        clean = loss == "regression" and r_squared > constants.CLEAN and not missing
        needed.may_refit = clean and float(eta.max()) <= constants.ALIKE
        follows = unseen.t_value(*unseen.of_groups(first + more, along))
        few, names = len(every.y) < constants.FEW, self.feature_names
        return Opinion(pair, evidence, whole, eta, follows, needed, few, steep, names)

    def spread(self, every, witnesses) -> tuple[float, bool]:
        """(the variance that shares are parts of, whether logits are steep)."""
        if not self.classifies:
            return float(variance(every.y, every.weights())) or 1.0, False
        rows = together(Part(w.f, w.target, w.weights) for w in witnesses)
        logits, w = rows.X, rows.sample_weight
        whole = float(np.mean(variance(centred(logits, self.guess), w))) or 1.0
        # One steep class of many is enough: of all pairs the furthest apart count.
        each = logits.T if logits.ndim > 1 else (logits, 0 * logits)
        apart = max(variance(f - g, w) for f, g in combinations(each, 2))
        return whole, bool(apart > constants.STEEP**2)

    @cached_property
    def pairs_asked(self) -> list[Agreed] | None:
        """Pairs, strongest first, until IN_VAIN in a row are unlikely; None: all."""
        if len(self.table.columns) <= constants.ALL_PAIRS:
            return None
        pairs, last = [], 0
        for pair, _ in self.pairwise_ranking:
            pairs.append(asked := self.opinion.of(pair))
            if asked.t > constants.LIKELY:
                last = len(pairs)
            if len(pairs) - last >= constants.IN_VAIN:
                break
        return pairs


def opinion_streams(seed) -> list[np.random.Generator]:
    """Random numbers: five streams for train_others, and one for the Opinion."""
    return stream(seed, "agreement").spawn(6)
