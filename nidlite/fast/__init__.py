"""The same mathematics, made fast. Each file names the plain form that it equals."""
