// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

// A library whose lines are reached by a bundle, by XCTest and by Swift Testing: Tests/Coverage/check.py counts them.
let package = Package(
    name: "till",
    products: [.library(name: "TillSuites", type: .dynamic, targets: ["TillSuites"])],
    dependencies: [.package(name: "bundle-test-runner", path: "../../..")],
    targets: [
        .target(name: "Till"),
        .target(
            name: "TillSuites",
            dependencies: ["Till", .product(name: "TestKit", package: "bundle-test-runner")],
            plugins: [.plugin(name: "RegisterTests", package: "bundle-test-runner")]
        ),
        .testTarget(name: "TillTests", dependencies: ["Till"]),
    ],
    swiftLanguageModes: [.v6]
)
