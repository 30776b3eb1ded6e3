"""One page about a detection, as one HTML file that needs no network."""
