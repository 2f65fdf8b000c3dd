// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "affected",
    targets: [
        .target(name: "CBeta"),
        .target(name: "CPlus"),
        .target(name: "Alpha", dependencies: ["CBeta"], swiftSettings: [.define("PLAIN")]),
        .testTarget(name: "AlphaTests", dependencies: ["Alpha", "CBeta", "CPlus"], exclude: ["data.txt", "extra"]),
    ])
