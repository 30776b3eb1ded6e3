"""What a person sees in a terminal: rankings as tables, and a line while it trains."""

import sys
import time

from .interactions import is_redundant, label


def ranking_table(title, ranking, names=None, truths=None, shown=10) -> str:
    """The top of a ranking: rank, numbers, a mark where the truth is known, names.

    Entries are (interaction, number, ...); more numbers make more columns.
    """
    lines = [title]
    for rank, (interaction, *numbers) in enumerate(ranking[:shown], 1):
        columns = "".join(f"{number:10.4f}" for number in numbers)
        words = mark(interaction, truths) + label(interaction, names)
        lines.append(f"{rank:4} {columns}  {words}")
    return "\n".join(lines)


def mark(interaction, truths) -> str:
    """ "+ " for a true interaction, "o " for a part of one, "- " for a false one."""
    if truths is None:
        return ""
    if interaction in truths:
        return "+ "
    return "o " if is_redundant(interaction, truths) else "- "


def cutoff_table(cutoff, names=None, truths=None) -> str:
    """MLP-Cutoff's curve: K, validation loss, what was added; * up to the cutoff."""
    added = ["no interaction"]
    added += [mark(i, truths) + label(i, names) for i in cutoff.candidates]
    lines = [
        f"{'*' if K <= cutoff.K else ' '} K = {K:<3}{loss:10.5f}  {words}"
        for (K, loss), words in zip(enumerate(cutoff.losses), added)
    ]
    if cutoff.reference is not None:
        lines.append(f"  reference{cutoff.reference:8.5f}")
    if cutoff.stopped:
        lines.append(f"note: {cutoff.stopped}")
    return "\n".join(lines)


class Status:
    """Called after every epoch; writes to a stream, never to what is returned.

    On a terminal one line is written over again. Elsewhere, as in a log file, a plain
    line comes at the start, at the end, and at least `every` seconds apart between.
    """

    def __init__(self, what, epochs, stream=None, every=10.0):
        self.what, self.epochs, self.every = what, epochs, every
        self.stream = stream or sys.stderr
        self.live = self.stream.isatty()
        self.shown = None  # when an epoch was last shown
        self.told = None  # when anything was
        self.width = 0

    def __call__(self, epoch):
        """Show the epoch, a training.Epoch."""
        now = time.monotonic()
        last = epoch.epoch == self.epochs
        if self.live or self.shown is None or last or now - self.shown >= self.every:
            left = epoch.seconds / epoch.epoch * (self.epochs - epoch.epoch)
            self.write(
                f"{self.what}: epoch {epoch.epoch}/{self.epochs}, "
                f"validation error {epoch.valid:.5f}, {clock(left)} left"
            )
            self.shown = now

    def batch(self, epoch, share):
        """Show how far the epoch is, where epochs are long: at most once a second."""
        now = time.monotonic()
        if self.told is None:
            self.told = now  # short epochs need no such line
        elif now - self.told >= (1.0 if self.live else self.every):
            self.write(
                f"{self.what}: epoch {epoch}/{self.epochs}, {share:.0%} of its rows"
            )

    def write(self, text):
        """Write the line, over the last one if it is live."""
        self.told = time.monotonic()
        if self.live:
            self.stream.write("\r" + text.ljust(self.width))
            self.width = len(text)
        else:
            self.stream.write(text + "\n")
        self.stream.flush()

    def done(self):
        """Leave the live line standing and go on below it."""
        if self.live and self.width:
            self.stream.write("\n")
            self.stream.flush()
        self.width = 0


def clock(seconds) -> str:
    """Seconds as 0:07, 12:34 or 1:02:03."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
