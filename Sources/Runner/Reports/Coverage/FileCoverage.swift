// SPDX-License-Identifier: MIT

/// The lines of a source file that a run reached.
struct FileCoverage: Equatable {
    /// The path of the file.
    var path = ""
    /// How many lines have code.
    var lines = 0
    /// How many of them ran.
    var covered = 0
    /// Its part of the report in lcov's format, line by line.
    var record: [Substring] = []

    /// Reads a report in lcov's format; lines that are not of it, such as a program's warnings, are left out.
    static func all(in lcov: String) -> [FileCoverage] {
        var files: [FileCoverage] = []
        var file: FileCoverage?
        for line in lcov.split(separator: "\n") {
            if line.hasPrefix("SF:") { file = FileCoverage(path: String(line.dropFirst(3))) }
            file?.take(line)
            if line == "end_of_record" {
                if let file, !file.path.isEmpty { files.append(file) }
                file = nil
            }
        }
        return files
    }

    /// Takes a line of its record.
    private mutating func take(_ line: Substring) {
        guard line == "end_of_record" || line.prefix(8).contains(":") else { return }
        record.append(line)
        if line.hasPrefix("LF:"), let count = Int(line.dropFirst(3)) { lines = max(0, count) }
        if line.hasPrefix("LH:"), let count = Int(line.dropFirst(3)) { covered = max(0, count) }
    }
}
