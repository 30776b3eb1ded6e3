"""The paper's real data sets, its simulations, and random functions."""

from .real import load as load
