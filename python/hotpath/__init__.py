"""Hotpath from Python: recorded markets as Arrow streams, books, backtests of the live trader.

Names are loaded when they are first used, so that `import hotpath` takes a few milliseconds.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .backtest import backtest
    from .sweep import sweep

# name: the module that defines it
_HOMES = {
    "backtest": "hotpath.backtest",
    "sweep": "hotpath.sweep",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'hotpath' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_HOMES))
