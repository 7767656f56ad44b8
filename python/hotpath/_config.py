"""The arguments of backtest() and sweep() as a configuration: the tables and keys of backtest.toml.

What a key may be is not checked here: the compiled half reads the text as `hotpath backtest -c` does, with the same errors.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import _toml
from .strategy import Description, Strategy, describe

Data = str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Mapping[str, Any] | Any
AnyStrategy = str | type[Strategy] | Strategy

_TRADER_TABLES = ("trading", "fees", "limits", "account_limits", "pace", "strategy", "strategies")

#: The risk limits of a backtest without any: so wide that they stop mistakes only. A configuration file must state its own.
WIDE_LIMITS: dict[str, dict[str, Any]] = {
    "limits": {
        "order_qty_max": 999_999,
        "order_notional_max": 1_000_000_000.0,
        "tick": 0.01,
        "fine_below": 1.0,
        "collar_bps": 9_999,
        "drift_bps": 9_999,
        "position_max": 100_000_000,
        "open_orders_max": 1_000,
        "messages_max": 10_000,
        "may_sell_short": True,
        "jump_bps": 9_999,
    },
    "account_limits": {
        "gross_max": 1_000_000_000_000.0,
        "net_max": 1_000_000_000_000.0,
        "traded_max": 1_000_000_000_000.0,
        "loss_max": 1_000_000_000_000.0,
        "open_orders_max": 1_000,
        "messages_per_fill_max": 100_000_000,
        "messages_free": 100_000_000,
        "mark_spread_bps": 200,
    },
    "pace": {
        "orders_max": 100_000,
        "orders_window_ms": 1_000,
        "cancels_max": 100_000,
        "cancels_window_ms": 1_000,
        "duplicates_max": 100_000,
        "duplicates_window_ms": 1_000,
        "repeated_executions_max": 100_000,
        "repeated_executions_window_ms": 1_000,
        "instrument_window_ms": 1_000,
        "jump_window_ms": 1_000,
        "jump_hold_ms": 1_000,
    },
}


@dataclass(frozen=True)
class Options:
    """What backtest() and sweep() have in common; None: not given."""

    symbols: str | Iterable[str] | None = None
    parameters: Mapping[str, Any] | None = None
    fills: str | Mapping[str, Any] | None = None
    latency: float | Mapping[str, Any] | None = None
    fees: Mapping[str, Any] | None = None
    limits: Mapping[str, Any] | None = None
    threads: int | None = None
    sample_ms: int | None = None
    capital: float | None = None
    config: str | os.PathLike[str] | Mapping[str, Any] | None = None
    strategies: Iterable[type[Strategy] | Strategy] = ()
    host_settings: str | os.PathLike[str] | None = None


@dataclass(frozen=True)
class Configuration:
    """A configuration as the compiled half takes it. `name`: the file in errors, whose folder relative paths are relative to."""

    text: str
    name: str
    strategies: list[Description] = field(default_factory=list)


def generated(*, days: int = 1, messages: int = 200_000, instruments: int = 2, seed: int = 1) -> dict[str, Any]:
    """Generated market days as the `data` of a backtest: `messages` a day, the day n from the seed `seed + n`.

    The first instruments have the symbols that are traded. The same arguments are the same market everywhere.
    """
    return {"generated_days": days, "messages": messages, "instruments": instruments, "seed": seed}


def configure(strategy: AnyStrategy | None, data: Data | None, options: Options) -> Configuration:
    """The configuration of `options.config`, or a new one, with everything else that was given put in."""
    root, name = _read(options.config)
    if options.host_settings is not None:
        root["host_settings"] = os.path.abspath(options.host_settings)
    if strategy is not None or any(_given(options, _TRADER_OPTIONS)):
        _inline_trader(root, name)
    descriptions = [describe(each) for each in options.strategies]
    if strategy is not None:
        root.pop("strategies", None)
        root["strategy"] = {"name": _name_of(strategy, descriptions)}
    _put(root, "strategy", options.parameters)
    _put_data(root, data)
    if options.symbols is not None:
        symbols = options.symbols.split(",") if isinstance(options.symbols, str) else options.symbols
        _put(root, "trading", {"symbols": [each.strip() for each in symbols]})
    _put(root, "fills", {"model": options.fills} if isinstance(options.fills, str) else options.fills)
    _put(root, "latency", _latency(options.latency))
    _put(root, "fees", options.fees)
    _put_limits(root, options.limits)
    run = {"threads": options.threads, "sample_ms": options.sample_ms, "capital": options.capital}
    _put(root, "run", {key: value for key, value in run.items() if value is not None})
    return Configuration(_toml.dumps(root), name, descriptions)


_TRADER_OPTIONS = ("symbols", "parameters", "fees", "limits")


def _given(options: Options, names: Iterable[str]) -> list[bool]:
    return [getattr(options, name) is not None for name in names]


def _read(config: str | os.PathLike[str] | Mapping[str, Any] | None) -> tuple[dict[str, Any], str]:
    if config is None:
        return {"limits": None, "account_limits": None, "pace": None}, os.path.join(os.getcwd(), "backtest()")
    if isinstance(config, Mapping):
        return {key: _copy(value) for key, value in config.items()}, os.path.join(os.getcwd(), "config")
    return _read_file(os.fspath(config)), os.fspath(config)


def _copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copy(each) for key, each in value.items()}
    return [_copy(each) for each in value] if isinstance(value, list) else value


def _read_file(path: str) -> dict[str, Any]:
    from ._core import Error

    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise Error(f"cannot read {path}: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise Error(f"{path}: {error}") from None


def _inline_trader(root: dict[str, Any], name: str) -> None:
    """The tables of the live trader that `trader` names, here, where they can be changed."""
    trader = root.pop("trader", None)
    if trader is not None:
        tables = _read_file(os.path.join(os.path.dirname(name), trader))
        root.update({key: tables[key] for key in _TRADER_TABLES if key in tables})


def _name_of(strategy: AnyStrategy, descriptions: list[Description]) -> str:
    if isinstance(strategy, str):
        return strategy
    described = describe(strategy)
    descriptions[:] = [each for each in descriptions if each.name != described.name]
    descriptions.append(described)
    return described.name


def _put(root: dict[str, Any], table: str, values: Mapping[str, Any] | None) -> None:
    if values:
        root[table] = {**(root.get(table) or {}), **values}


def _put_data(root: dict[str, Any], data: Data | None) -> None:
    if data is None:
        return
    if isinstance(data, Mapping):
        root["data"] = dict(data)
        return
    paths: list[Any] = [data] if isinstance(data, (str, os.PathLike)) or hasattr(data, "path") else list(data)
    files = [os.path.abspath(getattr(each, "path", each)) for each in paths]
    kept = {key: value for key, value in (root.get("data") or {}).items() if key not in _GENERATOR_KEYS}
    root["data"] = {**kept, "files": files}


_GENERATOR_KEYS = ("generated_days", "seed", "messages", "instruments")


def _latency(latency: float | Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """A number: microseconds of each of the three wires."""
    if latency is None or isinstance(latency, Mapping):
        return latency
    return {"feed_us": latency, "entry_us": latency, "reply_us": latency}


def _put_limits(root: dict[str, Any], limits: Mapping[str, Any] | None) -> None:
    """Each limit in the table that has it; without a configuration the others are wide."""
    for table, wide in WIDE_LIMITS.items():
        if table in root and root[table] is None:
            root[table] = dict(wide)
    for key, value in (limits or {}).items():
        if isinstance(value, Mapping):
            _put(root, key, value)
        else:
            table = next((name for name, wide in WIDE_LIMITS.items() if key in wide), "limits")
            _put(root, table, {key: value})
