"""Books stepped by hand: what they show is what the tables show, and the program."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pyarrow
import pytest
from conftest import Program

import hotpath


def test_stepping_a_message_at_a_time_gives_the_messages(market: Path) -> None:
    books = hotpath.Books(market)
    assert books.message is None and books.time_ns == 0
    stepped = []
    for message in books:
        stepped.append(message)
        if len(stepped) == 5_000:
            break
    assert stepped == pyarrow.table(hotpath.read(market).messages()).to_pylist()[:5_000]
    assert books.messages == 5_000 and books.time_ns == stepped[-1]["time_ns"]


def test_the_best_prices_are_those_of_the_quotes(market: Path) -> None:
    quotes = pyarrow.table(hotpath.read(market).quotes("AAPL")).to_pylist()
    books = hotpath.Books(market, "AAPL")
    shown = {"ask_price": 0, "ask_qty": 0, "bid_price": 0, "bid_qty": 0}
    seen = []
    for message in books:
        if message["symbol"] != "AAPL":
            continue
        bid, ask = books.best("AAPL")
        now = {
            "ask_price": ask.price if ask else 0,
            "ask_qty": ask.qty if ask else 0,
            "bid_price": bid.price if bid else 0,
            "bid_qty": bid.qty if bid else 0,
        }
        if now != shown:
            seen.append({"time_ns": message["time_ns"], "symbol": "AAPL", **now})
            shown = now
    assert seen == quotes and len(seen) > 100


def test_trades_in_messages_are_those_of_the_table(market: Path) -> None:
    books = hotpath.Books(market, "MSFT")
    trades = [books.trade for _ in books if books.trade is not None]
    assert trades == pyarrow.table(hotpath.read(market).trades("MSFT")).to_pylist()
    assert trades


def test_stepping_to_a_time_stops_before_it(market: Path) -> None:
    table = pyarrow.table(hotpath.read(market).messages(end="11:00"))
    books = hotpath.Books(market)
    assert books.step_to("11:00") == table.num_rows > 1_000
    assert books.time_ns == table["time_ns"][-1].as_py()
    assert books.step_to("11:00") == 0
    assert books.step(10) == 10
    assert not books.is_at_end
    books.step_to(None)
    assert books.is_at_end and books.messages == 60_000 and books.step() == 0


def test_the_last_books_are_the_programs(market: Path, tmp_path: Path, program: Program) -> None:
    program("replay", market, "--json", tmp_path / "replay.json")
    expected = json.loads((tmp_path / "replay.json").read_text())
    books = hotpath.Books(market)
    books.step_to(None)
    assert books.checksum() == expected["book_checksum"]
    assert books.open_orders == expected["open_orders"]
    assert len(books.symbols) == expected["instruments"]


def test_depth_queue_and_place_in_line_agree(market: Path) -> None:
    books = hotpath.Books(market)
    books.step_to("12:00")
    assert books.trading_state("AAPL") == "trading"
    for side, levels in zip(("buy", "sell"), books.depth("AAPL", 1_000)):
        orders = books.queue("AAPL", side)
        assert len(levels) > 3 and len(orders) >= len(levels)
        assert sum(level.orders for level in levels) == len(orders)
        for level in levels:
            queue = books.queue("AAPL", side, level.price)
            assert sum(order.leaves_qty for order in queue) == level.qty
            ahead = 0
            for place, order in enumerate(queue):
                position = books.queue_position(order.order_id)
                assert position is not None
                assert (position.queue_ahead_qty, position.orders_ahead) == (ahead, place)
                assert (position.level_qty, position.level_orders) == (level.qty, level.orders)
                assert books.order(order.order_id) == order
                ahead += order.leaves_qty
    bids, asks = books.depth("AAPL", 2)
    assert books.best("AAPL") == (bids[0], asks[0])
    assert bids[0].price > bids[1].price and asks[0].price < asks[1].price


def test_what_is_not_there_is_said_plainly(market: Path) -> None:
    books = hotpath.Books(market)
    with pytest.raises(KeyError, match="AAPL"):
        books.best("AAPL")  # no message has named it yet
    books.step_to(None)
    assert books.order(1 << 60) is None and books.queue_position(1 << 60) is None
    with pytest.raises(ValueError, match='side must be "buy" or "sell", got "bid"'):
        books.queue("AAPL", "bid")
    with pytest.raises(ValueError, match="messages must not be below 0"):
        books.step(-1)


def test_another_thread_is_refused_while_books_are_stepped(folder: Path) -> None:
    path = folder / "long.itch"
    hotpath.generate(path, messages=1_500_000, instruments=50, seed=2)
    books = hotpath.Books(path)
    books.step(2_000)
    thread = threading.Thread(target=books.step_to, args=(None,))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            books.messages
        except RuntimeError as error:
            assert str(error) == "another thread is stepping these books"
            refused += 1
    thread.join()
    assert refused > 0 and books.is_at_end


def test_values_print_as_they_are_written(market: Path) -> None:
    books = hotpath.Books(market)
    books.step_to("12:00")
    bid, _ = books.best("AAPL")
    assert bid is not None
    assert repr(bid) == f"Level(price={bid.price}, qty={bid.qty}, orders={bid.orders})"
    order = books.queue("AAPL", "buy")[0]
    assert repr(order) == f"Order(order_id={order.order_id}, side='buy', price={order.price}, leaves_qty={order.leaves_qty})"
