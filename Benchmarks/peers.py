#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the host with other test runners and with the C floor, and prints one table.

usage: peers.py [--runs N] [--rows 1,2,…] [--peers gtest,…] [--build]

Rows by number:
  1 one more empty passing case, quiet        6 peak memory of all processes, 10,000 cases
  2 the same with a line for each case        7 1,000 bundles of one case
  3 one more case in a process of its own     8 building 10,000 cases (only with --build: minutes)
  4 start-up with one case                    9 two jobs against one, cases of 1 ms
  5 listing 10,000 cases

Builds what it needs in .build-benchmarks (see run.py); the peers' suites come from peers/generate.py. Peers that --peers does
not name are left out, and those that are not installed, with a note. The sides of a row take turns. A figure is the median of the runs; a slope is the
difference of the medians at two sizes by the difference in cases, and its ratio the ratio of the slopes. Nothing here
passes or fails.

Suites for C++ peers are compiled with -O0, since their cases are empty and their libraries come optimised.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
import generate
import run
from run import BUILD, ROOT

PEERS = BUILD / "peers"
LIBRARIES = {
    "gtest": (["g++", "-std=c++17", "-O0"], ["-lgtest_main", "-lgtest", "-pthread"]),
    "cppunit": (["g++", "-O0"], ["-lcppunit"]),
    "boost": (["g++", "-O0"], ["-lboost_unit_test_framework"]),
    "criterion": (["gcc", "-O0"], ["-lcriterion"]),
}
# Small and large numbers of cases; smaller where the compiler, or a process for each case, is slow.
SIZES = {"gtest": (1000, 10000), "cppunit": (1000, 10000), "boost": (1000, 10000), "criterion": (10, 100),
         "xctest": (1000, 10000), "swift-testing": (100, 1000)}


def log(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# Building the peers

def compile_peer(peer: str, cases: int) -> pathlib.Path:
    """An executable of a C or C++ peer."""
    folder = PEERS / f"{peer}-{cases}"
    compiler, libraries = LIBRARIES[peer]
    sources = generate.generate(folder, peer, cases, 1000 if cases > 1000 else 100)
    target = folder / "suite"
    if target.exists() and all(path.stat().st_mtime < target.stat().st_mtime for path in sources):
        return target
    objects = [path.with_suffix(".o") for path in sources]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda pair: run.call(*compiler, "-c", pair[0], "-o", pair[1]), zip(sources, objects)))
    run.call(compiler[0], *objects, "-o", target, *libraries)
    return target


def build_package(peer: str, cases: int) -> pathlib.Path:
    """The test executable of a SwiftPM package."""
    folder = PEERS / f"{peer}-{cases}"
    generate.generate(folder, peer, cases)
    products = run.swift_build(folder, folder / ".build", "--build-tests")
    return next(products.glob("*.xctest"))


def build_peers(names: list[str]) -> dict[tuple[str, int], pathlib.Path]:
    """The executables by peer and number of cases. Prints the time of each build to standard error."""
    built = {}
    for peer in names:
        for cases in SIZES[peer]:
            started = time.perf_counter()
            try:
                build = compile_peer if peer in LIBRARIES else build_package
                built[peer, cases] = build(peer, cases)
            except (subprocess.CalledProcessError, OSError) as error:
                log(f"left out: {peer}, which does not build here ({error})")
                break
            log(f"{peer}, {cases} cases: built in {time.perf_counter() - started:.1f} s")
    return built


# Measuring

def turns(sides: dict[str, list[str]], runs: int, measure=None) -> dict[str, list[float]]:
    """The figures of several commands, in turn, after one uncounted run of each."""
    measure = measure or (lambda command: run.measure(command)[0])
    for command in sides.values():
        measure(command)
    figures: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(runs):
        for name, command in sides.items():
            figures[name].append(measure(command))
    return figures


def slopes(few: dict[str, list[str]], many: dict[str, list[str]], added: dict[str, int], runs: int) -> dict[str, float]:
    """The cost of one more case for each side, in seconds. All sides and both sizes run in turn."""
    figures = turns({**{(name, 0): command for name, command in few.items()},
                     **{(name, 1): command for name, command in many.items()}}, runs)
    return {name: (statistics.median(figures[name, 1]) - statistics.median(figures[name, 0])) / added[name] for name in few}


def processes(root: int) -> list[int]:
    """A process and all its descendants."""
    found, next_up = [], [root]
    while next_up:
        pid = next_up.pop()
        found.append(pid)
        try:
            children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
        except OSError:
            continue
        next_up += [int(word) for word in children.split()]
    return found


def memory(command: list[str]) -> float:
    """The sampled peak of the sum of the proportional set sizes of all processes, in MB."""
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(command, stdout=nothing, stderr=nothing, stdin=subprocess.DEVNULL)
        peak = 0
        while process.poll() is None:
            total = 0
            for pid in processes(process.pid):
                try:
                    with open(f"/proc/{pid}/smaps_rollup") as file:
                        total += next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
                except (OSError, StopIteration):
                    pass
            peak = max(peak, total)
    return peak / 1024


# The table

class Table:
    """Prints rows as they come."""

    def __init__(self) -> None:
        print("| # | what | side | median | against | ratio | target |")
        print("| --- | --- | --- | --- | --- | --- | --- |")

    def rows(self, number: int, what: str, figures: dict[str, float], base: str, unit: float, name: str,
             targets: dict[str, str], digits: int = 2) -> None:
        """One row for each side; the ratios are to the side `base`."""
        if base not in figures:
            log(f"row {number}: no {base} here")
        for side, figure in figures.items():
            ratio = f"{figure / figures[base]:.2f}" if base in figures and side != base and figures[base] else ""
            print(f"| {number} | {what} | {side} | {figure / unit:.{digits}f} {name} | {base if ratio else ''} | {ratio} "
                  f"| {targets.get(side, '') if ratio else ''} |", flush=True)


def medians(figures: dict[str, list[float]]) -> dict[str, float]:
    return {name: statistics.median(values) for name, values in figures.items()}


class Benchmark:
    """The rows, by number."""

    def __init__(self, runs: int, peers: list[str]) -> None:
        self.runs = runs
        host, floor, self.suites = run.build()
        self.host, self.floor = str(host), str(floor)
        self.peers = build_peers(peers)
        self.table = Table()

    def runner(self, name: str, *options: str) -> list[str]:
        """The host with a record of its own, so that it does not read the classes of all other rows."""
        return [self.host, "--seed", "1", "--state", str(run.BUILD / "state" / name), *options]

    def ours(self, configuration: str, cases: int, *options: str) -> list[str]:
        path = self.suites[configuration] / f"libEmpty{cases}.so"
        return [*self.runner(f"{configuration}-{cases}", *options), str(path)]

    def peer(self, peer: str, cases: int, *options: str) -> list[str]:
        path = self.peers[peer, cases]
        if peer in ("xctest", "swift-testing"):
            library = ["--testing-library", "swift-testing"] if peer == "swift-testing" else []
            return run.pinned([str(path), *library, *options])
        return [str(path), *options]

    def sloped(self, sides: dict[str, tuple], own: list[str]) -> dict[str, float]:
        """Slopes of our two configurations and of the installed peers."""
        few, many, added = {}, {}, {}
        for configuration in ("release", "debug"):
            name = f"runner, {configuration} bundle"
            few[name], many[name] = self.ours(configuration, 1000, *own), self.ours(configuration, 10000, *own)
            added[name] = 9000
        for name, (peer, *options) in sides.items():
            low, high = SIZES[peer]
            if (peer, high) not in self.peers:
                continue
            few[name], many[name] = self.peer(peer, low, *options), self.peer(peer, high, *options)
            added[name] = high - low
        return slopes(few, many, added, self.runs)

    def row1(self) -> None:
        figures = self.sloped({
            "gtest brief": ("gtest", "--gtest_brief=1"), "CppUnit": ("cppunit",),
            "Boost.Test": ("boost", "--log_level=nothing", "--report_level=no"),
            "Criterion": ("criterion", "-q", "-j1"), "XCTest": ("xctest",),
            "Swift Testing": ("swift-testing", "--no-parallel")}, ["--quiet", "--jobs", "1"])
        self.table.rows(1, "one more case, quiet", figures, "gtest brief", 1e-6, "µs",
                        {"runner, release bundle": "≤ 0.5, aim 0.25", "runner, debug bundle": "≤ 1"})

    def row2(self) -> None:
        figures = self.sloped({"gtest": ("gtest",), "CppUnit, a line each": ("cppunit", "verbose")},
                              ["--verbose", "--jobs", "1"])
        self.table.rows(2, "one more case, a line each", figures, "gtest", 1e-6, "µs",
                        {"runner, release bundle": "≤ 0.4"})

    def row3(self) -> None:
        own = ["--quiet", "--jobs", "1", "--isolation", "case"]
        low, high = 1, 1000
        path = lambda cases: str(self.suites["release"] / f"libEmpty{cases}.so")
        figures = slopes(
            {"runner": self.ours("release", low, *own), "C floor, fork": [self.floor, "fork", path(low)]},
            {"runner": self.ours("release", high, *own), "C floor, fork": [self.floor, "fork", path(high)]},
            {"runner": high - low, "C floor, fork": high - low}, self.runs)
        self.table.rows(3, "one more case, a process each", figures, "C floor, fork", 1e-6, "µs", {"runner": "≤ 1.3"}, 0)

    def row4(self) -> None:
        path = str(self.suites["release"] / "libEmpty1.so")
        figures = turns({"runner": self.ours("release", 1, "--quiet"), "C floor": [self.floor, "run", path]},
                        2 * self.runs)
        self.table.rows(4, "start-up, one case", medians(figures), "C floor", 1e-3, "ms", {"runner": "≤ 1.5"})

    def row5(self) -> None:
        sides = {"runner": self.ours("release", 10000, "--list")}
        if ("cppunit", 10000) in self.peers:
            sides["CppUnit"] = self.peer("cppunit", 10000, "list")
        if ("gtest", 10000) in self.peers:
            sides["gtest"] = self.peer("gtest", 10000, "--gtest_list_tests")
        self.table.rows(5, "list 10,000 cases", medians(turns(sides, self.runs)), "gtest", 1e-3, "ms",
                        {"runner": "≤ 0.8"})

    def row6(self) -> None:
        sides = {"runner, release bundle": self.ours("release", 10000, "--quiet", "--jobs", "1"),
                 "runner, debug bundle": self.ours("debug", 10000, "--quiet", "--jobs", "1")}
        if ("gtest", 10000) in self.peers:
            sides["gtest brief"] = self.peer("gtest", 10000, "--gtest_brief=1")
        figures = turns(sides, self.runs, memory)
        # The samples miss the peak of a short run rather than overstate it.
        self.table.rows(6, "peak memory, 10,000 cases", {name: max(values) for name, values in figures.items()},
                        "gtest brief", 1, "MB", {"runner, release bundle": "≤ 1"}, 1)

    def row7(self) -> None:
        single, folder = run.c_bundle(PEERS / "single.so"), PEERS / "thousand"
        folder.mkdir(exist_ok=True)
        paths = [folder / f"Bundle{number:04}.so" for number in range(1000)]
        for path in paths:
            if not path.exists():
                shutil.copy(single, path)
        figures = turns({"runner": [*self.runner("thousand", "--quiet", "--jobs", "1"), str(folder)],
                         "C floor": [self.floor, "run", *map(str, paths)]}, self.runs)
        self.table.rows(7, "1,000 bundles of one case", medians(figures), "C floor", 1e-3, "ms", {"runner": "≤ 1.75"}, 1)

    def row9(self) -> None:
        bundle = str(run.c_bundle(PEERS / "work.so", CLASSES=100, CASES=10, WORK_NS=1_000_000))
        own = lambda jobs: [*self.runner("work", "--quiet", "--jobs", str(jobs)), bundle]
        half = run.c_bundle(PEERS / "half.so", CLASSES=50, CASES=10, WORK_NS=1_000_000)
        # The capacity of the machine for two processes that share nothing.
        alone = f'"{self.host}" --no-state --seed 1 --quiet --jobs 1 "{half}"'
        figures = medians(turns({"--jobs 1": own(1), "--jobs 2": own(2),
                                 "two runs of half each": ["sh", "-c", f"{alone} & {alone}; wait"]}, self.runs))
        self.table.rows(9, "1,000 cases of 1 ms", figures, "--jobs 1", 1e-3, "ms", {"--jobs 2": "≤ 0.54 (1.85 times)"}, 0)

    def row8(self) -> None:
        """A clean build of each side. Its dependencies are built beforehand."""
        scratch = BUILD / "build-time"
        shutil.rmtree(scratch, ignore_errors=True)
        figures = {}
        folder = scratch / "suites"
        run.call("python3", ROOT / "Benchmarks/generate.py", ROOT, folder, 1)
        run.swift_build(folder, scratch / "build", "-c", "debug")
        run.call("python3", ROOT / "Benchmarks/generate.py", ROOT, folder, 10000)
        figures["runner, debug"] = self.timed(lambda: run.swift_build(folder, scratch / "build", "-c", "debug"))
        peer = scratch / "xctest"
        generate.generate(peer, "xctest", 10000)
        figures["XCTest"] = self.timed(lambda: run.swift_build(peer, peer / ".build", "--build-tests"))
        if ("gtest", 10000) in self.peers:
            shutil.rmtree(PEERS / "gtest-10000")
            figures["gtest, -O0"] = self.timed(lambda: compile_peer("gtest", 10000))
        self.table.rows(8, "build 10,000 cases", figures, "XCTest", 1, "s", {"runner, debug": "≤ 0.8"}, 1)

    @staticmethod
    def timed(work) -> float:
        started = time.perf_counter()
        work()
        return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=11, help="counted runs of each command [11]")
    parser.add_argument("--rows", default="1,2,3,4,5,6,7,9", help="which rows")
    parser.add_argument("--peers", default=",".join(SIZES), help="which peers [all]")
    parser.add_argument("--build", action="store_true", help="measure building, too (row 8)")
    options = parser.parse_args()
    peers = [name for name in options.peers.split(",") if name]
    unknown = sorted(set(peers) - set(SIZES))
    if unknown:
        parser.error(f"--peers: there is no {unknown[0]!r}; there are {', '.join(SIZES)}")
    benchmark = Benchmark(options.runs, peers)
    rows = [int(word) for word in options.rows.split(",")] + ([8] if options.build else [])
    for number in rows:
        getattr(benchmark, f"row{number}")()


if __name__ == "__main__":
    main()
