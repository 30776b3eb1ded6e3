# %% [markdown]
# # 4. Why the minimum (Sec. 3.1, App. B)
#
# A hidden unit sees the features of an interaction with weights w. How strongly does
# it make them interact? The paper averages their magnitudes and chooses the minimum.
# We compute six means, test them against the three properties of Sec. 3.1, and then
# do the integral of App. B, which measures the interaction of two features in one
# ReLU.
#
# **Time** 4 s. **Seed** 0.
# **Expect** three means pass the properties: geometric, harmonic, minimum. Then look
# at the quotient of App. B's |beta_5| and the mean, which should be constant: it
# varies by 20 percent for the minimum, 37.5 percent for the harmonic mean, and falls
# to nothing for the others.

# %%
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from nidlite.averaging import MEANS, cross_coefficient, quadratic_projection

# %matplotlib inline
HERE = Path(__file__).parent if "__file__" in globals() else Path()
FIGURES = HERE / "figures"
FIGURES.mkdir(exist_ok=True)
rng = np.random.default_rng(0)

# %% [markdown]
# ## Six means of 1 and 4
#
# All are generalised means, (mean of w^t)^(1/t), with t = infinity, 2, 1, 0, -1 and
# -infinity. The larger t, the more the large weight counts.


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
# 1. If one weight is zero there is no interaction, and the strength is 0.
# 2. The strength does not fall when a weight's magnitude grows.
# 3. It is less sensitive to a change of a large weight than of a small one.
#
# For 3 take slopes. At w = (1, 4) they are, for the weight 1 and then the weight 4:


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
# Maximum, root mean square and arithmetic mean fail 1 and 3 together, as the paper
# says. Three means are left.
#
# ## The interaction in one ReLU (App. B)
#
# Approximate max(alpha_1 x1 + alpha_2 x2, 0) on the square (-1, 1)^2 by the quadratic
# beta_0 + beta_1 x1 + beta_2 x2 + beta_3 x1^2 + beta_4 x2^2 + beta_5 x1 x2 that is
# best in least squares. The interaction is in beta_5. By brute force, with a grid of
# points:


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
# On paper, with a = alpha_1 > 0 and |b| <= a for b = alpha_2:
#
# - x1 x2 is orthogonal to the five other terms, and its square integrates to 4/9. So
#   beta_5 is 9/4 of the integral of x1 x2 max(u, 0), u = a x1 + b x2.
# - max(u, 0) = (u + |u|) / 2, and u contributes nothing: 9/8 of that of x1 x2 |u|.
# - Over x1, with s = -b x2 / a: the integral of x1 |x1 - s| is -s + s^3 / 3.
# - So of x1 |u| it is b x2 - b^3 x2^3 / (3 a^2); times x2, and over x2, it is 2 b / 3
#   - 2 b^3 / (15 a^2). Times 9/8:
#
#       beta_5 = 3/4 (1 - b^2 / (5 a^2)) b
#
# The larger weight a only appears in a factor between 0.8 and 1. The paper prints the
# magnitude; the sign is that of alpha_1 alpha_2.

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
# If a mean were a perfect surrogate, |beta_5| / mean would be one constant for all
# weights. Let one weight be 1 and the other r, from 1e-6 to 1. For the minimum the
# quotient runs from 3/4 to 3/5. For the harmonic mean, 2 r / (1 + r), it runs from
# 3/8 to 3/5. All others let it fall to nothing: they call a unit strong that makes no
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
# The minimum follows best, and it is the simplest: for Algorithm 1 the minimum of the
# top j weights is just the j-th one.
#
# What App. B leaves out: the bias. With b = 2 the unit max(x1 + x2 + b, 0) is on in
# the whole square, linear, and does not interact, while the minimum of its weights is
# 1. No mean of weights can see that (tutorial 3, "it never switches").

# %%
for b in (-2, -1, 0, 1, 2):
    shifted = quadratic_projection(lambda X, b=b: np.maximum(X.sum(axis=1) + b, 0))[5]
    print(f"bias {b:2}: beta_5 = {abs(shifted):.4f}")
    assert (abs(shifted) < 1e-12) == (abs(b) == 2) and shifted < 0.6 + 1e-5

# %% [markdown]
# ## The picture
#
# Left: contours of |beta_5| are nearly those of 3/4 of the minimum, right angles with
# the corner on the diagonal. Right: a slice, with all six means times 3/4. Left of 1
# three means go to 0 with alpha_1, but only the minimum as fast as beta_5. Right of
# 1, where alpha_1 is the large weight, beta_5 levels off at 3/4, and so does the
# minimum alone.

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
for (name, mu), style in zip(MEANS.items(), [":", "-.", "--", ":", "--", "-"]):
    shade = {"color": "0.65" if name in kept else "0.35", "lw": 1.8}
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
# 1. Add a mean with t = -3 to `MEANS`' six. Which properties has it, and how far does
#    its quotient fall?
# 2. Replace ReLU by tanh or |u| in `best_quadratic`. For which is the minimum still
#    right?
# 3. Weigh the square's points like a normal distribution. Does beta_5 still follow?
# 4. With three features, fit x1 x2 x3 too. Is its coefficient nearer to the minimum
#    of three weights, or to something smaller?
# 5. In place of beta_5 take the root of `nidlite.confirm.superset_importance`, which
#    knows all forms of interaction and not just x1 x2. Does the picture change?
