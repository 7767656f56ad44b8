#!/usr/bin/env python3
"""The busiest second is found wherever it begins, a run that lost something is no evidence, and the examples can be configured."""

import copy
import struct
import tempfile
import tomllib
import unittest
from pathlib import Path

import capacity

SECOND = 1_000_000_000
EXCHANGE = {"feed": {"datagrams_unsent": 0}, "venue": {"rejected": 0}}
BEGIN = {"feed": {"state": "live", "stale": False, "current": True, "gaps": 1, "requests": 5, "given_up": 1, "messages_undecoded": 0,
                  "packets_malformed": 0, "snapshots_failed": 0, "next_seq": 3_000},
         "sessions_lost": 0, "trading": {"mode": "open"}, "orders": {"executions": 0}}


def framed(time_ns):
    message = b"A" + bytes(4) + time_ns.to_bytes(6, "big") + bytes(25)
    return struct.pack(">H", len(message)) + message


class PeakTest(unittest.TestCase):
    def test_a_second_may_begin_anywhere(self):
        self.assertEqual(capacity.busiest_second([0, SECOND - 1, SECOND, SECOND + 5, 2 * SECOND - 2]), 4)
        self.assertEqual(capacity.busiest_second([0, SECOND]), 1)
        self.assertEqual(capacity.busiest_second([]), 0)

    def test_times_of_both_kinds_of_files(self):
        [time] = capacity.lobster_times(["34200.017459617,5,0,1,2238200,-1"])
        self.assertAlmostEqual(time, 34_200_017_459_617, delta=10)
        self.assertEqual(list(capacity.itch_times(framed(5) + framed(34_200 * SECOND) + b"\0")), [5, 34_200 * SECOND])


class RunTest(unittest.TestCase):
    def problems(self, exchange=None, trade=None):
        end = copy.deepcopy(BEGIN)
        end["feed"]["next_seq"] += 59_000
        end["orders"]["executions"] = 3
        ran = [copy.deepcopy(EXCHANGE), end]
        for of, change in zip(ran, (exchange, trade)):
            for table, values in (change or {}).items():
                of[table] = of[table] | values if isinstance(values, dict) else values
        return capacity.problems(ran[0], BEGIN, ran[1], rate=1_000, seconds=60)

    def test_a_run_without_a_loss_shows_it(self):
        self.assertEqual(self.problems(), [])

    def test_each_loss_is_named(self):
        self.assertEqual(self.problems(trade={"feed": {"gaps": 3}}), ["feed.gaps grew by 2"])
        self.assertEqual(self.problems(exchange={"feed": {"datagrams_unsent": 1}}), ["1 datagrams were not sent"])
        self.assertEqual(self.problems(trade={"trading": {"mode": "killed"}}), ["the trader is killed"])
        self.assertEqual(self.problems(trade={"sessions_lost": 1}), ["1 sessions were lost"])
        self.assertEqual(self.problems(trade={"orders": {"executions": 0}}), ["nothing was traded"])
        for next_seq in (50_000, 190_000):
            self.assertEqual(len(self.problems(trade={"feed": {"next_seq": next_seq}})), 1)
        self.assertEqual(len(self.problems(trade={"feed": {"stale": True}})), 1)

    def test_the_examples_are_configured(self):
        with tempfile.TemporaryDirectory() as folder:
            capacity.write_configurations(Path(folder), 5_000, 20_000)
            exchange = tomllib.loads((Path(folder) / "exchange.toml").read_text())
            trader = tomllib.loads((Path(folder) / "trader.toml").read_text())
            modes = [(Path(folder) / name).stat().st_mode & 0o777 for name in ("exchange.toml", "trader.toml")]
        self.assertEqual(modes, [0o600, 0o600], "both have passwords")
        self.assertEqual(exchange["background"]["messages_per_second"], 5_000.0)
        self.assertEqual(exchange["order_entry"]["address"], "127.0.0.1:20000")
        self.assertEqual(trader["venue"]["order_entry"], "127.0.0.1:20000")
        self.assertEqual((trader["trading"]["orders_max"], trader["pace"]["orders_max"]), (200_000, 10_000))
        self.assertEqual(trader["limits"]["collar_bps"], 500)

    def test_the_table_has_each_rate_and_the_kills(self):
        common = {"date": "d", "commit": "c", "machine": {"cpu": "A", "cores": 2}}
        orders = {"entered": 4, "replaced": 4_510, "executions": 61}
        run = common | {"recording": "1 LOBSTER day(s)", "peak_messages_per_second": 319, "rate": 638, "seconds": 60, "read": 42_425,
                        "gaps": 0, "orders": orders}
        kills = common | {"kills": 20, "last_order_us": {"p50": 0, "max": 143}, "target_us": 1_000}
        text = capacity.table([run, run | {"rate": 20_000, "recording": "no recording", "peak_messages_per_second": 0}], [kills])
        self.assertIn("| 638 messages a second for 60 s | 42,425 read, 0 gaps, 4,514 orders and replacements, 61 executions; 1 LOBSTER day(s), whose "
                      "busiest second has 319 | d, A, 2 cores, commit c |", text)
        self.assertIn("61 executions; no recording |", text)
        self.assertIn("| the last order 0 us (median), 143 us (most) after the kill; at most 1,000 us |", text)

    def test_times_of_kills(self):
        self.assertEqual(capacity.kill_times_us("x\nthe last new order passed 312 us after the kill was sent\n"), [312])


if __name__ == "__main__":
    unittest.main()
