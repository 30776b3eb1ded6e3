"""The command line: `nidlite detect`, `reproduce`, `fetch`, `grade`."""
