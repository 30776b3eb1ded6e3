# %% [markdown]
# # 11. Two networks must agree (Sec. 3, and beyond)
#
# **A question.** A ranking has no end. Which interactions may you claim?
#
# You will ask three questions in a few lines each. Do two networks that never saw the
# same rows agree? Do unseen rows need the interaction? Are your claims enough?
#
# **Data** California housing travels with nidlite; we take 14,000 of its 20,640 rows.
# **Time** 35 s. **Seed** 0.
# **Expect** a map that no sum of two curves can draw. Two networks agree where there
# are no data, and blind networks find them out. Housing keeps two claims.

# %%
import os
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from nidlite import detect_interactions, label, mixed_difference
from nidlite.agreement import search
from nidlite.agreement.confirm import Corners
from nidlite.agreement.constants import BLIND
from nidlite.agreement.unseen import t_value
from nidlite.cutoff.additive import glass_box
from nidlite.datasets import load
from nidlite.fast.backprop import predict
from nidlite.networks import Network, Stack
from nidlite.training import fit

# %matplotlib inline
# Pictures go to this folder; NIDLITE_FIGURES names another one.
FIGURES = Path(os.environ.get("NIDLITE_FIGURES", "my_figures"))
FIGURES.mkdir(parents=True, exist_ok=True)
SEED = 0
rng = np.random.default_rng(SEED)
THIRDS = (1 / 3, 1 / 3, 1 / 3)  # training, validation and test rows, as in Sec. 5.1
NAMES = "longitude latitude age rooms bedrooms population households income".split()

# %% [markdown]
# ## A picture first
#
# Here are two models of house values in California. The first is a sum of eight
# curves, one for each feature. The second is MLP-M, which sees everything. A map has
# the mean prediction for 50 neighbourhoods that we move from place to place.

# %%
table = load("cal_housing")
some = rng.permutation(len(table.y))[:14_000]
X, y = table.X[some], table.y[some]
housing = detect_interactions(X, y, feature_names=NAMES, seed=SEED, epochs=20)
curves = glass_box(housing, [], rng, hidden=(), steps=1000)

east, north = np.linspace(-124.4, -114.3, 100), np.linspace(32.5, 42, 95)
places = np.stack(np.meshgrid(east, north), axis=-1).reshape(-1, 2)
near = np.zeros(len(places), dtype=bool)
for house in np.unique(X[:, :2].round(1), axis=0):
    near |= np.abs(places - house).max(axis=1) < 0.15


def mean_value(model, places):
    """The mean prediction for 50 rows moved to each place, in 1000 dollars, (n,)."""
    rows = np.repeat(housing.table.X[:50], len(places), axis=0)
    rows[:, :2] = np.tile(places, (50, 1))
    return model.predict(rows).reshape(50, -1).mean(axis=0) / 1000


figure = Figure((9.5, 4.2), layout="constrained")
axes, costs = figure.subplots(1, 2, sharey=True), []
maps = {"longitude + latitude": curves, "longitude & latitude": housing}
for ax, (title, model) in zip(axes, maps.items()):
    values = np.full(len(places), np.nan)
    values[near] = mean_value(model, places[near])
    values = values.reshape(len(north), len(east))
    image = ax.pcolormesh(east, north, values, vmin=0, vmax=350, rasterized=True)
    ax.contour(east, north, values, levels=range(50, 350, 50), colors="w")
    ax.set(title=title, xlabel="longitude (degrees)")
    for latitude in (37.7, 40.5):
        way = np.array([(-122.4, latitude), (-121.4, latitude)])
        costs.append(-np.diff(mean_value(model, way)).item())
    print(f"{title}: a degree east costs {costs[-2]:.0f} and {costs[-1]:.0f}")
axes[0].set_ylabel("latitude (degrees)")
figure.colorbar(image, ax=axes, label="mean value (1000 dollars)")
figure.savefig(FIGURES / "11_two_networks_must_agree.png", dpi=85)
assert abs(costs[0] - costs[1]) < 0.1 and costs[2] > costs[3] + 40
figure

# %% [markdown]
# On the left one curve from west to east serves all latitudes, moved up or down. So a
# degree east of San Francisco costs what it costs 200 miles north of it. On the right
# it costs much more at the Bay. Is that in the data, or does one network imagine it?
#
# ## Two networks that never saw the same rows
#
# A network learns what is in the data, and accidents of its own rows. A second network
# with other rows has other accidents. So train two, multiply what they say, and take
# the mean. What they share stays. Accidents have no common sign, and they cancel.
#
# Let D be the true mixed difference between two rows (tutorial 2). The networks say
# D_a = D + e_a and D_b = D + e_b, where the errors have mean 0, and are independent of
# each other and of D. Then
#
#     E[D_a D_b] = E[D^2] + E[D e_b] + E[e_a D] + E[e_a e_b] = E[D^2]
#     E[D_a^2]   = E[D^2] + 2 E[D e_a] + E[e_a^2]            = E[D^2] + E[e_a^2]
#
# The product is *unbiased*. The square is not: it keeps E[e_a^2], however many rows
# one averages. Two numbers come from the product: a share of the variance, and the
# agreement, a cosine from -1 to 1.
#
#     share     = mean(D_a D_b) / 2^|I| / var(y)
#     agreement = mean(D_a D_b) / sqrt(mean(D_a^2) mean(D_b^2))
#
# **Predict, then run (1).** Only x3 & x4 interact here, and there is noise. In how
# many of the 15 pairs does one network see an interaction?
#
# <details><summary>Answer</summary>
#
# In all 15. A network that has learned noise is never exactly additive.
#
# </details>

# %%
X = rng.uniform(-1, 1, size=(3_000, 6))
y = np.sin(3 * X[:, 0]) + X[:, 1] ** 2 + X[:, 2] * X[:, 3] + rng.normal(size=3_000) / 2
noisy = detect_interactions(X, y, seed=SEED, epochs=30, fractions=THIRDS)
f_a, f_b = noisy.opinion.pair  # one knows the training rows, one the validation rows
squares, products = {}, {}
for pair in combinations(range(6), 2):
    D_a, D_b = f_a.part(pair), f_b.part(pair)
    squares[pair] = np.mean(D_a**2) / 4 / noisy.opinion.variance
    products[pair] = np.mean(D_a * D_b) / 4 / noisy.opinion.variance

print("share of            one network, squared   two, multiplied")
others = [pair for pair in squares if pair != (2, 3)]
for name, pairs in (("x3 & x4", [(2, 3)]), ("14 others, mean", others)):
    one, two = (np.mean([share[k] for k in pairs]) for share in (squares, products))
    print(f"{name:17} {one:22.4f} {two:17.4f}")
assert min(squares.values()) > 1e-4 and abs(two) < one / 2
assert [claim.interaction for claim in noisy.agreed()] == [(2, 3)]

# %% [markdown]
# The product leaves the interaction and shrinks the accidents. Where features are
# independent this nearly settles it; the end of this page has the rest.
#
# ## A copy deceives them
#
# Now let b be nearly a copy of a:
#
#     b = a + 0.1 noise          y = a^2 + c + 0.3 noise
#
# No features interact. But a network may write a part of a^2 as a b, for in the data
# they are nearly the same.
#
# **Predict, then run (2).** Do two networks of different rows agree on a & b?
#
# <details><summary>Answer</summary>
#
# Yes. The mixed difference takes a from one row and b from another. There are no data
# at such corners, so both networks extrapolate, and they do it alike.
#
# </details>

# %%
X = rng.normal(size=(3_000, 4))
X[:, 1] = X[:, 0] + 0.1 * X[:, 1]
noise = 0.3 * rng.normal(size=3_000)
settings = {"seed": SEED, "epochs": 20, "fractions": THIRDS, "feature_names": "abcd"}
additive = detect_interactions(X, X[:, 0] ** 2 + X[:, 2] + noise, **settings)
product = detect_interactions(X, X[:, 0] * X[:, 2] + noise, **settings)

both = additive.opinion.of((0, 1))
in_data = np.median(np.abs(X[:, 1] - X[:, 0]))
at_corners = np.median(np.abs(np.roll(X[:, 1], 1) - X[:, 0]))
print(f"a & b: share {both.share:.3f}, agreement {both.agreement:.2f}, t {both.t:.1f}")
print(f"|b - a| is {in_data:.2f} in the data, {at_corners:.2f} at the corners")
assert at_corners > 10 * in_data and min(both.agreement, both.t / 4) > 0.5

# %% [markdown]
# The errors e_a and e_b are not independent here, so E[e_a e_b] stays. The corners are
# more than ten times as far from the line b = a as the data. We must ask about rows
# that exist.
#
# ## Blind networks tell
#
# Sec. 3 says what an interaction is, and needs no corners for it. Turned around:
#
# > f has **no** interaction I exactly if it is a sum of functions f_i, one for each i
# > in I, where f_i does not see x_i.
#
# So try it. Train the best sum of *blind* nets, and its *twin*: as many nets of the
# same size, which all see everything. Compare both on rows that neither saw. If the
# blind sum predicts as well, nobody needs the interaction.


# %%
def unseen_errors(found, blind):
    """Squared errors on test rows of a sum of nets, each blind to some columns."""
    p, start = found.table.X.shape[1], np.random.default_rng(SEED)
    seen = [tuple(c for c in range(p) if c not in unseen) for unseen in blind]
    network = Network(tuple(Stack((sees,), (60, 30, 15), True) for sees in seen))
    theta = fit(network, found.split, "regression", start, BLIND).theta
    X, y = found.split.test
    return (predict(network, theta, X) - y) ** 2


(a, b, c), rises = range(3), []
print("y          one net is blind to, the other to     t   error rises by")
for name, found in (("a^2 + c", additive), ("a c", product)):
    twin = unseen_errors(found, [(), ()])
    for blind in ([(a,), (b,)], [(a,), (c,)], [(a, b), (c,)]):
        worse = unseen_errors(found, blind) - twin
        rises.append(worse.mean() / twin.mean())
        one, other = (label(k, "abc", between=", ") for k in blind)
        print(f"{name:22}{one:17}{other:4}{t_value(worse):7.1f} {rises[-1]:15.0%}")
assert max(rises[:5]) < 0.5 and rises[5] > 2

# %% [markdown]
# For y = a^2 + c nothing is lost, whoever is blind. (Two starts of a training differ by
# some 10 percent here. So the library takes the mean of two, on both halves of the
# rows.) Row 1 is the false claim: the net that is blind to b has a^2 from a.
#
# y = a c *is* an interaction. Yet with one net blind to a and one to c the error hardly
# rises: the first reads a off b. It loses 0.1^2 beside noise of 0.3^2, about 11
# percent. So **relatives go blind together**. Blind to a and b, the error explodes. The
# price: the claim is about the group. "c, with one of a and b" is what the rows say.
#
# **Predict, then run (3).** Does f = x1 x2 + x1 x3 + x2 x3 have the interaction of all
# three? The paper's Algorithm 1 reports it (Sec. 5.4).
#
# <details><summary>Answer</summary>
#
# No. x2 x3 does not see x1, x1 x3 does not see x2, and x1 x2 does not see x3: f is a
# sum of three blind functions. So the mixed difference of the triple is 0.
#
# </details>

# %%
rows = rng.normal(size=(2, 1000, 3))
D = mixed_difference(lambda X: sum((X * X[:, [1, 2, 0]]).T), (0, 1, 2), *rows)
print(f"the triple's mixed difference is at most {np.abs(D).max():.0e}")
assert np.abs(D).max() < 1e-12

# %% [markdown]
# ## Housing: what is needed?
#
# What would two networks claim if agreement were enough? And what is left when it must
# be needed? `found.agreed()` asks blind nets. A claim needs a t of 2.5 and a rise of 6
# percent on both halves, for a single half deceives. A relative tells a lot of a
# feature: the correlation ratio, which sees more than lines, is above 0.7.

# %%
unasked = search(replace(housing.opinion, needed=None))
largest = label(unasked[0].interaction, NAMES)
print(f"agreement alone: {len(unasked)} claims, such as\n  {largest}")

rises_of_claims = [claim.needed for claim in housing.agreed()]
known = housing.opinion.needed.known  # and the twins, under their number of nets
asked = {blocks: known[blocks] for blocks in known if isinstance(blocks, tuple)}
claims = [k for k, verdict in asked.items() if verdict.rise in rises_of_claims]
print("t on both halves   error rises by   blind to")
for blocks in sorted(asked, key=lambda blocks: -asked[blocks].least):
    (t, u), (rise, more) = asked[blocks].t, asked[blocks].rise
    words = " | ".join(label(block, NAMES, between=", ") for block in blocks)
    words += "  <- claimed" * (blocks in claims)
    print(f"{t:9.1f} {u:6.1f} {rise:11.0%} {more:4.0%}   {words}")
print("note:", *housing.answer_notes())

assert {((0,), (1,)), ((3, 4, 6), (5,))} <= {*claims} and len(unasked) > len(claims)
assert all(asked[k].least > 2.5 and min(asked[k].rise) > 0.05 for k in claims)

# %% [markdown]
# Agreement alone claims far too much. Rooms, bedrooms, population and households
# all say how large a neighbourhood is: hardly any has the rooms of one and the people
# of another. Blind nets leave two claims.
#
# - **longitude & latitude**. Without it the error rises by about a tenth, on both
#   halves. The right map at the top is real.
# - **population, and one of rooms, bedrooms and households**. Think of people per
#   household: where homes are crowded, they are cheap (below). Which of the three
#   columns it is, these rows cannot tell, and the note says so.
#
# ## Enough?
#
# The last question is about the whole list. Train univariate nets alone, and then with
# one net for each claim: that is MLP-Cutoff (Sec. 4.3). Compare both with the network
# that was read, on rows that none was trained on.

# %%
people = table.X[:, 5] / table.X[:, 6]  # per household
crowded, roomy = (np.median(table.y[k]) for k in (people > 3.2, people < 2.5))
print(f"median value: crowded {crowded:,.0f}, roomy {roomy:,.0f} dollars")
assert crowded < 0.8 * roomy

enough = housing.enough()
print(f"R2 of single effects {enough.single:.3f}, with the answer {enough.answer:.3f}")
print(f"R2 of the whole network {enough.whole:.3f}")
shares = housing.additive().shares()
largest = sorted(shares, key=shares.get, reverse=True)[:4]
for part in largest:
    print(f"{shares[part]:6.1%} of the model: {label(part, NAMES)}")
assert enough.answer > enough.single + 0.03 and enough.whole > enough.single + 0.03
assert enough.reached and np.isclose(sum(shares.values()), 1)
assert {*largest[:2]} == {(7,), (0, 1)}

# %% [markdown]
# With the answer, curves and two nets of a few features predict as well as the whole
# network. This model is a glass box: `found.additive()` has its parts, and their shares
# add up to 1. Where an answer does not get so far, there is more than it names.
#
# So two networks agree, unseen rows need it, and all of it is enough. Still, an
# interaction in the data is no cause.
#
# ## For the curious: outcomes as a witness
#
# With many pairs some agree by accident. Outcomes that a network never saw tell. Let h
# be the part of f due to the interaction. If h is an accident, it is unrelated to what
# f - h leaves of these outcomes. So the mean of (y - f + h) h, over its standard error,
# is a t around 0. The second h goes to other corners: they must not share errors. But
# the copy's t was large, too: a b is no accident where it stands in for a^2.


# %%
def witness(found, pair):
    X, y = found.rows[1]  # the first network was not trained on these
    corners = [Corners(found.f, X, rng.permutation(X), found.columns) for _ in "12"]
    h, other_h = (one.part(pair) for one in corners)
    return t_value((y - found.f(X) + h) * other_h)


t, u = witness(noisy, (2, 3)), max(witness(noisy, pair) for pair in others)
print(f"t: x3 & x4 {t:.1f}, 14 others at most {u:.1f}")
assert t > max(u, 2.5)

# %% [markdown]
# ## What to try
#
# 1. Give both networks the *same* error, e_a = e_b. What becomes of the product? Where
#    on this page did that happen?
# 2. Let y = a b + c in the table of copies. What do blind nets say of b = a + 0.1
#    noise, and of b = a + noise?
# 3. Use all rows of California, or another seed. Which claims stay, and which come and
#    go?
#
# The answers are on [a page of their own](../solutions/what_to_try.md).
