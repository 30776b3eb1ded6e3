# %% [markdown]
# # 5. The influence of a hidden unit (Sec. 3.2, App. C of the paper)
#
# A hidden unit that the output hardly hears cannot matter. We compute the aggregated
# weight z, path by path, on a 2-2-2-1 network; meet the older idea it comes from,
# Garson's; see why no gradient exceeds z; and measure how far below z the gradients
# stay, layer by layer, before and after training.
#
# **Time** 5 s. **Seed** 0.
# **Expect** z = (7, 6) by hand, where sampled gradients reach 4 and 6; the bound exact
# in the last hidden layer and looser with each layer below: in the first the median
# unit reaches less than 2% of z in an untrained network, 5 to 50% in a trained one.

# %%
from itertools import product
from pathlib import Path

import autograd.numpy as anp
import numpy as np
from autograd import elementwise_grad
from matplotlib.figure import Figure

import nidlite

# %matplotlib inline
HERE = Path(__file__).parent if "__file__" in globals() else Path()
FIGURES = HERE / "figures"
FIGURES.mkdir(exist_ok=True)

# %% [markdown]
# ## Garson's idea: follow the magnitudes
#
# Two features, two hidden layers of two units. A path's weight is the product of the
# magnitudes along it. Sum over all paths from a unit to the output.

# %%
W1 = np.array([[1.0, 2.0], [-3.0, 1.0]])  # (p_1, p)
W2 = np.array([[1.0, -2.0], [4.0, 0.0]])  # (p_2, p_1)
w_y = np.array([[-3.0, 1.0]])  # (1, p_2)
weights = [W1, W2, w_y]

z = np.zeros(2)
for i, j in product(range(2), range(2)):  # unit i of layer 1, unit j of layer 2
    size = abs(w_y[0, j]) * abs(W2[j, i])
    z[i] += size
    print(f"unit {i + 1} -> unit {j + 1} -> y: {abs(w_y[0, j])} * {abs(W2[j, i])}")
print("z of layer 1:", z)

assert z.tolist() == [7, 6]
assert np.array_equal(np.abs(w_y) @ np.abs(W2), z[None])  # Sec. 3.2: a matrix product
assert np.array_equal(nidlite.aggregated_weights(weights, layer=1), z)
assert nidlite.aggregated_weights(weights, layer=2).tolist() == [3, 1]  # |w_y|

# %% [markdown]
# One matrix more and the paths start at the features: layer 0. That is the use Garson
# (1991) had in mind. He also divides each unit's incoming magnitudes by their sum, so
# that features share what a unit has; the paper keeps the plain product.

# %%
features = nidlite.aggregated_weights(weights, layer=0)  # 7*1 + 6*3, 7*2 + 6*1
normalised = np.ones((1, 1))
for W in reversed(weights):
    magnitudes = np.abs(W) if W is w_y else np.abs(W) / np.abs(W).sum(1, keepdims=True)
    normalised = normalised @ magnitudes
print("plain product:", features, " Garson:", normalised[0].round(3))

assert features.tolist() == [25, 20]
assert np.isclose(normalised.sum(), np.abs(w_y).sum())  # the shares add up
assert normalised[0, 0] > normalised[0, 1]

# %% [markdown]
# ## Why z bounds the gradient
#
# By the chain rule (App. C) the gradient in layer 1 is w_y diag(s) W2, where s holds
# the slopes of ReLU in layer 2: each is 0 or 1. Same paths, but with signs, and only
# through units that are on. Four patterns of s, so four possible gradients:

# %%
patterns = {}
for s in product((0, 1), repeat=2):
    patterns[s] = (w_y @ np.diag(s) @ W2)[0]
    print(f"layer 2 on: {s}   dy/dh = {patterns[s] + 0.0}")

largest = np.max(np.abs(list(patterns.values())), axis=0)
assert largest.tolist() == [4, 6] and np.all(largest <= z)

# %% [markdown]
# Unit 2 attains its bound, 6. Unit 1 cannot: its two paths, -3 and 4, have opposite
# signs, and z takes them as 3 + 4. That is the first source of looseness,
# *cancellation*. The second is *switching*: all units above would have to be on.
#
# Now sample: autograd's gradient of the plain formula at 1000 random h.


# %%
def output_from(h, b2=(0.5, -1.0)):
    """The network above layer 1, for h (n, 2): (n,)."""
    h2 = anp.maximum(anp.dot(h, W2.T) + anp.array(b2), 0)
    return anp.dot(h2, w_y[0])


rng = np.random.default_rng(0)
h = rng.exponential(size=(1000, 2))  # activations are never negative
sampled = elementwise_grad(output_from)(h)  # (1000, 2)
seen = {tuple(g) for g in (sampled + 0.0).tolist()}
print("gradients seen:", sorted(seen))
assert seen == {tuple((g + 0.0).tolist()) for g in patterns.values()}

# %% [markdown]
# The lemma says more than a gradient bound: y is z_i-*Lipschitz* in h_i, for steps of
# any length. Move one unit by any amount, and y moves by at most z_i times that.

# %%
for i in range(2):
    moved = h.copy()
    moved[:, i] = rng.exponential(5, size=1000)
    ratio = np.abs(output_from(moved) - output_from(h)) / np.abs(moved - h)[:, i]
    print(f"unit {i + 1}: |change of y| / |change of h| up to {ratio.max():.3f}")
    assert ratio.max() <= largest[i] * (1 + 1e-9) <= z[i] * (1 + 1e-9)

# %% [markdown]
# ## A network of the paper's size
#
# The same for 10-140-100-60-20-1, before and after training on F5. `gradients` is the
# chain rule of App. C for all hidden layers and rows; it agrees with the hand case.


# %%
def gradients(weights, biases, X):
    """dy/dh of each hidden layer, a list of (n, p_l), first layer first."""
    hs = [X]
    for W, b in zip(weights[:-1], biases):
        hs.append(np.maximum(hs[-1] @ W.T + b, 0))
    found = [np.repeat(weights[-1], len(X), axis=0)]
    for W, h in zip(weights[-2:0:-1], hs[:0:-1]):
        found.append((found[-1] * (h > 0)) @ W)
    return found[::-1]


identity = [np.eye(2), W2, w_y]  # so that X is h of layer 1
by_chain_rule = gradients(identity, [np.zeros(2), np.array([0.5, -1.0])], h)
assert np.array_equal(by_chain_rule[0], sampled)


def sizes(layers, X):
    """(largest sampled |dy/dh|, z) of each hidden layer, from arrays [W b]."""
    weights = [A[0, :, :-1].astype(float) for A in layers]
    biases = [A[0, :, -1].astype(float) for A in layers]
    slopes = gradients(weights, biases, X)
    bounds = [nidlite.aggregated_weights(weights, k + 1) for k in range(len(slopes))]
    return [(np.abs(g).max(axis=0), z) for g, z in zip(slopes, bounds)]


F5 = nidlite.synthetic.SUITE["F5"]
X, y = F5.sample(6000, np.random.default_rng(0))
found = nidlite.detect_interactions(X, y, seed=0, epochs=20, architecture="mlp")
network, rows = found.fit.network, found.split.valid[0].astype(float)
start = network.initial(np.random.default_rng(0))

before, after = network.layers(start)[0], network.layers(found.fit.theta)[0]
measured = {
    "untrained": sizes(before, rows),
    "trained": sizes(after, rows),
    "magnitudes": sizes([np.abs(A) for A in before], np.abs(rows)),
}

tightness = {}  # of each layer: the median over units of largest |gradient| / z
for name, layers in measured.items():
    assert all(np.all(g <= z * (1 + 1e-9)) for g, z in layers)  # the lemma
    # Units that L1 has cut off have z near 0; they are not counted.
    used = [z > 1e-6 * z.max() for _, z in layers]
    tightness[name] = [np.median(g[u] / z[u]) for (g, z), u in zip(layers, used)]
    print(f"{name:10}", *(f"{t:8.3f}" for t in tightness[name]))

# %% [markdown]
# Read each line from right to left. Layer 4 is exact: the gradient *is* w_y. Each layer
# below sums over more paths, of which more cancel or are off. With random signs
# a sum of m terms is about sqrt(m) large where z has m: hence the collapse before
# training. Training makes paths of one sign stand out, and L1 removes the many small
# ones, so the bound tightens; and then z orders the units as the gradients do.
# "magnitudes" has only positive weights, biases and inputs: nothing is off, nothing
# cancels, and the bound is exact everywhere.

# %%
assert tightness["magnitudes"][0] > 1 - 1e-9
assert all(t[3] == 1 for t in tightness.values())
for name in ("untrained", "trained"):
    assert tightness[name] == sorted(tightness[name])
assert tightness["untrained"][0] < 0.02 and 0.05 < tightness["trained"][0] < 0.5

agreement = {n: np.corrcoef(*m[0])[0, 1] for n, m in measured.items()}
for name in ("untrained", "trained"):
    print(f"{name}: correlation of z and gradient in layer 1 {agreement[name]:.2f}")
assert agreement["trained"] > 0.7 and agreement["untrained"] < 0.6

# %% [markdown]
# This is what NID needs: not the size of the gradient, but which units count. z takes
# one pass over the weights and no data.
#
# ## The picture

# %%
figure = Figure((9, 3.8), layout="constrained")
cloud, steps = figure.subplots(1, 2)
styles = {"untrained": ("s", "0.65", "--"), "trained": ("o", "k", "-")}
for name, (marker, colour, line) in styles.items():
    g, z_1 = measured[name][0]
    used = z_1 > 1e-2 * z_1.max()
    cloud.plot(z_1[used], g[used], marker, color=colour, markersize=3.5, label=name)
    steps.plot(range(1, 5), tightness[name], line + marker, color=colour, label=name)
ends = np.array([0.02, 10])
cloud.plot(ends, ends, color="k", linewidth=0.8, label="bound: gradient = z")
cloud.set(xscale="log", yscale="log", xlabel="aggregated weight z")
cloud.set(ylabel="largest sampled |dy/dh|", title="140 units of the first layer")
steps.plot(range(1, 5), tightness["magnitudes"], "k:", label="all weights positive")
steps.set(yscale="log", xticks=range(1, 5), xlabel="hidden layer")
steps.set(ylabel="largest |dy/dh| / z, median unit", title="how tight the bound is")
for ax in (cloud, steps):
    ax.legend(fontsize=8)
figure.savefig(FIGURES / "05_influence.png", dpi=100)
figure

# %% [markdown]
# ## What to try
#
# 1. In the hand case change -3 in w_y to 3. Which patterns now attain z, and in which
#    units?
# 2. Multiply row 1 of W1 by 10 and column 1 of W2 by 1/10. Which z change, and why does
#    z times |W1| stay? (It is the next tutorial's strength.)
# 3. Train longer, `epochs=60`, and without L1: `recipe=replace(RECIPE,
#    penalty_constant=0)` from nidlite.training. When does the bound tighten?
# 4. Rank the pairs with the sampled gradients in place of z,
#    `nidlite.pairwise_strengths(found.weights[0], g)`, and compare the AUC.
# 5. Use the mean |gradient| over rows in place of the largest. What bounds it now?
