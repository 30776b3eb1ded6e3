"""Arrays, frames and files become a checked table."""
