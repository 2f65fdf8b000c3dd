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
    /// The library with the sanitizer, where it is one that the bundle needs.
    private var holder: String?
    /// A function that the process's runtime of this sanitizer lacks; nil if the process has none of it.
    private var function: String?

    /// Those whose runtime a library may want.
    static let all = [
        SanitizerNeed(name: "address", prefix: "__asan_", libraries: ["libasan.so", "libclang_rt.asan"]),
        SanitizerNeed(name: "thread", prefix: "__tsan_", libraries: ["libtsan.so", "libclang_rt.tsan"]),
        SanitizerNeed(name: "undefined", prefix: "__ubsan_", libraries: ["libubsan.so", "libclang_rt.ubsan"]),
    ]

    /// Returns the sanitizer for which a library was refused, with a reason.
    ///
    /// Either functions of its runtime are missing, or its runtime cannot be loaded any more.
    static func ofRefused(path: String, reason: String) -> SanitizerNeed? {
        if let need = need(path: path, { need, libraries in !need.isAmong(libraries) }) { return need }
        // The loader names the file for which it has no room.
        let file = reason.prefix { $0 != ":" }.split(separator: "/").last.map(String.init) ?? ""
        return ofLateRuntime(path: path).flatMap { $0.isAmong([file]) ? $0 : nil }
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

    /// The sanitizer that a library, or one that it needs, was built with and this process has not, of those asked for.
    ///
    /// One of which the process has a part is always asked for.
    private static func need(path: String, _ isWanted: (SanitizerNeed, [String]) -> Bool) -> SanitizerNeed? {
        guard let image = try? ELFImage.inspect(path: path, entry: nil) else { return nil }
        var search = NeededFiles()
        let needed = search.files(of: image, at: path).filter { $0.value != path }.sorted { $0.key < $1.key }
        let files = [(name: nil, path: path)] + needed.map { (name: Optional($0.key), path: $0.value) }
        for file in files {
            guard let symbols = try? ELFTables(path: file.path).undefined(),
                let libraries = try? ELFImage.inspect(path: file.path, entry: nil).neededLibraries
            else { continue }
            for need in all where !need.isAmong([file.name ?? ""]) {
                let functions = symbols.filter { $0.name.hasPrefix(need.prefix) && !$0.isWeak }.map(\.name)
                let missing = functions.filter { sanitizer_has($0) == 0 }
                guard let first = missing.first else { continue }
                if missing.count < functions.count { return need.of(file.name).lacking(first) }
                if isWanted(need, libraries) { return need.of(file.name) }
            }
        }
        return nil
    }

    /// The same of a library that the bundle needs; nil for the bundle.
    func of(_ library: String?) -> SanitizerNeed {
        var need = self
        need.holder = library
        return need
    }

    /// The same where the process has a runtime without a function.
    func lacking(_ function: String) -> SanitizerNeed {
        var need = self
        need.function = function
        return need
    }

    /// Whether its runtime is one of some libraries.
    private func isAmong(_ files: [String]) -> Bool {
        files.contains { file in libraries.contains { file.hasPrefix($0) } }
    }

    /// The message: what is missing, and what to do.
    var description: String {
        let subject = holder.map { "\($0), which it needs," } ?? "it"
        if let function {
            return "\(subject) calls \(function), which the \(name) sanitizer of this runner lacks: build both with "
                + "the same compiler (docs/Sanitizers.md)"
        }
        var remedies: [String] = []
        // Swift has none for undefined behaviour on Linux.
        if name != "undefined" { remedies.append("build the runner with `swift build --sanitize=\(name)`") }
        if canBePreloaded {
            remedies.append("preload the sanitizer with `LD_PRELOAD=$(gcc -print-file-name=\(libraries[0]))`")
        }
        if remedies.isEmpty { remedies.append("build it without") }
        return "\(subject) was built with the \(name) sanitizer and this runner was not: "
            + remedies.joined(separator: ", or ") + " (docs/Sanitizers.md)"
    }
}
