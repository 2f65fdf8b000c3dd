// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

// Suites that stand beside the code they test are there only where somebody asks for them. Without that, the package does
// not even depend on TestKit.
/// Rule 65.
let hasSuites = Context.environment["TESTKIT_SUITES"] == "1"

let package = Package(
    name: "compiled-out-fixture",
    products: [.executable(name: "shop-tool", targets: ["shop-tool"])]
        + (hasSuites ? [.library(name: "ShopSuites", type: .dynamic, targets: ["Shop"])] : []),
    dependencies: hasSuites ? [.package(name: "bundle-test-runner", path: "../../..")] : [],
    targets: [
        .target(
            name: "Shop",
            dependencies: hasSuites ? [.product(name: "TestKit", package: "bundle-test-runner")] : [],
            swiftSettings: hasSuites ? [.define("TESTKIT_SUITES")] : [],
            plugins: hasSuites ? [.plugin(name: "RegisterTests", package: "bundle-test-runner")] : []
        ),
        .executableTarget(name: "shop-tool", dependencies: ["Shop"]),
    ],
    swiftLanguageModes: [.v6]
)
