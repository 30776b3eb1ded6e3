"""`nidlite detect SOURCE --baseline NAME`: another method's ranking beside NID's."""

from ..baselines.features import compare_features
from ..baselines.methods import METHODS, ready
from ..errors import InputError
from ..interactions import label, mark, pairs_of, ranking_table
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
    """Each baseline in turn: its table, and its ranking in the folder, if there is one.

    The CSV has every pair and the larger sets. Raises InputError.
    """
    for name in dict.fromkeys(names):
        print(end="", flush=True)  # what is known, before what may take minutes
        with Status(name) as status:
            rows = len(found.split.train[1]) + len(found.split.valid[1])
            status.write(f"running {name} on {rows} rows")
            rng = stream(found.seed, "baseline")
            strengths, larger = compare_features(name, found, rng)
        print_beside(METHODS[name], strengths, larger, found, truths)
        if folder:
            entries = [*pairwise_ranking(strengths), *larger]
            entries.sort(key=lambda entry: (-entry[1], len(entry[0]), entry[0]))
            save_ranking(folder / f"baseline-{name}.csv", entries, found.feature_names)


def print_beside(method, strengths, larger, found, truths):
    """NID's pairs, the baseline's, the baseline's larger sets, how right the pairs are.

    strengths is (q, q); larger is empty for most baselines.
    """
    both = {"NID": found.pairwise_strengths, method.title: strengths}
    names, true_pairs = found.feature_names, truths and pairs_of(truths)

    def column(title, strengths):
        yield f"{'strength':>10}  {title}"
        for pair, strength in pairwise_ranking(strengths)[:10]:
            number = f"{strength:10.4f}" if abs(strength) < 1e5 else f"{strength:10.3e}"
            yield f"{number}  {mark(pair, true_pairs)}{label(pair, names)}"

    left, right = (list(column(*item)) for item in both.items())
    width = max(map(len, left))
    print(f"\n{method.title} beside NID; its strength is {method.strength}")
    for rank, (a, b) in enumerate(zip(left, right)):
        print(f"{rank or 'rank':>4} {a:{width}} {b}")
    if larger:
        title = f"\nrank   strength  {method.title}, three features or more"
        print(ranking_table(title, larger, names, truths))
    if truths:
        scores = (f"{m} {pairwise_auc(s, truths):.3f}" for m, s in both.items())
        print(f"\npairwise AUC: {', '.join(scores)}")
