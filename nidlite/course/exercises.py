"""The eighteen exercises of `tutorials/exercises`, in the order of the tutorials."""

from .exercise import rows
from .on_functions import DEFINITION
from .on_rankings import RANKINGS
from .on_scores import SCORES
from .on_training import TRAINING

ALL = TRAINING | DEFINITION | RANKINGS | SCORES
EXERCISES = {name: ALL[name] for name, _ in rows("cases.csv")}  # which has the order
