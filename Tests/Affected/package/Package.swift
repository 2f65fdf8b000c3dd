// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "affected",
    targets: [
        .target(name: "CBeta", cSettings: [.define("BETA_MODE", to: "1")]),
        .target(name: "Delta"),
        .target(name: "CPlus"),
        .target(name: "Alpha", dependencies: ["CBeta"], swiftSettings: [.define("PLAIN")]),
        .testTarget(
            name: "AlphaTests", dependencies: ["Alpha", "CBeta", "CPlus", "Delta"], exclude: ["data.txt", "extra"],
            resources: [.process("Resources")]),
    ])
