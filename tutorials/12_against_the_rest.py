# %% [markdown]
# # 12. Against the rest (Sec. 2.1, 5.1 and 5.2, App. H)
#
# **A question.** The paper compares NID with six older methods. Each of them looks
# for something of its own. Which interactions can a method not see, however many rows
# it gets?
#
# We plant four interactions, work out on paper which method should see which, and ask
# all of them.
#
# **Opens up** a choice of [page zero](00_the_whole_paper.ipynb): why to `train` a
# network and read `pairwise_strengths` off it, where a linear model is so much simpler.
# **Time** 15 s. **Seed** 0 and 1, two draws of the data.
# **Expect** F = 4 by hand. All methods see the product. Methods that look for products
# do no better than chance on a ripple, which has no product in it.

# %%

import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too

from nidlite import detect_interactions
from nidlite.agreement.confirm import superset_importance
from nidlite.baselines.methods import METHODS, compare
from nidlite.metrics import pairwise_auc

# %matplotlib inline
SEEDS = (0, 1)

# %% [markdown]
# ## An experiment in five lines
#
# A product and a ripple, x1 and x2 on (-1, 1). How much does each correlate with the
# product x1 x2?

# %%
x1, x2 = np.random.default_rng(0).uniform(-1, 1, size=(2, 100_000))
ripple = np.cos(np.pi * x1) * np.cos(np.pi * x2)
for name, f in {"product": x1 * x2, "ripple": ripple}.items():
    print(f"{name}: correlation with x1 x2 is {np.corrcoef(f, x1 * x2)[0, 1]:.2f}")

# %% [markdown]
# A method sees the part of an interaction that has the form it looks for. The ripple
# has no product in it.
#
# ## The formula: ANOVA by hand
#
# ANOVA fits a linear model with and without the product x1 x2. It compares what the
# two leave unexplained, the residual sums of squares:
#
# $$F = \frac{\text{rss without} - \text{rss with}}{\text{rss with} / \text{freedom}}$$
#
# Take two features with levels -1 and 1, and two rows for each of the four cells, with
# errors +1 and -1. The means are $(1 + x_1)(1 + x_2)$, so 4 where both are 1, and 0.
# With the product, the fit leaves the errors, 8 times 1. Without the product, the fit
# also leaves what the product explains, 8 times 1 more. Eight rows less four
# coefficients are 4 degrees of freedom.
#
# **Predict, then run (1).** What is F?
#
# <details><summary>Answer</summary>
#
# $F = (16 - 8) / (8 / 4) = 4$.
# </details>


# %%
def rss(columns, y):
    """What the linear model of these columns leaves unexplained."""
    A = np.column_stack([np.ones(len(y)), *columns])
    return np.sum((y - A @ np.linalg.lstsq(A, y, rcond=None)[0]) ** 2)


cells = np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]] * 2)  # (8, 2)
y = (1 + cells).prod(axis=1) + np.repeat([1, -1], 4)
without, full = rss(cells.T, y), rss([*cells.T, cells.prod(axis=1)], y)
F_by_hand = (without - full) / (full / (8 - 4))
F_of_library = compare("anova", cells, y, None).strengths[0, 1]
print(f"F = {F_by_hand:.3f} by hand, {F_of_library:.3f} in the library")

# %% [markdown]
# On two levels every function is a sum of 1, x1, x2 and x1 x2. On more levels ANOVA
# sees only the part that looks like a product.
#
# ## Four interactions
#
# All features are uniform on (-1, 1). A factor gives each term a variance of about 1.
# How much of the interaction of x1 and x2 is a product? For $u(x_1) \, u(x_2)$ it is
# the squared correlation of $u(x)$ and x, once for each feature.
#
# | name | term | its product part |
# | --- | --- | --- |
# | product | $3 x_1 x_2$ | all of it |
# | ripple | $2 \cos(\pi x_1) \cos(\pi x_2)$ | 0, because the cosine is even |
# | threshold | 4 if $x_1 > 1/2$ and $x_2 > 1/2$ | $(9/16)^2$ = 81/256, or 32 percent |
# | three-way | $5 x_1 x_2 x_3$ | 0, because $x_3$ has mean 0 |
#
# For the threshold u is 1 above 1/2, with $(3/16)^2 / (3/16 \cdot 1/3) = 9/16$.

# %%
TERMS = {
    "product": lambda X: 3 * X[:, 0] * X[:, 1],
    "ripple": lambda X: 2 * np.cos(np.pi * X[:, 0]) * np.cos(np.pi * X[:, 1]),
    "threshold": lambda X: 4.0 * ((X[:, 0] > 0.5) & (X[:, 1] > 0.5)),
    "three-way": lambda X: 5 * X[:, 0] * X[:, 1] * X[:, 2],
}
TRUTH = {name: [(0, 1)] for name in TERMS} | {"three-way": [(0, 1, 2)]}
a, b = np.random.default_rng(0).uniform(-1, 1, size=(2, 100_000, 5))
x1_x2 = a[:, 0] * a[:, 1]
interaction, part = {}, {}
for name, f in TERMS.items():
    interaction[name] = superset_importance(f, (0, 1), a, b)
    part[name] = np.cov(f(a), x1_x2)[0, 1] ** 2 / x1_x2.var() / interaction[name]
    print(f"{name:10} interaction {interaction[name]:.2f}, product {part[name]:.3f}")

# %% [markdown]
# ## All methods on the same rows
#
# To each term we add $x_1 + 2 x_4^2 + \sin(3 x_5)$ and noise, and draw 2,000 rows. The
# settings are small, to be quick. Shooter is told only whether y is above its mean.
# RuleFit and Shooter need scikit-learn. AG stands for Additive Groves. We compare
# orders by AUC (tutorial 9): 1 is perfect, 0.5 is chance.
#
# **Predict, then run (2).** ANOVA, HierLasso and FHIM look for products. Which of the
# four terms do they find?
#
# <details><summary>Answer</summary>
#
# The product and the threshold. The ripple and the three-way have no product of two
# features in them.
# </details>


# %%
def drawn(name, seed, rows=2_000):
    """Rows of a term with main effects and noise: X (n, 5), y (n,)."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1, 1, size=(rows, 5))
    noise = 0.3 * rng.standard_normal(len(X))
    return X, TERMS[name](X) + X[:, 0] + 2 * X[:, 3] ** 2 + np.sin(3 * X[:, 4]) + noise


strengths = {}  # {(method, term): the pairs' strengths for each draw, (5, 5)}
networks, results = {}, {}
for name in TERMS:
    for seed in SEEDS:
        X, y = drawn(name, seed)
        networks[name, seed] = found = detect_interactions(X, y, seed=seed, epochs=15)
        strengths.setdefault(("NID", name), []).append(found.pairwise_strengths)
        for method in support.methods_at_hand():
            title, result = METHODS[method][0], support.asked(method, X, y)
            results[title, name, seed] = result
            strengths.setdefault((title, name), []).append(result.strengths)

score = {}
for (title, name), both in strengths.items():
    score[title, name] = np.mean([pairwise_auc(S, TRUTH[name]) for S in both])
support.picture_12(score)

# %% [markdown]
# The pale cells are the blind spots. ANOVA, HierLasso and FHIM see the threshold by its
# 32 percent, and nothing where the product part is zero. Shooter and RuleFit have
# [reasons of their own](../curious/rivals.md). NID and AG see all four: they give an
# interaction no form. AG trains a model for each pair: 4,950 models for 100 features.
#
# ## The first surprise: rows do not help
#
# Is a blind spot not just a matter of few rows? If there is nothing to see, the F of a
# pair is above 10.8 once in a thousand times. We let the number of rows grow.

# %%
ROWS = (1_000, 3_000, 10_000, 30_000, 100_000)
F = {}
for name in TERMS:
    tables = [drawn(name, 100, rows) for rows in ROWS]
    F[name] = [compare("anova", X, y, None).strengths[0, 1] for X, y in tables]
support.picture_of_F(ROWS, F)

# %% [markdown]
# Where there is a product, F grows with the rows. For the ripple and the three-way it
# stays below the line: no number of rows helps. The blind spot is the model's.
#
# Yet where there *is* a product, nothing is better than ANOVA. Its F of the true pair
# is hundreds of times that of the next. NID's strength is less than three times that.


# %%
def margin(S):
    """The strength of x1 & x2 over the largest of the other pairs."""
    return S[0, 1] / max(S[i, j] for i in range(5) for j in range(max(i + 1, 2), 5))


margins = {k: [margin(S) for S in strengths[k, "product"]] for k in ("ANOVA", "NID")}
print({title: np.round(both, 1).tolist() for title, both in margins.items()})

# %% [markdown]
# ## The second surprise: a hill hides a product
#
# FHIM's matrix of products is a sum of squares, so it can only describe a surface that
# curves upwards:
#
# $$x^T W x = \sum_k (a_k^T x)^2$$
#
# Take a hill away from the product: $T = 3 x_1 x_2 - 6 x_1^2 - 6 x_2^2$. A square
# $(a^T x)^2$ helps to explain T if it correlates with T. That correlation has the sign
# of $a^T M a$, where
#
# $$M = E[x x^T (T - E T)] = \begin{pmatrix} -8/15 & 1/3 \\ 1/3 & -8/15 \end{pmatrix}$$
#
# **Predict, then run (3).** The eigenvalues of M are -1/5 and -13/15. What is FHIM's
# best weight of x1 x2, which is as much there as before?
#
# <details><summary>Answer</summary>
#
# Zero. No eigenvalue is positive, so no square helps.
# </details>

# %%
X, y = drawn("product", SEEDS[0])
hill = y - 6 * X[:, 0] ** 2 - 6 * X[:, 1] ** 2
W_12 = [support.asked("fhim", X, outcome).strengths[0, 1] for outcome in (y, hill)]
F_12 = support.asked("anova", X, hill).strengths[0, 1]
print(f"FHIM's |W_12| {W_12[0]:.3f}, with the hill {W_12[1]:.3f}; ANOVA's F {F_12:.0f}")
support.numbers_of_12(globals())  # asserts every number that the text names

# %% [markdown]
# Ask of every method which form it assumes. If the form is right, the simple method
# is better. If you do not know the form, a network costs more and misses less.
#
# ## What to try
#
# [Three questions](../what_to_try.md), with answers to unfold.
