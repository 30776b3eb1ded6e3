# %% [markdown]
# # 6. Strength and the greedy ranking (Sec. 3.3, 4.2, App. D of the paper)
#
# The heart of the paper fits on a 3 x 4 matrix. We compute Eq. 1, run Algorithm 1 line
# by line and print its dictionary after every step; see what "top weights" has to mean
# and why rescaling a unit changes nothing; and test Theorem 4 on an example that meets
# its assumption and on two that do not.
#
# **Time** 2 s. **Seed** 0, for the check on random matrices only.
# **Expect** five candidates from three units, {1,2} first with strength 10; a triple
# that outranks its pairs just if each unit gives it more than 1/3 of what a pair has.

# %%
from itertools import combinations
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import nidlite
from nidlite.interactions import label
from nidlite.ranking import strength

# %matplotlib inline
HERE = Path(__file__).parent if "__file__" in globals() else Path()
FIGURES = HERE / "figures"
FIGURES.mkdir(exist_ok=True)

# %% [markdown]
# ## Eq. 1, the strength of an interaction at one unit
#
# omega_i(I) = z_i min |W1[i, I]|: how much unit i matters, times how much the *least*
# of the features in I matters to it. Three units, four features, features from 0.

# %%
W1 = np.array(
    [
        [5.0, -4.0, 1.0, 2.0],
        [0.0, 1.0, 2.0, -3.0],
        [4.0, 3.0, 0.0, -2.0],
    ]
)  # (p_1, p)
z = np.array([1.0, 3.0, 2.0])  # (p_1,)


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
# A ReLU unit can be rescaled, its incoming weights times c and its outgoing ones
# divided by c, and the network computes the same function. Eq. 1 does not notice (Sec.
# 3.3), because z falls as |W1| grows. Either factor alone would.

# %%
c = np.array([10.0, 0.5, 3.0])
for I in [(0, 1), (2, 3), (0, 1, 3)]:
    assert np.allclose(strength(W1 * c[:, None], z / c, I), strength(W1, z, I))
    assert not np.allclose(strength(W1 * c[:, None], z, I), strength(W1, z, I))

# %% [markdown]
# ## Algorithm 1, line by line
#
# Each unit proposes its strongest 2, 3, ..., p features, and no others: 3 x 3 = 9
# proposals here. Strengths of the same candidate add up. The library leaves proposals
# of strength 0 out, and so do we. On the page [explore/index.html](explore/index.html)
# you step through these lines in a browser, with weights that you can drag.


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
ranking = sorted(d.items(), key=lambda e: (-e[1], len(e[0]), e[0]))  # line 8
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
# Two things to see. With the minimum, the strength of the top j is z times the j-th
# weight: nothing else in line 5 needs computing. And {1,4} is absent, although {1,2,4}
# is there: no unit has 1 and 4 as its top two. All pairs at all units are another
# question (Sec. 4.4), and another function:

# %%
pairs = nidlite.pairwise_strengths(W1, z)
assert (0, 3) not in d and pairs[0, 3] == sum(omega(r, (0, 3)) for r in range(3)) == 6
assert dict(ranking)[(2, 3)] == 6 < pairs[2, 3] == 7  # unit 1 adds 1 that it only ranks

# %% [markdown]
# ## Reading: top weights by magnitude
#
# The paper writes "top j weights in w'". It must mean magnitudes: a weight of -4 makes
# a feature as important as 4 does. With signed weights unit 1 would propose {1,4}, not
# {1,2}, and a unit with its signs turned, which draws the same kinks, other sets.


# %%
def algorithm_1(W1, z, size=np.abs):
    """Lines 1 to 8 at once; size says what "top" means."""
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
# Let I be a proposed d-way interaction and s its (d-1)-way subsets. Assume that each
# unit j that proposes an s also proposes I, with omega_j(I) > omega_j(s) / d. Then a) I
# ranks above one of the s, or b) one s is not proposed at all.
#
# Take three units, each with another strong pair of {1,2,3}, and a third weight t.


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
# t = 1.25 meets the assumption: each pair has 3, from one unit; the triple collects
# 3.75, from three. At t = 1 it ties, and at 0.75, a "sudden drop" below 3 / 3, it
# loses with 2.25. A triple that wins makes its pairs redundant (footnote 2), and
# pruning removes them.

# %%
met = nidlite.greedy_ranking(three_units(1.25), ones)
assert met[0] == (I, 3.75) and nidlite.prune_redundant(met) == [(I, 3.75)]
not_met = nidlite.greedy_ranking(three_units(0.75), ones)
assert nidlite.prune_redundant(not_met) == not_met and not_met[-1] == (I, 2.25)

# %% [markdown]
# The other half of the assumption matters too. No sudden drop here, but the last three
# units propose a pair of {1,2,3} and then go on with feature 4, so not with the triple:

# %%
with_triple = np.array([[2.0, 2, 1, 0], [2, 1, 2, 0], [1, 2, 2, 0]])
without = np.array([[2.0, 2, 0, 1], [2, 0, 2, 1], [0, 2, 2, 1]])
six = np.concatenate([with_triple, without])
assert assumption(with_triple, np.ones(3), I) and conclusion(with_triple, np.ones(3), I)
assert not assumption(six, np.ones(6), I) and not conclusion(six, np.ones(6), I)
d = dict(nidlite.greedy_ranking(six, np.ones(6)))
assert d[I] == 3 and [d[s] for s in combinations(I, 2)] == [4, 4, 4]

# %% [markdown]
# ## The proof, and one z too many
#
# A unit that proposes I proposes exactly one s: its top d - 1. So summing omega_j(I)
# over all s and over the units j that propose s counts each unit once and gives
# omega(I). That sum is above 1/d of the sum of the d omega(s); if all of these were at
# least omega(I), it would be above omega(I): a contradiction.
#
# Appendix D writes z_j omega_j(I) in those sums, but omega_j holds z_j already (Eq. 1).
# The inequality survives, since z_j stands on both sides; the first "=" does not.

# %%
at_units = strength(W1, z, (0, 1))  # units 1 and 3 propose {1,2}
assert at_units.sum() == dict(ranking)[(0, 1)] == 10
assert (z * at_units).sum() == 1 * 4 + 2 * 6 == 16

# %% [markdown]
# ## The picture

# %%
figure = Figure((9, 3.6), layout="constrained")
bars, lines = figure.subplots(1, 2)
places, left = np.arange(len(ranking)), np.zeros(len(ranking))
for r, (share, shade) in enumerate(zip(shares, ("0.85", "0.6", "0.3"))):
    widths = np.array([share.get(I, 0) for I, _ in ranking])
    bars.barh(places, widths, left=left, color=shade, label=f"unit {r + 1}")
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
lines.axvspan(1, 2.5, color="0.92", label="assumption holds")
lines.plot(t, triple, "k", label="the triple")
lines.plot(t, pair, "k--", label="each of its pairs")
lines.set(xlim=(0, 2.5), ylim=(0, 8), xlabel="the third weight t (the others are 3)")
lines.set(ylabel="strength", title="Theorem 4 on three units")
lines.legend(fontsize=8, loc="upper left")
figure.savefig(FIGURES / "06_strength_and_ranking.png", dpi=100)
figure

# %% [markdown]
# ## What to try
#
# 1. Change one entry of W1 so that {3,4} comes first. How small a change is enough?
# 2. Run `nidlite.greedy_ranking(W1, z, mean="maximum")`. Why does the set of all
#    features profit, and which property of Sec. 3.1 is to blame?
# 3. Theorem 4 has d = 3 here. Build the example for d = 4: four units with weights 4
#    and one t each. Where is the threshold now?
# 4. How many candidates can p_1 units on p features propose at most? Reach it.
# 5. Split unit 3 in two equal units, each with half of z. Which strengths change?
