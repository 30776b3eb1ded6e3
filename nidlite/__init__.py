"""nidlite: Neural Interaction Detection (Tsang, Cheng, Liu, ICLR 2018).

    paper          code                    shape
    n, p           rows, features          q features, if some have several of p columns
    x, y           X, y                    (n, p), (n,)
    I              interaction             a sorted tuple of 0-based feature numbers
    W^(l)          W1, weights[l - 1]      (p_l, p_{l-1})
    w^y            weights[-1]             (1, p_L)
    [W^(l) b^(l)]  A                       (m, p_l, p_{l-1} + 1), m nets of a stack
    h^(l)          h                       (m, p_l, n)
    z^(l)          z, aggregated_weights   (p_l,)
    mu             MEANS                   magnitudes (..., d) -> (...)
    omega_i(I)     strength                (p_1,)
    omega(I)       in a Ranking            [(interaction, strength), ...]
    all weights    theta                   one flat vector

README.md, beside this file, has the order to read the modules in, and the rooms.
"""

from importlib import import_module
from importlib.util import find_spec

__version__ = "0.2.0"

# The public names and their modules. They are imported when first asked for, so that
# the command can say how many threads NumPy may use before NumPy is loaded.
PUBLIC = {
    "errors": "InputError",
    "interactions": "label mixed_difference prune_redundant",
    "influence": "aggregated_weights",
    "ranking": "greedy_ranking pairwise_ranking pairwise_strengths",
    "notebook.detection": "Detection detect detect_interactions load",
    "scikit.estimators": "NIDClassifier NIDRegressor",
    "trained.agreeing": "agreed",
    "trained.models": "Interpretation interpret rank_interactions",
}
HOMES = {name: home for home, names in PUBLIC.items() for name in names.split()}
RENAMED = {"detect": "detect_table", "load": "load_detection"}  # public: in its home
MODULES = ("datasets", "metrics", "plots", "synthetic")
__all__ = [*HOMES, *MODULES]
if not find_spec("sklearn"):  # help() and import * ask for each of these
    __all__ = [name for name in __all__ if HOMES.get(name) != "scikit.estimators"]


def __getattr__(name):
    if name not in HOMES and name not in MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f".{HOMES.get(name, name)}", __name__)
    return home if name in MODULES else getattr(home, RENAMED.get(name, name))


def __dir__():
    return sorted({*globals(), *__all__})
