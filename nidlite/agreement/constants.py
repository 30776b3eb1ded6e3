"""Every number that the answer rests on. benchmarks/ANSWER.md has what chose it.

What has no row there is by design: limits of time and memory, rows, and levels.
They were chosen on random functions (datasets/random_functions), those of `needed` also
on sums over real columns; RISE and ASKED on real outcomes. None was on F1 to F10.

>>> LEVEL, LEAST_SHARE
(0.05, 5e-05)
"""

LEVEL = 0.05  # the share of false interactions that a user accepts

# The two networks (halves).
EVEN = 0.8  # validation rows per training row, from which on these are the halves
PATIENCE = 10  # epochs without improvement
EARLY = 0.9  # of all epochs, on average: below it each half gets a second start
STARTED, MOST_STARTS = 18_000, 6  # a half of n rows has STARTED / n starts, or most

# Share and agreement (opinion).
ROWS = 2000  # row pairs
LEAST_SHARE = 5e-5  # of the variance
LEAST = 0.15  # agreement
MISSED = 12  # nine of ten true shares are below the claimed / agreement^MISSED

# Unseen outcomes (unseen).
WITNESSES = 3000, 9000  # unseen rows of each network, at first and on top, ...
CLEAR = 5.0  # ... which are not asked if t is this large by then
SUPPORTERS, PARTNERS = 10_000, 4  # for the strength of all pairs
LEARNED = 4.0  # the least t of: outcomes follow what the networks predict
RARE = 1 / 100  # of the level: the largest p-value of a pair that is claimed
IN_ORDER, ROWS_ALIKE = 10_000, 0.1  # rows; a row and the next are alike above it

# Three features and more (opinion).
CHANCE = 0.1  # deviation of the agreement on what is not there
LARGER = 2.8  # the least z
FAINT = 0.01  # of the share of its largest part: less needs a t above NEARLY
ECHO = 0.07  # of its largest pair's share: of classes, less is asked

# Limits of time and memory.
LARGEST = 6  # features of an interaction: 2^|I| corners each
MOST = 200  # sets of one size that are looked at, those of the strongest parts
KEPT = 200  # corners of pairs and more in memory, each a number for every row
ALL_PAIRS = 60  # features up to which every pair is looked at, ...
LIKELY, IN_VAIN = 3.0, 300  # ... else until so many in a row have no t above LIKELY

# Is it needed? (functions, needed)
ETA_COLUMNS = 24  # steps and hinges of a feature, for what it tells of another
ETA_ROWS = 10_000  # rows that this is measured on
FITTED = 2500  # rows of each half that show what all others tell of a feature
ASKED = 0.15  # a set is asked if another feature, or all, tell so much of one in it
UNTOLD = 1e-3  # of a feature's variance: with less left, another one tells all of it
STANDS = 0.5  # a feature that tells so much of another may stand in its place
ROWS_ASKED = 10_000  # rows of each half that are fitted, and that judge
FAR = 4.0  # deviations: a value beyond is FAR for the units
STEPS, HINGES = 24, 16  # of a single effect, at most, ...
WIDE, ROWS_EACH = 1000, 4  # ... columns of all of them, and rows for each, at least
RIDGE = 50.0  # times the noise, on the coefficients of single effects, ...
FREE_RIDGE = 0.1  # ... and for classes on those of 1, x, x^2, few values, ...
UNITS, UNITS_RIDGE = 60, 200.0  # ... and on so many units for each feature but one
DRAWN = 20  # sets whose units stay in memory
SETTLED = 240  # units of a set that is there: little is left for similar sets
SET_RIDGE = 2.0  # the ridge of these units, for classes
LEAST_SIGNAL = 0.05  # R2 below which the ridges do not grow any more
USUAL = 0.99  # quantile of what a step adds to its half: no unseen row gets more
STEEP, FEIGNED = 2.5, 0.2  # logits deviate more: sets of a smaller share are asked
SURER = 1, 2, 4, 8, 16, 32, 64, 128  # a blind sum's logits, times the best of these
NEWTON = 8  # steps towards the least cross-entropy
WORTH = 1e-3  # the least share of what is asked, and of what few rows tell
NEEDED, OF_CLASSES = 3.0, 2.5  # the least t of both halves, ...
RISE, LOST = 0.03, 0.01  # ... the least rise of the error, or loss of what is explained

# Sets of related features by MLP-Cutoff (refits, answer).
CLEAN, ALIKE = 0.9, 0.95  # least R2 for refits, and the largest eta of two features
TRIED_FIRST = 20  # pairs in doubt, one of which must be needed
NETS, ALONE = (60, 30, 15), (20, 20, 20)  # hidden layers of a set's net, a feature's
REFITS, REFIT_STEPS, REFIT_L2 = 4, 8000, 1e-5  # most rounds; a training's steps, L2
STARTS, REFIT_SHARE = 2, 5e-4  # of a refit; the least share that refits may see
REFIT_GAIN = 0.2  # of all that refits add: how far the error's logarithm falls
ADDED, TRIED, WEAKEST = 8, 3, 5  # sets added, tried for each; pairs tried to drop
LEFT_UNITS, LEFT_RIDGE = 500, 7e-5  # units of a set: it is missing ...
EXPLAINED = 0.05  # ... if they explain so much of the residuals
STEP_SHARE, STEP_GAIN = 3e-4, 0.1  # least share of a new pair; REFIT_GAIN of a step

# Few rows (opinion).
FEW, HOPE = 3000, 1.6  # in fewer rows t may be so small for what is there
AS_ONE, NEARLY = 0.9, 2.5  # agreement and t above which rows are not asked
