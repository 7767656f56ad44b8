"""NautilusTrader's side of `script/bench backtest`: its low-level BacktestEngine with the book of the data's kind.

Its data are objects, made before the clock starts: an order book delta a change, several of one message together, and a trade
tick for each execution. Strategies subscribe to the deltas and read the book that the engine keeps for them."""

import sys
import warnings

import sides

begin = sides.now_ns()
warnings.simplefilter("ignore", DeprecationWarning)  # of what it calls in pandas

from nautilus_trader.backtest.config import BacktestEngineConfig  # noqa: E402
from nautilus_trader.backtest.engine import BacktestEngine  # noqa: E402
from nautilus_trader.backtest.models import LatencyModel  # noqa: E402
from nautilus_trader.config import DataEngineConfig, LoggingConfig, RiskEngineConfig, StrategyConfig  # noqa: E402
from nautilus_trader.model.currencies import USD  # noqa: E402
from nautilus_trader.model.data import OrderBookDelta, OrderBookDeltas, TradeTick  # noqa: E402
from nautilus_trader.model.enums import AccountType, AggressorSide, BookAction, BookType, OmsType, OrderSide, RecordFlag  # noqa: E402
from nautilus_trader.model.identifiers import InstrumentId, Symbol, TradeId, Venue  # noqa: E402
from nautilus_trader.model.instruments import Equity  # noqa: E402
from nautilus_trader.model.objects import FIXED_PRECISION, Money, Price, Quantity  # noqa: E402
from nautilus_trader.trading.strategy import Strategy  # noqa: E402

VENUE = Venue("XNAS")
PRICE_DIGITS = 4
UNIT_RAW = 10 ** (FIXED_PRECISION - PRICE_DIGITS)  # of one price unit
QTY_RAW = 10**FIXED_PRECISION
ACTIONS = {sides.ADD: BookAction.ADD, sides.UPDATE: BookAction.UPDATE, sides.DELETE: BookAction.DELETE}


class Seen:
    """What the strategies have seen."""

    def __init__(self):
        self.answer = 0
        self.reads = 0
        self.first_ns = 0
        self.orders = 0
        self.fills = 0


class TouchReader(Strategy):
    def __init__(self, number, instrument_ids, book_type, seen):
        super().__init__(StrategyConfig(order_id_tag=str(number)))
        self.instrument_ids = instrument_ids
        self.book_type = book_type
        self.seen = seen

    def on_start(self):
        for one in self.instrument_ids:
            self.subscribe_order_book_deltas(one, book_type=self.book_type)

    def on_order_book_deltas(self, deltas):
        self.read_best(deltas.instrument_id)

    def read_best(self, instrument_id):
        seen = self.seen
        if seen.first_ns == 0:
            seen.first_ns = sides.now_ns()
        book = self.cache.order_book(instrument_id)
        bid, ask = book.best_bid_price(), book.best_ask_price()
        if bid is not None and ask is not None:
            seen.answer = (seen.answer * 31 + bid.raw // UNIT_RAW + 7 * (ask.raw // UNIT_RAW)) & sides.MASK
            seen.reads += 1
        return bid, ask


class TouchQuoter(TouchReader):
    def on_start(self):
        super().on_start()
        self.own = {one: [None, None] for one in self.instrument_ids}
        self.quantity = Quantity.from_int(sides.QUOTE_QTY)

    def on_order_book_deltas(self, deltas):
        of = deltas.instrument_id
        own = self.own[of]
        for index, (side, best) in enumerate(zip((OrderSide.BUY, OrderSide.SELL), self.read_best(of))):
            if best is None:
                continue
            order = own[index]
            if order is not None and not order.is_closed:
                if order.is_inflight or order.price == best:
                    continue
                self.cancel_order(order)
            order = self.order_factory.limit(of, side, self.quantity, best, post_only=True)
            own[index] = order
            self.seen.orders += 1
            self.submit_order(order)

    def on_order_filled(self, event):
        self.seen.fills += 1


def equity(instrument):
    return Equity(instrument_id=InstrumentId(Symbol(instrument["symbol"]), VENUE), raw_symbol=Symbol(instrument["symbol"]), currency=USD,
                  price_precision=PRICE_DIGITS, price_increment=Price(instrument["tick"] / sides.PRICE_UNITS, PRICE_DIGITS),
                  lot_size=Quantity.from_int(1), ts_event=0, ts_init=0)


def data_of(rows, instrument_ids):
    """Its objects. A message of several changes is one object; the last flag ends an event."""
    last_flag = int(RecordFlag.F_LAST)
    objects, together = [], []
    for number, (time, id_, price, qty, action, is_sell, is_last, _, instrument, _) in enumerate(rows.tolist()):
        of = instrument_ids[instrument]
        at = time + sides.LATENCY_NS
        if action == sides.TRADE:
            objects.append(TradeTick.from_raw(of, price * UNIT_RAW, PRICE_DIGITS, qty * QTY_RAW, 0,
                                              AggressorSide.BUYER if is_sell else AggressorSide.SELLER, TradeId(str(number)), time, at))
            continue
        delta = OrderBookDelta.from_raw(of, ACTIONS[action], OrderSide.SELL if is_sell else OrderSide.BUY, price * UNIT_RAW, PRICE_DIGITS,
                                        qty * QTY_RAW, 0, id_, last_flag if is_last else 0, number, time, at)
        if together or not is_last:
            together.append(delta)
            if is_last:
                objects.append(OrderBookDeltas(of, together))
                together = []
        else:
            objects.append(delta)
    return objects


def main():
    arguments = sides.arguments()
    book_type = BookType.L2_MBP if arguments.by_price else BookType.L3_MBO
    engine = BacktestEngine(BacktestEngineConfig(logging=LoggingConfig(bypass_logging=True), risk_engine=RiskEngineConfig(bypass=True),
                                                 data_engine=DataEngineConfig(), run_analysis=False))
    engine.add_venue(VENUE, OmsType.NETTING, AccountType.MARGIN, [Money(1_000_000_000, USD)], base_currency=USD, book_type=book_type,
                     latency_model=LatencyModel(base_latency_nanos=sides.LATENCY_NS))
    instruments = [equity(one) for one in sides.instruments_of(arguments.day)]
    for one in instruments:
        engine.add_instrument(one)
    ids = [one.id for one in instruments]
    for day, stem in enumerate(arguments.day):
        engine.add_data(data_of(sides.rows_of(stem, day), ids), sort=False)
    engine.sort_data()
    seen = Seen()
    strategy = TouchQuoter if arguments.quote else TouchReader
    for n in range(arguments.strategies):
        engine.add_strategy(strategy(n, ids[n::arguments.strategies], book_type, seen))
    loaded = sides.now_ns()
    engine.run()
    end = sides.now_ns()
    sides.say(seen.answer, seen.reads, end - seen.first_ns, seen.first_ns, orders=seen.orders, fills=seen.fills, loading_ns=loaded - begin)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
