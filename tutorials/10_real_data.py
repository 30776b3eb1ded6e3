# %% [markdown]
# # 10. Real data: California housing (Sec. 5.3, App. J)
#
# **A question.** You have 20,640 neighbourhoods, eight features and the median value
# of a house. No formula says what interacts. What does NID say, and how can you check
# it without a formula?
#
# NID's first answer is longitude & latitude: where you are. You will draw it as a map,
# and see how much better a model without interactions becomes by it.
#
# **Opens up** the last lines of [page zero](00_the_whole_paper.ipynb), with a table in
# place of `f5`: there `train` learns, and `greedy_ranking` and `pairwise_strengths` say
# what interacts.
# **Data** California housing travels with nidlite.
# **Time** 15 s. **Seed** 0.
# **Expect** longitude & latitude on top of both rankings. The error falls by more
# than 5 percent when an additive model gets a net for them.

# %%
from dataclasses import replace

import numpy as np
import support  # tutorials/support.py; in Colab and the like, upload it, too

from nidlite import detect_interactions, prune_redundant
from nidlite.datasets import load
from nidlite.fast.backprop import predict
from nidlite.interactions import ranking_table
from nidlite.recipes import CUTOFF_RECIPE

# %matplotlib inline

# %% [markdown]
# ## The table

# %%
table = load("cal_housing")
X, y, names = table.X, table.y, table.feature_names
for name, low, middle, high in zip(names, X.min(0), np.median(X, 0), X.max(0)):
    print(f"{name:18} {low:7.2f} {middle:7.2f} {high:8.2f}")
capped = np.mean(y == y.max())
print(f"{capped:.1%} of the values are cut off at {y.max():,.0f} dollars")

# %% [markdown]
# ## NID
#
# MLP-M trains for 12 epochs. Then we print both rankings, that of the pairs and that of
# Algorithm 1.
#
# **Predict, then run (1).** Which two features act jointly on the value of a house more
# than any other two?
#
# <details><summary>Answer</summary>
#
# Longitude and latitude. It is the paper's answer, too, in Fig. 5 and in Fig. 7.
# </details>

# %%
found = detect_interactions(X, y, feature_names=names, seed=0, epochs=12)
print(found.summary)
for title, ranking in (
    ("rank   strength  pair", found.pairwise_ranking),
    ("rank   strength  interaction", prune_redundant(found.ranking)),
):
    print(ranking_table(title, ranking, names, shown=4))

# %% [markdown]
# How large are these interactions? We apply Definition 1 to the trained network
# (tutorial 2). The answer is a share of the variance. It is exact only for independent
# features, which these are not. So read it as an order of magnitude.

# %%
shares = found.confirm(top=4)
print(ranking_table("rank   strength       share", shares, names))

# %% [markdown]
# ## A model without interactions
#
# MLP-Cutoff (tutorial 8) with K = 0 is an additive model, with one net for each
# feature:
#
# $$c_0(x) = g_1(x_1) + \dots + g_p(x_p)$$
#
# K = 1 adds one net, which sees longitude and latitude:
#
# $$c_1(x) = g_1(x_1) + \dots + g_p(x_p) + g'(x_\text{lon}, x_\text{lat})$$
#
# **Predict, then run (2).** MLP-M has all interactions. In which order are the three
# errors?
#
# <details><summary>Answer</summary>
#
# K = 0 has the largest error. K = 1 and MLP-M are close: this one interaction closes
# nearly all of the gap. What else acts jointly here is the question of tutorial 11.
# </details>

# %%
cutoff = found.cutoff(recipe=replace(CUTOFF_RECIPE, epochs=20, batch=200), most=1)
for K, fit in enumerate(cutoff.fits):
    print(f"K = {K}: validation RMSE {found.error(fit.best.valid):.3f} (scaled)")
print(f"MLP-M: validation RMSE {found.error(cutoff.reference):.3f} (scaled)")
fall = 1 - np.sqrt(cutoff.losses[1] / cutoff.losses[0])
print(f"adding the net of longitude & latitude lowers the error by {fall:.1%}")

# %% [markdown]
# ## Two maps with one scale
#
# What does a model say of a *place*? We take fifty neighbourhoods, move all of them
# there, and average what the model predicts. So both maps below are in dollars, and one
# colour is one price. We draw places near a neighbourhood: elsewhere a model
# extrapolates.


# %%
def as_model(fit):
    """A fit as a function of raw rows, in dollars: (n, p) -> (n,)."""

    def values(rows):
        scaled = predict(fit.network, fit.theta, found.split.scale_X(rows))
        return found.split.y_mean + found.split.y_scale * scaled.astype(float)

    return values


def mean_value(model, places, some=X[:50]):
    """The mean prediction for some rows moved to each place, in 1000 dollars, (n,)."""
    rows = np.repeat(some, len(places), axis=0)
    rows[:, :2] = np.tile(places, (len(some), 1))
    return model(rows).reshape(len(some), -1).mean(axis=0) / 1000


additive = as_model(cutoff.fits[0])
maps = {
    "a sum of eight curves": lambda places: mean_value(additive, places),
    "the network": lambda places: mean_value(found.predict, places),
}
support.picture_10(X, maps)

# %% [markdown]
# Left, one curve from west to east serves all of California, moved up or down: a step
# east costs the same at every latitude. Right, the value falls with the distance from
# the oblique coast: a degree east costs a lot at the sea, and hardly anything inland.
#
# ## The rectangle again
#
# Take the four corners of tutorial 2, and ask both models.
#
# **Predict, then run (3).** The raw averages had D = 83.5 thousand dollars. What is D
# of the additive model? Must D of the network be 83.5?
#
# <details><summary>Answer</summary>
#
# The additive model has D = 0, whatever its curves are. The network need not have 83.5:
# it knows the incomes, which the raw averages mix in, and its map is smooth.
# </details>

# %%
WEST, EAST, SOUTH, NORTH = -121.9, -121.4, 37.7, 38.6
corners = np.array([(EAST, NORTH), (WEST, NORTH), (EAST, SOUTH), (WEST, SOUTH)])
D = {}
for title, values in maps.items():
    D[title] = values(corners) @ [1, -1, -1, 1]
    print(f"{title:21} D = {D[title]:5.1f} thousand")

# %% [markdown]
# Here are the network's values for some cities. San Francisco, San Luis Obispo and Los
# Angeles are at least 60,000 dollars dearer than Sacramento and Fresno.

# %%
cities = dict(zip(support.CITIES, maps["the network"](list(support.CITIES.values()))))
for city, value in cities.items():
    print(f"{city:15} {value - cities['Fresno']:4.0f} thousand above Fresno")
support.numbers_of_10(globals())  # asserts every number that the text names

# %% [markdown]
# What does it mean? On real data nobody has the list of true interactions. But one can
# look: at a map, at four corners, and at the error of a model without the interaction.
# Here all three say the same. Which *other* interactions may be claimed is the question
# of [tutorial 11](11_two_networks_must_agree.ipynb).
#
# ## What to try
#
# [Three questions](../what_to_try.md), with answers to unfold.
