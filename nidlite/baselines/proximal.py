"""Descent to the minimum of a smooth loss plus a penalty that has corners.

A step goes down the slope g of the loss and then takes the penalty's toll,

    w <- the minimum over u of |u - (w - rate g)|^2 / (2 rate) + penalty(u),

so zeros are exact. Steps gain momentum (Beck & Teboulle 2009, SIAM J. Imaging Sci. 2),
and lose it where it leads astray (O'Donoghue & Candes 2015, Found. Comput. Math. 15).
"""

import numpy as np

MOST_STEPS = 5000


def descend(loss, toll, w, tol):
    """The array w where the minimum's conditions hold but for tol, from a start w.

    loss(w) is the smooth loss, and a function that gives its slope there, an array like
    w. toll(w, rate) is the minimum above. Ends after MOST_STEPS at the latest.
    """
    v, momentum, rate = w, 1.0, 1.0
    for _ in range(MOST_STEPS):
        value, slope = loss(v)
        g = slope()
        while True:
            new = toll(v - rate * g, rate)
            change = new - v
            bound = value + np.sum(g * change) + np.sum(change**2) / (2 * rate)
            # Beyond rounding, which would halve the rate for ever at the minimum.
            if loss(new)[0] <= bound + 1e-14 * abs(value):
                break
            rate /= 2
        if np.abs(change).max() <= tol * rate:
            return new
        faster = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        if np.sum((v - new) * (new - w)) > 0:  # beyond the goal: start again
            momentum = faster = 1.0
        v = new + (momentum - 1) / faster * (new - w)
        w, momentum = new, faster
    return w


def soft_threshold(w, by):
    """w, each entry nearer to 0 by so much, at most to 0: the toll of |w|_1."""
    return np.sign(w) * np.maximum(np.abs(w) - by, 0)
