"""Every number that the answer rests on. benchmarks/README.md has the measurements.

They were chosen on random functions (datasets/random_functions), those of `needed` also
on sums over real columns; RISE and ASKED on real outcomes. None was on F1 to F10.

>>> LEVEL, LEAST_SHARE
(0.05, 5e-05)
"""

from statistics import NormalDist

LEVEL = 0.05  # the share of false interactions that a user accepts

# The two networks (halves).
EVEN = 0.8  # validation rows per training row that make these the halves
PATIENCE = 10  # epochs without improvement
EARLY = 0.9  # of all epochs, on average: below it each half gets a second start
STARTED, MOST_STARTS = 18_000, 6  # rows in all starts of a half, where it has fewer

# Share and agreement (opinion).
ROWS = 2000  # row pairs
LEAST_SHARE = 5e-5  # of the variance
LEAST = 0.15  # agreement
MISSED = 12  # nine of ten true shares are below the claimed over agreement to this

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

# Is it needed? (relatives, needed)
BINS = 16  # of a feature, for what it tells of another
TOLD = 10_000  # rows that this is measured on
RELATIVE = 0.7  # a feature, or several together, that tell so much go blind with it
TELLING = 0.1  # what tells less is no part of such several
ASKED = 0.15  # a set is asked if any other feature tells so much of one of its own
NETS = 60, 30, 15  # hidden layers of a net of the blind sum
ROWS_ASKED = 10_000, 40_000  # rows of each half that are trained on, and that judge
SEEN = 0.85  # of a half's rows are for training, the others for early stopping
STEPS, EPOCHS = 1700, 15  # about so many steps of many rows, in so many epochs at least
STARTS = 2, 4  # of each network on each half: their mean predicts; and where ...
CLOSE = 1.0, 4.0  # ... the mean t is above the first, and the smaller below the other
WORTH = 1e-3  # the least share of what is asked, and of what few rows tell
NEEDED = 2.5  # the least t of both halves, ...
RISE = 0.06  # ... and the least rise of the error, their mean, that is worth a claim
MOST_TESTS = 100  # of one answer, largest shares first: about 1.5 s each

# Sets of related features by MLP-Cutoff (refits, answer).
CLEAN, ALIKE = 0.9, 0.95  # the least R2 for it, and the most a feature tells of another
REFITS, REFIT_STEPS = 5, 4000  # rounds at most, and steps of each training
REFIT_SHARE, REFIT_GAIN = 5e-4, 0.25  # least share in it; least rise without it
ADDED, TRIED, WEAKEST = 8, 3, 5  # sets, sets for each, pairs that are left out
UNITS, RIDGE, EXPLAINED = 500, 1e-4, 0.05  # a set is missing if it explains so much
STEP_SHARE, STEP_GAIN = 3e-4, 0.1  # the same of a set that is added
HARDLY = 0.03  # rise of the error without a pair or a feature that is left out

# Few rows (opinion).
FEW = 3000  # rows, below which t may be small for what is there, ...
WELL, HOPE = 0.5, 1.6  # ... if the networks agree so well and t is so large
AS_ONE, NEARLY = 0.9, 2.5  # above both it is probable, and nobody has to ask
CERTAIN = NormalDist().inv_cdf(1 - LEVEL * RARE / 2)  # the least t of a certain pair
