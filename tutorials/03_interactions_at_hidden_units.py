# %% [markdown]
# # 3. Interactions are made at hidden units (Sec. 3.1, App. A)
#
# **A question.** A network adds up the units of its last hidden layer, and adding
# makes no interaction. Where, then, are interactions made?
#
# The answer is a graph. Features that interact must have met before, in a common
# hidden unit. We follow the proof number by number and test it on random networks.
# Then we look at the ways in which its converse fails.
#
# **Time** 5 s. **Seed** 0.
# **Expect** no interaction without a common descendant in 200 random networks. Most
# common descendants, but not all, have an interaction.

# %%
import os
from itertools import combinations
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from nidlite import label, mixed_difference, rank_interactions
from nidlite.agreement.confirm import superset_importance
from nidlite.graph import ancestors, common_descendants, possible_interactions

# %matplotlib inline
# Pictures go to this folder; NIDLITE_FIGURES names another one.
FIGURES = Path(os.environ.get("NIDLITE_FIGURES", "my_figures"))
FIGURES.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(0)

# %% [markdown]
# ## An experiment in five lines
#
# Two networks have the same two features and two units. In the first one each unit
# sees one feature. In the second one each unit sees both. Does x1 & x2 interact?

# %%
corners = np.array([[1.0, 1], [-1, 1], [1, -1], [-1, -1]])
for W in ([[1.0, 0], [0, 1]], [[1.0, 1], [2, 1]]):
    y = np.maximum(corners @ np.transpose(W), 0).sum(axis=1)  # (4,)
    print(f"{W}: y at four corners {y}, mixed difference {y @ [1, -1, -1, 1]:g}")
    assert (y @ [1, -1, -1, 1] != 0) == (W[0][1] != 0)

# %% [markdown]
# Only the second network has an interaction. Its units have both features at their
# inputs.
#
# ## The idea: a graph
#
# Features and hidden units are vertices. A weight that is not zero is an edge. The
# output y is no vertex. A unit is a *descendant* of a feature if a path of edges
# leads from the feature to the unit.
#
# **The proposition of Sec. 3.1.** If features interact, they have a common
# descendant.
#
# Our network has four features, three units and then two:
#
# - in layer 1, unit 1 sees x1 and x2, unit 2 sees x2 and x3, and unit 3 sees only x4;
# - in layer 2, unit 1 sees unit 1, and unit 2 joins units 2 and 3.
#
# **Predict, then run (1).** Which maximal interactions can this network have?
#
# <details><summary>Answer</summary>
#
# x1 & x2, which meet in layer 1, and x2 & x3 & x4, which meet in unit 2 of layer 2.
# All others are parts of these.
#
# </details>

# %%
W1 = np.array([[1.0, 2, 0, 0], [0, -1, 3, 0], [0, 0, 0, 1]])  # (p_1, p) = (3, 4)
W2 = np.array([[1.0, 0, 0], [0, 1, -2]])  # (p_2, p_1) = (2, 3)
w_y = np.array([[1.0, 1]])  # (1, p_2)
WEIGHTS = [W1, W2, w_y]


def last_layer(weights, X):
    """The units of the last hidden layer, (p_L, n); no biases in this tutorial."""
    h = X.T
    for W in weights[:-1]:
        h = np.maximum(W @ h, 0)
    return h


def network(weights):
    """The function that the weights compute, (n, p) -> (n,)."""
    return lambda X: (weights[-1] @ last_layer(weights, X))[0]


def ancestors_by_hand(weights):
    """For each layer, for each unit, the set of features that a path leads from."""
    layers = [[{i} for i in range(weights[0].shape[1])]]
    for W in weights[:-1]:
        unions = []
        for row in W:
            parents = [layers[-1][i] for i in range(len(row)) if row[i] != 0]
            unions.append(set().union(*parents))
        layers.append(unions)
    return layers


for l, units in enumerate(ancestors_by_hand(WEIGHTS)):
    for j, features in enumerate(units):
        print(f"layer {l}, unit {j + 1}: {[f'x{i + 1}' for i in sorted(features)]}")
        assert set(np.flatnonzero(ancestors(WEIGHTS)[l][j])) == features

assert ancestors_by_hand(WEIGHTS)[2] == [{0, 1}, {1, 2, 3}]
assert possible_interactions(WEIGHTS) == [(1, 2, 3), (0, 1)]

# %% [markdown]
# These are the interactions of the paper's x1 x2 + sin(x2 + x3 + x4). Definition 1
# agrees, set by set. Below, a unit prints as the tuple (layer, unit), and units count
# from 0 there.


# %%
def largest_difference(f, s, p, scale=1.0, n=300):
    """The largest mixed difference over n random pairs of points."""
    a, b = scale * np.random.default_rng(1).uniform(-1, 1, size=(2, n, p))
    return np.abs(mixed_difference(f, s, a, b)).max()


def sets_of(p):
    return [s for size in range(2, p + 1) for s in combinations(range(p), size)]


for s in sets_of(4):
    units, size = (
        common_descendants(WEIGHTS, s),
        largest_difference(network(WEIGHTS), s, 4),
    )
    print(f"{label(s):18} {size:8.1e}  {units or 'no common descendant'}")
    assert size > 0.1 if units else size < 1e-14

# %% [markdown]
# ## The proof of App. A, in numbers
#
# Take the set x1 & x3, which has no common descendant.
#
# 1. Each unit of the last layer misses x1 or x3.
# 2. Put it into the group of the first feature of the set that it misses. Unit 1
#    misses x3. Unit 2 misses x1.
# 3. The units in the group of x_i do not read x_i. So their sum does not read it,
#    either.
# 4. y is the sum of the groups.
#
# That is the sum of Definition 1, so x1 & x3 is no interaction. The code does this
# for any set without a common descendant.


# %%
def groups(weights, interaction):
    """S_i of App. A: {feature i: the last units that i is the first to miss in}."""
    found = {i: [] for i in interaction}
    for j, seen in enumerate(ancestors(weights)[-1]):
        first_missing = next(i for i in interaction if not seen[i])
        found[first_missing].append(j)
    return found


def is_the_sum_of_definition_1(weights, interaction, X):
    """Whether the groups sum to y, and group i does not notice a change of x_i."""
    f = {}
    for i, units in groups(weights, interaction).items():
        f[i] = weights[-1][0, units] @ last_layer(weights, X)[units]
        moved = X.copy()
        moved[:, i] = -7.0
        if np.any(weights[-1][0, units] @ last_layer(weights, moved)[units] != f[i]):
            return False
    return np.allclose(sum(f.values()), network(weights)(X), rtol=0, atol=1e-12)


X = rng.uniform(-1, 1, size=(50, 4))
assert groups(WEIGHTS, (0, 2)) == {0: [1], 2: [0]}
for s in sets_of(4):
    if not common_descendants(WEIGHTS, s):
        assert is_the_sum_of_definition_1(WEIGHTS, s, X)

# %% [markdown]
# ## The proposition on 200 random networks
#
# Each weight of a hidden layer is zero with chance 0.6. The weights w_y have no
# zeros. For every set of features we ask two things. Has it a common descendant? Does
# it interact?
#
# **Predict, then run (2).** Four kinds of sets are possible. Which kind must have
# count 0?
#
# <details><summary>Answer</summary>
#
# Sets that interact but have no common descendant. The proposition forbids them. It
# does not forbid sets with a common descendant and without an interaction.
#
# </details>


# %%
def random_weights(rng):
    """A sparse network: 3 to 5 features, two hidden layers of 3 to 5 units."""
    p, p1, p2 = rng.integers(3, 6, size=3)
    W1 = rng.normal(size=(p1, p)) * (rng.random((p1, p)) < 0.4)
    W2 = rng.normal(size=(p2, p1)) * (rng.random((p2, p1)) < 0.4)
    return [W1, W2, rng.normal(size=(1, p2))]


counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
for _ in range(200):
    weights = random_weights(rng)
    p = weights[0].shape[1]
    for s in sets_of(p):
        interacts = largest_difference(network(weights), s, p) > 1e-9
        counts[bool(common_descendants(weights, s)), bool(interacts)] += 1
for (meet, interact), count in counts.items():
    print(f"common descendant {meet!s:5}  interaction {interact!s:5}  {count:5} sets")

assert counts[False, True] == 0  # the proposition
share = counts[True, True] / (counts[True, True] + counts[True, False])
print(f"of the sets with a common descendant, {share:.0%} interact")
assert 0.65 < share < 0.9

# %% [markdown]
# ## When a common descendant makes no interaction
#
# The paper says that the converse holds "in most cases". Here it is about three of
# four. There are three ways to fail.
#
# - *Nobody listens.* The unit's outgoing weights are zero. For this reason a strength
#   has to contain the outgoing weights (tutorial 5).
# - *It never switches.* A unit that is on for all data is linear there. So is a unit
#   that is always off.
# - *Two units cancel.* This is App. A's counterexample. Let u = w1 x1 + w2 x2. Then
#   for every u
#
#     max(u, 0) - max(-u, 0) = u
#
# So two bent units add up to a linear function.

# %%
w1, w2 = 0.8, -1.5
UNHEARD = [np.array([[w1, w2], [1.0, 0.0]]), np.array([[0.0, 1.0]])]
CANCELLING = [np.array([[w1, w2], [-w1, -w2]]), np.array([[1.0, -1.0]])]
for weights in (UNHEARD, CANCELLING):
    assert (1, 0) in common_descendants(weights, (0, 1))
    assert largest_difference(network(weights), (0, 1), 2) < 1e-14


def always_on(X):
    return np.maximum(X @ [w1, w2] + 5, 0)  # the bias 5 is larger than 0.8 + 1.5


assert largest_difference(always_on, (0, 1), 2) < 1e-14  # data in (-1, 1)
assert largest_difference(always_on, (0, 1), 2, scale=10) > 1  # data in (-10, 10)

# %% [markdown]
# How delicate is this? Change one of the four weights by a factor 1 + epsilon.
#
# **Predict, then run (3).** Let epsilon be ten times smaller. What happens to the
# interaction?
#
# <details><summary>Answer</summary>
#
# It becomes ten times smaller, too. It is in proportion to epsilon, and it is there
# as soon as epsilon is not zero.
#
# </details>


# %%
def root_mean_square_difference(epsilon):
    weights = [CANCELLING[0] * [[1, 1], [1 + epsilon, 1]], CANCELLING[1]]
    a, b = np.random.default_rng(1).uniform(-1, 1, size=(2, 20_000, 2))
    return 2 * np.sqrt(superset_importance(network(weights), (0, 1), a, b))


sizes = [root_mean_square_difference(10.0**-k) for k in range(1, 5)]
for k, size in enumerate(sizes, start=1):
    print(f"epsilon = 1e-{k}: root mean square of the mixed difference {size:.1e}")
(((pair, omega),)) = rank_interactions(CANCELLING)
assert pair == (0, 1) and abs(omega - 1.6) < 1e-12
assert all(8 < big / small < 12 for big, small in zip(sizes, sizes[1:]))

# %% [markdown]
# What does it mean? Trained weights are never equal to the last digit, so units never
# cancel exactly. But units that *nearly* cancel do occur. Their weights are large and
# their interaction is small.
#
# ## Why the graph is not enough
#
# Training leaves hardly any weight at exactly zero. Then every last unit descends
# from every feature. A unit with k non-zero weights "implies" all sets of at least
# two features:
#
#     2^k - k - 1
#
# That is 11 sets for our 4 features, and 1013 for 10. Add noise of 0.001 to our
# network. Now the graph allows everything, but the sizes of the weights still tell.

# %%
assert (
    [len(sets_of(k)) for k in (4, 10)] == [2**k - k - 1 for k in (4, 10)] == [11, 1013]
)

noisy = [W + 1e-3 * rng.normal(size=W.shape) for W in WEIGHTS]
assert possible_interactions(noisy) == [(0, 1, 2, 3)]
for s, omega in rank_interactions(noisy):
    print(f"{label(s):18} {omega:.4f}")
strong = {s for s, omega in rank_interactions(noisy) if omega > 0.1}
assert strong == {(0, 1), (1, 2)}

# %% [markdown]
# The strengths of the next tutorials are read at the *first* layer. There x2 and x3
# meet, but x4 joins them only in layer 2. So x2 & x3 & x4 gets next to nothing,
# although it is there. This is the price of a fast method. Sec. 3.1 names it, and
# calls the first layer sufficient in practice.

# %%
assert dict(rank_interactions(noisy)).get((1, 2, 3), 0) < 0.02
assert largest_difference(network(noisy), (1, 2, 3), 4) > 1

# %% [markdown]
# ## The picture
#
# Left, the graph. Thick edges lead to the only place where x2, x3 and x4 meet. Right,
# the counterexample. Two bent curves add up to a straight line.

# %%
figure = Figure((9, 3.6), layout="constrained")
graph, curves = figure.subplots(1, 2, width_ratios=(1.4, 1))
HEIGHTS = [(3, 2, 1, 0), (2.6, 1.5, 0.4), (2.2, 0.8), (1.5,)]  # of the vertices, y last
NAMES = [("x1", "x2", "x3", "x4"), ("1", "2", "3"), ("1", "2"), ("y",)]
((goal_layer, goal_unit),) = common_descendants(WEIGHTS, (1, 2, 3))
members = ancestors(WEIGHTS)[goal_layer][goal_unit]
for l, W in enumerate(WEIGHTS):
    for j, i in np.argwhere(W):
        leads_there = l < 2 and not (ancestors(WEIGHTS)[l + 1][j] & ~members).any()
        style = {"color": "k", "lw": 2.5} if leads_there else {"color": "0.6", "lw": 1}
        ends = [HEIGHTS[l][i], HEIGHTS[l + 1][j]]
        graph.plot([l, l + 1], ends, zorder=0, linestyle="-" if l < 2 else ":", **style)
for l, (heights, names) in enumerate(zip(HEIGHTS, NAMES)):
    for j, (height, name) in enumerate(zip(heights, names)):
        here = (l, j) == (goal_layer, goal_unit)
        colours = {"color": "k" if here else "w", "edgecolors": "k" if l < 3 else "w"}
        graph.scatter(l, height, s=500, **colours)
        at = {"ha": "center", "va": "center", "color": "w" if here else "k"}
        graph.text(l, height, name, **at)
graph.text(
    2, 0.15, "the only common\ndescendant of x2, x3, x4", ha="center", va="center"
)
graph.set(xlim=(-0.3, 3.3), ylim=(-0.4, 3.4), yticks=[], xticks=range(4))
graph.set_xticklabels(["features", "layer 1", "layer 2", "output"])
graph.set_title("edges are the non-zero weights")
graph.spines[["left", "right", "top"]].set_visible(False)

u = np.linspace(-1, 1, 201)
curves.plot(u, np.maximum(u, 0), "k--", label="max(u, 0)")
curves.plot(u, -np.maximum(-u, 0), "k:", label="-max(-u, 0)")
curves.plot(u, np.maximum(u, 0) - np.maximum(-u, 0), color="0.6", lw=5, zorder=0)
curves.plot([], [], color="0.6", lw=5, label="their sum, u")
curves.set(xlabel="u = w1 x1 + w2 x2", ylabel="part of the output")
curves.set_title("two units that cancel")
curves.legend(fontsize=9)
figure.savefig(FIGURES / "03_interactions_at_hidden_units.png", dpi=100)
figure

# %% [markdown]
# ## What to try
#
# 1. Which single weight of W1 makes x1 & x3 possible? Which one of W2? Check both
#    with `possible_interactions`.
# 2. Let unit 2 of layer 2 in our network have weights (0, -1, -2). Which interactions
#    does the graph promise, and which are there?
# 3. Give `random_weights` a w_y with zeros. What becomes of the share, and why?
# 4. Three units can cancel as well. Find one more linear function made of ReLUs.
#
# The answers are on [a page of their own](../solutions/what_to_try.md).
