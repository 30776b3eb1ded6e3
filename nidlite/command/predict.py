"""`nidlite predict DETECTION FILE`: what a saved detection predicts for new rows."""

import csv
import io

import numpy as np

from ..notebook.detection import load_detection
from ..saving.whole import save_text
from ..tables.reading import read_rows


def add_arguments(parser):
    """The options of `nidlite predict`."""
    add = parser.add_argument
    text = "the network.npz of nidlite detect --out, or what found.save(path) wrote"
    add("detection", metavar="DETECTION", help=text)
    text = "a table with the detection's columns; - is standard input"
    add("file", metavar="FILE", help=text)
    add("--sep", metavar="C", help="what separates cells: , ; | or tab (else found)")
    add("--out", metavar="CSV", help="write the predictions there, not to the terminal")


def run(options):
    """Read both, and write a line for each row of the file."""
    found = load_detection(options.detection)
    rows = read_rows(options.file, found.table, options.sep)
    text = as_csv(found.table, found.predict(rows))
    if options.out:
        save_text(options.out, text)
    else:
        print(text, end="")


def as_csv(table, answers) -> str:
    """The outcome, or the most probable class and the probability of each class."""
    if table.task == "regression":
        lines = [[table.target_name], *([f"{answer:.9g}"] for answer in answers)]
    else:
        if answers.ndim == 1:
            answers = np.column_stack([1 - answers, answers])
        lines = [[table.target_name, *(f"P({label})" for label in table.classes)]]
        for row in answers:
            lines.append([table.classes[row.argmax()], *(f"{p:.9g}" for p in row)])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return text.getvalue()
