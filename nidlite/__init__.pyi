# What a type checker sees of __init__.py, which finds these names when first asked.
from . import datasets, metrics, plots, synthetic
from .errors import InputError
from .influence import aggregated_weights
from .interactions import label, mixed_difference, prune_redundant
from .notebook.detection import Detection, detect_interactions
from .notebook.detection import detect_table as detect
from .notebook.detection import load_detection as load
from .ranking import greedy_ranking, pairwise_ranking, pairwise_strengths
from .scikit.estimators import NIDClassifier, NIDRegressor
from .trained.agreeing import agreed
from .trained.models import Interpretation, interpret, rank_interactions

__all__ = ["datasets", "metrics", "plots", "synthetic", "InputError", "Detection"]
__all__ += ["aggregated_weights", "label", "mixed_difference", "prune_redundant"]
__all__ += ["detect", "detect_interactions", "load", "greedy_ranking", "agreed"]
__all__ += ["pairwise_ranking", "pairwise_strengths", "NIDClassifier", "NIDRegressor"]
__all__ += ["Interpretation", "interpret", "rank_interactions"]
__version__: str
