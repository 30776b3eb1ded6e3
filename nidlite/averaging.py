"""How strongly does one hidden unit make its inputs interact? (Sec. 3.1, App. B)

A unit with weights w on the features of an interaction makes them interact about as
strongly as an average mu of the magnitudes |w|. Sec. 3.1 compares six averages: the
generalised means with exponents inf, 2, 1, 0, -1 and -inf. The last one, the minimum,
is the paper's choice. The quadratic approximation of a ReLU (App. B) shows why: the
x1 x2 coefficient is 0.6 to 0.75 of the smaller weight, whatever the larger one is.

>>> w = np.array([1.0, 4.0])
>>> [round(float(mu(w)), 2) for mu in MEANS.values()]
[4.0, 2.92, 2.5, 2.0, 1.6, 1.0]
>>> round(float(cross_coefficient(1.0, 4.0)), 4)
0.7406
"""

import numpy as np

# Each mean takes magnitudes w >= 0, (..., d), and averages over the last axis: (...).
# A zero weight makes the last three means 0: log 0 = -inf and 1 / 0 = inf are meant.


def maximum(w) -> np.ndarray:
    """Exponent inf: the largest weight."""
    return np.max(w, axis=-1)


def root_mean_square(w) -> np.ndarray:
    """Exponent 2: the root of the mean of w^2."""
    return np.sqrt(np.mean(np.square(w), axis=-1))


def arithmetic(w) -> np.ndarray:
    """Exponent 1: the mean of w."""
    return np.mean(w, axis=-1)


def geometric(w) -> np.ndarray:
    """Exponent 0, the limit: the d-th root of the product."""
    with np.errstate(divide="ignore"):
        return np.exp(np.mean(np.log(w), axis=-1))


def harmonic(w) -> np.ndarray:
    """Exponent -1: one over the mean of 1/w."""
    with np.errstate(divide="ignore"):
        return 1 / np.mean(np.divide(1, w), axis=-1)


def minimum(w) -> np.ndarray:
    """Exponent -inf: the smallest weight, the paper's choice."""
    return np.min(w, axis=-1)


MEANS = {  # in the order of Fig. 3, from the largest mean to the smallest
    mean.__name__: mean
    for mean in (maximum, root_mean_square, arithmetic, geometric, harmonic, minimum)
}


def cross_coefficient(alpha1, alpha2, c=1.0) -> np.ndarray:
    """The x1 x2 coefficient of max(alpha1 x1 + alpha2 x2, 0)'s best quadratic (App. B).

    Best in least squares over the square (-c, c)^2. The paper prints the magnitude;
    the sign is that of alpha1 alpha2, because x1 -> -x1 flips both. Arrays broadcast.

    Why: let c = 1 and u = a x1 + b x2, with |a| >= |b|. On the square x1 x2 is
    orthogonal to 1, x1, x2, x1^2 and x2^2, and the integral of (x1 x2)^2 is 4/9. So

        beta_5 = 9/4 integral of x1 x2 max(u, 0), and max(u, 0) = (u + |u|) / 2.

    The half with u gives 0. The other one, integrated over x1 and then over x2, gives

        1/2 integral of x1 x2 |u| = b (1/3 - b^2 / (15 a^2))    for a > 0.

    Another c scales the ReLU by c and x1 x2 by c^2, which leaves 1 / c.
    """
    sizes = np.abs(alpha1), np.abs(alpha2)
    small, large = np.minimum(*sizes), np.maximum(*sizes)
    ratio = small / np.where(large > 0, large, 1)
    strength = 3 / 4 * (1 - ratio**2 / 5) * small / c
    return np.sign(alpha1) * np.sign(alpha2) * strength


def quadratic_projection(f, c=1.0, cells=200) -> np.ndarray:
    """beta_0 to beta_5 of App. B for any function, (6,), by least squares.

    They multiply 1, x1, x2, x1^2, x2^2, x1 x2; f maps (n, 2) to (n,). The square
    (-c, c)^2 is cut into cells x cells, each with 2 x 2 Gauss points, exact for cubics.
    Cells with a kink in them err most, so the error falls as 1 / cells^2. For a ReLU
    with weights up to 1 and c = 1 it is below 4e-6 at 200 cells, and 2e-5 at 100.
    """
    edges = np.linspace(-1, 1, cells + 1)
    centre = (edges[:-1] + edges[1:]) / 2
    t = np.add.outer(centre, np.array([-1, 1]) / (cells * np.sqrt(3))).ravel()
    # All points weigh the same, so plain least squares minimises the integral.
    x1, x2 = (x.ravel() for x in np.meshgrid(t, t, indexing="ij"))
    terms = np.stack([np.ones_like(x1), x1, x2, x1**2, x2**2, x1 * x2], axis=1)
    beta = np.linalg.lstsq(terms, f(c * np.stack([x1, x2], axis=1)), rcond=None)[0]
    return beta / np.array([1, c, c, c**2, c**2, c**2])
