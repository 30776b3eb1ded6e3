"""How long does `nidlite detect F5` take, by threads of BLAS, alone and beside others?

    python benchmarks/threads.py        # 4 minutes, with nothing else on the machine

The rankings alone, as version 0.1.0 had them. In turns with one thread, the command's
default, and with as many as NumPy takes if nobody says anything, as in version 0.1.0.
First alone, then beside two processes that never rest.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time

import timing

UNSAID = (
    "import sys; from nidlite.command.parser import run; sys.exit(run(sys.argv[1:]))"
)
SETTINGS = {"1": ["-m", "nidlite"], "NumPy's own": ["-c", UNSAID]}
WORDS = ["detect", "F5", "--no-agreement", "--quiet", "--epochs"]
BUSY = "while True: pass"


def seconds(how, epochs) -> float:
    """A clock's seconds of one run of a command whose environment says no number."""
    silent = {k: v for k, v in os.environ.items() if not k.endswith("_NUM_THREADS")}
    words = [sys.executable, *how, *WORDS, str(epochs)]
    started = time.perf_counter()
    subprocess.run(words, check=True, env=silent, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main():
    """Print the medians, and the range of all runs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--epochs", type=int, default=100)
    options = parser.parse_args()
    lines = []
    for busy in 0, 2:
        others = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(busy)]
        runs = {name: [] for name in SETTINGS}
        for _ in range(options.runs):
            for name, how in SETTINGS.items():
                runs[name].append(seconds(how, options.epochs))
        for other in others:
            other.kill()
            other.wait()
        for name, own in runs.items():
            cells = f"{statistics.median(own):.1f}", f"{min(own):.1f} to {max(own):.1f}"
            lines.append([f"{busy} busy processes", name, *cells])
    print(timing.markdown(["beside", "threads", "s, median", "s, all runs"], lines))


if __name__ == "__main__":
    main()
