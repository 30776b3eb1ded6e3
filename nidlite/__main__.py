"""The command line: `nidlite detect F5`, or `python -m nidlite detect F5`."""

import os
import sys

THREADS = [
    f"{library}_NUM_THREADS" for library in ("OPENBLAS", "MKL", "OMP", "BLIS")
] + ["VECLIB_MAXIMUM_THREADS"]


def main(argv=None) -> int:
    """Run one command; the exit status is its own, or 2 after a user's mistake."""
    argv = sys.argv[1:] if argv is None else list(argv)
    use_threads(argv)
    from .command.parser import run  # after that, as it loads NumPy

    return run(argv)


def use_threads(argv):
    """Tell NumPy's BLAS, before it is loaded, how many threads to use: --threads, or 1.

    For matrices as small as ours one is never slower, and many times faster where other
    processes keep the cores busy. A number that the environment has is kept.
    """
    given = [b for a, b in zip(argv, argv[1:]) if a == "--threads"]
    given += [a.partition("=")[2] for a in argv if a.startswith("--threads=")]
    for name in THREADS:
        if given:
            os.environ[name] = given[-1]
        else:
            os.environ.setdefault(name, "1")


if __name__ == "__main__":
    sys.exit(main())
