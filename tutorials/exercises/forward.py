"""Exercise 1: the forward pass of one hidden layer (Sec. 2.3).

Each hidden unit adds up its weighted inputs and its bias. ReLU keeps what is positive,
and the output adds up what the units pass on.
"""

import numpy as np  # noqa: F401 (yours to use)


def forward(X, W1, b1, w_y, b_y):
    """The network's output for each row of X, (n,).

    X is (n, p), W1 is (p_1, p), b1 and w_y are (p_1,), b_y is a number. For one row x:

        a = W1 x + b1
        h = max(a, 0)
        y = w_y h + b_y

    Worked example: x = (1, 2) gives a = (4, 1, -1) and h = (4, 1, 0), so
    y = 2 * 4 - 1 * 1 + 0.5 = 7.5.

    >>> W1 = np.array([[1.0, 2.0], [3.0, -1.0], [-2.0, 0.0]])
    >>> b1, w_y = np.array([-1.0, 0.0, 1.0]), np.array([2.0, -1.0, 0.5])
    >>> forward(np.array([[1.0, 2.0]]), W1, b1, w_y, 0.5).tolist()
    [7.5]
    """
    raise NotImplementedError
