"""What the baselines borrow from scikit-learn, and from the SciPy that it brings."""

from importlib import import_module

from ..errors import InputError


def borrowed(module, user):
    """The module, such as "sklearn.tree"; InputError says what the user has to get."""
    try:
        return import_module(module)
    except ImportError:
        remedy = "pip install 'nidlite[experiments]'"
        raise InputError(f"{user} needs scikit-learn: {remedy}") from None
