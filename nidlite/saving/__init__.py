"""Results as files: rankings, pictures, the network; each file whole or not there."""
