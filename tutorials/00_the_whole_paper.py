# %% [markdown]
# # 0. The whole paper in one file (Sec. 2 to 5 of the paper)
#
# **A question.** Which of ten features act *jointly* on y? There are 1,013 sets. Neural
# Interaction Detection (Tsang, Cheng, Liu, ICLR 2018) trains one network and reads the
# sets off its weights. This is all of it, with NumPy and autograd alone.
#
# **Time** 25 s (OPENBLAS_NUM_THREADS=1). **Seed** 0. **Expect** F5's four in the top 8.

# %%
from itertools import combinations

import autograd.numpy as np  # NumPy; autograd can differentiate what it computes
from autograd import value_and_grad

TRUE = [(0, 1, 2), (3, 4), (5, 6), (7, 8, 9)]  # of F5; (3, 4) is x4 & x5


def f5(X):  # Sec. 5.1, Table 1
    x1, x2, x3, x4, x5, x6, x7, x8, x9, x10 = X.T
    f = 1 / (1 + x1**2 + x2**2 + x3**2) + np.sqrt(np.exp(x4 + x5))
    return f + np.abs(x6 + x7) + x8 * x9 * x10


# %% [markdown]
# **The network, MLP-M (Sec. 2.3, 4.1).** A large ReLU net sees all features. A small
# net for each takes its single effect, in the paper its *main effect*. The first axis
# of an array counts nets: m = 1 for the large net, m = p for the small ones together.

# %%
HIDDEN, SMALL, L1, RATE, BATCH = (140, 100, 60, 20), (10, 10, 10), 2e-5, 0.01, 200
LARGE = 2 * (len(HIDDEN) + 1)  # theta[:LARGE] is the large net's W1, b1, ..., w_y, b_y


def start(rng, p):
    """theta, a list of arrays: W, (m, p_l, p_{l-1}), and b, (m, p_l, 1), by layers."""
    shapes = []
    for m, sizes in ((1, (p, *HIDDEN, 1)), (p, (1, *SMALL, 1))):
        for before, after in zip(sizes, sizes[1:]):
            shapes += [(m, after, before), (m, after, 1)]
    return [0.1 * np.clip(rng.normal(size=shape), -2, 2) for shape in shapes]


def output(theta, X):
    """The sum of all nets, (n,), at rows X, (n, p)."""
    f = 0
    for layers, h in ((theta[:LARGE], X.T[None]), (theta[LARGE:], X.T[:, None])):
        for W, b in zip(layers[:-2:2], layers[1:-2:2]):
            a = W @ h + b  # (m, p_l, n)
            h = a * (a > 0)  # ReLU
        f = f + np.sum(layers[-2] @ h + layers[-1], axis=(0, 1))  # w_y h + b_y
    return f


# %% [markdown]
# **Training (Sec. 4.1, 5.1).** The loss is the squared error plus L1 on the large net's
# weights, which leaves each unit few features. autograd differentiates this, Adam takes
# steps (Kingma & Ba 2015), and the epoch with the least error on other rows is kept.


# %%
def objective(theta, X, y):
    penalty = sum(np.sum(np.abs(W)) for W in theta[:LARGE:2])
    return np.mean((output(theta, X) - y) ** 2) + L1 * penalty


def adam(theta, g, m, v, t, rate, beta1=0.9, beta2=0.999, eps=1e-8):
    m, v = beta1 * m + (1 - beta1) * g, beta2 * v + (1 - beta2) * g**2
    m_hat, v_hat = m / (1 - beta1**t), v / (1 - beta2**t)
    return theta - rate * m_hat / (np.sqrt(v_hat) + eps), m, v


def train(part, other_part, rng, epochs=50):
    (X, y), (X_other, y_other), t, least = part, other_part, 0, np.inf
    theta, slope = start(rng, X.shape[1]), value_and_grad(objective)
    m = v = [0 * A for A in theta]
    for rate in np.linspace(RATE, 0.02 * RATE, epochs):
        for rows in np.array_split(rng.permutation(len(y)), len(y) // BATCH):
            t, (_, g) = t + 1, slope(theta, X[rows], y[rows])
            theta, m, v = zip(*(adam(*a, t, rate) for a in zip(theta, g, m, v)))
        error = np.mean((output(theta, X_other) - y_other) ** 2)
        if error < least:
            best, least = theta, error
    return best


# %% [markdown]
# **Reading the weights.** Features interact at a unit that hears them all (Sec. 3.1).
# The output hears a unit at most by its aggregated weight z (Sec. 3.2). A unit hears
# a set by its weakest member: strength = z min |w| (Sec. 3.3, Eq. 1). By Algorithm 1
# (Sec. 4.2) each unit proposes its top 2, 3, ..., p features, and strengths add up.


# %%
def aggregated_weights(theta):
    z = np.ones(1)
    for W in theta[LARGE - 2 : 0 : -2]:
        z = z @ np.abs(W[0])
    return z  # |w_y| |W_L| ... |W_2|, (p_1,)


def greedy_ranking(W1, z):
    d = {}
    for w, z_r in zip(np.abs(W1), z):
        top = np.argsort(-w, kind="stable")
        for j in range(2, len(w) + 1):
            I = tuple(sorted(top[:j].tolist()))
            d[I] = d.get(I, 0) + z_r * w[top[j - 1]]
    found = [(I, float(omega)) for I, omega in d.items() if omega > 0]
    return sorted(found, key=lambda entry: (-entry[1], len(entry[0]), entry[0]))


def prune(ranking):  # leaves out sets that rank below one that contains them
    sets = [set(I) for I, _ in ranking]
    return [r for k, r in enumerate(ranking) if not any(sets[k] < J for J in sets[:k])]


def pairwise_strengths(W1, z):  # Sec. 4.4
    w, pairs = np.abs(W1).T, combinations(range(W1.shape[1]), 2)
    return {(i, j): float(sum(z * np.minimum(w[i], w[j]))) for i, j in pairs}


# %% [markdown]
# **Two networks must agree (ours).** By Definition 1 x_i and x_j interact if the signed
# sum D of f over the corners of a rectangle is not 0. Networks of different rows make
# different errors. So the mean product of their D, over 4, is the true share of var(y).


# %%
def corner_sum(theta, i, j, X):
    a, b, p = X, np.roll(X, 1, axis=0), range(X.shape[1])  # opposite corners, (n, p)
    corners = {S: np.where(np.isin(p, S), b, a) for S in ((i, j), (i,), (j,), ())}
    return sum((-1) ** len(S) * output(theta, X_S) for S, X_S in corners.items())


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(30_000, 10))
    X, y = ((a - a.mean(axis=0)) / a.std(axis=0) for a in (X, f5(X)))
    one, two, (X, y) = zip(np.split(X, 3), np.split(y, 3))  # the last is for the test
    first, second = train(one, two, rng), train(two, one, rng)
    print(f"unexplained {np.mean((output(first, X) - y) ** 2):.2%} of the variance")
    W1, z = first[0][0], aggregated_weights(first)
    for I, omega in prune(greedy_ranking(W1, z))[:8]:
        print(f"{omega:7.3f} {'true' if I in TRUE else '-':4} {I}")
    strengths, X = pairwise_strengths(W1, z), X[:2_000]  # rows enough for shares
    for i, j in sorted(strengths, key=strengths.get)[:-12:-1]:
        share = np.mean(corner_sum(first, i, j, X) * corner_sum(second, i, j, X)) / 4
        inside = "inside a true set" if any({i, j} <= {*I} for I in TRUE) else "-"
        print(f"{strengths[i, j]:7.3f} {share:7.4f} {i, j} {inside}")
