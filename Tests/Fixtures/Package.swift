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

/// Generated code has no warning, whatever it registers.
let strict = SwiftSetting.unsafeFlags(["-warnings-as-errors"])

/// A module of suites in a directory of its name, which the plug-in registers.
@MainActor func suites(
    _ name: String, _ dependencies: [Target.Dependency] = [kit], resources: [Resource] = [],
    settings: [SwiftSetting] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: name, resources: resources, swiftSettings: settings,
        plugins: [registered])
}

// The bundles that the end-to-end tests run, written as a team would write its own. Tests/EndToEndTests builds them.
let package = Package(
    name: "fixtures",
    products: [
        "RuleSuites", "HookSuites", "FocusSuites", "HandSuites", "ExampleSuites",
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
        suites("SharedSuites", [kit, "Trace"]),

        // One class or more for each rule of the semantics.
        suites("RuleSuites", [kit, "SharedSuites", "Trace"], settings: [.define("FIXTURE_CONDITION"), strict]),
        // Rule 4's table: what fails, and what follows.
        suites("HookSuites", [kit, "Trace"]),
        // Failures that a report at a terminal has to show well.
        suites("ScreenSuites"),
        // Cases that wait for finish() in vain.
        suites("WaitingSuites"),
        // Focus narrows a run, so it has a bundle of its own.
        suites("FocusSuites", [kit, "SharedSuites", "Trace"]),
        // Rules 14 to 17: examples from everywhere. docs/DataDriven.md quotes it.
        suites(
            "ExampleSuites", [kit, resources],
            resources: [
                "PropertyListTests.plist", "DirectoryTests.testsuite", "InheritedDataTests.json", "people.json",
            ].map { .copy("Resources/\($0)") }),
        // Rule 18: examples that cannot be had.
        suites("BrokenExampleSuites", [kit, resources]),
        suites("HangingExampleSuites"),
        // Tags, time limits and attachments.
        suites("TraitSuites"),
        // Crashes whose reports show the test.
        suites("CrashSuites"),
        // The suite that docs/Tutorial.md builds, step by step.
        suites("TutorialSuites"),
        // Cases with parameters; data files in a folder that is copied whole.
        suites("TypedSuites", [kit, resources], resources: [.copy("Resources")], settings: [strict]),
        // Swift Testing's assertions in TestKit's cases, in two bundles.
        suites("TestingSuites"), suites("MoreTestingSuites"),
        // Hierarchies of classes over two modules, in every shape.
        suites("HierarchyBases"), suites("HierarchySuites", [kit, "HierarchyBases"], settings: [strict]),
        // XCTest's assertions in TestKit's cases.
        suites("XCTestSuites"),
        // Observers, and processes that end in the middle; work that is left behind.
        suites("ObservedSuites"), suites("LateSuites"),
        // Threads of Foundation's, and those that tests start by it.
        suites("ProcessSuites"),
        // Base classes that are shared as libraries, with one TestKit for all: docs/SharedBases.md.
        suites("SharingTeamA", [shared, base("SharedBases"), middle]),
        suites("SharingTeamB", [shared, base("SharedBases"), middle]),
        suites("UrgentTeam", [shared, base("UrgentBases"), middle]),
        // How not to: what would be lost is told.
        suites("OwnBaseTeam", [kit, base("OwnBases")]), suites("OwnHelperTeam", [kit, base("OwnHelpers")]),
        suites("PlainBaseTeam", [kit, base("PlainBases")]), suites("PlainHookTeam", [kit, base("PlainBases")]),
        // Bugs that some interleavings of tasks show, and correct programs like them.
        suites("InterleavingSuites"),
        // Random numbers by the seed, under the names of docs/ORDER.md's table.
        suites("Shop"),
        // Registered by hand, without the plugin.
        .target(name: "HandSuites", dependencies: [kit, "Trace"], path: "HandSuites"),
    ],
    swiftLanguageModes: [.v6]
)
