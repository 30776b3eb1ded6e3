"""What the baselines borrow from scikit-learn, and from the SciPy that it brings."""

from importlib import import_module

from ..errors import InputError


def part(module, user):
    """The module, such as "sklearn.ensemble", that the user named, "RuleFit", needs.

    Raises InputError that says what to install where it is missing.
    """
    try:
        return import_module(module)
    except ImportError:
        remedy = "pip install 'nidlite[experiments]'"
        raise InputError(f"{user} needs scikit-learn: {remedy}") from None


def sklearn_part(name, user="this baseline"):
    """scikit-learn's part of this name: sklearn_part("ensemble", "RuleFit")."""
    return part(f"sklearn.{name}", user)
