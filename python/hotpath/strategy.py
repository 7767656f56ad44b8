"""Strategies written in Python: the base class and the parameters of a strategy.

    class Leaner(hotpath.Strategy):
        "follows the larger side of the touch"
        qty = hotpath.shares(100, 1, 999_999, "shares of a position")

        def on_book(self, book, context, intents):
            bid_price, bid_qty, ask_price, ask_qty = book.touch
            ...

Prices are integers in price units (1/10,000 dollar), quantities shares, times nanoseconds since midnight.
"""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, cast

if TYPE_CHECKING:
    from ._core import (
        Book,
        BooksState,
        Context,
        Fill,
        Instrument,
        Intents,
        Rejection,
        Trade,
    )

Value = int | str


@dataclass(frozen=True)
class Parameter:
    """A parameter of a strategy, as `hotpath.strategies()` lists it."""

    kind: str  # integer, shares, dollars or symbol
    default: Value
    least: int | None
    most: int | None
    meaning: str
    key: str = ""


def integer(default: int, least: int, most: int, meaning: str) -> int:
    """Declares a whole number from `least` to `most`; the end of its name is its unit: sample_every_ms."""
    return cast(int, Parameter("integer", default, least, most, meaning))


def shares(default: int, least: int, most: int, meaning: str) -> int:
    """Declares shares of an order or a position: they scale with the size of the trading."""
    return cast(int, Parameter("shares", default, least, most, meaning))


def dollars(default: float, least: float, most: float, meaning: str) -> int:
    """Declares an amount of four decimals, in dollars here and in a configuration; the strategy has it in price units
    (1/10,000 dollar), so 0.01 is 100. The name of the parameter must end in _dollars."""
    units = [round(10_000 * value) for value in (default, least, most)]
    return cast(int, Parameter("dollars", units[0], units[1], units[2], meaning))


def symbol(meaning: str) -> str:
    """Declares one of the traded symbols; it has no default."""
    return cast(str, Parameter("symbol", "", None, None, meaning))


class Strategy:
    """A strategy: derive from it and write the callbacks that you need; one that is not written costs nothing.

    The class's name in lower case with underscores is the strategy's name, unless it has an attribute `name`; the first
    line of its docstring is the summary. Parameters are attributes made by integer(), shares(), dollars() and symbol();
    an instance has their values before its __init__() runs. Another function may not begin with `on_`. A day gets a new instance (`__init__()` without arguments),
    or a copy of the instance that was given, so days do not depend on each other.

    `book`, `context` and `intents` are valid inside the callback that received them; later use raises RuntimeError.
    Fills, trades and the like may be kept.
    """

    name: ClassVar[str] = ""
    follows_queue: ClassVar[bool] = False
    """True: context.queue_ahead_qty() answers. Each change at our prices then costs a little."""

    _parameters: ClassVar[tuple[Parameter, ...]] = ()

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        _check_callbacks(cls)
        declared = dict.fromkeys(p.key for p in cls._parameters)
        found = {p.key: p for p in cls._parameters}
        for key, value in list(vars(cls).items()):
            if isinstance(value, Parameter):
                found[key] = replace(value, key=key)
                declared[key] = None
                setattr(cls, key, value.default)
            elif key in found:
                found[key] = replace(found[key], default=value)  # of a base class, with another default
        cls._parameters = tuple(found[key] for key in declared)
        if "name" not in vars(cls):
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", cls.__name__).lower()

    def on_instrument(self, instrument: Instrument) -> None:
        """An instrument may be traded from here on; comes before all its other events."""

    def on_book(self, book: Book, context: Context, intents: Intents) -> None:
        """A packet has changed the instrument's book, or the venue has answered about an order of ours; only when it may
        be traded now."""

    def on_timer(self, context: Context, intents: Intents) -> None:
        """Every trading.timer_ms."""

    def on_trade(self, trade: Trade, context: Context) -> None:
        """An execution in the market, ours or others'."""

    def on_fill(self, fill: Fill, context: Context) -> None:
        """One of our executions, after booking."""

    def on_reject(self, rejection: Rejection, context: Context) -> None:
        """A request was refused by the risk check or by the venue."""

    def on_books_state(self, state: BooksState, context: Context) -> None:
        """The books became stale, or are current again."""


_CALLBACKS = [name for name in vars(Strategy) if name.startswith("on_")]


def _check_callbacks(cls: type[Strategy]) -> None:
    """A misspelt callback would never be called."""
    for name, value in vars(cls).items():
        if name.startswith("on_") and callable(value) and name not in _CALLBACKS:
            nearest = difflib.get_close_matches(name, _CALLBACKS, n=1)
            hint = f"; the nearest is {nearest[0]}" if nearest else ""
            raise TypeError(f"{cls.__name__}.{name} is no callback{hint}; callbacks: {', '.join(_CALLBACKS)}; rename another function")


@dataclass(frozen=True)
class Description:
    """A strategy as the compiled half takes it."""

    name: str
    summary: str
    follows_queue: bool
    parameters: tuple[Parameter, ...]
    make: Callable[[Mapping[str, Value]], Strategy]
    strategy: type[Strategy] | Strategy  # what it was made of


def _set(instance: Strategy, values: Mapping[str, Value]) -> None:
    for key, value in values.items():
        setattr(instance, key, value)


@dataclass(frozen=True)
class _MakeInstance:
    of: type[Strategy]

    def __call__(self, values: Mapping[str, Value]) -> Strategy:
        instance = self.of.__new__(self.of)
        _set(instance, values)
        instance.__init__()  # type: ignore[misc]
        return instance


@dataclass(frozen=True)
class _CopyInstance:
    of: Strategy

    def __call__(self, values: Mapping[str, Value]) -> Strategy:
        instance = copy.deepcopy(self.of)
        _set(instance, values)
        return instance


def describe(strategy: type[Strategy] | Strategy) -> Description:
    """What the compiled half needs of a class, or of an instance and its values."""
    of = strategy if isinstance(strategy, type) else type(strategy)
    if not issubclass(of, Strategy):
        raise TypeError(f"a strategy must be a name, a hotpath.Strategy or a class of one, got {strategy!r}")
    lines = (of.__doc__ or "").strip().splitlines()
    parameters = of._parameters
    make: Callable[[Mapping[str, Value]], Strategy] = _MakeInstance(of)
    if isinstance(strategy, Strategy):
        parameters = tuple(replace(p, default=getattr(strategy, p.key)) for p in parameters)
        make = _CopyInstance(strategy)
    return Description(of.name, lines[0] if lines else "", of.follows_queue, parameters, make, strategy)
