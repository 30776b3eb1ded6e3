# %% [markdown]
# # 4. Why the minimum (Sec. 3.1, App. B)
#
# **A question.** A hidden unit sees two features, one with weight 1 and one with
# weight 4. How strongly does it make them interact: like 4, like 1, or like something
# between?
#
# The paper averages the magnitudes and chooses the minimum. We see why in an
# experiment. Then we test six means against three properties. Then we do the integral
# of App. B, which measures the interaction of two features in one ReLU.
#
# **Time** 4 s. **Seed** 0.
# **Expect** three means with all three properties: geometric, harmonic and minimum.
# The quotient of App. B's |beta_5| and a good mean should be constant. It varies by
# 20 percent for the minimum and by 37.5 percent for the harmonic mean. For the others
# it falls to nothing.

# %%
import os
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from nidlite import mixed_difference
from nidlite.averaging import MEANS, cross_coefficient, quadratic_projection

# %matplotlib inline
# Pictures go to this folder; NIDLITE_FIGURES names another one.
FIGURES = Path(os.environ.get("NIDLITE_FIGURES", "my_figures"))
FIGURES.mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(0)

# %% [markdown]
# ## An experiment in five lines
#
# Take the unit max(w x1 + x2, 0). Let the weight w of x1 grow. We measure the
# interaction by its mixed difference (tutorial 2), as a root mean square over random
# points.

# %%
a, b = np.random.default_rng(1).uniform(-1, 1, size=(2, 20_000, 2))
for w in (0.0, 0.1, 0.5, 1.0, 4.0, 16.0):
    D = mixed_difference(lambda X: np.maximum(X @ [w, 1], 0), (0, 1), a, b)  # noqa: B023
    size = np.sqrt(np.mean(D**2))
    print(f"weights {w:4g} and 1: interaction {size:.3f}")

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
# All six are generalised means of the magnitudes:
#
#     mu_t(w) = (mean of w^t)^(1/t)
#
# with t = infinity, 2, 1, 0, -1 and -infinity. The larger t is, the more the large
# weight counts.
#
# **Predict, then run (1).** What are the six means of 1 and 4, from the maximum to
# the minimum?
#
# <details><summary>Answer</summary>
#
# 4, then the root of 17/2 which is 2.915, then 2.5, 2, 1.6 and 1.
#
# </details>


# %%
def generalised_mean(w, t):
    """(mean of w^t)^(1/t); t = 0 is the limit, the geometric mean."""
    if t == 0:
        return np.prod(w) ** (1 / len(w))
    return np.mean(np.asarray(w) ** float(t)) ** (1 / t)


EXPONENTS = (300, 2, 1, 0, -1, -300)  # 300 stands for infinity
by_hand = [4, np.sqrt(17 / 2), 5 / 2, 2, 8 / 5, 1]
for (name, mu), t, value in zip(MEANS.items(), EXPONENTS, by_hand):
    print(f"{name:17} t = {t:4}   mean of 1 and 4: {value:.3f}")
    assert abs(mu(np.array([1.0, 4.0])) - value) < 1e-14
    # 2^(1/300) = 1.0023: what is missing of infinity
    assert abs(generalised_mean([1, 4], t) / value - 1) < (
        0.0024 if abs(t) > 2 else 1e-14
    )

# %% [markdown]
# ## Three properties (Sec. 3.1)
#
# 1. If one weight is zero, there is no interaction, and the strength is 0.
# 2. The strength does not fall when the magnitude of a weight grows.
# 3. The strength reacts less to a change of a large weight than to a change of a
#    small one.
#
# For the third property we compare slopes. The table prints them at w = (1, 4), first
# for the weight 1 and then for the weight 4.
#
# **Predict, then run (2).** The arithmetic mean has the same slope in both weights.
# Which of the three properties does it fail?
#
# <details><summary>Answer</summary>
#
# It fails the first and the third one. With a weight of 0 it is not 0, and a large
# weight counts as much as a small one.
#
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


slopes_by_hand = {
    "maximum": (0, 1),
    "root_mean_square": (1 / np.sqrt(34), 4 / np.sqrt(34)),  # w / (2 mu)
    "arithmetic": (1 / 2, 1 / 2),
    "geometric": (1, 1 / 4),  # mu / (2 w)
    "harmonic": (1.28, 0.08),  # mu^2 / (2 w^2)
    "minimum": (1, 0),
}
kept = []
for name, mu in MEANS.items():
    at_one, at_four = slopes(mu, np.array([1.0, 4.0]))
    assert np.allclose([at_one, at_four], slopes_by_hand[name], rtol=0, atol=1e-8)
    holds = properties(mu, rng)
    marks = " ".join("yes" if h else " - " for h in holds)
    print(f"{name:17} slopes {at_one:5.3f} {at_four:5.3f}   properties {marks}")
    kept += [name] if all(holds) else []
    assert holds[1] and holds[0] == holds[2]

assert kept == ["geometric", "harmonic", "minimum"]

# %% [markdown]
# Maximum, root mean square and arithmetic mean fail the first and the third property
# together, as the paper says. Three means are left.
#
# ## The interaction in one ReLU (App. B)
#
# How much of the product x1 x2 is in one ReLU? Approximate it on the square from -1
# to 1 by a quadratic:
#
#     max(alpha_1 x1 + alpha_2 x2, 0)
#       ~ beta_0 + beta_1 x1 + beta_2 x2 + beta_3 x1^2 + beta_4 x2^2 + beta_5 x1 x2
#
# We take the best one in least squares. The interaction is in beta_5. First by brute
# force, with a grid of points:


# %%
def relu(alpha):
    return lambda X: np.maximum(X @ np.asarray(alpha), 0)


def best_quadratic(f, cells=300):
    """beta_0 to beta_5 of the best quadratic on (-1, 1)^2, by plain least squares."""
    t = (np.arange(cells) + 0.5) / cells * 2 - 1  # the middles of the cells
    x1, x2 = (x.ravel() for x in np.meshgrid(t, t))
    terms = np.stack([x1**0, x1, x2, x1**2, x2**2, x1 * x2], axis=1)
    return np.linalg.lstsq(terms, f(np.stack([x1, x2], axis=1)))[0]


beta = best_quadratic(relu([1, 1]))
print("beta_0 to beta_5 of max(x1 + x2, 0):", beta.round(4))
assert abs(beta[5] - 0.6) < 1e-4  # the grid's error falls as 1 / cells^2

# %% [markdown]
# Now on paper. Let a be the larger weight with a > 0, and b the smaller one, |b| <=
# a. Let a belong to x1, and write u = a x1 + b x2.
#
# *Step 1.* The product x1 x2 is orthogonal to the five other terms. Its square has
# the integral 4/9. So
#
#     beta_5 = 9/4 * integral of x1 x2 max(u, 0)
#
# *Step 2.* ReLU is half linear and half |u|. The linear half contributes nothing:
#
#     max(u, 0) = (u + |u|) / 2
#     beta_5    = 9/8 * integral of x1 x2 |u|
#
# *Step 3.* Integrate over x1. Let s = -b x2 / a be the place where u = 0. Then
#
#     |u|                            = a |x1 - s|
#     integral of x1 |x1 - s| over x1 = -s + s^3 / 3
#     integral of x1 |u| over x1      = b x2 - b^3 x2^3 / (3 a^2)
#
# *Step 4.* Multiply by x2 and integrate over x2:
#
#     integral of x1 x2 |u| = 2 b / 3 - 2 b^3 / (15 a^2)
#
# *Step 5.* Multiply by 9/8:
#
#     beta_5 = 3/4 (1 - b^2 / (5 a^2)) b
#
# The larger weight a appears only in a factor between 0.8 and 1. The paper prints the
# magnitude. The sign is that of alpha_1 alpha_2.

# %%
x1 = (np.arange(20_000) + 0.5) / 10_000 - 1
for s in (-1.0, -0.4, 0.0, 0.7):
    assert abs(np.mean(x1 * np.abs(x1 - s)) * 2 - (-s + s**3 / 3)) < 1e-7

for alpha in [(1, 1), (1, -1), (1, 0), (4, 1), (0.3, -2)]:
    b, a = sorted(alpha, key=abs)
    paper = 0.75 * (1 - b**2 / (5 * a**2)) * b * np.sign(a)
    forced = best_quadratic(relu(alpha))[5]
    print(f"alpha = {alpha!s:10} beta_5 = {paper:7.4f}, by brute force {forced:7.4f}")
    assert abs(cross_coefficient(*alpha) - paper) < 1e-15
    assert abs(forced - paper) < 3e-4
    assert abs(quadratic_projection(relu(alpha))[5] - paper) < 1e-5

for c in (0.5, 2, 10):  # on (-c, c)^2, for c below 1 as well
    projected = quadratic_projection(relu([0.3, -2]), c)[5]
    assert abs(projected * c - cross_coefficient(0.3, -2)) < 1e-5 * c

# %% [markdown]
# ## Which mean follows beta_5?
#
# If a mean were a perfect stand-in, the quotient |beta_5| / mean would be one
# constant for all weights. Let one weight be 1 and let the other one, r, run from
# 1e-6 to 1.
#
# **Predict, then run (3).** Between which two numbers does the quotient run for the
# minimum?
#
# <details><summary>Answer</summary>
#
# The minimum is r, and beta_5 is 3/4 (1 - r^2 / 5) r. So the quotient runs from 3/4
# to 3/5. That is a loss of 20 percent.
#
# </details>
#
# The harmonic mean is 2 r / (1 + r). Its quotient runs from 3/8 to 3/5. For the other
# four the quotient falls to nothing. They call a unit strong that makes no
# interaction.

# %%
r = np.geomspace(1e-6, 1, 1001)
weights = np.stack([r, np.ones_like(r)], axis=1)  # (1001, 2)
fall = {}
for name, mu in MEANS.items():
    quotient = cross_coefficient(r, 1) / mu(weights)
    fall[name] = 1 - quotient.min() / quotient.max()
    print(f"{name:17} |beta_5| / mean loses up to {fall[name]:6.1%} of its maximum")
assert abs(fall["minimum"] - 0.2) < 1e-5 and abs(fall["harmonic"] - 0.375) < 1e-5
assert all(fall[name] > 0.99 for name in list(MEANS)[:4])

# %% [markdown]
# What does it mean? The minimum follows best, and it is the simplest. For Algorithm 1
# the minimum of the top j weights is just the j-th one.
#
# One thing is left out in App. B: the bias. With bias b = 2 the unit max(x1 + x2 + b,
# 0) is on in the whole square. It is linear there and does not interact. Yet the
# minimum of its weights is 1. No mean of weights can see that (tutorial 3, "it never
# switches").

# %%
for b in (-2, -1, 0, 1, 2):
    shifted = quadratic_projection(lambda X, b=b: np.maximum(X.sum(axis=1) + b, 0))[5]
    print(f"bias {b:2}: beta_5 = {abs(shifted):.4f}")
    assert (abs(shifted) < 1e-12) == (abs(b) == 2) and shifted < 0.6 + 1e-5

# %% [markdown]
# ## The picture
#
# Left: the contours of |beta_5| are nearly those of 3/4 of the minimum. They are
# right angles with the corner on the diagonal.
#
# Right: a slice, with all six means times 3/4. Left of 1 three means go to 0 with
# alpha_1, but only the minimum does so as fast as beta_5. Right of 1 alpha_1 is the
# larger weight. There beta_5 levels off at 3/4, and only the minimum does the same.

# %%
alpha = np.linspace(-1, 1, 201)
over = np.abs(cross_coefficient(alpha[:, None], alpha))  # (201, 201), symmetric
least = 0.75 * np.minimum(np.abs(alpha[:, None]), np.abs(alpha))
figure = Figure((9.2, 4), layout="constrained")
plane, line = figure.subplots(1, 2, width_ratios=(1, 1.25))
levels = np.arange(0.1, 0.8, 0.1)
plane.contour(alpha, alpha, least, levels, colors="0.65", linewidths=2.5)
drawn = plane.contour(alpha, alpha, over, levels, colors="k", linewidths=1)
plane.clabel(drawn, fontsize=7, fmt="%.1f")
plane.plot([], [], "k", lw=1, label="|beta_5|")
plane.plot([], [], color="0.65", lw=2.5, label="3/4 minimum")
plane.set(xlabel="alpha_1", ylabel="alpha_2", aspect="equal")
plane.set_title("|beta_5| over alpha")
plane.legend(fontsize=7, loc="center", borderpad=0.2, labelspacing=0.2)

t = np.linspace(0, 3, 301)
pairs = np.stack([t, np.ones_like(t)], axis=1)  # (301, 2): alpha_2 = 1
# Six styles: the three means that fail are thin, the three that pass are thick.
STYLES = (":", "-.", "--", (0, (1, 3)), (0, (8, 2)), "-")
for (name, mu), style in zip(MEANS.items(), STYLES):
    shade = {"color": "0.55", "lw": 3.5} if name in kept else {"color": "k", "lw": 1.1}
    line.plot(t, 0.75 * mu(pairs), linestyle=style, zorder=0, **shade)
    words = f"{name.replace('_', ' ')}"
    line.annotate(words, (3.05, 0.75 * mu(pairs)[-1]), va="center", fontsize=8)
line.plot(t, cross_coefficient(t, 1), "k", lw=2, label="|beta_5|, the formula")
some = np.linspace(0, 3, 13)
projected = [quadratic_projection(relu([s, 1]), cells=60)[5] for s in some]
line.plot(some, projected, "ko", markersize=5, label="|beta_5|, by projection")
line.set(xlim=(0, 4), ylim=(0, 2.4), xticks=range(4), xlabel="alpha_1 (alpha_2 = 1)")
line.set_title("|beta_5| beside six means, times 3/4")
line.legend(fontsize=8, loc="upper left")
assert np.allclose(projected, cross_coefficient(some, 1), rtol=0, atol=3e-4)
figure.savefig(FIGURES / "04_why_the_minimum.png", dpi=90)
figure

# %% [markdown]
# ## What to try
#
# 1. Add a mean with t = -3 to the six. Which properties has it, and how far does its
#    quotient fall?
# 2. Replace ReLU by |u| and by tanh(u) in `best_quadratic`. What is beta_5 then?
# 3. With three features, x1 x2 x3 has a coefficient, too. Is it nearer to the minimum
#    of three weights, or to something smaller?
# 4. In place of beta_5 take the root of `superset_importance`, which is in
#    `nidlite.agreement.confirm`. It knows all forms of interaction and not just x1 x2.
#    Does the picture change?
#
# The answers are on [a page of their own](../solutions/what_to_try.md).
