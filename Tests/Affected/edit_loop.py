#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the edit loop of `--affected`: from the end of the build to the result, for one changed function among many tests.

usage: edit_loop.py RUNNER DIRECTORY [EDITS]

DIRECTORY gets a package of 2,600 tests of XCTest in 100 classes, which use 100 classes of ten modules. It is built and recorded once;
then, for each edit, one function's body is changed, the package is built, and `--affected` is timed, which builds nothing. Each edit
changes another function, and must choose the tests that enter it, and no other.

needs: swift
"""

import pathlib
import re
import statistics
import sys
import time

import trials

CLASSES, TESTS, MODULES = 100, 26, 10


def source(index):
    """A class of the package: each function calls the one before it, up to the last multiple of five."""
    functions = "\n".join(
        f"    public func step{number}(_ value: Int) -> Int {{\n"
        f"        values.append(value)\n"
        f"        return {'value' if number % 5 == 0 else f'step{number - 1}(value)'} &+ {number + 1}\n    }}"
        for number in range(TESTS))
    return f"public final class Part{index} {{\n    public var values: [Int] = []\n    public init() {{}}\n{functions}\n}}\n"


def tests(index, module):
    """The tests of a class."""
    def expected(number):
        return sum(step + 1 for step in range(number // 5 * 5, number + 1))
    methods = "\n".join(
        f"    func testStep{number}() {{\n        let part = Part{index}()\n"
        f"        XCTAssertEqual(part.step{number}(0), {expected(number)})\n"
        f"        XCTAssertGreaterThan(part.values.count, 0)\n    }}"
        for number in range(TESTS))
    return f"import XCTest\nimport {module}\n\nfinal class Part{index}Tests: XCTestCase {{\n{methods}\n}}\n"


def write(path, text):
    """Writes a file, unless it has the text already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def generate(directory):
    """Writes the package."""
    modules = [f"Module{number}" for number in range(MODULES)]
    for index in range(CLASSES):
        module = modules[index % MODULES]
        write(directory / "Sources" / module / f"Part{index}.swift", source(index))
        write(directory / "Tests/PartTests" / f"Part{index}Tests.swift", tests(index, module))
    targets = "".join(f'        .target(name: "{module}"),\n' for module in modules)
    names = ", ".join(f'"{module}"' for module in modules)
    write(directory / "Package.swift", f"""// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Parts",
    targets: [
{targets}        .testTarget(name: "PartTests", dependencies: [{names}]),
    ]
)
""")


def edited(directory, edit):
    """Changes one function, so that its result stays the same; the number of tests that enter it."""
    index, number = edit % CLASSES, edit * 7 % TESTS
    path = directory / "Sources" / f"Module{index % MODULES}" / f"Part{index}.swift"
    text = path.read_text()
    head = f"func step{number}(_ value: Int) -> Int {{\n"
    path.write_text(text.replace(head, head + f"        values.reserveCapacity({edit + 10})\n", 1))
    return min(number // 5 * 5 + 5, TESTS) - number


def main():
    runner, directory = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
    edits = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    generate(directory)
    fault = trials.build(directory)
    if fault:
        raise SystemExit(fault)
    trials.record(runner, directory)
    times = []
    for edit in range(edits):
        expected = edited(directory, edit)
        fault = trials.build(directory)
        if fault:
            raise SystemExit(fault)
        start = time.monotonic()
        out, err, code = trials.run([runner, ".build/debug", "--affected", *trials.SETTINGS], directory)
        times.append(time.monotonic() - start)
        found = re.search(r"(\d+) run, [\d,]+ unchanged", out)
        if code != 0 or found is None or int(found.group(1)) != expected:
            raise SystemExit(f"edit {edit}: {expected} tests expected, exit code {code}\n{out}{err}")
        print(f"edit {edit}: {expected} run in {times[-1]:.2f} s")
    print(f"median {statistics.median(times):.2f} s, longest {max(times):.2f} s")


if __name__ == "__main__":
    main()
