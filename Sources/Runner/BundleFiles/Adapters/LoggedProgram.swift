// SPDX-License-Identifier: MIT

import RunnerSupport

/// A program that the host runs to its end, its output in a file.
public struct LoggedProgram {
    /// The program, by its path, and its arguments.
    private let words: [String]
    /// The file.
    private let log: String

    /// A program whose output goes to a file.
    public init(_ words: [String], log: String) { (self.words, self.log) = (words, log) }

    /// Runs it; its exit code, or nil if it was not started or was ended by a signal.
    ///
    /// - Parameter tick: Is called each second until then.
    public func run(tick: (() -> Void)? = nil) -> Int32? {
        // In the group of this process: an interrupt at the terminal ends both.
        guard var process = try? ChildProcess(Launch(words, output: .file(log))) else { return nil }
        guard case .ended(.exited(let code)) = process.wait(tick: tick) else { return nil }
        return code
    }

    /// The last line of the file that says something of an error, or just the last; nil if it is empty.
    public static func lastLine(of path: String) -> String? {
        guard let bytes = try? FileBytes(path: path), let text = try? bytes.prefix(1 << 16) else { return nil }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        return lines.last { $0.contains("error:") } ?? lines.last
    }
}
