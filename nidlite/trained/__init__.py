"""Networks trained elsewhere: their weights, and what these say."""
