// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

// A library between that of the base classes and the bundles. It has a package of its own, since SwiftPM links the targets of
// one package into each library of it.
let package = Package(
    name: "middles",
    products: [.library(name: "MiddleBases", type: .dynamic, targets: ["MiddleBases"])],
    dependencies: [
        .package(name: "bundle-test-runner", path: "../../.."), .package(name: "bases", path: "../Bases"),
    ],
    targets: [
        .target(
            name: "MiddleBases",
            dependencies: [
                .product(name: "TestKitShared", package: "bundle-test-runner"),
                .product(name: "SharedBases", package: "bases"),
            ],
            path: "MiddleBases",
            plugins: [.plugin(name: "RegisterTests", package: "bundle-test-runner")])
    ],
    swiftLanguageModes: [.v6]
)
