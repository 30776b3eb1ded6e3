"""What people write with nidlite, for a type checker: it is read, and never run.

A line with "# wrong" is a mistake that the checker must see, one without must pass.
"""

import numpy as np

import nidlite

rng = np.random.default_rng(0)
X, y = rng.normal(size=(99, 3)), rng.normal(size=99)

found: nidlite.Detection = nidlite.detect_interactions(X, y, seed=1, epochs=3)
nidlite.detect_interactions(X, y, epoch=3)  # wrong
nidlite.detect_interactions(X)  # wrong
pairs: list[tuple[tuple[int, ...], float]] = list(found.pairwise_ranking)
names: list[str] = list(found.feature_names)
names = found.feature_names  # wrong
whole = [a.interaction + (1,) for a in found.agreed()]
share: float = found.agreed()[0].share
share = found.agreed()[0].shares  # wrong
both = found.agreed()[0].share + found.share(("x1", "x2"))  # wrong
found.told(("x1", 2))
way: float = found.enough().way
said: dict[tuple[int, ...], float] = found.additive().shares()
found.additive().plot("x1")
ebm: list[tuple[int, int]] = found.to_ebm_interactions()
claims = nidlite.agreed(lambda X: X[:, 0], print, X)
kept: int = found.cutoff(rule="plateau", patience=2).K
found.cutoff(most=5).losses.append("a")  # wrong
predicted: np.ndarray = found.predict(X)
lists, grids = found.partial_dependence((0, 1))
found.save("found.npz")
again: nidlite.Detection = nidlite.load("found.npz")
of_table: nidlite.Detection = nidlite.detect(found.table, seed=2, mean="minimum")
score: float = nidlite.metrics.pairwise_auc(found.pairwise_strengths, [(0, 1)])
F5 = nidlite.synthetic.SUITE["F5"]
nidlite.plots.heat_map(found.pairwise_strengths).figure.savefig("map.png")
text: str = nidlite.label((0, 1), names)
number: int = nidlite.label((0, 1))  # wrong
model = nidlite.NIDRegressor(epochs=3, random_state=0).fit(X, y, groups=y)
classifier = nidlite.NIDClassifier(epochs=3)
error: ValueError = nidlite.InputError("one line")
table = nidlite.datasets.load("letter")
read = nidlite.interpret([np.ones((3, 2)), np.ones((1, 3))])
nidlite.detect_interaction(X, y)  # wrong
