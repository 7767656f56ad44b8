#!/usr/bin/env python3
"""What tools that measure read, add up and write: long runs, gaps of a loop, capacity, choices of a host, two builds."""

import contextlib
import copy
import io
import json
import subprocess
import sys
import tempfile
import tomllib
import unittest
import unittest.mock
from pathlib import Path

import capacity
import jitter
import long_runs
import pages
import tune
import two_builds
from long_runs import COUNTS, Sums

STRESS = """seed 1

                                                     sent      delivered           lost
spsc_packed
  40_bytes                                     1000000000     1000000000              0
  PASSED                                       1020000000     1020000000              0
mpsc
  FAILED                                       1030000000     1070000000              0
"""
JOURNAL = """replay with: HOTPATH_SEED=23 journal_crash_test --gtest_filter=Journal/Journaling.KilledAtRandom/sync_files
killed, sync by files: 1000 ends (497 while opening), 38480 records; torn tails 0 (0 bytes), acknowledged lost 0
power cut, sync by files: 200 ends (2 while opening), 447444 records; torn tails 0 (0 bytes), acknowledged lost 0
"""
VENUE = """replay with: HOTPATH_SEED=1 venue_crash_test --gtest_filter=Modes/VenueKills.UnderLoadEveryAcknowledgedOrderIsThereOnce/sync_overlapped
kills 500, from a snapshot 469, records replayed 484689
replay with: HOTPATH_SEED=1 venue_crash_test --gtest_filter=Modes/VenueKills.UnderLoadEveryAcknowledgedOrderIsThereOnce/sync_one
kills 400, from a snapshot 467, records replayed 508620
replay with: HOTPATH_SEED=1 venue_crash_test --gtest_filter=Modes/VenueKills.UnderLoadEveryAcknowledgedOrderIsThereOnce/pagecache
kills 300, from a snapshot 467, records replayed 508620
replay with: HOTPATH_SEED=3 venue_crash_test --gtest_filter=VenueKillsInMemory.UnderLoadWhatComesBackIsTheBeginningOfWhatWasSaid
kills 200, orders accepted 40000, replies lost 7
"""


class CountsTest(unittest.TestCase):
    def counted(self, name, output, expected):
        self.assertEqual(COUNTS[name](output), expected)

    def test_only_queues_that_passed_count(self):
        self.counted("queues", STRESS, {"spsc_packed": 1_020_000_000})
        self.counted("queues", STRESS + STRESS, {"spsc_packed": 2_040_000_000})

    def test_kills_and_power_cuts_by_mode(self):
        self.counted("journal", JOURNAL, {"killed, sync by files": 1000, "power cut, sync by files": 200})

    def test_kills_of_fix_sessions_by_role_and_mode(self):
        self.counted("fix", "acceptor by page cache: 50 kills (31 connected), 812 orders there, 807 orders back\n", {"acceptor by page cache": 50})

    def test_faults_of_fix_sessions_with_other_engines(self):
        output = ("test_artio_orders_at_us: 10 faults, 4 cuts, 87 orders, 3 kills of theirs (41 s, HOTPATH_SEED=2)\n"
                  "test_artio_trades_with_the_venue: 12 orders (9 s, HOTPATH_SEED=2)\n")
        self.counted("fix-peers", output, {"test_artio_orders_at_us": 10})

    def test_kills_of_a_venue_by_its_way_to_commit(self):
        self.counted("venue", VENUE, {"overlapped": 500, "one": 400, "pagecache": 300, "memory": 200})

    def test_a_line_of_a_process_test_counts_when_the_test_has_passed(self):
        passed = "[  PASSED  ] 1 test.\n"
        soak, trader = "soak: 600 seconds, 5 datagrams\n", "trader: killed 25 times (7 when it had just begun), 9 executions\n"
        self.counted("soak", soak + passed, {"": 600})
        self.counted("trader", trader + passed, {"": 25})
        self.counted("soak", soak + "[  FAILED  ] 1 test\n", {})
        self.counted("trader", trader, {})

    def test_output_of_another_form_counts_nothing(self):
        for name in COUNTS:
            with self.subTest(name):
                self.counted(name, "[  FAILED  ] 1 test\nsomething else 12\n", {})

    def test_kills_in_shared_memory_are_those_of_both_ends(self):
        output = ("creator: killed 1000, channel complete 578, none 422\n"
                  "spsc: writer killed 495 (attaching 43, inside a claim 73), reader killed 505 (attaching 79, in pop 0); acknowledged 4\n")
        self.counted("shm", output, {"creator": 1000, "spsc": 1000})

    def test_executions_worlds_and_long_tests(self):
        self.counted("fuzz", "#12 NEW\nDone 123456 runs in 61 second(s)\n", {"": 123_456})
        self.counted("worlds", "  time  16887 s simulated in 10.6 s, 10.6 ms a seed\n", {"": 1000})
        self.counted("matcher", "[  PASSED  ] 2 tests.\n", {"": 20_000_000})


class SumsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "sums.tsv"

    def add(self, counts, commit="a", date="2026-01-01"):
        Sums(self.file).add("queues", counts, commit, date)

    def test_sums_go_on_over_commits_and_each_portion_has_its_number(self):
        self.assertEqual(Sums(self.file).next_portion("queues"), 1)
        self.add({"spsc": 5, "mpsc": 4})
        self.add({"spsc": 6, "mpsc": 3}, "b", "2026-01-02")
        sums = Sums(self.file)
        self.assertEqual((sums.reached("queues"), sums.next_portion("queues")), (7, 3))
        self.assertEqual(sums.rows["queues", "spsc"]["count"], "11")

    def test_the_table_has_the_commits_and_the_last_change_of_the_part(self):
        self.add({"spsc": 5})
        self.add({"spsc": 6}, "b", "2026-01-02")
        text = long_runs.table(Sums(self.file), {"queues": "c 2025-12-31"})
        self.assertIn("| queues | 11 of 1,000,000,000 messages | 2 | a to b | 2026-01-02 | c 2025-12-31 |", text)
        self.assertIn("| kills-shm | nothing yet |", text)

    def test_the_committed_table_has_the_committed_sums(self):
        page, sums = (pages.ROOT / long_runs.PAGE).read_text(), Sums()
        for name in long_runs.RUNS:
            if sums.of(name):
                self.assertIn(f"| {name} | {long_runs.described(name, sums)} | {sums.next_portion(name) - 1} |", page)

    def test_every_run_has_a_part_that_is_there(self):
        for name, run in long_runs.RUNS.items():
            for folder in run.part:
                self.assertTrue((pages.ROOT / folder).is_dir(), f"{name}: {folder}")


class RunTest(unittest.TestCase):
    """Runs of a program that writes its seed as what it counted."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

        def run_of(script):
            return long_runs.Run("executions", 10, (), (), lambda number: (["sh", "-c", script, "sh", str(number)], {}),
                                     COUNTS["fuzz"])

        good, bad = run_of("echo Done $1 runs in 1 second"), run_of("echo Done $1 runs in 1 second; test $1 != 2")
        worse = run_of("echo Done $1 runs in 1 second; test $1 != 1")
        for owner, name, value in ((long_runs, "RUNS", {"fuzz-a": good, "b": good, "fuzz-bad": bad, "fuzz-worse": worse}),
                                   (long_runs, "LOGS", pages.ROOT / "build" / "long_runs_test"),
                                   (long_runs, "FILE", self.folder / "sums.tsv")):
            patched = unittest.mock.patch.object(owner, name, value)
            patched.start()
            self.addCleanup(patched.stop)

    def run_names(self, *names, portions=None, cores=2):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            return long_runs.run(list(names), 1, portions, cores), output.getvalue()

    def made(self, name):
        """Portions and executions."""
        sums = Sums()
        return sums.next_portion(name) - 1, sums.reached(name)

    def test_a_fuzz_target_has_a_portion_on_each_core_with_its_own_seed(self):
        self.assertEqual(self.run_names("fuzz-a", portions=4)[0], 0)
        self.assertEqual(self.made("fuzz-a"), (4, 1 + 2 + 3 + 4))

    def test_seeds_go_on_where_the_last_run_ended(self):
        for _ in range(2):
            self.run_names("b", portions=2)
        self.assertEqual(self.made("b"), (4, 1 + 2 + 3 + 4))

    def test_other_runs_have_the_machine_alone(self):
        self.assertEqual(self.run_names("b", portions=1)[0], 0)
        self.assertEqual(self.made("b"), (1, 1))

    def test_no_more_portions_than_asked_for(self):
        self.run_names("fuzz-a", "b", portions=1)
        self.assertEqual((self.made("fuzz-a")[0], self.made("b")[0]), (1, 1))

    def test_without_names_a_run_ends_at_its_aim_and_begins_again_when_its_part_has_changed(self):
        for name in ("fuzz-bad", "fuzz-worse"):
            del long_runs.RUNS[name]
        self.run_names()
        self.assertEqual((self.made("fuzz-a"), self.made("b")), ((4, 10), (4, 10)))
        for changed, portions in (("", 4), ("c 2026-01-01", 5)):
            with unittest.mock.patch.object(long_runs, "changed_last", lambda name, after, changed=changed: changed if name == "b" else ""):
                self.run_names()
            self.assertEqual((self.made("fuzz-a")[0], self.made("b")[0]), (4, portions))

    def test_a_portion_that_fails_is_not_counted_and_its_log_is_named(self):
        code, output = self.run_names("fuzz-bad")
        self.assertEqual((code, self.made("fuzz-bad")), (1, (1, 1)))
        self.assertIn("fuzz-bad: a portion FAILED: see build/long_runs_test/fuzz-bad.1.log", output)

    def test_a_portion_beside_one_that_fails_counts(self):
        code, output = self.run_names("fuzz-worse")
        self.assertEqual((code, self.made("fuzz-worse")), (1, (1, 2)))
        self.assertIn("see build/long_runs_test/fuzz-worse.log", output)


class ArgumentsTest(unittest.TestCase):
    def test_names_may_stand_behind_options(self):
        ran = subprocess.run([sys.executable, long_runs.__file__, "run", "--portions", "1", "none-of-them"], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("there is no run 'none-of-them'", ran.stderr)


def lengths(*buckets):
    return {"count": sum(count for _, _, count in buckets), "max_ns": max(highest for _, highest, _ in buckets),
            "histogram_ns": [list(bucket) for bucket in buckets]}


def causes(**counts):
    return [{"cause": name, "owner": "kernel", "count": count, "total_ns": 10 * count, "max_ns": count} for name, count in counts.items()]


def spin(watched_ns, **counts):
    core = {"core": 1, "watched_ns": watched_ns, "reading_ns": 5, "gaps": lengths((10, 11, 3)), "causes": causes(**counts),
            "stolen_ticks": 1}
    return {"long_from_ns": 3000, "settings": [], "cores": [core]}


def gaps(watched_ns, **counts):
    part = {"total_ns": watched_ns // 4, "lengths": lengths((100, 101, 9)), "causes": causes(**counts)}
    work = {"total_ns": watched_ns // 8, "lengths": lengths((100, 101, 9)), "causes": causes(**counts),
            "long_segments_ns": {name: 300 if name == "book" else 100 if name == "risk" else 0 for name in jitter.SEGMENTS}}
    return {"virtual_machine": True, "core": 1, "own_from_ns": 3000, "calls_from_ns": 10000, "watched_ns": watched_ns, "reading_ns": 0,
            "turns": 10, "turns_with_news": 2, "calls_unread": 7, "pieces_unread": 3, "stolen_ticks": 0,
            "parts": {name: part for name in jitter.PARTS}, "work": {name: work for name in jitter.WORK}}


TRADE = {"orders": {"executions": 4, "entered": 2, "replaced": 3}}


class JitterTest(unittest.TestCase):
    def write(self, folder, name, **files):
        (folder / name).mkdir()
        for file, content in files.items():
            (folder / name / f"{file}.json").write_text(content if isinstance(content, str) else json.dumps(content))

    def test_histograms_of_parts_are_one(self):
        merged = jitter.merged_lengths([lengths((1, 1, 2), (8, 9, 1)), lengths((4, 5, 3), (8, 9, 4))])
        self.assertEqual(merged["histogram_ns"], [[1, 1, 2], [4, 5, 3], [8, 9, 5]])
        self.assertEqual((merged["count"], merged["max_ns"]), (10, 9))
        self.assertEqual([jitter.percentile(merged, percent) for percent in (10, 20, 50, 51, 100)], [1, 1, 5, 9, 9])

    def test_causes_of_parts_are_summed_in_one_order(self):
        merged = jitter.merged_causes([causes(unexplained=1, timer_tick=5), causes(timer_tick=7, stolen=2)])
        self.assertEqual([(of["cause"], of["count"], of["max_ns"]) for of in merged],
                         [("stolen", 2, 2), ("timer_tick", 12, 7), ("unexplained", 1, 1)])

    def test_a_part_that_was_cut_off_does_not_count(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            self.write(folder, "part-0001", spin=spin(100, timer_tick=1), gaps=gaps(60_000_000_000), trade=TRADE)
            self.write(folder, "part-0002", spin=spin(100, timer_tick=1), trade=TRADE)
            self.write(folder, "part-0003", spin=spin(100, timer_tick=1), gaps='{"watched_ns": 1', trade=TRADE)
            self.assertEqual(len(jitter.whole_parts(folder)), 1)

    def test_the_loop_is_compared_with_as_much_time_of_spinning(self):
        result = {"spin": jitter.merged_spin([spin(1_000, timer_tick=8), spin(3_000, timer_tick=12)])}
        self.assertEqual(jitter.expected(result, "timer_tick", 400), 2.0)
        self.assertEqual(jitter.expected(result, "stolen", 400), 0.0)

    def test_the_tables_have_every_cause_that_own_code_has(self):
        both = [gaps(4 * 10**9, timer_tick=90), gaps(4 * 10**9, unexplained=1234)]
        result = jitter.summed([{"spin": spin(5 * 10**8, timer_tick=50), "gaps": of, "trade": TRADE} for of in both])
        text = jitter.tables_of(result)
        self.assertIn("10 orders, 8 executions; 1 s of spinning.", text)
        self.assertIn("14 more turns", text)
        self.assertIn("| timer tick | 90 | 200.0 | 90 | 200.0 |", text)
        self.assertIn(f"| {jitter.CAUSES['unexplained']} | 1,234 | 0.0 | 1,234 | 0.0 |", text)
        self.assertNotIn(jitter.CAUSES["stolen"], text)
        self.assertIn("| packet that sent nothing | 18 | 101 ns | 101 ns | 101 ns | 1,324 | 0 | 1,324 | 0 | - | book 75%, risk 25% |", text)
        self.assertIn("6 more pieces were long", text)


SECOND = 1_000_000_000
EXCHANGE = {"feed": {"datagrams_unsent": 0}, "venue": {"rejected": 0}}
BEGIN = {"feed": {"state": "live", "stale": False, "current": True, "gaps": 1, "requests": 5, "given_up": 1, "messages_undecoded": 0,
                  "packets_malformed": 0, "snapshots_failed": 0, "next_seq": 3_000},
         "sessions_lost": 0, "trading": {"mode": "open"}, "orders": {"executions": 0}}


class PeakTest(unittest.TestCase):
    def test_a_second_may_begin_anywhere(self):
        self.assertEqual(capacity.busiest_second([0, SECOND - 1, SECOND, SECOND + 5, 2 * SECOND - 2]), 4)
        self.assertEqual(capacity.busiest_second([0, SECOND]), 1)
        self.assertEqual(capacity.busiest_second([]), 0)

    def test_times_of_a_file(self):
        [time] = capacity.lobster_times(["34200.017459617,5,0,1,2238200,-1"])
        self.assertAlmostEqual(time, 34_200_017_459_617, delta=10)


class CapacityTest(unittest.TestCase):
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

    def test_a_row_replaces_that_of_its_rate_and_processor(self):
        trade = {"orders": {"entered": 4, "replaced": 4_510, "executions": 61}}
        row = capacity.capacity_row(trade, 42_425, 638, 60, 319, "1 LOBSTER day(s)")
        self.assertEqual(row, "| 638 messages a second for 60 s | 42,425 read, 0 gaps, 4,514 orders and replacements, 61 executions; 1 LOBSTER day(s), "
                              "whose busiest second has 319 |")
        self.assertIn("61 executions; no recording |", capacity.capacity_row(trade, 42_425, 638, 60, 0, ""))
        kills = capacity.kills_row([0, 0, 143])
        self.assertEqual(kills, "| 3 kills in a burst of 50,000 messages a second | the last order 0 us (median), 143 us (most) after the kill; at most "
                                "1,000 us |")
        head = "| | result | when |\n|---|---|---|\n"
        table = capacity.with_row(capacity.with_row(head, f"{row} 2 cores of A, x |", "A"), f"{kills} 2 cores of A, x |", "A")
        again = capacity.with_row(table, f"{row.replace('60 s', '90 s')} 2 cores of A, y |", "A")
        self.assertEqual(again.splitlines()[2:], [f"{row.replace('60 s', '90 s')} 2 cores of A, y |", f"{kills} 2 cores of A, x |"])
        self.assertEqual(len(capacity.with_row(again, f"{kills} 4 cores of B, x |", "B").splitlines()), 5)

    def test_an_open_is_shown_at_the_highest_rate_without_a_loss(self):
        ran = {"rate": 1_000_000, "seconds": 10, "instruments": 8_000, "loss_percent": 1, "sent": 10_000_000, "sent_in_ns": 10_000_500_000, "lost_on_both": 51,
               "unsent": 0, "read": 10_000_000, "malformed": 0, "requests": 70, "given_up": 0, "skipped": 0, "stale_periods": 0, "is_open": True,
               "orders": 1_234, "lag_ns": {"p50": 8_250, "p99": 93_000}}
        self.assertEqual(capacity.open_problems(ran), [])
        for change in ({"read": 9_999_999}, {"sent_in_ns": 13_000_000_000}, {"given_up": 1}, {"skipped": 2}, {"stale_periods": 1}, {"malformed": 1},
                       {"is_open": False}, {"orders": 0}, {"requests": 0}, {"unsent": 3}, {"sent": 0, "read": 0}):
            self.assertEqual(len(capacity.open_problems(ran | change)), 1, change)
        slow = ran | {"rate": 2_000_000, "sent_in_ns": 13_000_000_000}
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(capacity, "write_row") as written, contextlib.redirect_stdout(io.StringIO()):
            (Path(folder) / "open.json").write_text("".join(json.dumps(line) + "\n" for line in (slow, ran)))
            self.assertEqual(capacity.collect_open(Path(folder) / "open.json"), 0)
            (Path(folder) / "open.json").write_text(json.dumps(slow) + "\n")
            self.assertEqual(capacity.collect_open(Path(folder) / "open.json"), 1)
        written.assert_called_once_with(
            "| the open of 8,000 instruments, two lines that lose 1% each | 1,000,000 messages a second for 10 s: 10,000,000 read, 51 packets lost on both "
            "lines and asked for again, 1,234 orders and replacements; applied 8.2 us (median), 93.0 us (p99) after the last message of a packet was due; "
            "not at 2,000,000: the sender took 13.0 s for 10 s |")

    def test_times_of_kills(self):
        self.assertEqual(capacity.kill_times_us("x\nthe last new order passed 312 us after the kill was sent\n"), [312])


def knob(name, chosen, confirmation=None, decided=True):
    candidates = [{"words": words, "median_ns": ns} for words, ns in (("32 / 16", 80.0), ("64 / 32", 60.0))]
    return {"name": name, "unit": "ns a message", "candidates": candidates, "confirmation": confirmation, "decided": decided, "chosen": chosen}


def confirmed(ratio, low, high):
    return {"default_ns": 81.0, "candidate_ns": 81.0 * ratio, "ratio": ratio, "ratio_low": low, "ratio_high": high}


class TuneTest(unittest.TestCase):
    def test_a_gain_is_that_of_the_confirming_rounds_with_its_interval(self):
        self.assertEqual(tune.cell(knob("k", 1, confirmed(0.75, 0.7, 0.8))), "64 / 32: 60.8 for 81, **gain 25.0% (20.0 to 30.0)**")

    def test_a_default_that_stays_has_no_gain(self):
        for confirmation in (None, confirmed(0.99, 0.9, 1.1)):
            self.assertEqual(tune.cell(knob("k", 0, confirmation)), "the default: 80")
        self.assertEqual(tune.cell(knob("k", 0, decided=False)), "the default: 80 (the market fits the caches)")

    def test_a_table_begins_with_its_kind_of_host(self):
        host = {"cpu": "AMD EPYC", "round_trip_ns": 105.0, "placement": "near"}
        text = tune.table({"host": host, "market": "the first 5 messages", "knobs": [knob("first", 0)]})
        self.assertTrue(text.startswith("**AMD near**: "))
        self.assertIn("105 ns a cache line's round trip; the first 5 messages:", text)
        self.assertIn("| first, ns a message | 32 / 16 | the default: 80 |", text)
        self.assertEqual(tune.kind_of(host | {"placement": "single"}), "AMD")


class TwoBuildsTest(unittest.TestCase):
    def test_a_row_has_both_builds_and_the_change(self):
        text = two_builds.table({"decode": {"ns": [100.0, 90.0], "ratios": [0.8, 0.9, 0.95]}}, "by a profile")
        self.assertIn("| decode | 100 | 90 | **-10.0% (-15.0% to -7.5%)** |", text)

    def test_instructions_stand_before_the_time(self):
        text = two_builds.table({"decode": {"ns": [100.0, 90.0], "ratios": [0.9, 0.9], "instructions": [10.0, 12.0]}}, "hardened")
        self.assertIn("| decode | 10.0 | 12.0 | +20.0% | 100 | 90 | **-10.0%", text)
        self.assertIn("| geometric mean | | | +20.0% | | | -10.0% |", text)

    def test_a_gain_that_a_quarter_of_the_rounds_do_not_have_is_no_gain(self):
        self.assertEqual(two_builds.interval([0.9, 0.95, 1.0, 1.1, 1.2]), "+0.0% (-5.0% to +10.0%)")

    def test_the_mean_is_that_of_the_ratios(self):
        functions = {name: {"ns": [1.0, ratio], "ratios": [ratio, ratio]} for name, ratio in (("a", 0.5), ("b", 2.0))}
        self.assertIn("| geometric mean | | | +0.0% |", two_builds.table(functions, "by a profile"))


class PagesTest(unittest.TestCase):
    def test_a_block_replaces_that_of_its_kind_of_host(self):
        old = "**AMD**: now\n\n| a |\n\n**Intel**: then\n\n| b |\n"
        self.assertEqual(pages.with_block(old, "**AMD**: later\n\n| c |"), "**AMD**: later\n\n| c |\n\n**Intel**: then\n\n| b |\n")
        self.assertEqual(pages.with_block(old, "**ARM**: later\n"), old + "**ARM**: later\n")

    def test_a_page_without_the_mark_is_refused(self):
        with self.assertRaises(SystemExit):
            pages.between("no mark", "jitter")


if __name__ == "__main__":
    unittest.main()
