#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a SwiftPM package of suites with empty cases, for the benchmarks.

usage: generate.py PACKAGE-ROOT OUTPUT-DIRECTORY CASES...   (100 cases a class)
"""
import pathlib
import sys

CASES_PER_CLASS = 100


def suite(index: int, count: int) -> str:
    methods = "\n".join(f"    func testCase{number:04}() {{}}" for number in range(count))
    return f"import TestKit\n\nfinal class Suite{index:04}: TestCase {{\n{methods}\n}}\n"


def write_target(directory: pathlib.Path, cases: int) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for index, start in enumerate(range(0, cases, CASES_PER_CLASS)):
        text = suite(index, min(CASES_PER_CLASS, cases - start))
        path = directory / f"Suite{index:04}.swift"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def main() -> None:
    root, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    counts = [int(text) for text in sys.argv[3:]]
    for count in counts:
        write_target(output / "Sources" / f"Empty{count}", count)
    products = "\n".join(
        f'        .library(name: "Empty{count}", type: .dynamic, targets: ["Empty{count}"]),' for count in counts)
    targets = "\n".join(
        f"""        .target(
            name: "Empty{count}", dependencies: [.product(name: "TestKit", package: "{root.name}")],
            plugins: [.plugin(name: "RegisterTests", package: "{root.name}")]),""" for count in counts)
    manifest = f"""// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "suites",
    products: [
{products}
    ],
    dependencies: [.package(path: "{root}")],
    targets: [
{targets}
    ],
    swiftLanguageModes: [.v6]
)
"""
    path = output / "Package.swift"
    if not path.exists() or path.read_text() != manifest:
        path.write_text(manifest)


if __name__ == "__main__":
    main()
