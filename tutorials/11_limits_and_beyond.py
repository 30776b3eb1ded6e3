# %% [markdown]
# # 11. Limits, and what lies beyond (Sec. 5.4)
#
# NID reads weights, and weights can mislead. We see how: on paper, in two units that
# cancel; and in trained networks, on a function without any interaction, a clique of
# pairs, a feature with a copy, and a published counterexample. Each time we put
# Definition 1 to the trained network: NID proposes, Definition 1 confirms.
#
# **Time** 10 s. **Seed** 0.
# **Expect** strength 2 for an interaction that is not there; a triple on top where
# there are only pairs; AUC below 0.8 from the weights and 1 from the function.

# %%
from itertools import combinations
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from nidlite import (
    aggregated_weights,
    detect_interactions,
    greedy_ranking,
    label,
    mixed_difference,
)
from nidlite.confirm import row_pairs, superset_importance
from nidlite.interactions import pairs_of, ranking_table
from nidlite.metrics import pairwise_auc

# %matplotlib inline
HERE = Path(__file__).parent if "__file__" in globals() else Path()
FIGURES = HERE / "figures"
FIGURES.mkdir(exist_ok=True)
SEED = 0

# %% [markdown]
# ## Two units that cancel
#
# App. A's counterexample, with all weights 1 or -1:
#
#     f(x) = max(x1 + x2, 0) - max(-x1 - x2, 0) = x1 + x2
#
# Each unit has z = 1 and two incoming weights of size 1. So omega({1,2}) = 1 + 1 = 2,
# though f is additive. z bounds what a unit *could* do to the output; it does not
# know what another unit takes back.

# %%
W1, w_y = np.array([[1.0, 1.0], [-1.0, -1.0]]), np.array([[1.0, -1.0]])


def cancelling(X):
    return (w_y @ np.maximum(W1 @ X.T, 0))[0]


z = aggregated_weights([W1, w_y])
assert greedy_ranking(W1, z) == [((0, 1), 2.0)]

a, b = np.array([[-0.2, 0.6]]), np.array([[0.9, -0.5]])
corners = {"a": (-0.2, 0.6), "x1 of b": (0.9, 0.6), "x2 of b": (-0.2, -0.5)}
for name, (x1, x2) in corners.items():
    print(f"{name}: {max(x1 + x2, 0):.1f} - {max(-x1 - x2, 0):.1f}")
assert np.isclose(mixed_difference(cancelling, (0, 1), a, b), 0, atol=1e-15)

# %% [markdown]
# ## From a difference to a share
#
# One mixed difference says "there", a mean square says "how much". For x1 x2 on
# U(-1, 1), the mixed difference between a and b is (b1 - a1)(b2 - a2). A difference of
# two independent draws has mean square 2/3, so the product has 4/9. Divide by the 4
# corners: 1/9, which is var(x1 x2), all of it. For independent features
# `superset_importance` always is the variance that would be lost without the
# interactions holding I (Liu and Owen, 2006), and over var(y) a share.

# %%
rng = np.random.default_rng(SEED)
a, b = rng.uniform(-1, 1, size=(2, 200_000, 2))


def product(X):
    return X[:, 0] * X[:, 1]


by_hand = np.mean(((b[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])) ** 2) / 4
assert np.isclose(superset_importance(product, (0, 1), a, b), by_hand)
assert abs(by_hand - 1 / 9) < 0.002 and abs(product(a).var() - 1 / 9) < 0.002

# %% [markdown]
# ## The trained networks
#
# MLP-M on 6,000 rows of U(-1, 1) and 20 epochs, for each of the four cases. Two
# numbers for every pair: the strength of Sec. 4.4, and the share of Definition 1.


# %%
def trained(f, p, copy=False):
    """MLP-M on y = f(X); with copy, feature x3 is x1 once more."""
    X = np.random.default_rng(SEED).uniform(-1, 1, size=(6_000, p))
    if copy:
        X[:, 2] = X[:, 0]
    found = detect_interactions(X, f(X), seed=SEED, epochs=20)
    return found, found.pairwise_strengths, found.confirmed_pairwise_strengths()


def show(found, shares, count):
    """The strongest pairs, with their strengths and their shares."""
    rows = [(s, omega, shares[s]) for s, omega in found.pairwise_ranking]
    print(found.summary)
    print(ranking_table("rank   strength     share  pair", rows, shown=count))


# %% [markdown]
# ## 1. A null: no interaction at all
#
# What does NID say when there is nothing to say?


# %%
def additive(X):
    return np.sin(3 * X[:, 0]) + X[:, 1] ** 2 + np.exp(X[:, 2]) + np.abs(X[:, 3])


null, null_strengths, null_shares = trained(additive, p=6)
show(null, null_shares, count=5)

true_a, true_b = np.random.default_rng(SEED).uniform(-1, 1, size=(2, 1000, 6))
assert np.abs(mixed_difference(additive, (0, 1), true_a, true_b)).max() < 1e-14
assert len(null.ranking) > 5
assert null_shares.max() < 0.002

# %% [markdown]
# A ranking all the same: NID ranks and does not test. The strengths have no scale on
# which "zero" could be read: add two units that cancel, and a strength grows while the
# function stays. The shares have one: below 0.2 percent, the errors of the fit. In the
# paper it is the cutoff that has to say "none" (tutorial 8).
#
# ## 2. A clique of pairs
#
# Sec. 5.4: x1 x2 + x1 x3 + x2 x3 has three pairs and no triple. By hand, between a =
# (0, 0, 0) and b = (1, 1, 1): f = 3 with three ones, 1 with two, 0 with one or none.
# The mixed difference is 3 - 3 * 1 + 3 * 0 - 0 = 0.


# %%
def clique(X):
    return X[:, 0] * X[:, 1] + X[:, 0] * X[:, 2] + X[:, 1] * X[:, 2]


PAIRS = [(0, 1), (0, 2), (1, 2)]
f_of = {
    ones: clique(np.array([[1.0] * ones + [0.0] * (3 - ones)])) for ones in range(4)
}
assert [f.item() for f in f_of.values()] == [0, 0, 1, 3]
assert mixed_difference(clique, (0, 1, 2), np.zeros((1, 3)), np.ones((1, 3))) == 0

cliques, clique_strengths, clique_shares = trained(clique, p=5)
show(cliques, clique_shares, count=4)
print(f"Algorithm 1: {label(cliques.ranking[0][0])} on top")
assert pairwise_auc(clique_strengths, PAIRS) == 1
assert cliques.ranking[0][0] == (0, 1, 2)

# %% [markdown]
# As the paper says: the pairwise AUC is 1, while Algorithm 1 reports one triple. Units
# that serve all three pairs see all three features, and they cannot tell. The function
# can: one third of the variance for each pair, nothing for the triple.

# %%
a, b = row_pairs(cliques.split.valid[0], 600, np.random.default_rng(SEED))
var_y = np.var(cliques.split.valid[1])
triple_share = superset_importance(cliques.f, (0, 1, 2), a, b) / var_y
print(f"share of the triple: {triple_share:.4f}")
assert all(0.25 < clique_shares[pair] < 0.42 for pair in PAIRS)
assert triple_share < 0.005

# %% [markdown]
# ## 3. A feature and its copy
#
# y = x1 x2, and x3 is x1 once more. Then y = c x1 x2 + (1 - c) x3 x2 for every c: the
# data cannot say which, and no method can. The network takes some c; its shares
# should be near c^2 and (1 - c)^2, so their roots should add up to 1.

# %%
copies, copy_strengths, copy_shares = trained(product, p=5, copy=True)
show(copies, copy_shares, count=5)
roots = np.sqrt(copy_shares[0, 1]) + np.sqrt(copy_shares[1, 2])
print(f"c = {np.sqrt(copy_shares[0, 1]):.2f}; the roots add up to {roots:.2f}")

top_three = {pair for pair, _ in copies.pairwise_ranking[:3]}
assert top_three == {(0, 1), (0, 2), (1, 2)}
assert min(copy_shares[0, 1], copy_shares[1, 2]) > 0.1 and abs(roots - 1) < 0.15
assert copy_shares[0, 2] < 0.005

# %% [markdown]
# The weights add a third pair, {1,3}, because the units that build the product take
# both copies in. The function clears it. But even Definition 1 has to be read with
# care here: its corners mix x1 of one row with x3 of another, where there are no data.
#
# ## 4. Where the weights mislead
#
# A published counterexample (Zhang et al., ParaACE) has two products of four features.
# Ours is smaller, x1^2 x2 x3 + x4^2 x5 x6. Its shares fit on paper. With E[x^2] = 1/3
# and E[x^4] = 1/5, a term has variance 1/5 * 1/9 = 1/45. Its pair {2,3} alone has
# (1/3)^2 * 1/9 = 1/81, so the triple has 1/45 - 1/81 = 4/405. Of var(y) = 2/45 the
# triple has 2/9, and so have, by Definition 1, its pairs {1,2} and {1,3}, which live in
# it only; {2,3} has 1/2.


# %%
def counterexample(X):
    x1, x2, x3, x4, x5, x6 = X.T
    return x1**2 * x2 * x3 + x4**2 * x5 * x6


TRIPLES = [(0, 1, 2), (3, 4, 5)]
assert np.isclose(1 / 45 - 1 / 81, 4 / 405) and np.isclose(4 / 405 / (2 / 45), 2 / 9)
a, b = np.random.default_rng(SEED).uniform(-1, 1, size=(2, 200_000, 6))
for pair, share in (((0, 1), 2 / 9), ((0, 2), 2 / 9), ((1, 2), 1 / 2)):
    exact = superset_importance(counterexample, pair, a, b) / (2 / 45)
    assert abs(exact - share) < 0.01

misled, weight_strengths, true_shares = trained(counterexample, p=6)
show(misled, true_shares, count=8)
of_weights = pairwise_auc(weight_strengths, TRIPLES)
of_function = pairwise_auc(true_shares, TRIPLES)
print(f"AUC of the weights {of_weights:.2f}, of Definition 1 {of_function:.2f}")
assert misled.test_score()[1] > 0.95
assert of_weights < 0.8 and of_function == 1
assert {misled.pairwise_ranking[0][0], misled.pairwise_ranking[1][0]} == {
    (1, 2),
    (4, 5),
}

# %% [markdown]
# The network is good, R2 above 0.95, and the two strongest pairs are right. Below them
# the weights hardly tell a pair inside a term from a pair across the terms: units mix
# both terms and later layers separate them again, as in the two units that cancel.
# The mixed difference sees the separated result.

# %%
true_pairs = pairs_of(TRIPLES)
across = [pair for pair in combinations(range(6), 2) if pair not in true_pairs]
hidden = [pair for pair in true_pairs if pair not in ((1, 2), (4, 5))]
for name, of in (("strengths", weight_strengths), ("shares", true_shares)):
    inside, outside = min(of[s] for s in hidden), max(of[s] for s in across)
    print(f"{name}: weakest inside {inside:.3f}, strongest across {outside:.3f}")
assert min(weight_strengths[s] for s in hidden) < max(
    weight_strengths[s] for s in across
)
assert (
    max(true_shares[s] for s in across)
    < 0.05
    < 0.12
    < min(true_shares[s] for s in true_pairs)
)

# %% [markdown]
# Then why weights at all? Definition 1 needs a candidate: p features have 2^p - p - 1
# sets, and a set of d costs 2^d runs of the network. Algorithm 1 proposes at most
# p_1 (p - 1) sets, from one look at W1 and z. So: propose, then confirm
# (`found.confirm()`, `nidlite detect --confirm`).
#
# ## The picture
#
# Every pair's strength against its share. Where the true pairs (crosses) lie further
# right than all others the weights are enough; where they only lie higher, one has to
# ask the function.

# %%
cases = {
    "1. additive: no true pair": (null_strengths, null_shares, []),
    "2. a clique of pairs": (clique_strengths, clique_shares, PAIRS),
    "3. x3 is a copy of x1": (copy_strengths, copy_shares, [(0, 1), (1, 2)]),
    "4. counterexample": (weight_strengths, true_shares, TRIPLES),
}
figure = Figure((11, 3.2), layout="constrained")
axes = figure.subplots(1, 4, sharey=True)
for ax, (title, (strengths, shares, truths)) in zip(axes, cases.items()):
    for pair in combinations(range(len(strengths)), 2):
        true = pair in pairs_of(truths)
        style = {"marker": "x" if true else "o", "color": "k" if true else "0.55"}
        fill = {} if true else {"markerfacecolor": "none"}
        share = max(shares[pair], 1e-6)
        ax.plot(strengths[pair], share, linestyle="none", **style, **fill)
    ax.axhline(0.01, color="0.6", linestyle=":")
    ax.set(xlabel="strength (weights)", yscale="log", ylim=(1e-6, 2), title=title)
    ax.set_xlim(0, 1.1 * strengths.max())
axes[0].set_ylabel("share of var(y) (Definition 1)")
axes[0].plot([], [], "kx", label="true pair")
axes[0].plot([], [], "o", color="0.55", markerfacecolor="none", label="other pair")
axes[0].plot([], [], ":", color="0.6", label="1 percent")
axes[0].legend(fontsize=8, loc="upper left")
figure.savefig(FIGURES / "11_limits_and_beyond.png", dpi=85)
figure

# %% [markdown]
# ## What to try
#
# 1. Add noise to the null: y plus normal numbers of deviation 0.5. Which shares does a
#    function without interactions reach now, and what would you call "confirmed"?
# 2. Run `null.cutoff()`. Does the cutoff say "none"?
# 3. Make the copy imperfect: x3 = x1 + 0.1 noise. When does the network know better?
# 4. The paper's clique has three pairs. Try four features and six pairs: what does
#    Algorithm 1 report? What would `confirm` have to be asked?
# 5. Take x1^2 with a copy x3 of x1 as the outcome. It is additive, and it is also
#    x1 x3. Which does the network choose?
