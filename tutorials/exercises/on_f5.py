"""Your own program: it grows with each exercise, and ends as your own NID.

    python tutorials/exercises/on_f5.py

Your functions stand beside this file. Each step takes what the step before has made:
1 to 4 train a network on F5, 5 to 8 ask it, 9 to 12 read its weights, 13 to 17 judge
what was read. 18 is held against the authors' ranking of a stored network before it
reads yours. The program goes as far as your functions do. It takes a few seconds, or
minutes where a function of 1 to 4 goes through rows or weights one by one.
nidlite draws F5's rows and knows what is true; it computes nothing else.
"""

import json
from importlib import import_module
from pathlib import Path

import numpy as np

from nidlite.interactions import label, ranking_table
from nidlite.synthetic import SUITE

# A lesson, not the paper's recipe: on F5 they give a clear answer in a second.
HIDDEN, EPOCHS, BATCH, RATE, ROWS = 80, 60, 100, 0.01, 4_000
L1 = 3e-4  # the penalty's constant, for all weights
TRUE, FALSE = (0, 1), (0, 5)  # x1 & x2 interact in F5, x1 & x6 do not
STORED = Path(__file__).resolve().with_name("stored_weights.json")


def mine(name):
    """Your function of that name. The program ends where it is not done yet."""
    try:
        function = getattr(import_module(name), name)
    except (ImportError, AttributeError):
        raise SystemExit(f"next: write {name}.py beside this file") from None

    def done(*arguments):
        try:
            found = function(*arguments)
        except NotImplementedError:
            raise SystemExit(f"next: {name}.py is not done yet") from None
        if found is None:  # print shows a value, and gives nothing back
            raise SystemExit(f"next: {name}.py gives None: is there a return?")
        return found

    return done


def train(X, y, seed=0):
    """The weights (W1, b1, w_y, b_y) of one hidden layer; the rate falls to 0."""
    forward, backprop = mine("forward"), mine("backprop")
    l1_subgradient, adam_step = mine("l1_subgradient"), mine("adam_step")
    rng = np.random.default_rng(seed)
    p = X.shape[1]
    net = [rng.normal(size=(HIDDEN, p)) / p**0.5, np.zeros(HIDDEN)]
    net += [rng.normal(size=HIDDEN) / HIDDEN**0.5, np.zeros(1)]
    forward(X[:1], *net[:3], 0.0)  # exercise 1 comes before those that call it
    ends = np.cumsum([part.size for part in net])[:-1]
    shapes = [part.shape for part in net]

    def parts(theta):
        split = np.split(theta, ends)
        return [part.reshape(shape) for part, shape in zip(split, shapes)]

    theta = np.concatenate([part.ravel() for part in net])
    m, v, steps, t = 0 * theta, 0 * theta, EPOCHS * (len(X) // BATCH), 0
    while t < steps:
        order = rng.permutation(len(X))
        for rows in np.split(order[: len(X) // BATCH * BATCH], len(X) // BATCH):
            W1, b1, w_y, b_y = parts(theta)
            found = backprop(X[rows], y[rows], W1, b1, w_y, float(b_y[0]))
            g = np.concatenate([np.ravel(part) for part in found])
            g[: W1.size] += np.ravel(l1_subgradient(W1, L1))
            g[ends[1] : ends[2]] += np.ravel(l1_subgradient(w_y[None], L1))
            rate = RATE * (1 - t / steps)
            t += 1
            theta, m, v = map(np.array, adam_step(theta, g, m, v, t, rate))
    W1, b1, w_y, b_y = parts(theta)
    return W1, b1, w_y, float(b_y[0])


def additive_errors(sets, X, y, new_X, new_y):
    """The error on new rows of a function for each feature and the first K sets.

    A function of a set is the best sum of random ReLUs of its features: a quick
    stand-in for the nets of MLP-Cutoff (Sec. 4.3). One error for each K from 0.
    """
    rng = np.random.default_rng(0)
    columns, new_columns = [np.ones((len(X), 1))], [np.ones((len(new_X), 1))]
    for features in [*([j] for j in range(X.shape[1])), *map(list, sets)]:
        units = 30 if len(features) == 1 else 150
        W, b = rng.normal(size=(len(features), units)), rng.normal(size=units)
        columns.append(np.maximum(X[:, features] @ W + b, 0))
        new_columns.append(np.maximum(new_X[:, features] @ W + b, 0))
    H, new_H = np.hstack(columns), np.hstack(new_columns)
    products, with_y = H.T @ H + 1e-4 * len(X) * np.eye(H.shape[1]), H.T @ y
    errors = []
    for K in range(len(sets) + 1):
        d = H.shape[1] - 150 * (len(sets) - K)  # without the sets from number K on
        w = np.linalg.solve(products[:d, :d], with_y[:d])
        errors.append(float(np.mean((new_H[:, :d] @ w - new_y) ** 2)))
    return errors


def plain(ranking):
    """The ranking with Python's own numbers, its interactions sorted."""
    return [(tuple(sorted(map(int, I))), float(omega)) for I, omega in ranking]


def difference(net, I, a, b):
    """Your mixed difference of your network, (n,)."""
    forward, mixed_difference = mine("forward"), mine("mixed_difference")
    return np.array(mixed_difference(lambda Z: np.array(forward(Z, *net)), I, a, b))


def asked(net, a, b):
    """Steps 5 to 8: what a true and a false pair look like in the network."""
    W1, _, w_y, _ = net
    for I in (TRUE, FALSE):
        size = np.mean(np.abs(difference(net, I, a, b)))
        print(f"5. {label(I)}: the mean size of the mixed difference is {size:.3f}")

    common_descendants = mine("common_descendants")
    heard = [np.where(np.abs(W1) < 0.1, 0, W1), w_y[None]]
    for I in (TRUE, FALSE):
        units = common_descendants(heard, I)
        print(f"6. {label(I)}: {len(units)} units hear both by weights above 0.1")

    generalised_mean = mine("generalised_mean")
    cross_coefficient = mine("cross_coefficient")
    pairs = W1[:, list(TRUE)]
    beta = [abs(cross_coefficient(float(w[0]), float(w[1]))) for w in pairs]
    print(f"7, 8. {label(TRUE)}: an average of a unit's weights, and its beta_5")
    for exponent, name in ((-np.inf, "minimum"), (np.inf, "maximum")):
        mean = [generalised_mean(w, exponent) for w in pairs]
        print(f"   {name}: correlation {np.corrcoef(mean, beta)[0, 1]:.3f}")


def read(weights):
    """Steps 9 to 12: (z, the ranking without what is redundant)."""
    W1 = weights[0]
    z = np.ravel(mine("aggregated_weights")(weights))
    unit = int(np.argmax(z))
    print(f"9. Unit {unit} moves the output most: z = {z[unit]:.2f}")
    strength = mine("strength")
    for I in (TRUE, FALSE):
        omega = np.sum(strength(W1, z, I))
        print(f"10. {label(I)}: strength {omega:.3f}, summed over the units")
    ranking = plain(mine("greedy_ranking")(W1, z))
    print(f"11. Algorithm 1 ranks {len(ranking)} interactions")
    pruned = plain(mine("prune_redundant")(ranking))
    first = ", ".join(label(I) for I, _ in pruned[:3])
    print(f"12. {len(pruned)} of them are not redundant. The first three: {first}")
    return z, pruned


def final(weights, true):
    """Step 18: your NID on stored weights, and on your network."""
    nid = mine("nid")
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    authors = [(tuple(I), omega) for I, omega in stored["ranking"]]
    found = plain(nid([np.array(W) for W in stored["weights"]]))
    same = [I for I, _ in found] == [I for I, _ in authors] and np.allclose(
        [omega for _, omega in found], [omega for _, omega in authors]
    )
    has = "has" if same else "does not have"
    print(f"18. Your NID {has} the authors' ranking of the stored weights")
    print("Your NID on your network:")
    ranking = plain(nid(weights))
    print(ranking_table("rank   strength  interaction", ranking, truths=true))
    print("+ true, o a part of a true one, - false")
    print(f"true in F5: {', '.join(map(label, true))}")


def main():
    X, y = SUITE["F5"].sample(2 * ROWS + 1_000, np.random.default_rng(0))
    X, y = ((a - a.mean(axis=0)) / a.std(axis=0) for a in (X, y))
    new_X, new_y = X[2 * ROWS :], y[2 * ROWS :]
    a, b = new_X[:500], new_X[500:]
    true = SUITE["F5"].interactions

    forward = mine("forward")
    print(f"1 to 4. Your network learns from {ROWS:,} rows", flush=True)
    net = train(X[:ROWS], y[:ROWS])
    error = float(np.mean((forward(new_X, *net) - new_y) ** 2))
    print(f"1 to 4. Your network's error on new rows is {error:.3f} of the variance")
    asked(net, a, b)
    weights = [net[0], net[2][None]]
    z, ranking = read(weights)

    recall = mine("top_rank_recall")(ranking, true)
    print(f"13. Above the first false one stand {recall:.0%} of the true ones")
    sets = [I for I, _ in ranking[:8]]
    errors = additive_errors(sets, X[: 2 * ROWS], y[: 2 * ROWS], new_X, new_y)
    K = int(mine("cutoff")(errors, error, 0.1))
    shown = " ".join(f"{e:.3f}" for e in errors)
    print(f"14. Errors with the first 0, 1, ... of them: {shown}")
    print(f"   so your cutoff is {K}: {', '.join(map(label, sets[:K]))}")
    strengths = np.asarray(mine("pairwise_strengths")(weights[0], z))
    auc = float(mine("pairwise_auc")(strengths, true))
    print(f"15, 16. The AUC of your pairs: {auc:.3f}")

    shared_share = mine("shared_share")
    other = train(X[ROWS : 2 * ROWS], y[ROWS : 2 * ROWS], seed=1)
    print("17. A second network was trained on other rows. What both see:")
    for I in [*sets[:K], FALSE]:
        D_a, D_b = difference(net, I, a, b), difference(other, I, a, b)
        share, agreement = shared_share(D_a, D_b, I, 1.0)  # y is scaled
        print(f"   {label(I)}: share {share:.1%}, agreement {agreement:.2f}")
    final(weights, true)


if __name__ == "__main__":
    main()
