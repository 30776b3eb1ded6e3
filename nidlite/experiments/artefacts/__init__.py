"""The functions of the paper's tables and figures; index.py says which is where."""
