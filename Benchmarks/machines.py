#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Computes what N machines give for a suite: the time until the merged report, against what no number of machines can undercut.

usage: machines.py [--record FILE] [--classes N] [--seconds S] [--machines 1,10,100,1000] [--start S] [--archive MB]
                   [--rate MB/S] [--unpack MB/S] [--merge S] [--jobs N]
       machines.py --check DIR

Durations of classes come from a record (.testkit/record, or of `runner merge --record`), or are drawn: log-normal, with a
fixed seed. A machine starts, receives the archive, unpacks it and runs its shard with some workers at once; `--balance` deals
out classes, longest first. The longest class bounds what more machines can give, since a class stays on one machine.

With --check, DIR is a directory of events that shards wrote (shard-*.jsonl): prints the time that their cases took, and
what this page computes for as many machines.
"""
import argparse
import heapq
import json
import math
import pathlib
import random


def of_record(path: pathlib.Path) -> list[float]:
    """The durations of the classes of a record, in seconds (docs/STATE.md)."""
    durations = []
    for line in path.read_text().splitlines():
        fields = line.split("\t")
        if fields[0] == "class":
            durations.append(int(fields[4]) / 1e6)
    return durations


def drawn(count: int, seconds: float) -> list[float]:
    """Log-normal durations that add up to a number of seconds; the longest are forty times the median and more."""
    source = random.Random(1)
    shares = [source.lognormvariate(0, 1.2) for _ in range(count)]
    return [share * seconds / sum(shares) for share in shares]


def dealt(durations: list[float], count: int) -> list[list[float]]:
    """The classes of each of some machines or workers: the longest first, to whoever has least."""
    shares = [(0.0, index) for index in range(count)]
    lists: list[list[float]] = [[] for _ in range(count)]
    for duration in sorted(durations, reverse=True):
        load, index = heapq.heappop(shares)
        lists[index].append(duration)
        heapq.heappush(shares, (load + duration, index))
    return lists


def longest(durations: list[float], count: int) -> float:
    """The load of the busiest of some workers."""
    return max(sum(item) for item in dealt(durations, count))


def makespan(durations: list[float], machines: int, options: argparse.Namespace) -> tuple[float, float]:
    """The time until the merged report, and how much of it is running tests."""
    running = max(longest(share, options.jobs) if share else 0 for share in dealt(durations, machines))
    # All fetch from one store: its rate is shared once there are more machines than it can serve at a machine's own rate.
    transfer = options.archive / min(options.rate, options.store / machines)
    before = options.start + transfer + options.archive / options.unpack
    return before + running + options.merge, running


def table(durations: list[float], options: argparse.Namespace) -> None:
    """A row for each number of machines."""
    total, bound = sum(durations), max(durations)
    fixed = options.start + options.archive / options.rate + options.archive / options.unpack + options.merge
    print(f"{len(durations):,} classes, {total:,.0f} s in all, the longest {bound:.1f} s; {options.jobs} workers a machine;")
    print(f"start {options.start} s, archive {options.archive} MB at {options.rate} MB/s, unpacked at {options.unpack} MB/s, merge {options.merge} s\n")
    print("| machines | until the report | tests run for | bound | of it | machine time, tests |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for machines in options.machines:
        whole, running = makespan(durations, machines, options)
        least = fixed + max(bound, total / machines / options.jobs)
        used = total / options.jobs / (machines * whole)
        print(f"| {machines:,} | {whole:,.1f} s | {running:,.1f} s | {least:,.1f} s | {whole / least:.2f} | {used:.0%} |")
    enough = total / bound / options.jobs
    print(f"\nFrom {math.ceil(enough):,} machines on, the longest class decides: more give nothing.")


def check(directory: pathlib.Path, options: argparse.Namespace) -> None:
    """Compares with what shards took, by their events."""
    took, classes = [], {}
    for path in sorted(directory.glob("shard-*.jsonl")):
        ended = None
        for line in path.read_text().splitlines():
            payload = json.loads(line)["payload"]
            own = payload.get("testkit") or {}
            if payload.get("kind") == "testEnded" and "duration" in own and "outcome" in own:
                name = own["identity"].rsplit("/", 1)[0]
                classes[name] = classes.get(name, 0) + own["duration"]
            if payload.get("kind") == "runEnded":
                ended = own["duration"]
        if ended is not None:
            took.append(ended)
    computed = max(longest(share, options.jobs) if share else 0 for share in dealt(list(classes.values()), len(took)))
    print(f"{len(took)} shards; the longest took {max(took):.3f} s, of which the runner itself takes the start of its workers;")
    print(f"by the durations of {len(classes)} classes, dealt out by balance: {computed:.3f} s")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--check", type=pathlib.Path)
    parser.add_argument("--classes", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=36_000)
    parser.add_argument("--machines", type=lambda text: [int(word) for word in text.split(",")], default=[1, 10, 100, 1000])
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--start", type=float, default=30, help="seconds until a machine runs a program")
    parser.add_argument("--archive", type=float, default=100, help="MB")
    parser.add_argument("--rate", type=float, default=100, help="MB/s to one machine")
    parser.add_argument("--store", type=float, default=2000, help="MB/s from the store to all machines together")
    parser.add_argument("--unpack", type=float, default=400, help="MB/s")
    parser.add_argument("--merge", type=float, default=5, help="seconds")
    options = parser.parse_args()
    if options.check:
        return check(options.check, options)
    table(of_record(options.record) if options.record else drawn(options.classes, options.seconds), options)


if __name__ == "__main__":
    main()
