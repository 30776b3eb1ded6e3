"""Exercises for students, and what grades them.

In a notebook: `from nidlite.course.grading import check; check("strength", strength)`.
"""
