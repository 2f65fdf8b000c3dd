#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Of two test methods that differ only in `async`, one never runs, and nothing says so.
#
# Version: SwiftPM and XCTest of the Swift toolchain 6.3.1, Linux. Source: the output of `swift test`.
# Behaviour: SwiftPM writes a list of the test methods, which has each name once. There Swift chooses one of the two methods.
# Output seen: build warnings: 0; testOne ran: 1; the synchronous one: 1; the asynchronous one: 0
set -euo pipefail
swiftc --version 2>/dev/null | grep -q 'Swift version 6\.3\.1' || { echo 'needs Swift 6.3.1'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p Tests/ShopTests
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.1
import PackageDescription

let package = Package(name: "shop", targets: [.testTarget(name: "ShopTests")])
SWIFT
cat >Tests/ShopTests/ShopTests.swift <<'SWIFT'
import XCTest

final class ShopTests: XCTestCase {
    func testOne() { print("the synchronous one") }
    func testOne() async { print("the asynchronous one") }
}
SWIFT
swift build --build-tests >built.txt 2>&1
swift test --skip-build --disable-swift-testing >said.txt 2>&1
warnings=$(grep -c 'warning: ' built.txt || true)
ran=$(grep -c "testOne' passed" said.txt || true)
first=$(grep -c '^the synchronous one$' said.txt || true)
second=$(grep -c '^the asynchronous one$' said.txt || true)
echo "build warnings: $warnings; testOne ran: $ran; the synchronous one: $first; the asynchronous one: $second"
[ "$warnings" -eq 0 ] && [ $((first > 0)) -ne $((second > 0)) ]
