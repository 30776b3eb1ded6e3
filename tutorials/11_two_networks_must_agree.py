# %% [markdown]
# # 11. Two networks must agree (Sec. 3, and beyond)
#
# **A question.** A ranking has no end. Which interactions may you claim?
#
# You will ask three questions in a few lines each. Do two networks that never saw the
# same rows agree? Do unseen rows *need* the interaction? Are your claims *enough*?
#
# **Opens up** the last lines of [page zero](00_the_whole_paper.ipynb): there the
# product of two `corner_sum`, one for each network that `train` gave, is a share of
# var(y).
# **Data** California housing travels with nidlite; we take 14,000 of its 20,640 rows.
# **Time** 25 s. **Seed** 0.
# **Expect** two networks that agree where there are no data, and blind networks that
# show their mistake. On housing longitude & latitude and one more claim are left.

# %%
from itertools import combinations

import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too

from nidlite import detect_interactions, label, mixed_difference
from nidlite.agreement.unseen import t_value
from nidlite.datasets import load
from nidlite.fast.backprop import predict
from nidlite.networks import Network, Stack
from nidlite.recipes import RECIPE
from nidlite.training import fit

# %matplotlib inline
rng = np.random.default_rng(0)
THIRDS = (1 / 3, 1 / 3, 1 / 3)  # training, validation and test rows, as in Sec. 5.1

# %% [markdown]
# ## Two networks that never saw the same rows
#
# A network learns what is in the data, and accidents of its own rows. A second network
# with other rows has other accidents. So train two, multiply what they say, and take
# the mean. What they share stays. Accidents have no common sign, and they cancel.
#
# Let D be the true mixed difference between two rows (tutorial 2). The networks say
# $D_a = D + e_a$ and $D_b = D + e_b$. Let the errors have mean 0, and be independent of
# each other and of D. Then
#
# $$E[D_a D_b] = E[D^2], \quad E[D_a^2] = E[D^2] + E[e_a^2]$$
#
# The product is *unbiased*. The square is not, however many rows there are. The mean
# product over the root of mean $D_a^2$ mean $D_b^2$ is the *agreement*, at most 1. And
#
# $$\text{share} = \frac{\operatorname{mean}(D_a D_b)}{2^{|I|} \operatorname{var}(y)}$$
#
# **Predict, then run (1).** Only x3 & x4 interact here, and there is noise. In how
# many of the 15 pairs does *one* network see an interaction?
#
# <details><summary>Answer</summary>
#
# In all 15. A network that has learned noise is never exactly additive.
# </details>

# %%
X = rng.uniform(-1, 1, size=(3_000, 6))
y = np.sin(3 * X[:, 0]) + X[:, 1] ** 2 + X[:, 2] * X[:, 3] + rng.normal(size=3_000) / 2
noisy = detect_interactions(X, y, seed=0, epochs=30, fractions=THIRDS)
f_a, f_b = noisy.opinion.pair  # one knows the training rows, one the validation rows
squares, products = {}, {}
for pair in combinations(range(6), 2):
    D_a, D_b = f_a.part(pair), f_b.part(pair)
    squares[pair] = np.mean(D_a**2) / 4 / noisy.opinion.variance
    products[pair] = np.mean(D_a * D_b) / 4 / noisy.opinion.variance

print("share of      one, squared  two, multiplied")
others = [pair for pair in squares if pair != (2, 3)]
for name, pairs in (("x3 & x4", [(2, 3)]), ("others, mean", others)):
    one, two = (np.mean([share[k] for k in pairs]) for share in (squares, products))
    print(f"{name:14}{one:12.4f}{two:17.4f}")

# %% [markdown]
# The product leaves the interaction and shrinks the accidents. Where features are
# independent this nearly settles it.
#
# ## A copy deceives them
#
# Now let b be nearly a copy of a: $b = a + 0.1 \cdot \text{noise}$. The outcome is
# $y = a^2 + c + 0.3 \cdot \text{noise}$. No features interact. But a network may write
# a part of $a^2$ as $a b$, for in the data they are nearly the same.
#
# **Predict, then run (2).** Do two networks of different rows agree on a & b?
#
# <details><summary>Answer</summary>
#
# Yes. The mixed difference takes a from one row and b from another. There are no data
# at such corners, so both networks extrapolate, and they do it alike.
# </details>

# %%
X = rng.normal(size=(3_000, 4))
X[:, 1] = X[:, 0] + 0.1 * X[:, 1]
noise = 0.3 * rng.normal(size=3_000)
settings = {"seed": 0, "epochs": 20, "fractions": THIRDS, "feature_names": "abcd"}
additive = detect_interactions(X, X[:, 0] ** 2 + X[:, 2] + noise, **settings)
product = detect_interactions(X, X[:, 0] * X[:, 2] + noise, **settings)

both = additive.opinion.of((0, 1))
in_data = np.median(np.abs(X[:, 1] - X[:, 0]))
at_corners = np.median(np.abs(np.roll(X[:, 1], 1) - X[:, 0]))
print(f"a & b: share {both.share:.3f}")
print(f"|b - a| is {in_data:.2f} in the data, {at_corners:.2f} at the corners")
copy_a, copy_b = additive.opinion.pair
points = {
    "x3 & x4, true": (f_a.part((2, 3)), f_b.part((2, 3))),
    "x1 & x5, an accident": (f_a.part((0, 4)), f_b.part((0, 4))),
    "a & b, a copy": (copy_a.part((0, 1)), copy_b.part((0, 1))),
}
support.picture_11(points)

# %% [markdown]
# Each dot is one rectangle, with D of both networks. Left, they agree and are right. In
# the middle each has errors of its own. Right, they agree, but no interaction is there:
# the errors are *not* independent. The corners are more than ten times as far from the
# line $b = a$ as the data. So we must ask about rows that exist.
#
# ## Is it needed? Blind networks tell
#
# Sec. 3 says what an interaction is, and needs no corners for it. Turned around: f has
# **no** interaction I exactly if it is a sum of functions, one for each feature of I,
# each blind to its feature.
#
# So try it. Train the best sum of *blind* nets, and its *twin*: as many nets of the
# same size, which all see everything. Compare both on rows that neither saw. If the
# blind sum predicts as well, the interaction is not needed.


# %%
def unseen_errors(found, blind):
    """Squared errors on test rows of a sum of nets, each blind to some columns."""
    p, start = found.table.X.shape[1], np.random.default_rng(0)
    seen = [tuple(c for c in range(p) if c not in unseen) for unseen in blind]
    network = Network(tuple(Stack((sees,), (60, 30, 15), True) for sees in seen))
    theta = fit(network, found.split, "regression", start, RECIPE).theta
    X, y = found.split.test
    return (predict(network, theta, X) - y) ** 2


(a, b, c), rises = range(3), []
print("y          one net is blind to, the other to     t   error rises by")
for name, found in (("a^2 + c", additive), ("a c", product)):
    twin = unseen_errors(found, [(), ()])
    for blind in ([(a,), (b,)], [(a,), (c,)], [(a, b), (c,)]):
        worse = unseen_errors(found, blind) - twin
        rises.append(worse.mean() / twin.mean())
        one, other = (label(k, "abc", between=", ") for k in blind)
        print(f"{name:22}{one:17}{other:4}{t_value(worse):7.1f} {rises[-1]:15.0%}")

# %% [markdown]
# t is the mean difference over its standard error. For $y = a^2 + c$ the error changes
# by a few percent, up or down. Trainings differ by as much, so t alone decides nothing.
# Row 1 tests the false claim: the net that is blind to b gets $a^2$ from a.
#
# $y = a c$ *is* an interaction. Yet with one net blind to a and one to c the error
# hardly rises: the first net reads a off b. So **relatives go blind together**. Blind
# to a and b, the error explodes. The price: the claim is about the group, "c, with one
# of a and b".
#
# **Predict, then run (3).** Does $f = x_1 x_2 + x_1 x_3 + x_2 x_3$ have the interaction
# of all three? The paper's Algorithm 1 often reports it (Sec. 5.4).
#
# <details><summary>Answer</summary>
#
# No. x2 x3 does not see x1, x1 x3 does not see x2, and x1 x2 does not see x3: f is a
# sum of three blind functions. So the mixed difference of the triple is 0.
# </details>

# %%
rows = rng.normal(size=(2, 1000, 3))
triple = mixed_difference(lambda X: sum((X * X[:, [1, 2, 0]]).T), (0, 1, 2), *rows)
print(f"the triple's mixed difference is at most {np.abs(triple).max():.0e}")

# %% [markdown]
# ## Housing: what is needed?
#
# Now there are dozens of questions, and trainings take long. So `found.agreed()` asks
# sums of *given* functions: steps and hinges of one feature, and ReLU units with random
# weights of several. Least squares finds their coefficients. For a pair it compares
#
# 1. single effects, what is claimed already, and functions blind to one of the two;
# 2. the same, and a function of both. t asks: does this explain what 1 leaves?
#
# Each half judges the sum fitted on the other. Both t must be 3 or more, the rise 3
# percent. The pair of largest rise is claimed first. Ask all others again beside it.

# %%
table = load("cal_housing")
some = rng.permutation(len(table.y))[:14_000]
names = "longitude latitude age rooms bedrooms population households income".split()
X, y = table.X[some], table.y[some]
housing = detect_interactions(X, y, feature_names=names, seed=0, epochs=20)
claims = housing.agreed()
every = [housing.opinion.of(pair) for pair in combinations(range(8), 2)]
alike = [one for one in every if one.agreement > 0.5 and one.t > 5]
print(f"both agree on {len(alike)} of {len(every)} pairs; needed are {len(claims)}")
pairs = [(0, 1), (3, 5), (4, 5), (5, 6), (1, 5), (2, 5), (3, 7), (5, 7)]
asked = support.questions(housing, names, pairs)

# %% [markdown]
# Agreement alone would claim every pair. Four columns say how large a neighbourhood
# is, and hardly any has the rooms of one and the people of another. Two are left:
#
# - **longitude & latitude**. Without it the error rises by about 7 percent. The right
#   map of tutorial 10 is real.
# - **rooms & population**: crowded homes are cheap. Once it is claimed, its relatives
#   add little: bedrooms & population, and households & population.
#
# ## Are they enough?
#
# Train single effects (the paper's main effects) alone, and then with a net for each
# claim: that is MLP-Cutoff (Sec. 4.3). Compare both with the network, on unseen rows.

# %%
enough = housing.enough()
print(f"R2 of single effects {enough.single:.3f}, with the answer {enough.answer:.3f}")
print(f"R2 of the whole network {enough.whole:.3f}")
shares = housing.additive().shares()
largest = sorted(shares, key=shares.get, reverse=True)[:4]
for part in largest:
    print(f"{shares[part]:6.1%} of the model: {label(part, names)}")
support.numbers_of_11(globals())  # asserts every number that the text names

# %% [markdown]
# With the answer, curves and two nets predict as well as the whole network. If an
# answer explains less, there is more than it names. So here two networks agree, unseen
# rows need each claim, and together the claims are enough. Still, none is a cause.
#
# ## What to try
#
# [Four questions](../what_to_try.md), with answers to unfold.
