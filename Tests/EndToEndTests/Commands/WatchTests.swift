// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// `--watch`: bundles that are rebuilt are run again.
///
/// Rule 64.
struct WatchTests {
    /// Starts to watch a directory or a file.
    private func watch(_ path: String) throws -> Subprocess {
        try Runner.start(["--watch", "-v", "-j1", "--seed", "1", path])
    }

    /// A bundle in a place, put there at one stroke.
    private func put(_ source: String, _ name: String, in directory: TemporaryDirectory, fails: Bool = false) throws {
        let elsewhere = TemporaryDirectory()
        let path = try CFixture.compile(source, to: name, in: elsewhere, define: fails ? ["FAILS": nil] : [:])
        try #require(rename(path, directory.file(name)) == 0)
    }

    @Test("a bundle that is a link is run again when what it leads to is rebuilt, moved there or made again")
    func linked() throws {
        let (directory, elsewhere) = (TemporaryDirectory(), TemporaryDirectory())
        try put("ordinary.c", "Plain.so", in: elsewhere)
        try #require(symlink(elsewhere.file("Plain.so"), directory.file("Linked.so")) == 0)
        let watched = try watch(directory.path)
        defer { kill(watched.identifier, SIGKILL) }
        _ = try watched.rounds(1)
        try put("ordinary.c", "Other.so", in: elsewhere)
        try put("ordinary.c", "Plain.so", in: elsewhere, fails: true)
        let second = try watched.rounds(2)[1]
        #expect(second.contains("\nchanged: \(directory.file("Linked.so"))\n"))
        #expect(Report(second).outcomes.contains { $0.kind == .failed })
        unlink(elsewhere.file("Plain.so"))
        #expect(try watched.rounds(3)[2].contains("\nremoved: \(directory.file("Linked.so"))\n"))
        try CFixture.compile("ordinary.c", to: "Plain.so", in: elsewhere)
        #expect(Report(try watched.rounds(4)[3]).outcomes.allSatisfy { $0.kind == .passed })
        watched.interrupt()
        #expect(try watched.wait().status == 0)
    }

    @Test("what is rebuilt is run again alone, what failed first; an interrupt ends it with the last run's exit code")
    func rebuilt() throws {
        let directory = TemporaryDirectory()
        try put("ordinary.c", "Plain.so", in: directory, fails: true)
        try put("odd_reports.c", "Odd.so", in: directory)
        let watched = try watch(directory.path)
        defer { kill(watched.identifier, SIGKILL) }
        let first = Report(try watched.rounds(1)[0])
        #expect(Set(first.order.map { $0.prefix { $0 != "/" } }) == ["Odd", "Plain"])

        try put("ordinary.c", "Plain.so", in: directory)
        let text = try watched.rounds(2)[1]
        #expect(text.contains("\nchanged: \(directory.file("Plain.so"))\n"))
        let second = Report(text)
        #expect(second.outcomes.count == 17 && second.outcomes.allSatisfy { $0.kind == .passed })
        // Of its run group, the class that failed.
        let middle = second.order.filter { !$0.contains("EarlyTests") && !$0.contains("LateTests") }
        #expect(middle.prefix(7).allSatisfy { $0.hasPrefix("Plain/Plain.TextTests/") })

        try put("ordered.c", "New.so", in: directory)
        let third = Report(try watched.rounds(3)[2])
        #expect(third.order.count == 3 && third.order.allSatisfy { $0.hasPrefix("New/") })

        watched.interrupt()
        let expected: Int32 = third.outcomes.contains { $0.kind == .failed } ? 1 : 0
        #expect(try watched.wait().status == expected)
    }

    @Test("a bundle that is half written is not run")
    func halfWritten() throws {
        let directory = TemporaryDirectory()
        try put("ordinary.c", "Plain.so", in: directory)
        let watched = try watch(directory.path)
        defer { kill(watched.identifier, SIGKILL) }
        _ = try watched.rounds(1)
        let other = try watch(directory.file("Plain.so"))
        defer { kill(other.identifier, SIGKILL) }
        _ = try other.rounds(1)

        let elsewhere = TemporaryDirectory()
        let built = try Data(
            contentsOf: URL(fileURLWithPath: try CFixture.compile("ordered.c", to: "Half.so", in: elsewhere)))
        try #require(FileManager.default.createFile(atPath: directory.file("Half.so"), contents: nil))
        let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: directory.file("Half.so")))
        try writer.write(contentsOf: built.prefix(built.count / 2))
        // Whole, and run at once where nobody is interested in the other.
        try put("ordinary.c", "Plain.so", in: directory)
        _ = try other.rounds(2)
        try writer.write(contentsOf: built.suffix(from: built.count / 2))
        try writer.close()

        let rounds = try watched.rounds(2)
        #expect(rounds[1].contains("changed: \(directory.file("Half.so")), \(directory.file("Plain.so"))\n"))
        #expect(!rounds[1].contains("fault"))
        #expect(Report(rounds[1]).order.filter { $0.hasPrefix("Half/") }.count == 3)
        watched.interrupt()
        _ = try watched.wait()
        #expect(try watched.rounds(2).count == 2)
    }

    @Test("a directory that is removed and made again is watched again")
    func directoryMadeAgain() throws {
        let above = TemporaryDirectory()
        let path = try above.makeDirectory("bundles")
        try CFixture.compile("ordinary.c", to: "bundles/Plain.so", in: above)
        let process = try Runner.start(["--watch", "-q", path])
        func holds(_ text: String) throws {
            try #require(try waitUntil { try process.outputSoFar().contains(text) }, "\(text)")
        }
        try holds("Control-C to end\n")
        try FileManager.default.removeItem(atPath: path)
        try holds("\nremoved: \(path)/Plain.so\n")
        try above.makeDirectory("bundles")
        try CFixture.compile("ordered.c", to: "bundles/New.so", in: above)
        try holds("\nchanged: \(path)/New.so\n")
        process.interrupt()
        _ = try process.wait()
    }
}
