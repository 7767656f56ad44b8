"""The goals, word for word as they were stated, and the best and the newest value of each figure: docs/results/GOALS.md.

A figure is a number as it is, `over` (divided by) or `above` (minus) another of the same kind of host, held against a limit; `worst` chooses among
several. Where the runner compared two subjects round by round, the median of those ratios is taken. A figure is met when every kind of host with a
value meets it."""

import json
from dataclasses import dataclass

from figures import Kind
from pages import ROOT, number


@dataclass(frozen=True)
class Goal:
    subject: str  # as stated
    words: str  # as stated, of all its figures
    figure: str  # what exactly is compared, and the limit
    bench: str = ""
    value: tuple = ()  # test, subject, metric; or several of them, with `worst`
    limit: float = 0
    over: tuple = ()
    above: tuple = ()
    worst: bool = False  # the largest of several values
    best_peer: bool = False  # `over` our value: the smallest of the subjects that are not ours
    at_least: bool = False
    below: bool = False  # the limit itself misses
    unit: str = ""
    regime: str = ""  # only records of cores that are so placed
    any_placement: bool = False  # the placement of the cores does not matter: of a vendor, records of all placements together
    missing: str = ""  # why there is no value


# What is stated: subject and words, in the order of the statement.
DECODE = ("ITCH decode only", "<= 1.1x floor")
BOOKS = ("decode + all L3 books, full market (generated 20 M messages, 8,000 instruments)",
         "<= 1.2x the L3 floor (29-37), 3.5x ahead of the best L3 peer; the L2 path <= 1.1x the ladder floor, 2x ahead of the best L2 peer; "
         "three symbols of a real day <= 25 ns")
LEVEL = ("level update, real instrument", "<= ladder floor; p99 <= 30 ns")
PACKET = ("packet in memory to order bytes in memory (decode, book, market maker, risk, encode), real data",
          "p50 <= 100 ns, p99 <= 250 ns over the timer's own cost")
RISK = ("pre-trade risk, all controls", "<= 15 ns")
SPSC = ("spsc throughput", "ahead of every peer in both placements: <= 4 ns far, <= 4 ns near")
ROUND_TRIP = ("spsc round trip", "<= 1.15x the raw cache-line ping-pong")
SHM = ("shared-memory write, 40 bytes between processes", "p50 <= 15 ns, sd under 15 ns, batch <= 2 ns near; burst p99 <= 2x steady")
BROADCAST = ("broadcast, 73 bytes", "ahead of Aeron and of the talk's design; cost flat from 1 to 3 readers (+10%)")
DISRUPTOR = ("disruptor", "2x LMAX's own on the same graph; 5x the mutex queue")
OPEN_LOOP = ("open loop, 100,000 orders a second through the four-stage pipeline",
             "p50 <= 1 us far regime, p99 <= 3 us, p99.9 within 2x of an empty spin loop's own p99.9 (the seed: 343 us and 822 us)")
MATCHING = ("matching, mixed flow", "20 M messages/s; p99 <= 500 ns")
SEED4 = ("tick to trade, the fourth seed's tests", "10x its throughput, p50 <= 60 ns")
JOURNAL = ("journal, durable mode", "acknowledged p50 <= fdatasync floor + 20 us at 100,000 messages/s; recovery of 10 M events < 10 s")
TWO = ("two processes over loopback multicast + TCP", "<= kernel floor + 1 us; AF_XDP ahead of it")
BACKTEST = ("backtest, minimal strategy, side by side", "L3 5x, L2 2x hftbacktest; 50x NautilusTrader; Python callbacks 3x lrvx")
MEMORY = ("memory, full market day of 500 M messages", "<= 2 GiB")
MESSAGE_BY_MESSAGE = ("whole market, one message at a time", "by price <= 1.2x, by order <= 1.3x the time with look-ahead")
INSTRUCTIONS = ("packet to order", "<= 400 instructions (801 today)")
PAUSE = ("first packet after a pause of 10 ms and more", "3x better than today")
VENUE = ("durable venue process, open loop", "250,000 orders/s with p99 under 2 ms")
FIX = ("FIX ExecutionReport to fields; receive + send in a session", "<= 150 ns; <= 112 ns")
PROTOCOLS = ("FIX messages and round trip, MDP 3 incremental", "beside QuickFIX (C++), QuickFIX/J, Artio and sbe-tool's code in the same run")
LADDER = ("pairs strategy, the ladder of a published pass over 1,256 closes",
          "<= 2,300 ns for the seed's pass at any window where its best corrected design takes 9,500 to 32,800")
PYTHON = ("`import hotpath`; reading a day into Arrow", "< 100 ms; <= 1.5x the C++ reading")

NO_RESULT = "not measured yet on any host"
NOT_FETCHED = "is in no package registry, and is not fetched"
SCENARIOS = ("mixed", "deep_level", "wide_swing", "mass_cancel", "open")
SEED4_TICKS = 465_116  # a second, as published: bench/published/seed4.json
GRAPH = "f_disruptor_graph_"


def against_lmax(label, graph, ours, theirs="lmax_disruptor"):
    test = GRAPH + graph
    return Goal(*DISRUPTOR, f"LMAX's {label} / ours, at least 2", "messaging", (test, theirs, "time"), 2, over=(test, ours, "time"), at_least=True)


def against_backtester(label, test, peer, limit):
    name = {"hftbacktest": "hftbacktest", "nautilus": "NautilusTrader"}[peer]
    return Goal(*BACKTEST, f"{label}: {name} / ours, at least {limit}", "backtest", (test, peer, "time"), limit, over=(test, "hotpath", "time"), at_least=True)


def against_protocol_peers(label, test, metric):
    return Goal(*PROTOCOLS, f"{label}, the best peer / ours, above 1", "protocols", (test, "", metric), 1, over=(test, "hotpath", metric), best_peer=True, at_least=True)


def after_pause(kind, length, label):
    test = f"{kind}_{length}"
    return Goal(*PAUSE, f"{label}: of 22 November / now, at least 3", "warm_path", ("today", test, "p50"), 3, over=(test, "hotpath", "p50"), at_least=True)


GOALS = [
    Goal(*DECODE, "time / floor, at most 1.1", "feed", ("decode", "hotpath", "time"), 1.1, over=("decode", "floor", "time")),
    Goal(*BOOKS, "by order: time / floor, at most 1.2", "feed", ("decode_and_books_l3", "hotpath", "time"), 1.2, over=("decode_and_books_l3", "floor", "time")),
    Goal(*BOOKS, "the best L3 peer, groovg's itch-book / ours, at least 3.5", missing=f"it {NOT_FETCHED}"),
    Goal(*BOOKS, "the best L3 peer that can be fetched, itchcpp / ours, at least 3.5; not the goal's peer", "feed",
         ("decode_and_books_l3", "itchcpp", "time"), 3.5, over=("decode_and_books_l3", "hotpath", "time"), at_least=True),
    Goal(*BOOKS, "by price: time / floor, at most 1.1", "feed", ("decode_and_books_l2", "hotpath", "time"), 1.1, over=("decode_and_books_l2", "floor", "time")),
    Goal(*BOOKS, "the best L2 peer, charles-cooper's itch-order-book / ours, at least 2", missing=f"it {NOT_FETCHED}"),
    Goal(*BOOKS, "three symbols of a real day, at most 25 ns", missing="there is no recording of three symbols of a real day; the test takes a generated one"),
    Goal(*BOOKS, "three symbols of a generated day, by price, at most 25 ns; not the goal's day", "feed", ("decode_and_books_few", "hotpath", "time"), 25, unit="ns"),
    Goal(*LEVEL, "mid-day: time / floor, at most 1", "book_ladder", ("level_update_midday", "hotpath", "time"), 1, over=("level_update_midday", "floor", "time")),
    Goal(*LEVEL, "the open: time / floor, at most 1", "book_ladder", ("level_update_open", "hotpath", "time"), 1, over=("level_update_open", "floor", "time")),
    Goal(*LEVEL, "mid-day, each update alone, timer included: p99, at most 30 ns", "book_ladder", ("level_update_midday", "hotpath", "alone p99"), 30, unit="ns"),
    Goal(*LEVEL, "mid-day, mean of 16 in a row: p99, at most 30 ns", "book_ladder", ("level_update_midday", "hotpath", "16 in a row p99"), 30, unit="ns"),
    Goal(*LEVEL, "the open, each update alone, timer included: p99, at most 30 ns", "book_ladder", ("level_update_open", "hotpath", "alone p99"), 30, unit="ns"),
    Goal(*LEVEL, "the open, mean of 16 in a row: p99, at most 30 ns", "book_ladder", ("level_update_open", "hotpath", "16 in a row p99"), 30, unit="ns"),
    Goal(*PACKET, "p50 as a user sees it, timer included, at most 100 ns", "tick_to_order", ("packet_to_order", "hotpath", "p50"), 100, unit="ns"),
    Goal(*PACKET, "p50 over the timer's p50, at most 100 ns", "tick_to_order", ("packet_to_order", "hotpath", "p50"), 100, above=("packet_to_order", "timer", "p50"), unit="ns"),
    Goal(*PACKET, "p99 as a user sees it, timer included, at most 250 ns", "tick_to_order", ("packet_to_order", "hotpath", "p99"), 250, unit="ns"),
    Goal(*PACKET, "p99 over the timer's p50, at most 250 ns", "tick_to_order", ("packet_to_order", "hotpath", "p99"), 250, above=("packet_to_order", "timer", "p50"), unit="ns"),
    Goal(*RISK, "time, at most 15 ns", "tick_to_order", ("risk_check", "hotpath", "time"), 15, unit="ns"),
    *[Goal(*SPSC, f"{placed}, {label}, at most 4 ns", "messaging", ("a_spsc_throughput", subject, "time"), 4, unit="ns", regime=placed)
      for placed in ("far", "near") for label, subject in (("a line a slot", "hotpath"), ("packed", "hotpath_packed"))],
    *[Goal(*SPSC, f"{placed}: the best peer of one message a call / ours packed, above 1", "messaging", ("a_spsc_throughput", "", "time"), 1,
           over=("a_spsc_throughput", "hotpath_packed", "time"), best_peer=True, at_least=True, regime=placed) for placed in ("far", "near")],
    Goal(*ROUND_TRIP, "p50 / the bare cache line's, at most 1.15", "messaging", ("b_round_trip", "hotpath", "p50"), 1.15, over=("b_round_trip", "floor", "p50")),
    Goal(*SHM, "p50 as a user sees it, timer included, at most 15 ns", "messaging", ("c_shm_write", "hotpath", "p50"), 15, unit="ns"),
    Goal(*SHM, "p50 over the timer's p50, at most 15 ns", "messaging", ("c_shm_write", "hotpath", "p50"), 15, above=("c_shm_write", "timer", "p50"), unit="ns"),
    Goal(*SHM, "sd < 15 ns over all samples", "messaging", ("c_shm_write", "hotpath", "sd"), 15, below=True, unit="ns"),
    Goal(*SHM, "batch of 1,024, near: time a message, at most 2 ns", "messaging", ("d_batch_write", "hotpath_packed", "time"), 2, unit="ns", regime="near"),
    Goal(*SHM, "bursts: p99 / the steady p99, at most 2", "messaging", ("c_shm_burst", "hotpath", "p99"), 2, over=("c_shm_write", "hotpath", "p99")),
    Goal(*BROADCAST, "three readers: Aeron's whole time / ours, above 1", "messaging", ("e_broadcast_3", "agrona_broadcast", "time"), 1,
         over=("e_broadcast_3", "hotpath", "time"), at_least=True),
    Goal(*BROADCAST, "three readers: the whole time of the talk's / ours, above 1", "messaging", ("e_broadcast_3", "fastqueue", "time"), 1,
         over=("e_broadcast_3", "hotpath", "time"), at_least=True),
    Goal(*BROADCAST, "the writer's time, three readers / one, at most 1.1", "messaging", ("e_broadcast_3", "hotpath", "write"), 1.1, over=("e_broadcast_1", "hotpath", "write")),
    Goal(*BROADCAST, "the whole time of a message, three readers / one, at most 1.1", "messaging", ("e_broadcast_3", "hotpath", "time"), 1.1, over=("e_broadcast_1", "hotpath", "time")),
    against_lmax("1:1", "1_1", "hotpath_packed"),
    against_lmax("pipeline of three", "pipeline_3", "hotpath_packed"),
    against_lmax("diamond", "diamond", "hotpath_packed"),
    against_lmax("polled diamond", "diamond", "packed_polled", "lmax_polled"),
    against_lmax("three producers", "3_1", "hotpath"),
    Goal(*DISRUPTOR, "the mutex queue / ours, a million events, at least 5", "messaging", ("f_disruptor_1000000", "mutex_queue", "time"), 5,
         over=("f_disruptor_1000000", "hotpath", "time"), at_least=True),
    Goal(*OPEN_LOOP, "p50, far, at most 1 us", "messaging", ("g_open_loop_100000", "hotpath", "p50"), 1_000, unit="ns", regime="far"),
    Goal(*OPEN_LOOP, "p99, at most 3 us", "messaging", ("g_open_loop_100000", "hotpath", "p99"), 3_000, unit="ns"),
    Goal(*OPEN_LOOP, "p99.9 / that of one core that only spins, at most 2", "messaging", ("g_open_loop_100000", "hotpath", "p99.9"), 2, over=("g_open_loop_100000", "floor", "p99.9")),
    Goal(*OPEN_LOOP, "p99.9 / that of two cores that only spin, at most 2", "messaging", ("g_open_loop_100000", "hotpath", "p99.9"), 2,
         over=("g_open_loop_100000", "floor_two_cores", "p99.9")),
    Goal(*MATCHING, "mixed flow: time a command, at most 50 ns (20 M/s)", "exchange", ("matching_mixed", "hotpath", "time"), 50, unit="ns"),
    Goal(*MATCHING, "mixed flow: p99, timer included, at most 500 ns", "exchange", ("matching_mixed_latency", "hotpath", "p99"), 500, unit="ns"),
    Goal(*MATCHING, "the worst of the five scenarios: time a command, at most 50 ns", "exchange",
         tuple((f"matching_{name}", "hotpath", "time") for name in SCENARIOS), 50, worst=True, unit="ns"),
    Goal(*SEED4, "throughput with the venue's reports read, at least 10x the report's 465,116 ticks/s", "exchange", ("seed4_stress", "hotpath", "throughput"), 10,
         over=("published", SEED4_TICKS), at_least=True),
    Goal(*SEED4, "the same / the report's design rebuilt, above 1", "exchange", ("seed4_stress", "hotpath", "throughput"), 1,
         over=("seed4_stress", "multimap", "throughput"), at_least=True),
    Goal(*SEED4, "p50 as a user sees it, timer included, at most 60 ns", "exchange", ("seed4_basic", "hotpath", "p50"), 60, unit="ns"),
    Goal(*SEED4, "p50 over the timer's p50, at most 60 ns", "exchange", ("seed4_basic", "hotpath", "p50"), 60, above=("seed4_basic", "timer", "p50"), unit="ns"),
    Goal(*JOURNAL, "acknowledged p50 over fdatasync's, at most 20 us", "journal", ("acknowledged_100k", "hotpath", "p50"), 20_000,
         above=("commit_of_8", "floor", "p50"), unit="ns"),
    Goal(*JOURNAL, "recovery: time a record of ten million, below 1,000 ns (10 s)", "journal", ("recovery_of_10_million", "hotpath", "time"), 1_000, below=True, unit="ns"),
    Goal(*JOURNAL, "recovery of a venue of ten million records, to its readiness: time a record, below 1,000 ns (10 s)", "venue",
         ("recovery_of_10_million", "hotpath", "time"), 1_000, below=True, unit="ns"),
    Goal(*TWO, "p50 over the kernel's own, at most 1 us", "tick_to_trade", ("two_processes", "hotpath", "p50"), 1_000, above=("two_processes", "floor", "p50"), unit="ns"),
    Goal(*TWO, "between two virtual interfaces: the kernel's round trip / AF_XDP's, p50, above 1", "xdp", ("xdp_round_trip", "kernel", "p50"), 1,
         over=("xdp_round_trip", "hotpath", "p50"), at_least=True),
    *[against_backtester(f"by {book}, {label}", f"by_{book}_{test}", "hftbacktest", limit)
      for book, limit in (("order", 5), ("price", 2)) for label, test in (("reading", "read"), ("quoting", "quote"))],
    *[against_backtester(f"by {book}, {label}", f"by_{book}_{test}", "nautilus", 50)
      for book in ("order", "price") for label, test in (("reading", "read"), ("quoting", "quote"))],
    Goal(*BACKTEST, "memory bounded by the book: the peak of four days / of one, at most 1.1", "backtest", ("days_4", "hotpath", "peak memory"), 1.1,
         over=("days_1", "hotpath", "peak memory"), any_placement=True),
    Goal(*BACKTEST, "Python callbacks: lrvx / ours, at least 3", "python", ("python_callback", "lrvx", "time"), 3,
         over=("python_callback", "hotpath", "time"), at_least=True),
    Goal(*MEMORY, "resident memory, at most 2 GiB", "growth", ("full_day", "hotpath", "memory"), 2_048, unit="MiB", any_placement=True),
    *[Goal(*MESSAGE_BY_MESSAGE, f"by {book}: one by one / with look-ahead, at most {limit}", "feed", (f"{test}_singly", "hotpath", "time"), limit,
           over=(test, "hotpath", "time")) for book, test, limit in (("price", "decode_and_books_l2", 1.2), ("order", "decode_and_books_l3", 1.3))],
    Goal(*INSTRUCTIONS, "instructions a packet, at most 400", "budgets", ("packet_to_order",), 400),
    after_pause("spin", "10ms", "10 ms, polling a socket"),
    after_pause("walk", "10ms", "10 ms, walking through 32 MB"),
    after_pause("walk", "100ms", "100 ms, walking through 32 MB"),
    Goal(*VENUE, "mode sync, 250,000 orders/s: p99 from the intended time, below 2 ms", "venue", ("open_250000_sync", "hotpath", "p99"), 2_000_000, below=True, unit="ns"),
    Goal(*FIX, "an ExecutionReport framed and split into its fields, at most 150 ns", "protocols", ("fix_split", "hotpath", "time"), 150, unit="ns"),
    Goal(*FIX, "and each field that an order manager needs is a number, at most 150 ns", "protocols", ("fix_decode", "hotpath", "time"), 150, unit="ns"),
    Goal(*FIX, "the best of QuickFIX, QuickFIX/J and Artio / ours, at least 3", "protocols", ("fix_decode", "", "time"), 3,
         over=("fix_decode", "hotpath", "time"), best_peer=True, at_least=True),
    Goal(*FIX, "receive and send in a session that checks its own fields, at most 112 ns", "protocols", ("fix_session", "hotpath, no dictionary", "time"), 112, unit="ns"),
    Goal(*FIX, "and holds each message to the dictionary, at most 112 ns", "protocols", ("fix_session", "hotpath", "time"), 112, unit="ns"),
    Goal(*FIX, "receive and send in an iLink 3 session, the protocol of the published figure, at most 112 ns", "protocols", ("ilink_session", "hotpath", "time"), 112, unit="ns"),
    Goal(*PYTHON, "a process that imports it, less one that does not, below 100 ms", "python", ("import_hotpath", "hotpath", "time"), 100,
         above=("import_hotpath", "python alone", "time"), below=True, unit="ms"),
    Goal(*PYTHON, "messages: into Arrow / decoded and counted, at most 1.5", "python", ("messages_to_arrow", "hotpath", "time"), 1.5,
         over=("messages_to_arrow", "decoder", "time")),
    *[Goal(*PYTHON, f"{table}: into Arrow / `hotpath replay`, at most 1.5", "python", (f"{table}_to_arrow", "hotpath", "time"), 1.5,
           over=(f"{table}_to_arrow", "replay", "time")) for table in ("trades", "quotes", "depth")],
]
# Stated for one area by itself.
AREAS = [
    *[Goal(*LADDER, f"window {window}, {compiler} -O3 -march=native, tick by tick: a pass, at most 2,300 ns", "pairs_ladder",
           (f"pass_{window}", "hotpath", f"{compiler} -O3 native"), 2_300, unit="ns") for window in (8, 64, 512) for compiler in ("gcc", "clang")],
    *[against_protocol_peers(label, test, "time") for label, test in (
        ("NewOrderSingle to fields", "fix_order_decode"), ("NewOrderSingle to bytes", "fix_encode"), ("ExecutionReport to bytes", "fix_report_encode"),
        ("MDP 3 incremental to fields", "mdp3_decode"), ("MDP 3 incremental to bytes", "mdp3_encode"))],
    *[against_protocol_peers(f"round trip over loopback, {label}: {metric}", test, metric) for metric in ("p50", "p99") for label, test in (
        ("one order under way", "fix_round_trip"), ("1,000 orders/s", "fix_round_trip_1000"), ("10,000 orders/s", "fix_round_trip_10000"))],
]
UNLIKE = ("_batch", "_bulk")  # subjects of many messages a call
TODAY_KIND = Kind("Intel", "far")
# p50 in ns, measured there on 22 November 2026: what a goal calls today's.
TODAY = {"spin_10ms": 536.5, "walk_10ms": 6395.0, "walk_100ms": 8096.0}
# One line each: why a figure of the goal is missed, where it is known.
WHY = {
    BOOKS[0]: "the floor has every price and order number of the day in advance: [whole-market.md](../techniques/whole-market.md)",
    LEVEL[0]: "the floor is an array of all prices and never searches: [order-book.md](../techniques/order-book.md)",
    PACKET[0]: "two branches a packet are unpredictable: [LIFE_OF_AN_ORDER.md](../LIFE_OF_AN_ORDER.md)",
    SPSC[0]: "the copy of a message that was written a moment ago: [store-forwarding.md](../techniques/store-forwarding.md)",
    SHM[0]: "the timer and the host's interrupts are in every sample: [messaging.md](messaging.md#how-it-is-measured)",
    BROADCAST[0]: "all readers share one core, which reads each record once for each of them: [messaging.md](messaging.md#e-one-writer-several-readers)",
    DISRUPTOR[0]: "an event is the transfer of a line from core to core in either design: [disruptor.md](../techniques/disruptor-or-locked-queue.md)",
    OPEN_LOOP[0]: "two cores that only spin are as late: [open-loop-latency.md](../techniques/open-loop-latency.md)",
    SEED4[0]: "the timer's own time is in every sample: [tick-to-trade.md](../techniques/tick-to-trades-in-one-function.md)",
    JOURNAL[0]: "a group waits on average half a sync before its own begins: [journal.md](../guide/journal.md)",
    BACKTEST[0]: "ours runs venue, feed and trader, the peer changes two books: [backtest-speed.md](backtest-speed.md#where-the-time-goes)",
    PAUSE[0]: "the only host with a value of 22 November was measured before packets were rehearsed: [warm-path.md](../techniques/warm-path.md)",
    INSTRUCTIONS[0]: "what is left are straight lines that a rule needs each: [fewer-instructions.md](../techniques/fewer-instructions.md)",
    FIX[0]: "112 ns was published for iLink 3, a binary protocol; most of FIX's time is reading text as numbers: [fix.md](../reference/fix.md#speed)",
}


@dataclass(frozen=True)
class Value:
    """Of one figure on one kind of host."""
    value: float
    kind: Kind
    date: str


def find(records, key):
    return next((r["value"] for r in records if (r["test"], r["subject"], r["metric"]) == key), None)


def ratio_of_rounds(records, value, over):
    """Of two subjects of one test, when the runner has compared them round by round."""
    (test, subject, metric), (other_test, other, other_metric) = value, over
    return find(records, (test, subject, f"{metric} / {other}")) if (test, metric) == (other_test, other_metric) else None


def is_peer(subject):
    return not subject.startswith(("hotpath", "floor", "timer")) and not subject.endswith(UNLIKE)


def best_of_peers(records, test, metric):
    return min((r["value"] for r in records if (r["test"], r["metric"]) == (test, metric) and is_peer(r["subject"])), default=None)


def first_value(records, goal):
    if goal.worst:
        values = [find(records, key) for key in goal.value]
        largest = max((value for value in values if value is not None), default=None)
        return largest if None not in values or (largest is not None and largest > goal.limit) else None  # a miss is one without the others
    test, subject, metric = goal.value
    if test == "today":
        return TODAY[subject]
    return best_of_peers(records, test, metric) if goal.best_peer else find(records, goal.value)


def measured(records, goal):
    value = first_value(records, goal)
    if value is None or not (goal.over or goal.above):
        return value
    if goal.over and goal.over[0] == "published":
        return value / goal.over[1]
    other = find(records, goal.over or goal.above)
    if other is None:
        return None
    if goal.above:
        return value - other
    plain = not goal.best_peer and goal.value[0] != "today"
    return (ratio_of_rounds(records, goal.value, goal.over) if plain else None) or value / other


def is_met(value, goal):
    if goal.at_least:
        return value > goal.limit if "above" in goal.figure else value >= goal.limit
    return value < goal.limit if goal.below else value <= goal.limit


def tests_of(goal):
    keys = [*(goal.value if goal.worst else [goal.value]), goal.over, goal.above]
    return {key[0] for key in keys if key and key[0] not in ("today", "published")}


def keys():
    """Benchmark, test, subject and metric of every figure; benchmark, test, metric and "peers" where each peer counts."""
    found = set()
    for goal in GOALS + AREAS:
        for key in [*(goal.value if goal.worst else [goal.value]), goal.over, goal.above]:
            if len(key) == 3 and key[0] != "today":
                found.add((goal.bench, *key) if key[1] else (goal.bench, key[0], key[2], "peers"))
        if goal.over and not goal.best_peer and not goal.worst and goal.value[0] == goal.over[0]:
            found.add((goal.bench, *goal.value[:2], f"{goal.value[2]} / {goal.over[1]}"))
    return found


def run_of(goal, results, test, kind):
    """Of any placement, the newest of the vendor."""
    if not goal.any_placement:
        return results.run(goal.bench, test, kind)
    runs = [run for (bench, of, other), run in results.runs_by_key.items() if (bench, of, other.vendor) == (goal.bench, test, kind.vendor)]
    return max(runs, key=lambda run: run.date, default=None)


def value_on(goal, kind, results):
    """Or None."""
    if goal.regime not in ("", kind.placement) or (goal.value[0] == "today" and kind != TODAY_KIND):
        return None
    runs = [run for test in tests_of(goal) if (run := run_of(goal, results, test, kind))]
    value = measured([record for run in runs for record in run.records], goal)
    return None if value is None else Value(value, kind, min(run.date for run in runs))


def values_of(goal, results):
    """Of each kind of host; of a vendor alone only where it has no value of a placement."""
    if goal.bench in ("", "budgets"):
        return []
    kinds = {Kind(kind.vendor) if goal.any_placement else kind for kind in results.kinds(goal.bench)}
    found = [value for kind in sorted(kinds, key=lambda kind: kind.order) if (value := value_on(goal, kind, results))]
    placed = {value.kind.vendor for value in found if value.kind.placement}
    return [value for value in found if value.kind.placement or value.kind.vendor not in placed]


def budgets():
    """The newest GNU compiler and its counted instructions."""
    by_compiler = json.loads((ROOT / "bench" / "budgets.json").read_text())
    compiler = max(name for name in by_compiler if name.startswith("GNU"))
    return compiler, by_compiler[compiler]


def shown(value, goal):
    text = f"{number(value.value)} {goal.unit}" if goal.unit else f"{value.value:.2f} ×"
    return f"{text} ({value.kind})"


@dataclass(frozen=True)
class Outcome:
    """What is known of a figure."""
    values: str
    word: str  # met, missed, not measured
    where: str = ""  # the kinds of host that miss it, where others meet it

    def __str__(self):
        return f"**{self.word}**{self.where}"


def outcome(goal, results):
    if goal.bench == "budgets":
        count = budgets()[1][goal.value[0]]
        return Outcome(f"{number(count)} on every host", "met" if count <= goal.limit else "missed")
    values = values_of(goal, results)
    if not values:
        return Outcome(goal.missing or NO_RESULT, "not measured")
    best = (max if goal.at_least else min)(values, key=lambda value: value.value)
    newest = max(values, key=lambda value: (value.date, value is best))
    said = f"newest {shown(newest, goal)}, {newest.date}"
    missing = [value for value in values if not is_met(value.value, goal)]
    where = f" on {', '.join(str(value.kind) for value in missing)}" if 0 < len(missing) < len(values) else ""
    return Outcome(f"best and {said}" if best is newest else f"best {shown(best, goal)}, {said}", "missed" if missing else "met", where)


def table(results):
    """One line a goal, its figures one below the other."""
    by_goal = {}
    for goal in GOALS + AREAS:
        by_goal.setdefault((goal.subject, goal.words), []).append((goal, outcome(goal, results)))
    words = [one.word for of in by_goal.values() for _, one in of]
    lines = [f"Of {len(words)} figures {words.count('met')} are met, {words.count('missed')} missed, {words.count('not measured')} not measured.\n",
             "| goal, as stated | figures | why missed |", "|---|---|---|"]
    for (subject, stated), of in by_goal.items():
        figures = "<br>".join(f"{goal.figure}: {one.values}: {one}" for goal, one in of)
        why = WHY.get(subject, "") if any(one.word == "missed" for _, one in of) else ""
        lines.append(f"| {subject}: {stated} | {figures} | {why} |")
    return "\n".join(lines) + "\n\nRepeat with `script/bench NAME --save`, NAME as in `bench/figures`.\n"
