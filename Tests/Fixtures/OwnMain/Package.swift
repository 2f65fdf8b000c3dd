// swift-tools-version: 5.5
// SPDX-License-Identifier: MIT

import PackageDescription

// A package of the time when its authors listed the cases themselves, in LinuxMain.swift; some of them as Quick does it.
let package = Package(
    name: "OwnMain",
    targets: [
        .target(name: "Quick"), .testTarget(name: "OwnTests"), .testTarget(name: "OwnSpecs", dependencies: ["Quick"]),
    ])
