// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport

/// A warning of a bundle's build, which each run repeats: something looks like a test and is none.
///
/// Rule 1.
public struct BuildWarning: Hashable, Sendable {
    /// The kind of declaration that will not run.
    public enum Kind: UInt32, Sendable {
        /// Something else than tests, such as a method that looks like a hook.
        case other = 0
        /// Methods that look like tests.
        case methods = 1
        /// Functions outside of types that look like tests.
        case functions = 2

        /// The word in the event stream.
        var word: String {
            switch self {
            case .other: "other"
            case .methods: "methods"
            case .functions: "functions"
            }
        }
    }

    /// The most warnings of a bundle, or of a file of events, that are read.
    public static let limit: UInt32 = 10_000
    /// The most tests that one is about: no source has more, and a sum of all has room.
    private static let testLimit: UInt64 = 1_000_000

    /// The bundle's name.
    public var bundle: String
    /// The kind of declaration that will not run.
    public var kind: Kind
    /// The number of methods or functions that will not run.
    public var testCount: Int
    /// The path of the source, or of the library; empty if unknown.
    public var file: String
    /// The line, from 1; 0 if unknown.
    public var line: Int
    /// The problem and its remedy.
    public var message: String

    /// Makes one from its parts.
    public init(bundle: String, kind: Kind, testCount: Int, file: String, line: Int, message: String) {
        self.bundle = bundle
        self.kind = kind
        self.testCount = testCount
        self.file = file
        self.line = line
        self.message = message
    }

    /// The place and the message, in a line.
    public func text(_ path: (String) -> String = { $0 }) -> String {
        if file.isEmpty { return "\(bundle): \(message)" }
        return "\(path(file))\(line > 0 ? ":\(line)" : ""): \(message)"
    }
}

extension BuildWarning {
    /// A library that links TestKit, has so many methods that look like tests, and registers none.
    public init(unregistered path: String, of bundle: String, tests: Int) {
        self.init(
            bundle: bundle, kind: .methods, testCount: tests, file: path, line: 0, message: Self.noPlugin(tests))
    }

    /// The words about a library that links TestKit and registers no test.
    static func noPlugin(_ tests: Int) -> String {
        let count = tests > 0 ? ", has \(Count.text(tests, "method")) that look like tests" : ""
        return "it links TestKit\(count), and registers no tests: apply the plug-in RegisterTests to its target "
            + "(docs/Bundles.md)"
    }

    /// Passes the warnings of a bundle, but for the bundle's name.
    public static func pass(_ warnings: inout [BuildWarning], of bundle: String, _ coder: inout CompactCoder) {
        let blank = BuildWarning(bundle: bundle, kind: .other, testCount: 0, file: "", line: 0, message: "")
        coder.pass(&warnings, blank: blank) { warning, coder in
            coder.pass(kind: &warning.kind)
            coder.pass(&warning.testCount)
            warning.testCount = min(warning.testCount, Int(Self.testLimit))
            coder.pass(small: &warning.line)
            coder.pass(&warning.file)
            coder.pass(&warning.message)
        }
    }

    /// Writes its members.
    public func write(to json: inout JSONWriter) {
        json.member("bundle", bundle)
        json.member("kind", kind.word)
        json.member("tests", testCount)
        json.member("file", file.isEmpty ? nil : file)
        json.member("line", line)
        json.member("message", message)
    }

    /// Reads its members; nil if they are not those of a warning.
    public init?(_ json: JSONValue) {
        guard let bundle = json.text("bundle"), let message = json.text("message") else { return nil }
        let word = json.text("kind")
        let kind = [Kind.methods, .functions].first { $0.word == word } ?? .other
        let count = (try? json.number(.count, "tests")) ?? 0
        let line = (try? json.number(.line, "line")) ?? 0
        self.init(
            bundle: bundle, kind: kind, testCount: Int(min(count, Self.testLimit)), file: json.text("file") ?? "",
            line: Int(clamping: line), message: message)
    }
}
