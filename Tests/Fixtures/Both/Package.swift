// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

// A package as its authors have it, with tests of XCTest and of Swift Testing, none of which ends its process. `swift test` runs it
// with and without the runner behind it.
let package = Package(
    name: "Both",
    targets: [
        .target(name: "Stock"),
        .testTarget(name: "StockTests", dependencies: ["Stock"]),
        .testTarget(name: "StockSwiftTests", dependencies: ["Stock"]),
        .testTarget(name: "ShelfTests", dependencies: ["Stock"]),
    ]
)
