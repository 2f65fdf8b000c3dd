// SPDX-License-Identifier: MIT

import RunnerSupport

/// A place in a source file as people copy it from a message or an editor: `CartTests.swift:12`, with a column or not.
public struct SourceLine: Equatable {
    /// The file's path, or the end of it.
    let path: String
    /// The line, from 1.
    let line: UInt32

    /// Reads "path:line" or "path:line:column"; nil for anything else, such as a name with a colon in it.
    public init?(_ text: String) {
        var parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var numbers: [UInt32] = []
        while parts.count > 1, numbers.count < 2, let last = parts.last, let number = UInt32(last), number > 0 {
            numbers.insert(number, at: 0)
            parts.removeLast()
        }
        guard let line = numbers.first else { return nil }
        let path = parts.joined(separator: ":")
        let name = path.split(separator: "/").last ?? ""
        // A source file has an extension, of a few letters.
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let end = name[name.index(after: dot)...]
        guard (1...5).contains(end.count), end.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        self.path = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        self.line = line
    }

    /// Whether a file is the one that is meant: all of the path, or whole components at its end.
    func names(_ file: String) -> Bool { file == path || !path.hasPrefix("/") && file.hasSuffix("/" + path) }
}

extension IdentityResolver {
    /// The tests at a place: the case whose lines contain it, or the class, if it is before the first case.
    ///
    /// That is the last declaration at or before the line. Nil where there is none.
    func cases(at place: SourceLine) -> [Match]? {
        var nearest: UInt32 = 0
        var found: [Match] = []
        /// Takes the cases of a declaration, if none is nearer.
        func take(_ line: UInt32, _ cases: some Sequence<Int>) {
            guard line > 0, line <= place.line, line >= nearest else { return }
            if line > nearest { found = [] }
            nearest = line
            found += cases.map { ($0, nil) }
        }
        for entry in registry.classes where entry.file.count > 0 && place.names(registry.string(entry.file)) {
            take(entry.line, entry.isAbstract ? [] : Array(entry.cases))
        }
        for (index, entry) in registry.cases.enumerated() where entry.file.count > 0 {
            guard entry.line <= place.line, entry.line >= nearest else { continue }
            guard place.names(registry.string(entry.file)) else { continue }
            take(entry.line, registry.classes[entry.classIndex].isAbstract ? [] : [index])
        }
        return found.isEmpty ? nil : found
    }
}
