"""One file for each table and figure of the paper: table2.py makes Table 2."""
