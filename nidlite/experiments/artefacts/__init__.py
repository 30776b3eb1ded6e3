"""The functions of the paper's tables and figures; page.py says which is where."""
