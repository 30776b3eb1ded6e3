"""Estimators with scikit-learn's conventions, on its own base classes."""
