"""A detection in the hand: pictures, frames, files, and a line while it trains."""
