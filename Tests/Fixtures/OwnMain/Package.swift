// swift-tools-version: 5.5
// SPDX-License-Identifier: MIT

import PackageDescription

// A package of the time when its authors listed the cases themselves, in LinuxMain.swift.
let package = Package(name: "OwnMain", targets: [.testTarget(name: "OwnTests")])
