"""`nidlite predict DETECTION FILE`: what a saved detection predicts for new rows."""

import numpy as np

from ..notebook.detection import load_detection
from ..saving.whole import csv_text, save_text
from ..tables.reading import read_rows


def add_arguments(parser):
    add = parser.add_argument
    text = "the network.npz of nidlite detect --out, or what found.save(path) wrote"
    add("detection", metavar="DETECTION", help=text)
    text = "a table with the detection's columns; - is standard input"
    add("file", metavar="FILE", help=text)
    add("--sep", metavar="C", help="what separates cells: , ; | or tab (else found)")
    add("--out", metavar="CSV", help="write the predictions there, not to the terminal")


def run(options):
    """A line for each row: the outcome, or the best class and the probabilities."""
    found = load_detection(options.detection)
    table, classes = found.table, found.table.classes or ()
    answers = found.predict(read_rows(options.file, table, options.sep))
    if classes and answers.ndim == 1:
        answers = np.column_stack([1 - answers, answers])
    rows = [[table.target_name, *(f"P({label})" for label in classes)]]
    for answer in answers:
        best = [classes[answer.argmax()]] if classes else []
        rows.append(best + [f"{number:.9g}" for number in np.atleast_1d(answer)])
    text = csv_text(rows)
    if options.out:
        save_text(options.out, text)
    else:
        print(text, end="")
