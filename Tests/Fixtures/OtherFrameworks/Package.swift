// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

// A package as its authors have it, with tests of XCTest and of Swift Testing, and nothing of this project. The end-to-end
// tests build it with `swift build --build-tests`, and run what that makes.
let package = Package(
    name: "OtherFrameworks",
    targets: [
        .target(name: "Shop"),
        .testTarget(name: "ShopTests", dependencies: ["Shop"], resources: [.copy("Resources/prices.txt")]),
        .testTarget(name: "ShopSwiftTests", dependencies: ["Shop"]),
    ]
)
