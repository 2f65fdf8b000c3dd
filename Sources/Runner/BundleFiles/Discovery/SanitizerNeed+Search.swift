// SPDX-License-Identifier: MIT

import RunnerModel
import WorkerShims

/// The search for the sanitizer that a library was built with.
extension SanitizerNeed {
    /// Returns the sanitizer for which a library was refused, with a reason.
    ///
    /// Either functions of its runtime are missing, or its runtime cannot be loaded any more.
    public static func ofRefused(path: String, reason: String) -> SanitizerNeed? {
        if let need = need(path: path, { need, libraries in !need.isAmong(libraries) }) { return need }
        // The loader names the file for which it has no room.
        let file = reason.prefix { $0 != ":" }.split(separator: "/").last.map(String.init) ?? ""
        return ofLateRuntime(path: path).flatMap { $0.isAmong([file]) ? $0 : nil }
    }

    /// Returns the sanitizer whose runtime a library loads too late, since it must be the first library of the process.
    public static func ofLateRuntime(path: String) -> SanitizerNeed? {
        need(path: path) { need, libraries in need.name != "undefined" && need.isAmong(libraries) }
    }

    /// Returns the sanitizer whose runtime is linked into a program, and that this process has not.
    ///
    /// As a library the program would be without it, since compilers link the runtime into programs alone.
    public static func ofOwnRuntime(path: String) -> SanitizerNeed? {
        guard let symbols = try? ELFTables(path: path).exported() else { return nil }
        // The runtimes of the first two contain that of the last.
        var need = all.first { need in
            symbols.contains { $0.hasPrefix(need.prefix) && sanitizer_has($0) == 0 }
        }
        // Only that of the compiler that built the program is sure to have all that it calls.
        need?.canBePreloaded = false
        return need
    }

    /// The first of the wanted sanitizers with which a library, or one that it needs, was built, and which this process does not have.
    ///
    /// A sanitizer of which the process has a part is always wanted.
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
}
