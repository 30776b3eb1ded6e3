"""The command line: `nidlite detect F5`, or `python -m nidlite detect F5`."""

import sys

from .command.parser import main

if __name__ == "__main__":
    sys.exit(main())
