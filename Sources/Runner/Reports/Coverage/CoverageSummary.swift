// SPDX-License-Identifier: MIT

import RunnerSupport

/// The coverage of a run's source files, as a table and in lcov's format.
struct CoverageSummary {
    /// The files that are reported, by their names in the table.
    private let files: [(name: String, coverage: FileCoverage)]

    /// Chooses the files of a scope.
    init(_ files: [FileCoverage], in scope: CoverageScope) {
        var scope = scope
        self.files = files.compactMap { file in scope.name(of: file.path).map { ($0, file) } }
            .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    }

    /// The paths of the files.
    var paths: [String] { files.map(\.coverage.path) }
    /// The number of lines that have code.
    var lines: Int { files.reduce(0) { $0 + $1.coverage.lines } }
    /// The number of them that ran.
    var covered: Int { files.reduce(0) { $0 + $1.coverage.covered } }

    /// Whether fewer lines ran than some percentage of all.
    func isBelow(_ percentage: Double) -> Bool { Double(covered) * 100 < percentage * Double(lines) }

    /// The table: a line for each file, and the total.
    func table() -> [String] {
        let width = String(lines).count
        let rows = files.map { ($0.coverage.covered, $0.coverage.lines, $0.name) } + [(covered, lines, "total")]
        return ["coverage, in lines:"]
            + rows.map { covered, lines, name in
                let counts = "\(String(covered).padded(to: width))/\(String(lines).padded(to: width))"
                return "  \(Self.percentage(covered, of: lines).padded(to: 7))  \(counts)  \(name)"
            }
    }

    /// The share of some lines, cut to a tenth of a percent, so that only all of them are 100.
    static func percentage(_ covered: Int, of lines: Int) -> String {
        if lines == 0 { return "-" }
        let tenths = Int(Double(covered) * 1000 / Double(lines))
        return "\(tenths / 10).\(tenths % 10) %"
    }

    /// Writes the report in lcov's format.
    func write(to output: inout TextOutput) {
        for file in files {
            for line in file.coverage.record { output.line(String(line)) }
        }
    }
}
