#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts by how many orders planted bugs of concurrency show, for each way to choose, and that correct programs never fail.

    python3 Benchmarks/interleavings.py RUNNER BUNDLE [SEEDS]

BUNDLE is libInterleavingSuites.so of Tests/Fixtures: `swift build --package-path Tests/Fixtures --product InterleavingSuites`. Each case
runs SEEDS (50) times by each way: by the system's executor, at random, by priorities (PCT), and by both with stops where a task makes
another one ready. The tables are Markdown. A number in brackets is how many orders, one after the other, it takes to see the bug: the
median over all first ones. Fails if a correct program does, or if a bug shows by none of the ways that choose.
"""

import json
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict

# The bundle's other classes hang for their time limits, or measure.
CLASSES = ["PlantedTests", "CorrectTests"]
EXCUSE = "failed by the seed's order of tasks"
WAYS = ["system", "random", "priorities", "random, stops", "priorities, stops"]


def results(runner, bundle, options, seed):
    """Returns the outcome of each case, its identity, and what was said of its schedule."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as events:
        command = [runner, "--no-state", "--no-config", "--jobs", "1", "--timeout", "10", "--seed", str(seed)]
        command += ["--events", events.name, *options, bundle, *CLASSES]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found, excused = {}, set()
        for line in open(events.name, encoding="utf-8"):
            about = json.loads(line)["payload"].get("testkit", {})
            # A failure counts that the system's order has excused: it was shown.
            if EXCUSE in line and "identity" in about:
                excused.add(about["identity"].split(".", 1)[1])
            if "outcome" in about and "identity" in about:
                _, name = about["identity"].split(".", 1)
                found[name] = ("excused" if name in excused else about["outcome"], about["identity"], "".join(about.get("logs", [])))
        return found


def file_of_choices(way, seed, tests):
    """Returns the lines of a file by which tests run in some way; `tests` has their identities and numbers of turns."""
    lines = []
    for identity, turns in tests:
        lines.append(f"test {identity}")
        if "stops" in way:
            lines.append("preempt")
        lines.append(f"priorities {seed} among {turns}" if "priorities" in way else f"random {seed}")
    return "\n".join(lines) + "\n"


def until_found(shown):
    """Returns how many orders it takes until a bug shows, from each first one on; the list goes round."""
    count = len(shown)
    return [next(n + 1 for n in range(count) if shown[(first + n) % count]) for first in range(count)]


def cell(shown):
    """Returns how often a bug showed, and the median of how many orders it took."""
    return f"{sum(shown)} ({statistics.median(until_found(shown)):g})" if any(shown) else "0"


def main():
    runner, bundle = sys.argv[1:3]
    seeds = range(1, int(sys.argv[3]) + 1 if len(sys.argv) > 3 else 51)
    shown, doubts = {way: defaultdict(list) for way in WAYS}, defaultdict(int)
    turns = {}
    for seed in seeds:
        for way in WAYS:
            options = [] if way == "system" else ["--chance", "tasks=seeded"]
            if way not in ("system", "random"):
                # Only what the tests choose differs: the seed is the same.
                with tempfile.NamedTemporaryFile("w", suffix=".tasks", delete=False) as file:
                    file.write(file_of_choices(way, seed, turns.values()))
                options = ["--chance", f"tasks={file.name}"]
            for name, (outcome, identity, said) in results(runner, bundle, options, seed).items():
                shown[way][name].append(outcome != "passed")
                if way == "random":
                    doubts[name] += "may not repeat" in said
                    count = re.search(r"tasks=seeded: (\d+) turn", said)
                    turns[name] = (identity, int(count[1]) if count else 1)

    faults = []
    print(f"| planted bug, shown in how many of {len(seeds)} (median until found) | " + " | ".join(WAYS) + " | may not repeat |")
    print("| --- |" + " ---: |" * (len(WAYS) + 1))
    for name in sorted(name for name in shown["random"] if name.startswith("PlantedTests/")):
        if not any(any(shown[way][name]) for way in WAYS[1:]):
            faults.append(f"{name}: no order shows it")
        cells = [cell(shown[way][name]) for way in WAYS]
        print(f"| {name[13:]} | " + " | ".join(cells) + f" | {doubts[name]} |")
    print(f"\n| correct program, failed in how many of {len(seeds)} | " + " | ".join(WAYS) + " | may not repeat |")
    print("| --- |" + " ---: |" * (len(WAYS) + 1))
    for name in sorted(name for name in shown["random"] if name.startswith("CorrectTests/")):
        failed = {way: sum(shown[way][name]) for way in WAYS}
        faults += [f"{name}: failed in {count} orders ({way})" for way, count in failed.items() if count and way != "system"]
        print(f"| {name[13:]} | " + " | ".join(str(count) for count in failed.values()) + f" | {doubts[name]} |")
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults or not shown["random"] else 0


sys.exit(main())
