#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures XCTest and Swift Testing packages, run as they are, side by side with `swift test`.

usage: adapter.py [--runs N] [--rows 1,2,…] [--runner FILE] [--filter TEXT] [PACKAGE…]

Rows by number:
  1 one more empty case of XCTest             4 100 cases of XCTest, a process each
  2 one more empty test of Swift Testing      5 each PACKAGE, a directory with a package's sources
  3 listing 1,000 tests of each               6 one worker and two: 100 and 1,000 quick tests, and those of each PACKAGE
                                                that --filter selects, by the clock and by the processor; no record
  7 what 1,000 quick tests and each PACKAGE pay by the processor: for opening and listing; for each further worker, with what
    --filter selects; and for each case by which two workers take longer than one

A case of either framework wakes threads, which costs more if they are on another processor: rows 1 and 2 have both.

Builds what it needs in .build-benchmarks, and each package in its own .build, unless that has been done. The sides of a row
take turns. A figure is the median of the runs; a slope is the difference of the medians at two sizes by the difference in
cases. Nothing here passes or fails; tests of a package may fail on every side alike.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
import peers
import run

SIZES = {"xctest": (1000, 10000), "swift-testing": (100, 1000)}
NAMES = {"xctest": "XCTest", "swift-testing": "Swift Testing"}


def seconds(words: list[str], directory: str) -> float:
    """One run in a directory, whatever it comes to."""
    started = time.perf_counter()
    subprocess.run(words, cwd=directory, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def processor(words: list[str], directory: str) -> float:
    """The processor time of one run in a directory, with all that it started and waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds(words, directory)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Benchmark:
    """The rows, by number."""

    def __init__(self, runs: int, runner: pathlib.Path | None, packages: list[str], wanted: str | None) -> None:
        self.runs, self.packages, self.filter = runs, packages, ["--filter", wanted] if wanted else []
        run.BUILD.mkdir(exist_ok=True)
        self.runner = str(runner.resolve() if runner else run.release_runner())
        self.state = tempfile.mkdtemp(prefix="testkit-benchmark-")
        self.table = peers.Table()

    def ours(self, path: pathlib.Path, *options: str) -> list[str]:
        """The runner, with a record of its own for each executable."""
        name = f"{self.state}/{str(path).replace('/', '-')}"
        return [self.runner, "--seed", "1", "--quiet", "--state", name, *options, str(path)]

    def one_more(self, number: int, peer: str, target: str) -> None:
        few, many = SIZES[peer]
        low, high = peers.build_package(peer, few), peers.build_package(peer, many)
        library = ["--testing-library", "swift-testing", "--no-parallel"] if peer == "swift-testing" else []
        ours, own = "runner, --jobs 1, one processor", f"{NAMES[peer]}, one processor"

        def sides(path: pathlib.Path) -> dict[str, list[str]]:
            one_job, framework = self.ours(path, "--jobs", "1"), [str(path), *library]
            return {ours: run.pinned(one_job), "runner, --jobs 1": one_job, "runner": self.ours(path),
                    own: run.pinned(framework), NAMES[peer]: framework}

        few_sides, many_sides = sides(low), sides(high)
        figures = peers.slopes(few_sides, many_sides, dict.fromkeys(few_sides, many - few), self.runs)
        self.table.rows(number, f"one more empty case of {NAMES[peer]}", figures, own, 1e-6, "µs", {ours: target}, 0)

    def row1(self) -> None:
        self.one_more(1, "xctest", "≤ 60 µs")

    def row2(self) -> None:
        self.one_more(2, "swift-testing", "≤ 120 µs")

    def row3(self) -> None:
        for peer in SIZES:
            hundred, thousand = peers.build_package(peer, 100), peers.build_package(peer, 1000)
            figures = peers.slopes({"runner --list": self.ours(hundred, "--list")},
                                   {"runner --list": self.ours(thousand, "--list")}, {"runner --list": 900}, self.runs)
            figures = {side: figure * 1000 for side, figure in figures.items()}
            self.table.rows(3, f"list 1,000 more tests of {NAMES[peer]}", figures, "runner --list", 1e-3, "ms", {}, 1)
            package = str(thousand.parent.parent.parent.parent)
            sides = {"runner --list": self.ours(thousand, "--list"), "swift test list": ["swift", "test", "list", "--skip-build"]}
            whole = peers.medians(peers.turns(sides, self.runs, lambda words: seconds(words, package)))
            self.table.rows(3, f"list 1,000 tests of {NAMES[peer]}, all of it", whole, "swift test list", 1e-3, "ms", {}, 0)

    def row4(self) -> None:
        path = peers.build_package("xctest", 100)
        package = str(path.parent.parent.parent.parent)
        sides = {"runner --isolation case": self.ours(path, "--isolation", "case"),
                 "swift test --parallel": ["swift", "test", "--skip-build", "--parallel"]}
        figures = peers.medians(peers.turns(sides, max(1, self.runs // 3), lambda words: seconds(words, package)))
        self.table.rows(4, "100 cases of XCTest, a process each", figures, "swift test --parallel", 1e-3, "ms",
                        {"runner --isolation case": "≤ 1"}, 0)

    def row5(self) -> None:
        for package in self.packages:
            path = self.executable(package)
            sides = {"swift test": ["swift", "test", "--skip-build"],
                     "swift test --parallel": ["swift", "test", "--skip-build", "--parallel"],
                     "runner": self.ours(path), "runner --jobs 1": self.ours(path, "--jobs", "1"),
                     "runner --isolation case": self.ours(path, "--isolation", "case")}
            figures = peers.medians(peers.turns(sides, self.runs, lambda words: seconds(words, package)))
            self.table.rows(5, os.path.basename(os.path.abspath(package)), figures, "swift test", 1, "s",
                            {"runner": "≤ 1, aim 0.55"})

    def executable(self, package: str) -> pathlib.Path:
        run.call("swift", "build", "--package-path", package, "--build-tests")
        return next((pathlib.Path(package) / ".build/debug").glob("*.xctest")).resolve()

    def row6(self) -> None:
        rows = [(f"{size} quick tests", peers.build_package("swift-testing", size), []) for size in SIZES["swift-testing"]]
        for package in self.packages:
            path = self.executable(package)
            rows.append((" ".join([os.path.basename(os.path.abspath(package)), *self.filter]), path, self.filter))
        for name, path, words in rows:
            package = str(path.parent.parent.parent.parent)
            ours = [self.runner, "--seed", "1", "--quiet", "--no-state", *words, str(path)]
            sides = {"runner -j 1": [*ours, "-j", "1"], "runner -j 2": [*ours, "-j", "2"],
                     "swift test": ["swift", "test", "--skip-build", *words]}
            for what, measure, target in [("clock", seconds, "≤ 1.05"), ("processor", processor, "≤ 1.15")]:
                figures = peers.medians(peers.turns(sides, self.runs, lambda words: measure(words, package)))
                self.table.rows(6, f"{name}, {what}", figures, "runner -j 1", 1, "s", {"runner -j 2": target}, 2)

    def row7(self) -> None:
        thousand = peers.build_package("swift-testing", 1000)
        rows = [("1,000 quick tests", thousand, ["--filter", "testCase0001"])]
        rows += [(os.path.basename(os.path.abspath(package)), self.executable(package), self.filter) for package in self.packages]
        for name, path, words in rows:
            ours = [self.runner, "--seed", "1", "--quiet", "--no-state"]
            one = [*ours, "-j", "1", *words, str(path)]
            sides = {"opening and listing": [*ours, "--list", str(path)], "one run": one, "11 runs": [*one, "--repeat", "11"]}
            if path == thousand:
                sides |= {f"-j {jobs}": [*ours, "-j", jobs, str(path)] for jobs in ("1", "2")}
            figures = peers.medians(peers.turns(sides, self.runs, lambda words: processor(words, "/")))
            pays = {"opening and listing": figures["opening and listing"],
                    "a further worker": (figures["11 runs"] - figures["one run"]) / 10}
            if path == thousand:
                pays["a case, two workers beyond one"] = (figures["-j 2"] - figures["-j 1"]) / 1000
            self.table.rows(7, f"{name}, processor", pays, "opening and listing", 1e-3, "ms", {"a further worker": "≤ 50 ms"}, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9, help="counted runs of each command [9]")
    parser.add_argument("--rows", default="1,2,3,4,5,6,7", help="which rows")
    parser.add_argument("--runner", type=pathlib.Path, help="a built runner; else one is built")
    parser.add_argument("--filter", metavar="TEXT", help="row 6: which tests of a package")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    options = parser.parse_args()
    benchmark = Benchmark(options.runs, options.runner, options.packages, options.filter)
    for number in options.rows.split(","):
        getattr(benchmark, f"row{number}")()


if __name__ == "__main__":
    main()
