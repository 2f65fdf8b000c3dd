// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

// Tests that end, hang or name their arguments as few do. The end-to-end tests build it with `swift build --build-tests`.
let package = Package(
    name: "Oddities",
    targets: ["OddTests", "OddSwiftTests", "InterleavingTests"].map { .testTarget(name: $0) }
)
