"""Every number that the answer rests on, and the measurement that chose it.

All were chosen on random functions (datasets/random_functions), none on F1 to F10; the
tables are in benchmarks/README.md.

>>> LEVEL, LEAST_SHARE
(0.05, 0.0001)
"""

# What a user accepts: the share of false interactions. Measured at 0.05: 0.004.
LEVEL = 0.05

# The two networks. Validation rows are the second half where there are about as many as
# training rows. With noise training stops early, and there a second start of each
# network, averaged with the first, raised the AUC of its pairs from 0.977 to 0.978.
EVEN = 0.8  # validation rows per training row
PATIENCE = 20  # epochs without improvement
EARLY = 0.6  # of all epochs, on average

# Share and agreement. Two of 60 true sets carry 5e-5 to 1e-4 of the variance. With t
# above 2.5 an agreement above 0.15 let none of 1,998 false pairs pass; above 0.25 it
# cost true ones (F1 0.72 with noise). Correlation 0.7 without KIN: 14 false claims.
ROWS = 2000  # row pairs
LEAST_SHARE = 1e-4  # of the variance
LEAST = 0.15  # agreement, ...
KIN = 0.5  # ... and so much more per correlation with another feature
ALIKE = 0.2  # of the rows near data: below, two columns are one; 0 of 6 copies claimed

# Unseen outcomes. With 12,000 in place of 5,000 the agreement asked for could fall. The
# AUC of faint pairs was 0.907 with 10,000 and 0.902 with 5,000 of each network; two to
# six partners of each outcome did not differ.
WITNESSES = 3000, 9000  # of each network, at first and on top, ...
CLEAR = 5.0  # ... which are not asked if t is this large by then
SUPPORTERS, PARTNERS = 10_000, 4  # for the strength of all pairs
LEARNED = 3.0  # the least t of: outcomes are nearer to the network than to their mean
RARE = 1 / 100  # of the level: the largest p-value of any one pair

# Three features and more. F1 with noise 0.5 is 0.83 at z above 2.2 and 0.81 at 2.8, but
# with 6 false sets in place of 4.
CHANCE = 0.1  # deviation of the agreement on what is not there
LARGER = 2.8  # the least z

# Limits of time and memory; no accuracy depends on them where there are few features.
LARGEST = 6  # features of an interaction: 2^|I| corners each
MOST = 200  # sets of one size that are looked at, those of the strongest parts
KEPT = 200  # corners of pairs and more in memory, each a number for every row
ALL_PAIRS = 60  # features up to which every pair is looked at, ...
LIKELY, IN_VAIN = 3.0, 300  # ... else until so many in a row have no t above LIKELY

# What a note names: so many pairs, if they carry such a share.
UNSURE, WORTH = 4, 1e-3
