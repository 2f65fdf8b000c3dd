#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A test that fails in the first of two rounds, which a trait of its suite makes, has passed by the JUnit file of a red run.
#
# Version: Swift Testing of the Swift toolchain 6.3.1, Linux. Source: the output of `swift test --xunit-output`.
# Behaviour: a scope may perform its suite several times. The console and the exit code have the issues of all rounds; the file has for each
# test what the last round came to, and counts no failure. Readers of the file see a green run.
# Output seen: exit code 1; issues on the console: 1; failures in the file: 0
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

enum Backend { @TaskLocal static var name = "" }

/// Runs its suite with each backend.
struct Backends: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for name in ["memory", "disk"] { try await Backend.$name.withValue(name) { try await function() } }
    }
}

@Suite(Backends()) struct StoreTests {
    @Test func keeps() { #expect(Backend.name == "disk") }
}
SWIFT
swift test --disable-xctest --xunit-output report.xml >said.txt 2>&1 && code=0 || code=$?
issues=$(grep -c 'recorded an issue' said.txt || true)
failures=$(cat report*.xml | grep -c '<failure' || true)
grep -q '<testcase classname="ShopTests.StoreTests" name="keeps()"' report*.xml || { echo 'the file has no such test'; exit 1; }
echo "exit code $code; issues on the console: $issues; failures in the file: $failures"
[ "$code" -eq 1 ] && [ "$issues" -eq 1 ] && [ "$failures" -eq 0 ]
