// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// What the loader does with a toolchain's libraries, by its own account (`LD_DEBUG`, ld.so(8)).
struct ToolchainLibraryTests {
    /// The directory of the loader's account.
    private let directory = TemporaryDirectory()
    /// A bundle of Swift.
    private let bundle: String

    init() throws {
        bundle = try SwiftFixtures.bundle("InterleavingSuites")
    }

    /// A use of a symbol that the loader looked up.
    private struct LookUp: Hashable {
        /// The library that uses it, by its path.
        let library: Substring
        /// Its name.
        let symbol: Substring
    }

    /// What the loader looked up in a run.
    private func lookUps(
        _ arguments: String..., of other: String? = nil, environment: [String: String] = [:]
    ) throws -> Set<LookUp> {
        let account = TemporaryDirectory()
        var variables = environment
        (variables["LD_DEBUG"], variables["LD_DEBUG_OUTPUT"]) = ("bindings", account.file("loader"))
        let operands = other.map { [$0] } ?? [bundle, "CorrectTests/testCounter"]
        try Runner.run(["--no-state"] + operands + arguments, environment: variables).exiting(0)
        let files = try FileManager.default.contentsOfDirectory(atPath: account.path)
        let found = try files.flatMap { file -> [LookUp] in
            let text = try String(decoding: Data(contentsOf: URL(filePath: account.file(file))), as: UTF8.self)
            return text.split(separator: "\n").compactMap { line in
                guard let library = line.firstRange(of: "binding file "), let symbol = line.firstRange(of: " symbol `")
                else { return nil }
                return LookUp(
                    library: line[library.upperBound...].prefix { $0 != " " },
                    symbol: line[symbol.upperBound...].prefix { $0 != "'" })
            }
        }
        return Set(found)
    }

    @Test("functions of a toolchain's libraries are looked up when called; at once, where each case has a process")
    func looksUpLate() throws {
        func count(_ isolation: String) throws -> Int {
            try lookUps("--isolation", isolation).count { $0.library.hasSuffix("/swift/linux/libFoundation.so") }
        }
        let (late, early) = (try count("worker"), try count("case"))
        #expect(late > 0 && late < early, "\(late) and \(early)")
    }

    @Test("a library of LD_LIBRARY_PATH is taken in the place of the toolchain's")
    func givenLibrary() throws {
        let name = "libswift_StringProcessing.so"
        func places(_ environment: [String: String]) throws -> Set<Substring> {
            Set(try lookUps(environment: environment).map(\.library).filter { $0.hasSuffix("/\(name)") })
        }
        let own = try #require(try places([:]).first)
        try FileManager.default.copyItem(atPath: String(own), toPath: directory.file(name))
        #expect(try places(["LD_LIBRARY_PATH": directory.path]) == [directory.file(name)[...]])
    }

    @Test("a library of the bundle's own directory is taken where that comes first, by the toolchain's as well")
    func ownLibrary() throws {
        let name = "libFoundationEssentials.so"
        let toolchain = try #require(try lookUps().first { $0.library.hasSuffix("/\(name)") }).library.dropLast(
            name.count + 1)
        try FileManager.default.copyItem(atPath: "\(toolchain)/\(name)", toPath: directory.file(name))
        let needed = ["libswiftCore.so", "libFoundation.so", name].map { "\(toolchain)/\($0)" }
        let user = try CFixture.compile(
            "ordinary.c", to: "user.so", in: directory,
            options: ["-Wl,--no-as-needed", "-Wl,-rpath,$ORIGIN:\(toolchain)"] + needed)
        let places = Set(try lookUps(of: user).map(\.library).filter { $0.hasSuffix("/\(name)") })
        #expect(places == [directory.file(name)[...]])
    }
}
