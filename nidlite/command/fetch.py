"""`nidlite fetch NAME`: what a data set of the paper is, downloaded if need be."""

from ..datasets.catalogue import DATASETS
from ..datasets.real import data_set, fetch, load


def add_arguments(parser):
    """The options of `nidlite fetch`."""
    parser.add_argument("name", metavar="NAME", help=", ".join(DATASETS))
    text = "keep it there (else in the user's cache)"
    parser.add_argument("--data-home", metavar="DIR", help=text)


def run(options):
    """Print where it is, what it holds, and whose it is. Raises InputError."""
    dataset = data_set(options.name)
    path = fetch(options.name, options.data_home)
    table = load(options.name, options.data_home)
    n, q, target = len(table.y), len(table.feature_names), dataset.target
    if table.classes:
        target += f": {table.classes[1]} (y = 1) against {table.classes[0]}"
    lines = [("file", path), ("table", f"{n:,} rows x {q} features, {table.task}")]
    lines += [("target", target), *(("note", note) for note in table.notes)]
    lines += [("licence", dataset.licence), ("cite", dataset.citation)]
    print(f"{options.name}: {dataset.title}")
    for word, text in lines:
        print(f"    {word:8} {text}")
