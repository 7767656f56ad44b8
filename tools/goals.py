"""What the project wants to reach, and where the newest committed results stand: the table of docs/GOALS.md.

A goal compares one number of a result with a limit: as it is, over (divided by) or above (minus) another number of the same
result. Where the runner has the ratio of two subjects of each round, the median of those is taken."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    what: str
    words: str  # the goal, as a reader wants it said
    bench: str
    value: tuple  # test, subject, metric
    limit: float
    over: tuple = ()
    above: tuple = ()
    at_least: bool = False
    unit: str = ""


DISRUPTOR = "f_disruptor_graph_"
GOALS = [
    Goal("decode ITCH, full market", "≤ 1.1 × the floor", "feed", ("decode", "hotpath", "time"), 1.1, over=("decode", "floor", "time")),
    Goal("decode + every book by price", "≤ 1.1 × the floor", "feed", ("decode_and_books_l2", "hotpath", "time"), 1.1,
         over=("decode_and_books_l2", "floor", "time")),
    Goal("decode + every book by order", "≤ 1.2 × the floor", "feed", ("decode_and_books_l3", "hotpath", "time"), 1.2,
         over=("decode_and_books_l3", "floor", "time")),
    Goal("itchcpp's books by order beside ours", "≥ 3.5 × ours", "feed", ("decode_and_books_l3", "itchcpp", "time"), 3.5,
         over=("decode_and_books_l3", "hotpath", "time"), at_least=True),
    Goal("three instruments of a day, by price", "≤ 25 ns a message", "feed", ("decode_and_books_few", "hotpath", "time"), 25, unit="ns"),
    Goal("update of one book, mid-day", "≤ the floor", "book_ladder", ("level_update_midday", "hotpath", "time"), 1.0,
         over=("level_update_midday", "floor", "time")),
    Goal("update of one book, mid-day, p99 (mean of 16)", "≤ 30 ns", "book_ladder", ("level_update_midday", "hotpath", "16 in a row p99"), 30, unit="ns"),
    Goal("update of one book, the open, p99 (mean of 16)", "≤ 30 ns", "book_ladder", ("level_update_open", "hotpath", "16 in a row p99"), 30, unit="ns"),
    Goal("1,000 more levels a side, deepest to shallowest", "flat within 10%", "book_ladder", ("depth", "hotpath", "deepest to shallowest"), 1.1),
    Goal("packet to order bytes, p50", "≤ 100 ns over the timer", "tick_to_order", ("packet_to_order", "hotpath", "p50"), 100,
         above=("packet_to_order", "timer", "p50"), unit="ns"),
    Goal("packet to order bytes, p99", "≤ 250 ns over the timer", "tick_to_order", ("packet_to_order", "hotpath", "p99"), 250,
         above=("packet_to_order", "timer", "p50"), unit="ns"),
    Goal("risk check, every control", "≤ 15 ns", "tick_to_order", ("risk_check", "hotpath", "time"), 15, unit="ns"),
    Goal("spsc, 40 bytes, slots a line each", "≤ 4 ns", "messaging", ("a_spsc_throughput", "hotpath", "time"), 4, unit="ns"),
    Goal("spsc, 40 bytes, packed slots", "≤ 4 ns", "messaging", ("a_spsc_throughput", "hotpath_packed", "time"), 4, unit="ns"),
    Goal("spsc there and back, p50", "≤ 1.15 × the bare cache line", "messaging", ("b_round_trip", "hotpath", "p50"), 1.15,
         over=("b_round_trip", "floor", "p50")),
    Goal("write to shared memory, p50", "≤ 15 ns over the timer", "messaging", ("c_shm_write", "hotpath", "p50"), 15,
         above=("c_shm_write", "timer", "p50"), unit="ns"),
    Goal("write to shared memory, deviation up to p99.9", "< 15 ns", "messaging", ("c_shm_write", "hotpath", "sd to p99.9"), 15, unit="ns"),
    Goal("write to shared memory in bursts, p99", "≤ 2 × the steady p99", "messaging", ("c_shm_burst", "hotpath", "p99"), 2,
         over=("c_shm_write", "hotpath", "p99")),
    Goal("batch write of 1,024 (the goal is for near cores)", "≤ 2 ns", "messaging", ("d_batch_write", "hotpath_packed", "time"), 2, unit="ns"),
    Goal("broadcast to three readers, the writer, over the talk's", "ahead", "messaging", ("e_broadcast_3", "hotpath", "write"), 1,
         over=("e_broadcast_3", "fastqueue", "write")),
    Goal("broadcast, the writer: three readers over one", "within 10%", "messaging", ("e_broadcast_3", "hotpath", "write"), 1.1,
         over=("e_broadcast_1", "hotpath", "write")),
    Goal("LMAX's disruptor beside ours, 1:1, packed", "≥ 2 × ours", "messaging", (DISRUPTOR + "1_1", "lmax_disruptor", "time"), 2,
         over=(DISRUPTOR + "1_1", "hotpath_packed", "time"), at_least=True),
    Goal("LMAX's pipeline of three beside ours, packed", "≥ 2 × ours", "messaging", (DISRUPTOR + "pipeline_3", "lmax_disruptor", "time"), 2,
         over=(DISRUPTOR + "pipeline_3", "hotpath_packed", "time"), at_least=True),
    Goal("LMAX's diamond beside ours, packed", "≥ 2 × ours", "messaging", (DISRUPTOR + "diamond", "lmax_disruptor", "time"), 2,
         over=(DISRUPTOR + "diamond", "hotpath_packed", "time"), at_least=True),
    Goal("LMAX's polled diamond beside ours, packed", "≥ 2 × ours", "messaging", (DISRUPTOR + "diamond", "lmax_polled", "time"), 2,
         over=(DISRUPTOR + "diamond", "packed_polled", "time"), at_least=True),
    Goal("LMAX's three producers beside ours", "≥ 2 × ours", "messaging", (DISRUPTOR + "3_1", "lmax_disruptor", "time"), 2,
         over=(DISRUPTOR + "3_1", "hotpath", "time"), at_least=True),
    Goal("a locked queue beside the disruptor, a million events", "≥ 5 × ours", "messaging", ("f_disruptor_1000000", "mutex_queue", "time"), 5,
         over=("f_disruptor_1000000", "hotpath", "time"), at_least=True),
    Goal("open loop, 100,000 orders a second, p50", "≤ 1 µs", "messaging", ("g_open_loop_100000", "hotpath", "p50"), 1000, unit="ns"),
    Goal("open loop, 100,000 orders a second, p99", "≤ 3 µs", "messaging", ("g_open_loop_100000", "hotpath", "p99"), 3000, unit="ns"),
    Goal("open loop, p99.9 over that of two cores that only spin", "≤ 2 ×", "messaging", ("g_open_loop_100000", "hotpath", "p99.9"), 2,
         over=("g_open_loop_100000", "floor_two_cores", "p99.9")),
    Goal("tick to trade, 100,000 packets a second, p50", "≤ 1 µs", "tick_to_trade", ("open_100000_1", "hotpath", "p50"), 1000, unit="ns"),
    Goal("tick to trade, 100,000 packets a second, p99", "≤ 3 µs", "tick_to_trade", ("open_100000_1", "hotpath", "p99"), 3000, unit="ns"),
    Goal("tick to trade, p99.9 over that of a core that only spins", "≤ 2 ×", "tick_to_trade", ("open_100000_1", "hotpath", "p99.9"), 2,
         over=("open_100000_1", "floor", "p99.9")),
    Goal("two processes, packet out over multicast, order back over TCP, p50", "≤ the kernel's own + 1 µs", "tick_to_trade",
         ("two_processes", "hotpath", "p50"), 1000, above=("two_processes", "floor", "p50"), unit="ns"),
    Goal("the pipeline of two threads, 100,000 packets a second, p50", "≤ 1 µs", "tick_to_trade", ("open_100000_1", "pipelined", "p50"), 1000, unit="ns"),
    Goal("the pipeline of two threads, p99", "≤ 3 µs", "tick_to_trade", ("open_100000_1", "pipelined", "p99"), 3000, unit="ns"),
    Goal("matching, mixed flow", "≤ 50 ns a command (20 M/s)", "exchange", ("matching_mixed", "hotpath", "time"), 50, unit="ns"),
    Goal("matching, mixed flow, p99", "≤ 500 ns", "exchange", ("matching_mixed_latency", "hotpath", "p99"), 500, unit="ns"),
    Goal("tick to trade, the fourth seed's basic test, p50", "≤ 60 ns", "exchange", ("seed4_basic", "hotpath", "p50"), 60, unit="ns"),
    Goal("acknowledged by a durable journal, p50", "≤ fdatasync + 20 µs", "journal", ("acknowledged_100k", "hotpath", "p50"), 20_000,
         above=("commit_of_8", "floor", "p50"), unit="ns"),
    Goal("recovery, a record of ten million", "≤ 1,000 ns (10 s)", "journal", ("recovery_of_10_million", "hotpath", "time"), 1000, unit="ns"),
]


def find(records, key):
    test, subject, metric = key
    return next((r["value"] for r in records if (r["test"], r["subject"], r["metric"]) == (test, subject, metric)), None)


def ratio_of_rounds(records, value, over):
    """Of two subjects of one test, when the runner has compared them round by round."""
    (test, subject, metric), (other_test, other, other_metric) = value, over
    same = test == other_test and metric == other_metric
    return find(records, (test, subject, f"{metric} / {other}")) if same else None


def measured(records, goal):
    value = find(records, goal.value)
    if value is None:
        return None
    if goal.over:
        other = find(records, goal.over)
        return ratio_of_rounds(records, goal.value, goal.over) or (value / other if other else None)
    if goal.above:
        other = find(records, goal.above)
        return value - other if other is not None else None
    return value


def table(newest, number):
    """Markdown: one line a goal. `newest` finds the newest result of a bench that has a test, `number` writes a value."""
    rows = ["| | goal | here | |", "|---|---|---:|---|"]
    for goal in GOALS:
        found = newest(goal.bench, goal.value[0])
        value = measured(found[1], goal) if found else None
        if value is None:
            rows.append(f"| {goal.what} | {goal.words} | | not measured |")
            continue
        met = value >= goal.limit if goal.at_least else value <= goal.limit
        words = f"{number(value)} {goal.unit}" if goal.unit else f"{value:.2f} ×"
        rows.append(f"| {goal.what} | {goal.words} | {words} | {'met' if met else '**missed**'} |")
    return "\n".join(rows) + "\n\nOf the newest results under `bench/results`; repeat with `script/bench NAME --save`.\n"
