#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# XCTSkipIf(true) without a message says what XCTSkipUnless(false) would say.
#
# Version: XCTest of the Swift toolchain 6.3.1, Linux. Source: the output of `swift test`.
# Behaviour: a test that is skipped since a condition is true is reported as "required true value but got false".
# Output seen: Test skipped: required true value but got false
set -euo pipefail
swiftc --version 2>/dev/null | grep -q 'Swift version 6\.3\.1' || { echo 'needs Swift 6.3.1'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p Tests/SkipTests
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.1
import PackageDescription

let package = Package(name: "skips", targets: [.testTarget(name: "SkipTests")])
SWIFT
cat >Tests/SkipTests/SkipTests.swift <<'SWIFT'
import XCTest

final class SkipTests: XCTestCase {
    func testSkips() throws { try XCTSkipIf(true) }
}
SWIFT
swift test --disable-swift-testing 2>&1 | grep -o 'Test skipped: .*' | tee said
grep -q 'required true value but got false' said
