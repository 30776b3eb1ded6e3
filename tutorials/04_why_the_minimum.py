# %% [markdown]
# # 4. Why the minimum (Sec. 3.1, App. B)
#
# **A question.** A hidden unit sees two features, one with weight 1 and one with
# weight 4. How strongly does it make them interact: like 4, like 1, or like something
# between?
#
# The paper averages the magnitudes and chooses the minimum. We see why in an
# experiment. Then we test six means against three properties, and against the
# interaction of two features in one ReLU.
#
# **Opens up** two expressions of [page zero](00_the_whole_paper.ipynb): the
# `np.minimum(w[i], w[j])` of `pairwise_strengths`, and the `w[top[j - 1]]` of
# `greedy_ranking`, the smallest of the top j weights.
# **Time** 3 s. **Seed** 0.
# **Expect** three means with all three properties: geometric, harmonic and minimum. Of
# these the minimum follows the interaction best, up to 20 percent.

# %%

import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too

from nidlite import mixed_difference
from nidlite.averaging import MEANS, cross_coefficient

# %matplotlib inline
rng = np.random.default_rng(0)

# %% [markdown]
# ## An experiment in five lines
#
# Take the unit $\max(w x_1 + x_2, 0)$. Let the weight w of x1 grow. We measure the
# interaction by its mixed difference (tutorial 2), as a root mean square over random
# points.


# %%
def relu(alpha):
    """The unit with weights alpha, (n, 2) -> (n,)."""
    return lambda X: np.maximum(X @ np.asarray(alpha), 0)


a, b = np.random.default_rng(1).uniform(-1, 1, size=(2, 20_000, 2))
for w in (0.0, 0.1, 0.5, 1.0, 4.0, 16.0):
    D = mixed_difference(relu([w, 1]), (0, 1), a, b)
    print(f"weights {w:4g} and 1: interaction {np.sqrt(np.mean(D**2)):.3f}")

# %% [markdown]
# The interaction grows quickly as long as w is the *smaller* weight. From w = 1 on it
# levels off. The larger weight adds little to it.
#
# ## The idea
#
# An interaction needs both features. If one of them has a small weight, the unit is
# nearly a function of the other feature alone. So the weakest member limits the
# whole. A mean that measures this must follow the smaller weight.
#
# ## The formula: six means
#
# All six are generalised means of the d magnitudes, with $t = \infty$, 2, 1, 0, -1 and
# $-\infty$:
#
# $$\mu_t(w) = \Bigl( \frac1d \sum_i |w_i|^t \Bigr)^{1/t}$$
#
# The larger t is, the more the large weight counts.
#
# **Predict, then run (1).** What are the six means of 1 and 4, from the maximum to
# the minimum?
#
# <details><summary>Answer</summary>
#
# 4, then the root of 17/2 which is 2.915, then 2.5, 2, 1.6 and 1.
# </details>


# %%
def mu_t(w, t):
    """(mean of w^t)^(1/t); t = 0 is the limit, the geometric mean."""
    if t == 0:
        return np.prod(w) ** (1 / len(w))
    return np.mean(np.asarray(w) ** float(t)) ** (1 / t)


EXPONENTS = (300, 2, 1, 0, -1, -300)  # 300 stands for infinity
for (name, mu), t in zip(MEANS.items(), EXPONENTS):
    by_hand, value = mu_t([1, 4], t), mu(np.array([1.0, 4.0]))
    print(f"{name:17} {by_hand:.3f}, in nidlite {value:.3f}")

# %% [markdown]
# ## Three properties (Sec. 3.1)
#
# 1. If one weight is zero, there is no interaction, and the strength is 0.
# 2. The strength does not fall when the magnitude of a weight grows.
# 3. The strength reacts less to a change of a large weight than to a change of a
#    small one.
#
# For the third property we compare slopes. The table prints them at w = (1, 4), first
# for the weight 1 and then for the weight 4. Then it says which of the three hold.
#
# **Predict, then run (2).** The arithmetic mean has the same slope in both weights.
# Which of the three properties does it fail?
#
# <details><summary>Answer</summary>
#
# It fails the first and the third one. With a weight of 0 it is not 0, and a large
# weight counts as much as a small one.
# </details>


# %%
def slopes(mu, w, step=1e-6):
    """Central differences of mu in each weight, (d,)."""
    steps = step * np.eye(len(w))
    return np.array([(mu(w + e) - mu(w - e)) / (2 * step) for e in steps])


def properties(mu, rng):
    """Which of the three hold, on 300 random vectors of 2 to 5 weights."""
    holds = np.array([True, True, True])
    for _ in range(300):
        w = np.sort(rng.uniform(0.1, 3, size=rng.integers(2, 6)))
        small, *_, large = slopes(mu, w)
        holds[0] &= mu(np.append(w, 0.0)) == 0
        holds[1] &= slopes(mu, w).min() > -1e-8  # rounding: 1e-16 / 1e-6
        holds[2] &= large < small - 1e-8
    return holds.tolist()


holds = {name: properties(mu, rng) for name, mu in MEANS.items()}
for name, mu in MEANS.items():
    at_one, at_four = slopes(mu, np.array([1.0, 4.0]))
    marks = " ".join("yes" if h else " - " for h in holds[name])
    print(f"{name:16} {at_one:5.3f} {at_four:5.3f}   {marks}")

# %% [markdown]
# Maximum, root mean square and arithmetic mean fail the first and the third property
# together, as the paper says. Three means are left.
#
# ## The interaction in one ReLU (App. B)
#
# How much of the product $x_1 x_2$ is in one ReLU? Approximate it on the square from -1
# to 1 by the best quadratic in least squares:
#
# $$\max(\alpha_1 x_1 + \alpha_2 x_2, 0) \approx$$
# $$\beta_0 + \beta_1 x_1 + \beta_2 x_2 + \beta_3 x_1^2 + \beta_4 x_2^2
#     + \beta_5 x_1 x_2$$
#
# The interaction is in $\beta_5$. Let a be the larger weight and b the smaller one,
# with a > 0. The [integral](../curious/one_relu.md) takes five steps:
#
# $$\beta_5 = \frac34 \Bigl( 1 - \frac{b^2}{5 a^2} \Bigr) b$$
#
# The larger weight a appears only in a factor between 0.8 and 1. Here is the formula
# beside brute force, with a grid of points.


# %%
def best_quadratic(f, cells=300):
    """beta_0 to beta_5 of the best quadratic on (-1, 1)^2, by plain least squares."""
    t = (np.arange(cells) + 0.5) / cells * 2 - 1  # the middles of the cells
    x1, x2 = (x.ravel() for x in np.meshgrid(t, t))
    terms = np.stack([x1**0, x1, x2, x1**2, x2**2, x1 * x2], axis=1)
    return np.linalg.lstsq(terms, f(np.stack([x1, x2], axis=1)), rcond=None)[0]


for alpha in [(1, 1), (1, -1), (1, 0), (4, 1), (0.3, -2)]:
    b, a = sorted(alpha, key=abs)
    on_paper = 0.75 * (1 - b**2 / (5 * a**2)) * b * np.sign(a)
    forced = best_quadratic(relu(alpha))[5]
    print(f"{alpha!s:10} on paper {on_paper:7.4f}, forced {forced:7.4f}")

# %% [markdown]
# ## Which mean follows $\beta_5$?
#
# If a mean were a perfect stand-in, the quotient $|\beta_5| / \mu$ would be one
# constant for all weights. Let one weight be 1 and let the other one, r, run from 1e-6
# to 1.
#
# **Predict, then run (3).** Between which two numbers does the quotient run for the
# minimum?
#
# <details><summary>Answer</summary>
#
# The minimum is r, and $\beta_5 = \frac34 (1 - r^2 / 5) \, r$. So the quotient runs
# from 3/4 to 3/5. That is a loss of 20 percent.
# </details>

# %%
r = np.geomspace(1e-6, 1, 1001)
weights = np.stack([r, np.ones_like(r)], axis=1)  # (1001, 2)
fall = {}
for name, mu in MEANS.items():
    quotient = cross_coefficient(r, 1) / mu(weights)  # the library's |beta_5|
    fall[name] = 1 - quotient.min() / quotient.max()
    print(f"{name:17} quotient falls by {fall[name]:6.1%}")
support.picture_04()

# %% [markdown]
# All six means are drawn times 3/4. Left of 1 three means go to 0 with $\alpha_1$, but
# only the minimum and the harmonic mean do so as fast as $|\beta_5|$. Right of 1
# $|\beta_5|$ grows by a quarter at most, and only the minimum is as flat.

# %%
support.numbers_of_04(globals())  # asserts every number that the text names

# %% [markdown]
# What does it mean? The minimum follows best, and it is the simplest. For Algorithm 1
# the minimum of the top j weights is just the j-th one. One thing is left out: the
# bias. The unit $\max(x_1 + x_2 + 2, 0)$ is on in the whole square, so it is linear
# there. No mean of weights can see that.
#
# ## What to try
#
# [Four questions](../what_to_try.md), with answers to unfold.
