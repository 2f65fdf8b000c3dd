#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A synchronous XCTest method on the main actor does not compile beside one that is not, though the class does.
#
# Version: SwiftPM and XCTest of the Swift toolchain 6.3.1, Linux. Source: the output of `swift build --build-tests`.
# Behaviour: SwiftPM writes a list of the tests as an array literal. The types of the two methods differ, and the array has no common one.
# Output seen: the listing: conflicting arguments to generic parameter 'Element'; all tests on the main actor: 0
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
    @MainActor func testOne() {}
    func testTwo() {}
}
SWIFT
swift build --target ShopTests >/dev/null 2>&1
swift build --build-tests >mixed.txt 2>&1 && mixed=0 || mixed=$?
sed -i 's/    func/    @MainActor func/' Tests/ShopTests/ShopTests.swift
swift build --build-tests >/dev/null 2>&1 && all=0 || all=$?
echo "the listing: $(grep -o "conflicting arguments to generic parameter 'Element'" mixed.txt | head -1); all tests on the main actor: $all"
[ "$mixed" -ne 0 ] && grep -q "conflicting arguments" mixed.txt && [ "$all" -eq 0 ]
