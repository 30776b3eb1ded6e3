"""How many of the ranked interactions are real: MLP-Cutoff (Sec. 4.3, 5.3)."""
