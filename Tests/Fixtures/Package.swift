// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

/// The product that a suite imports.
let kit = Target.Dependency.product(name: "TestKit", package: "bundle-test-runner")
/// TestKit as one shared library.
let shared = Target.Dependency.product(name: "TestKitShared", package: "bundle-test-runner")
/// The product that reads data files.
let resources = Target.Dependency.product(name: "TestKitResources", package: "bundle-test-runner")
/// Registration without a list to keep.
let registered = Target.PluginUsage.plugin(name: "RegisterTests", package: "bundle-test-runner")

/// A library of base classes or helpers, of another package.
func base(_ name: String) -> Target.Dependency { .product(name: name, package: "bases") }
/// The library between one of base classes and the bundles.
let middle = Target.Dependency.product(name: "MiddleBases", package: "middles")

// The bundles that the end-to-end tests run, written as a team would write its own. Tests/EndToEndTests builds them.
let package = Package(
    name: "fixtures",
    products: [
        "RuleSuites", "HookSuites", "FocusSuites", "HandSuites", "ExampleSuites", "FocusedExampleSuites",
        "BrokenExampleSuites", "HangingExampleSuites", "TraitSuites", "TutorialSuites", "CrashSuites", "TypedSuites",
        "TestingSuites", "MoreTestingSuites", "XCTestSuites", "HierarchySuites", "ObservedSuites", "LateSuites",
        "ScreenSuites", "SharingTeamA", "SharingTeamB", "UrgentTeam", "OwnBaseTeam", "OwnHelperTeam", "PlainBaseTeam",
        "PlainHookTeam", "InterleavingSuites", "ProcessSuites", "WaitingSuites",
    ].map {
        .library(name: $0, type: .dynamic, targets: [$0])
    } + [.library(name: "Checkout", type: .dynamic, targets: ["Shop"])],
    dependencies: [
        .package(name: "bundle-test-runner", path: "../.."), .package(name: "bases", path: "Bases"),
        .package(name: "middles", path: "Middles"),
    ],
    targets: [
        // Tells the end-to-end tests what was called, in which order.
        .target(name: "Trace", path: "Trace"),

        // Base classes that two bundles share; a module of its own.
        .target(name: "SharedSuites", dependencies: [kit, "Trace"], path: "SharedSuites", plugins: [registered]),

        // One class or more for each rule of the semantics.
        .target(
            name: "RuleSuites",
            dependencies: [kit, "SharedSuites", "Trace"],
            path: "RuleSuites",
            swiftSettings: [.define("FIXTURE_CONDITION")],
            plugins: [registered]
        ),
        // Rule 4's table: what fails, and what follows.
        .target(name: "HookSuites", dependencies: [kit, "Trace"], path: "HookSuites", plugins: [registered]),
        // Failures that a report at a terminal has to show well.
        .target(name: "ScreenSuites", dependencies: [kit], path: "ScreenSuites", plugins: [registered]),
        // Cases that wait for finish() and for expectations, in vain.
        .target(name: "WaitingSuites", dependencies: [kit], path: "WaitingSuites", plugins: [registered]),
        // Focus narrows a run, so it has a bundle of its own.
        .target(
            name: "FocusSuites", dependencies: [kit, "SharedSuites", "Trace"], path: "FocusSuites",
            plugins: [registered]),
        // Rules 14 to 17: examples from everywhere. docs/DataDriven.md quotes it.
        .target(
            name: "ExampleSuites",
            dependencies: [kit, resources],
            path: "ExampleSuites",
            resources: [
                "PropertyListTests.plist", "DirectoryTests.testsuite", "InheritedDataTests.json", "people.json",
            ].map { .copy("Resources/\($0)") },
            plugins: [registered]
        ),
        .target(name: "FocusedExampleSuites", dependencies: [kit], path: "FocusedExampleSuites", plugins: [registered]),
        // Rule 18: examples that cannot be had.
        .target(
            name: "BrokenExampleSuites",
            dependencies: [kit, resources],
            path: "BrokenExampleSuites",
            plugins: [registered]
        ),
        .target(name: "HangingExampleSuites", dependencies: [kit], path: "HangingExampleSuites", plugins: [registered]),
        // Tags, time limits and attachments.
        .target(name: "TraitSuites", dependencies: [kit], path: "TraitSuites", plugins: [registered]),
        // Crashes whose reports show the test.
        .target(name: "CrashSuites", dependencies: [kit], path: "CrashSuites", plugins: [registered]),
        // The suite that docs/Tutorial.md builds, step by step.
        .target(name: "TutorialSuites", dependencies: [kit], path: "TutorialSuites", plugins: [registered]),
        // Cases with parameters; data files in a folder that is copied whole.
        .target(
            name: "TypedSuites",
            dependencies: [kit, resources],
            path: "TypedSuites",
            resources: [.copy("Resources")],
            plugins: [registered]
        ),
        // Swift Testing's assertions in TestKit's cases, in two bundles.
        .target(name: "TestingSuites", dependencies: [kit], path: "TestingSuites", plugins: [registered]),
        .target(name: "MoreTestingSuites", dependencies: [kit], path: "MoreTestingSuites", plugins: [registered]),
        // Hierarchies of classes over two modules, in every shape.
        .target(name: "HierarchyBases", dependencies: [kit], path: "HierarchyBases", plugins: [registered]),
        .target(
            name: "HierarchySuites", dependencies: [kit, "HierarchyBases"], path: "HierarchySuites",
            plugins: [registered]),
        // XCTest's assertions in TestKit's cases.
        .target(name: "XCTestSuites", dependencies: [kit], path: "XCTestSuites", plugins: [registered]),
        // Observers, and processes that end in the middle; work that is left behind.
        .target(name: "ObservedSuites", dependencies: [kit], path: "ObservedSuites", plugins: [registered]),
        .target(name: "LateSuites", dependencies: [kit], path: "LateSuites", plugins: [registered]),
        // Threads of Foundation's, and those that tests start by it.
        .target(name: "ProcessSuites", dependencies: [kit], path: "ProcessSuites", plugins: [registered]),
        // Base classes that are shared as libraries, with one TestKit for all: docs/SharedBases.md.
        .target(
            name: "SharingTeamA", dependencies: [shared, base("SharedBases"), middle], path: "SharingTeamA",
            plugins: [registered]),
        .target(
            name: "SharingTeamB", dependencies: [shared, base("SharedBases"), middle], path: "SharingTeamB",
            plugins: [registered]),
        .target(
            name: "UrgentTeam", dependencies: [shared, base("UrgentBases"), middle], path: "UrgentTeam",
            plugins: [registered]),
        // How not to: what would be lost is told.
        .target(
            name: "OwnBaseTeam", dependencies: [kit, base("OwnBases")], path: "OwnBaseTeam", plugins: [registered]),
        .target(
            name: "OwnHelperTeam", dependencies: [kit, base("OwnHelpers")], path: "OwnHelperTeam",
            plugins: [registered]),
        .target(
            name: "PlainBaseTeam", dependencies: [kit, base("PlainBases")], path: "PlainBaseTeam",
            plugins: [registered]),
        .target(
            name: "PlainHookTeam", dependencies: [kit, base("PlainBases")], path: "PlainHookTeam",
            plugins: [registered]),
        // Bugs that some interleavings of tasks show, and correct programs like them.
        .target(name: "InterleavingSuites", dependencies: [kit], path: "InterleavingSuites", plugins: [registered]),
        // Random numbers by the seed, under the names of docs/ORDER.md's table.
        .target(name: "Shop", dependencies: [kit], path: "Shop", plugins: [registered]),
        // Registered by hand, without the plugin.
        .target(name: "HandSuites", dependencies: [kit, "Trace"], path: "HandSuites"),
    ],
    swiftLanguageModes: [.v6]
)
