#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how long a newcomer waits for builds: a package of suites, side by side with the same tests as an XCTest package.

usage: build_time.py [--runs N] [--rows 1,2,…] [--against COMMIT]

Rows by number:
  1 the first build of a package        3 one edited test, to its result
  2 a changed environment variable      4 the first build of the runner, in debug
  5 README's first command, the build of the tests, and `swift test`: a fresh clone of HEAD, and of COMMIT in turn

Writes both packages into .build-benchmarks/build-time. The sides take turns; a figure is the median of the runs, a ratio
the median of the ratios of the pairs, by the clock and by the processor's time: on a busy machine, the clock says more of
the others. Nothing here passes or fails.
"""
import argparse
import itertools
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import time

import run

CLASSES, CASES = 4, 10
PLACE = run.BUILD / "build-time"

MANIFESTS = {
    "runner": """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "suites",
    products: [.library(name: "Suites", type: .dynamic, targets: ["Suites"])],
    dependencies: [.package(name: "bundle-test-runner", path: "%(root)s")],
    targets: [
        .target(
            name: "Suites", dependencies: [.product(name: "TestKit", package: "bundle-test-runner")],
            plugins: [.plugin(name: "RegisterTests", package: "bundle-test-runner")])
    ],
    swiftLanguageModes: [.v6]
)
""",
    "XCTest": """// swift-tools-version: 6.1
import PackageDescription

let package = Package(name: "suites", targets: [.testTarget(name: "Suites")], swiftLanguageModes: [.v6])
""",
}
MODULE = {"runner": "TestKit", "XCTest": "XCTest"}
FOLDER = {"runner": "Sources/Suites", "XCTest": "Tests/Suites"}
BASE = {"runner": "TestCase", "XCTest": "XCTestCase"}
EQUAL = {"runner": "expectEqual", "XCTest": "XCTAssertEqual"}
BUILD = {"runner": ["swift", "build"], "XCTest": ["swift", "build", "--build-tests"]}


def source(side: str, index: int, edition: int = 0) -> str:
    """A class of tests; each edition has another number in its first case."""
    cases = "\n".join(
        f"    func testCase{number:02}() {{ {EQUAL[side]}([{number}, {edition if number == 0 else 1}].count, 2) }}"
        for number in range(CASES))
    return f"import {MODULE[side]}\n\nfinal class Suite{index:02}: {BASE[side]} {{\n{cases}\n}}\n"


def write(side: str) -> pathlib.Path:
    """Writes a package anew and returns its directory."""
    directory = PLACE / side
    shutil.rmtree(directory, ignore_errors=True)
    (directory / FOLDER[side]).mkdir(parents=True)
    (directory / "Package.swift").write_text(MANIFESTS[side] % {"root": run.ROOT})
    for index in range(CLASSES):
        (directory / FOLDER[side] / f"Suite{index:02}.swift").write_text(source(side, index))
    return directory


def processor() -> float:
    """The processor's time of all commands so far, with their children."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def seconds(words: list[str], directory: pathlib.Path, **variables: str) -> tuple[float, float]:
    """One successful command in a directory: its time by the clock, and by the processor."""
    started, used = time.perf_counter(), processor()
    done = subprocess.run(words, cwd=directory, capture_output=True, text=True, env={**os.environ, **variables})
    took = time.perf_counter() - started, processor() - used
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return took


def readme(name: str, clone: pathlib.Path) -> str:
    """The command that the README of a clone has under a mark."""
    return (clone / "README.md").read_text().split(f"<!-- command: {name} -->\n```sh\n")[1].split("\n```")[0]


def newcomer(commit: str) -> dict[str, tuple[float, float]]:
    """What somebody waits for who has just cloned a commit."""
    clone = PLACE / "clone"
    shutil.rmtree(clone, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", str(run.ROOT), str(clone)], check=True)
    subprocess.run(["git", "checkout", "--quiet", commit], cwd=clone, check=True)
    return {
        "README's first command": seconds(["sh", "-c", readme("run", clone)], clone),
        "build of the tests": seconds(["swift", "build", "--build-tests"], clone),
        "run of `swift test`": seconds(["sh", "-c", readme("test", clone)], clone),
    }


class Benchmark:
    """The rows, by number."""

    def __init__(self, runs: int, against: str = "") -> None:
        self.runs, self.against = runs, against
        self.editions = itertools.count(1)
        self.packages = {side: write(side) for side in MANIFESTS}
        # The manifests are compiled once for all runs, as are those of a user's other packages.
        for directory in self.packages.values():
            seconds(["swift", "package", "describe"], directory)
        self.is_built = False

    def row(self, number: int, what: str, measure, target: str) -> None:
        """Measures both sides in turn and prints a line for them."""
        figures = {side: [] for side in self.packages}
        for _ in range(self.runs):
            for side, directory in self.packages.items():
                figures[side].append(measure(side, directory))
        pairs = list(zip(figures["runner"], figures["XCTest"]))
        for kind, by in enumerate(("clock", "processor")):
            ratio = statistics.median(ours[kind] / theirs[kind] for ours, theirs in pairs)
            ours, theirs = (statistics.median(one[kind] for one in figures[side]) for side in ("runner", "XCTest"))
            print(f"| {number} | {what}, {by} | {ours:.2f} s | {theirs:.2f} s | {ratio:.2f} | {target} |", flush=True)

    def build_all(self) -> None:
        """Builds both packages and the runner, unless that has been done."""
        if self.is_built:
            return
        for side, directory in self.packages.items():
            seconds(BUILD[side], directory)
        seconds(["swift", "build", "--product", "runner"], self.packages["runner"])
        self.is_built = True

    def first(self) -> None:
        def measure(side: str, directory: pathlib.Path) -> tuple[float, float]:
            shutil.rmtree(directory / ".build", ignore_errors=True)
            return seconds(BUILD[side], directory)
        self.row(1, "first build of a package", measure, "≤ 1.36")

    def variable(self) -> None:
        self.build_all()
        def measure(side: str, directory: pathlib.Path) -> tuple[float, float]:
            return seconds(BUILD[side], directory, BUILD_TIME_EDITION=str(next(self.editions)))
        self.row(2, "a changed environment variable", measure, "≤ 3 s")

    def edited(self) -> None:
        self.build_all()
        runner = ".build/debug/runner"
        def measure(side: str, directory: pathlib.Path) -> tuple[float, float]:
            (directory / FOLDER[side] / "Suite00.swift").write_text(source(side, 0, next(self.editions)))
            if side == "XCTest":
                return seconds(["swift", "test", "--disable-swift-testing"], directory)
            return seconds(["sh", "-c", f"swift build && {runner} --seed 1 .build/debug"], directory)
        self.row(3, "one edited test, to its result", measure, "≤ 1")

    def runner(self) -> None:
        scratch = PLACE / "runner-scratch"
        figures = []
        for _ in range(self.runs):
            shutil.rmtree(scratch, ignore_errors=True)
            words = ["swift", "build", "--product", "runner", "--scratch-path", str(scratch)]
            figures.append(seconds(words, run.ROOT))
        for kind, by in enumerate(("clock", "processor")):
            median = statistics.median(one[kind] for one in figures)
            print(f"| 4 | first build of `runner`, debug, {by} | {median:.2f} s | | | ≤ 30 s |", flush=True)


    def project(self) -> None:
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=run.ROOT, capture_output=True, text=True, check=True).stdout.strip()
        sides = [newcomer(commit) for _ in range(self.runs) for commit in (head, self.against) if commit]
        ours, theirs = (sides[::2], sides[1::2]) if self.against else (sides, [])
        for what in sides[0]:
            for kind, by in enumerate(("clock", "processor")):
                median = statistics.median(side[what][kind] for side in ours)
                print(f"| 5 | {what}, {by} | {median:.0f} s |", end="")
                if theirs:
                    ratio = statistics.median(one[what][kind] / two[what][kind] for one, two in zip(ours, theirs))
                    print(f" {statistics.median(side[what][kind] for side in theirs):.0f} s | {ratio:.2f} |", end="")
                print(flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="runs of each side [3]")
    parser.add_argument("--rows", default="1,2,3,4", help="the rows to measure [1,2,3,4]")
    parser.add_argument("--against", default="", metavar="COMMIT", help="the commit that row 5 measures in turn")
    arguments = parser.parse_args()
    benchmark = Benchmark(arguments.runs, arguments.against)
    print(f"medians of {arguments.runs} runs, sides in turn; {os.cpu_count()} processors\n")
    print("| # | what | runner | XCTest | ratio | goal |")
    print("| --- | --- | ---: | ---: | ---: | --- |")
    rows = {1: benchmark.first, 2: benchmark.variable, 3: benchmark.edited, 4: benchmark.runner, 5: benchmark.project}
    for number in map(int, arguments.rows.split(",")):
        rows[number]()


if __name__ == "__main__":
    main()
