#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts by how many seeds planted bugs of concurrency show, and that correct programs never fail.

    python3 Benchmarks/interleavings.py RUNNER BUNDLE [SEEDS]

BUNDLE is libInterleavingSuites.so of Tests/Fixtures: `swift build --package-path Tests/Fixtures --product InterleavingSuites`. Each case
runs by each of SEEDS (50) seeds with tasks=seeded, and as often with the system's executor. The tables are Markdown. "until found" is
how many seeds, one after the other, it takes to see the bug: the median over all first seeds, and the most. Fails if a correct program
does, or if a bug shows by no seed.
"""

import json
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict


def results(runner, bundle, options, seed):
    """Returns the outcome of each case, and what was said of its schedule."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as events:
        command = [runner, "--no-state", "--no-config", "--jobs", "1", "--seed", str(seed), "--events", events.name, *options, bundle]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found = {}
        for line in open(events.name, encoding="utf-8"):
            about = json.loads(line)["payload"].get("testkit", {})
            if "outcome" in about and "identity" in about:
                _, name = about["identity"].split(".", 1)
                found[name] = (about["outcome"], "".join(about.get("logs", [])))
        return found


def until_found(shown):
    """Returns how many seeds it takes until a bug shows, from each first seed on; the list goes round."""
    count = len(shown)
    return [next(n + 1 for n in range(count) if shown[(first + n) % count]) for first in range(count)]


def main():
    runner, bundle = sys.argv[1:3]
    seeds = range(1, int(sys.argv[3]) + 1 if len(sys.argv) > 3 else 51)
    kinds = {"system": [], "seeded": ["--chance", "tasks=seeded"]}
    shown, doubts = {kind: defaultdict(list) for kind in kinds}, defaultdict(int)
    for seed in seeds:
        for kind, options in kinds.items():
            for name, (outcome, said) in results(runner, bundle, options, seed).items():
                shown[kind][name].append(outcome != "passed")
                doubts[name] += kind == "seeded" and "may not repeat" in said

    faults = []
    print(f"| planted bug | system, of {len(seeds)} | seeded | until found, median (most) | may not repeat |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in sorted(name for name in shown["seeded"] if name.startswith("PlantedTests/")):
        seeded = shown["seeded"][name]
        if not any(seeded):
            faults.append(f"{name}: no seed shows it")
            continue
        needed = until_found(seeded)
        text = f"{statistics.median(needed):g} ({max(needed)})"
        print(f"| {name[13:]} | {sum(shown['system'][name])} | {sum(seeded)} | {text} | {doubts[name]} |")
    print(f"\n| correct program | system, of {len(seeds)} | seeded | may not repeat |")
    print("| --- | ---: | ---: | ---: |")
    for name in sorted(name for name in shown["seeded"] if name.startswith("CorrectTests/")):
        seeded = shown["seeded"][name]
        if any(seeded):
            faults.append(f"{name}: failed by {sum(seeded)} seeds")
        print(f"| {name[13:]} | {sum(shown['system'][name])} | {sum(seeded)} | {doubts[name]} |")
    print("\n".join(faults), file=sys.stderr, end="\n" if faults else "")
    return 1 if faults or not shown["seeded"] else 0


sys.exit(main())
