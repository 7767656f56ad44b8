"""Strategies in Python: the same orders as their compiled twins, views that end with their callback, exceptions."""

from __future__ import annotations

import os
import random
import re
import signal
import threading
import time
import traceback
from typing import Any

import pyarrow
import pytest
from conftest import ROOT
from market_maker_twin import MarketMakerTwin
from momentum_twin import MomentumTwin
from small_markets import SYMBOLS, Bidder, Idle, small_backtest, small_days

import hotpath
from hotpath import BooksState, OrderState, RejectedBy, Side, TimeInForce

# ---- The same results ----


def without_names(summary: dict[str, Any]) -> dict[str, Any]:
    values = [[(each["key"], each["value"], each["unit"]) for each in strategy["parameters"]] for strategy in summary["strategies"]]
    return {**summary, "strategy": "", "strategies": values}


def same(compiled: str, python: Any, **options: Any) -> hotpath.Result:
    """Runs both; every number of the summary agrees but the strategy's name."""
    one = small_backtest(compiled, **options)
    other = small_backtest(python, **options)
    assert other.output_hash == one.output_hash
    assert without_names(other.summary) == without_names(one.summary)
    return other


def test_momentum_in_python_sends_the_same_bytes() -> None:
    values = {"lookback": 20, "sample_every_ms": 200, "entry_bps": 4, "exit_bps": 1, "qty": 700}
    result = same("momentum", MomentumTwin, parameters=values, latency=50)
    assert result["fills"] > 20


def test_market_maker_in_python_sends_the_same_bytes() -> None:
    """Own orders in the book, replacements, cancels, rejections by tight limits."""
    limits = {"position_max": 1_200, "messages_max": 20, "order_qty_max": 1_000}
    result = same("market_maker", MarketMakerTwin, parameters={"inventory_skew_percent": 300}, limits=limits, latency=200)
    assert result["fills"] > 20 and result["orders"]["replaced"] > 20 and result["orders"]["rejected_by_risk"] > 0


def test_sizes_and_guard_go_the_same_way() -> None:
    """Shares of a Python strategy scale with the sizes of --sensitivity, and the guard has nothing to say."""
    result = same("momentum", MomentumTwin, parameters={"lookback": 5, "sample_every_ms": 100, "entry_bps": 2, "exit_bps": 0}, sensitivity=True, guard=True, days=1)
    assert [run["factor"] for run in result["size_sensitivity"]] == [0.5, 1, 2, 5]
    assert len({run["turnover"] for run in result["size_sensitivity"]}) > 1


def test_a_configuration_may_name_python_strategies_beside_compiled_ones() -> None:
    """A portfolio: each has a symbol of its own."""
    config = {
        **hotpath.WIDE_LIMITS,
        "data": small_days(1),
        "trading": {"symbols": SYMBOLS},
        "strategies": [{"name": "market_maker", "symbols": ["AAPL"]}, {"name": "momentum_twin", "symbols": ["MSFT"], "lookback": 5, "entry_bps": 6}],
    }
    mixed = hotpath.backtest(config=config, strategies=[MomentumTwin])
    config["strategies"][1]["name"] = "momentum"  # type: ignore[index]
    compiled = hotpath.backtest(config=config)
    assert mixed.output_hash == compiled.output_hash
    assert mixed["strategy"] == "market_maker+momentum_twin"


# ---- Kinds of orders ----


class Kinds(hotpath.Strategy):
    """one order of each kind, the first made smaller while it rests"""

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self.states: set[OrderState] = set()
        self.rejections: list[Any] = []

    def on_book(self, book: Any, context: Any, intents: Any) -> None:
        if book.symbol != "AAPL" or not 0 < book.bid_price < book.ask_price:
            return
        instrument, ask = book.instrument, book.ask_price
        if not self.ids:
            away = book.bid_price - 50 * book.tick(book.bid_price)
            self.ids["resting"] = intents.enter(instrument, Side.Buy, 300, away, is_post_only=True)
            self.ids["taking"] = intents.enter(instrument, Side.Buy, 100, ask, TimeInForce.Day, True)
            self.ids["killed"] = intents.enter(instrument, Side.Buy, 900_000, ask, TimeInForce.Fok)
            self.ids["wrong"] = intents.enter(instrument, Side.Buy, 100, ask, TimeInForce.Ioc, is_post_only=True)
            return
        order = context.order(self.ids["resting"])
        self.states.add(order.state)
        assert order.is_post_only
        if order.state == OrderState.Live and order.leaves_qty == 300:
            assert intents.reduce(order.id, 120)

    def on_reject(self, rejection: Any, context: Any) -> None:
        self.rejections.append(rejection)


def test_post_only_fill_or_kill_and_reductions() -> None:
    result = small_backtest(Kinds, days=1, latency=5_000)
    strategy = result.strategies[0]
    rows = {row["order_id"]: row for row in pyarrow.table(result.orders).to_pylist()}
    resting, taking, killed = (rows[strategy.ids[name]] for name in ("resting", "taking", "killed"))
    assert (resting["time_in_force"], resting["post_only"], resting["reduced_qty"]) == ("D", "Y", 180)
    assert (taking["post_only"], taking["filled_qty"]) == ("Y", 0) and taking["closed_ns"] is not None
    assert (killed["time_in_force"], killed["post_only"], killed["filled_qty"]) == ("F", "N", 0)
    assert OrderState.PendingReduce in strategy.states
    assert [(each.id, each.by) for each in strategy.rejections] == [(strategy.ids["wrong"], RejectedBy.Orders)]
    assert result["orders"]["reduced"] == 1


# ---- What a day gets ----


def test_each_day_has_a_strategy_of_its_own() -> None:
    result = small_backtest(Bidder, days=3)
    assert len(result.strategies) == 3 and len({id(each) for each in result.strategies}) == 3
    assert [len(each.fills) for each in result.strategies] == [day["fills"] for day in result["days"]]


def test_an_instance_is_copied_for_each_day() -> None:
    given = Bidder()
    given.qty = 300
    result = small_backtest(given)
    assert given.fills == [] and all(each.qty == 300 and each.fills for each in result.strategies)
    by_class = small_backtest(Bidder, parameters={"qty": 300})
    assert result.output_hash == by_class.output_hash


def test_parameters_are_inherited_and_may_have_another_default() -> None:
    class Larger(Bidder):
        """the same with more"""

        qty = 400
        wait_ms = hotpath.integer(5, 0, 100, "of no use")

    described = hotpath.strategies([Larger])[-1]
    assert described["name"] == "larger" and described["summary"] == "the same with more"
    assert [(each["key"], each["default"], each["unit"]) for each in described["parameters"]] == [("qty", 400, ""), ("wait_ms", 5, "ms")]
    assert small_backtest(Larger, days=1).strategies[0].qty == 400


def test_symbols_and_dollars_are_parameters() -> None:
    seen = []

    class Asks(hotpath.Strategy):
        first = hotpath.symbol("the one that is looked at")
        away_dollars = hotpath.dollars(0.01, 0, 5, "from the touch")

        def __init__(self) -> None:
            seen.append((self.first, self.away_dollars))

    small_backtest(Asks, parameters={"first": "MSFT", "away_dollars": 0.25}, days=1)
    assert set(seen) == {("MSFT", 2_500)}
    with pytest.raises(hotpath.Error, match="strategy.first must be one of trading.symbols, got \"IBM\""):
        small_backtest(Asks, parameters={"first": "IBM"})


def test_names_must_be_free_and_plain() -> None:
    class Momentum(hotpath.Strategy):
        pass

    with pytest.raises(hotpath.Error, match="strategy momentum: kName must be one that no other strategy has"):
        small_backtest(Momentum)
    with pytest.raises(TypeError, match="must be a name, a hotpath.Strategy or a class of one"):
        small_backtest(object())


# ---- Callbacks ----


def test_a_misspelt_callback_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Bok\.on_bok is no callback; the nearest is on_book; callbacks: on_instrument, on_book"):

        class Bok(hotpath.Strategy):
            def on_bok(self, book: Any, context: Any, intents: Any) -> None:
                pass


def test_every_callback_is_called_with_what_it_says() -> None:
    calls: dict[str, list[Any]] = {}

    class Notes(Bidder):
        def note(self, name: str, value: Any) -> None:
            calls.setdefault(name, []).append(value)

        def on_instrument(self, instrument: Any) -> None:
            self.note("instrument", instrument)

        def on_timer(self, context: Any, intents: Any) -> None:
            self.note("timer", context.now)

        def on_trade(self, trade: Any, context: Any) -> None:
            self.note("trade", trade)

        def on_reject(self, rejection: Any, context: Any) -> None:
            self.note("reject", rejection)

        def on_books_state(self, state: Any, context: Any) -> None:
            self.note("state", state)

        def on_fill(self, fill: Any, context: Any) -> None:
            assert context.position(fill.instrument) == fill.position
            self.note("fill", fill)

    result = small_backtest(Notes, days=1, limits={"order_qty_max": 250, "position_max": 300})
    assert sorted(each.symbol for each in calls["instrument"]) == SYMBOLS
    assert calls["instrument"][0].units_per_currency == 10_000
    assert all(b - a == 100_000_000 for a, b in zip(calls["timer"], calls["timer"][1:]))
    assert len(calls["fill"]) == result["fills"] > 0
    fill = calls["fill"][0]
    assert fill.side == Side.Buy and fill.qty > 0 and fill.leaves_qty == 100 - fill.qty
    assert repr(fill).startswith(f"Fill(id={fill.id}, instrument={fill.instrument}, side=")
    assert calls["reject"][0].by == RejectedBy.Risk and len(calls["reject"]) == result["orders"]["rejected_by_risk"]
    assert any(not each.is_cross and each.qty > 0 and each.price > 0 for each in calls["trade"])
    assert set(calls.get("state", [BooksState.Current])) <= {BooksState.Current, BooksState.Stale}


def test_books_answer_as_they_do_elsewhere() -> None:
    seen = 0

    class Checks(hotpath.Strategy):
        def on_book(self, book: Any, context: Any, intents: Any) -> None:
            nonlocal seen
            bid_price, bid_qty, ask_price, ask_qty = book.touch
            assert (bid_price, bid_qty, ask_price, ask_qty) == (book.bid_price, book.bid_qty, book.ask_price, book.ask_qty)
            for side, best, price, qty in ((Side.Buy, book.best_bid, bid_price, bid_qty), (Side.Sell, book.best_ask, ask_price, ask_qty)):
                if best is None:
                    assert price == qty == 0 and book.depth(side, 5) == []
                    continue
                levels = book.depth(side, 5)
                assert (best.price, best.qty) == (price, qty) and levels[0] == best and book.level(side, price) == best
                prices = [level.price for level in levels]
                assert prices == sorted(prices, reverse=side == Side.Buy)
                assert book.tick(price) == (100 if price >= 10_000 else 1)
            assert book.level(Side.Buy, 1) is None and book.find(123_456_789) is None
            assert book.symbol in SYMBOLS and book.units_per_currency == 10_000
            seen += 1

    small_backtest(Checks, days=1, limits={})
    assert seen > 1_000


def test_orders_are_followed_to_their_end() -> None:
    class Follows(hotpath.Strategy):
        follows_queue = True

        def __init__(self) -> None:
            self.states: list[Any] = []
            self.ahead: list[int] = []
            self.id = 0

        def on_book(self, book: Any, context: Any, intents: Any) -> None:
            order = context.order(self.id) if self.id else None
            if order is None and book.bid_price:
                self.id = intents.enter(instrument=book.instrument, side=Side.Buy, qty=100, price=book.bid_price, time_in_force=TimeInForce.Day)
                assert context.order(self.id) is None and not context.is_open(self.id)  # it is sent after the callback
            if order is None:
                return
            self.states.append(order.state)
            assert context.is_open(self.id) == (self.id in context.open_orders)
            ahead = context.queue_ahead_qty(self.id)
            if ahead is not None:
                assert book.find(order.venue_id).leaves_qty >= order.leaves_qty  # the reply comes before the feed
                assert ahead == book.queue_ahead_qty(order.venue_id)
                self.ahead.append(ahead)

    made = small_backtest(Follows, days=1).strategies[0]
    assert OrderState.Live in made.states and made.states[-1] in (OrderState.Executed, OrderState.Live)
    assert made.ahead and all(b <= a for a, b in zip(made.ahead, made.ahead[1:]))


def test_requests_are_bounded_and_checked() -> None:
    class Floods(hotpath.Strategy):
        def __init__(self) -> None:
            self.ids: list[int] = []

        def on_book(self, book: Any, context: Any, intents: Any) -> None:
            if self.ids or not book.bid_price:
                return
            self.ids = [intents.enter(book.instrument, Side.Buy, 1, book.bid_price) for _ in range(70)]
            assert intents.cancel(self.ids[0]) is False
            for wrong, error, text in (
                (lambda: intents.enter(book.instrument, Side.Buy, 0, 100), ValueError, "qty must be from 1 to 4294967295, got 0"),
                (lambda: intents.enter(book.instrument, 2, 1, 100), ValueError, "side must be from 0 to 1, got 2"),
                (lambda: intents.enter(book.instrument, Side.Buy, 1, -1), ValueError, "price must be from 0"),
                (lambda: intents.enter(book.instrument, Side.Buy, 1, 1.5), TypeError, "integer"),
                (lambda: intents.enter(book.instrument, Side.Buy, 1), TypeError, r"enter\(\) lacks the argument price"),
                (lambda: intents.enter(book.instrument, Side.Buy, 1, 1, side=0), TypeError, r"enter\(\) got the argument side twice"),
                (lambda: intents.enter(book.instrument, Side.Buy, 1, 1, size=0), TypeError, r"enter\(\) has no argument size"),
                (lambda: intents.replace(-1, 1, 1), ValueError, "id must be from 0"),
                (lambda: context.position(70_000), ValueError, "instrument must be from 0"),
                (lambda: context.queue_ahead_qty(1), RuntimeError, "follows_queue = True"),
                (lambda: book.depth(Side.Buy, 0), ValueError, "count must be from 1 to 1000, got 0"),
                (lambda: book.depth(Side.Buy), TypeError, r"depth\(\) takes 2 arguments, got 1"),
            ):
                with pytest.raises(error, match=text):
                    wrong()

    made = small_backtest(Floods, days=1).strategies[0]
    assert made.ids[63] == made.ids[0] + 63 and made.ids[64:] == [0] * 6


# ---- Views end with their callback ----


def test_views_that_are_kept_raise_and_never_show_another_event() -> None:
    class Keeps(hotpath.Strategy):
        def __init__(self) -> None:
            self.kept: list[Any] = []
            self.refused = 0

        def on_book(self, book: Any, context: Any, intents: Any) -> None:
            for view, use in self.kept if self.refused < 1_000 else []:
                with pytest.raises(RuntimeError, match="valid only inside"):
                    use(view)
                self.refused += 1
            if len(self.kept) < 9:
                self.kept += [
                    (book, lambda view: view.bid_price),
                    (context, lambda view: view.now),
                    (intents, lambda view: view.cancel(1)),
                ]

        def on_timer(self, context: Any, intents: Any) -> None:
            for view, use in self.kept if self.refused < 2_000 else []:
                with pytest.raises(RuntimeError, match="valid only inside"):
                    use(view)
                self.refused += 1

    made = small_backtest(Keeps, days=1).strategies[0]
    assert made.refused > 100
    for view, use in made.kept:  # the run and its books are gone
        with pytest.raises(RuntimeError, match="valid only inside"):
            use(view)


def test_a_book_is_of_no_use_in_on_timer() -> None:
    """A view whose object is used again by the next event shows nothing between two of its own."""

    class Reaches(hotpath.Strategy):
        def on_book(self, book: Any, context: Any, intents: Any) -> None:
            self.read = lambda: book.bid_price

        def on_timer(self, context: Any, intents: Any) -> None:
            if hasattr(self, "read"):
                with pytest.raises(RuntimeError, match="the book is valid only inside the on_book"):
                    self.read()

    small_backtest(Reaches, days=1)


def test_fills_may_be_kept() -> None:
    made = small_backtest(Bidder, days=1).strategies[0]
    assert len({fill.id for fill in made.fills}) > 1
    assert sum(fill.qty for fill in made.fills) > 0


def test_types_of_events_cannot_be_made_by_hand() -> None:
    from hotpath import _core

    for name in ("Book", "Context", "Intents", "Fill", "Trade", "Rejection", "Instrument", "OwnOrder", "Holding"):
        with pytest.raises(TypeError, match="cannot create"):
            getattr(_core, name)()


def test_the_stubs_have_the_attributes_of_the_types() -> None:
    from hotpath import _core

    text = (ROOT / "python" / "stubs.txt").read_text()
    for block in text.split("\nhotpath")[1:]:
        name = block.split("$")[0].rpartition(".")[2]
        of = getattr(_core, name)
        described = set(re.findall(r"^        (?:def )?(\w+)(?:\(| =)", block, re.M))
        assert described == {each for each in vars(of) if not each.startswith("_")} - {"value", "name"}, name


# ---- Exceptions ----


class Fails(hotpath.Strategy):
    """raises in the hundredth callback"""

    def __init__(self) -> None:
        self.calls = 0

    def on_book(self, book: Any, context: Any, intents: Any) -> None:
        self.calls += 1
        if self.calls == 100:
            self.divide(book.bid_price)

    def divide(self, price: int) -> None:
        raise ZeroDivisionError(f"at {price}")


def test_an_exception_of_a_callback_is_raised_with_its_traceback() -> None:
    with pytest.raises(ZeroDivisionError, match="at ") as raised:
        small_backtest(Fails)
    frames = [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)]
    assert frames[-2:] == ["on_book", "divide"] and "backtest" in frames
    assert small_backtest(Idle)["fills"] == 0  # the next run is not stopped


def test_nothing_is_called_after_an_exception() -> None:
    calls = []

    class Once(hotpath.Strategy):
        def on_book(self, book: Any, context: Any, intents: Any) -> None:
            calls.append("book")
            raise KeyError("gone")

        def on_trade(self, trade: Any, context: Any) -> None:
            if calls:
                calls.append("trade")

    with pytest.raises(KeyError, match="gone"):
        small_backtest(Once)
    assert calls == ["book"]


def test_a_class_may_refuse_its_parameters() -> None:
    with pytest.raises(hotpath.Error, match="strategy: momentum_twin: entry_bps must be above exit_bps"):
        small_backtest(MomentumTwin, parameters={"entry_bps": 1, "exit_bps": 2})

    class Broken(hotpath.Strategy):
        def __init__(self) -> None:
            raise OSError("no such model")

    with pytest.raises(OSError, match="no such model"):
        small_backtest(Broken)


def test_ctrl_c_interrupts_a_callback_that_does_not_end() -> None:
    class Hangs(hotpath.Strategy):
        def on_book(self, book: Any, context: Any, intents: Any) -> None:
            while True:
                pass

    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        small_backtest(Hangs)
    assert time.monotonic() - begin < 30


# ---- The guard ----


class Remembers(hotpath.Strategy):
    """buys before a rise that another run of the same day has shown it"""

    seen: dict[int, int] = {}

    def on_book(self, book: Any, context: Any, intents: Any) -> None:
        ahead = self.seen.get(context.now // 1_000_000_000 + 60)
        if ahead is not None and ahead > book.ask_price > 0 and context.position(book.instrument) < 500:
            intents.enter(book.instrument, Side.Buy, 100, book.ask_price, TimeInForce.Ioc)
        self.seen[context.now // 1_000_000_000] = book.bid_price


def test_the_guard_finds_a_strategy_that_uses_the_future() -> None:
    Remembers.seen.clear()
    with pytest.raises(hotpath.Error, match="when the market after .* was cut off or replaced, .* became .*: the strategy uses the future, a clock or random numbers"):
        small_backtest(Remembers, days=1, guard=True)


def test_the_guard_finds_random_numbers() -> None:
    class Gambles(Bidder):
        def on_book(self, book: Any, context: Any, intents: Any) -> None:
            if random.random() < 0.01:
                super().on_book(book, context, intents)

    with pytest.raises(hotpath.Error, match="the strategy uses the future, a clock or random numbers"):
        small_backtest(Gambles, days=1, guard=True)


def test_the_guard_has_no_false_alarms() -> None:
    for strategy in (Bidder, MomentumTwin, MarketMakerTwin):
        assert small_backtest(strategy, days=1, guard=True).guard_runs == 4
