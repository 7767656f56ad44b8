"""hftbacktest's side of `script/bench backtest`: its own event arrays, its vector of prices, its strategy compiled by Numba.

By order its exchange keeps the queue of each price (L3 FIFO), by price it estimates the place in the queue (power 2), as ours does.
The arrays are made once and kept beside the day. One day is given to it in memory, several as files, which it loads one after the other."""

import os

import numpy as np
from hftbacktest import (GTX, LIMIT, NEW, NONE, BacktestAsset, ROIVectorMarketDepthBacktest)
from hftbacktest.types import (ADD_ORDER_EVENT, BUY_EVENT, CANCEL_ORDER_EVENT, DEPTH_EVENT, EXCH_EVENT, FILL_EVENT, LOCAL_EVENT,
                               MODIFY_ORDER_EVENT, SELL_EVENT, TRADE_EVENT, event_dtype)
from numba import njit, uint64

import sides

NEVER = 1 << 60  # ns: no time-out
NO_BID, NO_ASK = -(1 << 62), 1 << 62  # beyond them: there is none
QTY = sides.QUOTE_QTY
PRICE_UNITS = sides.PRICE_UNITS
BY_ORDER = np.array([ADD_ORDER_EVENT, MODIFY_ORDER_EVENT, CANCEL_ORDER_EVENT, FILL_EVENT], np.uint64)
BY_PRICE = np.array([DEPTH_EVENT, DEPTH_EVENT, DEPTH_EVENT, TRADE_EVENT], np.uint64)
ANSWER, READS, EVENTS, ORDERS, OWN_BID, OWN_ASK = range(6)


def events_of(rows, by_price):
    """Its events of one instrument. A trade's side is that of the incoming order."""
    made = np.zeros(len(rows), event_dtype)
    is_sell = rows["is_sell"] == 1
    is_bid = (is_sell == (rows["action"] == sides.TRADE)) if by_price else ~is_sell
    made["ev"] = ((BY_PRICE if by_price else BY_ORDER)[rows["action"]] | np.uint64(EXCH_EVENT | LOCAL_EVENT)
                  | np.where(is_bid, np.uint64(BUY_EVENT), np.uint64(SELL_EVENT)))
    made["exch_ts"] = rows["time"]
    made["local_ts"] = rows["time"] + sides.LATENCY_NS
    made["px"] = rows["price"] / sides.PRICE_UNITS
    made["qty"] = np.where((rows["action"] == sides.DELETE) & by_price, 0, rows["qty"])
    made["order_id"] = rows["id"]
    return made


def converted(stem, day, count, by_price):
    """The files of the day's events, one an instrument, and the file that says of which instrument each event is."""
    names = [f"{stem}.hft-{day}-{n}.npy" for n in range(count)] + [f"{stem}.hft-{day}-assets.npy"]
    source = os.stat(f"{stem}.npy").st_mtime_ns
    if not all(os.path.exists(name) and os.stat(name).st_mtime_ns > source for name in names):
        rows = sides.rows_of(stem, day)
        for n in range(count):
            np.save(names[n], events_of(rows[rows["instrument"] == n], by_price))
        np.save(names[-1], rows["instrument"][rows["is_last"] == 1].astype(np.uint8))
    return names[:-1], names[-1]


@njit
def answer_after(answer, bid, ask, tick):
    return answer * uint64(31) + uint64(bid * tick) + uint64(7) * uint64(ask * tick)


@njit
def read_one(hbt, assets, ticks, seen, events_max):
    """Of one instrument: its book is looked up once."""
    depth = hbt.depth(0)
    tick = ticks[0]
    answer, reads = seen[ANSWER], seen[READS]
    for _ in range(seen[EVENTS], events_max):
        hbt.wait_next_feed(False, NEVER)  # after the last event it says that the data have ended
        bid, ask = depth.best_bid_tick, depth.best_ask_tick
        if bid > NO_BID and ask < NO_ASK:
            answer = answer_after(answer, bid, ask, tick)
            reads += uint64(1)
    seen[ANSWER], seen[READS], seen[EVENTS] = answer, reads, events_max


@njit
def read(hbt, assets, ticks, seen, events_max):
    for event in range(seen[EVENTS], events_max):
        hbt.wait_next_feed(False, NEVER)
        asset = assets[event]
        depth = hbt.depth(asset)
        bid, ask = depth.best_bid_tick, depth.best_ask_tick
        if bid > NO_BID and ask < NO_ASK:
            seen[ANSWER] = answer_after(seen[ANSWER], bid, ask, ticks[asset])
            seen[READS] += uint64(1)
    seen[EVENTS] = events_max


@njit
def follow(hbt, orders, is_sell, best_tick, tick_size, own_id, seen):
    """One order of the one instrument at the best price of a side; the id of that order."""
    order = orders.get(own_id)
    if order is not None:
        if order.status == NONE or (order.status == NEW and (order.price_tick == best_tick or not order.cancellable)):
            return own_id
        if order.status == NEW:
            hbt.cancel(0, own_id, False)
    seen[ORDERS] += uint64(1)
    new_id = seen[ORDERS]
    if is_sell:
        hbt.submit_sell_order(0, new_id, best_tick * tick_size, QTY, GTX, LIMIT, False)
    else:
        hbt.submit_buy_order(0, new_id, best_tick * tick_size, QTY, GTX, LIMIT, False)
    return new_id


@njit
def quote_one(hbt, assets, ticks, seen, events_max):
    depth = hbt.depth(0)
    orders = hbt.orders(0)
    tick = ticks[0]
    tick_size = tick / PRICE_UNITS
    own_bid, own_ask = seen[OWN_BID], seen[OWN_ASK]
    for _ in range(seen[EVENTS], events_max):
        hbt.wait_next_feed(False, NEVER)
        hbt.clear_inactive_orders(0)
        bid, ask = depth.best_bid_tick, depth.best_ask_tick
        if bid > NO_BID and ask < NO_ASK:
            seen[ANSWER] = answer_after(seen[ANSWER], bid, ask, tick)
            seen[READS] += uint64(1)
        if bid > NO_BID:
            own_bid = follow(hbt, orders, False, bid, tick_size, own_bid, seen)
        if ask < NO_ASK:
            own_ask = follow(hbt, orders, True, ask, tick_size, own_ask, seen)
    seen[OWN_BID], seen[OWN_ASK], seen[EVENTS] = own_bid, own_ask, events_max


def asset_of(instrument, data, by_price):
    asset = (BacktestAsset().data(data).linear_asset(1.0).constant_order_latency(sides.LATENCY_NS, sides.LATENCY_NS)
             .no_partial_fill_exchange().trading_qty_fee_model(0.0, 0.0).tick_size(instrument["tick"] / sides.PRICE_UNITS).lot_size(1.0)
             .roi_lb(instrument["low"] / sides.PRICE_UNITS).roi_ub(instrument["high"] / sides.PRICE_UNITS))
    return asset.power_prob_queue_model(2.0) if by_price else asset.l3_fifo_queue_model()


def main():
    arguments = sides.arguments()
    begin = sides.now_ns()
    instruments = sides.instruments_of(arguments.day)
    days = [converted(stem, day, len(instruments), arguments.by_price) for day, stem in enumerate(arguments.day)]
    is_one = len(days) == 1
    data = [[np.load(names[n]) if is_one else names[n] for names, _ in days] for n in range(len(instruments))]
    assets = np.concatenate([np.load(name) for _, name in days])
    ticks = np.array([one["tick"] for one in instruments])
    hbt = ROIVectorMarketDepthBacktest([asset_of(one, of, arguments.by_price) for one, of in zip(instruments, data)])
    if arguments.quote and len(instruments) > 1:
        raise SystemExit("hftbacktest: the quoting strategy is of one instrument")
    strategy = quote_one if arguments.quote else read_one if len(instruments) == 1 else read
    seen = np.zeros(6, np.uint64)
    loaded = sides.now_ns()
    strategy(hbt, assets, ticks, seen, 0)
    compiled = sides.now_ns()
    strategy(hbt, assets, ticks, seen, 1)
    first = sides.now_ns()
    strategy(hbt, assets, ticks, seen, len(assets))
    end = sides.now_ns()
    fills = sum(hbt.state_values(n).num_trades for n in range(len(instruments)))
    hbt.close()
    sides.say(int(seen[ANSWER]), int(seen[READS]), end - compiled, first, orders=int(seen[ORDERS]), fills=int(fills),
              loading_ns=loaded - begin, compiling_ns=compiled - loaded)


if __name__ == "__main__":
    main()
