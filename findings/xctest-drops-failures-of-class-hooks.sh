#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An assertion that fails in `class func setUp` or `class func tearDown` is not reported, and the run passes.
#
# Version: XCTest of the Swift toolchain 6.3.1, Linux. Source: the output of `swift test`.
# Behaviour: XCTest records a failure in the case that runs. Between two classes there is none, and XCTest says nothing of the failure.
# Output seen: the hooks ran: 2; failures: 0; exit code 0
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
    override class func setUp() {
        print("hook")
        XCTFail("no shop")
    }
    override class func tearDown() {
        print("hook")
        XCTAssertEqual(1, 2)
    }
    func testPasses() {}
}
SWIFT
swift test --disable-swift-testing >said.txt 2>&1 && code=0 || code=$?
hooks=$(grep -c '^hook$' said.txt || true)
failures=$(grep -c ' error: ' said.txt || true)
echo "the hooks ran: $hooks; failures: $failures; exit code $code"
[ "$hooks" -eq 2 ] && [ "$failures" -eq 0 ] && [ "$code" -eq 0 ]
