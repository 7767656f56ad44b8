#!/usr/bin/env python3
"""Instructions, simulated caches and page faults of an event through the disruptor and through a locked queue.

    bench/messaging/caches.py EXECUTABLE               prints them
    bench/messaging/caches.py EXECUTABLE RESULT.json   adds them to a result of script/bench messaging that has tests of the disruptor

EXECUTABLE is build/release/bin/disruptor-events. Two ways:

    cache_disruptor_turns     one thread pushes as many events as the ring has slots and takes them: what the queue itself does. Counted as the
                              difference of many bursts and few, so that neither the program's start nor the ring's first lap is in it
    cache_disruptor_threads   as published: for each burst a queue, a thread, the events, the thread's end. Less the program's start;
                              the median of several runs, since what a thread does while it waits differs from run to run

Cachegrind runs one thread at a time through one core's caches: a line that goes from core to core is not a miss here. Its caches have
the same sizes on every machine (CACHES; the last level stands for a core's second), so the counts of `turns` are the same everywhere.
It has no TLB. Page faults and changes of thread are the kernel's, of a run without valgrind."""

import json
import os
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

QUEUES = ("hotpath", "hotpath_packed", "mutex_queue")
TURNS_EVENTS = (10, 100, 1_000, 10_000)
THREADS_EVENTS = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
RING_EVENTS = 4_096
LAPS_BEFORE, LAPS_COUNTED = 2, 4
THREADS_RUNS = 3
DECIMALS = 3  # a handful of misses more or less in many thousand events are none
THREADS_EVENTS_MIN = 2_000  # small bursts are repeated up to so many events
CACHES = {"I1": "32768,8,64", "D1": "32768,8,64", "LL": "1048576,16,64"}
EVENTS = {"instructions": r"I\s+refs:\s+([\d,]+)", "D refs": r"D\s+refs:\s+([\d,]+)", "D1 misses": r"D1\s+misses:\s+([\d,]+)",
          "L2 misses": r"LLd\s+misses:\s+([\d,]+)"}
KERNEL = {"page faults": r"^page_faults (\d+)$", "thread changes": r"^thread_changes (\d+)$"}
ADDED = "cache_disruptor_"
PART_OF = "f_disruptor_"


def read(patterns, text, said_by):
    found = {name: re.search(pattern, text, re.M) for name, pattern in patterns.items()}
    missing = [name for name, match in found.items() if match is None]
    if missing:
        raise SystemExit(f"caches: {said_by} says nothing of {', '.join(missing)}:\n{text[-2000:]}")
    return {name: int(match.group(1).replace(",", "")) for name, match in found.items()}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"caches: {' '.join(command)} failed:\n{done.stderr[-2000:]}")
    return done


def counted(program, way, queue, events, bursts):
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=/dev/null",
               *(f"--{level}={size}" for level, size in CACHES.items()), str(program), way, queue, str(events), str(bursts)]
    return read(EVENTS, run(command).stderr, "cachegrind")


def by_kernel(program, way, queue, events, bursts):
    return read(KERNEL, run([str(program), way, queue, str(events), str(bursts)]).stdout, str(program))


def an_event(more, less, events):
    """Of each event between two counts, and the share of references that miss."""
    each = {name: round((more[name] - less[name]) / events, DECIMALS) + 0.0 for name in EVENTS}  # and no -0.0
    return each | {"D1 miss rate": 100 * each["D1 misses"] / each["D refs"] if each["D refs"] else 0.0}


def turns(program, queue, events):
    few, more = (-(-RING_EVENTS * laps // events) for laps in (LAPS_BEFORE, LAPS_COUNTED))
    less, all_of_them = (counted(program, "turns", queue, events, bursts) for bursts in (few, few + more))
    return [an_event(all_of_them, less, more * events)]


def threads(program, queue, events):
    """A dictionary for each run."""
    bursts = max(1, THREADS_EVENTS_MIN // events)
    start = counted(program, "threads", queue, events, 0)
    measured = []
    for _ in range(THREADS_RUNS):
        each = an_event(counted(program, "threads", queue, events, bursts), start, bursts * events)
        kernel = by_kernel(program, "threads", queue, events, bursts)
        measured.append(each | {name: 1_000 * count / (bursts * events) for name, count in kernel.items()})
    return measured


UNITS = {"D1 miss rate": "%", "page faults": "a thousand", "thread changes": "a thousand"}


def records(test, subject, runs):
    rows = []
    for metric in runs[0]:
        values = [each[metric] for each in runs]
        rows.append({"bench": "messaging", "test": test, "subject": subject, "metric": metric, "unit": UNITS.get(metric, "an event"),
                     "value": float(statistics.median(values)), "low": float(min(values)), "high": float(max(values)),
                     "pairs": len(runs), "regime": "simulated"})
    return rows


def all_records(program):
    jobs = [(f"{ADDED}{way.__name__}", way, queue, events) for way, numbers in ((turns, TURNS_EVENTS), (threads, THREADS_EVENTS))
            for events in numbers for queue in QUEUES]
    # A count is the same whatever runs beside it; of threads one at a time, that the kernel's counts are of a quiet machine.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = list(pool.map(lambda job: job[1](program, job[2], job[3]) if job[1] is turns else None, jobs))
    counts = [count or job[1](program, job[2], job[3]) for job, count in zip(jobs, counts)]
    return [row for job, runs in zip(jobs, counts) for row in records(job[0], f"{job[2]}_{job[3]}", runs)]


def with_counts(lines, rows):
    """A result's lines with these in place of earlier ones, its provenance last."""
    kept = [line for line in lines if not line.get("test", "").startswith(ADDED)]
    return kept[:-1] + rows + kept[-1:]


def has_disruptor(lines):
    return any(line.get("test", "").startswith(PART_OF) for line in lines)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = Path(sys.argv[1])
    if not program.is_file():
        sys.exit(f"caches: {program} is not there: cmake --build build/release --target disruptor-events")
    if len(sys.argv) == 2:
        for row in all_records(program):
            print(f"{row['test']:<24} {row['subject']:<24} {row['metric']:<15} {row['value']:12.3f} {row['unit']}")
        return
    result = Path(sys.argv[2])
    lines = json.loads(result.read_text(encoding="utf-8"))
    if has_disruptor(lines):
        result.write_text(json.dumps(with_counts(lines, all_records(program)), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
