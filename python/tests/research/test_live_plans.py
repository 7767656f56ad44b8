"""Plans, configurations and what is read of a recorded session."""

import tomllib

import numpy as np
import pytest
from places import ROOT
from itch_market import Recording

from hotpath.research import itch_quotes
from hotpath.research.live import PairPlan, Samples, WantedOrder, backtest_toml, orders_of, session_samples, trader_toml
from hotpath.research.screen import FoundPair
from hotpath.research.signals import PairRules

EXAMPLE = (ROOT / "docs" / "examples" / "trader.toml").read_text()


def found(hedge_ratio):
    return FoundPair("YYY", "XXX", hedge_ratio, 1.0, 8.0, 0.5, 1e-6, 1e-3, 1)


def plan(**changes):
    return PairPlan(**{"first": "AAA", "second": "BBB", "rules": PairRules(500, 3, 1_000, 200, 9_000), "first_qty": 100,
                       "sample_every_ms": 1_000} | changes)


def test_the_second_leg_is_the_one_of_which_fewer_shares_are_held():
    below = PairPlan.of(found(0.4), window=20)
    assert (below.first, below.second, below.rules.hedge_milli, below.second_qty) == ("YYY", "XXX", 400, 40)
    above = PairPlan.of(found(2.5), window=20)
    assert (above.first, above.second, above.rules.hedge_milli, above.second_qty) == ("XXX", "YYY", 400, 40)
    assert PairPlan.of(found(1.0), window=20).rules.hedge_milli == 1_000


@pytest.mark.parametrize(("ratio", "message"), [(-0.5, "a hedge ratio must be above 0"), (0.0104, "must be within 2% of whole")])
def test_ratios_that_the_strategy_cannot_trade_are_refused(ratio, message):
    with pytest.raises(ValueError, match=message):
        PairPlan.of(found(ratio), window=20)


def test_backtest_toml_has_the_plan(tmp_path):
    written = tomllib.loads(backtest_toml(plan(), tmp_path / "bars.csv", minutes=1))
    assert written["strategy"] == {"name": "pairs", "first": "AAA", "second": "BBB", "hedge_milli": 500, "first_qty": 100, "window": 3,
                                   "sample_every_ms": 1_000, "sample_on_timer": 1, "entry_z_milli": 1_000, "exit_z_milli": 200,
                                   "stop_z_milli": 9_000, "order_qty_max": 100, "slippage_ticks": 500}
    assert written["data"] == {"files": [str(tmp_path / "bars.csv")], "bars": "minutes", "bar_minutes": 1}
    assert tomllib.loads(backtest_toml(plan(), tmp_path / "bars.csv"))["data"]["bars"] == "day"


def test_trader_toml_changes_symbols_timer_and_strategy_alone():
    before, after = tomllib.loads(EXAMPLE), tomllib.loads(trader_toml(plan(sample_every_ms=200), EXAMPLE))
    assert after["trading"]["symbols"] == ["AAA", "BBB"]
    assert after["trading"]["timer_ms"] == 50, "a quarter of the sample's interval"
    assert after["strategy"]["name"] == "pairs" and "quote_qty" not in after["strategy"]
    for table in before:
        if table not in ("trading", "strategy"):
            assert after[table] == before[table]
    assert {key: value for key, value in after["trading"].items() if key not in ("symbols", "timer_ms")} == {
        key: value for key, value in before["trading"].items() if key not in ("symbols", "timer_ms")}
    assert trader_toml(plan(), trader_toml(plan(), EXAMPLE)) == trader_toml(plan(), EXAMPLE)


@pytest.mark.parametrize(("base", "message"), [
    ("[trading]\nsymbols = []\n", "must have the tables"),
    (EXAMPLE.replace("order_qty_max = 1_000", "order_qty_max = 99"), "limits.order_qty_max must be at least 100"),
    ("strategy = {name = 'null'}\n[trading]\n[limits]\norder_qty_max = 500\nposition_max = 500\n", "must begin lines"),
])
def test_configurations_that_cannot_be_changed_are_refused(base, message):
    with pytest.raises(ValueError, match=message):
        trader_toml(plan(), base)


def test_orders_are_both_legs_of_each_change_of_stance():
    samples = Samples(*(np.array(values) for values in
                        ([1, 2, 3, 4, 5], [2_000, 2_000, 2_600, 2_000, 1_300], [2_000] * 5)))
    assert orders_of(plan(), samples) == [
        WantedOrder(3, "AAA", "S", 100), WantedOrder(3, "BBB", "B", 50),
        WantedOrder(4, "AAA", "B", 100), WantedOrder(4, "BBB", "S", 50),
        WantedOrder(5, "AAA", "B", 100), WantedOrder(5, "BBB", "S", 50)]


def test_quotes_of_a_recording(tmp_path):
    market = Recording(["AAA", "BBB"])
    market.open(1_000)
    market.step(2_000, [500_000, 800_000])
    market.step(3_000, [510_000, 790_000])
    market.write(tmp_path / "market.itch")
    books = itch_quotes.Books(("BBB", "AAA"))
    touches = {}
    for message in itch_quotes.messages(tmp_path / "market.itch"):
        symbol = books.update(message)
        if symbol is not None:
            touches[itch_quotes.time_of(message), symbol] = books.touch(symbol)
    assert touches[2_000, 1] == itch_quotes.Touch(499_900, 500_100)
    assert touches[3_000, 0] == itch_quotes.Touch(789_900, 790_100)
    assert touches[3_000, 1].twice_mid == 1_020_000 and touches[3_000, 1].is_market


def test_executions_cancels_and_deletes_empty_a_level(tmp_path):
    books = itch_quotes.Books(("AAA",))
    head = b"\0\1\0\0" + bytes(6)
    books.update(b"R" + head + b"AAA     " + bytes(20))
    for reference, price in ((1, 100), (2, 100), (3, 90)):
        books.update(b"A" + head + reference.to_bytes(8, "big") + b"B" + (10).to_bytes(4, "big") + b"AAA     " + price.to_bytes(4, "big"))
    books.update(b"E" + head + (1).to_bytes(8, "big") + (10).to_bytes(4, "big") + bytes(8))
    assert books.touch(0).bid == 100
    books.update(b"X" + head + (2).to_bytes(8, "big") + (4).to_bytes(4, "big"))
    assert books.touch(0).bid == 100
    books.update(b"D" + head + (2).to_bytes(8, "big"))
    assert books.touch(0).bid == 90
    assert not books.touch(0).is_market


def test_a_recording_that_ends_inside_a_message_is_refused(tmp_path):
    (tmp_path / "cut.itch").write_bytes(b"\0\14S" + bytes(5))
    with pytest.raises(ValueError, match="ends inside a message"):
        list(itch_quotes.messages(tmp_path / "cut.itch"))


def test_samples_of_a_session_are_what_the_trader_had_at_its_timers(tmp_path):
    """Messages count from their arrival; a timer between two of an interval, or before the account was answered, samples nothing."""
    ms = 1_000_000
    market = Recording(["AAA", "BBB"])
    market.open(0)
    market.step(100 * ms, [500_000, 800_000])
    market.step(1_500 * ms, [510_000, 800_000])
    market.step(2_990 * ms, [520_000, 800_000])
    market.write(tmp_path / "market.itch")
    feed = [(100 * ms, 101 * ms)] * 4 + [(1_500 * ms, 1_501 * ms)] * 4 + [(2_990 * ms, 3_020 * ms)] * 4
    (tmp_path / "feed.csv").write_text("send_ns,receive_ns\n" + "".join(f"{sent},{got}\n" for sent, got in feed))
    (tmp_path / "reply.csv").write_text(f"send_ns,receive_ns\n{150 * ms},{200 * ms}\n")
    timers = [150, 300, 350, 900, 1_100, 1_600, 2_050, 3_010, 3_030, 4_100, 5_000]
    (tmp_path / "events.csv").write_text(f"at_ns,event\n{120 * ms},open\n{4_900 * ms},stop\n"
                                         + "".join(f"{at * ms},timer\n" for at in timers))
    (tmp_path / "trader.toml").write_text("[trading]\ntimer_ms = 100\n")
    samples = session_samples(tmp_path, plan(sample_every_ms=1_000))
    assert (samples.times // ms).tolist() == [300, 1_100, 2_050, 3_010, 4_100]
    assert samples.first_twice_mid.tolist() == [1_000_000, 1_000_000, 1_020_000, 1_020_000, 1_040_000]
    assert set(samples.second_twice_mid.tolist()) == {1_600_000}
