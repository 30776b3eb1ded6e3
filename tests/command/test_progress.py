"""What a person sees while it trains: one line on a terminal, a few in a log."""

import io

import pytest

from nidlite.notebook import progress
from nidlite.notebook.progress import Status
from nidlite.training import Epoch


class Terminal(io.StringIO):
    def isatty(self):
        return True


def shown_on(stream, monkeypatch, epochs, seconds):
    """What stands there after a training whose epochs take so many seconds each."""
    time = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: time[0])
    with Status(stream=stream) as status:
        status.begin("training", epochs)
        for number in range(1, epochs + 1):
            time[0] += seconds  # of an epoch: a short one may be left out
            status.epoch(Epoch(number, 0.4, 1 / number, 0.01, time[0]))
    return stream.getvalue()


@pytest.mark.parametrize("seconds, lines, columns", [(1, 3, 120), (0.1, 2, 40)])
def test_a_terminal_shows_one_line_at_a_time(monkeypatch, seconds, lines, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    line = shown_on(Terminal(), monkeypatch, 3, seconds)
    assert line.count("\n") == 1 and line.count("\r") == lines
    last = "training: epoch 3/3, validation error 0.33333, 0:00 left"
    start, *shown = line.removesuffix("\n").split("\r")
    # What fills the line's last column would go on below: each stays above the others.
    assert start == "" and {len(text) for text in shown} == {columns - 1}
    assert shown[-1].rstrip() == last[: columns - 1]


def test_elsewhere_plain_lines_come_first_last_and_some_seconds_apart(monkeypatch):
    *lines, _ = shown_on(io.StringIO(), monkeypatch, 100, 1.0).split("\n")
    shown = [int(line.split("epoch ")[1].split("/")[0]) for line in lines]
    assert shown == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 100]
    assert "\r" not in "".join(lines) and lines[3].endswith(", 1:09 left")
