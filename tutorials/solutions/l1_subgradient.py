"""A solution of exercise 3, what pulls the weights to zero."""

import numpy as np


def l1_subgradient(W, constant):
    """The slope of constant * sum |W| in each weight, with W's shape."""
    return constant * np.sign(W)  # np.sign(0) is 0
