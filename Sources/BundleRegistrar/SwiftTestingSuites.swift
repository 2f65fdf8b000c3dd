// SPDX-License-Identifier: MIT

/// Writes the suites of Swift Testing by which plain `swift test` runs the classes of a test target.
///
/// Macros and public functions only: what macros expand to differs between versions of Swift. The adapter leaves these suites out, by the
/// name `TestKitCases`.
enum SwiftTestingSuites {
    /// The text of the file.
    static func text(of registration: Registration) -> String {
        var lines = [
            "// Written by BundleRegistrar from the sources of module \(registration.module). Do not edit.",
            "// The suites that `swift test` runs without the runner.",
        ]
        let suites = registration.suites.filter { !($0.standalone ?? []).isEmpty }
        if suites.isEmpty { return lines.joined(separator: "\n") + "\n" }
        // Swift 6.2 cannot cancel tests; the registration warns there.
        lines += [
            "#if compiler(>=6.3)", registration.testingImport, registration.testKitImport, "",
            glue(registration.module),
        ]
        for suite in suites {
            lines.append("")
            lines += RegistrationWriter.enclosed(declaration(of: suite), in: suite.conditions, indent: "")
        }
        lines.append("#endif")
        return lines.joined(separator: "\n") + "\n"
    }

    /// The suite of a class, nested in it.
    private static func declaration(of suite: Suite) -> [String] {
        let type = "\(suite.reference).self"
        let name = RegistrationWriter.literal(suite.name ?? "")
        let traits = ".serialized, TestKitClass(type: \(type)), TestKitClass.runs(\(type)), TestKitClass.tags(\(type))"
        let head = "    @Testing.Suite(\(name), \(traits)) nonisolated fileprivate struct TestKitCases {"
        let cases = RegistrationWriter.grouped(suite.standalone ?? [], by: \.conditions, indent: "        ") {
            [function(for: $0, of: type)]
        }
        return ["extension \(suite.reference) {", head] + cases + ["    }", "}"]
    }

    /// The test of a case.
    private static func function(for testCase: Case, of type: String) -> String {
        let isPlain = testCase.name.unicodeScalars.allSatisfy {
            $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        let (name, text) = (isPlain ? testCase.name : "`\(testCase.name)`", RegistrationWriter.literal(testCase.name))
        let (tags, end) = ("TestKitClass.tags(\(type), \(text))", "async throws { try await TestKitClass.run(\(text)")
        guard CaseName.takesExamples(testCase.name) else {
            return "        @Testing.Test(\(tags)) func \(name)() \(end)) }"
        }
        return "        @Testing.Test(\(tags), arguments: try await TestKitExample.all(\(type), \(text))) "
            + "func \(name)(example: TestKitExample) \(end), example.index) }"
    }

    /// The functions that all suites use.
    private static func glue(_ module: String) -> String {
        """
        /// Runs a class around those of its cases that are selected, and shows what it reports.
        nonisolated private struct TestKitClass: Testing.SuiteTrait, Testing.TestScoping {
            let type: TestCase.Type

            func provideScope(
                for test: Testing.Test, testCase: Testing.Test.Case?, performing body: @Sendable () async throws -> Void
            ) async throws {
                await Self.register()
                try? Self.show(await Standalone.begin(type))
                let result: Result<Void, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                try? Self.show(await Standalone.end())
                try result.get()
            }

            /// Registers the classes, as the runner has it done.
            static func register() async {
                var bundle: UnsafeRawPointer?
                _ = await MainActor.run { ModuleRegistration.storeBundle(at: &bundle) }
            }

            /// Whether a class runs by itself.
            static func runs(_ type: TestCase.Type) -> Testing.ConditionTrait {
                .enabled("an abstract class, or one for another platform") { await Standalone.obstacle(type) == nil }
            }

            /// The tags of a class, or of one of its cases.
            static func tags(_ type: TestCase.Type, _ name: String? = nil) -> Testing.Tag.List {
                var list: Testing.Tag.List = .tags()
                list.tags = Standalone.tags(of: type, name).compactMap { Testing.Tag(codingKey: Key(stringValue: $0)) }
                return list
            }

            /// The name of a tag.
            private struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }

            /// Runs a case, or one example of it.
            static func run(_ name: String, _ example: Int? = nil) async throws {
                try show(await Standalone.run(name, example: example))
            }

            /// Records findings as Swift Testing's; throws for a skip.
            private static func show(_ findings: [StandaloneFinding]) throws {
                for found in findings where found.kind != .skip {
                    let (text, place) = (Testing.Comment(rawValue: found.text), place(of: found))
                    switch found.kind {
                    case .attachment: Testing.Attachment.record(found.bytes, named: found.text)
                    case .warning: Testing.Issue.record(text, severity: .warning, sourceLocation: place)
                    case .known:
                        Testing.withKnownIssue(Testing.Comment(rawValue: found.comment), sourceLocation: place) {
                            Testing.Issue.record(text, sourceLocation: place)
                        }
                    default: Testing.Issue.record(text, sourceLocation: place)
                    }
                }
                guard let skip = findings.first(where: { $0.kind == .skip }) else { return }
                try Testing.Test.cancel(Testing.Comment(rawValue: skip.text), sourceLocation: place(of: skip))
            }

            /// Where a finding is.
            private static func place(of found: StandaloneFinding) -> Testing.SourceLocation {
                let file = found.file.split(separator: "/").last ?? "unknown"
                return Testing.SourceLocation(
                    fileID: "\(module)/\\(file)", filePath: found.file.isEmpty ? "unknown" : found.file,
                    line: found.line, column: 1)
            }
        }

        /// An example of a case.
        nonisolated private struct TestKitExample: Sendable, Testing.CustomTestStringConvertible {
            let name: String
            let index: Int
            var testDescription: String { name }

            /// All examples of a case.
            static func all(_ type: TestCase.Type, _ name: String) async throws -> [TestKitExample] {
                await TestKitClass.register()
                return try await Standalone.examples(of: type, for: name).enumerated().map {
                    TestKitExample(name: $1, index: $0)
                }
            }
        }
        """
    }
}
