"""A line on a terminal, or in a notebook, that says how far a training is."""

import sys
import time
from contextlib import AbstractContextManager, nullcontext
from shutil import get_terminal_size

from ..training import SILENT, Progress


class Status(Progress, AbstractContextManager):
    """Writes lines to standard error: first, last, `every` seconds apart between.

    On a terminal and in a notebook one line is written over, at most twice a second.
    """

    keep = True

    def __init__(self, stream=None, every=10.0):
        self.stream = stream or sys.stderr
        notebook = type(self.stream).__module__.startswith("ipykernel")
        self.live = self.stream.isatty() or notebook
        self.every = 0.5 if self.live else every  # seconds: a saved notebook keeps all
        self.shown = float("-inf")  # when a line was last written

    def begin(self, what, epochs):
        self.what, self.epochs = what, epochs

    def epoch(self, epoch):
        left = round(epoch.seconds / epoch.epoch * (self.epochs - epoch.epoch))
        text = f"{self.what}: epoch {epoch.epoch}/{self.epochs}, validation error "
        text += f"{epoch.valid:.5f}, {left // 60}:{left % 60:02} left"
        self.tell(text, last=epoch.epoch == self.epochs)

    def tell(self, text, last=True):
        """Write the line if it is the first or the last, or if it is time."""
        now = time.monotonic()
        if last or now - self.shown >= self.every:
            room = get_terminal_size().columns - 1  # a longer line cannot be undone
            line = f"\r{text[:room]:<{room}}" if self.live else f"{text}\n"
            print(line, end="", file=self.stream, flush=True)
            self.shown = now

    def __exit__(self, *_):
        """Leave the live line standing and go on below it."""
        if self.live and self.shown > float("-inf"):
            self.stream.write("\n")


def listening(progress):
    """A context: of the Progress given, of SILENT for False, of a Status for True."""
    heard = progress or SILENT
    return nullcontext(heard) if isinstance(heard, Progress) else Status()
