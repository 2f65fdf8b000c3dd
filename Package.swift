// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "bundle-test-runner",
    products: [
        .executable(name: "runner", targets: ["Runner"]),
        .library(name: "TestKit", targets: ["TestKit"]),
        .library(name: "BundleABI", targets: ["BundleABI"]),
        .plugin(name: "RegisterTests", targets: ["RegisterTests"]),
    ],
    targets: [
        // The contract between host and bundle: a C header, and asserts on its layout.
        .target(name: "BundleABI"),

        // What a suite imports.
        .target(name: "ModuleSection"),
        .target(name: "TestKit", dependencies: ["BundleABI", "ModuleSection"]),

        // The host. It knows a bundle by the C header alone.
        .target(name: "WorkerShims"),
        .executableTarget(name: "Runner", dependencies: ["BundleABI", "WorkerShims"]),

        // Registration without a list to keep.
        .executableTarget(name: "BundleRegistrar"),
        .plugin(name: "RegisterTests", capability: .buildTool(), dependencies: ["BundleRegistrar"]),

        .testTarget(name: "BundleABITests", dependencies: ["BundleABI"]),
        .testTarget(name: "RunnerTests", dependencies: ["Runner", "WorkerShims"]),
        .testTarget(name: "TestKitTests", dependencies: ["TestKit", "BundleABI"]),
        .testTarget(name: "BundleRegistrarTests", dependencies: ["BundleRegistrar"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)
