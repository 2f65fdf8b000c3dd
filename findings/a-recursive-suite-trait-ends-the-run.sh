#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A trait of suites that is recursive, and is no trait of tests, compiles and ends `swift test` before the first test, without a word.
#
# Version: Swift Testing of the Swift toolchain 6.3.1, Linux. Source: the output of `swift test`.
# Behaviour: a recursive trait is given to the tests in the suite as well. That traps where it conforms to SuiteTrait alone.
# Output seen: with SuiteTrait: exit code 1, unexpected signal code 4; with TestTrait as well: exit code 0
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

struct Everywhere: SuiteTrait {
    let isRecursive = true
}

@Suite(Everywhere()) struct ShopTests {
    @Test func passes() {}
}
SWIFT
export SWIFT_BACKTRACE=enable=no
swift test --disable-xctest >alone.txt 2>&1 && alone=0 || alone=$?
sed -i 's/: SuiteTrait/: SuiteTrait, TestTrait/' Tests/ShopTests/ShopTests.swift
swift test --disable-xctest >both.txt 2>&1 && both=0 || both=$?
echo "with SuiteTrait: exit code $alone, $(grep -o 'unexpected signal code [0-9]*' alone.txt | head -1); with TestTrait as well: exit code $both"
[ "$alone" -ne 0 ] && grep -q 'unexpected signal' alone.txt && [ "$both" -eq 0 ]
