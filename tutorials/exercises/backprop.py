"""Exercise 2: the gradient of one hidden layer (Sec. 2.3, 5.1).

The chain rule runs from the error back to the weights. A unit that is off passes
nothing back.

Your `forward` gives f: write `from forward import forward` above the function.
"""

import numpy as np  # noqa: F401 (yours to use)


def backprop(X, y, W1, b1, w_y, b_y):
    """The gradient of the mean squared error: (in W1, in b1, in w_y, in b_y).

    X is (n, p), y is (n,), and the network is that of `forward`. Each gradient has the
    shape of what it belongs to; the last one is a number. With f the output:

        loss = mean of (f - y)^2
        d = 2 (f - y) / n                  for each row
        in w_y: sum of d h                 in b_y: sum of d
        up = d w_y where a > 0, else 0     for each row and unit
        in W1: sum of up x                 in b1: sum of up

    Worked example: x = (1, 2) gives f = 7.5 in the network below. For y = 7 the error
    is 0.5, so d = 1. Units 1 and 2 are on, and up = (2, -1, 0).

    >>> W1 = np.array([[1.0, 2.0], [3.0, -1.0], [-2.0, 0.0]])
    >>> b1, w_y = np.array([-1.0, 0.0, 1.0]), np.array([2.0, -1.0, 0.5])
    >>> X, y = np.array([[1.0, 2.0]]), np.array([7.0])
    >>> found = backprop(X, y, W1, b1, w_y, 0.5)
    >>> [(np.array(g) + 0.0).tolist() for g in found]
    [[[2.0, 4.0], [-1.0, -2.0], [0.0, 0.0]], [2.0, -1.0, 0.0], [4.0, 1.0, 0.0], 1.0]
    """
    raise NotImplementedError
