# %% [markdown]
# # 7. Two architectures, and L1 at work (Sec. 4.1, 5.1 of the paper)
#
# **A question.** An untrained network connects every feature with every unit. How do
# the weights of false interactions disappear during training?
#
# L1 pulls on every weight, and data hold some of them. You will watch one weight,
# then all of them, then the ranking after each epoch on F4. MLP is one net. MLP-M
# adds a small *univariate* net for each feature. These nets give main effects a place
# where they cannot look like interactions.
#
# **Opens up** `start`, `objective`, `adam` and `train` of [page
# zero](00_the_whole_paper.ipynb): the two kinds of nets, the penalty, the step, and the
# loop around it.
# **Time** 10 s. **Seed** 0.
# **Expect** with L1 most weights below 0.01 but none exactly zero, and an AUC above
# 0.8. MLP-M takes main effects out of the large net, but not all of them.

# %%
from dataclasses import replace

import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too

import nidlite
from nidlite.interactions import label
from nidlite.networks import mlp, mlp_m
from nidlite.optimizers import adam
from nidlite.recipes import RECIPE
from nidlite.splits import split
from nidlite.training import ENGINES

# %matplotlib inline

# %% [markdown]
# ## An experiment in five lines
#
# Nothing in the data pulls at this weight. Only L1 does, with the tiny constant 5e-5.
# Adam makes the steps, at rate 0.01.
#
# **Predict, then run (1).** The weight starts at 0.035. Where is it after five steps?
# Does it come to rest at zero?
#
# <details><summary>Answer</summary>
#
# Four steps of 0.01 take it to -0.005, and momentum takes it on: -0.010 after five. At
# a fixed rate the weight never rests. If the rate falls, it comes ever nearer to zero.
# </details>


# %%
def walk(strength, rate=0.01, w=0.035, steps=300, fall=1.0):
    """The path of one weight under Adam when its gradient is strength sign(w)."""
    theta, moments, path = np.array([w]), None, [w]
    for step in range(steps):
        g = strength * np.sign(theta)
        theta, moments = adam(theta, g, moments, rate * fall**step)
        path.append(float(theta[0]))
    return np.array(path)


print("lambda 5e-5:", walk(5e-5)[:6].round(3), " lambda 5e-4:", walk(5e-4)[:6].round(3))
tail, falling = np.abs(walk(5e-5)[-100:]), np.abs(walk(5e-5, fall=0.98)[-100:])
print(f"it ends within {tail.max():.4f}; with a falling rate {falling.max():.4f}")

# %% [markdown]
# Adam divides a gradient by its own size. So a weight that the data do not hold walks
# to zero at the *rate* of Adam, whatever $\lambda$ is. $\lambda$ decides something
# else: which weights the data can hold.
#
# ## The formula
#
# MLP-M is a sum, of one large net and one small net for each feature. Only the weights
# of the large net are penalised:
#
# $$f(x) = f_\text{MLP}(x) + g_1(x_1) + \dots + g_p(x_p)$$
# $$\text{objective} = \text{error} + \lambda \sum_{w \in \text{MLP}} |w|$$
#
# F4 has ten features. Its terms in x9 and x10 are main effects and nothing else: a
# straight line and a curve.

# %%
F4 = nidlite.synthetic.SUITE["F4"]
for term in F4.terms:
    kind = "interaction" if len(term.interaction) > 1 else "main effect"
    print(f"{kind:12} {term.name}")

MLP, MLP_M = mlp(10), mlp_m(10)
rng = np.random.default_rng(0)
X, y = F4.sample(10_000, rng)
parts = split(X, y, rng, (0.8, 0.1, 0.1))  # scaled by the training part
print(f"MLP has {MLP.size:,} parameters, MLP-M {MLP_M.size - MLP.size:,} more")

# %% [markdown]
# ## Thirty epochs
#
# The loop is that of page zero, with 100 rows at a time. After each epoch we keep a
# copy of the large net's weights. `ENGINES["fast"]` makes the step: the chain rule of
# tutorial 1, written out.


# %%
def train(network, recipe, seed=0):
    """(theta, [weights after epoch 1, 2, ...]); weights of the large net, no biases."""
    rng, (X, y) = np.random.default_rng(seed), parts.train
    start = network.initial(rng, recipe.deviation, X.dtype)
    engine = ENGINES["fast"](network, start, "regression", recipe, recipe.batch)
    epochs = [[W.copy() for W in network.weights(start)]]
    for rate in rates:
        order = rng.permutation(len(X))
        for first in range(0, len(X), recipe.batch):
            batch = order[first : first + recipe.batch]
            engine.step(X[batch], y[batch], rate)
        epochs.append([W.copy() for W in network.weights(engine.theta)])
    return engine.theta, epochs


recipe = replace(RECIPE, epochs=30, penalty_constant=5e-5)
rates = [recipe.rate_in(epoch) for epoch in range(1, 31)]
trained = {
    "MLP": train(MLP, recipe),
    "MLP-M": train(MLP_M, recipe),
    "MLP, no L1": train(MLP, replace(recipe, penalty_constant=0.0)),
}

# %% [markdown]
# **Predict, then run (2).** At the start 8 percent of the weights are below 0.01.
# Which share is below 0.01 at the end, with L1 and without it?
#
# <details><summary>Answer</summary>
#
# With L1 it is more than half. Without L1 it is about that of the start.
# </details>


# %%
def magnitudes(weights):
    """All of the large net's weights, but for the biases, as one array."""
    return np.abs(np.concatenate([W.ravel() for W in weights]))


def auc_of_pairs(weights):
    """How well the weights rank F4's pairs: 1 is perfect, 1/2 chance (tutorial 9)."""
    z = nidlite.aggregated_weights(weights)
    strengths = nidlite.pairwise_strengths(weights[0], z)
    return nidlite.metrics.pairwise_auc(strengths, F4.interactions)


small, aucs = {}, {}
for name, (_, epochs) in trained.items():
    small[name] = [np.mean(magnitudes(weights) < 0.01) for weights in epochs]
    aucs[name] = [auc_of_pairs(weights) for weights in epochs[1:]]
    print(f"{name:10} share below 0.01: {small[name][0]:.2f} to {small[name][-1]:.2f}")
sizes = {name: [magnitudes(w) for w in trained[name][1]] for name in trained}
support.picture_07(sizes, aucs, rates)

# %% [markdown]
# Left and middle: with L1 the cloud of weights sinks, at the pace of Adam's rate. None
# is ever exactly zero. Right: as L1 clears the units, the true pairs rise. One training
# is one draw: whether MLP or MLP-M has the higher AUC depends on the seed, and the
# paper averages ten trials.

# %%
for epoch in (1, 5, 30):
    ranking = nidlite.rank_interactions(trained["MLP-M"][1][epoch])
    top = [label(I) for I, _ in nidlite.prune_redundant(ranking)[:5]]
    print(f"MLP-M, epoch {epoch:2}: {', '.join(top)}")
print("truth:", ", ".join(map(label, F4.interactions)))

# %% [markdown]
# ## Where the main effects went
#
# **Predict, then run (3).** x9's term is a straight line, and x10's is a curve. Which
# of the two moves to its own small net more willingly?
#
# <details><summary>Answer</summary>
#
# The curve of x10: the large net of MLP-M hears a seventh of what MLP hears. Of x9 it
# hears nearly as much as MLP.
# </details>

# %%
influence = {}  # of each feature on the large net: layer 0 of tutorial 5
for name in ("MLP", "MLP-M"):
    garson = nidlite.aggregated_weights(trained[name][1][-1], layer=0)
    influence[name] = garson / garson.sum()
    of_x9, of_x10 = influence[name][8:]
    print(f"{name:6} influence of x9 {of_x9:.3f}, of x10 {of_x10:.3f}")
support.numbers_of_07(globals())  # asserts every number that the text names

# %% [markdown]
# For x10's curve the large net would have to bend, and pay L1's penalty. The small net
# bends without a penalty. A straight line is different: units that are on anyway carry
# it at almost no cost. So x9 stays, and pairs with x9 have strength. None is true.
#
# What does it mean? MLP-M helps with main effects. It does not remove them.
#
# ## What to try
#
# [Three questions](../what_to_try.md), with answers to unfold.
