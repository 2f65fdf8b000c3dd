// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// What Swift Testing's event stream can say of a test, once each: Tests/SwiftTest/check.py compares the runner's stream with it.
let package = Package(name: "Streams", targets: [.testTarget(name: "StreamTests")])
