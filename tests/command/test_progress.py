"""What a person sees: tables with marks and names, and a line while it trains."""

import io

import pytest
from nidlite.command.printing import Status, clock, mark, ranking_table

from nidlite import printing
from nidlite.training import Epoch

RANKING = [((0, 2), 12.5), ((0, 1, 2), 3.25), ((1, 3), 0.0625)]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

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


@pytest.fixture
def now(monkeypatch):
    """The time that printing reads, a list of one number to set."""
    time = [0.0]
    monkeypatch.setattr(printing.time, "monotonic", lambda: time[0])
    return time


# --- tables --------------------------------------------------------------------------


def test_a_ranking_is_printed_with_ranks_strengths_and_names():
    assert ranking_table("rank   strength  interaction", RANKING) == (
        "rank   strength  interaction\n"
        "   1    12.5000  x1 & x3\n"
        "   2     3.2500  x1 & x2 & x3\n"
        "   3     0.0625  x2 & x4"
    )
    names = ["a", "b, c", 'say "d"', "é"]
    lines = ranking_table("", RANKING, names).split("\n")
    assert lines[1].endswith('  a & say "d"') and lines[3].endswith("  b, c & é")


def test_more_numbers_make_more_columns_under_their_headings():
    title = "rank   strength     share  interaction"
    lines = ranking_table(title, [((0, 2), 12.5, 0.25)]).split("\n")
    assert lines[1] == "   1    12.5000    0.2500  x1 & x3"
    for heading, value in (("strength", "12.5000"), ("share", "0.2500")):
        end = lines[0].index(heading) + len(heading)
        assert lines[1].index(value) + len(value) == end


def test_only_the_top_is_shown():
    ranking = [((0, i), 1 / i) for i in range(1, 40)]
    assert len(ranking_table("", ranking).split("\n")) == 11
    assert len(ranking_table("", ranking, shown=3).split("\n")) == 4


def test_an_empty_ranking_is_its_title():
    assert ranking_table("rank", []) == "rank"


def test_marks_tell_true_part_of_a_true_and_false():
    truths = [(0, 1, 2), (3, 4)]
    assert mark((0, 1, 2), truths) == "+ "
    assert mark((0, 2), truths) == "o "
    assert mark((0, 3), truths) == mark((0, 1, 2, 3), truths) == "- "
    assert mark((0, 3), None) == "" and mark((0, 3), []) == "- "
    table = ranking_table("", RANKING, truths=truths).split("\n")
    assert [line.split()[2] for line in table[1:]] == ["o", "+", "-"]


# --- the line while it trains --------------------------------------------------------


def test_a_terminal_shows_one_line_that_is_written_over(now):
    stream = Terminal()
    status = Status("training", 3, stream)
    for number in (1, 2, 3):
        status(epoch(number, seconds=10 * number, valid=1 / number))
        assert "\n" not in stream.getvalue()
        assert len(screen(stream.getvalue())) == 1
    status.done()
    assert screen(stream.getvalue()) == [
        "training: epoch 3/3, validation error 0.33333, 0:00 left",
        "",
    ]


def test_a_shorter_line_leaves_nothing_of_the_longer_one():
    stream = Terminal()
    status = Status("", 0, stream)
    status.write("a long line")
    status.write("short")
    assert screen(stream.getvalue()) == ["short"]
    # The check sees what is left over.
    assert screen("\ra long line\rshort") == ["shortg line"]


def test_elsewhere_plain_lines_come_first_last_and_some_seconds_apart(now):
    stream = io.StringIO()
    status = Status("training", 100, stream, every=10)
    for number in range(1, 101):
        now[0] = number  # a second each
        status(epoch(number, seconds=number))
    status.done()
    lines = stream.getvalue().splitlines()
    assert "\r" not in stream.getvalue()
    shown = [int(line.split("epoch ")[1].split("/")[0]) for line in lines]
    assert shown == [1, 11, 21, 31, 41, 51, 61, 71, 81, 91, 100]


def test_a_long_epoch_shows_how_far_it_is_and_a_short_one_does_not(now):
    for stream, seconds in ((Terminal(), 1), (io.StringIO(), 10)):
        now[0] = 0.0
        status = Status("training", 2, stream, every=10)
        for step in range(4):
            now[0] = step * seconds * 0.4
            status.batch(1, step / 4)
        assert screen(stream.getvalue()) == (
            ["training: epoch 1/2, 75% of its rows"]
            if stream.isatty()
            else ["training: epoch 1/2, 75% of its rows", ""]
        )
        for step in range(4):
            now[0] += seconds * 0.2
            status(epoch(1 + step // 2))
            status.batch(2, step / 4)
        assert stream.getvalue().count("of its rows") == 1


def test_the_time_left_is_that_of_the_epochs_to_come():
    stream = io.StringIO()
    Status("training", 10, stream)(epoch(4, seconds=40))
    assert stream.getvalue().endswith(", 1:00 left\n")


def test_done_without_a_line_writes_nothing():
    for stream in (Terminal(), io.StringIO()):
        Status("training", 3, stream).done()
        assert stream.getvalue() == ""


def test_done_twice_ends_the_line_once():
    stream = Terminal()
    status = Status("training", 3, stream)
    status.write("here")
    status.done()
    status.done()
    assert stream.getvalue().count("\n") == 1


def test_without_a_stream_it_is_stderr(capsys):
    Status("training", 1)(epoch(1))
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("training: epoch 1/1")


@pytest.mark.parametrize(
    "seconds, text",
    [(0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (754, "12:34"), (3723, "1:02:03")],
)
def test_the_clock_reads_minutes_and_seconds(seconds, text):
    assert clock(seconds) == text
