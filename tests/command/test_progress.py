"""What a person sees while it trains: one line on a terminal, a few in a log."""

import io

import pytest

from nidlite.notebook import progress
from nidlite.notebook.progress import Status, clock
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


def epoch(number, seconds=1.0, valid=0.5):
    return Epoch(number, 0.4, valid, 0.01, seconds)


def training(stream, epochs):
    """A Status of a training that has begun."""
    status = Status(stream=stream)
    status.begin("training", epochs)
    return status


@pytest.fixture
def now(monkeypatch):
    """The time that Status reads, a list of one number to set."""
    time = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: time[0])
    return time


def test_a_terminal_shows_one_line_that_is_written_over(now):
    stream = Terminal()
    with training(stream, 3) as status:
        for number in (1, 2, 3):
            status.epoch(epoch(number, seconds=10 * number, valid=1 / number))
            assert "\n" not in stream.getvalue()
            assert len(screen(stream.getvalue())) == 1
    assert screen(stream.getvalue()) == [
        "training: epoch 3/3, validation error 0.33333, 0:00 left",
        "",
    ]
    status.__exit__()  # once more ends no other line
    assert stream.getvalue().count("\n") == 1


def test_a_shorter_line_leaves_nothing_of_the_longer_one():
    stream = Terminal()
    status = Status("", stream)
    status.write("a long line")
    status.write("short")
    assert screen(stream.getvalue()) == ["short"]
    # The check sees what is left over.
    assert screen("\ra long line\rshort") == ["shortg line"]


def test_elsewhere_plain_lines_come_first_last_and_some_seconds_apart(now):
    stream = io.StringIO()
    with training(stream, 100) as status:
        for number in range(1, 101):
            now[0] = number  # a second each
            status.epoch(epoch(number, seconds=number))
    lines = stream.getvalue().splitlines()
    shown = [int(line.split("epoch ")[1].split("/")[0]) for line in lines]
    assert shown == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 100]
    assert "\r" not in stream.getvalue()


@pytest.mark.parametrize("stream, seconds", [(Terminal(), 1), (io.StringIO(), 10)])
def test_a_long_epoch_shows_how_far_it_is_a_short_one_does_not(now, stream, seconds):
    status = training(stream, 2)
    for step in range(4):
        now[0] = step * seconds * 0.4
        status.batch(1, step / 4)
    assert screen(stream.getvalue())[0] == "training: epoch 1/2, 75% of its rows"
    for step in range(4):
        now[0] += seconds * 0.2
        status.epoch(epoch(1 + step // 2))
        status.batch(2, step / 4)
    assert stream.getvalue().count("of its rows") == 1


def test_the_time_left_is_that_of_the_epochs_to_come(capsys):
    training(None, 10).epoch(epoch(4, seconds=40))
    out, err = capsys.readouterr()  # without a stream it is standard error
    assert out == "" and err.endswith(", 1:00 left\n")


def test_done_without_a_line_writes_nothing():
    for stream in (Terminal(), io.StringIO()):
        with training(stream, 3):
            pass
        assert stream.getvalue() == ""


@pytest.mark.parametrize(
    "seconds, text",
    [(0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (754, "12:34"), (3723, "1:02:03")],
)
def test_the_clock_reads_minutes_and_seconds(seconds, text):
    assert clock(seconds) == text
