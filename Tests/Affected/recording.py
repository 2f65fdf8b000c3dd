#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures what recording adds to a run whose tests have a process each: pairs of runs with and without it.

usage: recording.py RUNNER PACKAGE [PAIRS]

PACKAGE is one whose tests are built. Each pair is a run with `--affected=record`, which finds no record, and one with `--isolation case`;
their order alternates. Fingerprints are kept, as in each run but the first of a build. Prints the processor time and the time by the
clock of each run, and the median of the ratios. A pair in which a test fails does not count: failures are run once more.

needs: swift
"""

import pathlib
import statistics
import sys
import tempfile
import time

import trials


def timed(runner, package, state, *words):
    """The processor time and the time by the clock of a run, in seconds; nothing if a test fails."""
    (state / "affected").unlink(missing_ok=True)
    before, start = trials.spent(), time.monotonic()
    out, err, code = trials.run([runner, ".build/debug", "--state", str(state), *trials.SETTINGS, *words], package)
    times = trials.spent() - before, time.monotonic() - start
    if code == 1:
        return None
    if code != 0:
        raise SystemExit(f"{' '.join(words)}: exit code {code}\n{out}{err}")
    return times


def main():
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    runner, package = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    pairs = int(sys.argv[3]) if len(sys.argv) == 4 else 9
    kinds = [("--affected=record",), ("--isolation", "case")]
    with tempfile.TemporaryDirectory(prefix="affected-recording-") as work:
        states = [pathlib.Path(work) / name for name in ("with", "without")]
        # The first makes the adapter and the fingerprints.
        for state, words in zip(states, kinds):
            timed(runner, package, state, *words)
        found = []
        for number in range(pairs):
            times = {}
            for which in ((0, 1), (1, 0))[number % 2]:
                times[which] = timed(runner, package, states[which], *kinds[which])
            if None in times.values():
                print("a test failed", flush=True)
                continue
            found.append((times[0], times[1]))
            print("processor {:.2f} s and {:.2f} s, clock {:.2f} s and {:.2f} s".format(
                times[0][0], times[1][0], times[0][1], times[1][1]), flush=True)
    if not found:
        raise SystemExit("a test failed in each pair")
    for index, name in enumerate(("processor time", "clock")):
        ratios = [one[index] / other[index] for one, other in found]
        medians = [statistics.median(pair[which][index] for pair in found) for which in (0, 1)]
        print(f"{name}: median {medians[0]:.2f} s with records and {medians[1]:.2f} s without; "
              f"median of {len(found)} ratios {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}")


main()
