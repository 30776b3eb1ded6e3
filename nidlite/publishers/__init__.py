"""Where the paper's data sets come from, and how they get here safely."""
