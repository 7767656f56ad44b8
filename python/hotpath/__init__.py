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
    from ._config import WIDE_LIMITS
    from ._core import Batch, BooksState, Error, Level, Order, OrderState, QueuePosition, RejectedBy, Rows, Side, TimeInForce
    from .backtest import Result, backtest, generated, strategies
    from .books import Books
    from .data import Recording, generate, read
    from .live import Journal, journal, top, watch
    from .strategy import Strategy, dollars, integer, shares, symbol
    from .sweep import SweepResult, sweep
    from .tearsheet import tearsheet

# Name: the module that defines it.
_HOMES = {
    "Batch": "._core",
    "Books": ".books",
    "BooksState": "._core",
    "Error": "._core",
    "Journal": ".live",
    "Level": "._core",
    "Order": "._core",
    "OrderState": "._core",
    "QueuePosition": "._core",
    "Recording": ".data",
    "RejectedBy": "._core",
    "Result": ".backtest",
    "Rows": "._core",
    "Side": "._core",
    "Strategy": ".strategy",
    "SweepResult": ".sweep",
    "TimeInForce": "._core",
    "WIDE_LIMITS": "._config",
    "backtest": ".backtest",
    "dollars": ".strategy",
    "generate": ".data",
    "generated": ".backtest",
    "integer": ".strategy",
    "journal": ".live",
    "read": ".data",
    "shares": ".strategy",
    "strategies": ".backtest",
    "sweep": ".sweep",
    "symbol": ".strategy",
    "tearsheet": ".tearsheet",
    "top": ".live",
    "watch": ".live",
}

__all__ = [
    "Batch",
    "Books",
    "BooksState",
    "Error",
    "Journal",
    "Level",
    "Order",
    "OrderState",
    "QueuePosition",
    "Recording",
    "RejectedBy",
    "Result",
    "Rows",
    "Side",
    "Strategy",
    "SweepResult",
    "TimeInForce",
    "WIDE_LIMITS",
    "backtest",
    "dollars",
    "generate",
    "generated",
    "integer",
    "journal",
    "read",
    "shares",
    "strategies",
    "sweep",
    "symbol",
    "tearsheet",
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
