"""The program `hotpath`, as the package installs it: starts the executable that the package brings."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from ._arguments import use_this_python


def main() -> None:
    """Becomes the program, with the arguments and the signals of a program that a shell starts."""
    use_this_python()
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python; an ignored signal stays ignored in the program
        signal.signal(ignored, signal.SIG_DFL)
    os.execv(Path(__file__).parent / "bin" / "hotpath", ["hotpath", *sys.argv[1:]])


if __name__ == "__main__":
    main()
