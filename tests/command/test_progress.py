"""What a person sees while it trains: one line on a terminal, a few in a log."""

import io

import pytest

from nidlite.notebook import progress
from nidlite.notebook.progress import Status
from nidlite.training import Epoch


class Terminal(io.StringIO):
    def isatty(self):
        return True


def screen(text):
    """The lines a terminal shows: after a carriage return it writes over the line."""
    lines = []
    for line in text.split("\n"):
        shown = ""
        for part in line.split("\r"):
            shown = part + shown[len(part) :]
        lines.append(shown.rstrip())
    return lines


@pytest.fixture
def now(monkeypatch):
    """The time that Status reads, a list of one number to set."""
    time = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: time[0])
    return time


def test_a_terminal_shows_one_line_that_is_written_over(now, monkeypatch):
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    with Status() as status:
        status.begin("training", 3)
        for number in (1, 2, 3):
            status.epoch(Epoch(number, 0.4, 1 / number, 0.01, 10.0 * number))
            assert len(screen(stream.getvalue())) == 1
    last = "training: epoch 3/3, validation error 0.33333, 0:00:00 left"
    assert screen(stream.getvalue()) == [last, ""]


def test_elsewhere_plain_lines_come_first_last_and_some_seconds_apart(now, monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with Status() as status:
        status.begin("training", 100)
        for number in range(1, 101):
            now[0] = number  # a second each
            status.epoch(Epoch(number, 0.4, 0.5, 0.01, number))
    lines = stream.getvalue().splitlines()
    shown = [int(line.split("epoch ")[1].split("/")[0]) for line in lines]
    assert shown == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 100]
    assert "\r" not in stream.getvalue() and lines[3].endswith(", 0:01:09 left")
