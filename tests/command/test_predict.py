"""`nidlite predict`: a saved detection, asked about the rows of a file."""

import csv
from pathlib import Path

import numpy as np
import pytest
from houses import rows, with_target

import nidlite
from nidlite.tables.reading import read_csv


@pytest.fixture(autouse=True)
def table(houses):
    """houses.csv, in an empty folder."""


def detected(file):
    found = nidlite.detect(read_csv(file, "price"), epochs=2)
    found.save("network.npz")
    return found


def predicted(text):
    return list(csv.DictReader(text.splitlines()))


def test_every_row_gets_what_the_network_says_whatever_the_file_s_form(run):
    found = detected("houses.csv")
    right = found.of_encoded(found.table.X)
    status, out, err = run("predict", "network.npz", "houses.csv")
    given = [float(row["price"]) for row in predicted(out)]
    assert (status, err) == (0, "") and np.ptp(right) > 1e-3
    np.testing.assert_allclose(given, right, rtol=1e-8)  # nine digits
    lines = [line.split(",") for line in rows()]
    lines = [f"x;{h};{w};{x}".replace(".", ",") for x, w, h, _ in lines]
    Path("new.csv").write_text("\n".join(["other;height;width;length", *lines]))
    words = "--sep", ";", "--out", "p.csv"
    assert run("predict", "network.npz", "new.csv", *words)[:2] == (0, "")
    assert Path("p.csv").read_text() == out


@pytest.mark.parametrize("labels", [["high", "low"], ["high", "low", "mid"]])
def test_classes_come_with_their_probabilities(run, labels):
    Path("kinds.csv").write_text(with_target(labels * 40))
    found = detected("kinds.csv")
    chances = found.of_encoded(found.table.X)
    if chances.ndim == 1:  # of two classes, the second one's
        chances = np.column_stack([1 - chances, chances])
    status, out, _ = run("predict", "network.npz", "kinds.csv")
    answers = predicted(out)
    given = [[float(row[f"P({label})"]) for label in labels] for row in answers]
    assert status == 0 and list(answers[0]) == ["price", *(f"P({x})" for x in labels)]
    np.testing.assert_allclose(given, chances, rtol=1e-7)  # nine digits
    best = [labels[k] for k in chances.argmax(axis=1)]
    assert [row["price"] for row in answers] == best


def test_a_file_that_does_not_fit_is_one_line(run):
    detected("houses.csv")
    Path("new.csv").write_text("length\n1\n")
    status, out, err = run("predict", "network.npz", "new.csv", "--out", "p.csv")
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert "new.csv lacks 2 of the 3 columns of the detection" in err
    assert not Path("p.csv").exists()
