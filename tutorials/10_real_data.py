# %% [markdown]
# # 10. Real data: California housing (Sec. 5.3, App. J)
#
# **A question.** You have 20,640 neighbourhoods, eight features and the median value
# of a house. No formula says what interacts. What does NID say, and how can you check
# it without a formula?
#
# NID's first answer is longitude & latitude: where you are. You will see this
# interaction in four averages of the raw data. Then NID finds it, MLP-Cutoff adds it
# to an additive model, and we draw the map of Fig. 12.
#
# **Data** California housing travels with nidlite.
# **Time** 20 s. **Seed** 0.
# **Expect** longitude & latitude on top of both rankings. The error falls by more
# than 5 percent when their net is added. The map has two dear coasts.

# %%
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from PIL import Image

from nidlite import detect_interactions, mixed_difference, prune_redundant
from nidlite.datasets import load
from nidlite.fast.backprop import predict, responses
from nidlite.interactions import ranking_table
from nidlite.plots import surface
from nidlite.recipes import CUTOFF_RECIPE

# %matplotlib inline
# Pictures go to this folder; NIDLITE_FIGURES names another one.
FIGURES = Path(os.environ.get("NIDLITE_FIGURES", "my_figures"))
FIGURES.mkdir(parents=True, exist_ok=True)
SEED = 0

# %% [markdown]
# ## The table

# %%
table = load("cal_housing")
X, y, names = table.X, table.y, table.feature_names
assert X.shape == (20_640, 8) and names[:2] == ("longitude", "latitude")
for name, low, middle, high in zip(names, X.min(0), np.median(X, 0), X.max(0)):
    print(f"{name:20} {low:10.2f} {middle:10.2f} {high:10.2f}")

capped = np.mean(y == y.max())
print(f"{capped:.1%} of the values are cut off at {y.max():,.0f} dollars")
assert y.max() == 500_001 and 0.046 < capped < 0.048

# %% [markdown]
# ## An experiment: four averages
#
# Tutorial 2 asked whether going east costs the same at every latitude. Now we ask the
# data. If
#
#     value = g(longitude) + h(latitude) + the rest
#
# then it does. Take two latitudes and two longitudes, and average the houses within
# 0.12 degrees of each corner. In the south we go from Pleasanton to Tracy. In the
# north we go from Yolo county to Sacramento.
#
# **Predict, then run (1).** In the south, east means away from San Francisco Bay. In
# the north it means a few miles of plain. Where does going east cost more?
#
# <details><summary>Answer</summary>
#
# In the south. So the mixed difference, north less south, is positive.
#
# </details>


# %%
def corner(longitude, latitude):
    """Mean value of the houses around a place, and that mean's standard error."""
    around = np.abs(X[:, :2] - [longitude, latitude]).max(axis=1) < 0.12
    return y[around].mean(), y[around].std(ddof=1) / np.sqrt(around.sum())


WEST, EAST, SOUTH, NORTH = -121.9, -121.4, 37.7, 38.6
values, errors = {}, {}
for side in (SOUTH, NORTH):
    for place in (WEST, EAST):
        values[place, side], errors[place, side] = corner(place, side)
    cost = values[WEST, side] - values[EAST, side]
    print(
        f"latitude {side}: {values[WEST, side]:8,.0f} in the west, "
        f"{values[EAST, side]:8,.0f} in the east; going east costs {cost:,.0f}"
    )

difference = (
    values[EAST, NORTH]
    - values[WEST, NORTH]
    - values[EAST, SOUTH]
    + values[WEST, SOUTH]
)
error = np.sqrt(sum(e**2 for e in errors.values()))
print(f"mixed difference {difference:,.0f} +- {error:,.0f} dollars")
assert 83_000 < difference < 84_000 and difference > 3 * error

# %% [markdown]
# A sum of g and h has mixed difference 0. This one is more than three standard errors
# above it. But careful: these are raw averages, and the places differ in income, too.
# That is why we need a model.
#
# ## The code: NID
#
# MLP-M trains for 12 epochs. Then we print both rankings, of the pairs and of
# Algorithm 1.

# %%
found = detect_interactions(X, y, feature_names=names, seed=SEED, epochs=12)
print(found.summary)
for title, ranking in (
    ("rank   strength  pair", found.pairwise_ranking),
    ("rank   strength  interaction", prune_redundant(found.ranking)),
):
    print(ranking_table(title, ranking, names, shown=4))

assert found.pairwise_ranking[0][0] == (0, 1)
assert found.ranking[0][0] == (0, 1)
assert found.test_score()[1] > 0.75

# %% [markdown]
# This is the paper's answer, too. Longitude & latitude is on top of Fig. 5 and of
# Fig. 7. How much is behind it? We put Definition 1 to the trained network. The
# answer is a share of the variance. It is exact only for independent features, which
# these are not. So read it as an order of size.

# %%
shares = found.confirm(top=4)
print(ranking_table("rank   strength       share", shares, names))
assert dict((i, share) for i, _, share in shares)[0, 1] > 0.05

# %% [markdown]
# ## MLP-Cutoff with one interaction
#
# K = 0 is an additive model, one net for each feature. K = 1 adds a net that sees
# longitude and latitude.
#
# **Predict, then run (2).** MLP-M has all interactions. In which order are the three
# errors?
#
# <details><summary>Answer</summary>
#
# K = 0 has the largest error, then K = 1, then MLP-M. One interaction closes a part
# of the gap.
#
# </details>

# %%
cutoff = found.cutoff(recipe=replace(CUTOFF_RECIPE, epochs=20, batch=200), most=1)
assert cutoff.candidates == [(0, 1)]
additive, with_map = cutoff.fits
for K, fit in enumerate(cutoff.fits):
    print(f"K = {K}: validation RMSE {found.error(fit.best.valid):.3f} (scaled)")
print(f"MLP-M: validation RMSE {found.error(cutoff.reference):.3f} (scaled)")

fall = 1 - np.sqrt(cutoff.losses[1] / cutoff.losses[0])
print(f"adding the net of longitude & latitude lowers the error by {fall:.1%}")
assert fall > 0.05

# %% [markdown]
# ## What that net has learned
#
# `responses` gives the output of each net in a stack. Stack 0 holds the univariate
# nets. Stack 1 holds the one net of longitude & latitude.
#
# What of this net is *determined*? A function of longitude alone may move from its
# univariate net into the map, and the model stays the same. The mixed difference is
# free of that. For our four corners it is the same for the net alone and for the
# whole model. For the additive model it is 0.


# %%
def at(places):
    """Scaled rows at the places (n, 2), every other feature at its mean: (n, 8)."""
    rows = np.tile(found.split.x_mean, (len(places), 1))
    rows[:, :2] = places
    return found.split.scale_X(rows)


def dollars(f):
    """A function of scaled rows as one of places, in dollars: (n, 2) -> (n,)."""
    return lambda places: f(at(places)).astype(float) * found.split.y_scale


def whole(fit):
    return dollars(lambda rows: predict(fit.network, fit.theta, rows))


def net(rows):
    return responses(with_map.network, with_map.theta, rows, stack=1)[0]


southwest, northeast = np.array([[WEST, SOUTH]]), np.array([[EAST, NORTH]])
m = {
    "K = 0, additive": whole(additive),
    "K = 1": whole(with_map),
    "K = 1, the net of both alone": dollars(net),
}
for name, f in m.items():
    m[name] = mixed_difference(f, (0, 1), southwest, northeast).item()
    print(f"{name:30} {m[name]:10,.0f} dollars")

of_additive, of_model, of_net = m.values()
assert abs(of_additive) < 1 and abs(of_net - of_model) < 1  # float32 rounding
assert of_net > 10_000

# %% [markdown]
# It is positive, as in the raw averages. It need not be the same number. The model
# knows the incomes, and its map is smooth.
#
# Now a second look without a picture. Go from west to east along one latitude. Where
# does the value fall most steeply?
#
# **Predict, then run (3).** Compare latitude 34 with latitude 38. For which model, K
# = 0 or K = 1, is the steepest place at the same longitude?
#
# <details><summary>Answer</summary>
#
# For K = 0. All its rows are one curve, moved up or down. For K = 1 the steepest
# place follows the coast.
#
# </details>


# %%
def steepest(f, latitude):
    """The longitude where f falls most on the way east along a latitude.

    f is straight between kinks: the first of equally steep steps, up to rounding.
    """
    steps = np.linspace(-124, -116, 161)
    falls = np.diff(f(np.column_stack([steps, np.full(161, latitude)])))
    return steps[np.argmax(falls < 0.999 * falls.min())]


steep = {
    K: [steepest(whole(fit), latitude) for latitude in (34.0, 38.0)]
    for K, fit in enumerate(cutoff.fits)
}
for K, (south, north) in steep.items():
    print(f"K = {K}: steepest at {south:.2f} (latitude 34), {north:.2f} (latitude 38)")

assert abs(steep[0][0] - steep[0][1]) < 0.06  # one step of the line, for rounding
assert steep[1][0] - steep[1][1] > 3

# %% [markdown]
# ## The picture
#
# Left, what the additive model says about places: the sum of its two univariate nets.
# It can only cross stripes. Right, the interaction net as in Fig. 12. We draw places
# within 0.15 degrees of a neighbourhood. Elsewhere a net extrapolates.

# %%
longitudes, latitudes = np.linspace(-124.4, -114.3, 160), np.linspace(32.5, 42, 150)
places = np.stack(np.meshgrid(longitudes, latitudes), axis=-1).reshape(-1, 2)
near = np.zeros(len(places), dtype=bool)
for place in np.unique(X[:, :2].round(1), axis=0):
    near |= np.abs(places - place).max(axis=1) < 0.15


def stripes(rows):
    return responses(additive.network, additive.theta, rows, stack=0)[:2].sum(axis=0)


CITIES = {
    "San Francisco": (-122.42, 37.77),
    "Sacramento": (-121.49, 38.58),
    "Fresno": (-119.79, 36.74),
    "San Luis Obispo": (-120.66, 35.28),
    "Los Angeles": (-118.24, 34.05),
    "San Diego": (-117.16, 32.72),
}
figure = Figure((9.5, 4.3), layout="constrained")
titles = "K = 0: longitude + latitude", "K = 1: the net of longitude & latitude"
for ax, f, title in zip(figure.subplots(1, 2), (stripes, net), titles):
    level = dollars(f)(X[:, :2]).mean()
    relative = np.where(near, dollars(f)(places) - level, np.nan) / 1000
    grid = relative.reshape(len(latitudes), len(longitudes))
    units = ("longitude (degrees)", "latitude (degrees)")
    surface(longitudes, latitudes, grid, units, ax, label="relative value (1000 $)")
    for city, (east, north) in CITIES.items():
        ax.plot(east, north, "wo", markersize=4, markeredgecolor="k")
        rim = [withStroke(linewidth=2, foreground="w")]
        ax.annotate(city, (east + 0.2, north + 0.1), fontsize=8, path_effects=rim)
    ax.set_title(title, fontsize=10)
path = FIGURES / "10_real_data.png"
figure.savefig(path, dpi=90)
# 128 colours are enough, and a third of the bytes.
Image.open(path).convert("RGB").quantize(128).save(path, optimize=True)
figure

# %% [markdown]
# What does it mean? The additive map has one curve from west to east for all of
# California. The net finds two dear places, the coasts of San Francisco and of Los
# Angeles, with less between them. The inland valley of Sacramento and Fresno is
# cheap. Here are the numbers from the whole model, with the other features at their
# means.

# %%
value = {
    city: whole(with_map)(np.array([place])).item() for city, place in CITIES.items()
}
for city in value:
    print(
        f"{city:14} {value[city] - value['Fresno']:8,.0f} dollars more than in Fresno"
    )
assert value["San Francisco"] - value["Fresno"] > 100_000
assert value["Los Angeles"] - value["Fresno"] > 60_000
between = value["San Luis Obispo"]
assert min(value["San Francisco"], value["Los Angeles"]) > between
assert max(value["Sacramento"], value["Fresno"]) < between

# %% [markdown]
# ## What to try
#
# 1. Rotate the map by 45 degrees before training: replace longitude and latitude by
#    their scaled sum and difference. Can an interaction become weaker, or disappear?
# 2. Move the two western corners to the coast at -122.3 and the eastern ones to
#    -121.0. Is the mixed difference still positive?
# 3. How strongly do total_rooms, total_bedrooms, population and households correlate?
#    What does this mean for their interactions?
#
# The answers are on [a page of their own](../solutions/what_to_try.md).
