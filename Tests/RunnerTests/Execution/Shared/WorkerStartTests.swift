// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// A table of the standard library, as the place where it keeps its entries.
private protocol Table: Collection {}

extension Table {
    /// Where the entries are.
    var storage: UInt { unsafeBitCast(self, to: UInt.self) }
    /// The entries.
    var entries: [Any] { map { $0 } }
}

extension Dictionary: Table {}
extension Set: Table {}

/// The start of a worker, as a worker keeps it that hashes by another key than the host.
struct WorkerStartTests {
    /// The tables in a value, by their way from it.
    private static func tables(in value: Any, at path: String = "") -> [String: UInt] {
        if let table = value as? any Table {
            var found = [path: table.storage]
            for (index, entry) in table.entries.enumerated() {
                found.merge(tables(in: entry, at: "\(path)[\(index)]")) { $1 }
            }
            return found
        }
        return Mirror(reflecting: value).children.reduce(into: [:]) { found, child in
            found.merge(tables(in: child.value, at: "\(path).\(child.label ?? "")")) { $1 }
        }
    }

    /// A start in which each table has an entry.
    private static func start() -> WorkerStart {
        var settings = BundleSettings(name: "A", place: "testkit.json:1:1")
        settings.environment["A"] = BundleSettings.Placed(value: "1", origin: .commandLine)
        let facts = RunFacts(
            files: [BundleFile(path: "A.so", name: "A")], paths: ["/A.so"], adapters: [0: "/adapter.so"], isLive: false,
            keepsAllOutput: false, leaks: .off, isolation: .worker, bundles: [0: BundleOrders(settings)], seed: 1,
            platforms: Platforms(), attachments: AttachmentPlace(given: nil, temporary: "/tmp", token: 0))
        var start = WorkerStart(facts)
        start.environment = [BundleOrders.Variable(name: "A", value: "1")]
        start.findings.exclude(0, LoadFault(received: .died, "it died"))
        _ = start.findings.exclude(
            examplesOf: ExamplePlace(bundle: 0, classIndex: 0, ownerIndex: 0, caseIndex: 0),
            ExampleFault(issue: Issue(kind: .crash, message: "it died"), output: nil))
        start.findings.unseeded[.tasksLinkedIn] = [0]
        start.chosen[Plan.Slot(caseIndex: 0, exampleIndex: 0)] = TaskStrategy(.random)
        return start
    }

    @Test("whatever hashes is made anew for a worker that hashes by another key")
    func noTableIsForgotten() {
        let start = Self.start()
        let before = Self.tables(in: start)
        let after = Self.tables(in: start.rehashed())
        #expect(
            before.keys.sorted() == [
                ".chosen", ".findings.failedExamples", ".findings.faults", ".findings.unseeded",
            ], "where there is a new table, give it an entry here")
        #expect(before.keys == after.keys)
        for (path, storage) in before { #expect(after[path] != storage, "\(path) is the host's own, or has no entry") }
    }
}
