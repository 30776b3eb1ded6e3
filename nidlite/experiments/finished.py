"""A unit of work that is done: its arrays, and what can be read from them."""

import json
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..cutoff.alive import dead_nets
from ..interactions import maximal
from ..networks import ARCHITECTURES, Network, mlp_cutoff
from ..notebook.detection import Detection
from ..splits import split_of
from ..trained.interpretation import Interpretation, interpret
from ..training import Epoch, Fit
from .problems import draw
from .units import Growth, Training


@dataclass(eq=False)
class Result:
    """A unit that is done: its arrays, and what can be read from them."""

    unit: Training | Growth
    arrays: dict[str, np.ndarray]

    # how long the work took, wherever it was done
    seconds = property(lambda self: float(self.arrays["seconds"].sum()))
    names = property(lambda self: self.arrays["names"].tolist())  # the features'
    # the true interactions, None where nobody knows them; a growth's, as they came
    truths = property(lambda self: as_interactions(self.arrays["truths"]))
    candidates = property(lambda self: as_interactions(self.arrays["candidates"]))

    @property
    def network(self) -> Network:
        """The network that theta belongs to: the chosen MLP-Cutoff of a growth."""
        p, outputs = int(self.arrays["p"]), int(self.arrays["outputs"])
        if isinstance(self.unit, Growth):
            chosen = maximal(self.candidates[: int(self.arrays["K"])])
            return mlp_cutoff(p, chosen, outputs=outputs)
        of = ARCHITECTURES[self.unit.architecture]
        return of(p, outputs=outputs, **self.unit.sizes)

    def reading(self, mean="minimum") -> Interpretation:
        weights = self.network.weights(self.arrays["theta"])
        return interpret(weights, self.names, mean)

    @cached_property
    def strengths(self) -> np.ndarray:
        """Pairwise strengths (p, p): a training's by the minimum, a baseline's own."""
        own = self.arrays.get("strengths")
        return self.reading().pairwise_strengths if own is None else own

    @property
    def data(self):
        """The table and its parts, as the work saw them: drawn again."""
        unit, problem = self.unit, self.unit.problem
        table, _ = draw(problem, unit.seed)
        return table, split_of(table, unit.seed, problem.fractions, problem.noise)

    @cached_property
    def dead(self) -> int:
        """How many nets of a growth's chosen network no training row switches on."""
        _, parts = self.data
        return len(dead_nets(self.network, self.arrays["theta"], parts.train[0]))

    @cached_property
    def detection(self) -> Detection:
        """The training as `detect` gave it, with its data: drawn again, not trained."""
        unit, own, (table, parts) = self.unit, self.reading(), self.data
        history = [Epoch(int(e[0]), *e[1:]) for e in self.arrays["history"].tolist()]
        fit = Fit(self.network, self.arrays["theta"], unit.recipe, history)
        read = own.z, own.ranking, own.pairwise_strengths
        return Detection(table, parts, fit, unit.seed, own.mean, *read)


def as_interactions(array) -> list[tuple[int, ...]] | None:
    interactions = json.loads(str(array))
    return None if interactions is None else [tuple(i) for i in interactions]
