# %% [markdown]
# # 7. Two architectures, and L1 at work (Sec. 4.1, 5.1 of the paper)
#
# **A question.** An untrained network connects every feature with every unit. How do
# the weights of false interactions disappear during training?
#
# L1 pulls on every weight, and data hold some of them. You will watch one weight,
# then all of them, then the ranking after each epoch on F4. MLP is one net. MLP-M
# adds a small net for each feature. There main effects have a place where they cannot
# pretend to be interactions.
#
# **Time** 20 s. **Seed** 0.
# **Expect** with L1 most weights below 0.01 but none exactly zero. The pairwise AUC
# is above 0.8 in both architectures, and for MLP-M higher than without L1. In MLP-M
# the curve of x10 leaves the big net. Of the straight line of x9 more than half
# stays.

# %%
import os
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from autograd import value_and_grad
from matplotlib.figure import Figure

import nidlite
from nidlite.fast.backprop import predict, responses
from nidlite.interactions import label
from nidlite.losses import mean_squared_error
from nidlite.networks import mlp, mlp_m, output
from nidlite.optimizers import adam
from nidlite.recipes import RECIPE
from nidlite.splits import split
from nidlite.training import ENGINES, fit

# %matplotlib inline
# Pictures go to this folder; NIDLITE_FIGURES names another one.
FIGURES = Path(os.environ.get("NIDLITE_FIGURES", "my_figures"))
FIGURES.mkdir(parents=True, exist_ok=True)

# %% [markdown]
# ## An experiment in five lines
#
# Nothing in the data pulls at this weight. Only L1 does, with the tiny constant 5e-5.
# Adam makes the steps, at rate 0.01.

# %%
w, moments = np.array([0.035]), None
for step in range(5):
    print(f"step {step}: w = {w[0]:.3f}")
    w, moments = adam(w, 5e-5 * np.sign(w), moments, 0.01)

# %% [markdown]
# The weight walks to zero by 0.01 in each step. The constant 5e-5 seems to be of no
# importance.
#
# ## The idea
#
# Adam divides a gradient by its own size. So a weight that the data do not hold walks
# to zero at the *rate* of Adam, whatever lambda is. Lambda decides something else:
# which weights the data can hold.
#
# ## The formula
#
# MLP-M is a sum, of one big net and one small net for each feature:
#
#     f(x) = f_MLP(x) + g_1(x_1) + ... + g_p(x_p)
#
# Only the big net is penalised:
#
#     objective = error + lambda * sum of |w| over the big net's weights
#
# F4 has ten features. Its terms in x9 and x10 are main effects and nothing else.

# %%
F4 = nidlite.synthetic.SUITE["F4"]
for term in F4.terms:
    kind = "interaction" if len(term.interaction) > 1 else "main effect"
    print(f"{kind:12} {term.name}")
assert [t.name for t in F4.terms if len(t.interaction) == 1] == ["x9", "1/(1 + x10**2)"]

MLP, MLP_M = mlp(10), mlp_m(10)
widths = [10, 140, 100, 60, 20, 1]
big = sum(after * (before + 1) for before, after in zip(widths, widths[1:]))
small = 10 * (10 * 2 + 10 * 11 + 10 * 11 + 11)  # ten nets 1-10-10-10-1
assert MLP.size == big == 22941 and MLP_M.size == big + small == 25451

rng = np.random.default_rng(0)
X, y = F4.sample(10_000, rng)
parts = split(X, y, rng, (0.8, 0.1, 0.1))  # scaled by the training part
rows = parts.valid[0]
theta = MLP_M.initial(rng)
main, univariate = (responses(MLP_M, theta, rows, k) for k in range(2))
assert main.shape == (1, 1000) and univariate.shape == (10, 1000)
whole = predict(MLP_M, theta, rows)
assert np.allclose(main[0] + univariate.sum(axis=0), whole, atol=1e-6)  # float32

# %% [markdown]
# **Predict, then run (1).** The weight above starts at 0.035 and makes steps of 0.01.
# Where does it go after 0.005? Does it come to rest at zero?
#
# <details><summary>Answer</summary>
#
# It goes to -0.005 and turns round. At a fixed rate it never rests. If the rate
# falls, it comes nearer and nearer to zero.
#
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


path = walk(5e-5)
print("first steps:", path[:5].round(3))
# Adam's eps of 1e-8 beside 5e-5 makes each step shorter by 1 part in 5000.
assert np.allclose(path[:5], [0.035, 0.025, 0.015, 0.005, -0.005], atol=2e-5)
assert np.allclose(walk(5e-4)[:5], path[:5], atol=2e-5)  # ten times the penalty
tail, falling = np.abs(path[-100:]), np.abs(walk(5e-5, fall=0.98)[-100:])
print(f"it ends within {tail.max():.4f}; with a falling rate {falling.max():.4f}")
assert tail.max() < 0.05 and falling.max() < tail.max() / 10

# %% [markdown]
# Zero is never hit. How near the weight comes is a matter of the rate, and the recipe
# lets the rate fall.
#
# ## The code: the training loop
#
# One step is three lines:
#
# 1. autograd differentiates the loss;
# 2. L1's subgradient is added;
# 3. Adam moves theta.
#
# The loop around it shuffles the rows and takes 100 at a time. It is `fit` of the
# library with `engine="plain"`, without early stopping, bit for bit.


# %%
def objective(theta, X, y, network):
    return mean_squared_error(output(theta, X, network), y)


def l1_subgradient(theta, network):
    """sign(w) for the weights of stack 0, the big net; 0 for biases and stack 1."""
    g = np.zeros_like(theta)
    # The last column of A = [W b] is the bias.
    for A, dA in zip(network.layers(theta)[0], network.layers(g)[0]):
        dA[..., :-1] = np.sign(A[..., :-1])
    return g


def train_plainly(network, recipe, seed=0):
    """theta after the last epoch."""
    rng, (X, y) = np.random.default_rng(seed), parts.train
    theta, moments = network.initial(rng, recipe.deviation, X.dtype), None
    for epoch in range(recipe.epochs):
        rate = recipe.rate * recipe.rate_fall ** (epoch / max(recipe.epochs - 1, 1))
        order = rng.permutation(len(X))
        for start in range(0, len(X), recipe.batch):
            rows = order[start : start + recipe.batch]
            _, g = value_and_grad(objective)(theta, X[rows], y[rows], network)
            g = g + recipe.penalty_constant * l1_subgradient(theta, network)
            theta, moments = adam(theta, g, moments, rate)
    return theta


recipe = replace(RECIPE, epochs=30, penalty_constant=5e-5)
short = replace(recipe, epochs=1)
thetas, seconds = {"loop": train_plainly(MLP_M, short)}, {}
for engine in ENGINES:
    started, rng = time.perf_counter(), np.random.default_rng(0)
    result = fit(MLP_M, parts, "regression", rng, short, engine=engine)
    thetas[engine], seconds[engine] = result.theta, time.perf_counter() - started
assert np.array_equal(thetas["loop"], thetas["plain"])

# %% [markdown]
# The library trains with the *fast* form of the same step. There the chain rule of
# tutorial 1 is written out, and no new arrays are made. It follows the plain path up
# to rounding and takes a fraction of the time.

# %%
answers = [predict(MLP_M, thetas[engine], rows) for engine in ENGINES]
assert np.allclose(*answers, atol=1e-3)  # after 80 steps in float32
print(f"plain takes {seconds['plain'] / seconds['fast']:.0f} times as long as fast")

# %% [markdown]
# Now thirty epochs by the fast form, with a copy of the big net's weights after each.


# %%
def train(network, recipe, seed=0):
    """(theta, [weights after epoch 1, 2, ...]); weights of the big net, no biases."""
    rng, (X, y) = np.random.default_rng(seed), parts.train
    start = network.initial(rng, recipe.deviation, X.dtype)
    engine = ENGINES["fast"](network, start, "regression", recipe, recipe.batch)
    epochs = []
    for epoch in range(recipe.epochs):
        rate = recipe.rate * recipe.rate_fall ** (epoch / (recipe.epochs - 1))
        order = rng.permutation(len(X))
        for start in range(0, len(X), recipe.batch):
            batch = order[start : start + recipe.batch]
            engine.step(X[batch], y[batch], rate)
        epochs.append([W.copy() for W in network.weights(engine.theta)])
    return engine.theta, epochs


runs = {
    "MLP": (MLP, recipe),
    "MLP-M": (MLP_M, recipe),
    "MLP, no L1": (MLP, replace(recipe, penalty_constant=0.0)),
}
trained = {name: train(*run) for name, run in runs.items()}
for name, (theta, _) in trained.items():
    f = predict(runs[name][0], theta, rows)
    print(f"{name:10} validation error {np.mean((f - parts.valid[1]) ** 2):.4f}")

# %% [markdown]
# ## What L1 does to the weights
#
# **Predict, then run (2).** At the start 8 percent of the weights are below 0.01.
# Which share is below 0.01 at the end, with L1 and without it?
#
# <details><summary>Answer</summary>
#
# With L1 it is more than half. Without L1 it is hardly more than at the start.
#
# </details>


# %%
def magnitudes(weights):
    """All of the big net's weights, but for the biases, as one array."""
    return np.abs(np.concatenate([W.ravel() for W in weights]))


start = MLP.weights(MLP.initial(np.random.default_rng(0)))
small = {}
for name, (_, epochs) in trained.items():
    small[name] = [np.mean(magnitudes(weights) < 0.01) for weights in [start, *epochs]]
    shares = (f"{small[name][epoch]:.2f}" for epoch in (0, 1, 5, 30))
    print(f"{name:10} share below 0.01 at epoch 0, 1, 5, 30:", *shares)
    assert np.all(magnitudes(epochs[-1]) > 0)

assert round(small["MLP"][0], 2) == 0.08
assert min(small["MLP"][-1], small["MLP-M"][-1]) > 0.5
assert max(small["MLP, no L1"]) < 0.15

# %% [markdown]
# The start is a normal distribution of deviation 0.1, cut at 0.2. The validation
# errors with and without L1 are much the same. So the paths that disappeared did not
# matter. A hidden unit that has lost most of its weights proposes what is left.
#
# ## The ranking after each epoch


# %%
def pairwise_auc(weights):
    z = nidlite.aggregated_weights(weights)
    strengths = nidlite.pairwise_strengths(weights[0], z)
    return nidlite.metrics.pairwise_auc(strengths, F4.interactions)


for epoch in (1, 5, 30):
    ranking = nidlite.rank_interactions(trained["MLP-M"][1][epoch - 1])
    top = [label(I) for I, _ in nidlite.prune_redundant(ranking)[:5]]
    print(f"MLP-M, epoch {epoch:2}: {', '.join(top)}")
    assert top[0] == "x1 & x2"
print("truth:", ", ".join(map(label, F4.interactions)))

aucs = {name: list(map(pairwise_auc, epochs)) for name, (_, epochs) in trained.items()}
for name, auc in aucs.items():
    print(
        f"{name:10} AUC after epoch 1, 5, 30:",
        *(f"{auc[e - 1]:.3f}" for e in (1, 5, 30)),
    )

assert min(aucs["MLP"][-1], aucs["MLP-M"][-1]) > 0.8
assert all(aucs[name][-1] > aucs[name][0] + 0.05 for name in ("MLP", "MLP-M"))
assert aucs["MLP-M"][-1] > aucs["MLP, no L1"][-1]

# %% [markdown]
# x1 & x2 leads from the first epoch. The others come up as L1 clears the units. Parts
# of x4 & x5 & x7 & x8 come before the whole.
#
# One training is one draw. Which of MLP and MLP-M is ahead depends on the seed, and
# the paper averages ten trials. F4 is the function on which its MLP-M is most ahead
# of its MLP (Table 2).
#
# ## Where the main effects went
#
# We ask two questions. How much does the output rise, by each part, when a feature
# goes from -1 to 1? What is x10's share of all features' influence on the big net
# (layer 0 of tutorial 5)?
#
# **Predict, then run (3).** x9's term is a straight line, and x10's is a curve. Which
# of the two moves to its own small net more willingly?
#
# <details><summary>Answer</summary>
#
# The curve of x10. More than half of x9's straight line stays in the big net.
#
# </details>


# %%
def rise(network, theta, stack, feature):
    """Mean change of a stack's output as the feature goes from -1 to 1 (scaled)."""
    low, high = rows.copy(), rows.copy()
    low[:, feature], high[:, feature] = -1, 1
    change = responses(network, theta, high, stack) - responses(
        network, theta, low, stack
    )
    return float(change.sum(axis=0).mean())


truth = 2 * parts.x_scale[8] / parts.y_scale  # the term x9, in scaled units
in_mlp = rise(MLP, trained["MLP"][0], 0, 8)
in_big, in_own = (rise(MLP_M, trained["MLP-M"][0], stack, 8) for stack in range(2))
print(
    f"x9 truly {truth:.2f}; MLP {in_mlp:.2f}; MLP-M {in_big:.2f} + {in_own:.2f} own net"
)
assert abs(in_mlp - truth) < 0.1 and abs(in_big + in_own - truth) < 0.1
assert in_big > 0.5 * truth

influence = {}
for name in ("MLP", "MLP-M"):
    garson = nidlite.aggregated_weights(trained[name][1][-1], layer=0)
    influence[name] = garson[9] / garson.sum()
    print(
        f"{name:6} x10's share of the influence on the big net: {influence[name]:.3f}"
    )
assert influence["MLP-M"] < 0.9 * influence["MLP"]

# %% [markdown]
# The big net would have to bend for x10, and the small net can do that without a
# penalty. A straight line is different. Units that are on anyway pass it along almost
# free. So x9 stays in W1, and pairs with x9 have strength, although none of them is
# true.

# %%
W = trained["MLP-M"][1][-1]
strengths = nidlite.pairwise_strengths(W[0], nidlite.aggregated_weights(W))
x9_share = strengths[8].sum() / (strengths.sum() / 2)
print(f"pairs with x9 have {x9_share:.2f} of the strength of all pairs")
assert not any(8 in pair for pair in F4.pairs) and x9_share > 0.1

# %% [markdown]
# What does it mean? MLP-M helps with main effects. It does not remove them.
#
# ## The picture
#
# Left and middle: the magnitudes of all weights, epoch by epoch, with L1 and without.
# Right: the AUC of the ranking.

# %%
figure = Figure((10, 3.6), layout="constrained")
with_l1, without, curves = figure.subplots(1, 3, width_ratios=(1, 1, 1.15))
edges = np.linspace(-7, 0, 43)  # of log10 |w|
rates = recipe.rate * recipe.rate_fall ** (np.arange(30) / 29)
for ax, name in ((with_l1, "MLP"), (without, "MLP, no L1")):
    logs = [np.log10(magnitudes(weights)) for weights in [start, *trained[name][1]]]
    counts = [np.histogram(np.maximum(log, -7), edges)[0] for log in logs]
    percent = 100 * np.transpose(counts) / len(logs[0])
    sides = np.arange(32) - 0.5, 10**edges
    image = ax.pcolormesh(*sides, percent, cmap="Greys", vmax=12, rasterized=True)
    ax.plot(range(1, 31), rates, "k--", linewidth=1, label="Adam's rate")
    ax.set(yscale="log", xlabel="epoch", title=name)
with_l1.set(ylabel="magnitude of a weight", title="MLP, with L1")
with_l1.legend(fontsize=8, loc="lower left")
figure.colorbar(image, ax=without, label="percent of the weights", extend="max")
for (name, auc), style in zip(aucs.items(), ("k-", "k--", "k:")):
    curves.plot(range(1, 31), auc, style, label=name)
curves.set(xlabel="epoch", ylabel="pairwise AUC", title="the ranking of F4's pairs")
curves.legend(fontsize=8)
figure.savefig(FIGURES / "07_two_architectures.png", dpi=90)
figure

# %% [markdown]
# ## What to try
#
# 1. In `walk`, use plain gradient descent in place of Adam: `theta - rate * g`. How
#    many steps does the weight need to reach zero?
# 2. How many parameters has MLP-M with p features? Which part grows faster with p,
#    the big net or the small ones?
# 3. L1 leaves the biases alone. What would happen if it pulled at them, too?
#
# The answers are on [a page of their own](../solutions/what_to_try.md).
