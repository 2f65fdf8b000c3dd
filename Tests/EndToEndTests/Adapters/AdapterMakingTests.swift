// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerBundleFiles

/// Where the adapter for XCTest and Swift Testing comes from.
struct AdapterMakingTests {
    /// A directory of the user's cache, and that of the adapters in it.
    private static func cache(in directory: TemporaryDirectory) throws -> (home: String, adapters: String) {
        let adapters = directory.file("cache/testkit/adapters")
        try FileManager.default.createDirectory(
            atPath: adapters, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return (directory.file("cache"), adapters)
    }

    @Test("the runner has the adapter for its own toolchain, and removes what another runner has left half made")
    func broughtAlong() throws {
        let directory = TemporaryDirectory()
        let cache = try Self.cache(in: directory)
        try FileManager.default.createDirectory(
            atPath: cache.adapters + "/0.0123456789abcdef.tmp/sources", withIntermediateDirectories: true)
        try OtherFrameworks.linkEmpty(to: directory.file("Empty.xctest"))

        let result = try OtherFrameworks.run(
            [directory.file("Empty.xctest")], environment: ["XDG_CACHE_HOME": cache.home])
        // The adapter was opened: it says this.
        #expect(result.output.contains("it has no tests"), "\(result.output)\(result.errors)")
        // A released runner brings it along.
        #expect(result.errors.isEmpty || result.errors.contains("compiling the adapter"), "\(result.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: cache.adapters).sorted()
        #expect(names.count == 2 && names.last == "lock", "\(names)")
        let made = try FileManager.default.contentsOfDirectory(atPath: cache.adapters + "/" + (names.first ?? ""))
        #expect(made == ["libXCTestAdapter.so"])
        // The loader has the libraries by just this path, and backtraces name them by it.
        let library = cache.adapters + "/" + (names.first ?? "") + "/libXCTestAdapter.so"
        let paths = try ELFImage.inspect(path: library, entry: nil).runPath.entries
        #expect(
            paths.count == 1 && paths.allSatisfy { $0.hasSuffix("/lib/swift/linux") && !$0.contains("//") }, "\(paths)")
    }

    @Test("an interrupt while another toolchain makes the adapter leaves no process and no file")
    func interrupted() throws {
        let directory = TemporaryDirectory()
        let cache = try Self.cache(in: directory)
        let (pipe, silence) = (directory.file("pipe"), directory.file("silence"))
        for path in [pipe, silence] { try #require(mkfifo(path, 0o600) == 0) }
        // Its compiler says who it is, and then waits for something that nobody writes.
        let toolchain = directory.file("toolchain")
        try OtherFrameworks.pretendToolchain(
            in: toolchain, interface: "Swift version 9.8.7 (a test)", vendor: "unknown")
        let compiler = toolchain + "/bin/clang"
        try "#!/bin/sh\necho $$ > \(pipe)\nexec cat \(silence)\n".write(
            toFile: compiler, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
        try OtherFrameworks.linkEmpty(to: directory.file("Empty.xctest"), toolchain: toolchain)

        let process = try Runner.start(
            [directory.file("Empty.xctest")], environment: ["XDG_CACHE_HOME": cache.home])
        let child = try #require(Int32(try Fifo.line(from: pipe).trimmingCharacters(in: .whitespacesAndNewlines)))
        try #require(kill(process.identifier, SIGTERM) == 0)
        let result = try process.wait().exiting(5)
        #expect(result.errors.contains("compiling the adapter"), "\(result.errors)")
        #expect(
            result.errors.hasSuffix(
                "interrupted while the adapter for XCTest and Swift Testing was made; nothing ran\n"))
        #expect(kill(child, 0) != 0)
        // The log says how far it came.
        let names = try FileManager.default.contentsOfDirectory(atPath: cache.adapters)
        #expect(names.filter { !$0.hasSuffix(".log") } == ["lock"], "\(names)")
    }
}
