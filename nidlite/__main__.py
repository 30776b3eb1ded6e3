"""The command line: `nidlite detect F5`, or `python -m nidlite detect F5`."""

import os
import sys

LIBRARIES = "OPENBLAS", "MKL", "BLIS", "OMP"
THREADS = *(f"{name}_NUM_THREADS" for name in LIBRARIES), "VECLIB_MAXIMUM_THREADS"


def main(argv=None) -> int:
    """Run one command and return its exit status: 2 after a user's mistake."""
    argv = sys.argv[1:] if argv is None else list(argv)
    use_threads(argv)
    from .command.parser import run  # after that, as it loads NumPy

    return run(argv)


def use_threads(argv):
    """Tell NumPy's BLAS, before it is loaded, how many threads to use: --threads, or 1.

    For matrices as small as ours one is never slower, and many times faster where other
    processes keep the cores busy. A number that the environment has is kept.
    """
    usual, given = os.environ.get("OMP_NUM_THREADS", "1"), None
    for word, following in zip(argv, [*argv[1:], ""]):
        name, equals, value = word.partition("=")
        if name.startswith("--th") and "--threads".startswith(name):
            given = value if equals else following
    for name in THREADS:
        if given and given.isdigit():  # anything else the parser refuses
            os.environ[name] = given
        else:
            os.environ.setdefault(name, usual)


if __name__ == "__main__":
    sys.exit(main())
