// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// The linker's names of functions and types, with the names that people write.
///
/// A name may be written so that reading it takes a process down: it is read in a worker, or in a process for that alone.
public enum ReadableSymbols {
    /// The time limit for that process, in milliseconds.
    private static let limit: Int32 = 5000

    /// Returns a text in which each linker's name has the readable one before it, in a worker: "Shop.open() ($s4Shop4openyyF)".
    static func text(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            readable(String(word)).map { "\($0) (\(word))" } ?? String(word)
        }.joined(separator: " ")
    }

    /// The readable names of some symbols, made in another process; the plain names if that process takes too long.
    public static func texts(of symbols: [String]) -> [String] {
        guard symbols.contains(where: isMangled) else { return symbols }
        let (bytes, _) = PipeReading.ofFork(within: limit) { descriptor in
            let lines = symbols.map { (readable($0) ?? "") + "\n" }.joined()
            _ = Array(lines.utf8).withUnsafeBytes { $0.writeAll(to: descriptor) }
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard lines.count == symbols.count + 1 else { return symbols }
        return zip(symbols, lines).map { $1.isEmpty ? $0 : "\($1) (\($0))" }
    }

    /// Whether a name looks like one that a compiler has made.
    private static func isMangled(_ symbol: String) -> Bool { ["$s", "$S", "_Z"].contains(where: symbol.hasPrefix) }

    /// The readable name, in one line; nil if it is not mangled or not known.
    private static func readable(_ symbol: String) -> String? {
        guard isMangled(symbol), let name = symbol_full_name(symbol) else { return nil }
        defer { free(name) }
        return TerminalText.line(String(cString: name))
    }
}
