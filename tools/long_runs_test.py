#!/usr/bin/env python3
"""Portions of long runs add up, those of other code do not count, and the table says of which code each sum is."""

import contextlib
import io
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import long_runs
from long_runs import Sums

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


def portion(count, sources="now", commit="a", row="spsc", date="2026-01-01"):
    return {"sources": sources, "commit": commit, "host": "h", "date": date, "seconds": 1.5, "counts": {row: count}}


class CountsTest(unittest.TestCase):
    def test_only_queues_that_passed_count(self):
        self.assertEqual(long_runs.counts_of_queues(STRESS), {"spsc_packed": 1_020_000_000})
        self.assertEqual(long_runs.counts_of_queues(STRESS + STRESS), {"spsc_packed": 2_040_000_000})

    def test_kills_and_power_cuts_by_mode(self):
        self.assertEqual(long_runs.counts_of_ends(JOURNAL), {"killed, sync by files": 1000, "power cut, sync by files": 200})

    def test_kills_of_fix_sessions_by_role_and_mode(self):
        output = "acceptor by page cache: 50 kills (31 connected), 812 orders there, 807 orders back\n"
        self.assertEqual(long_runs.counts_of_fix(output), {"acceptor by page cache": 50})

    def test_faults_of_fix_sessions_with_other_engines(self):
        output = ("test_artio_orders_at_us: 10 faults, 4 cuts, 87 orders, 3 kills of theirs (41 s, HOTPATH_SEED=2)\n"
                  "test_artio_trades_with_the_venue: 12 orders (9 s, HOTPATH_SEED=2)\n")
        self.assertEqual(long_runs.counts_of_fix_peers(output), {"test_artio_orders_at_us": 10})

    def test_kills_of_a_venue_by_its_way_to_commit(self):
        self.assertEqual(long_runs.counts_of_venue(VENUE), {"overlapped": 500, "one": 400, "pagecache": 300, "memory": 200})

    def test_a_line_of_a_process_test_counts_when_the_test_has_passed(self):
        passed = "[  PASSED  ] 1 test.\n"
        soak, trader = "soak: 600 seconds, 5 datagrams\n", "trader: killed 25 times (7 when it had just begun), 9 executions\n"
        self.assertEqual(long_runs.counts_of_soak(soak + passed), {"seconds": 600})
        self.assertEqual(long_runs.counts_of_trader(trader + passed), {"kills": 25})
        self.assertEqual(long_runs.counts_of_soak(soak + "[  FAILED  ] 1 test\n"), {})
        self.assertEqual(long_runs.counts_of_trader(trader), {})

    def test_output_of_another_form_counts_nothing(self):
        for counts in (long_runs.counts_of_queues, long_runs.counts_of_ends, long_runs.counts_of_kills, long_runs.counts_of_fix, long_runs.counts_of_fix_peers, long_runs.counts_of_venue,
                       long_runs.counts_of_worlds, long_runs.counts_of_soak, long_runs.counts_of_trader, long_runs.counts_of_fuzzing, long_runs.counts_of_passed("x", 5)):
            self.assertEqual(counts("[  FAILED  ] 1 test\nsomething else 12\n"), {})

    def test_kills_in_shared_memory_are_those_of_both_ends(self):
        output = ("creator: killed 1000, channel complete 578, none 422\n"
                  "spsc: writer killed 495 (attaching 43, inside a claim 73), reader killed 505 (attaching 79, in pop 0); acknowledged 4\n")
        self.assertEqual(long_runs.counts_of_kills(output), {"creator": 1000, "spsc": 1000})

    def test_executions_worlds_and_long_tests(self):
        self.assertEqual(long_runs.counts_of_fuzzing("#12 NEW\nDone 123456 runs in 61 second(s)\n"), {"executions": 123_456})
        self.assertEqual(long_runs.counts_of_worlds("  time  16887 s simulated in 10.6 s, 10.6 ms a seed\n"), {"worlds": 1000})
        self.assertEqual(long_runs.counts_of_passed("x", 5)("[  PASSED  ] 2 tests.\n"), {"x": 10})


class ArgumentsTest(unittest.TestCase):
    def test_names_may_stand_behind_options(self):
        ran = subprocess.run([sys.executable, long_runs.__file__, "run", "--portions", "1", "none-of-them"], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("there is no run 'none-of-them'", ran.stderr)


class SumsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.now = "now"

    def sums(self, name="queues"):
        return Sums(name, self.folder, lambda _, entry: entry["sources"] == self.now)

    def add(self, *portions):
        for one in portions:
            self.sums().add(one)

    def test_portions_of_the_same_code_are_one_entry(self):
        self.add(portion(5), portion(6, date="2026-01-02"), portion(7, commit="b"))
        entries = self.sums().entries
        self.assertEqual([(entry["portions"], entry["counts"]["spsc"]) for entry in entries], [(2, 11), (1, 7)])
        self.assertEqual((entries[0]["first"], entries[0]["last"], entries[0]["seconds"]), ("2026-01-01", "2026-01-02", 3.0))
        self.assertEqual(self.sums().next_portion(), 4)

    def test_portions_of_other_code_do_not_count(self):
        self.add(portion(5, sources="old"), portion(6))
        self.assertEqual(self.sums().total(self.sums().of_now()), {"spsc": 6})
        self.assertEqual(self.sums().next_portion(), 2)
        self.assertFalse(self.sums().is_reached(7))
        self.assertTrue(self.sums().is_reached(6))

    def test_the_target_is_of_every_row(self):
        self.add(portion(9), portion(3, row="mpsc"))
        self.assertFalse(self.sums().is_reached(9))
        self.assertTrue(self.sums().is_reached(3))

    def test_the_table_says_that_the_sources_have_changed(self):
        self.add(portion(5, sources="older"), portion(6))
        text = long_runs.table(self.folder, self.sums().is_current_entry)
        self.assertIn("| queues | 6 of 1,000,000,000 messages | 1 | 2026-01-01 | a | as they are |", text)
        self.now = "newer"
        text = long_runs.table(self.folder, self.sums().is_current_entry)
        self.assertIn("| queues | 6 of 1,000,000,000 messages | 1 | 2026-01-01 | a | **changed since** |", text)
        self.assertIn("Without a portion so far: kills-shm, ", text)

    def test_a_check_refuses_a_table_that_does_not_say_so(self):
        self.add(portion(6))
        page = long_runs.ROOT / "build" / "long_runs_test_page.md"
        page.parent.mkdir(exist_ok=True)
        self.addCleanup(page.unlink)
        page.write_text("before\n<!-- long-runs -->\n<!-- end -->\n")

        def written(is_check):
            with contextlib.redirect_stdout(io.StringIO()):
                table = long_runs.table(self.folder, self.sums().is_current_entry)
                return long_runs.evidence.write_between(page, "long-runs", table, is_check)

        self.assertEqual(written(is_check=False), 0)
        self.assertEqual(written(is_check=True), 0)
        self.now = "newer"
        self.assertEqual(written(is_check=True), 1)
        self.assertEqual(written(is_check=False), 0)
        self.assertIn("**changed since**", page.read_text())


class RunTest(unittest.TestCase):
    """Runs of a program that writes its seed as what it counted."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

        def subject(script):
            return long_runs.Subject("executions", 10, (), (), lambda number: (["sh", "-c", script, "sh", str(number)], {}),
                                     long_runs.counts_of_fuzzing)

        good, bad = subject("echo Done $1 runs in 1 second"), subject("echo Done $1 runs in 1 second; test $1 != 2")
        worse = subject("echo Done $1 runs in 1 second; test $1 != 1")
        for owner, name, value in ((long_runs, "SUBJECTS", {"fuzz-a": good, "b": good, "fuzz-bad": bad, "fuzz-worse": worse}),
                                   (long_runs, "LOGS", long_runs.ROOT / "build" / "long_runs_test"),
                                   (long_runs, "digest_of", lambda _: "now"),
                                   (Sums.__init__, "__defaults__", (self.folder, lambda _, entry: entry["sources"] == "now"))):
            patched = unittest.mock.patch.object(owner, name, value)
            patched.start()
            self.addCleanup(patched.stop)

    def run_names(self, *names, portions=None, cores=2):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            return long_runs.run(list(names), 1, portions, cores), output.getvalue()

    def entry(self, name):
        return Sums(name).entries[-1]

    def test_a_fuzz_target_has_a_portion_on_each_core_with_its_own_seed(self):
        self.assertEqual(self.run_names("fuzz-a", portions=4)[0], 0)
        self.assertEqual((self.entry("fuzz-a")["portions"], self.entry("fuzz-a")["counts"]), (4, {"executions": 1 + 2 + 3 + 4}))

    def test_other_runs_have_the_machine_alone(self):
        self.assertEqual(self.run_names("b", portions=1)[0], 0)
        self.assertEqual(self.entry("b")["counts"], {"executions": 1})

    def test_no_more_portions_than_asked_for(self):
        self.run_names("fuzz-a", "b", portions=1)
        self.assertEqual((self.entry("fuzz-a")["portions"], self.entry("b")["portions"]), (1, 1))

    def test_a_run_ends_at_its_target(self):
        self.run_names("fuzz-a")
        self.assertEqual(self.entry("fuzz-a")["counts"], {"executions": 10})

    def test_a_portion_that_fails_is_not_counted_and_its_log_is_named(self):
        code, output = self.run_names("fuzz-bad")
        self.assertEqual((code, self.entry("fuzz-bad")["counts"]), (1, {"executions": 1}))
        self.assertIn("fuzz-bad: a portion FAILED: see build/long_runs_test/fuzz-bad.1.log", output)

    def test_a_portion_beside_one_that_fails_counts(self):
        code, output = self.run_names("fuzz-worse")
        self.assertEqual((code, self.entry("fuzz-worse")["counts"]), (1, {"executions": 2}))
        self.assertIn("see build/long_runs_test/fuzz-worse.log", output)


class SubjectsTest(unittest.TestCase):
    def test_every_subject_has_sources_and_a_command(self):
        for name, subject in long_runs.SUBJECTS.items():
            with self.subTest(name):
                for entry in subject.entries:
                    self.assertTrue((long_runs.ROOT / entry).exists(), entry)
                arguments, _ = subject.command(3) if not name.startswith("fuzz-") else (["-"], {})
                self.assertTrue(arguments)
                self.assertGreater(len(measured(name)), 1)


def measured(name):
    return long_runs.measured_sources.sources_of(f"long/{name}", long_runs.measured_sources.TREE)


if __name__ == "__main__":
    unittest.main()
