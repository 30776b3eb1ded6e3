# %% [markdown]
# # 3. Interactions are made at hidden units (Sec. 3.1, App. A)
#
# A network adds up the units of its last hidden layer, and adding makes no
# interaction. So features that interact must have met before, in a common hidden
# unit. We draw the graph of a small network, follow App. A's proof number by number,
# test the proposition on random networks, and look at the ways in which its converse
# fails.
#
# **Time** 5 s. **Seed** 0.
# **Expect** no interaction without a common descendant in 200 random networks; most
# common descendants, but not all, with an interaction.

# %%
from itertools import combinations
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from nidlite import label, mixed_difference, rank_interactions
from nidlite.confirm import superset_importance
from nidlite.graph import ancestors, common_descendants, possible_interactions

# %matplotlib inline
HERE = Path(__file__).parent if "__file__" in globals() else Path()
FIGURES = HERE / "figures"
FIGURES.mkdir(exist_ok=True)
rng = np.random.default_rng(0)

# %% [markdown]
# ## The graph of non-zero weights
#
# Features and hidden units are vertices, non-zero weights are edges, and y is no
# vertex. Our network has four features, three units and then two. In layer 1 unit 1
# sees x1 and x2, unit 2 sees x2 and x3, unit 3 only x4. Unit 2 of layer 2 joins the
# last two.

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
# These weights can carry {1,2} and {2,3,4}, those of the paper's x1 x2 + sin(x2 + x3
# + x4), and no others. Definition 1 agrees, set by set. Units print as (layer, unit),
# units from 0.


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
# Say I = {1,3}, which has no common descendant. Then each last unit misses x1 or x3.
# Put it into the group of the first feature of I that it misses: unit 1 misses x3,
# unit 2 misses x1. Group i sums to a function without x_i, and y is the sum of the
# groups. That is the sum of Definition 1, so {1,3} is no interaction. In code, for
# any such I:


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
# A hidden layer's weight is zero with chance 0.6; w_y has no zeros. For every set of
# features: has it a common descendant, and does it interact?


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
# The converse holds "in most cases", here in about three of four. Three ways to fail:
#
# - *Nobody listens.* The unit's outgoing weights are zero. For this reason a strength
#   has to contain the outgoing weights (tutorial 5).
# - *It never switches.* A unit that is on for all data, or off, is linear there.
# - *Cancelling*, App. A's counterexample: max(u, 0) - max(-u, 0) = u for every u, so
#   two units with u = w1 x1 + w2 x2 make a linear function.

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
# How delicate is the cancelling? Change one of the four weights by a factor 1 +
# epsilon. An interaction appears at once, in proportion to epsilon. Trained weights
# are never equal to the last digit, so exact cancelling does not happen, but *nearly*
# cancelling units do: their weights are large and their interaction is small.


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
# ## Why the graph is not enough
#
# Training leaves hardly any weight at exactly zero. Then every last unit descends
# from every feature, and a unit with k weights "implies" all 2^k - k - 1 sets of at
# least two: 11 for our 4 features, 1013 for 10. Add noise of 0.001 to the network
# above: the graph says everything, while the weights' sizes still tell.

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
# The strengths of the next tutorials are read at the *first* layer. There {2,3} meet
# and x4 does not join them before layer 2, so {2,3,4} gets next to nothing although
# it is there. That is the price of a fast method; Sec. 3.1 names it, and calls the
# first layer sufficient in practice.

# %%
assert dict(rank_interactions(noisy)).get((1, 2, 3), 0) < 0.02
assert largest_difference(network(noisy), (1, 2, 3), 4) > 1

# %% [markdown]
# ## The picture
#
# Left, the graph; thick edges lead to the only place where x2, x3 and x4 meet. Right,
# the counterexample: two bent curves add up to a straight line.

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
# 1. Which single weight of W1 makes {1,3} possible? Which one of W2? Check both with
#    `possible_interactions`.
# 2. Let unit 2 of layer 2 in our network have weights (0, -1, -2). Which interactions
#    does the graph promise, and which are there?
# 3. Give `random_weights` a w_y with zeros. What becomes of the share, and why?
# 4. Three units can cancel as well. Find one more linear function made of ReLUs.
# 5. Widen `random_weights` to layers of 20 units. How many sets have no common
#    descendant?
