#!/usr/bin/env python3
"""Control 26 and the kill switch: twice the highest rate of a recorded day with every control on, and the time from a kill to the last order.

    tools/capacity.py peak FILE...              the most messages in one second of LOBSTER message files, or zips of them
    tools/capacity.py config FOLDER RATE PORTS  the configurations of docs/examples for RATE messages a second at ports from PORTS on
    tools/capacity.py collect FOLDER RATE SECONDS PEAK SOURCE   checks what script/capacity ran; exits 1 when something was lost
    tools/capacity.py open FILE                 the result of script/capacity --open: a line of hotpath-market-open for each rate that was tried, the
                                                highest first; exits 1 when something was lost at each
    tools/capacity.py kills FILE                the result of script/kill-switch, from the output of its test; exits 1 above 1 ms

What was measured goes into the table of docs/guide/risk.md: a row for each rate and for kills, of each processor."""

import json
import re
import sys
import zipfile
from pathlib import Path

import pages

ON_TIME = 1.02  # a sender that takes longer has not kept the rate
TARGET_US = 1_000  # from the kill to the last order
SLOWEST, FASTEST = 0.9, 2.0  # of the rate: both states are up to half a second old, and own orders are published, too
PAGE = "docs/guide/risk.md"
EXAMPLES = pages.ROOT / "docs" / "examples"


def busiest_second(times_ns):
    """The most events in one second that begins at an event: times in order."""
    times = list(times_ns)
    most, first = 0, 0
    for last, time in enumerate(times):
        while time - times[first] >= 1_000_000_000:
            first += 1
        most = max(most, last - first + 1)
    return most


def lobster_times(lines):
    for line in lines:
        yield round(float(line.split(",", 1)[0]) * 1e9)


def times_of(path):
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            name = next(name for name in archive.namelist() if "_message_" in name)
            return list(lobster_times(archive.read(name).decode().splitlines()))
    return list(lobster_times(path.read_text().splitlines()))


def changed(text, values):
    """The configuration with other values of these keys; each must be there."""
    for key, value in values.items():
        text, count = re.subn(rf"^{key} = .*$", lambda _, key=key, value=value: f"{key} = {value}", text, flags=re.M)
        if count == 0:
            sys.exit(f"the examples have no key {key} any more")
    return text


def write_configurations(folder, rate, ports):
    """The rate is that of the venue's generator; every control is on, and those that the market maker would reach are wider."""
    def at_ports(text):
        return re.sub(r":264(\d\d)\"", lambda port: f":{ports + int(port.group(1))}\"", text)

    exchange = changed(at_ports((EXAMPLES / "exchange.toml").read_text()), {
        "messages_per_second": f"{rate}.0", "messages": 2_000_000 + 300 * rate, "pacing": '"poisson"', "mode": '"pagecache"',
        "feed_messages_kept": 10_000_000, "health_every_ms": 500})
    trader = changed(at_ports((EXAMPLES / "trader.toml").read_text()), {
        "health_every_ms": 500, "idle": '"poll"', "orders_max": 10_000, "messages_max": 5_000, "duplicates_max": 5_000, "repeated_executions_max": 5_000,
        "messages_free": 100_000_000, "traded_max": "1_000_000_000_000.0", "loss_max": "1_000_000_000.0", "position_max": 1_000_000,
        "gross_max": "10_000_000_000.0", "net_max": "10_000_000_000.0"})
    # orders_max is a key of [trading], too: room in the books, which stays.
    trader = re.sub(r"^orders_max = 10000$", "orders_max = 200000", trader, count=1, flags=re.M)
    for name, text in (("exchange.toml", exchange), ("trader.toml", trader)):
        (folder / name).touch(mode=0o600)  # it has passwords
        (folder / name).write_text(text)


def problems(exchange, begin, trade, rate, seconds):
    """Why the run does not show what it should; empty when it does. `begin`: the trader when it began to trade, with a snapshot behind
    it and the gap before that."""
    found = []

    def must(holds, words):
        if not holds:
            found.append(words)

    feed, venue_feed = trade["feed"], exchange["feed"]
    must(not feed["stale"] and feed["current"], f"the trader's feed is {feed['state']}, stale: {feed['stale']}")
    for name in ("gaps", "requests", "given_up", "messages_undecoded", "packets_malformed", "snapshots_failed"):
        more = feed[name] - begin["feed"][name]
        must(more == 0, f"feed.{name} grew by {more}")
    must(venue_feed["datagrams_unsent"] == 0, f"{venue_feed['datagrams_unsent']} datagrams were not sent")
    must(trade["sessions_lost"] == 0, f"{trade['sessions_lost']} sessions were lost")
    must(trade["trading"]["mode"] == "open", f"the trader is {trade['trading']['mode']}")
    must(trade["orders"]["executions"] > begin["orders"]["executions"], "nothing was traded")
    read = feed["next_seq"] - begin["feed"]["next_seq"]
    must(SLOWEST * rate * seconds <= read <= FASTEST * rate * seconds,
         f"the trader read {read:,} messages in {seconds} s, {rate:,} a second were asked for")
    return found


def collect(folder, rate, seconds, peak, source):
    exchange, begin, trade = (json.loads((folder / name).read_text()) for name in ("exchange.json", "trade.begin.json", "trade.json"))
    found = problems(exchange, begin, trade, rate, seconds)
    if found:
        print("\n".join(f"capacity: {problem}" for problem in found))
        return 1
    write_row(capacity_row(trade, trade["feed"]["next_seq"] - begin["feed"]["next_seq"], rate, seconds, peak, source))
    words = f", {rate / peak:.1f} times the busiest second of {source}" if peak else ""
    print(f"capacity: {rate:,} messages a second for {seconds} s{words}: nothing lost")
    return 0


def open_problems(ran):
    """Why a run of hotpath-market-open does not show that the trader keeps up; empty when it does."""
    found = []

    def must(holds, words):
        if not holds:
            found.append(words)

    took = ran["sent_in_ns"] / 1e9
    must(took <= ON_TIME * ran["seconds"], f"the sender took {took:.1f} s for {ran['seconds']} s")
    must(ran["unsent"] == 0, f"{ran['unsent']:,} datagrams were not sent")
    must(ran["read"] == ran["sent"] > 0, f"{ran['read']:,} of {ran['sent']:,} messages were read")
    for name in ("given_up", "skipped", "stale_periods", "malformed"):
        must(ran[name] == 0, f"{name} is {ran[name]:,}")
    must(ran["is_open"], "the trader stopped")
    must(ran["orders"] > 0, "nothing was quoted")
    must(ran["lost_on_both"] == 0 or ran["requests"] > 0, "what both lines lost was not asked for")
    return found


def open_row(ran, missed):
    """Of the highest rate at which nothing was lost; `missed`: the rates above it, and why."""
    lag = ran["lag_ns"]
    above = "".join(f"; not at {rate:,}: {why}" for rate, why in missed)
    return (f"| the open of {ran['instruments']:,} instruments, two lines that lose {ran['loss_percent']:g}% each | {ran['rate']:,} messages a second for "
            f"{ran['seconds']} s: {ran['read']:,} read, {ran['lost_on_both']:,} packets lost on both lines and asked for again, {ran['orders']:,} orders and "
            f"replacements; applied {lag['p50'] / 1e3:,.1f} us (median), {lag['p99'] / 1e3:,.1f} us (p99) after the last message of a packet was due{above} |")


def collect_open(path):
    missed = []
    for ran in map(json.loads, path.read_text().splitlines()):
        found = open_problems(ran)
        if not found:
            write_row(open_row(ran, missed))
            print(f"capacity: a whole market's open at {ran['rate']:,} messages a second for {ran['seconds']} s: nothing lost")
            return 0
        print(f"capacity: {ran['rate']:,} messages a second: {'; '.join(found)}")
        missed.append((ran["rate"], found[0]))
    return 1


def kill_times_us(output):
    return [int(number) for number in re.findall(r"^the last new order passed (-?\d+) us after the kill was sent$", output, re.M)]


def collect_kills(path):
    times = sorted(max(0, time) for time in kill_times_us(path.read_text()))
    if not times:
        print("kill-switch: the output has no time: the test did not run")
        return 1
    write_row(kills_row(times))
    print(f"kill-switch: of {len(times)} kills the last order passed {times[len(times) // 2]} us (median), {times[-1]} us (most) after")
    return 0 if times[-1] < TARGET_US else 1


def capacity_row(trade, read, rate, seconds, peak, source):
    of = f"{source}, whose busiest second has {peak:,}" if peak else "no recording"
    orders = trade["orders"]
    return (f"| {rate:,} messages a second for {seconds} s | {read:,} read, 0 gaps, {orders['entered'] + orders['replaced']:,} orders and replacements, "
            f"{orders['executions']:,} executions; {of} |")


def kills_row(times):
    return (f"| {len(times)} kills in a burst of 50,000 messages a second | the last order {times[len(times) // 2]} us (median), {times[-1]} us (most) "
            f"after the kill; at most {TARGET_US:,} us |")


def with_row(table, row, processor):
    """In place of the row of the same first words, which may have other counts of seconds and kills, and the same processor; else last."""
    def kind(line):
        return re.sub(r"^\| \d+ kills|for \d+ s$", "", line.split(" | ")[0]), f"of {processor}," in line

    lines = table.splitlines()
    places = [at for at, line in enumerate(lines) if kind(line) == kind(row)]
    lines[places[0] if places else len(lines):places[0] + 1 if places else len(lines)] = [row]
    return "\n".join(lines) + "\n"


def write_row(row):
    whole = f"{row} {pages.headline().split('**: ')[1]} |"
    pages.write(PAGE, "capacity", with_row(pages.between((pages.ROOT / PAGE).read_text(), "capacity"), whole, pages.processor()))


def main(arguments):
    match arguments:
        case ["peak", *files] if files:
            print(max(busiest_second(times_of(Path(name))) for name in files))
        case ["config", folder, rate, ports]:
            write_configurations(Path(folder), int(rate), int(ports))
        case ["collect", folder, rate, seconds, peak, source]:
            return collect(Path(folder), int(rate), int(seconds), int(peak), source)
        case ["open", path]:
            return collect_open(Path(path))
        case ["kills", path]:
            return collect_kills(Path(path))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
