// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import Glibc
import PackageDescription

// Debug builds, and with them all tests, check that nothing is changed while it is read; in a run, those checks would take a tenth
// of the host's time. The floors of the host are optimised as one. Accessor functions make generic metadata ten times
// faster than mangled names; a start needs about 100.
let hostSettings: [SwiftSetting] = [
    .unsafeFlags(
        [
            "-enforce-exclusivity=unchecked", "-cross-module-optimization", "-Xfrontend", "-function-sections",
            "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
        ],
        .when(configuration: .release))
]

/// Options that link the C++ runtime and the unwinder in, where there are archives of them.
///
/// A start takes a tenth less, and as much each process of a case. Bundles load the shared ones that they need. Some systems have the
/// archive in a package of its own.
func archives(in directory: String) -> [String] {
    var paths = glob_t()
    defer { globfree(&paths) }
    guard glob("/usr/lib/gcc/*/*/libstdc++.a", 0, nil, &paths) == 0 else { return [] }
    return ["-L\(directory)"]
}

/// The version of this package, as the plug-in and Version.swift have it.
let version = "0.1.0"

/// Whether the registrar of an installed runner takes the place of this package's, which users then need not build.
///
/// That is so where another package depends on this version and `PATH` has the registrar of the same.
let hasInstalledRegistrar =
    Context.gitInformation?.currentTag == version && Context.packageDirectory.contains("/checkouts/")
    && (Context.environment["PATH"] ?? "").split(separator: ":").contains {
        access("\($0)/BundleRegistrar-\(version)", X_OK) == 0
    }

/// The floors below the commands.
let hostFloors: [Target.Dependency] = [
    "RunnerSupport", "RunnerModel", "RunnerBundleFiles", "RunnerReports", "RunnerExecution",
]

let package = Package(
    name: "bundle-test-runner",
    products: [
        .executable(name: "runner", targets: ["Runner"]),
        .library(name: "TestKit", targets: ["TestKit"]),
        .library(name: "TestKitResources", targets: ["TestKitResources"]),
        // Both as one shared library, for base classes that are shared as libraries.
        .library(name: "TestKitShared", type: .dynamic, targets: ["TestKit", "TestKitResources", "SharedTestKit"]),
        .library(name: "BundleABI", targets: ["BundleABI"]),
        .plugin(name: "RegisterTests", targets: ["RegisterTests"]),
        .plugin(name: "RunSuites", targets: ["RunSuites"]),

        // The bundles of three example teams.
        .library(name: "FoundationSuites", type: .dynamic, targets: ["FoundationSuites"]),
        .library(name: "StdlibSuites", type: .dynamic, targets: ["StdlibSuites"]),
        .library(name: "LibcSuites", type: .dynamic, targets: ["LibcSuites"]),
    ],
    targets: [
        // The contract between host and bundle: a C header, and asserts on its layout.
        .target(name: "BundleABI"),

        // The library that a suite imports.
        .target(name: "ModuleSection", dependencies: ["BundleABI"]),
        .target(name: "TestKit", dependencies: ["BundleABI", "ModuleSection"]),

        // The library that a suite with data files imports as well: it needs Foundation, which TestKit does without.
        .target(name: "TestKitResources", dependencies: ["TestKit", "ModuleSection"]),

        // The part that only the shared library of both has: it keeps that from being a bundle.
        .target(name: "SharedTestKit"),

        // The host. It knows a bundle by the C header alone.
        .target(name: "WorkerShims", exclude: ["exports.list"]),
        // The HTML report's page, which the assembler puts into the program as it stands.
        .target(
            name: "ReportPage",
            exclude: ["page.html", "page.css", "script"],
            cSettings: [.headerSearchPath(".")]
        ),
        // The sources of the adapter for XCTest and Swift Testing, which the runner compiles with the toolchain of a suite.
        .target(name: "Adapters", exclude: ["XCTestAdapter"], cSettings: [.headerSearchPath(".")]),
        // The library that a toolchain makes of them: only in released runners.
        .target(name: "AdapterLibrary", exclude: ["ready.sh"]),
        // The floors of the host: each uses those above it in this list, and names them all, since SwiftPM compiles a target anew only
        // where one changed that it names.
        .target(
            name: "RunnerSupport", dependencies: ["BundleABI", "WorkerShims"], path: "Sources/Runner/Support",
            swiftSettings: hostSettings),
        .target(
            name: "RunnerModel", dependencies: ["RunnerSupport", "BundleABI", "WorkerShims"],
            path: "Sources/Runner/Model", swiftSettings: hostSettings),
        .target(
            name: "RunnerBundleFiles",
            dependencies: ["RunnerModel", "RunnerSupport", "BundleABI", "WorkerShims", "Adapters", "AdapterLibrary"],
            path: "Sources/Runner/BundleFiles", swiftSettings: hostSettings),
        .target(
            name: "RunnerReports",
            dependencies: [
                "RunnerBundleFiles", "RunnerModel", "RunnerSupport", "BundleABI", "WorkerShims", "ReportPage",
            ],
            path: "Sources/Runner/Reports", swiftSettings: hostSettings),
        .target(
            name: "RunnerExecution",
            dependencies: [
                "RunnerReports", "RunnerBundleFiles", "RunnerModel", "RunnerSupport", "BundleABI", "WorkerShims",
            ],
            path: "Sources/Runner/Execution", swiftSettings: hostSettings),
        // At a fixed address, it starts half a millisecond sooner: the loader need not write to 27,000 places.
        .executableTarget(
            name: "Runner", dependencies: hostFloors + ["BundleABI", "WorkerShims"],
            path: "Sources/Runner/Commands", swiftSettings: hostSettings,
            linkerSettings: [
                .unsafeFlags(
                    ["-Xclang-linker", "-no-pie", "-use-ld=lld"]
                        + archives(in: "\(Context.packageDirectory)/Sources/Runner/archives"),
                    .when(configuration: .release)),
                // What bundles use of the runner, and no more: with `-static-stdlib`, the toolchain exports all, and then a bundle's
                // function would be the runner's of the same name.
                .unsafeFlags([
                    "-Xlinker", "--dynamic-list=\(Context.packageDirectory)/Sources/WorkerShims/exports.list",
                    "-Xlinker", "--no-export-dynamic",
                ]),
            ]
        ),

        // Registration without a list to keep.
        // Only a header: what is compiled here is compiled, and the registrar linked, twice at each planning of a build.
        .systemLibrary(name: "SourceKitABI", path: "Sources/SourceKitABI/include"),
        .executableTarget(name: "BundleRegistrar", dependencies: ["SourceKitABI"]),
        .plugin(
            name: "RegisterTests", capability: .buildTool(),
            dependencies: hasInstalledRegistrar ? [] : ["BundleRegistrar"]),

        // `swift package run-suites`: builds a package's tests and bundles, and runs them. It builds the runner when it is called:
        // a dependency would be compiled for the plug-in a second time, in each build of this package.
        .plugin(
            name: "RunSuites",
            capability: .command(
                intent: .custom(verb: "run-suites", description: "Builds tests and bundles, and runs them."))
        ),

        // The example teams: two in Swift, which share base classes, and one in plain C.
        .target(
            name: "TypeLaws",
            dependencies: ["TestKit"],
            path: "Plugins-example/TypeLaws",
            plugins: ["RegisterTests"]
        ),
        .target(
            name: "FoundationSuites",
            dependencies: ["TestKit", "TypeLaws"],
            path: "Plugins-example/FoundationSuites",
            plugins: ["RegisterTests"]
        ),
        .target(
            name: "StdlibSuites",
            dependencies: ["TestKit", "TypeLaws"],
            path: "Plugins-example/StdlibSuites",
            plugins: ["RegisterTests"]
        ),
        .target(
            name: "LibcSuites",
            dependencies: ["BundleABI"],
            path: "Plugins-example/LibcSuites",
            // It has no header of its own; the default, include/, would have to exist.
            publicHeadersPath: "."
        ),

        // The fuzzers read what TestKit reads as well.
        .testTarget(
            name: "RunnerTests",
            dependencies: ["Runner", "WorkerShims", "BundleABI", "TestKit", "TestKitResources"] + hostFloors,
            exclude: ["Fuzz/Corpus"]),
        // A bundle and a fake host in one process, with a main thread of its own: what asynchronous cases need.
        .executableTarget(name: "TestKitProbe", dependencies: ["TestKit", "BundleABI"], path: "Tests/TestKitProbe"),
        .testTarget(name: "TestKitTests", dependencies: ["TestKit", "BundleABI", "TestKitProbe"]),
        .testTarget(name: "TestKitResourcesTests", dependencies: ["TestKitResources", "TestKit"]),
        .testTarget(name: "BundleRegistrarTests", dependencies: ["BundleRegistrar"]),
        // Drives the built runner on the bundles of Tests/Fixtures, which it builds itself.
        .testTarget(name: "EndToEndTests", dependencies: ["Runner", "WorkerShims"] + hostFloors, exclude: ["Golden"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
    cxxLanguageStandard: .cxx17
)

// The index of a debug build is for these sources; the toolchain's modules would take a tenth of a user's first build.
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .unsafeFlags(["-index-ignore-system-modules"], .when(configuration: .debug))
        ]
}
