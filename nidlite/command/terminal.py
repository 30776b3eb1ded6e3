"""What `nidlite detect` prints: the answer, the rankings, and how right they are."""

from ..interactions import label, mark
from ..metrics import pairwise_auc
from ..report.sentences import MEANING, NONE, NOTHING, with_strongest

SHOWN = 12  # interactions
RANKED = """The rankings are the weights': they say where to look, and claim nothing. A
share below 0 says that the two networks contradict each other."""
NEXT = "Next, look at their surfaces: --out DIR writes report.html."


def print_found(found, problem, truths, options):
    """The summary, the answer, the rankings; how right they are where that is known."""
    print(found.summary)
    if truths:
        print(f"truth: {', '.join(map(label, truths))}")
        print("+ true, o part of a true interaction, - false")
    if problem:
        print(f"\nNo answer, the rankings only: {problem}.")
    elif options.agreement:
        print_answer(found, truths)
    print(f"\n{found.tables(truths, options.top)}")
    if found.others and found.learned:
        print(f"\n{RANKED}")
    if truths:
        score = pairwise_auc(found.pairwise_strengths, truths)
        print(f"\npairwise AUC {score:.3f}")


def print_answer(found, truths):
    """The interactions that two networks agree on, and what that means."""
    agreed, names = found.agreed(), found.feature_names

    def line(one, marked, before=""):
        words = f"{before}{marked}{label(one.interaction, names)}"
        print(f"{one.share:10.2%} {one.agreement:10.2f}  {words}")

    if not agreed:
        print(f"\n{NONE if found.learned else NOTHING}")
    else:
        print("\nWhat interacts, largest share first")
        print("     share  agreement  interaction")
        for one, pair in with_strongest(found, agreed)[:SHOWN]:
            line(one, mark(one.interaction, truths))
            if pair:
                line(pair, "", "  in it ")
        if len(agreed) > SHOWN:
            print(f"and {len(agreed) - SHOWN} more, in interactions.csv of --out")
        print(f"{MEANING}\n{NEXT}")
    for note in found.answer_notes():
        print(f"note: {note}")


def print_cutoff(cutoff, found, truths):
    """The curve of errors, and the interactions above the cutoff."""
    print(f"\nMLP-Cutoff: validation error as interactions are added (K = {cutoff.K})")
    print(cutoff.curve_table(found.feature_names, truths))
    chosen = [label(i, found.feature_names) for i in cutoff.interactions]
    print(f"interactions: {', '.join(chosen) or 'none'}")
