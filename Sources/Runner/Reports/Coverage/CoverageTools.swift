// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerSupport

/// The programs of a Swift toolchain that merge profiles and make reports of them.
struct CoverageTools {
    /// The path of llvm-profdata.
    private let profdata: String
    /// The path of llvm-cov.
    private let cov: String

    /// Finds them next to the first compilers of `PATH` that have them.
    init() throws(SystemFault) {
        let found = Toolchain.inPath.map { "\($0)/bin" }.first { directory in
            ["llvm-profdata", "llvm-cov"].allSatisfy { access("\(directory)/\($0)", X_OK) == 0 }
        }
        guard let found else {
            throw SystemFault(
                "--coverage needs llvm-profdata and llvm-cov",
                because: "no Swift toolchain on PATH has them beside swiftc; put its bin directory on PATH")
        }
        (profdata, cov) = ("\(found)/llvm-profdata", "\(found)/llvm-cov")
    }

    /// Merges profiles.
    func merge(_ profiles: [String], to path: String, in directory: String) throws(SystemFault) {
        let list = try Self.list(profiles, in: directory)
        try run([profdata, "merge", "-sparse", "-o", path, "@\(list)"], log: "\(directory)/merge.log")
    }

    /// Writes the coverage of all files of some images, in lcov's format, and returns it.
    func export(_ profile: String, _ images: [String], in directory: String) throws(SystemFault) -> String {
        let (list, log) = (try Self.list(Self.objects(images), in: directory), "\(directory)/lcov")
        try run([cov, "export", "-format=lcov", "-instr-profile=\(profile)", "@\(list)"], log: log)
        let bytes = try InputFile.bytes(of: log, limit: 1 << 30, otherwise: "failed to read the coverage")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes pages for a browser, of some source files.
    func pages(
        _ profile: String, _ images: [String], of sources: [String], to path: String, in directory: String
    ) throws(SystemFault) {
        let list = try Self.list(Self.objects(images) + sources, in: directory)
        let options = ["-format=html", "-output-dir=\(path)", "-instr-profile=\(profile)"]
        try run([cov, "show"] + options + ["@\(list)"], log: "\(directory)/show.log")
    }

    /// The words for some images: the first represents itself.
    private static func objects(_ images: [String]) -> [String] {
        images.prefix(1) + images.dropFirst().map { "-object=\($0)" }
    }

    /// Writes words to a file that these programs read in place of their arguments, of which there may be too many.
    private static func list(_ words: [String], in directory: String) throws(SystemFault) -> String {
        let path = "\(directory)/arguments"
        try CoverageFile.write(to: path) { output in
            for word in words {
                let escaped = word.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
                output.line("\"\(String(escaped))\"")
            }
        }
        return path
    }

    /// Runs one of the programs.
    private func run(_ words: [String], log: String) throws(SystemFault) {
        if ChildProcess.run(words, log: log) == 0 { return }
        let reason = ChildProcess.lastLine(of: log) ?? "it said nothing"
        throw SystemFault("\(words[0]) \(words[1]) failed", because: reason)
    }
}
