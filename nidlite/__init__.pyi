# What a type checker sees of __init__.py, which finds these names when first asked.
from . import datasets as datasets
from . import metrics as metrics
from . import plots as plots
from . import synthetic as synthetic
from .errors import InputError as InputError
from .influence import aggregated_weights as aggregated_weights
from .interactions import label as label
from .interactions import mixed_difference as mixed_difference
from .interactions import prune_redundant as prune_redundant
from .notebook.detection import Detection as Detection
from .notebook.detection import detect_interactions as detect_interactions
from .notebook.detection import detect_table, load_detection
from .ranking import greedy_ranking as greedy_ranking
from .ranking import pairwise_ranking as pairwise_ranking
from .ranking import pairwise_strengths as pairwise_strengths
from .scikit.estimators import NIDClassifier as NIDClassifier
from .scikit.estimators import NIDRegressor as NIDRegressor
from .trained.agreeing import agreed as agreed
from .trained.models import Interpretation as Interpretation
from .trained.models import interpret as interpret
from .trained.models import rank_interactions as rank_interactions

detect = detect_table
load = load_detection
__version__: str
