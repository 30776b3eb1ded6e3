"""Which whole interactions are there? Two networks must agree: opinion says why."""
