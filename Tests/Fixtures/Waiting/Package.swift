// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "waiting-fixture",
    products: [.library(name: "Waiting", type: .dynamic, targets: ["Waiting"])],
    dependencies: [.package(name: "bundle-test-runner", path: "../../..")],
    targets: [
        .target(
            name: "Waiting",
            dependencies: [.product(name: "TestKit", package: "bundle-test-runner")],
            plugins: [.plugin(name: "RegisterTests", package: "bundle-test-runner")]
        )
    ],
    swiftLanguageModes: [.v6]
)
