// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

// Tests of both frameworks with a bug that shows in some interleavings of tasks only.
let package = Package(name: "Interleavings", targets: [.testTarget(name: "InterleavingTests")])
