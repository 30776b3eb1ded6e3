"""The eighteen exercises of `tutorials/exercises`, in the order of the tutorials."""

from .on_functions import DEFINITION
from .on_rankings import RANKINGS
from .on_scores import SCORES
from .on_training import TRAINING

NAMES = """
forward backprop l1_subgradient adam_step mixed_difference common_descendants
generalised_mean cross_coefficient aggregated_weights strength greedy_ranking
prune_redundant top_rank_recall cutoff pairwise_strengths pairwise_auc shared_share nid
""".split()
ALL = TRAINING | DEFINITION | RANKINGS | SCORES
EXERCISES = {name: ALL[name] for name in NAMES}
