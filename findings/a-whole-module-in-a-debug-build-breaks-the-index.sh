#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A debug build with `-whole-module-optimization` as a setting of its target fails, unless it also has `-num-threads`.
#
# Version: SwiftPM and the compiler of the Swift toolchain 6.3.1, Linux. Source: the output of `swift build`.
# Behaviour: a debug build writes an index. For a module as a whole, the compiler is given the file of the index for each source, but names one
# output, so it ends with an error that names neither the setting nor a source. With `-num-threads 2` it has an output for each source, and
# the same setting builds; so does the setting alone without the index.
# Output seen: alone: exit code 1, index output filenames do not match input source files; with threads: 0; without the index: 0
set -euo pipefail
swiftc --version 2>/dev/null | grep -q 'Swift version 6\.3\.1' || { echo 'needs Swift 6.3.1'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p Sources/Shop
echo 'public func price() -> Int { 1 }' >Sources/Shop/Price.swift
echo 'public func count() -> Int { 2 }' >Sources/Shop/Count.swift

# Builds with some flags of the target and options of SwiftPM; sets code.
build() {
    cat >Package.swift <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(name: "shop", targets: [.target(name: "Shop", swiftSettings: [.unsafeFlags([$1])])])
SWIFT
    rm -rf .build
    swift build $2 >said.txt 2>&1 && code=0 || code=$?
}

build '"-whole-module-optimization"' ''
alone=$code
words=$(grep -o 'index output filenames do not match input source files' said.txt | sort -u)
build '"-whole-module-optimization", "-num-threads", "2"' ''
threads=$code
build '"-whole-module-optimization"' '--disable-index-store'
echo "alone: exit code $alone, $words; with threads: $threads; without the index: $code"
[ "$alone" -eq 1 ] && [ -n "$words" ] && [ "$threads" -eq 0 ] && [ "$code" -eq 0 ]
