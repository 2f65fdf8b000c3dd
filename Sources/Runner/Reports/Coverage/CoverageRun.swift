// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// The collection of coverage in a run: begun before the first worker, reported after the last.
///
///     init           the tools are there, and a directory for profiles
///     (workers)      coverage.c: each adds its counters to the profile of each image that it has opened
///     report         merges the profiles; writes lcov.info, html/ and merged.profdata; the table, and the missing profiles
public struct CoverageRun {
    /// The settings.
    private let settings: CoverageSettings
    /// The programs that make the reports.
    private let tools: CoverageTools
    /// The directory in which the workers' profiles are, while the run lasts; an absolute path.
    public let profiles: String
    /// The directory of the sources.
    private let root: String
    /// The directory of the reports, as the user names it.
    private var directory: String { settings.directory }

    /// Prepares the collection.
    public init(_ settings: CoverageSettings) throws(SystemFault) {
        self.settings = settings
        tools = try CoverageTools()
        root = FilePath.working ?? "/"
        // Another container may have the process's number.
        let directory = FilePath.absolute(settings.directory)
        guard FilePath.makeDirectory(directory), let made = FilePath.makeUniqueDirectory("\(directory)/.profiles-")
        else {
            throw SystemFault("failed to make a directory in \(directory)")
        }
        profiles = made
    }

    /// Makes the reports, prints the table, and returns the exit code of the run; the workers are gone.
    public func report(_ code: ExitCode, of registry: Registry, to descriptor: Int32, isQuiet: Bool) -> ExitCode {
        defer { FilePath.remove(profiles) }
        do throws(SystemFault) {
            sayMissing()
            guard let summary = try makeReports(registry) else { return code == .success ? .usage : code }
            var output = TextOutput(descriptor)
            if !isQuiet { for line in [""] + summary.table() { output.line(TerminalText.line(line)) } }
            output.line(TerminalText.line("coverage: \(directory)/html/index.html, \(directory)/lcov.info"))
            output.flush()
            guard let minimum = settings.minimum, summary.isBelow(minimum) else { return code }
            let share = CoverageSummary.percentage(summary.covered, of: summary.lines)
            StandardError.say("coverage is \(share) of the lines, less than --coverage-fail-under \(minimum)")
            return code == .success ? .coverageTooLow : code
        } catch {
            StandardError.say(error.description)
            return code == .success ? .usage : code
        }
    }

    /// Writes the reports; nil, with a message, if there is nothing to report.
    private func makeReports(_ registry: Registry) throws(SystemFault) -> CoverageSummary? {
        let images = CoverageFile.names(in: profiles, ending: COVERAGE_IMAGE).compactMap {
            CoverageFile.target(of: "\(profiles)/\($0)\(COVERAGE_IMAGE)")
        }
        guard !images.isEmpty else {
            StandardError.say(
                "no coverage: nothing that ran was built for it; build with swift build --enable-code-coverage, or clang's "
                    + "-fprofile-instr-generate -fcoverage-mapping")
            return nil
        }
        let merged = "\(directory)/merged.profdata"
        let names = CoverageFile.names(in: profiles, ending: COVERAGE_PROFILE)
        try tools.merge(names.map { "\(profiles)/\($0)\(COVERAGE_PROFILE)" }, to: merged, in: profiles)
        let files = FileCoverage.all(in: try tools.export(merged, images, in: profiles))
        let tests = settings.includesTests ? [] : registry.testFiles
        let summary = CoverageSummary(files, in: CoverageScope(root, without: tests))
        guard !summary.paths.isEmpty else {
            if !CoverageSummary(files, in: CoverageScope(root)).paths.isEmpty {
                let what = "no coverage: below \(root), only sources of tests were built for it"
                StandardError.say("\(what); --coverage-include-tests counts them")
                return nil
            }
            StandardError.say(
                "no coverage: none of \(files.count) source files is below \(root); run in the package's directory")
            return nil
        }
        try CoverageFile.write(to: "\(directory)/lcov.info") { summary.write(to: &$0) }
        try tools.pages(merged, images, of: summary.paths, to: "\(directory)/html", in: profiles)
        return summary
    }

    /// Names what is not counted.
    private func sayMissing() {
        for name in CoverageFile.names(in: profiles, ending: COVERAGE_UNUSABLE) {
            let path = CoverageFile.target(of: "\(profiles)/\(name)\(COVERAGE_UNUSABLE)") ?? name
            StandardError.say(
                "warning: the coverage of \(path) is missing: its profile runtime was not found or wrote nothing; do not strip it"
            )
        }
        for name in CoverageFile.names(in: profiles, ending: COVERAGE_UNSAVED) {
            let test = CoverageFile.target(of: "\(profiles)/\(name)\(COVERAGE_UNSAVED)") ?? "a class"
            StandardError.say(
                "warning: coverage of \(test) is lost: a process that ran it was killed, or skipped exit handlers")
        }
    }
}

extension Registry {
    /// The source files that declare cases or classes, by path.
    fileprivate var testFiles: Set<String> {
        let files = classes.map { string($0.file) } + cases.indices.map { string(cases[$0].file) }
        return Set(files.filter { !$0.isEmpty }.map(FilePath.absolute))
    }
}
