"""Which whole interactions are there? Two networks must agree: opinion says why."""

from .answer import search as search
from .constants import LEVEL as LEVEL
from .opinion import Agreed as Agreed
from .opinion import Opinion as Opinion
from .opinion import shared as shared
