// swift-tools-version: 6.1
// SPDX-License-Identifier: MIT

import PackageDescription

// A package with a thread-local variable, which a linker resolves in an executable so that no other program can open it.
let package = Package(
    name: "ThreadLocals",
    targets: [
        .target(name: "CLocal"),
        .testTarget(name: "LocalTests", dependencies: ["CLocal"]),
    ]
)
