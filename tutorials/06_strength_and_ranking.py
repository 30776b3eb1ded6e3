# %% [markdown]
# # 6. Strength and the greedy ranking (Sec. 3.3, 4.2, App. D of the paper)
#
# **A question.** Ten features have 1013 sets of two or more. How can one pass over a
# matrix of weights rank them all?
#
# It does not look at all of them. Each hidden unit proposes a few. You will run
# Algorithm 1 line by line on a 3 x 4 matrix and see its dictionary after every step.
# Then we ask when a triple overtakes its pairs (Theorem 4).
#
# **Time** 2 s. **Seed** 0, for the check on random matrices only.
# **Expect** five candidates from three units, and x1 & x2 first with strength 10. In
# Theorem 4's example a triple outranks its pairs just if each unit gives it more than
# 1/3 of what a pair has.

# %%
import os
from itertools import combinations
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import nidlite
from nidlite.interactions import label
from nidlite.ranking import strength

# %matplotlib inline
# Pictures go to this folder; NIDLITE_FIGURES names another one.
FIGURES = Path(os.environ.get("NIDLITE_FIGURES", "my_figures"))
FIGURES.mkdir(parents=True, exist_ok=True)

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
    print(f"unit {r + 1}, z = {z[r]:g}, hears best: {label(order)}")

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
#     omega_i(I) = z_i min |W1[i, I]|
#
# **Predict, then run (1).** What is the strength of x1 & x2 at each of the three
# units?
#
# <details><summary>Answer</summary>
#
# Unit 1 has 1 * 4 = 4. Unit 2 has 3 * 0 = 0. Unit 3 has 2 * 3 = 6.
#
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
    assert [omega(i, I) for i in range(3)] == strength(W1, z, I).tolist()
assert strength(W1, z, (0, 1)).tolist() == [4, 0, 6]
assert strength(W1, z, (0, 1, 3)).tolist() == [2, 0, 4]

# %% [markdown]
# A ReLU unit can be rescaled: multiply its incoming weights by c and divide its
# outgoing ones by c. The network computes the same function. Eq. 1 does not notice,
# because z falls as |W1| grows (Sec. 3.3). Either factor alone would notice.

# %%
c = np.array([10.0, 0.5, 3.0])
for I in [(0, 1), (2, 3), (0, 1, 3)]:
    assert np.allclose(strength(W1 * c[:, None], z / c, I), strength(W1, z, I))
    assert not np.allclose(strength(W1 * c[:, None], z, I), strength(W1, z, I))

# %% [markdown]
# ## Algorithm 1, beside the code
#
# Each unit proposes its strongest 2, 3, ..., p features and no other sets. Here these
# are 3 x 3 = 9 proposals. Strengths of the same candidate add up. The left column is
# the paper's algorithm. The right column is the code below, line for line.
#
# | line | the paper | the code |
# | --- | --- | --- |
# | input | first-layer weights, aggregated weights | `W1`, `z` |
# | output | ranked list of interaction candidates | `ranking` |
# | 1 | d: an empty dictionary, candidate to strength | `d = {}` |
# | 2 | for each row w' of W1, indexed by r | `for r in range(len(W1)):` |
# | 3 | for j = 2 to p | `for j in range(2, 5):` |
# | 4 | I: the indices of the top j weights in w' | `I = tuple(sorted(order[:j]))` |
# | 5 | add z_r mu(magnitudes in I) to d[I] | `d[I] = d.get(I, 0.0) + omega(r, I)` |
# | 6 | sorted by strength, descending | `ranking = sorted(d.items(), ...)` |
#
# mu is the minimum. The library leaves proposals of strength 0 out, and so do we. On
# the page [explore/index.html](explore/index.html) you step through these lines in a
# browser, with weights that you can drag.
#
# **Predict, then run (2).** Unit 1 hears best x1, then x2, x4 and x3. Which three
# sets does it propose, and with which strengths?
#
# <details><summary>Answer</summary>
#
# x1 & x2 with 4, x1 & x2 & x4 with 2, and all four features with 1. These are its
# second, third and fourth weight, times z = 1.
#
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
    print(f"\nunit {r + 1}: z = {z[r]:g}, features by magnitude {names}")
    shares.append({})
    for j in range(2, 5):  # line 3
        I = tuple(sorted(order[:j]))  # line 4: the top j weights
        if omega(r, I) > 0:
            d[I] = d.get(I, 0.0) + omega(r, I)  # line 5
            shares[r][I] = omega(r, I)
        print(f"  j = {j}, {label(I)} gets {omega(r, I):g}\n    {state(d)}")
ranking = sorted(d.items(), key=lambda e: (-e[1], len(e[0]), e[0]))  # line 6
print("\nranking", state(dict(ranking)))

assert ranking == [
    ((0, 1), 10),  # 4 + 6, units 1 and 3
    ((2, 3), 6),  # unit 2; before the triple of the same strength
    ((0, 1, 3), 6),  # 2 + 4, units 1 and 3
    ((1, 2, 3), 3),
    ((0, 1, 2, 3), 1),
]
assert nidlite.greedy_ranking(W1, z) == ranking

# %% [markdown]
# Two things to see.
#
# With the minimum, the strength of the top j features is z times the j-th weight.
# Line 5 needs nothing else.
#
# x1 & x4 is absent, although x1 & x2 & x4 is there. No unit has x1 and x4 as its top
# two. All pairs at all units are another question (Sec. 4.4), with a function of its
# own:

# %%
pairs = nidlite.pairwise_strengths(W1, z)
assert (0, 3) not in d and pairs[0, 3] == sum(omega(r, (0, 3)) for r in range(3)) == 6
assert dict(ranking)[(2, 3)] == 6 < pairs[2, 3] == 7  # unit 1 adds 1 that it only ranks

# %% [markdown]
# ## "Top weights" means magnitudes
#
# The paper writes "top j weights in w'". It must mean magnitudes: a weight of -4
# makes a feature as important as 4 does. With signed weights unit 1 would propose x1
# & x4 in place of x1 & x2. A unit with all its signs turned would propose other sets,
# although it has the same kinks.


# %%
def algorithm_1(W1, z, size=np.abs):
    """Lines 1 to 6 at once; size says what "top" means."""
    d = {}
    for w, z_r in zip(W1, z):
        order = np.argsort(-size(w), kind="stable").tolist()
        for j in range(2, len(w) + 1):
            I = tuple(sorted(order[:j]))
            value = float(z_r * np.abs(w[list(I)]).min())
            if value > 0:
                d[I] = d.get(I, 0.0) + value
    return sorted(d.items(), key=lambda e: (-e[1], len(e[0]), e[0]))


assert algorithm_1(W1, z) == algorithm_1(-W1, z) == ranking
signed = algorithm_1(W1, z, size=lambda w: w)
assert (0, 3) in dict(signed) and (2, 3) not in dict(signed)
assert signed != algorithm_1(-W1, z, size=lambda w: w)

rng = np.random.default_rng(0)
for _ in range(100):
    drawn = rng.normal(size=(6, 5)), rng.exponential(size=6)
    theirs, ours = nidlite.greedy_ranking(*drawn), algorithm_1(*drawn)
    assert [I for I, _ in theirs] == [I for I, _ in ours]
    assert np.allclose([s for _, s in theirs], [s for _, s in ours])

# %% [markdown]
# ## Theorem 4: when a triple overtakes its pairs
#
# Let I be a proposed set of d features. Let s be one of its subsets of d - 1
# features.
#
# *Assumption.* Each unit j that proposes an s also proposes I, and
#
#     omega_j(I) > omega_j(s) / d
#
# *Conclusion.* Either a) I ranks above one of the s, or b) one of the s is not
# proposed at all.
#
# Take three units. Each hears another two of x1, x2, x3 with weight 3, and the third
# one with weight t.
#
# **Predict, then run (3).** From which t on does the triple win?
#
# <details><summary>Answer</summary>
#
# Each pair has strength 3, from one unit. The triple collects t from each of three
# units, so it has 3 t. It wins if t > 1.
#
# </details>


# %%
def three_units(t):
    return np.array([[3.0, 3.0, t], [3.0, t, 3.0], [t, 3.0, 3.0]])


def assumption(W1, z, I):
    """Theorem 4's, unit by unit."""
    for w, z_r in zip(W1, z):
        proposed = dict(algorithm_1(w[None], [z_r]))
        for s in combinations(I, len(I) - 1):
            if s in proposed and not proposed.get(I, 0) > proposed[s] / len(I):
                return False
    return True


def conclusion(W1, z, I):
    """a) or b)."""
    d = dict(nidlite.greedy_ranking(W1, z))
    return any(s not in d or d[I] > d[s] for s in combinations(I, len(I) - 1))


I, ones = (0, 1, 2), np.ones(3)
for t in (1.25, 1.0, 0.75):
    W = three_units(t)
    holds, outranks = assumption(W, ones, I), conclusion(W, ones, I)
    print(f"t = {t}: assumption {holds}, conclusion {outranks}", end="   ")
    print(state(dict(nidlite.greedy_ranking(W, ones))))
    assert holds == outranks == (t > 1)

# %% [markdown]
# At t = 1.25 the assumption holds: the triple collects 3.75 and each pair 3. At t = 1
# there is a tie. At t = 0.75 the triple loses with 2.25. That is the "sudden drop" of
# the paper.
#
# A triple that wins makes its pairs redundant (footnote 2). Pruning removes them.

# %%
met = nidlite.greedy_ranking(three_units(1.25), ones)
assert met[0] == (I, 3.75) and nidlite.prune_redundant(met) == [(I, 3.75)]
not_met = nidlite.greedy_ranking(three_units(0.75), ones)
assert nidlite.prune_redundant(not_met) == not_met and not_met[-1] == (I, 2.25)

# %% [markdown]
# The other half of the assumption matters, too. In the next example there is no
# sudden drop. But the last three units propose a pair and then go on with feature 4,
# so they do not propose the triple.

# %%
with_triple = np.array([[2.0, 2, 1, 0], [2, 1, 2, 0], [1, 2, 2, 0]])
without = np.array([[2.0, 2, 0, 1], [2, 0, 2, 1], [0, 2, 2, 1]])
six = np.concatenate([with_triple, without])
assert assumption(with_triple, np.ones(3), I) and conclusion(with_triple, np.ones(3), I)
assert not assumption(six, np.ones(6), I) and not conclusion(six, np.ones(6), I)
d = dict(nidlite.greedy_ranking(six, np.ones(6)))
assert d[I] == 3 and [d[s] for s in combinations(I, 2)] == [4, 4, 4]

# %% [markdown]
# ## The proof, step by step
#
# Suppose that the conclusion is false: all s are proposed, and omega(s) >= omega(I)
# for each of them.
#
# *Step 1.* A unit that proposes I proposes exactly one s, namely its top d - 1
# features. So a sum over all s and all units that propose s counts each unit at most
# once:
#
#     sum over s, sum over units j that propose s, of omega_j(I)  <=  omega(I)
#
# *Step 2.* Use the assumption in each term of that sum:
#
#     omega_j(I) > omega_j(s) / d
#
# *Step 3.* Add up over the units. The sum of omega_j(s) over the units that propose s
# is omega(s):
#
#     omega(I) > 1/d * sum over s of omega(s)
#
# *Step 4.* There are d sets s, and each has omega(s) >= omega(I). So the right side
# is at least
#
#     1/d * d * omega(I) = omega(I)
#
# *Step 5.* Then omega(I) > omega(I). That cannot be, so the conclusion holds.
#
# Appendix D writes z_j omega_j(I) in those sums. But omega_j holds z_j already (Eq.
# 1), so z_j counts twice. The inequality survives, because z_j stands on both sides.
# The first "=" does not.

# %%
at_units = strength(W1, z, (0, 1))  # of units 1 and 3
assert at_units.sum() == dict(ranking)[(0, 1)] == 10
assert (z * at_units).sum() == 1 * 4 + 2 * 6 == 16

# %% [markdown]
# ## The picture
#
# Left, the ranking. Each bar shows which unit gave what. Right, Theorem 4 on three
# units.

# %%
figure = Figure((9, 3.6), layout="constrained")
bars, lines = figure.subplots(1, 2)
places, left = np.arange(len(ranking)), np.zeros(len(ranking))
looks = (("w", "///"), ("0.7", ""), ("0.3", ""))
for r, (share, (shade, hatch)) in enumerate(zip(shares, looks)):
    widths = np.array([share.get(I, 0) for I, _ in ranking])
    look = {"color": shade, "edgecolor": "k", "hatch": hatch, "linewidth": 0.8}
    bars.barh(places, widths, left=left, label=f"unit {r + 1}", **look)
    left += widths
assert left.tolist() == [value for _, value in ranking]
bars.set_yticks(places, [label(I) for I, _ in ranking])
bars.invert_yaxis()
bars.set(xlabel="strength", title="Algorithm 1 on the 3 x 4 matrix")
bars.legend(fontsize=8)

t = np.linspace(0, 2.5, 101)[1:]
found = [dict(nidlite.greedy_ranking(three_units(v), ones)) for v in t]
triple, pair = [d[0, 1, 2] for d in found], [d[0, 1] for d in found]
assert np.allclose(triple, 3 * t) and set(pair) == {3}
lines.axvspan(1, 2.5, color="0.85", label="assumption holds")
lines.plot(t, triple, "k", label="the triple")
lines.plot(t, pair, "k--", label="each of its pairs")
lines.set(xlim=(0, 2.5), ylim=(0, 8), xlabel="the third weight t (the others are 3)")
lines.set(ylabel="strength", title="Theorem 4 on three units")
lines.legend(fontsize=8, loc="upper left")
figure.savefig(FIGURES / "06_strength_and_ranking.png", dpi=100)
figure

# %% [markdown]
# What does it mean? The ranking is cheap: one sort for each unit. It is greedy: a set
# comes in only if it is on top of some unit. Which of its entries are real is the
# question of tutorials 8 and 11.
#
# ## What to try
#
# 1. Change one entry of W1 so that x3 & x4 comes first. How small a change is enough?
# 2. Run `nidlite.greedy_ranking(W1, z, mean="maximum")`. Why does the set of all
#    features profit, and which property of Sec. 3.1 is to blame?
# 3. How many candidates can p_1 units on p features propose at most? Reach it.
# 4. Split unit 3 in two equal units, each with half of z. Which strengths change?
#
# The answers are on [a page of their own](../solutions/what_to_try.md).
