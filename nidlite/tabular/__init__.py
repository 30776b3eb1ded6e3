"""Tables as people bring them: arrays, DataFrames and CSV files."""
