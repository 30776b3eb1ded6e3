"""A line on a terminal, or in a notebook, that says how far a training is."""

import sys
import time
from contextlib import nullcontext

from ..training import SILENT, Progress


class Status(Progress):
    """Writes to a stream, standard error by default, never to what is returned.

    On a terminal one line is written over again. Elsewhere, as in a log file, a plain
    line comes at the start, at the end, and at least `every` seconds apart between.
    """

    keep = True
    quiet = False  # --quiet, for the whole command

    def __init__(self, what="", stream=None, every=10.0):
        self.stream, self.every = stream or sys.stderr, every
        notebook = type(self.stream).__module__.startswith("ipykernel")
        self.live = self.stream.isatty() or notebook
        self.shown = self.told = None  # when something was told, or anything written
        self.width = 0
        self.begin(what, 0)

    def begin(self, what, epochs):
        self.what, self.epochs = what, epochs

    def epoch(self, epoch):
        left = epoch.seconds / epoch.epoch * (self.epochs - epoch.epoch)
        text = f"validation error {epoch.valid:.5f}, {clock(left)} left"
        text = f"{self.what}: epoch {epoch.epoch}/{self.epochs}, {text}"
        self.tell(text, last=epoch.epoch == self.epochs)

    def batch(self, number, share):
        """Show how far the epoch is, where epochs are long: at most once a second."""
        now = time.monotonic()
        if self.told is None:
            self.told = now  # short epochs need no such line
        elif now - self.told >= (1.0 if self.live else self.every):
            text = f"{share:.0%} of its rows"
            self.write(f"{self.what}: epoch {number}/{self.epochs}, {text}")

    def tell(self, text, last=False):
        """Write the line if it is live, the first or the last, or if it is time."""
        now = time.monotonic()
        if self.live or self.shown is None or last or now - self.shown >= self.every:
            self.write(text)
            self.shown = now

    def write(self, text):
        """Write the line, over the last one if it is live."""
        self.told = time.monotonic()
        if self.quiet:
            return
        self.stream.write("\r" + text.ljust(self.width) if self.live else text + "\n")
        self.stream.flush()
        self.width = len(text)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Leave the live line standing and go on below it."""
        if self.live and self.width:
            self.stream.write("\n")
            self.stream.flush()
        self.width = 0


def listening(progress):
    """A context of the Progress that is meant: True is a Status, False none."""
    return Status() if progress is True else nullcontext(progress or SILENT)


def clock(seconds) -> str:
    """Seconds as 0:07, 12:34 or 1:02:03."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
