"""Standard output and error that may be full or closed: what is computed goes on."""

import io
import os


class Lasting:
    """A stream that takes text for as long as it can; `ended` is the error after that.

    A letter that the terminal lacks becomes a question mark.
    """

    def __init__(self, stream):
        # Python has None for a stream that was closed from the start.
        self.stream, self.ended = stream or io.StringIO(), None
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def write(self, text):
        self._attempt(self.stream.write, text)

    def flush(self):
        self._attempt(self.stream.flush)

    def _attempt(self, act, *given):
        try:
            act(*given)
        except OSError as error:
            self.ended = error
            # Whatever is still in its buffers goes nowhere, at the exit too.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.stream.fileno())
