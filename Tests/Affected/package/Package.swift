// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "affected",
    products: [.library(name: "Loaded", type: .dynamic, targets: ["Loaded"])],
    targets: [
        .target(name: "CBeta", cSettings: [.define("BETA_MODE", to: "1")]),
        .target(name: "Delta"),
        .target(name: "CPlus"),
        .target(name: "CStart"),
        .target(name: "Loaded"),
        .executableTarget(name: "Tool"),
        .target(name: "Alpha", dependencies: ["CBeta"], swiftSettings: [.define("PLAIN")]),
        .testTarget(
            name: "AlphaTests", dependencies: ["Alpha", "CBeta", "CPlus", "CStart", "Delta"],
            exclude: ["data.txt", "extra", "programs"], resources: [.process("Resources")]),
    ])
