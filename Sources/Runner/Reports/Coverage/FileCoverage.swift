// SPDX-License-Identifier: MIT

/// The lines of a source file that a run reached.
struct FileCoverage: Equatable {
    /// The path of the file.
    var path = ""
    /// The number of lines that have code.
    var lines = 0
    /// The number of them that ran.
    var covered = 0
    /// The line that was counted last.
    private var last: UInt64 = 0
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
    ///
    /// The lines with code are those that it lists (`DA:line,count`), as other readers count them: the totals of llvm-cov (`LF`, `LH`)
    /// have the lines of a closure once more for each function around it.
    private mutating func take(_ line: Substring) {
        if line == "end_of_record" {
            record += ["LF:\(lines)", "LH:\(covered)", line]
            return
        }
        guard line.prefix(8).contains(":"), !line.hasPrefix("LF:"), !line.hasPrefix("LH:") else { return }
        record.append(line)
        guard line.hasPrefix("DA:") else { return }
        let numbers = line.dropFirst(3).split(separator: ",").map { UInt64($0) }
        guard numbers.count >= 2, let number = numbers[0], let count = numbers[1], number != last else { return }
        lines += 1
        if count > 0 { covered += 1 }
        last = number
    }
}
