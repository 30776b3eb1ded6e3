# %% [markdown]
# # 3. Interactions are made at hidden units (Sec. 3.1, App. A)
#
# **A question.** A network adds up the units of its last hidden layer, and adding
# makes no interaction. Where, then, are interactions made?
#
# The answer is a graph. Features that interact must have met before, in a common
# hidden unit. You will test this on random networks. Then we look at the ways in which
# its converse fails.
#
# **Opens up** the loop in `greedy_ranking` of [page zero](00_the_whole_paper.ipynb):
# why it asks the hidden units at all, one row of W1 after the other.
# **Time** 5 s. **Seed** 0.
# **Expect** no interaction without a common descendant in 200 random networks. Most
# common descendants, but not all, have an interaction.

# %%
from itertools import combinations

import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too

from nidlite import label, mixed_difference, rank_interactions
from nidlite.graph import common_descendants, possible_interactions

# %matplotlib inline
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
# **Proposition 2 (Sec. 3.1).** If features interact, they have a common descendant in
# a hidden layer.

# %%
W1 = np.array([[1.0, 2, 0, 0], [0, -1, 3, 0], [0, 0, 0, 1]])  # (p_1, p) = (3, 4)
W2 = np.array([[1.0, 0, 0], [0, 1, -2]])  # (p_2, p_1) = (2, 3)
w_y = np.array([[1.0, 1]])  # (1, p_2)
WEIGHTS = [W1, W2, w_y]
support.picture_03(WEIGHTS)

# %% [markdown]
# Edges are the non-zero weights. Thick edges lead to the only place where x2, x3 and x4
# meet.
#
# **Predict, then run (1).** Which maximal interactions can this network have?
#
# <details><summary>Answer</summary>
#
# x1 & x2, which meet in layer 1, and x2 & x3 & x4, which meet in unit 2 of layer 2.
# All others are parts of these.
# </details>


# %%
def network(weights):
    """The function that the weights compute, (n, p) -> (n,); no biases here."""

    def f(X):
        h = X.T
        for W in weights[:-1]:
            h = np.maximum(W @ h, 0)
        return (weights[-1] @ h)[0]

    return f


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

# %% [markdown]
# Definition 1 agrees, set by set: in the list below, exactly the sets with a common
# descendant interact. A unit prints as (layer, unit), the unit from 0.


# %%
def largest_difference(f, s, p):
    """The largest mixed difference over 300 random pairs of points."""
    a, b = np.random.default_rng(1).uniform(-1, 1, size=(2, 300, p))
    return np.abs(mixed_difference(f, s, a, b)).max()


def sets_of(p):
    return [s for size in range(2, p + 1) for s in combinations(range(p), size)]


for s in sets_of(4):
    units = common_descendants(WEIGHTS, s)
    size = largest_difference(network(WEIGHTS), s, 4)
    print(f"{label(s):17} {size:7.1e} {units or 'none in common'}")

# %% [markdown]
# ## The proof of App. A, for x1 & x3
#
# The set x1 & x3 has no common descendant.
#
# 1. Each unit of the last layer misses x1 or x3.
# 2. Put each unit into the group of the feature that it misses, the first if it misses
#    two. Unit 1 misses x3. Unit 2 misses x1.
# 3. The units in the group of $x_i$ do not read $x_i$. So their sum does not read it,
#    either.
# 4. y is the sum of the groups. That is the sum of Definition 1, so x1 & x3 is no
#    interaction.
#
# ## Proposition 2 on 200 random networks
#
# Each weight of a hidden layer is zero with chance 0.6. The weights $w^y$ have no
# zeros. For every set of features we ask two things. Does it have a common descendant?
# Does it interact?
#
# **Predict, then run (2).** Four kinds of sets are possible. Which kind must have
# count 0?
#
# <details><summary>Answer</summary>
#
# Sets that interact but have no common descendant. The proposition forbids them. It
# does not forbid sets with a common descendant and without an interaction.
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
    print(f"descendant {meet!s:5}  interacts {interact!s:5} {count:5}")

# %% [markdown]
# ## When a common descendant makes no interaction
#
# The paper says that the converse holds "in most cases". Here it is about four of
# five. There are three ways to fail.
#
# - *The output does not hear the unit.* Its outgoing weights are zero. For this reason
#   a strength has to contain the outgoing weights (tutorial 5).
# - *It never switches.* A unit that is on for all data is linear there. So is a unit
#   that is always off.
# - *Two units cancel.* This is App. A's counterexample. Let $u = w_1 x_1 + w_2 x_2$.
#   Then $\max(u, 0) - \max(-u, 0) = u$: two bent units add up to a linear function.
#
# **Predict, then run (3).** Change one of the four weights of two such units by a
# factor $1 + \epsilon$. Then let $\epsilon$ be ten times smaller. What happens to the
# interaction?
#
# <details><summary>Answer</summary>
#
# It becomes ten times smaller, too. It is in proportion to $\epsilon$, and it is there
# as soon as $\epsilon$ is not zero.
# </details>

# %%
w1, w2, by_epsilon = 0.8, -1.5, []
for epsilon in (0, 1e-1, 1e-2, 1e-3, 1e-4):
    into = np.array([[w1, w2], [-w1, -w2 * (1 + epsilon)]])
    cancelling = [into, np.array([[1.0, -1.0]])]
    by_epsilon.append(largest_difference(network(cancelling), (0, 1), 2))
    print(f"epsilon = {epsilon:g}: interaction {by_epsilon[-1]:.1e}")

# %% [markdown]
# Trained units never cancel to the last digit. But units that *nearly* cancel do occur.
# Their weights are large and their interaction is small.
#
# ## Why the graph is not enough
#
# Training leaves hardly any weight at exactly zero. A unit with k non-zero weights
# "implies" all sets of at least two features, which are $2^k - k - 1$: 1013 for k = 10.
# Add noise of 0.001 to our network. Now the graph allows everything, but the *sizes* of
# the weights still tell.

# %%
noisy = [W + 1e-3 * rng.normal(size=W.shape) for W in WEIGHTS]
print("the graph allows", ", ".join(map(label, possible_interactions(noisy))))
strengths = dict(rank_interactions(noisy))
for s, omega in strengths.items():
    print(f"{label(s):18} {omega:.4f}")
support.numbers_of_03(globals())  # asserts every number that the text names

# %% [markdown]
# The strengths of the next tutorials are read at the *first* layer. There x2 and x3
# meet, but x4 joins them only in layer 2. So x2 & x3 & x4 gets next to nothing,
# although it is there. This is the price of a fast method. Sec. 3.1 names it, and
# calls the first layer sufficient in practice.
#
# ## What to try
#
# [Four questions](../what_to_try.md), with answers to unfold.
