#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An issue that a trait records in `prepare(for:)`, or that a condition records, is not reported, and the run passes.
#
# Version: Swift Testing of the Swift toolchain 6.3.1, Linux. Source: the output of `swift test`.
# Behaviour: traits are prepared and conditions called while the run is planned, when no event handler is installed. An error that
# `prepare(for:)` throws is reported, and an expectation that fails there is not.
# Output seen: prepared: 1; condition called: 1; issues: 0; exit code 0
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
import Testing

struct Prepares: TestTrait {
    func prepare(for test: Test) async throws {
        print("prepared")
        #expect(1 == 2)
    }
}

func isOpen() -> Bool {
    print("condition")
    Issue.record("not yet known")
    return true
}

@Test(Prepares(), .enabled(if: isOpen())) func passes() {}
SWIFT
swift test --disable-xctest >said.txt 2>&1 && code=0 || code=$?
prepared=$(grep -c '^prepared$' said.txt || true)
called=$(grep -c '^condition$' said.txt || true)
issues=$(grep -c 'recorded an issue' said.txt || true)
echo "prepared: $prepared; condition called: $called; issues: $issues; exit code $code"
[ "$prepared" -eq 1 ] && [ "$called" -eq 1 ] && [ "$issues" -eq 0 ] && [ "$code" -eq 0 ]
