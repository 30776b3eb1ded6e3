"""`nidlite detect SOURCE --baseline NAME`: another method's ranking beside NID's."""

import numpy as np

from ..baselines.methods import METHODS, compare, ranked, ready
from ..detector import stream
from ..errors import InputError
from ..interactions import label, mark, pairs_of, ranking_table
from ..metrics import pairwise_auc
from ..ranking import pairwise_ranking
from ..saving.results import save_ranking
from .progress import Status


def check(names, table):
    """Raises InputError, before the training, for a baseline that cannot run."""
    if names and table.outputs > 1:
        raise InputError(
            f"baselines take numbers or two classes, and {table.target_name!r} has "
            f"{table.outputs} classes; say which count as 1 with --positive"
        )
    for name in names:
        ready(name, table.task == "classification")


def run_baseline(name, found):
    """The baseline's strengths of pairs, (q, q), and its larger sets, strongest first.

    On the training and validation rows, as it holds out rows of its own; with a status
    line. Raises InputError.
    """
    columns, owner = columns_of(found)
    X, y = map(np.concatenate, zip(found.split.train, found.split.valid))
    print(end="", flush=True)  # what is known, before what may take minutes
    rng = stream(found.seed, "baseline")
    with Status(name) as status:
        status.write(f"running {name} on {len(y)} rows")
        result = compare(name, X[:, columns], y, rng, found.classifies)
    return feature_strengths(result.strengths, owner), larger_sets(result, owner)


def columns_of(found):
    """Which of the network's columns a baseline gets, and each one's feature: 2 x (p,).

    A category's commonest level is left out, as the others determine it: ANOVA finds
    nothing in a product that others determine.
    """
    columns, owner = [], []
    for j, own in enumerate(found.columns):
        commonest = max(own, key=lambda column: found.split.x_mean[column])
        rest = [column for column in own if column != commonest] or own
        columns += rest
        owner += [j] * len(rest)
    return columns, owner


def feature_strengths(strengths, owner) -> np.ndarray:
    """Of features, (q, q), from (p, p) of columns: the largest of their columns' pairs.

    owner is (p,), each column's feature.
    """
    q = max(owner) + 1
    grouped = np.full((q, q), -np.inf)
    np.maximum.at(grouped, np.ix_(owner, owner), strengths)
    np.fill_diagonal(grouped, 0)
    return grouped


def larger_sets(result, owner) -> list:
    """The result's sets of three or more features, strongest first, each once.

    A set with two columns of one feature is none of them.
    """
    sets = {}
    for interaction, strength in ranked(result):
        features = tuple(sorted({owner[column] for column in interaction}))
        if len(features) == len(interaction) > 2:
            sets.setdefault(features, strength)
    return list(sets.items())


def print_beside(name, strengths, larger, found, truths):
    """NID's pairs, the baseline's, the baseline's larger sets, how right the pairs are.

    strengths is (q, q); larger is empty for most baselines.
    """
    own, names = METHODS[name], found.feature_names
    true_pairs = truths and pairs_of(truths)

    def column(title, strengths):
        yield f"{'strength':>10}  {title}"
        for pair, strength in pairwise_ranking(strengths)[:10]:
            number = f"{strength:10.4f}" if abs(strength) < 1e5 else f"{strength:10.3e}"
            yield f"{number}  {mark(pair, true_pairs)}{label(pair, names)}"

    methods = {"NID": found.pairwise_strengths, own.title: strengths}
    left, right = (list(column(*item)) for item in methods.items())
    width = max(map(len, left))
    print(f"\n{own.title} beside NID; its strength is {own.strength}")
    for rank, (a, b) in enumerate(zip(left, right)):
        print(f"{rank or 'rank':>4} {a:{width}} {b}")
    if larger:
        title = f"\nrank   strength  {own.title}, three features or more"
        print(ranking_table(title, larger, names, truths))
    if truths:
        scores = (f"{m} {pairwise_auc(s, truths):.3f}" for m, s in methods.items())
        print(f"\npairwise AUC: {', '.join(scores)}")


def forget(folder):
    """Remove an earlier run's files, which would not belong to this ranking."""
    for name in METHODS:
        (folder / f"baseline-{name}.csv").unlink(missing_ok=True)


def run_all(names, found, truths, folder):
    """Each baseline in turn: its table, and its ranking in the folder, if there is one.

    The CSV has every pair and the larger sets. Raises InputError.
    """
    for name in dict.fromkeys(names):
        strengths, larger = run_baseline(name, found)
        print_beside(name, strengths, larger, found, truths)
        if folder:
            entries = [*pairwise_ranking(strengths), *larger]
            entries.sort(key=lambda entry: (-entry[1], len(entry[0]), entry[0]))
            save_ranking(folder / f"baseline-{name}.csv", entries, found.feature_names)
