// SPDX-License-Identifier: MIT

import WorkerShims

/// A sanitizer of a library that this runner was built without; its runtime must be in the process from the start.
struct SanitizerNeed: Equatable, CustomStringConvertible {
    /// The name that compilers use: `-fsanitize=address`.
    let name: String
    /// How the functions of its runtime begin.
    private let prefix: String
    /// How its runtime's file is called where that is a shared library, by gcc and by clang.
    private let libraries: [String]
    /// Whether the runtime that gcc has as a shared library does.
    private var canBePreloaded = true

    /// Those whose runtime a library may want.
    static let all = [
        SanitizerNeed(name: "address", prefix: "__asan_", libraries: ["libasan.so", "libclang_rt.asan"]),
        SanitizerNeed(name: "thread", prefix: "__tsan_", libraries: ["libtsan.so", "libclang_rt.tsan"]),
        SanitizerNeed(name: "undefined", prefix: "__ubsan_", libraries: ["libubsan.so", "libclang_rt.ubsan"]),
    ]

    /// Returns the sanitizer whose functions a library calls and no loaded library defines.
    static func ofMissingRuntime(path: String) -> SanitizerNeed? {
        need(path: path) { need, libraries in !need.isAmong(libraries) }
    }

    /// Returns the sanitizer whose runtime a library loads too late, since it must be the first library of the process.
    static func ofLateRuntime(path: String) -> SanitizerNeed? {
        need(path: path) { need, libraries in need.name != "undefined" && need.isAmong(libraries) }
    }

    /// Returns the sanitizer whose runtime is linked into a program, and that this process has not.
    ///
    /// As a library the program would be without it, since compilers link the runtime into programs alone.
    static func ofOwnRuntime(path: String) -> SanitizerNeed? {
        guard let symbols = try? ELFTables(path: path).exported() else { return nil }
        // The runtimes of the first two contain that of the last.
        var need = all.first { need in
            symbols.contains { $0.hasPrefix(need.prefix) && sanitizer_has($0) == 0 }
        }
        // Only that of the compiler that built the program is sure to have all that it calls.
        need?.canBePreloaded = false
        return need
    }

    /// The sanitizer that a library needs and this process has not, of those that are asked for.
    private static func need(path: String, _ isWanted: (SanitizerNeed, [String]) -> Bool) -> SanitizerNeed? {
        guard let symbols = try? ELFTables(path: path).undefined(),
            let libraries = try? ELFImage.inspect(path: path, entry: nil).neededLibraries
        else { return nil }
        return all.first { need in
            isWanted(need, libraries)
                && symbols.contains { $0.name.hasPrefix(need.prefix) && !$0.isWeak && sanitizer_has($0.name) == 0 }
        }
    }

    /// Whether its runtime is one of some libraries.
    private func isAmong(_ files: [String]) -> Bool {
        files.contains { file in libraries.contains { file.hasPrefix($0) } }
    }

    /// The message: what is missing, and what to do.
    var description: String {
        "it was built with the \(name) sanitizer and this runner was not: build the runner with "
            + "`swift build --sanitize=\(name)`"
            + (canBePreloaded
                ? ", or preload the sanitizer with `LD_PRELOAD=$(gcc -print-file-name=\(libraries[0]))`" : "")
            + " (docs/Sanitizers.md)"
    }
}
