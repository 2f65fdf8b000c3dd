// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

// TestKit's classes in a test target, beside tests of XCTest and Swift Testing.
let package = Package(
    name: "KitTargets",
    dependencies: [.package(name: "bundle-test-runner", path: "../../..")],
    targets: [
        .testTarget(
            name: "KitTests",
            dependencies: [.product(name: "TestKit", package: "bundle-test-runner")],
            plugins: [.plugin(name: "RegisterTests", package: "bundle-test-runner")])
    ]
)
