// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

/// TestKit as one shared library.
let shared = Target.Dependency.product(name: "TestKitShared", package: "bundle-test-runner")
/// TestKit, which each library gets a copy of.
let own = Target.Dependency.product(name: "TestKit", package: "bundle-test-runner")
/// Registration without a list to keep.
let registered = Target.PluginUsage.plugin(name: "RegisterTests", package: "bundle-test-runner")

// Base classes and helpers that several teams share as libraries; docs/SharedBases.md shows the right way.
let package = Package(
    name: "bases",
    products: [
        .library(name: "SharedBases", type: .dynamic, targets: ["SharedBases"]),
        .library(name: "UrgentBases", type: .dynamic, targets: ["UrgentBases"]),
        .library(name: "OwnBases", type: .dynamic, targets: ["OwnBases"]),
        .library(name: "OwnHelpers", type: .dynamic, targets: ["OwnHelpers"]),
        .library(name: "PlainBases", targets: ["PlainBases"]),
    ],
    dependencies: [.package(name: "bundle-test-runner", path: "../../..")],
    targets: [
        // As it should be.
        .target(name: "SharedBases", dependencies: [shared], path: "SharedBases", plugins: [registered]),
        // Focused, so it has a library of its own.
        .target(name: "UrgentBases", dependencies: [shared], path: "UrgentBases", plugins: [registered]),
        // With a TestKit of its own: nothing in it reaches the TestKit of the bundle.
        .target(name: "OwnBases", dependencies: [own], path: "OwnBases", plugins: [registered]),
        .target(name: "OwnHelpers", dependencies: [own], path: "OwnHelpers"),
        // Without the plug-in: not registered.
        .target(name: "PlainBases", dependencies: [own], path: "PlainBases"),
    ],
    swiftLanguageModes: [.v6]
)
