# %% [markdown]
# # 5. The influence of a hidden unit (Sec. 3.2, App. C of the paper)
#
# **A question.** Two hidden units see the same features with the same weights. Which
# of them matters more to the output?
#
# Follow the paths from the unit to the output. That gives the aggregated weight z.
# You will compute it path by path, see why no gradient exceeds it, and measure how
# far below z the gradients stay.
#
# **Opens up** `aggregated_weights` of [page zero](00_the_whole_paper.ipynb): the
# product of magnitudes that says how much the output hears of each unit.
# **Time** 3 s. **Seed** 0.
# **Expect** z = (7, 6) by hand, where sampled gradients reach 4 and 6. The bound is
# exact in the last hidden layer, and looser with each layer below. Training makes it
# tighter.

# %%
from itertools import product

import autograd.numpy as anp
import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too
from autograd import elementwise_grad

import nidlite

# %matplotlib inline

# %% [markdown]
# ## An experiment in five lines
#
# Two features, two hidden layers of two units, one output. Push one unit of the first
# layer up by 1 and see how far the output moves.

# %%
W1 = np.array([[1.0, 2.0], [-3.0, 1.0]])  # (p_1, p)
W2 = np.array([[1.0, -2.0], [4.0, 0.0]])  # (p_2, p_1)
w_y = np.array([[-3.0, 1.0]])  # (1, p_2)
for i, h in ((0, (0.0, 0.0)), (0, (0.0, 2.0)), (1, (2.0, 0.0)), (1, (0.0, 2.0))):
    before, after = (w_y @ np.maximum(W2 @ v, 0) for v in (h, h + np.eye(2)[i]))
    print(f"h = {h}: unit {i + 1} moves y by {(after - before).item():g}")

# %% [markdown]
# The same unit moves the output by different amounts at different places. We want one
# number for each unit.
#
# ## The idea: follow the magnitudes
#
# A path leads from the unit to the output. Its weight is the product of the
# magnitudes along it. Add up all paths. This idea is Garson's (1991). Sec. 3.2 writes
# the sum over all paths as a product of matrices of magnitudes:
#
# $$z^{(1)} = |w^y| \; |W^{(L)}| \cdots |W^{(2)}|$$
#
# **Predict, then run (1).** Two paths lead from unit 1 to y, and two from unit 2.
# What is z?
#
# <details><summary>Answer</summary>
#
# Unit 1 has $3 \cdot 1 + 1 \cdot 4 = 7$. Unit 2 has $3 \cdot 2 + 1 \cdot 0 = 6$.
# </details>

# %%
z = np.zeros(2)
for i, j in product(range(2), range(2)):  # unit i of layer 1, unit j of layer 2
    z[i] += abs(w_y[0, j]) * abs(W2[j, i])
    print(f"unit {i + 1} -> unit {j + 1} -> y: {abs(w_y[0, j])} * {abs(W2[j, i])}")
print("z", z, "from the library", nidlite.aggregated_weights([W1, W2, w_y]))

# %% [markdown]
# ## Why z bounds the gradient
#
# By the chain rule (App. C) the gradient of y in the units of layer 1 is
#
# $$\frac{dy}{dh} = w^y \operatorname{diag}(s) \, W^{(2)}$$
#
# Here s, the paper's $\dot\phi^{(2)}$, holds the slopes of ReLU in layer 2: 0 or 1. The
# paths are the same as before. But now they have signs, and lead only through units
# that are on. There are four patterns of s, so there are four possible gradients.
#
# **Predict, then run (2).** z is (7, 6). Which of the two units can attain its bound?
#
# <details><summary>Answer</summary>
#
# Unit 2, with 6. Its one path has the weight $3 \cdot 2$. The two paths of unit 1 are
# -3 and 4. They have opposite signs, so they cannot add up to 7.
# </details>

# %%
patterns = {}
for s in product((0, 1), repeat=2):
    patterns[s] = (w_y @ np.diag(s) @ W2)[0]
    print(f"layer 2 on: {s}   dy/dh = {patterns[s] + 0.0}")

# %% [markdown]
# There are two reasons why a gradient stays below z:
#
# - *Cancellation.* Paths have signs, and z ignores them.
# - *Switching.* Not all units above are on.
#
# Now we sample. autograd differentiates the network above layer 1 at 1000 random h.


# %%
def output_from(h, b2=(0.5, -1.0)):
    """The network above layer 1, for h (n, 2): (n,)."""
    h2 = anp.maximum(anp.dot(h, W2.T) + anp.array(b2), 0)
    return anp.dot(h2, w_y[0])


rng = np.random.default_rng(0)
h = rng.exponential(size=(1000, 2))  # activations are never negative
sampled = elementwise_grad(output_from)(h)  # (1000, 2)
print("gradients seen:", sorted({tuple(g) for g in (sampled + 0.0).tolist()}))

# %% [markdown]
# Lemma 3 says more. The output is $z_i$-*Lipschitz* in $h_i$. Move one unit by any
# amount, and y moves by at most $z_i$ times that amount.

# %%
ratios = []
for i in range(2):
    moved = h.copy()
    moved[:, i] = rng.exponential(5, size=1000)
    ratio = np.abs(output_from(moved) - output_from(h)) / np.abs(moved - h)[:, i]
    ratios.append(ratio.max())
    print(f"unit {i + 1}: |change of y| / |change of h| up to {ratios[i]:.3f}")

# %% [markdown]
# ## A network of the paper's size
#
# Now the same for the network 10-140-100-60-20-1, before and after training on F5.
# The function `gradients` is the chain rule of App. C for all hidden layers and rows.
#
# **Predict, then run (3).** In which hidden layer is the bound exact, and in which is
# it loosest?
#
# <details><summary>Answer</summary>
#
# It is exact in the last one, layer 4, where the gradient is $w^y$ itself. It is
# loosest in layer 1, from where the most paths lead to y.
# </details>


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
    # Units that L1 has cut off have z near 0; they are not counted.
    used = [z > 1e-6 * z.max() for _, z in layers]
    tightness[name] = [np.median(g[u] / z[u]) for (g, z), u in zip(layers, used)]
    print(f"{name:10}", *(f"{t:7.3f}" for t in tightness[name]))
support.picture_05(measured, tightness)

# %% [markdown]
# Left: every unit lies below the bound, trained or not. Right: the bound becomes
# tighter from layer to layer.
#
# - Layer 4 is exact: the gradient *is* $w^y$. Each layer below adds up more paths. More
#   of them cancel or are off.
# - Before training the signs are random. A sum of m random terms is about $\sqrt m$
#   large, where z has m. So the quotient collapses.
# - Training makes paths of one sign stand out, and L1 removes the many small ones.
# - "magnitudes" has only positive weights, biases and inputs. Nothing is off, nothing
#   cancels, and the bound is exact everywhere.

# %%
support.numbers_of_05(globals())  # asserts every number that the text names

# %% [markdown]
# What does it mean? NID does not need the size of the gradient. It needs to know
# which units count. After training z orders the units much as the gradients do. And z
# takes one pass over the weights and no data.
#
# ## What to try
#
# [Three questions](../what_to_try.md), with answers to unfold.
