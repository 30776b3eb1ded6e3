"""`nidlite detect SOURCE --baseline NAME`: another method's ranking after NID's."""

from ..baselines.features import compare_features
from ..baselines.methods import METHODS, ready
from ..errors import InputError
from ..interactions import pairs_of, ranking_table
from ..metrics import pairwise_auc
from ..notebook.progress import Status
from ..ranking import pairwise_ranking
from ..saving.results import save_ranking
from ..splits import stream


def check_baselines(names, table):
    """Raises InputError, before the training, for a baseline that cannot run."""
    if names and table.outputs > 1:
        raise InputError(
            f"baselines take numbers or two classes, and {table.target_name!r} has "
            f"{table.outputs} classes; say which count as 1 with --positive"
        )
    if names and table.sample_weight is not None:
        raise InputError("baselines take no weights; leave out --weights or --baseline")
    for name in names:
        ready(name, table.task == "classification")


def run_baselines(names, found, truths, folder):
    """Each baseline in turn: its pairs, larger sets and pairwise AUC are printed.

    The CSV in the folder, if there is one, has all of them. Raises InputError.
    """
    columns = found.feature_names
    for name in dict.fromkeys(names):
        print(end="", flush=True)  # NID's answer, before what may take minutes
        with Status(name) as status:
            rows = len(found.split.train[1]) + len(found.split.valid[1])
            status.write(f"running {name} on {rows} rows")
            rng = stream(found.seed, "baseline")
            strengths, larger = compare_features(name, found, rng)
        method, pairs = METHODS[name], pairwise_ranking(strengths)
        true_pairs = None if truths is None else pairs_of(truths)
        print(f"\n{method.title}; a pair's strength is {method.strength}")
        print(ranking_table("rank   strength  pair", pairs, columns, true_pairs))
        if larger:
            title = f"\nrank   strength  {method.title}, three features or more"
            print(ranking_table(title, larger, columns, truths))
        if truths:
            for title, S in (
                ("NID", found.pairwise_strengths),
                (method.title, strengths),
            ):
                print(f"pairwise AUC, {title} {pairwise_auc(S, truths):.3f}")
        if folder:
            entries = [*pairs, *larger]
            entries.sort(key=lambda entry: (-entry[1], len(entry[0]), entry[0]))
            save_ranking(folder / f"baseline-{name}.csv", entries, columns)
