// SPDX-License-Identifier: MIT

import RunnerBundleFiles
import RunnerSupport

/// Shows a line of a source file with its neighbours, if the file can be read here.
struct SourceExcerpts {
    /// A line of source.
    struct Line: Equatable {
        /// Its number, from 1.
        let number: Int
        /// Its text.
        let text: String
        /// Whether it is the marked line.
        let isMarked: Bool
    }

    /// The largest file that is read, in bytes.
    private static let sizeLimit = 4 << 20
    /// The longest line that is shown, in characters.
    private static let lineLimit = 200

    /// A directory that has copies of files that may not be here, by their paths.
    private let copies: String?

    /// Which files are newer than what was made from them, where that is known.
    private let survey: SourceSurvey?

    /// Shows lines of this machine's files, or of their copies; none of files that have changed.
    init(copies: String? = nil, survey: SourceSurvey? = nil) { (self.copies, self.survey) = (copies, survey) }

    /// Whether a file is known to have other lines than those that were compiled.
    func isChanged(_ path: String) -> Bool { survey?.isChanged(path) ?? false }

    /// The lines of files that were read; empty where that failed.
    private var files: [String: [Substring]] = [:]

    /// The line of a file and some lines on each side; nothing where the file or the line is not there.
    mutating func lines(around line: Int, in path: String, margin: Int = 1) -> [Line] {
        let all = contents(of: path)
        guard line >= 1, line <= all.count else { return [] }
        return (max(1, line - margin)...min(all.count, line + margin)).map { number in
            let text = all[number - 1]
            return Line(number: number, text: String(text.prefix(Self.lineLimit)), isMarked: number == line)
        }
    }

    /// A file's lines.
    private mutating func contents(of path: String) -> [Substring] {
        if let known = files[path] { return known }
        var text = isChanged(path) ? "" : Self.read(path)
        if text.isEmpty, let copies, path.hasPrefix("/") { text = Self.read(copies + path) }
        let lines = text.isEmpty ? [] : text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        files[path] = lines
        return lines
    }

    /// A regular file's text, or nothing.
    private static func read(_ path: String) -> String {
        (try? InputFile(path: path).readAll(limit: sizeLimit)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
