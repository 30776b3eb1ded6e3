"""Exercise 14: how many of the ranked interactions are real (Sec. 4.3, 5.3).

MLP-Cutoff adds the ranked interactions one by one. K of them are taken when the
validation error has come down to that of the network that was ranked.
"""


def cutoff(losses, reference, tolerance):
    """The cutoff K, a whole number.

    losses is the list of the validation errors with K = 0, 1, 2, ... interactions. K is
    the smallest one whose error is at most the reference.

    If there is none, K is that of the last gain. At first K = 0 is the best one so far.
    An error brings a gain when it is below (1 - tolerance) times the error of the best
    one so far. Its K is then the best one so far.

    Worked example: of the errors 1, 0.6, 0.4, 0.3 the first that is at most 0.4 is that
    of K = 2. None is at most 0.1. With a tolerance of 0.1, then, 1 to 0.5 is a gain,
    and 0.5 to 0.49 is none, because 0.49 is not below 0.45.

    >>> int(cutoff([1.0, 0.6, 0.4, 0.3], 0.4, 0.02))
    2
    >>> int(cutoff([1.0, 0.5, 0.49, 0.5], 0.1, 0.1))
    1
    """
    raise NotImplementedError
