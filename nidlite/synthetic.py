"""The test suite F1 to F10, whose interactions are known (Table 1).

With this module one can sample the ten functions and read off what truly interacts, or
draw others at random.

    f = SUITE["F5"]
    f.interactions                  # ((0, 1, 2), (3, 4), (5, 6), (7, 8, 9))
    X, y = f.sample(30_000, rng)    # (n, 10), (n,)
    random_function(rng)            # another of this kind (grammar.py)
"""

from .formulas import SyntheticFunction, Term
from .grammar import random_function

__all__ = ["RANGES", "SUITE", "SyntheticFunction", "TABLE", "Term", "random_function"]

# fmt: off
# Table 1. Each line is one term and, counted from 0, the features that interact in it.
F1 = (
    Term("pi**(x1*x2) * sqrt(2*x3)",                  (0, 1, 2)),
    Term("-arcsin(x4)",                               (3,)),
    Term("log(x3 + x5)",                              (2, 4)),
    Term("-x2*x7",                                    (1, 6)),
    Term("-x9/x10 * sqrt(x7/x8)",                     (6, 7, 8, 9)),
)
F2 = (
    Term("pi**(x1*x2) * sqrt(2*abs(x3))",             (0, 1, 2)),
    Term("-arcsin(0.5*x4)",                           (3,)),
    Term("log(abs(x3 + x5) + 1)",                     (2, 4)),
    Term("-x2*x7",                                    (1, 6)),
    # Printed sqrt(x7/...), undefined for every x7 < 0: |x7|. The sign is printed +.
    Term("x9/(1 + abs(x10)) * sqrt(abs(x7)/(1 + abs(x8)))", (6, 7, 8, 9)),
)
F3 = (
    Term("exp(abs(x1 - x2))",                         (0, 1)),
    Term("abs(x2*x3)",                                (1, 2)),
    # Printed x3^(2|x4|), complex for x3 < 0: the square first, as in the authors' demo.
    Term("-(x3**2)**abs(x4)",                         (2, 3)),
    Term("log(x4**2 + x5**2 + x7**2 + x8**2)",        (3, 4, 6, 7)),
    Term("x9",                                        (8,)),
    Term("1/(1 + x10**2)",                            (9,)),
)
F4 = (
    *F3,
    Term("(x1*x4)**2",                                (0, 3)),
)
F5 = (
    Term("1/(1 + x1**2 + x2**2 + x3**2)",             (0, 1, 2)),
    Term("sqrt(exp(x4 + x5))",                        (3, 4)),
    Term("abs(x6 + x7)",                              (5, 6)),
    Term("x8*x9*x10",                                 (7, 8, 9)),
)
F6 = (
    Term("exp(abs(x1*x2) + 1)",                       (0, 1)),
    Term("-exp(abs(x3 + x4) + 1)",                    (2, 3)),
    Term("cos(x5 + x6 - x8)",                         (4, 5, 7)),
    Term("sqrt(x8**2 + x9**2 + x10**2)",              (7, 8, 9)),
)
F7 = (
    Term("(arctan(x1) + arctan(x2))**2",              (0, 1)),
    Term("maximum(x3*x4 + x6, 0)",                    (2, 3, 5)),
    Term("-1/(1 + (x4*x5*x6*x7*x8)**2)",              (3, 4, 5, 6, 7)),
    Term("(abs(x7)/(1 + abs(x9)))**5",                (6, 8)),
    # The sum of all features: ten main effects.
    *(Term(f"x{i + 1}",                               (i,)) for i in range(10)),
)
F8 = (
    Term("x1*x2",                                     (0, 1)),
    Term("2**(x3 + x5 + x6)",                         (2, 4, 5)),
    Term("2**(x3 + x4 + x5 + x7)",                    (2, 3, 4, 6)),
    Term("sin(x7*sin(x8 + x9))",                      (6, 7, 8)),
    Term("arccos(0.9*x10)",                           (9,)),
)
F9 = (
    Term("tanh(x1*x2 + x3*x4) * sqrt(abs(x5))",       (0, 1, 2, 3, 4)),
    Term("exp(x5 + x6)",                              (4, 5)),
    Term("log((x6*x7*x8)**2 + 1)",                    (5, 6, 7)),
    Term("x9*x10",                                    (8, 9)),
    Term("1/(1 + abs(x10))",                          (9,)),
)
F10 = (
    Term("sinh(x1 + x2)",                             (0, 1)),
    Term("arccos(tanh(x3 + x5 + x7))",                (2, 4, 6)),
    Term("cos(x4 + x5)",                              (3, 4)),
    Term("1/cos(x7*x9)",                              (6, 8)),
)
# fmt: on

TABLE = {f"F{k}": t for k, t in enumerate([F1, F2, F3, F4, F5, F6, F7, F8, F9, F10], 1)}
# F1's ranges are Hooker's (2004): x4, x5, x8 and x10 stay away from zero (Sec. 5.1).
HOOKER = tuple((0.6, 1.0) if i in (3, 4, 7, 9) else (0.0, 1.0) for i in range(10))
RANGES = {name: ((-1.0, 1.0),) * 10 for name in TABLE} | {"F1": HOOKER}
SUITE = {name: SyntheticFunction(name, TABLE[name], RANGES[name]) for name in TABLE}
