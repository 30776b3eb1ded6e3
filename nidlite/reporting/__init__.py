"""report.html: a detection on one page."""
