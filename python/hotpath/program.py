"""The program `hotpath`, as the package installs it: the same commands as the executable."""

from __future__ import annotations

import signal
import sys

from ._arguments import use_this_python


def main() -> None:
    """Runs the command that the arguments name and exits with its code."""
    from . import _core

    use_this_python()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's handler would wait for the command's end
    sys.exit(_core.run_program(["hotpath", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
