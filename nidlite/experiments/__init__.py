"""Every table and figure of the paper, from one command: `nidlite reproduce NAME`."""
