# %% [markdown]
# # 1. The network, and its gradient (Sec. 2.3 of the paper)
#
# **A question.** A network with three hidden units is trained on one row. One of the
# units learns nothing from it. Which one, and why?
#
# You will compute the network by hand, unit by unit, and then its gradient by the chain
# rule. At the end we look at two places that have no derivative: the kinks of ReLU and
# of L1.
#
# **Opens up** `output` and `objective` of [page zero](00_the_whole_paper.ipynb), the
# network and its loss with L1, and what `value_and_grad` does with them.
# **Time** 3 s. **Seed** none: nothing here is random.
# **Expect** y = 7.5 at x = (1, 2), and one gradient from three methods. At ReLU's kink
# you will see two answers, 0 and 1/2. Neither of them is wrong.
#
# **Two ways to count.** People count features from one and write x1 & x2 for the
# interaction of the first two. Code counts from zero, and writes the same interaction
# as the sorted tuple `(0, 1)`. `label` turns the tuple into the name.

# %%

import autograd.numpy as anp
import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too
from autograd import grad

from nidlite import label
from nidlite.fast import backprop
from nidlite.networks import mlp, output

# %matplotlib inline

# %% [markdown]
# ## An experiment in five lines
#
# The network has 2 features and 3 hidden units. Row j of W1 holds the weights *into*
# unit j. Column i holds the weights *out of* feature i.

# %%
W1 = np.array([[1.0, 2.0], [3.0, -1.0], [-2.0, 0.0]])  # (p_1, p) = (3, 2)
b1 = np.array([-1.0, 0.0, 1.0])  # (3,)
for x in ([1.0, 2.0], [0.0, 0.0], [-1.0, 1.0]):
    print(f"x = {x}: units answer {np.maximum(W1 @ x + b1, 0)}")
print(f"interaction {(0, 1)} is printed as {label((0, 1))}")

# %% [markdown]
# At the first row units 1 and 2 answer with positive numbers, and unit 3 answers 0.
# We say that unit 3 is *off*. At the other two rows unit 3 is on.
#
# ## The formula
#
# A unit adds up its inputs, each times a weight. Then it cuts off what is negative. The
# output adds up the units, each times one more weight. Let $a$ be the sum before the
# cut:
#
# $$a = W^{(1)} x + b^{(1)}, \qquad h = \phi(a)$$
# $$y = w^y h + b^y, \qquad \phi(a) = \max(a, 0)$$
#
# The function $\phi$ is called ReLU. Here is one hidden layer, so $L = 1$, with
# $p = 2$ features and $p_1 = 3$ units.
#
# **Predict, then run (1).** Take $x = (1, 2)$, $w^y = (2, -1, 0.5)$ and $b^y = 0.5$.
# What is y?
#
# <details><summary>Answer</summary>
#
# The three units have $a = (4, 1, -1)$, so $h = (4, 1, 0)$. Then
# $y = 2 \cdot 4 - 1 \cdot 1 + 0.5 \cdot 0 + 0.5 = 7.5$.
# </details>

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

# %% [markdown]
# ## The picture
#
# In matrices each loop is one line, and nidlite's `output` does it for many rows. It
# keeps all parameters in one vector theta, layer by layer, each row of W with its bias.

# %%
network = mlp(2, hidden=(3,))
theta = np.concatenate([np.column_stack([W1, b1]).ravel(), w_y, [b_y]])  # (13,)
print("y at three rows:", output(theta, np.array([x, [0, 0], [-1, 1]]), network))
support.picture_01(lambda rows: output(theta, rows, network), x)

# %% [markdown]
# Each unit has a line a = 0 where it bends. The lines cut the plane into pieces, and on
# each piece y is linear: along x2 = 0 its slopes are -1, -4, -3 and -1. Lines 1 and 2
# are oblique, because those units mix x1 and x2. Line 3 is upright: unit 3 sees only
# x1.
#
# ## The chain rule, written out
#
# Say that the target is 6. Then the loss is $(y - 6)^2 = 2.25$. How should each weight
# change? We go from the output down. Let d stand for "the derivative of the loss with
# respect to":
#
# $$dy = 2 (y - 6), \qquad db^y = dy$$
# $$dw^y_j = dy \, h_j, \qquad dh_j = dy \, w^y_j$$
# $$db_j = da_j = dh_j \, \phi'(a_j), \qquad dW_{ji} = da_j \, x_i$$
#
# The slope $\phi'$ is 1 where a unit is on, and 0 where it is off.
#
# **Predict, then run (2).** Which rows of dW1 are zero?
#
# <details><summary>Answer</summary>
#
# Only row 3. Unit 3 is off, so its slope is 0 there. Then da, dW1 and db1 are 0 as
# well, and so is $dw^y_3$, because h is 0.
# </details>

# %%
TARGET = 6.0


def chain_rule(W1, b1, w_y, b_y, x):
    """The loss's gradient, (13,), in the order of theta."""
    a = W1 @ x + b1
    h = np.maximum(a, 0)
    dy = 2 * (w_y @ h + b_y - TARGET)
    dw_y, db_y = dy * h, dy
    da = dy * w_y * (a > 0)  # the slope is 1 where the unit is on, 0 where it is off
    dW1, db1 = np.outer(da, x), da
    return np.concatenate([np.column_stack([dW1, db1]).ravel(), dw_y, [db_y]])


by_hand = chain_rule(W1, b1, w_y, b_y, x)
print("d [W1 b1]:", *by_hand[:9].reshape(3, 3), "d [w_y b_y]:", by_hand[9:], sep="\n")

# %% [markdown]
# This answers the question of the beginning. Unit 3 is off, so this row teaches it
# nothing. Another row, such as (0, 0), would teach it something.
#
# autograd does the same to any formula: it records each operation and replays them
# backwards. nidlite trains with `backprop.Passes`, the chain rule above for a whole
# batch of rows. Both must give the same gradient.


# %%
def loss(theta):
    return (output(theta, x[None], network)[0] - TARGET) ** 2


by_autograd = grad(loss)(theta)
passes = backprop.Passes(network, 1, theta)
by_passes = passes.backward(2 * (passes.forward(x[None]) - TARGET)).copy()
assert np.allclose(by_autograd, by_hand) and np.allclose(by_passes, by_hand)

# %% [markdown]
# ## ReLU's kink
#
# At a = 0 the slope of ReLU is 0 on the left and 1 on the right. Every number from 0 to
# 1 is called a *subgradient*. None of them is wrong, so a program must choose.
#
# **Predict, then run (3).** autograd's `maximum` treats its two arguments alike.
# Which slope does it choose at the kink?
#
# <details><summary>Answer</summary>
#
# It takes the middle, 1/2. nidlite takes 0, as the common frameworks do, and page zero
# does so by `a * (a > 0)`.
# </details>

# %%
relu_slope = grad(lambda a: anp.maximum(a, 0.0))
where_slope = grad(lambda a: anp.where(a > 0, a, 0.0))
for a_j in (-1e-9, 0.0, 1e-9):
    print(f"a = {a_j:5}: maximum {relu_slope(a_j)}, where {where_slope(a_j)}")

# %% [markdown]
# Training hardly ever meets this kink, because a row must hit it to the last digit. But
# it does meet the kink of a penalty, because a penalty *pulls* weights to zero.
#
# ## L1's kink
#
# L1 adds $\lambda \sum |w|$ to the loss, for weights and not for biases. Suppose that
# the data want one weight to be c. We minimise
#
# $$\tfrac12 (w - c)^2 + \lambda |w| \quad \text{and get}$$
# $$w = \operatorname{sign}(c) \max(|c| - \lambda, 0)$$
#
# For the slope is $w - c + \lambda$ on the right of 0 and $w - c - \lambda$ on the
# left. If $|c| \le \lambda$, neither vanishes, and the minimum is the kink itself. So a
# small c gives a weight of exactly 0. But gradient descent at a fixed rate does not
# stop there. It jumps over the kink and back, for ever.


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


tail = np.abs(descend(0.3, 0.5)[-100:])
print(f"best {best_weight(0.3, 0.5):g}; sizes {tail.min():.4f} to {tail.max():.4f}")
support.numbers_of_01(globals())  # asserts every number that the text names

# %% [markdown]
# What does it mean? A weight that L1 has switched off is small, but it is not zero.
# Keep this for tutorial 3, where a graph is made of the non-zero weights.
#
# ## What to try
#
# [Four questions](../what_to_try.md), with answers to unfold.
