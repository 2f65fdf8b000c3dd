#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A test class within another type compiles alone, but not in a test target.
#
# Version: SwiftPM and XCTest of the Swift toolchain 6.3.1, Linux. Source: the output of `swift build --build-tests`.
# Behaviour: SwiftPM writes a list of the test classes by their last names (`extension CartTests`), in a module of its own. A class within
# an enumeration is not found there by that name. Generic classes, and classes with raw names, fail in the same way.
# Output seen: all-discovered-tests: cannot find type 'CartTests' in scope
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

enum Shop {
    final class CartTests: XCTestCase {
        func testIsEmpty() {}
    }
}
SWIFT
swift build --target ShopTests >/dev/null 2>&1
swift build --build-tests >built.txt 2>&1 && built=0 || built=$?
echo "the listing: $(grep -o "cannot find.* in scope" built.txt | head -1)"
[ "$built" -ne 0 ] && grep -q "cannot find.*CartTests" built.txt
