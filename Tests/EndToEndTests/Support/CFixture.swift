// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The fixtures in C, compiled as the tests need them.
enum CFixture {
    /// The directory of the package.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// Where the sources are.
    private static var sources: String { root + "/Tests/Fixtures/C" }

    /// The libraries that were compiled before, by what they follow from: beside the build, so that they last as long as that.
    private static let cache = Runner.products.deletingLastPathComponent().deletingLastPathComponent().appending(
        component: "c-fixtures"
    ).path

    /// Compiles a source to a library, or copies what was compiled before of the same.
    ///
    /// Returns its path.
    @discardableResult
    static func compile(
        _ source: String,
        to name: String,
        in directory: TemporaryDirectory,
        define: [String: String?] = [:],
        options: [String] = [],
        by compiler: String = "cc"
    ) throws -> String {
        let definitions = define.sorted { $0.key < $1.key }.map { name, value in
            "-D\(name)" + (value.map { "=\($0)" } ?? "")
        }
        let output = directory.file(name)
        let arguments =
            [
                compiler, "-std=gnu11", "-O0", "-shared", "-fPIC", "-w", "-I\(root)/Sources/BundleABI/include",
                "-I\(sources)",
            ]
            + definitions + ["-o", output, "\(sources)/\(source)"] + options
        // What an option has from the directory of a test is there only once.
        let isLasting = !options.contains { $0.contains(directory.path) }
        let kept = isLasting ? path(of: source, arguments, without: output) : nil
        if let kept, isFresh(kept, source: source) {
            // As the compiler does: another file, of this moment.
            try Data(contentsOf: URL(fileURLWithPath: kept)).write(to: URL(fileURLWithPath: output), options: .atomic)
            return output
        }
        try Subprocess.succeed(arguments)
        if let kept { try keep(output, as: kept) }
        return output
    }

    /// Whether the bundle `Ordered` of `ordered.c` fails by a seed, as the order that `--list` prints says.
    static func orderedFails(_ path: String, seed: Int) throws -> Bool {
        let order = try Runner.listed(["--seed", "\(seed)", path])
        let needs = try #require(order.firstIndex(of: "Ordered/Ordered.StepTests/testNeeds"))
        let prepares = try #require(order.firstIndex(of: "Ordered/Ordered.StepTests/testPrepares"))
        return needs < prepares
    }

    /// Compiles a source to an object, which Swift's compiler links to a library by some more words, for which `SOURCES` is the
    /// directory of the sources.
    ///
    /// Returns its path.
    @discardableResult
    static func link(
        _ source: String, to name: String, in directory: TemporaryDirectory, options: [String] = [], by words: [String]
    ) throws -> String {
        let (object, library) = (directory.file("\(name).o"), directory.file(name))
        try Subprocess.succeed(
            ["cc", "-std=gnu11", "-O0", "-fPIC", "-w", "-I\(root)/Sources/BundleABI/include"] + options
                + ["-c", "\(sources)/\(source)", "-o", object])
        try Subprocess.succeed(
            ["swiftc", "-parse-as-library", "-emit-library", object, "-o", library]
                + words.map { $0.replacing("SOURCES", with: sources) })
        return library
    }

    /// The path of a library in the cache: its source's name, and a hash (FNV-1a) of what it is compiled with.
    private static func path(of source: String, _ arguments: [String], without output: String) -> String {
        let words = arguments.filter { $0 != output }.joined(separator: "\0").utf8
        let hash = words.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(cache)/\(source)-\(String(hash, radix: 16)).so"
    }

    /// Whether a library in the cache is younger than its source and every header of the fixtures.
    private static func isFresh(_ library: String, source: String) -> Bool {
        func date(_ path: String) -> Date? {
            try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        }
        guard let made = date(library) else { return false }
        let headers = ["Tests/Fixtures/C/fixture.h", "Sources/BundleABI/include/testkit_bundle.h"]
        let needs = headers + ["Sources/WorkerShims/include/WorkerShims/run_table.h", "Tests/Fixtures/C/\(source)"]
        return needs.allSatisfy { date("\(root)/\($0)").map { $0 < made } ?? false }
    }

    /// Keeps a library; whoever looks for it meanwhile finds all of it or nothing.
    private static func keep(_ library: String, as path: String) throws {
        try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
        let unfinished = "\(path).\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.copyItem(atPath: library, toPath: unfinished)
        guard rename(unfinished, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
