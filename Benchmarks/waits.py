#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how long workers wait for the host: from the end of a class to the start of the next one of the same worker.

    python3 Benchmarks/waits.py RUNNER [RUNS]

300 classes of a case that waits for 5 ms, by two workers. Meanwhile the host has other work: a reader that takes nothing of its
output for nine tenths of the run, the symbols of a crash, or all reports at once. The worker that crashed, and the one in its place, do not
count. The table is Markdown: the median and the longest of the waits of all RUNS (5) runs, in milliseconds.
"""
import fcntl
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import run

CLASSES, WAIT, CRASHING = 300, 5000, 60
REPORTS = ["--junit", "--html", "--trace", "--tap"]


def read(pipe: int, pause: float) -> None:
    """Reads all of a pipe, after a pause."""
    time.sleep(pause)
    while os.read(pipe, 65536):
        pass


def waits(runner: str, path: pathlib.Path, folder: pathlib.Path, pause: float, *options: str) -> list[float]:
    """The waits of one run, in milliseconds."""
    events = folder / "events.jsonl"
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
    reader = threading.Thread(target=read, args=(reading, pause))
    reader.start()
    subprocess.run([runner, "--no-state", "--no-config", "--verbose", "--jobs", "2", "--events", events, *options, path],
                   stdout=writing, stderr=subprocess.DEVNULL, check=False)
    os.close(writing)
    reader.join()
    os.close(reading)
    classes: dict[int, list[tuple[float, float]]] = {}
    crashed = set()
    for line in events.open(encoding="utf-8"):
        about = json.loads(line)["payload"].get("testkit", {})
        if "started" in about and "ended" in about:
            classes.setdefault(about["worker"], []).append((about["started"], about["ended"]))
        if about.get("outcome") == "crashed":
            crashed.add(about["worker"])
    found = []
    for worker, times in classes.items():
        times.sort()
        if worker not in crashed:
            found += [(start - end) * 1000 for (_, end), (start, _) in zip(times, times[1:])]
    if len(found) < CLASSES / 4:
        sys.exit(f"{' '.join(options)}: only {len(found)} classes ran")
    return found


def main() -> None:
    runner, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print("| the host's other work | waits | median | longest |\n| --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        definitions = {"CLASSES": CLASSES, "WAITS": ",".join([str(WAIT)] * CLASSES)}
        plain = run.c_bundle(folder / "plain.so", **definitions)
        crashing = run.c_bundle(folder / "crashing.so", "-g", CRASHES=CRASHING, **definitions)
        reports = [word for report in REPORTS for word in (report, str(folder / report.strip("-")))]
        pause = 0.9 * CLASSES * WAIT / 1e6 / 2
        for title, path, delay, options in [("none", plain, 0, []), ("a reader that reads nothing", plain, pause, []),
                                            ("the symbols of a crash", crashing, 0, []), ("all reports", plain, 0, reports)]:
            found = [wait for _ in range(runs) for wait in waits(runner, path, folder, delay, *options)]
            print(f"| {title} | {len(found)} | {statistics.median(found):.2f} ms | {max(found):.1f} ms |", flush=True)


if __name__ == "__main__":
    main()
