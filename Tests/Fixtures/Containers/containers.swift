// SPDX-License-Identifier: MIT

import Testing

/// A suite whose tests are registered as the macros of Swift 6.2 do it: by types in place of records in a section.
struct Shop {
    /// Passes.
    @Sendable static func adds() {}

    /// Fails.
    @Sendable static func fails() { Issue.record("registered by a type") }

    #if !WITHOUT_RECORDS
    /// The record of the first test, as its macro makes it.
    enum `__🟡$adds`: Testing.__TestContentRecordContainer {
        nonisolated static var __testContentRecord: Testing.__TestContentRecord6_2 {
            (
                0x7465_7374, 0,
                { out, type, _, _ in
                    Test.__store({ Shop.record("adds()", line: 8, Shop.adds) }, into: out, asTypeAt: type)
                }, 0, 0
            )
        }
    }
    #endif

    /// Makes a test of this suite.
    static func record(_ name: String, line: Int, _ body: @escaping @Sendable () -> Void) -> Test {
        .__function(
            named: name, in: Shop.self, xcTestCompatibleSelector: nil, traits: [],
            sourceLocation: SourceLocation(
                __uncheckedFileID: "LegacyTests/containers.swift", filePath: #filePath, line: line, column: 5),
            parameters: [], testFunction: { () async throws -> Void in body() })
    }
}

#if !WITHOUT_RECORDS
/// The record of the other.
private enum `__🟡$fails`: Testing.__TestContentRecordContainer {
    nonisolated static var __testContentRecord: Testing.__TestContentRecord6_2 {
        (
            0x7465_7374, 0,
            { out, type, _, _ in
                Test.__store({ Shop.record("fails()", line: 11, Shop.fails) }, into: out, asTypeAt: type)
            }, 0, 0
        )
    }
}

/// A container that makes nothing.
private enum `__🟡$empty`: Testing.__TestContentRecordContainer {
    nonisolated static var __testContentRecord: Testing.__TestContentRecord6_2 { (0x7465_7374, 0, nil, 0, 0) }
}
#endif

/// As SwiftPM's main.
@main
enum Main {
    /// Runs all tests.
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
