#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says what `runner --affected` would have saved in the last commits of a package with history.

    Tests/Affected/commits.py RUNNER REPOSITORY [--commits N] [--timeout SECONDS]

Builds each of the last N first parents that change a source, a test or the manifest, in the folders that the last one names, lists what
would run by the records of the one before, runs everything, and records it. Prints a row for each: how many of the tests, and of their
time, would have run; the seconds of processor time of the build, of all tests, and of the choice, and the most frequent reason. A test
whose outcome changed and that would not have run is a fault. A commit that does not build, has no test, or
has a bundle that cannot be used is named and not compared: the next is compared with the one before it.

needs: git, swift
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

import trials


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runner")
    parser.add_argument("repository")
    parser.add_argument("--commits", type=int, default=30)
    parser.add_argument("--timeout", type=int, default=60)
    options = parser.parse_args()
    trials.limit(options.timeout)
    runner = str(pathlib.Path(options.runner).resolve())
    faults, rows = [], []
    with tempfile.TemporaryDirectory(prefix="affected-commits-") as work:
        directory = pathlib.Path(work) / "package"
        subprocess.run(["git", "clone", "-q", options.repository, str(directory)], check=True)

        def git(*words):
            return subprocess.run(["git", *words], cwd=directory, capture_output=True, text=True, check=True).stdout.strip()

        paths = [*trials.folders(directory), "Package.swift", "Package.resolved"]
        commits = git("log", "--first-parent", "--format=%h", f"-{options.commits + 1}", "--", *paths).split()[::-1]
        before, left_out = None, 0
        for commit in commits:
            git("checkout", "-q", "-f", commit)
            start = trials.spent()
            failure = trials.build(directory)
            built = trials.spent() - start
            if failure:
                print(f"{commit}: it does not build", flush=True)
                left_out += 1
                continue
            start = trials.spent()
            try:
                would = trials.listed(runner, directory)
            except trials.Unusable as fault:
                print(f"{commit}: it cannot be compared: {fault}", flush=True)
                left_out += 1
                continue
            reasons = collections.Counter(would.values()).most_common(1)
            chosen = trials.spent() - start
            start = trials.spent()
            now = trials.results(runner, directory)
            ran = trials.spent() - start
            if before is not None:
                for identity, (outcome, _) in now.items():
                    if identity in before and before[identity][0] != outcome and identity not in would:
                        faults.append(f"{commit}: missed {identity}: {before[identity][0]}, then {outcome}")
                all_time = sum(seconds for _, seconds in now.values())
                time_of_them = sum(seconds for identity, (_, seconds) in now.items() if identity in would)
                rows.append((len(would) / max(1, len(now)), time_of_them / max(1e-9, all_time), built, ran, chosen))
                print(
                    f"| {commit} | {git('log', '-1', '--format=%s')[:60]} | {len(would)} of {len(now)} "
                    f"| {100 * rows[-1][1]:.0f} % | {built:.1f} s | {ran:.1f} s | {chosen:.1f} s | {reasons[0][0][:60] if reasons else ''} |", flush=True)
            before = now
            trials.run([runner, ".build/debug", "--affected=record", *trials.SETTINGS], directory)
    for fault in faults:
        print(fault)
    if rows:
        tests, times = (100 * sum(row[index] for row in rows) / len(rows) for index in (0, 1))
        built, ran, chosen = (sum(row[index] for row in rows) for index in (2, 3, 4))
        print(f"{len(rows)} commits: {tests:.0f} % of the tests and {times:.0f} % of their time on average; {len(faults)} faults, {left_out} not compared")
        print(f"processor time: {built:.0f} s of builds, {ran:.0f} s of all tests, {chosen:.0f} s of choices")
    else:
        print(f"no commit was compared; {left_out} could not be")
    sys.exit(1 if faults or not rows else 0)


main()
