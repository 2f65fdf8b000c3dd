// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import BundleRegistrar

/// The toolchain's parser, loaded once for all tests.
actor Parser {
    /// The one instance.
    static let shared = Parser()
    /// The library; nil until first used.
    private var kit: SourceKit?

    /// Returns the registration of sources, given by file name, the suites for `swift test`, and the warnings.
    ///
    /// Paths in them are the names as given, and the module is called `MyTests`; `dependency` is the source of a module
    /// `Lib`.
    func register(
        _ sources: KeyValuePairs<String, String>,
        dependency: String = "",
        unregistered: Set<String> = [],
        isTestTarget: Bool = false
    ) throws -> (text: String, suites: String, warnings: [String]) {
        let files = try sources.map { try read($0.value, path: $0.key) }
        let lib = ModuleIndex(module: "Lib", files: [try read(dependency, path: "Lib.swift")])
        let (registration, warnings) = RegistrationBuilder.build(
            module: "MyTests", files: files, dependencies: [lib],
            unregistered: unregistered, lost: unregistered.contains("Lib") ? [lib] : [],
            isTestTarget: isTestTarget)
        return (
            RegistrationWriter.text(of: registration), SwiftTestingSuites.text(of: registration),
            warnings.map(\.description)
        )
    }

    /// Returns a source as the reader parses it.
    func read(_ source: String, path: String = "A.swift") throws -> SourceFile {
        let loaded = try kit ?? SourceKit(path: library())
        kit = loaded
        return try SourceFile.parse(path: path, data: Data(source.utf8), with: loaded)
    }

    /// The parser's library in the toolchain that built the tests.
    private func library() throws -> String {
        let options = Options(module: "", output: "", sources: [])
        return try SourceKitLocator.locate(options, searchPath: ProcessInfo.processInfo.environment["PATH"])
    }
}

/// Registers a source, and expects warnings about it, and statements where some are given; returns the generated text.
@discardableResult
func expect(
    _ source: String, dependency: String = "", unregistered: Set<String> = [],
    statements wanted: [String]? = nil, warnings: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
) async throws -> String {
    let found = try await Parser.shared.register(
        ["A.swift": source], dependency: dependency, unregistered: unregistered)
    #expect(found.warnings == warnings, sourceLocation: sourceLocation)
    if let wanted { #expect(statements(found.text) == wanted, sourceLocation: sourceLocation) }
    return found.text
}

/// The registering statements of a generated text, without the frame around them.
func statements(_ text: String) -> [String] {
    let end = text.range(of: "\n#if compiler(>=6.3)\n@section")?.lowerBound ?? text.endIndex
    return text[..<end].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { $0.hasPrefix("suite.") || $0.contains("module.suite(") || $0.hasPrefix("#") }
}
