"""Every number that the answer rests on. benchmarks/README.md has the measurements.

All were chosen on random functions (datasets/random_functions), none on F1 to F10.

>>> LEVEL, LEAST_SHARE
(0.05, 0.0001)
"""

LEVEL = 0.05  # the share of false interactions that a user accepts

# The two networks (halves).
EVEN = 0.8  # validation rows per training row that make these the halves
PATIENCE = 20  # epochs without improvement
EARLY = 0.6  # of all epochs, on average: below it each network gets a second start

# Share and agreement (opinion).
ROWS = 2000  # row pairs
LEAST_SHARE = 1e-4  # of the variance
LEAST = 0.15  # agreement, ...
KIN = 0.5  # ... and so much more per correlation with another feature
ALIKE = 0.2  # of the rows near data: below it two columns are one

# Unseen outcomes (unseen).
WITNESSES = 3000, 9000  # of each network, at first and on top, ...
CLEAR = 5.0  # ... which are not asked if t is this large by then
SUPPORTERS, PARTNERS = 10_000, 4  # for the strength of all pairs
LEARNED = 3.0  # the least t of: outcomes are nearer to the network than to their mean
RARE = 1 / 100  # of the level: the largest p-value of any one pair

# Three features and more (opinion).
CHANCE = 0.1  # deviation of the agreement on what is not there
LARGER = 2.8  # the least z

# Limits of time and memory.
LARGEST = 6  # features of an interaction: 2^|I| corners each
MOST = 200  # sets of one size that are looked at, those of the strongest parts
KEPT = 200  # corners of pairs and more in memory, each a number for every row
ALL_PAIRS = 60  # features up to which every pair is looked at, ...
LIKELY, IN_VAIN = 3.0, 300  # ... else until so many in a row have no t above LIKELY

UNSURE, WORTH = 4, 1e-3  # a note names so many pairs, if they carry such a share
