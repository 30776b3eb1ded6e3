# %% [markdown]
# # 8. The cutoff (Sec. 4.3, 5.3 of the paper)
#
# **A question.** A ranking has no end. Which of its entries are real?
#
# One answer is to use them. Build a model without interactions, add the first one of
# the ranking, then the second, and so on. Stop when the error no longer falls. You
# will find on paper what each interaction is worth. Then such a model grows on F5 until
# a rule stops it.
#
# **Opens up** the `[:8]` of [page zero](00_the_whole_paper.ipynb): `prune` of
# `greedy_ranking` has many entries more, and page zero prints eight and lets you guess.
# **Time** 15 s. **Seed** 0.
# **Expect** two rules that stop by themselves. One of them names F5's interactions and
# next to nothing else.

# %%
from dataclasses import replace
from itertools import combinations

import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too

import nidlite
from nidlite.cutoff.curve import Cutoff
from nidlite.interactions import label
from nidlite.recipes import CUTOFF_RECIPE

# %matplotlib inline

# %% [markdown]
# ## An experiment in five lines
#
# Take $f = |x_1 + x_2|$, where both features are -1, 0 or 1 with equal chances. Which
# part of f is a sum of a curve in x1 and a curve in x2? The best additive fit is row
# mean + column mean - grand mean.
#
# **Predict, then run (1).** Is the interaction the smaller or the larger part of the
# variance of $|x_1 + x_2|$ here?
#
# <details><summary>Answer</summary>
#
# It is by far the larger part: 40/81 of 44/81, which is 10/11.
# </details>

# %%
levels = np.array([-1.0, 0.0, 1.0])
f = np.abs(levels[:, None] + levels)  # (3, 3)
additive = f.mean(1, keepdims=True) + f.mean(0) - f.mean()
print(f"f\n{f}\nadditive fit\n{additive.round(2)}\nrest\n{(f - additive).round(2)}")
variance, error = f.var(), np.mean((f - additive) ** 2)
print(f"variance {variance:.4f}, error of the additive fit {error:.4f}")

# %% [markdown]
# The rest is the interaction. Its mean square is the error that a model without it
# cannot avoid.
#
# ## The idea
#
# MLP-Cutoff is a sum of small nets: one for each feature, and one for each of the top
# K interactions (Sec. 4.3):
#
# $$c_K(x) = \sum_{i=1}^{p} g_i(x_i) + \sum_{k=1}^{K} g'_k(x_{I_k})$$
#
# For $|x_1 + x_2|$ the error of $c_0$ is at best 40/81, and that of $c_1$ at best 0. So
# **the error falls by the variance of the interaction.**
#
# ## The formula
#
# What is each interaction worth? Let $V(I)$ be the variance that belongs to the set I
# and to no smaller set. Take the mean of f over all other features. Its variance is
# that of I and of all sets inside I, where features are independent:
#
# $$V(I) = \operatorname{var}\bigl(E[f \mid x_I]\bigr) - \sum_{J \subset I} V(J)$$
#
# F5 is a formula, so we can compute this on a fine grid.


# %%
def components(term, cells=40):
    """{features: V} of one term, its features independent and U(-1, 1)."""
    order = len(term.interaction)
    middles = (np.arange(cells) + 0.5) / cells * 2 - 1
    values = term.function(*np.meshgrid(*[middles] * order, indexing="ij"))
    found = {}
    for size in range(1, order + 1):
        for axes in combinations(range(order), size):
            others = tuple(set(range(order)) - set(axes))
            features = tuple(term.interaction[k] for k in axes)
            smaller = sum(v for I, v in found.items() if set(I) < set(features))
            found[features] = values.mean(axis=others).var() - smaller
    return found


F5 = nidlite.synthetic.SUITE["F5"]
variances = {I: v for term in F5.terms for I, v in components(term).items()}
total = sum(variances.values())
worth = {I: v / total for I, v in variances.items() if len(I) > 1}
for I, share in sorted(worth.items(), key=lambda e: -e[1]):
    if share > 1e-5:
        print(f"{label(I):14} {share:.5f} of the variance")


def least_error(candidates):
    """The mean squared error, in units of var(y), that is left at best."""
    missing = [I for I in worth if not any(set(I) <= set(c) for c in candidates)]
    return sum(worth[I] for I in missing)


# %% [markdown]
# Three interactions are worth 37%, 8% and 2% of the variance. All of x1 & x2 & x3
# together is worth less than 0.4%. A cutoff finds the first two easily and the third
# with care. It hardly ever finds the fourth.
#
# ## Two rules for where to stop
#
# - The *plateau* (Sec. 4.3): stop where the error no longer falls.
# - The *reference* (Sec. 5.3): stop when the error has come down to that of the
#   network that was ranked.
#
# **Predict, then run (2).** The errors at K = 0, 1, 2, ... are 1, 0.5, 0.2, 0.199,
# 0.21 and 0.1. An addition counts if the error falls by 10 percent. Two additions in a
# row that do not count end the search. Where is the plateau? And where does the rule of
# the reference stop if the ranked network's error is 0.5?
#
# <details><summary>Answer</summary>
#
# The plateau is at K = 2. The next two additions do not count, so the rule never sees
# that the one at K = 5 would count. The reference stops at K = 1.
# </details>

# %%
candidates = [(0, 1), (2, 3), (0, 1, 2), (4, 5), (6, 7)]
errors = [np.full(5, loss) for loss in (1.0, 0.5, 0.2, 0.199, 0.21, 0.1)]  # five rows
invented = Cutoff(candidates, 0.5, "plateau", patience=2, tolerance=0.1, errors=errors)
print("plateau at K =", invented.K, " reference at K =", invented.reached)

# %% [markdown]
# One thing is ours: an error can fall by chance, so a fall counts only if it is three
# times its standard error over the validation rows.
#
# ## MLP-Cutoff on F5
#
# A short training gives the ranking. Then there is a short training for each K, until
# two additions in a row are no gain of ten percent.
#
# **Predict, then run (3).** The third candidate will be x6 & x7 & x8 & x9 & x10. It is
# false. It contains two true ones, whose nets the model has. What will the error do?
#
# <details><summary>Answer</summary>
#
# It stays: the new net can only compute the sum of those two. So it is not claimed.
# </details>

# %%
X, y = F5.sample(8000, np.random.default_rng(0))
found = nidlite.detect_interactions(X, y, seed=0, epochs=30)
by_plateau = found.cutoff(
    recipe=replace(CUTOFF_RECIPE, epochs=6), rule="plateau", patience=2, tolerance=0.1
)
print(by_plateau.curve_table(truths=F5.interactions))

# %% [markdown]
# How to read a line: **`*`** marks the start and each gain, where the error fell.
# After the error come a mark and the set that this K has added. **`+`** marks a true
# interaction of F5, **`o`** a part of one, and **`-`** a false one. `reference` is the
# error of the network that was ranked. **`ended:`** says why nothing more was
# added: the last two additions were no gain. So the plateau is two before the last K.
# Processors round differently: your curve may go one or two sets further than this one.
#
# Now the other rule, on the same curve: it stops where the reference is first reached.

# %%
by_reference = replace(by_plateau, rule="reference")
for rule in (by_plateau, by_reference):
    claimed = ", ".join(map(label, rule.interactions))
    print(f"{rule.rule} stops at K = {rule.K}, ended: {rule.ended}\n  {claimed}")
best = [least_error(by_plateau.candidates[:K]) for K in range(len(by_plateau.losses))]
support.picture_08(by_plateau, by_reference.K, best, F5.interactions)

# %% [markdown]
# The short line of a bar is the least error that the formula of F5 allows.
#
# - The bars say what an interaction is worth, and its strength does not. x8 & x9 & x10
#   ranks above x6 & x7, and is worth a fifth of it.
# - The reference names F5's interactions. The plateau may go on. A false set can lower
#   the error that six short epochs left, and is then claimed in place of its parts.
#
# Its nets can be drawn one by one, with [some care](../curious/shapes.md).

# %%
support.numbers_of_08(globals())  # asserts every number that the text names

# %% [markdown]
# What does it mean? A cutoff turns a ranking into a list. It costs a training for each
# entry, and is as good as the ranking: *top-rank recall* (Sec. 5.3) is the share of the
# true sets above the first false one. Tutorial 11 asks in another way.
#
# ## What to try
#
# [Three questions](../what_to_try.md), with answers to unfold.
