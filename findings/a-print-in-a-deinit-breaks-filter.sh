#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A test class that prints when it is released cannot be run by `swift test --filter`.
#
# Version: SwiftPM and XCTest of the Swift toolchain 6.3.1, Linux. Source: the output of `swift test`.
# Behaviour: to list the tests, SwiftPM runs the executable with --dump-tests-json, and reads JSON from its standard output. XCTest makes
# an instance of each test for that and releases it, so what a deinit prints is in the JSON. --skip and --parallel list the tests as well.
# Output seen: plain: 0; with --filter: 1, error: invalid list test JSON structure
set -euo pipefail
swiftc --version 2>/dev/null | grep -q 'Swift version 6\.3\.1' || { echo 'needs Swift 6.3.1'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p Tests/LoudTests
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.1
import PackageDescription

let package = Package(name: "loud", targets: [.testTarget(name: "LoudTests")])
SWIFT
cat >Tests/LoudTests/LoudTests.swift <<'SWIFT'
import XCTest

final class LoudTests: XCTestCase {
    func testPasses() {}
    deinit { print("released") }
}
SWIFT
swift test --disable-swift-testing >plain.txt 2>&1 && plain=0 || plain=$?
swift test --disable-swift-testing --skip-build --filter LoudTests >filtered.txt 2>&1 && filtered=0 || filtered=$?
echo "plain: $plain; with --filter: $filtered, $(grep -o 'error: invalid list test JSON structure' filtered.txt | head -1)"
[ "$plain" -eq 0 ] && [ "$filtered" -ne 0 ]
