# %% [markdown]
# # 6. Strength and the greedy ranking (Sec. 3.3, 4.2, App. D of the paper)
#
# **A question.** Ten features have 1013 sets of two or more. How can one pass over a
# matrix of weights rank them all?
#
# Algorithm 1 does not look at all of them. Each hidden unit proposes a few. You will
# run it line by line on a 3 x 4 matrix and see its dictionary after every step. Then we
# ask when a triple overtakes its pairs (Theorem 4).
#
# **Opens up** `greedy_ranking` and `prune` of [page zero](00_the_whole_paper.ipynb):
# the proposals of each unit, and what is left of them.
# **Time** 2 s. **Seed** none: nothing here is random.
# **Expect** five candidates from three units, and x1 & x2 first with strength 10.

# %%

import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too

import nidlite
from nidlite.interactions import label

# %matplotlib inline

# %% [markdown]
# ## An experiment in five lines
#
# Three units see four features. Each row of W1 is a unit, and z says how much the
# output hears of it (tutorial 5). We print which features each unit hears best.

# %%
W1 = np.array([[5.0, -4.0, 1.0, 2.0], [0.0, 1.0, 2.0, -3.0], [4.0, 3.0, 0.0, -2.0]])
z = np.array([1.0, 3.0, 2.0])  # (p_1,); W1 is (p_1, p) = (3, 4)
for r, w in enumerate(W1):
    order = sorted(range(4), key=lambda i: -abs(w[i]))
    print(f"unit {r + 1}, z = {z[r]:g}, best: {label(order)}")

# %% [markdown]
# ## The idea
#
# A unit makes features interact if it hears all of them. It makes them interact
# strongly if the output hears the unit. So the strength at one unit is a product of
# two numbers: how much the unit matters, and how much the *least* of the features
# matters to it.
#
# ## The formula
#
# Eq. 1 is the strength of the set I at unit i:
#
# $$\omega_i(I) = z_i \min_{j \in I} |W^{(1)}_{ij}|$$
#
# **Predict, then run (1).** What is the strength of x1 & x2 at each of the three
# units?
#
# <details><summary>Answer</summary>
#
# Unit 1: $1 \cdot 4 = 4$. Unit 2: $3 \cdot 0 = 0$. Unit 3: $2 \cdot 3 = 6$.
# </details>


# %%
def omega(i, interaction):
    """Eq. 1 at unit i, longhand."""
    least = np.inf
    for feature in interaction:
        least = min(least, abs(W1[i, feature]))
    return z[i] * least


for I in [(0, 1), (2, 3), (0, 1, 3)]:
    print(label(I), *(f"{omega(i, I):g}" for i in range(3)))

# %% [markdown]
# A ReLU unit can be rescaled: multiply its incoming weights and its bias by c > 0, and
# divide its outgoing weights by c. The network computes the same function. Eq. 1 does
# not notice, for z falls as $|W^{(1)}|$ grows (Sec. 3.3). Either factor alone would.
#
# ## Algorithm 1, beside the code
#
# Each unit proposes its strongest 2, 3, ..., p features and no other sets. Here these
# are 3 x 3 = 9 proposals. Strengths of the same candidate add up. The left column is
# the paper's algorithm. The right column is the code below, line for line.
#
# | | the paper | the code |
# | --- | --- | --- |
# | | input: first-layer weights, aggregated weights | `W1`, `z` |
# | | output: ranked list of interaction candidates | `ranking` |
# | 1 | d: an empty dictionary, candidate to strength | `d = {}` |
# | 2 | for each row w' of W1, indexed by r | `for r in range(len(W1)):` |
# | 3 | for j = 2 to p | `for j in range(2, 5):` |
# | 4 | I: the indices of the top j weights in w' | `I = tuple(sorted(order[:j]))` |
# | 5 | d[I]: add $z_r$ $\mu(\vert w'_I \vert)$ | `d[I] = d.get(I, 0.0) + omega(r, I)` |
# | 6 | sorted by strength, descending | `ranking = sorted(d.items(), ...)` |
#
# $\mu$ is the minimum. "Top" must mean magnitudes: a weight of -4 makes a feature as
# important as 4 does. Proposals of strength 0 are left out. On the page
# [explore/index.html](../explore/index.html) you step through these lines in a browser.
#
# **Predict, then run (2).** Unit 1 hears best x1, then x2, x4 and x3. Which three
# sets does it propose, and with which strengths?
#
# <details><summary>Answer</summary>
#
# x1 & x2 with 4, x1 & x2 & x4 with 2, and all four features with 1. These are its
# second, third and fourth weight, times z = 1.
# </details>


# %%
def state(d):
    """The dictionary as a person reads it, in the order of insertion."""
    return "{" + ", ".join(f"{label(I)}: {value:g}" for I, value in d.items()) + "}"


d = {}  # line 1: interaction candidate -> strength
shares = []  # for the picture: which unit gave what
for r in range(len(W1)):  # line 2: each row of W1
    order = sorted(range(4), key=lambda i: -abs(W1[r, i]))
    names = ", ".join(label((i,)) for i in order)
    print(f"\nunit {r + 1}: z = {z[r]:g}, hears best {names}")
    shares.append({})
    for j in range(2, 5):  # line 3
        I = tuple(sorted(order[:j]))  # line 4: the top j weights
        if omega(r, I) > 0:
            d[I] = d.get(I, 0.0) + omega(r, I)  # line 5
            shares[r][I] = omega(r, I)
        print(f"  j = {j}, {label(I)} gets {omega(r, I):g}\n    {state(d)}")
ranking = sorted(d.items(), key=lambda e: (-e[1], len(e[0]), e[0]))  # line 6
assert nidlite.greedy_ranking(W1, z) == ranking
support.picture_06(ranking, shares)

# %% [markdown]
# Each bar shows which unit gave what. Two things to see.
#
# - With the minimum, the strength of the top j features is z times the j-th weight.
#   Line 5 needs nothing else, and page zero says `z_r * w[top[j - 1]]`.
# - x1 & x4 is absent, although x1 & x2 & x4 is there. No unit has x1 and x4 as its top
#   two. All pairs at all units are another question (tutorial 9).
#
# ## Theorem 4: when a triple overtakes its pairs
#
# Let I be a proposed set of d features, three or more. Let s be one of its subsets of
# d - 1 features.
#
# *Assumption.* Each unit j that proposes an s also proposes I, and
#
# $$\omega_j(I) > \frac{1}{d} \, \omega_j(s)$$
#
# *Conclusion.* Either a) I ranks above one of the s, or b) one of the s is not
# proposed at all.
#
# Take three units. Each hears a different two of x1, x2, x3 with weight 3, and the
# remaining one with weight t.
#
# **Predict, then run (3).** From which t on does the triple win?
#
# <details><summary>Answer</summary>
#
# Each pair has strength 3, from one unit. The triple collects t from each of three
# units, so it has $3 t$. It wins if $t > 1$, which is 1/3 of what a pair has.
# </details>


# %%
def three_units(t):
    return np.array([[3.0, 3.0, t], [3.0, t, 3.0], [t, 3.0, 3.0]])


for t in (1.25, 1.0, 0.75):
    found = nidlite.greedy_ranking(three_units(t), np.ones(3))
    print(f"t = {t}: {state(dict(found))}")
    print("  after pruning:", state(dict(nidlite.prune_redundant(found))))

# %% [markdown]
# At t = 1.25 the triple collects 3.75 and each pair 3. It makes its pairs redundant
# (footnote 2), and *pruning* removes them. At t = 1 there is a tie. At t = 0.75 each
# unit drops from 3 to less than a third of it, and the triple loses with 2.25. That is
# the "sudden drop" of the paper. The [proof](../curious/theorem_4.md) is five steps.

# %%
support.numbers_of_06(globals())  # asserts every number that the text names

# %% [markdown]
# What does it mean? The ranking is cheap: one sort for each unit. It is greedy: a set
# comes in only if it is on top of some unit. Which of its entries are real is the
# question of tutorials 8 and 11.
#
# ## What to try
#
# [Four questions](../what_to_try.md), with answers to unfold.
