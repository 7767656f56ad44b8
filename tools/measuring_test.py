#!/usr/bin/env python3
"""What tools that measure read, add up and write: long runs, pages."""

import contextlib
import io
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import long_runs
import pages
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
