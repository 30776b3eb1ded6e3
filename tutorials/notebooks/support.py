"""tutorials/support.py, one folder up, where the notebooks find it."""

from pathlib import Path

exec(Path(__file__).parents[1].joinpath("support.py").read_text("utf-8"), globals())
