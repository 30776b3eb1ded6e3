# %% [markdown]
# # 2. What an interaction is (Sec. 3, Definition 1)
#
# ![California: a sum of curves, and the network](../figures/10_real_data.png)
#
# **A question.** Both maps tell what a house costs in California. The left one is a
# curve of longitude plus a curve of latitude. The right one may use both *jointly*. Why
# can no sum of two curves draw the right map?
#
# You will read the answer at four corners. Tutorial 10 draws the maps.
#
# **Opens up** two places of [page zero](00_the_whole_paper.ipynb): `TRUE`, the list of
# F5's interactions, and `corner_sum`, which computes the number of this page.
# **Time** 6 s. **Seed** 0.
# **Expect** five interactions in the paper's example, and all of Table 1 confirmed. One
# true interaction has less than a millionth of the variance.

# %%
from itertools import combinations

import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too

from nidlite import label, mixed_difference
from nidlite.agreement.confirm import superset_importance
from nidlite.datasets import load
from nidlite.synthetic import SUITE

# %matplotlib inline
rng = np.random.default_rng(0)

# %% [markdown]
# ## A rectangle
#
# We go east twice: in the south from Pleasanton to Tracy, and in the north from Yolo
# county to Sacramento. A corner is the mean of the houses within 0.12 degrees.

# %%
table = load("cal_housing")
WEST, EAST, SOUTH, NORTH = -121.9, -121.4, 37.7, 38.6
corners, errors = {}, []  # in 1000 dollars
for place in ((WEST, SOUTH), (EAST, SOUTH), (WEST, NORTH), (EAST, NORTH)):
    around = np.abs(table.X[:, :2] - place).max(axis=1) < 0.12
    corners[place] = table.y[around].mean() / 1000
    errors.append(table.y[around].std(ddof=1) / around.sum() ** 0.5 / 1000)

forced = dict(corners)
cost_in_the_south = corners[WEST, SOUTH] - corners[EAST, SOUTH]
forced[EAST, NORTH] = corners[WEST, NORTH] - cost_in_the_south
support.picture_02(table.X, table.y, (WEST, EAST, SOUTH, NORTH), corners, forced)

# %% [markdown]
# In the south, going east means away from San Francisco Bay. In the north it means a
# few miles of plain. On the right, the last corner has the price that it *would* have
# if going east cost the same in the north as in the south.
#
# ## The idea
#
# Compare the two costs. One number, from the price f at the four corners, does that:
#
# $$D = f_\text{north east} - f_\text{north west}$$
# $$\qquad - \, f_\text{south east} + f_\text{south west}$$
#
# If f is a sum of two curves, each curve comes once with a plus and once with a minus
# at the same place. So D = 0 on every rectangle. One rectangle where D is not 0 is
# enough to see an *interaction*.

# %%
D = corners[EAST, NORTH] - corners[WEST, NORTH]
D = D - corners[EAST, SOUTH] + corners[WEST, SOUTH]
error = np.sqrt(np.sum(np.square(errors)))
print(f"D = {D:.1f} +- {error:.1f} thousand dollars")

# %% [markdown]
# These are raw averages, and the places differ in income, too. So we need a model
# (tutorial 10).
#
# ## The formula
#
# Definition 1 says that the features of a set I do *not* interact in f if f can be
# written as a sum of $|I|$ functions, each of which does not read one of them:
#
# $$f(x) = \sum_{i \in I} f_i(x_{\setminus i})$$
#
# Otherwise I is an interaction. With three features the rectangle becomes a box. In
# general take points a and b. Each subset S of I has a corner, S from b, others from a:
#
# $$D(I) = \sum_{S \subseteq I} (-1)^{|I| - |S|} \; f(\text{corner}_S)$$
#
# This is the *mixed difference*. I is an interaction exactly if D is not *always* 0:
#
# - If f is such a sum, D is 0. The term without $x_i$ has one value at two corners
#   of opposite sign.
# - If D is always 0, fix a's features of I alone. The corner S = I can be any x. Solve
#   D = 0 for f(x). Each other corner misses one of x's features of I: f is such a sum.
#
# **Predict, then run (1).** Take $f = x_1 x_2 + \sin(x_2 + x_3 + x_4)$, let a be all
# zeros and b all ones. What is the mixed difference of x1 & x2? What is it of x1 & x3?
#
# <details><summary>Answer</summary>
#
# For x1 & x2 it is 1 - 0 - 0 + 0 = 1 from the product. The sine adds 0 - 0 - sin(1) +
# sin(1) = 0. For x1 & x3 it is 0, because no term reads both.
# </details>
#
# ## The code, corner by corner


# %%
def f(X):
    """The paper's example, (n, 4) -> (n,)."""
    x1, x2, x3, x4 = X.T
    return x1 * x2 + np.sin(x2 + x3 + x4)


def by_hand(interaction, a, b):
    """The mixed difference of f between two points, each corner printed."""
    total = 0.0
    for size in range(len(interaction) + 1):
        for S in combinations(interaction, size):
            corner = [b[i] if i in S else a[i] for i in range(len(a))]
            sign = (-1) ** (len(interaction) - size)
            value = f(np.array([corner]))[0]
            print(f"  {sign:+d} * f{tuple(corner)} = {sign * value:+.4f}")
            total += sign * value
    print(f"{label(interaction)}: {total:+.4f}")
    return total


in_the_example = {}
for I in [(0, 1), (0, 2), (1, 2, 3)]:
    in_the_example[I] = by_hand(I, [0, 0, 0, 0], [1, 1, 1, 1])

# %% [markdown]
# One pair of points can mislead. From 0 to $\pi$ the triple's difference is
# $\sin(3\pi) - 3 \sin(2\pi) + 3 \sin(\pi) = 0$, and yet the triple interacts. Random
# points hardly ever do this. So we print the largest of 100 random pairs of points for
# all 11 sets. `mixed_difference` is `by_hand` for many points at once.
#
# **Predict, then run (2).** How many of the 11 sets interact?
#
# <details><summary>Answer</summary>
#
# Five: x1 & x2, the triple x2 & x3 & x4, and the three pairs inside the triple.
# </details>

# %%
a, b = rng.uniform(-1, 1, size=(2, 100, 4))
sets = [s for size in (2, 3, 4) for s in combinations(range(4), size)]
largest = {s: np.abs(mixed_difference(f, s, a, b)).max() for s in sets}
found = [s for s in sets if largest[s] > 1e-9]
for s in sets:
    print(f"{label(s):18} {largest[s]:8.1e}", "interacts" if s in found else "")

# %% [markdown]
# Nothing lies between 1e-14 and 1e-2: tiny is rounding, all else is an interaction.
#
# All pairs of the triple interact, and they must. If f were a sum of terms that miss
# x2 or x3, each term would miss one of x2, x3, x4. So it is enough to list the
# *maximal* interactions, as `TRUE` does. The other direction fails: three pairs do not
# make a triple (tutorial 11 has an example).
#
# ## Checking Table 1
#
# The functions F1 to F10 have ten features, which make 1013 sets. A mixed difference
# with one feature more is a difference of two mixed differences. So the 1024 corners
# of the largest set are enough for all, and `support.every_mixed_difference` takes them
# apart. A set is one integer there, with bit i for feature i.

# %%
all_sets = [s for size in range(2, 11) for s in combinations(range(10), size)]
rows_of_sets = [sum(1 << i for i in s) for s in all_sets]
confirmed, smallest_true, largest_false = {}, np.inf, 0.0
for name, F in SUITE.items():
    a, b = F.sample(50, rng)[0], F.sample(50, rng)[0]
    sizes = np.abs(support.every_mixed_difference(F, a, b)[rows_of_sets]).max(axis=1)
    confirmed[name] = [s for s, size in zip(all_sets, sizes) if size > 1e-9]
    smallest_true = min(smallest_true, sizes[sizes > 1e-9].min())
    largest_false = max(largest_false, sizes[sizes <= 1e-9].max())
    print(f"{name:4}", ", ".join(label(s).replace(" & ", " ") for s in F.interactions))
print(f"true at least {smallest_true:.0e}, all others at most {largest_false:.0e}")

# %% [markdown]
# All ten lists are confirmed: the maximal sets that D finds are those of Table 1.
#
# ## How much of the variance?
#
# A true interaction may be hard to see. For independent features, the mean square of D
# over $2^{|I|}$ is the variance of all effects that hold I (Liu and Owen 2006). Divided
# by that of y it is the *share* of I:
#
# $$\text{share}(I) = \frac{E[D(I)^2]}{2^{|I|} \operatorname{var}(y)}$$
#
# **Predict, then run (3).** In $x_1 x_2 + \sin(x_2 + x_3 + x_4)$ the sine looks like
# half of it. Which has more of the variance, x1 & x2 or x2 & x3 & x4?
#
# <details><summary>Answer</summary>
#
# x1 & x2 has 19.7 percent of the variance. The triple has 3.6 percent. Most of the
# sine is a sum of single effects. [On paper](../curious/variance.md) it takes complex
# numbers. Random rows come near.
# </details>

# %%
a, b = rng.uniform(-1, 1, size=(2, 40_000, 4))
shares = {}
for s in [(0, 1), (1, 2), (1, 2, 3)]:
    shares[s] = superset_importance(f, s, a, b) / np.var(f(a))
    print(f"{label(s):14} {shares[s]:.1%} of the variance")

# %% [markdown]
# Now the suite.

# %%
suite_shares = {}
for name, F in SUITE.items():
    a, b = F.sample(20_000, rng)[0], F.sample(20_000, rng)[0]
    of = {s: superset_importance(F, s, a, b) / np.var(F(a)) for s in F.interactions}
    suite_shares[name] = of
example = {s: shares[s] for s in [(0, 1), (1, 2, 3)]}
support.picture_of_shares({"example": example} | suite_shares)

# %% [markdown]
# Each dot has its features beside it, 123 for x1 & x2 & x3. What does it mean? Five
# true interactions have less than a ten-thousandth of the variance, that of F7's x4 to
# x8 a mere 6e-7. A detector that misses them has not failed: the function hides them.
# The largest share is that of F6's x3 & x4, above 0.6.

# %%
support.numbers_of_02(globals())  # asserts every number that the text names

# %% [markdown]
# ## What to try
#
# [Four questions](../what_to_try.md), with answers to unfold. For the curious:
# [the variances on paper](../curious/variance.md), and
# [where the paper needs a reading](../curious/errata.md).
