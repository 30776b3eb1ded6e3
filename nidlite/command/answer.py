"""The answer of `nidlite detect`: the whole interactions that two networks agree on."""

import os
from contextlib import contextmanager

from ..agreement.second_opinion import other_networks
from ..interactions import label, mark
from ..report.sentences import MEANING, NONE, NOTHING, with_strongest
from .workers import processes

BESIDE = 200_000  # rows times epochs from which on a process of its own is worth it
SHOWN = 12  # interactions
RANKED = """The rankings are the weights': they say where to look, and claim nothing. A
share below 0 says that the two networks contradict each other."""
NEXT = "Next, look at their surfaces: --out DIR writes report.html."


@contextmanager
def second_opinion(table, options, settings):
    """A function that gives a Detection its other networks, trained meanwhile.

    With two jobs a process of its own trains them beside what happens in the block.
    Of any number of jobs the result is the same. settings are those of detect.
    """
    alone = (options.jobs or os.cpu_count()) == 1
    alone = alone or len(table.X) * settings["epochs"] < BESIDE
    if alone or not options.agreement:
        yield lambda found, progress: found.ask_others(progress)
        return
    with processes(1) as pool:
        future = pool.submit(other_networks, table, settings)

        def wait(found, progress):
            if not future.done():
                progress.write("waiting for the second opinion")
            found.others = future.result()

        yield wait


def print_answer(found, problem, truths):
    """What interacts, in a list; problem says why there is no second opinion, if so."""
    print()
    if problem:
        print(f"No answer, the rankings only: {problem}.")
        return
    agreed, names = found.agreed(), found.feature_names
    if not found.learned:
        print(NOTHING)
    elif not agreed:
        print(NONE)
    else:
        print("What interacts, largest share first")
        print("     share  agreement  interaction")
        for a, pair in with_strongest(found, agreed)[:SHOWN]:
            words = mark(a.interaction, truths) + label(a.interaction, names)
            print(f"{a.share:10.2%} {a.agreement:10.2f}  {words}")
            if pair:
                words = f"in it {label(pair.interaction, names)}"
                print(f"{pair.share:10.2%} {pair.agreement:10.2f}    {words}")
        if len(agreed) > SHOWN:
            print(f"and {len(agreed) - SHOWN} more, in interactions.csv of --out")
        print(f"{MEANING}\n{NEXT}")
    for note in found.answer_notes():
        print(f"note: {note}")
