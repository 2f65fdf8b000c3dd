#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how time and memory grow with the number of cases and of bundles, and prints one table.

usage: scale.py [--runs N] [--cases 10000,100000,1000000] [--bundles 100,1000,10000] [--runner FILE]

Cases are empty, in C, 100 a class, in one bundle; the second part copies a bundle of ten cases under many names. A row's
figures are medians: the whole time, the time for each case, and the peak memory of the largest process. Builds what it
needs in .build-benchmarks (see run.py). Nothing here passes or fails.
"""
import argparse
import pathlib
import shutil
import statistics
import tempfile

import run
from run import BUILD, ROOT

FOLDER = BUILD / "scale"
REPORTS = {
    "no record, no report": ["--no-state"],
    "record": [],
    "--events": ["--no-state", "--events", "{output}/events.jsonl"],
    "--junit": ["--no-state", "--junit", "{output}/junit.xml"],
    "--tap": ["--no-state", "--tap", "{output}/report.tap"],
    "--html": ["--no-state", "--html", "{output}/report.html"],
}


def bundle(name: str, classes: int, cases: int) -> pathlib.Path:
    """A compiled bundle of empty cases."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    return run.c_bundle(FOLDER / f"{name}.so", CLASSES=classes, CASES=cases)


def measure(command: list[str], runs: int) -> tuple[float, float]:
    """The medians of a command's time in seconds and peak memory in MB."""
    figures = [run.measure(command) for _ in range(runs)]
    return statistics.median(figure[0] for figure in figures), statistics.median(figure[1] for figure in figures) / 1024


def row(what: str, count: int, cases: int, seconds: float, memory: float, size: int | None = None) -> None:
    written = "" if size is None else f"{size / cases:.0f} B"
    print(f"| {what} | {count:,} | {seconds:.2f} s | {seconds / cases * 1e6:.2f} µs | {memory:.0f} MB | {written} |", flush=True)


def by_cases(host: str, counts: list[int], runs: int) -> None:
    print("| what | cases | time | a case | peak memory | written, a case |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    for what, options in REPORTS.items():
        for count in counts:
            path = bundle(f"cases{count}", count // 100, 100)
            with tempfile.TemporaryDirectory() as output:
                state = ["--state", output + "/state"] if what == "record" else []
                command = [host, "--seed", "1", "--quiet", *state, *(word.format(output=output) for word in options)]
                seconds, memory = measure([*command, str(path)], runs)
                files = [item for item in pathlib.Path(output).rglob("*") if item.is_file()]
                size = sum(item.stat().st_size for item in files) if files else None
                row(what, count, count, seconds, memory, size)
                if what == "--events":
                    seconds, memory = measure([host, "merge", output + "/events.jsonl"], runs)
                    row("merge of those events", count, count, seconds, memory)


def by_bundles(host: str, counts: list[int], runs: int) -> None:
    print("\n| what | bundles | time | a case | peak memory | |\n| --- | ---: | ---: | ---: | ---: | --- |")
    single = bundle("ten", 1, 10)
    for count in counts:
        folder = FOLDER / f"bundles{count}"
        folder.mkdir(exist_ok=True)
        for number in range(count):
            path = folder / f"Bundle{number:05}.so"
            if not path.exists():
                shutil.copy(single, path)
        seconds, memory = measure([host, "--seed", "1", "--quiet", "--no-state", str(folder)], runs)
        row("bundle files of ten cases", count, 10 * count, seconds, memory)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="runs of each command [3]")
    parser.add_argument("--cases", default="10000,100000,1000000", help="numbers of cases")
    parser.add_argument("--bundles", default="100,1000,10000", help="numbers of bundle files")
    parser.add_argument("--runner", help="a built runner [a release build of this package]")
    options = parser.parse_args()
    host = options.runner or str(run.release_runner())
    numbers = lambda text: [int(word) for word in text.split(",") if word]
    by_cases(host, numbers(options.cases), options.runs)
    by_bundles(host, numbers(options.bundles), options.runs)


if __name__ == "__main__":
    main()
