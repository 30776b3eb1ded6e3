# %% [markdown]
# # 8. The cutoff (Sec. 4.3, 5.3 of the paper)
#
# **A question.** A ranking has no end. Which of its entries are real?
#
# One answer is to use them. Build a model without interactions, add the first one of
# the ranking, then the second, and so on. Stop when the error no longer falls. You
# will find on paper what each interaction is worth. Then you will let such a model
# grow on F5 and look at the shapes that it has learned.
#
# **Time** 20 s. **Seed** 0.
# **Expect** x8 & x9 & x10 and x6 & x7 as the first two candidates. With them the
# error falls to less than 8% of the variance, as the formula of F5 promises. The
# learned shapes are like the true ones, once each is taken without its main effects.

# %%
import os
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

import nidlite
from nidlite.agreement.confirm import row_pairs, superset_importance
from nidlite.cutoff import Cutoff
from nidlite.fast.backprop import responses
from nidlite.interactions import label
from nidlite.plots import cutoff_bars
from nidlite.recipes import CUTOFF_RECIPE

# %matplotlib inline
# Pictures go to this folder; NIDLITE_FIGURES names another one.
FIGURES = Path(os.environ.get("NIDLITE_FIGURES", "my_figures"))
FIGURES.mkdir(parents=True, exist_ok=True)

# %% [markdown]
# ## An experiment in five lines
#
# Take f = |x1 + x2|, where both features are -1, 0 or 1 with equal chances. Which
# part of f is a sum of a curve in x1 and a curve in x2? The best additive fit is row
# mean + column mean - grand mean.

# %%
t = np.array([-1.0, 0.0, 1.0])
table = np.abs(t[:, None] + t)
fit = table.mean(1, keepdims=True) + table.mean(0) - table.mean()
print(f"f\n{table}\nadditive fit\n{fit.round(2)}\nthe rest\n{(table - fit).round(2)}")

# %% [markdown]
# What is left is the interaction. Its mean square is the error that a model without
# it cannot avoid.
#
# **Predict, then run (1).** Is the interaction the smaller or the larger part of the
# variance of |x1 + x2| here?
#
# <details><summary>Answer</summary>
#
# It is by far the larger part: 40/81 of 44/81, which is 10/11.
#
# </details>

# %%
levels = np.array([-1.0, 0.0, 1.0])
f = np.abs(levels[:, None] + levels)  # (3, 3)
additive = f.mean(1, keepdims=True) + f.mean(0) - f.mean()
rest = f - additive
print("f\n", f, "\nadditive\n", additive.round(3), "\nrest\n", rest.round(3))

variance, error = np.mean((f - f.mean()) ** 2), np.mean(rest**2)
print(f"variance {variance:.4f}, error of the additive fit {error:.4f}")
assert np.isclose(variance, 44 / 81) and np.isclose(error, 40 / 81)
assert np.allclose(rest.mean(0), 0) and np.allclose(rest.mean(1), 0)

one_hot = np.concatenate(
    [np.repeat(np.eye(3), 3, axis=0), np.tile(np.eye(3), (3, 1))], 1
)
squares = np.linalg.lstsq(one_hot, f.ravel(), rcond=None)[0]  # least squares agrees
assert np.allclose(one_hot @ squares, additive.ravel())

# %% [markdown]
# ## The idea
#
# MLP-Cutoff is a sum of small nets: one for each feature, and one for each of the top
# K interactions. K = 0 has univariate nets only. Its error is at best 40/81 here. K =
# 1 has a net for x1 & x2, and its error is at best 0. So the error falls by the
# variance of the interaction.
#
# ## The formula
#
# Sec. 4.3 writes
#
#     c_K(x) = g_1(x_1) + ... + g_p(x_p) + g'_1(x_I1) + ... + g'_K(x_IK)
#
# What is each interaction worth? Let V(I) be the variance that belongs to the set I
# and to no smaller set. Then
#
#     V(I) = var(mean of f given x_I) - sum of V(J) over all J inside I
#
# F5 is a formula, so we can compute this on a fine grid.


# %%
def components(term, cells=40):
    """{features: variance} of one term, its features independent and U(-1, 1)."""
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

rng = np.random.default_rng(0)
X, y = F5.sample(8000, rng)
by_definition_1 = superset_importance(F5, (5, 6), *row_pairs(X, 8000, rng)) / y.var()
assert abs(worth[5, 6] - 0.369) < 0.002 and abs(by_definition_1 - 0.369) < 0.02
assert abs(worth[7, 8, 9] - 0.077) < 0.002 and abs(worth[3, 4] - 0.016) < 0.002
assert sum(v for I, v in worth.items() if set(I) <= {0, 1, 2}) < 0.004


def least_error(candidates):
    """The mean squared error, in units of var(y), that is left at best."""
    return sum(
        v for I, v in worth.items() if not any(set(I) <= set(c) for c in candidates)
    )


assert abs(least_error([]) - 0.466) < 0.002

# %% [markdown]
# Three interactions are worth 37%, 8% and 2% of the variance. All of x1 & x2 & x3
# together is worth less than 0.4%. A cutoff sees the first two with ease, the third
# with care, and the fourth hardly.
#
# ## Two rules for where to stop
#
# - The *plateau* (Sec. 4.3): stop where the error no longer falls.
# - The *reference* (Sec. 5.3): stop when the error has come down to that of the
#   network that was ranked.
#
# **Predict, then run (2).** The errors at K = 0, 1, 2, ... are 1, 0.5, 0.2, 0.199,
# 0.21 and 0.1. An addition counts if the error falls by 10 percent, and two that do
# not count end it. Which K is chosen?
#
# <details><summary>Answer</summary>
#
# K = 2. The next two additions do not count. The rule never sees that K = 5 would
# have.
#
# </details>

# %%
invented = [1.0, 0.5, 0.2, 0.199, 0.21, 0.1]
candidates = [(0, 1), (2, 3), (0, 1, 2), (4, 5), (6, 7)]


def cutoff_of(losses, **settings):
    """A Cutoff with this curve, the same error in each of five rows, no networks."""
    errors = [np.full(5, loss) for loss in losses]
    return Cutoff(candidates, errors=errors, **settings)


by_plateau = cutoff_of(invented, ranked=None, rule="plateau", patience=2, tolerance=0.1)
by_error = cutoff_of(invented, ranked=0.2, rule="reference")
# K = 3 and 4 fall by less than 10% of 0.2: two in a row, so the plateau starts at 2.
# With more patience K = 5, at 0.1, would have counted. What came in without a gain is
# not identified: x1 & x2 & x3, and x5 & x6. That is ours: the paper names the top K.
assert by_plateau.K == 2 and by_error.K == 2
more = cutoff_of(invented, ranked=None, rule="plateau", patience=3, tolerance=0.1)
assert more.K == 5 and more.interactions == [(0, 1), (2, 3), (6, 7)]
# An error can fall by chance. So it counts only if it falls by three times its standard
# error over the validation rows: here 0.02 is the fall, and 0.1 its standard error.
chance = np.array([0.22, -0.18, 0.22, -0.18])
by_chance = [np.ones(4), np.ones(4) - chance]
assert Cutoff([(0, 1)], None, "plateau", errors=by_chance).K == 0

# %% [markdown]
# ## MLP-Cutoff on F5
#
# A short training gives the ranking. Then there is a short training for each K.

# %%
found = nidlite.detect_interactions(X, y, seed=0, epochs=60)
cutoff = found.cutoff(
    recipe=replace(CUTOFF_RECIPE, epochs=12),
    rule="plateau",
    patience=2,
    tolerance=0.1,
    most=6,
)
print(cutoff.curve_table(truths=F5.interactions))
print("identified:", ", ".join(map(label, cutoff.interactions)))

ideal = [least_error(cutoff.candidates[:K]) for K in range(len(cutoff.losses))]
for K, (loss, least) in enumerate(zip(cutoff.losses, ideal)):
    print(f"K = {K}: measured {loss:.4f}, at best {least:.4f}")

# %% [markdown]
# The curve comes down the stairs that the formula of F5 has built. What is left above
# "at best" is what 12 epochs on 6,400 rows have not learned. There are three things
# to see.
#
# - A false superset of true interactions costs nothing. The net of x6 & x7 & x8 & x9
#   & x10, if it comes in, replaces the nets of its subsets. It computes the same sum,
#   so the error is the same.
# - x1 & x2 & x3, if it is reached, makes a step of the size of the noise.
# - The bars say what an interaction is worth, and its strength does not. x8 & x9 &
#   x10 ranks above x6 & x7, and is worth a fifth of it.

# %%
assert cutoff.candidates[:2] == [(7, 8, 9), (5, 6)] and cutoff.losses[2] < 0.08
assert all(-0.05 < loss - least < 0.06 for loss, least in zip(cutoff.losses, ideal))
covered = [any(set(I) <= set(J) for J in cutoff.interactions) for I in F5.interactions]
print("true interactions covered:", sum(covered), "of", len(covered))
assert covered[2] and covered[3]
assert abs(worth[7, 8, 9] / worth[5, 6] - 1 / 5) < 0.02
assert len(found.split.train[0]) == 6400

# %% [markdown]
# ## The learned shapes
#
# Take K = 2, the first network with a net for x6 & x7. Its nets can be drawn one by
# one, but only their *sum* was fitted. For any function a of x6 these two fit equally
# well:
#
#     g_6           and   g'_67
#     g_6 + a       and   g'_67 - a
#
# So we take the row and column means off g'_67, as in the 3 x 3 example, and give
# them to g_6 and g_7. What comes out belongs to the function.
#
# **Predict, then run (3).** The truth is |x6 + x7|. What is its mean over x7 in (-1,
# 1): a straight line, a parabola or a constant?
#
# <details><summary>Answer</summary>
#
# A parabola, (1 + x6^2) / 2.
#
# </details>

# %%
network, theta = cutoff.fits[2].network, cutoff.fits[2].theta


def shape(interaction, raw):
    """A net's answers for rows in F5's own units, (n,), in y's own units."""
    X = found.split.scale_X(raw)
    for k, stack in enumerate(network.stacks):
        if interaction in stack.features:
            answers = responses(network, theta, X, k)[stack.features.index(interaction)]
            return found.split.y_scale * answers.astype(float)
    raise ValueError(f"no net for {label(interaction)}")


def pure(values):
    """Values on a square grid without their row and column means."""
    return values - values.mean(1, keepdims=True) - values.mean(0) + values.mean()


def likeness(learned, truth):
    """The correlation of two arrays."""
    return np.corrcoef(np.ravel(learned), np.ravel(truth))[0, 1]


t = (np.arange(50) + 0.5) / 25 - 1  # the middles of 50 cells in (-1, 1)
x6, x7 = np.meshgrid(t, t, indexing="ij")
raw = np.zeros((50 * 50, 10))
raw[:, 5], raw[:, 6] = x6.ravel(), x7.ravel()
pair = shape((5, 6), raw).reshape(50, 50)  # g'_67
own = shape((5,), raw).reshape(50, 50)[:, 0]  # g_6
from_pair = pair.mean(axis=1) - pair.mean()
main_effect = own - own.mean() + from_pair
true_effect = (1 + t**2) / 2 - 2 / 3

true_pair = np.abs(x6 + x7)
assert np.allclose(true_pair.mean(axis=1) - 2 / 3, true_effect, atol=1e-3)
print(
    f"likeness of g'_67, without its means: {likeness(pure(pair), pure(true_pair)):.4f}"
)
print(f"of x6's main effect: {likeness(main_effect, true_effect):.4f}")
assert likeness(pure(pair), pure(true_pair)) > 0.95
assert likeness(main_effect, true_effect) > 0.9

assert np.ptp(own) < np.ptp(main_effect) / 2

# x4 & x5 is not in this network yet: g_4 alone draws the mean of sqrt(exp(x4 + x5)).
raw[:, 3] = x6.ravel()
g_4 = shape((3,), raw).reshape(50, 50)[:, 0]
print(f"of x4's main effect: {likeness(g_4, np.exp(t / 2)):.4f}")
assert likeness(g_4, np.exp(t / 2)) > 0.98

# %% [markdown]
# What does it mean? g_6 alone shows nothing that one can rely on. The net for x6 & x7
# may have x6's main effect too, and here it has most of it.
#
# ## The picture
#
# Above: the error falls as interactions are added. Below: the learned shapes beside
# the true ones.

# %%
figure = Figure((9, 6), layout="constrained")
top, bottom = figure.subfigures(2, 1, height_ratios=(1.15, 1))
bars = top.subplots()
added = cutoff.candidates[: len(cutoff.losses) - 1]
truths = [I in F5.interactions for I in added]
errors, reference = np.sqrt(cutoff.losses), np.sqrt(found.fit.best.valid)
labels = [label(I).replace(" & ", "\n& ") for I in added]
cutoff_bars(labels, errors, reference, truths, cutoff.K, ax=bars)
bars.plot(np.sqrt(ideal), "k_", markersize=22, label="at best, from the formula")
bars.legend(fontsize=8, loc="upper right", ncols=2)
bars.tick_params(axis="x", labelrotation=0, labelsize=8)
bars.set_title("MLP-Cutoff on F5")

axes = bottom.subplots(1, 3)
span = {"vmin": pure(true_pair).min(), "vmax": pure(true_pair).max()}
for ax, values, title in (
    (axes[0], pure(pair), "the learned x6 & x7"),
    (axes[1], pure(true_pair), "the true x6 & x7"),
):
    image = ax.pcolormesh(t, t, values.T, cmap="Greys", rasterized=True, **span)
    ax.set(xlabel="x6", ylabel="x7", title=title, xticks=(-1, 0, 1), yticks=(-1, 0, 1))
bottom.colorbar(image, ax=axes[1], label="without main effects")
axes[2].plot(t, main_effect, "k", label="learned, with its part of g'_67")
axes[2].plot(t, true_effect, "k--", label="true")
axes[2].plot(t, own - own.mean(), ":", color="0.4", label="learned, g_6 alone")
axes[2].set(xlabel="x6", ylabel="response", title="main effect of x6")
axes[2].set_ylim(-0.2, 0.65)
axes[2].legend(fontsize=8)
figure.savefig(FIGURES / "08_cutoff.png", dpi=90)
figure

# %% [markdown]
# ## What to try
#
# 1. In the 3 x 3 example give the levels -1, 0 and 1 the chances 1/4, 1/2 and 1/4.
#    What is the error of the additive fit now?
# 2. In the invented curve keep `patience=2`. Which tolerance lets K = 3 count?
# 3. F7's largest interaction, of x4 to x8, has less than a millionth of the variance
#    (tutorial 2). Can a cutoff find it?
#
# The answers are on [a page of their own](../solutions/what_to_try.md).
