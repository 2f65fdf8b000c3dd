#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how long people wait for builds: packages of suites beside the same tests in the toolchain's frameworks, and this project.

usage: build_time.py [--runs N] [--rows 1,2,…] [--against COMMIT]

Rows by number:
  1 the first build of a package        4 the first build of a package, with an installed runner
  2 a changed environment variable      5 the first build of a test target with TestKit, to the same in Swift Testing; with an installed runner
  3 one edited test, to its result      6 the same target alone, after an edit of each file
  7 README's first command, the build of the tests, and `swift test`: a fresh clone of HEAD, and of COMMIT in turn
  8 a release build of the runner, as 7
  9 an edit of a body in the lowest floor of this checkout, whose tests are built, to its unit tests' result

Writes the packages into .build-benchmarks/build-time. The sides take turns; a figure is the median of the runs, a ratio
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
import typing

import run

PLACE = run.BUILD / "build-time"
HEAD = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=run.ROOT, text=True).strip()
# A release of HEAD: for those who ask for a version, an installed registrar serves. SwiftPM keeps copies by address.
PUBLISHED = PLACE / HEAD[:12] / "bundle-test-runner"
CASES = 10

MANIFEST = """// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "suites",%s
    targets: [%s],
    swiftLanguageModes: [.v6]
)
"""
LIBRARY = """
    products: [.library(name: "Suites", type: .dynamic, targets: ["Suites"])],"""
DEPENDENCY = {
    "checkout": f"""
    dependencies: [.package(name: "bundle-test-runner", path: "{run.ROOT}")],""",
    "release": f"""
    dependencies: [.package(url: "file://{PUBLISHED}", exact: "0.1.0")],""",
}
TARGET = """
        .%s(
            name: "Suites", dependencies: [.product(name: "TestKit", package: "bundle-test-runner")],
            plugins: [.plugin(name: "RegisterTests", package: "bundle-test-runner")])"""
PLAIN = '.testTarget(name: "Suites")'
TESTS = "import {module}\n\n{head} {{\n{cases}\n}}\n"


class Side(typing.NamedTuple):
    """A package of test classes, and how it is built."""
    name: str
    manifest: str
    module: str = "TestKit"
    head: str = "final class Suite{index:02}: TestCase"
    case: str = "    func testCase{number:02}() {{ expectEqual([{number}, {edition}].count, 2) }}"
    classes: int = 4
    is_target: bool = True

    @property
    def directory(self) -> pathlib.Path:
        return PLACE / self.name

    @property
    def build(self) -> list[str]:
        return ["swift", "build", *(["--build-tests"] if self.is_target else [])]

    def edit(self, index: int, edition: int) -> None:
        """Writes a class of tests; each edition has another number in its first case."""
        cases = "\n".join(self.case.format(number=number, edition=edition if number == 0 else 1) for number in range(CASES))
        folder = self.directory / ("Tests/Suites" if self.is_target else "Sources/Suites")
        folder.mkdir(parents=True, exist_ok=True)
        text = TESTS.format(module=self.module, head=self.head.format(index=index), cases=cases)
        (folder / f"Suite{index:02}.swift").write_text(text)

    def write(self) -> None:
        """Writes the package anew."""
        shutil.rmtree(self.directory, ignore_errors=True)
        for index in range(self.classes):
            self.edit(index, 0)
        (self.directory / "Package.swift").write_text(self.manifest)


def bundle(name: str, dependency: str) -> Side:
    return Side(name, MANIFEST % (LIBRARY + DEPENDENCY[dependency], TARGET % "target"), is_target=False)


def target(name: str, dependency: str) -> Side:
    return Side(name, MANIFEST % (DEPENDENCY[dependency], TARGET % "testTarget"), classes=20)


BUNDLE, RELEASED_BUNDLE = bundle("bundle", "checkout"), bundle("bundle-release", "release")
TARGETS, RELEASED_TARGETS = target("target", "checkout"), target("target-release", "release")
XCTEST = Side("xctest", MANIFEST % ("", PLAIN), "XCTest", "final class Suite{index:02}: XCTestCase",
              "    func testCase{number:02}() {{ XCTAssertEqual([{number}, {edition}].count, 2) }}")
TESTING = Side("testing", MANIFEST % ("", PLAIN), "Testing", "struct Suite{index:02}",
               "    @Test func case{number:02}() {{ #expect([{number}, {edition}].count == 2) }}", classes=20)


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


def clone(commit: str) -> pathlib.Path:
    """A fresh clone of a commit."""
    directory = PLACE / "clone"
    shutil.rmtree(directory, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", str(run.ROOT), str(directory)], check=True)
    subprocess.run(["git", "checkout", "--quiet", commit], cwd=directory, check=True)
    return directory


def newcomer(commit: str) -> dict[str, tuple[float, float]]:
    """What somebody waits for who has just cloned a commit."""
    directory = clone(commit)
    return {
        "README's first command": seconds(["sh", "-c", readme("run", directory)], directory),
        "build of the tests": seconds(["swift", "build", "--build-tests"], directory),
        "run of `swift test`": seconds(["sh", "-c", readme("test", directory)], directory),
    }


def release(commit: str) -> dict[str, tuple[float, float]]:
    """What a release build of the runner takes in a fresh clone."""
    return {"release build": seconds(["swift", "build", "-c", "release", "--product", "runner"], clone(commit))}


class Benchmark:
    """The rows, by number."""

    def __init__(self, runs: int, against: str = "") -> None:
        self.runs, self.against = runs, against
        self.editions = itertools.count(1)
        self.ready: set[str] = set()
        self.installed: dict[str, str] = {}

    def prepare(self, side: Side) -> None:
        """Writes a package, unless that has been done."""
        if side.name not in self.ready:
            self.ready.add(side.name)
            side.write()

    def install(self) -> None:
        """Makes a release of HEAD to depend on, and has its registrar in `PATH`, as an installed runner does."""
        programs = PUBLISHED.parent / "bin"
        if not programs.exists():
            shutil.rmtree(PUBLISHED, ignore_errors=True)
            subprocess.run(["git", "clone", "--quiet", str(run.ROOT), str(PUBLISHED)], check=True)
            subprocess.run(["git", "tag", "--force", "0.1.0"], cwd=PUBLISHED, check=True, stdout=subprocess.DEVNULL)
            seconds(["swift", "build", "--product", "BundleRegistrar"], PUBLISHED)
            programs.mkdir()
            shutil.copy(PUBLISHED / ".build/debug/BundleRegistrar", programs / "BundleRegistrar-0.1.0")
        self.installed = {"PATH": f"{programs}:{os.environ['PATH']}"}

    def row(self, number: int, what: str, goal: str, ours: Side, theirs: Side, measure) -> None:
        """Measures both sides in turn and prints a line for each clock."""
        self.prepare(ours)
        self.prepare(theirs)
        pairs = [(measure(ours), measure(theirs)) for _ in range(self.runs)]
        show(number, what, goal, pairs)

    def build_all(self, *sides: Side) -> None:
        """Builds packages whole, unless they are."""
        for side in sides:
            self.prepare(side)
            seconds(side.build, side.directory)

    def whole(self, number: int, what: str, ours: Side, theirs: Side, **variables: str) -> None:
        """The first build, of a package whose manifest is compiled and whose dependencies are there."""
        def measure(side: Side) -> tuple[float, float]:
            shutil.rmtree(side.directory / ".build", ignore_errors=True)
            seconds(["swift", "package", "describe"], side.directory, **variables)
            return seconds(side.build, side.directory, **variables)
        self.row(number, what, "≤ 1.25", ours, theirs, measure)

    def first(self) -> None:
        self.whole(1, "first build of a package", BUNDLE, XCTEST)

    def variable(self) -> None:
        self.build_all(BUNDLE, XCTEST)
        def measure(side: Side) -> tuple[float, float]:
            return seconds(side.build, side.directory, BUILD_TIME_EDITION=str(next(self.editions)))
        self.row(2, "a changed environment variable", "≤ 3 s", BUNDLE, XCTEST, measure)

    def edited(self) -> None:
        self.build_all(BUNDLE, XCTEST)
        seconds(["swift", "build", "--product", "runner"], BUNDLE.directory)
        test = {BUNDLE: "swift build && .build/debug/runner --seed 1 .build/debug", XCTEST: "swift test --disable-swift-testing"}
        def measure(side: Side) -> tuple[float, float]:
            side.edit(0, next(self.editions))
            return seconds(["sh", "-c", test[side]], side.directory)
        self.row(3, "one edited test, to its result", "≤ 1", BUNDLE, XCTEST, measure)

    def first_installed(self) -> None:
        self.install()
        self.whole(4, "first build of a package, installed runner", RELEASED_BUNDLE, XCTEST, **self.installed)

    def target(self) -> None:
        self.whole(5, "first build of a test target", TARGETS, TESTING)
        self.install()
        self.whole(5, "first build of a test target, installed runner", RELEASED_TARGETS, TESTING, **self.installed)

    def target_alone(self) -> None:
        self.build_all(TARGETS, TESTING)
        def measure(side: Side) -> tuple[float, float]:
            edition = next(self.editions)
            for index in range(side.classes):
                side.edit(index, edition)
            return seconds(side.build, side.directory)
        self.row(6, "a test target alone", "≤ 1.25", TARGETS, TESTING, measure)

    def project(self, number: int, measure) -> None:
        """Measures fresh clones of HEAD, and in turn of the commit to compare with."""
        commits = ["HEAD", self.against] if self.against else ["HEAD"]
        runs = [[measure(subprocess.check_output(["git", "rev-parse", commit], cwd=run.ROOT, text=True).strip()) for commit in commits]
                for _ in range(self.runs)]
        for what in runs[0][0]:
            show(number, what, "", [tuple(side[what] for side in sides) for sides in runs])

    def lowest_floor(self) -> None:
        file = run.ROOT / "Sources/Runner/Support/Text/PlainText.swift"
        test = ["swift", "test", "--filter", "^RunnerTests\\.PlainText"]
        text = file.read_text()
        seconds(test, run.ROOT)
        figures = []
        try:
            for _ in range(self.runs):
                # In a body: for a new declaration, all that uses the floor is compiled again.
                file.write_text(text.replace("        var place", f"        _ = {next(self.editions)}\n        var place", 1))
                figures.append((seconds(test, run.ROOT),))
        finally:
            file.write_text(text)
        show(9, "an edit of a body in the lowest floor, to its unit tests' result", "≤ 20 s", figures)


def show(number: int, what: str, goal: str, runs: list[tuple]) -> None:
    """Prints the medians of runs of one side or two, by each clock."""
    for kind, by in enumerate(("clock", "processor")):
        medians = [f"{statistics.median(one[kind] for one in side):.2f} s" for side in zip(*runs)]
        if len(medians) == 2:
            medians.append(f"{statistics.median(ours[kind] / theirs[kind] for ours, theirs in runs):.2f}")
        print(f"| {number} | {what}, {by} | {' | '.join(medians + [''] * (3 - len(medians)))} | {goal} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, help="runs of each side [3]")
    parser.add_argument("--rows", default="1,2,3,4,5,6", help="the rows to measure [1,2,3,4,5,6]")
    parser.add_argument("--against", default="", metavar="COMMIT", help="the commit that rows 7 and 8 measure in turn")
    arguments = parser.parse_args()
    benchmark = Benchmark(arguments.runs, arguments.against)
    print(f"medians of {arguments.runs} runs, sides in turn; {os.cpu_count()} processors\n")
    print("| # | what | ours | the other | ratio | goal |")
    print("| --- | --- | ---: | ---: | ---: | --- |")
    rows = {
        1: benchmark.first, 2: benchmark.variable, 3: benchmark.edited, 4: benchmark.first_installed, 5: benchmark.target,
        6: benchmark.target_alone, 7: lambda: benchmark.project(7, newcomer), 8: lambda: benchmark.project(8, release),
        9: benchmark.lowest_floor,
    }
    for number in map(int, arguments.rows.split(",")):
        rows[number]()


if __name__ == "__main__":
    main()
