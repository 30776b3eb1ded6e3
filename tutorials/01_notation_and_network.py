# %% [markdown]
# # 1. The network, and its gradient (Sec. 2.3 of the paper)
#
# **A question.** A network with three hidden units is trained on one row. One of the
# units learns nothing from it. Which one, and why?
#
# You will compute the network by hand, unit by unit. Then you will compute its
# gradient by the chain rule. Both are held against autograd and against nidlite. At
# the end we look at two places that have no derivative: the kink of ReLU and the kink
# of L1.
#
# **Time** 3 s. **Seed** none: nothing here is random.
# **Expect** y = 7.5 at x = (1, 2), and one gradient from five methods. At ReLU's kink
# you will see three answers, 0, 1/2 and 1. None of them is wrong.
#
# **Two ways to count.** People count features from one and write x1 & x2 for the
# interaction of the first two. Code counts from zero, and writes the same interaction
# as the sorted tuple `(0, 1)`. The function `label` prints the one for the other. All
# tutorials do so.

# %%
import os
from pathlib import Path

import autograd.numpy as anp
import numpy as np
from autograd import grad
from matplotlib.figure import Figure

from nidlite import label
from nidlite.fast import backprop
from nidlite.networks import mlp, output
from nidlite.penalties import PENALTIES, by_unit, subgradient

# %matplotlib inline
# Pictures go to this folder; NIDLITE_FIGURES names another one.
FIGURES = Path(os.environ.get("NIDLITE_FIGURES", "my_figures"))
FIGURES.mkdir(parents=True, exist_ok=True)

# %% [markdown]
# ## An experiment in five lines
#
# The network has 2 features and 3 hidden units. Row j of W1 holds the weights *into*
# unit j. Column i holds the weights *out of* feature i.

# %%
W1 = np.array([[1.0, 2.0], [3.0, -1.0], [-2.0, 0.0]])  # (p_1, p) = (3, 2)
b1 = np.array([-1.0, 0.0, 1.0])  # (3,)
for x in ([1.0, 2.0], [0.0, 0.0], [-1.0, 1.0]):
    print(f"x = {x}: the three units answer {np.maximum(W1 @ x + b1, 0)}")
print(f"the interaction {(0, 1)} is printed as {label((0, 1))}")

# %% [markdown]
# At the first row units 1 and 2 answer with positive numbers, and unit 3 answers 0.
# We say that unit 3 is *off*. At the other two rows unit 3 is on.
#
# ## The idea
#
# A unit adds up its inputs, each times a weight. Then it cuts off what is negative.
# The output adds up the units, each times one more weight.
#
# ## The formula
#
# The paper writes h for the hidden layer and y for the output:
#
#     h = phi(W x + b)
#     y = w_y h + b_y
#     phi(a) = max(a, 0)
#
# The function phi is called ReLU. Here is one hidden layer, so L = 1, with p = 2
# features and p_1 = 3 units. We write a for what a unit has before ReLU:
#
#     a = W1 x + b1
#
# **Predict, then run (1).** Take x = (1, 2), w_y = (2, -1, 0.5) and b_y = 0.5. What
# is y?
#
# <details><summary>Answer</summary>
#
# The three units have a = (4, 1, -1), so h = (4, 1, 0). Then y = 2 * 4 - 1 * 1 + 0.5
# * 0 + 0.5 = 7.5.
#
# </details>
#
# ## The code, one unit at a time

# %%
w_y, b_y = np.array([2.0, -1.0, 0.5]), 0.5  # (3,)
x = np.array([1.0, 2.0])  # (2,)

a, h, y = np.zeros(3), np.zeros(3), b_y
for j in range(3):
    a[j] = b1[j]
    for i in range(2):
        a[j] += W1[j, i] * x[i]
    h[j] = max(a[j], 0)
    y += w_y[j] * h[j]
    print(f"unit {j + 1}: a = {a[j]:4.1f}   h = {h[j]:3.1f}   y so far {y:4.1f}")

assert a.tolist() == [4, 1, -1] and h.tolist() == [4, 1, 0] and y == 7.5

# %% [markdown]
# In matrices each loop is one line. The library saves one more step. It puts the
# column of biases beside W and a 1 below x:
#
#     A = [W b]
#     A (x, 1) = W x + b
#
# nidlite keeps all parameters in one flat vector theta. `layers` are views into it.
# Nets of equal shape stand together in a *stack*. A stack of m nets has arrays of
# shape (m, p_l, p_{l-1} + 1). Our network is one stack of one net. `output` takes
# rows, (n, p).

# %%
A1 = np.column_stack([W1, b1])  # (3, 2 + 1)
A2 = np.append(w_y, b_y)[None]  # (1, 3 + 1)
assert np.array_equal(np.maximum(W1 @ x + b1, 0), h) and w_y @ h + b_y == y
assert np.array_equal(A1 @ [*x, 1], a) and A2 @ [*h, 1] == y

network = mlp(2, hidden=(3,))
theta = np.concatenate([A1.ravel(), A2.ravel()])  # (13,)
((first, last),) = network.layers(theta)
assert network.size == 13 and first.shape == (1, 3, 3) and last.shape == (1, 1, 4)
assert np.array_equal(first[0], A1) and np.array_equal(last[0], A2)

X = np.array([[1.0, 2.0], [0.0, 0.0], [-1.0, 1.0]])  # (n, p) = (3, 2)
assert output(theta, X, network).tolist() == [7.5, 1.0, 2.0]

# %% [markdown]
# ## The chain rule, written out
#
# Say that the target is 6. Then the loss is (y - 6)^2 = 2.25. How should each weight
# change? We go from the output down. Let d stand for "the derivative of the loss with
# respect to":
#
#     dy        = 2 (y - 6)
#     dw_y[j]   = dy h[j]
#     db_y      = dy
#     dh[j]     = dy w_y[j]
#     da[j]     = dh[j] phi'(a[j])
#     dW1[j, i] = da[j] x[i]
#     db1[j]    = da[j]
#
# The slope phi' is 1 where a unit is on, and 0 where it is off.
#
# **Predict, then run (2).** Which rows of dW1 are zero?
#
# <details><summary>Answer</summary>
#
# Only row 3. Unit 3 is off, so phi' is 0 there. Then da, dW1 and db1 are 0 as well,
# and so is dw_y[3], because h is 0.
#
# </details>

# %%
TARGET = 6.0


def chain_rule(W1, b1, w_y, b_y, x):
    """The loss's gradient, (13,), in the order of theta."""
    a = W1 @ x + b1
    h = np.maximum(a, 0)
    dy = 2 * (w_y @ h + b_y - TARGET)
    dw_y, db_y = dy * h, dy
    da = dy * w_y * (a > 0)  # phi' is 1 where the unit is on, 0 where it is off
    dW1, db1 = np.outer(da, x), da
    return np.concatenate([np.column_stack([dW1, db1]).ravel(), dw_y, [db_y]])


by_hand = chain_rule(W1, b1, w_y, b_y, x)
print("d [W1 b1]:", *by_hand[:9].reshape(3, 3), "d [w_y b_y]:", by_hand[9:], sep="\n")
assert (y - TARGET) ** 2 == 2.25
assert by_hand.tolist() == [6, 12, 6, -3, -6, -3, 0, 0, 0, 12, 3, 0, 3]

# %% [markdown]
# This answers the question of the beginning. Unit 3 is off, so this row teaches it
# nothing. Another row, such as (0, 0), would teach it something.
#
# ## The same gradient four times more
#
# autograd records each operation of a formula and replays them backwards. We let it
# differentiate two things:
#
# - a formula for this one network;
# - nidlite's `output`, ten lines that serve every network.
#
# The third method is `backprop.Passes`, the fast form that training uses: the chain
# rule above, for a whole batch of rows. The fourth is central differences, which know
# nothing of derivatives.


# %%
def own_output(theta, x):
    """The network in autograd.numpy, for one row x, (2,)."""
    A1 = theta[:9].reshape(3, 3)
    h = anp.maximum(A1[:, :2] @ x + A1[:, 2], 0)
    return theta[9:12] @ h + theta[12]


def plain_output(theta, x):
    """The same by the library's plain form, as a batch of one row."""
    return output(theta, x[None], network)[0]


def differences(f, theta, step=1e-6):
    """Central differences of f in every entry of theta."""
    steps = step * np.eye(len(theta))
    return np.array([(f(theta + e) - f(theta - e)) / (2 * step) for e in steps])


def loss(theta, network_output=own_output):
    return (network_output(theta, x) - TARGET) ** 2


assert np.allclose(grad(loss)(theta), by_hand, rtol=1e-12, atol=0)
assert np.allclose(grad(loss)(theta, plain_output), by_hand, rtol=1e-12, atol=0)
passes = backprop.Passes(network, 1, theta)
slope = 2 * (passes.forward(x[None]) - TARGET)
assert np.allclose(passes.backward(slope), by_hand, rtol=1e-12, atol=0)
# The loss is quadratic along each axis, so only rounding errs: some 1e-16 / 1e-6.
assert np.allclose(differences(loss, theta), by_hand, rtol=0, atol=1e-7)

# %% [markdown]
# ## ReLU's kink
#
# At a = 0 the slope of ReLU is 0 on the left and 1 on the right. Every number between
# them is called a *subgradient*. None of them is wrong, so a program must choose.
#
# **Predict, then run (3).** autograd's `maximum` treats its two arguments alike.
# Which slope does it choose at the kink?
#
# <details><summary>Answer</summary>
#
# It takes the middle, 1/2. nidlite takes 0, as the common frameworks do.
#
# </details>
#
# The row x = (1, 3) puts unit 2 on its kink, because a = 3 - 3 = 0. The gradient of y
# in that unit's bias is w_y[2] = -1 times the slope chosen.

# %%
relu_slope = grad(lambda a: anp.maximum(a, 0.0))
assert [relu_slope(a) for a in (-1e-9, 0.0, 1e-9)] == [0, 0.5, 1]

on_the_kink, bias = np.array([1.0, 3.0]), 5  # theta[5] is b1 of unit 2
assert (W1 @ on_the_kink + b1)[1] == 0
assert grad(own_output)(theta, on_the_kink)[bias] == -0.5
assert grad(plain_output)(theta, on_the_kink)[bias] == 0
passes.forward(on_the_kink[None])
assert passes.backward(np.ones(1))[bias] == 0

# %% [markdown]
# Training hardly meets this kink, for a row must hit it to the last digit. It does
# meet the kinks of penalties, because a penalty *pulls* weights to zero.
#
# The function |w| has slope -1 on the left of zero and 1 on the right. NumPy's
# sign(0) = 0 lies between them, so it is a subgradient. The norm of a group of
# weights is worse. There autograd divides 0 by 0, and one NaN ends a training.
# nidlite's group penalty answers 0.

# %%
assert grad(anp.abs)(0.0) == 0
with np.errstate(divide="ignore", invalid="ignore"):
    slope = grad(lambda w: anp.sqrt(anp.sum(w**2)))(np.zeros(3))
assert np.isnan(slope).all() and not by_unit.subgradient(np.zeros((2, 3))).any()

# %% [markdown]
# ## L1's subgradient at work
#
# The L1 penalty is lambda times the sum of |w|. Training adds its subgradient lambda
# sign(w) to the gradient of the loss. It does so for weights, and not for biases.

# %%
l1 = PENALTIES["l1"][0]
assert l1.value(W1) == 9 and l1.subgradient(W1).tolist() == [[1, 1], [1, -1], [-1, 0]]

total = by_hand + 0.1 * subgradient(network, theta, "l1")
added = 0.1 * np.array([1, 1, 0, 1, -1, 0, -1, 0, 0, 1, -1, 1, 0])
assert np.allclose(total - by_hand, added, rtol=0, atol=1e-14)

# %% [markdown]
# What does the penalty do to one weight? Suppose that the data want the weight to be
# c. We minimise
#
#     (w - c)^2 / 2 + lambda |w|
#
# The slope is
#
#     w - c + lambda    for w > 0
#     w - c - lambda    for w < 0
#
# If |c| <= lambda, neither slope vanishes, and the minimum is the kink itself. In all
# cases the best weight is
#
#     w = sign(c) max(|c| - lambda, 0)
#
# So a small wish c gives a weight of exactly 0. But descent at a fixed rate r does
# not stop at the kink. It jumps over it and back, for ever. A jump is at most r
# (lambda + |c|) long.


# %%
def best_weight(c, strength):
    return np.sign(c) * max(abs(c) - strength, 0)


def descend(c, strength, rate=0.1, steps=300):
    """The path of w from 1 along (w - c) + strength sign(w)."""
    path = [1.0]
    for _ in range(steps):
        w = path[-1]
        path.append(w - rate * (w - c + strength * np.sign(w)))
    return np.array(path)


grid = np.linspace(-2, 2, 4001)  # a step of 1e-3
for c in (-1.2, -0.3, 0.0, 0.3, 1.2):
    smallest = grid[np.argmin((grid - c) ** 2 / 2 + 0.5 * np.abs(grid))]
    assert abs(smallest - best_weight(c, 0.5)) < 1e-3

tail = np.abs(descend(0.3, 0.5)[-100:])
print(f"sizes of a weight that should be 0: {tail.min():.4f} to {tail.max():.4f}")
assert best_weight(0.3, 0.5) == 0 < tail.min() < 0.01 < tail.max() <= 0.1 * (0.5 + 0.3)
assert abs(descend(1.2, 0.5)[-1] - 0.7) < 1e-9  # away from the kink it converges

# %% [markdown]
# What does it mean? A weight that L1 has switched off is small, but it is not zero.
# Keep this for tutorial 3, where a graph is made of the non-zero weights.
#
# ## The picture
#
# Left: each unit has a line a = 0 where it bends. The lines cut the plane into
# pieces, and on each piece y is linear. Lines 1 and 2 are oblique, because those
# units mix x1 and x2. Line 3 is upright, because unit 3 sees only x1.
#
# Right: a slice along x2 = 0. Its slopes are -1, -4, -3 and -1.

# %%
t = np.linspace(-3, 3, 121)
grid = np.stack(np.meshgrid(t, t), axis=-1).reshape(-1, 2)  # (121 * 121, 2)
x1 = np.linspace(-1, 2, 301)
along_x1 = output(theta, np.column_stack([x1, 0 * x1]), network)  # (301,)
slopes = np.diff(along_x1)[[50, 125, 175, 250]] / 0.01  # one step in each piece
assert np.allclose(slopes, [-1, -4, -3, -1], rtol=0, atol=1e-9)

figure = Figure((9, 3.8), layout="constrained")
plane, line = figure.subplots(1, 2, width_ratios=(1.1, 1))
contours = output(theta, grid, network).reshape(121, 121)
levels = plane.contour(
    t, t, contours, range(-10, 13, 2), colors="0.6", linewidths=0.8, linestyles="solid"
)
plane.clabel(levels, fontsize=7)
for unit, (u, v) in enumerate([(t, (1 - t) / 2), (t, 3 * t), (0 * t + 0.5, t)]):
    plane.plot(u, v, "k", linestyle=("-", "--", ":")[unit], label=f"unit {unit + 1}")
plane.plot(*x, "ko")
plane.annotate(
    "x = (1, 2)", x, (8, -3), textcoords="offset points", backgroundcolor="w"
)
plane.set(xlim=(-3, 3), ylim=(-3, 3), xlabel="x1", ylabel="x2")
plane.set_title("contours of y: straight between the units' kinks")
plane.legend(loc="lower left", fontsize=8, framealpha=1, title="kink of")

line.plot(x1, along_x1, color="k")
for place, unit in zip((0, 0.5, 1), (2, 3, 1)):
    line.axvline(place, color="0.6", linestyle="--", linewidth=0.8)
    line.annotate(f"unit {unit}", (place, 2.3), ha="center", backgroundcolor="w")
box = {"boxstyle": "square,pad=0.1", "facecolor": "w", "edgecolor": "none"}
for place, slope in zip((-0.45, 0.28, 0.76, 1.5), slopes):
    height = np.interp(place, x1, along_x1) + 0.15
    line.annotate(f"slope {slope:.0f}", (place, height), bbox=box)
line.set(xlabel="x1 (at x2 = 0)", ylabel="output y", ylim=(-4, 2.7), xlim=(-1, 2.2))
line.set_title("a slice, and which unit bends it")
figure.savefig(FIGURES / "01_notation_and_network.png", dpi=100)
figure

# %% [markdown]
# ## What to try
#
# 1. Compute the gradient of the loss at x = (1, 3). Where do autograd and nidlite
#    differ?
# 2. Set W1[2, 1] = 1. What becomes of the upright line? Why is unit 3 then one more
#    place where x1 and x2 can interact?
# 3. In `descend`, let the rate fall as 0.99 ** step. Does the weight come to rest?
# 4. Replace L1 by L2, whose slope is 2 lambda w. Is the best weight ever exactly
#    zero?
#
# The answers are on [a page of their own](../solutions/what_to_try.md).
