#!/usr/bin/env python3
"""Figures are read, merged and saved; tables and goals are made of planted figures."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import figures
import goals
import prose
import tables
from figures import Figures, Kind

XEON = "Intel(R) Xeon(R) Processor"


def record(test="t", subject="hotpath", metric="time", value=1.0, regime="near", unit="ns", pairs=9, low=None, high=None):
    return {"test": test, "subject": subject, "metric": metric, "value": value, "low": value if low is None else low,
            "high": value if high is None else high, "unit": unit, "pairs": pairs, "regime": regime}


def provenance(bench="feed", **changed):
    return {"record": "provenance", "bench": bench, "date": "2026-11-22T00:00:00Z", "cores": 2, "cpu": "AMD EPYC", "kernel": "6", "compiler": "GNU",
            "flags": "-O3", "commit": "abc", "dirty": False, "quick": False} | changed


class Planted(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def add(self, *records, is_shown=lambda *_: True, **changed):
        return figures.save(records, provenance(**changed), is_shown, self.folder)

    def results(self):
        return Figures(self.folder)

    def rows(self, mark):
        return tables.render(self.results(), tables.mark_of(mark)).splitlines()


class FiguresTest(Planted):
    def test_a_file_has_what_was_saved(self):
        self.add(record(value=2.5, low=2.0, high=3.0), record(subject="peer", metric="p50", value=1234.5678, low=1.0, high=2.0))
        lines = (self.folder / "amd-near.tsv").read_text().splitlines()
        self.assertEqual(lines, ["# 2 cores of AMD EPYC, Linux 6, GNU -O3", "\t".join(figures.COLUMNS),
                                 "feed/t\thotpath\ttime\t2.5\t2\t3\tns\t9\tabc\t2026-11-22", "feed/t\tpeer\tp50\t1235\t\t\tns\t9\tabc\t2026-11-22"])
        run = self.results().run("feed", "t", Kind("AMD", "near"))
        self.assertEqual([(r["subject"], r["metric"], r["value"], r["low"], r["high"]) for r in run.records],
                         [("hotpath", "time", 2.5, 2.0, 3.0), ("peer", "p50", 1235.0, 1235.0, 1235.0)])

    def test_a_new_run_replaces_its_tests_and_no_others(self):
        self.add(record("a"), record("b", value=7.0))
        self.add(record("a", value=2.0), commit="def", date="2026-11-23T00:00:00Z")
        found = {test: self.results().run("feed", test, Kind("AMD", "near")) for test in "ab"}
        self.assertEqual({test: (run.records[0]["value"], run.commit, run.date) for test, run in found.items()},
                         {"a": (2.0, "def", "2026-11-23"), "b": (7.0, "abc", "2026-11-22")})

    def test_only_what_a_document_shows_is_kept(self):
        kept = self.add(record("a"), record("b"), is_shown=lambda bench, test, subject, metric: (bench, test, metric) == ("feed", "a", "time"))
        self.assertEqual((kept, self.results().tests("feed")), (["a"], ["a"]))

    def test_uncommitted_changes_stay_with_the_commit(self):
        self.add(record(), dirty=True)
        self.assertEqual(self.results().newest("feed", "t").commit, "abc-dirty")

    def test_a_changing_placement_counts_for_a_vendor_without_another(self):
        self.add(record(regime="changed"))
        self.assertEqual([str(run.kind) for run in self.results().runs("feed", "t")], ["AMD"])
        self.add(record(regime="far"))
        self.assertEqual([str(run.kind) for run in self.results().runs("feed", "t")], ["AMD far"])
        self.assertEqual(self.add(record(regime="changed")), [])

    def test_a_line_with_a_missing_cell_is_an_error(self):
        (self.folder / "amd.tsv").write_text("feed/t\thotpath\ttime\t1\n")
        with self.assertRaisesRegex(ValueError, "amd.tsv:1: a figure has 10 columns, this line 4"):
            self.results()

    def run_main(self, additions, quick=False):
        path = self.folder / "new.json"
        lines = [record(test) for test in additions] + [provenance(quick=quick, additions_at_a_time_by_test=additions)]
        path.write_text(json.dumps(lines))
        with mock.patch.object(figures.sys, "argv", ["figures.py", str(path)]), mock.patch.object(figures, "FOLDER", self.folder), \
                mock.patch.object(figures.save, "__defaults__", (self.folder,)), mock.patch.object(tables, "is_shown", lambda: lambda *_: True), \
                contextlib.redirect_stdout(io.StringIO()) as said:
            return figures.main(), self.results().tests("feed"), said.getvalue()

    def test_a_test_on_a_shared_core_is_refused_and_named(self):
        status, saved, said = self.run_main({"alone": [3.6, 3.5, 1.9], "shared": [3.6, 1.7, 1.8]})
        self.assertEqual((status, saved), (1, ["alone"]))
        self.assertIn("shared: not saved: another program uses half of a core: 1.8 additions at a time", said)

    def test_where_the_additions_are_not_known_everything_is_saved(self):
        self.assertEqual(self.run_main({"on arm": [0.0, 0.0], "one process": []})[:2], (0, ["on arm", "one process"]))

    def test_a_quick_run_is_not_saved(self):
        with self.assertRaises(SystemExit):
            self.run_main({"t": [3.6]}, quick=True)
        self.assertEqual(self.results().tests("feed"), [])


class TablesTest(Planted):
    def test_few_numbers_have_a_column_for_each_kind(self):
        self.add(record(value=1.0, low=0.5, high=2.0), record(subject="peer", value=2.0))
        self.add(record(value=3.0, regime="far"), record(subject="other", value=4.0, regime="far"), cpu=XEON, commit="def")
        self.assertEqual(self.rows("feed-t"), [
            "**t**: 9 rounds, AMD near, Intel far", "", "| | AMD near: time, ns | Intel far: time, ns |", "|---|---:|---:|",
            "| hotpath | 1.00 (0.50–2.00) | 3.00 |", "| peer | 2.00 |  |", "| other |  | 4.00 |", "",
            "AMD near: 2026-11-22 abc; Intel far: 2026-11-22 def. Repeat with `script/bench feed`."])

    def test_many_numbers_have_a_line_for_each_kind_and_equal_ones_share_it(self):
        for value, cpu, regime in ((1.0, "AMD EPYC", "near"), (1.0, "AMD EPYC", "far"), (2.0, XEON, "far")):
            self.add(*(record(metric=metric, value=value, regime=regime) for metric in ("p50", "p90", "p99", "p99.9")), cpu=cpu)
        self.assertEqual(self.rows("feed-t")[2:6], ["| | host | p50, ns | p99, ns | p99.9, ns |", "|---|---|---:|---:|---:|",
                                                    "| hotpath | AMD near, AMD far | 1.00 | 1.00 | 1.00 |", "|  | Intel far | 2.00 | 2.00 | 2.00 |"])

    def test_a_mark_chooses_metrics_in_its_order_and_subjects(self):
        self.add(*(record(subject=subject, metric=metric) for subject in ("hotpath", "peer") for metric in ("p50", "p90", "sd")))
        self.assertEqual(self.rows("feed-t; metrics: sd, p90; subjects: peer")[2:5], ["| | sd, ns | p90, ns |", "|---|---:|---:|", "| peer | 1.00 | 1.00 |"])

    def test_a_line_for_each_test(self):
        self.add(*(record(f"n_{n}", subject, value=float(n)) for n in (20, 3) for subject in ("hotpath", "peer")))
        self.assertEqual(self.rows("feed-n_*; by test"), [
            "**time, ns**", "", "| | host | hotpath | peer |", "|---|---|---:|---:|", "| n_3 | AMD near | 3.00 | 3.00 |",
            "| n_20 | AMD near | 20.0 | 20.0 |", "", "AMD near: 2026-11-22 abc. Repeat with `script/bench feed`."])

    def test_growth_is_named_flat_or_linear(self):
        for size, time, memory in ((1, 10.0, 5.0), (10, 11.0, 50.0)):
            self.add(record(f"n_{size}", value=time), record(f"n_{size}", metric="memory", value=memory, unit="MiB"))
        self.assertEqual(self.rows("feed-n_*; growth")[2:5], ["| 1 | AMD near | 10.0 | 5.00 |", "| 10 | AMD near | 11.0 | 50.0 |",
                                                              "| 10 / 1 | AMD near | 1.10 ×: flat | 10.00 ×: linear |"])
        self.assertEqual([tables.verdict(1, last, (1, 100)) for last in (0.5, 3, 100, 200)],
                         ["0.50 ×: falls", "3.00 ×: less than linear", "100.00 ×: linear", "200.00 ×: **more than linear**"])

    def test_nothing_measured_says_so(self):
        self.assertEqual(self.rows("feed-t"), ["Not measured yet: `script/bench feed --save`."])
        self.assertIn("Here: not measured yet.", self.rows("published-seed2-write")[-1])

    def test_an_unknown_option_is_an_error(self):
        for mark in ("feed-t; metric: p50", "feed-t; by kind", "feed-t; metrics: "):
            with self.assertRaisesRegex(ValueError, "unknown option"):
                tables.mark_of(mark)

    def test_a_name_is_that_of_a_test_or_the_beginning_of_several(self):
        self.add(*(record(test) for test in ("open", "open_1", "opening", "close")))
        self.assertEqual([tables.mark_of(f"feed-{name}").tests(self.results()) for name in ("open", "close", "open_*")], [["open"], ["close"], ["open_1"]])
        self.add(record("late_1"), record("late_2"))
        self.assertEqual(tables.mark_of("feed-late").tests(self.results()), ["late_1", "late_2"])

    def test_published_numbers_stand_beside_every_kind(self):
        self.add(*(record("c_shm_write", metric="mean", value=value, regime=regime) for value, regime in ((50.0, "near"), (60.0, "far"))), bench="messaging")
        shown = self.rows("published-seed2-write")
        self.assertIn("hotpath, AMD near | hotpath, AMD far |", shown[0])
        self.assertIn("| 50.0 | 60.0 |", shown[2])

    def test_the_readme_has_the_newest_figures_beside_floor_and_fastest_peer(self):
        rows = [row for row in tables.README_ROWS if row[1] == "feed"][:1]
        values = {"hotpath": 2.0, "floor": 1.0, "slow": 9.0, "fast": 3.0, "fast_batch": 0.5}
        self.add(*(record("decode", subject, value=value) for subject, value in values.items()))
        self.add(record("decode", value=4.0, regime="far"), date="2026-11-21T00:00:00Z")
        with mock.patch.object(tables, "README_ROWS", rows):
            self.assertEqual(self.rows("readme")[2], f"| {rows[0][0]} | **2.00** | floor 1.00 | fast 3.00 | 1.5 × | AMD near, 2026-11-22, abc |")

    def test_every_committed_figure_is_shown_by_a_document(self):
        is_shown = tables.is_shown()
        of_all = [(run.bench, run.test, r["subject"], r["metric"]) for run in Figures().runs_by_key.values() for r in run.records]
        self.assertEqual([key for key in of_all if not is_shown(*key)], [])
        self.assertGreater(len(of_all), 1000)


class ProseTest(Planted):
    def setUp(self):
        super().setUp()
        self.add(record("a_1", value=6.0), record("a_1", "peer", value=9.0), record("a_2", value=3.0), record("a_2", "peer", value=30.0))
        self.add(record("a_1", value=4.0), record("a_1", "peer", value=8.0), cpu=XEON)

    def filled(self, mark):
        return tables.figure(self.results(), tables.mark_of(mark))

    def test_a_sentence_has_the_least_and_the_most_of_all_tests_and_kinds(self):
        self.assertEqual(self.filled("feed-a_*; subjects: hotpath; metrics: time"), "3.00 to 6.00 ns")
        self.assertEqual(self.filled("feed-a_*; subjects: peer, hotpath; metrics: time"), "1.50 to 10.0")
        self.assertEqual(self.filled("feed-a_2; subjects: hotpath; metrics: time"), "3.00 ns")

    def test_a_figure_is_over_another_test_of_the_same_kind_of_host(self):
        self.assertEqual(self.filled("feed-a_1; subjects: hotpath; metrics: time; over: a_2"), "2.00")

    def test_a_sentence_has_the_ratio_of_rounds_where_goals_have_it(self):
        self.add(record("b", value=12.0), record("b", "floor", value=10.0), record("b", metric="time / floor", value=1.05))
        self.assertEqual(self.filled("feed-b; subjects: hotpath, floor; metrics: time"), "1.05")

    def test_a_figure_that_is_not_there_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "feed-c.*there is no such figure"):
            self.filled("feed-c; subjects: hotpath; metrics: time")

    def test_a_figure_of_a_sentence_is_kept(self):
        page = self.folder / "page.md"
        page.write_text("It takes <!-- figure: feed-a_1; subjects: hotpath; metrics: time; over: a_2 -->old<!-- end --> times that.\n")
        with mock.patch.object(tables, "documents", lambda: [page]):
            shown = tables.is_shown()
            self.assertEqual([shown("feed", test, "hotpath", "time") for test in ("a_1", "a_2", "a_3")], [True, True, False])
            self.assertEqual([text for _, _, text in tables.rendered(self.results())],
                             ["It takes <!-- figure: feed-a_1; subjects: hotpath; metrics: time; over: a_2 -->2.00<!-- end --> times that.\n"])

    def test_a_measured_number_that_nothing_fills_is_found(self):
        for sentence in ("It is 12 to 16 times as fast.", "The first event comes after\nabout 20 ms.", "Theirs begins after 2.4 to 4.7 s.", "A look costs 33 instructions.",
                         "- **Faster** by a third.", "They are twice as late.", "It takes 40% less."):
            self.assertEqual(len(list(prose.told(f"# Title\n\nA page.\n\n{sentence} More."))), 1, sentence)

    def test_what_was_chosen_filled_or_published_is_no_loose_number(self):
        for text in ("Packets arrive at 100,000 a second, each 500 ns.", "A ring of 8 MiB, pauses of 1 ms.", "It runs ten times.", "At least 10 times as fast is the goal.",
                     "It takes <!-- figure: x -->about 3 ns<!-- end -->.", "<!-- table: x -->\nit takes 3 ns\n<!-- end -->", "```\ntakes 3 ns\n```", "| takes 3 ns |",
                     "## As published\n\nIt takes 3 ns.\n\n## Ours\n\nIt is fast.", 'One says "90% faster".'):
            self.assertEqual(list(prose.told(text)), [], text)


class GoalsTest(Planted):
    def decode(self):
        """The figure of decoding and its reason."""
        row = next(row for row in self.rows("goals") if row.startswith("| ITCH decode only"))
        return row.split("at most 1.1: ")[1]

    def add_decode(self, value, regime="near", **changed):
        self.add(record("decode", value=value, regime=regime), record("decode", "floor", value=10.0, regime=regime), **changed)

    def goal(self, beginning):
        return next(goal for goal in goals.GOALS if goal.figure.startswith(beginning))

    def test_best_and_newest_of_every_kind(self):
        self.add_decode(10.5)
        self.add_decode(11.0, "far", date="2026-11-23T00:00:00Z")
        self.assertEqual(self.decode(), "best 1.05 × (AMD near), newest 1.10 × (AMD far), 2026-11-23: **met** |  |")

    def test_missed_where_one_kind_misses_it(self):
        self.add_decode(10.5)
        self.add_decode(11.5, cpu=XEON)
        self.assertEqual(self.decode(), "best and newest 1.05 × (AMD near), 2026-11-22: **missed** on Intel near |  |")

    def test_no_figure_is_not_measured(self):
        self.assertEqual(self.decode(), f"{goals.NO_RESULT}: **not measured** |  |")
        self.assertEqual(goals.outcome(goals.Goal("s", "w", "f", missing="there is no recording"), self.results()).values, "there is no recording")

    def test_every_figure_is_counted(self):
        self.add_decode(10.5)
        budget = goals.outcome(self.goal("instructions a packet"), self.results()).word
        self.assertEqual(self.rows("goals")[0], f"Of {len(goals.GOALS + goals.AREAS)} figures {1 + (budget == 'met')} are met, {int(budget == 'missed')} "
                         f"missed, {len(goals.GOALS + goals.AREAS) - 2} not measured.")

    def test_memory_is_of_a_vendor_whatever_the_placements(self):
        self.add(record("days_1", metric="peak memory", value=100.0), record("days_4", metric="peak memory", value=120.0, regime="far"), bench="backtest")
        found = goals.values_of(self.goal("memory bounded by the book"), self.results())
        self.assertEqual([(str(value.kind), value.value) for value in found], [("AMD", 1.2)])

    def test_numbers_of_two_kinds_make_no_ratio(self):
        self.add(record("e_broadcast_1", metric="write", value=4.0), record("e_broadcast_3", metric="write", value=8.0, regime="far"), bench="messaging")
        self.assertEqual(goals.values_of(self.goal("the writer's time, three readers"), self.results()), [])

    def test_the_ratio_of_rounds_goes_before_the_ratio_of_medians(self):
        self.add(record("decode", value=12.0), record("decode", "floor", value=10.0), record("decode", metric="time / floor", value=1.05))
        self.assertTrue(self.decode().startswith("best and newest 1.05 ×"))
        self.assertIn(("feed", "decode", "hotpath", "time / floor"), goals.keys())

    def test_a_goal_of_one_placement_is_of_its_kinds_alone(self):
        self.add(*(record("a_spsc_throughput", value=3.0, regime=regime) for regime in ("near", "far")), bench="messaging")
        self.assertEqual([value.kind for value in goals.values_of(self.goal("near, a line a slot"), self.results())], [Kind("AMD", "near")])

    def test_todays_value_is_compared_on_its_own_kind(self):
        for cpu in ("AMD EPYC", XEON):
            self.add(record("walk_10ms", metric="p50", value=1.0, regime="far"), bench="warm_path", cpu=cpu)
        found = goals.values_of(self.goal("10 ms, walking"), self.results())
        self.assertEqual([(value.kind, value.value) for value in found], [(goals.TODAY_KIND, goals.TODAY["walk_10ms"])])

    def test_the_limit_itself_misses_what_must_be_below(self):
        goal = goals.Goal("s", "w", "f", limit=15, below=True)
        self.assertEqual([goals.is_met(value, goal) for value in (15, 14.9)], [False, True])

    def test_the_best_peer_is_none_of_ours_and_sends_one_a_call(self):
        records = [record(subject=subject, value=value) for subject, value in (("hotpath_packed", 1), ("floor", 1), ("a_batch", 2), ("a", 9), ("b", 8))]
        self.assertEqual(goals.best_of_peers(records, "t", "time"), 8)

    def test_the_worst_needs_every_value_or_one_that_misses(self):
        goal = goals.Goal("s", "w", "f", value=(("t", "hotpath", "time"), ("t", "floor", "time")), worst=True, limit=5)
        self.assertEqual(goals.first_value([record(value=3.0), record(subject="floor", value=4.0)], goal), 4.0)
        self.assertIsNone(goals.first_value([record(value=3.0)], goal))
        self.assertEqual(goals.first_value([record(value=7.0)], goal), 7.0)


if __name__ == "__main__":
    unittest.main()
