"""Standard output and error that may be full or closed: what is computed goes on."""

import os
import sys
from contextlib import contextmanager, redirect_stdout
from io import StringIO


class Lasting:
    """A stream that takes text for as long as it can, and remembers why it ended.

    Unless it lasts, that it ended is raised where it is noticed.
    """

    def __init__(self, stream):
        self.stream = stream or open(os.devnull, "w")
        self.lasts, self.ended = True, None if stream else OSError("it is closed")

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def write(self, text):
        self._attempt(lambda: self.stream.write(text))
        return len(text)

    def flush(self):
        self._attempt(self.stream.flush)

    def _attempt(self, act):
        if not self.ended:
            try:
                act()
            except OSError as error:
                self.ended = error
                # What is still in its buffers goes nowhere, at the very end, too.
                os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())
        if self.ended and not self.lasts:
            raise self.ended


@contextmanager
def lasting_streams():
    """Standard output and error as Lasting in the block, which gets the output."""
    given = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(Lasting, given)
    try:
        yield sys.stdout
    finally:
        for stream, own in zip((sys.stdout, sys.stderr), given):
            if own is None:
                stream.close()
        sys.stdout, sys.stderr = given


@contextmanager
def printed_after_all():
    """What the block prints comes at its end: no reader keeps it waiting."""
    text = StringIO()
    try:
        with redirect_stdout(text):
            yield
    finally:
        print(text.getvalue(), end="")
