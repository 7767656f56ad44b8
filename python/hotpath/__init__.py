"""Hotpath from Python: recorded markets as Arrow tables, books, backtests of the live trader.

    import hotpath
    recording = hotpath.read("day.itch.gz")

Names are loaded when they are first used, so that `import hotpath` takes a few milliseconds.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._core import Batch, Error, Level, Order, QueuePosition, Rows
    from .backtest import backtest
    from .books import Books
    from .data import Recording, generate, read
    from .live import Journal, journal, top, watch
    from .sweep import sweep

# Name: the module that defines it.
_HOMES = {
    "Batch": "._core",
    "Books": ".books",
    "Error": "._core",
    "Journal": ".live",
    "Level": "._core",
    "Order": "._core",
    "QueuePosition": "._core",
    "Recording": ".data",
    "Rows": "._core",
    "backtest": ".backtest",
    "generate": ".data",
    "journal": ".live",
    "read": ".data",
    "sweep": ".sweep",
    "top": ".live",
    "watch": ".live",
}

__all__ = [
    "Batch",
    "Books",
    "Error",
    "Journal",
    "Level",
    "Order",
    "QueuePosition",
    "Recording",
    "Rows",
    "backtest",
    "generate",
    "journal",
    "read",
    "sweep",
    "top",
    "watch",
]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("hotpath")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'hotpath' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(home, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, "__version__"})


class _Package(ModuleType):
    """A submodule with the name of a function in it (hotpath.backtest) does not take the function's place."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
