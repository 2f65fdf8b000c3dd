// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "framework-rows",
    targets: [
        .target(name: "Bases", linkerSettings: [.linkedLibrary("XCTest")]),
        .testTarget(name: "XCTestRows", dependencies: ["Bases"]),
        .testTarget(name: "TestingRows"),
    ]
)
