"""`nidlite fetch NAME`: what a data set of the paper is, and where it lies."""

from ..datasets.real import DATASETS, about, file_of, load


def add_arguments(parser):
    parser.add_argument("name", metavar="NAME", help=", ".join(DATASETS))


def run(options):
    """Print where it is, what it holds, and whose it is. Raises InputError."""
    table, dataset = load(options.name), DATASETS[options.name]
    target, q = dataset.target, len(table.feature_names)
    if table.classes:
        target += f": {table.classes[1]} (y = 1) against {table.classes[0]}"
    print(options.name)
    print(f"    file     {file_of(options.name)}")
    print(f"    table    {len(table.y):,} rows x {q} features, {table.task}")
    print(f"    target   {target}")
    for note in table.notes:
        print(f"    note     {note}")
    print(f"\n{about(options.name)}")
