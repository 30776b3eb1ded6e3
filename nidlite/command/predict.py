"""`nidlite predict DETECTION FILE`: what a saved detection predicts for new rows."""

import csv
import sys
from contextlib import nullcontext

import numpy as np

from ..saving.stored import stored
from ..saving.whole import whole_file
from ..tables.reading import read_rows


def add_arguments(parser):
    add = parser.add_argument
    text = "the network.npz of nidlite detect --out, or what found.save(path) wrote"
    add("detection", metavar="DETECTION", help=text)
    text = "a table with the detection's columns, others are passed over; - is standard"
    add("file", metavar="FILE", help=f"{text} input")
    add("--sep", metavar="C", help="what separates cells: , ; | or tab (else found)")
    add("--out", metavar="CSV", help="write the predictions there, not to the terminal")


def run(options):
    """Read both, and write a line for each row: the outcome, or class and chances."""
    found = stored(options.detection)
    answers = found.predict(read_rows(options.file, found.table, options.sep))
    place = whole_file(options.out) if options.out else nullcontext()
    with place as path:
        if path is None:
            return write_predictions(sys.stdout, found.table, answers)
        with open(path, "w", newline="", encoding="utf-8") as file:
            write_predictions(file, found.table, answers)


def write_predictions(file, table, answers):
    """As CSV: the outcome, or the most probable class and each one's probability."""
    write, classes = csv.writer(file, lineterminator="\n").writerow, table.classes
    if table.task == "regression":
        write([table.target_name])
        for answer in answers:
            write([f"{answer:.9g}"])
        return
    if answers.ndim == 1:
        answers = np.column_stack([1 - answers, answers])
    write([table.target_name, *(f"P({label})" for label in classes)])
    for row in answers:
        write([classes[row.argmax()], *(f"{p:.9g}" for p in row)])
