"""Exercises for students, and what grades them."""
