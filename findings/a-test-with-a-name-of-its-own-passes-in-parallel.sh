#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A failing XCTest method whose class overrides `name` fails by `swift test`, and is green by `swift test --parallel` and by `--filter`.
#
# Version: SwiftPM and XCTest of the Swift toolchain 6.3.1, Linux. Source: the output of `swift test`.
# Behaviour: `name` is open. The list of tests has it in the place of the method's, so SwiftPM starts
# XCTest with a name of which there is no method. XCTest then runs nothing and exits with 0. `--parallel` and `--filter` do so for each test
# that they start, and say nothing.
# Output seen: plainly: exit code 1; in parallel: 0, [1/1] Testing ShopTests.PriceTests/price; by its name: 0, 0 failures of 0 tests
set -euo pipefail
swiftc --version 2>/dev/null | grep -q 'Swift version 6\.3\.1' || { echo 'needs Swift 6.3.1'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p Tests/ShopTests
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.0
import PackageDescription

let package = Package(name: "shop", targets: [.testTarget(name: "ShopTests")])
SWIFT
cat >Tests/ShopTests/PriceTests.swift <<'SWIFT'
import XCTest

final class PriceTests: XCTestCase {
    override var name: String { "price" }
    func testPrice() { XCTAssertEqual(1, 2) }
}
SWIFT
swift build --build-tests >built.txt 2>&1

# Runs the tests by XCTest alone; sets code.
run() { swift test --skip-build --disable-swift-testing "$@" >said.txt 2>&1 && code=0 || code=$?; }
run
plain=$code
run --parallel
parallel=$code
shown=$(grep -o '\[1/1\] Testing ShopTests\.PriceTests/price' said.txt | head -n 1)
run --filter 'PriceTests/price'
filtered=$code
count=$(grep -oE 'Executed [0-9]+ tests?, with [0-9]+ failures?' said.txt | sort -u)
echo "plainly: exit code $plain; in parallel: $parallel, $shown; by its name: $filtered, $count"
[ "$plain" -eq 1 ] && [ "$parallel" -eq 0 ] && [ -n "$shown" ] && [ "$filtered" -eq 0 ] && [ "$count" = 'Executed 0 tests, with 0 failures' ]
