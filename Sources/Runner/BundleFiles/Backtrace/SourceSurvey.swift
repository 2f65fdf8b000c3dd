// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// Which sources have changed since the libraries were built that were made from them.
///
/// A separate process looks at the files while workers run: debugging information may be malformed, and reading it takes time.
public final class SourceSurvey {
    /// What is known of a library's sources.
    public struct Finding: Equatable, Sendable {
        /// The library, by its index among the files.
        public let file: Int
        /// The sources that are newer than it, sorted.
        public var newer: [String] = []
        /// Whether that is every source below the working directory, of several: as after a checkout, which gives each file the time at
        /// which it was written.
        public var isEverything = false

        /// It for the pipe: the library's index and whether all sources are newer, then a line for each that is.
        fileprivate var lines: String {
            "\(file) \(isEverything ? 1 : 0)\n" + newer.map { $0 + "\n" }.joined()
        }
    }

    /// How many sources make a checkout, where all are newer.
    private static let checkout = 8
    /// How long the process may take once a failure needs its answer, in milliseconds: an excerpt of another text would mislead.
    private static let limit: Int32 = 5000
    /// How long it may keep a run from its end that has no use for it but a note, in milliseconds.
    private static let noteLimit: Int32 = 1000
    /// How much the tests come first: enough that they hardly notice it, and not so much that others' load stops it.
    private static let niceness: Int32 = 5

    /// The process and the pipe with its answer; nil if it could not be started, or has answered.
    private var reader: (process: pid_t, pipe: Int32)?
    /// What is known, once it has been asked for.
    private var known: [Finding]?
    /// The sources whose text is another than it was.
    private var changed: Set<String> = []

    /// The most files, and the most sources of each, that are looked at without a process.
    private static let fewFiles = 4, fewSources = 64

    /// Hands over sources of libraries, by a library's index among the files and an absolute path; one may come several times.
    public typealias Sources = (_ take: (Int, String) -> Void) -> Void

    /// Starts to look at the sources of libraries: those of their debugging information, and others that are known.
    public init(_ files: [BundleFile], below directory: String, others: Sources = { _ in }) {
        if let findings = Self.findings(ofFew: files, below: directory, others: others) {
            take(findings)
            return
        }
        var ends: [Int32] = [-1, -1]
        guard worker_pipe(&ends) == 0 else { return }
        let host = getpid()
        let child = worker_fork()
        if child == 0 {
            worker_settle_child(host)
            close(ends[0])
            _ = nice(Self.niceness)
            var known: ByBundle<Set<String>> = [:]
            others { known[$0, default: []].insert($1) }
            var objects = BuiltObjects()
            for (index, file) in files.enumerated() {
                let library = Self.library(of: file.path)
                let sections = file.hasLines ? ObjectSections(path: library) : nil
                let named = sections.map { LineTable($0).sources() } ?? []
                let sources = named.union(known[index] ?? [])
                let finding = Self.finding(library, index, sources, &objects, below: directory)
                _ = finding.map { Array($0.lines.utf8).withUnsafeBytes { $0.writeAll(to: ends[1]) } }
            }
            _exit(0)
        }
        close(ends[1])
        if child > 0 { reader = (child, ends[0]) } else { close(ends[0]) }
    }

    deinit { end() }

    /// The libraries that are older than one of their sources, for a note at the end of a run.
    public var findings: [Finding] { findings(within: Self.noteLimit) }

    /// The libraries that are older than one of their sources, as far as that is known in time.
    private func findings(within limit: Int32) -> [Finding] {
        if let known { return known }
        guard let reader else { return [] }
        let (bytes, _) = PipeReading.all(of: reader.pipe, within: limit)
        end()
        let findings = Self.findings(bytes)
        take(findings)
        return findings
    }

    /// Takes what is known of all libraries.
    private func take(_ findings: [Finding]) {
        known = findings
        changed = Set(findings.lazy.filter { !$0.isEverything }.flatMap(\.newer))
    }

    /// Whether a source has another text than when it was compiled, as far as is known.
    public func isChanged(_ path: String) -> Bool { !findings(within: Self.limit).isEmpty && changed.contains(path) }

    /// Ends the process.
    private func end() {
        guard let (process, pipe) = reader else { return }
        reader = nil
        kill(process, SIGKILL)
        var end = worker_end()
        _ = worker_wait(process, &end)
        close(pipe)
    }

    // MARK: The look at the files

    /// What is known of a library's sources; nil if none is newer.
    private static func finding(
        _ library: String, _ index: Int, _ sources: some Sequence<String>, _ objects: inout BuiltObjects,
        below directory: String
    ) -> Finding? {
        guard let built = time(of: library) else { return nil }
        let root = directory.hasSuffix("/") ? directory : directory + "/"
        var (newer, ownCount, ownNewer) = ([String](), 0, 0)
        for source in sources where source.hasPrefix("/") && source.utf8.allSatisfy({ $0 >= 32 }) {
            guard let changed = time(of: source) else { continue }
            let isTouched = (changed.tv_sec, changed.tv_nsec) > (built.tv_sec, built.tv_nsec)
            // The compiler writes the expansions of macros there for a debugger, again at each build of any package.
            if isTouched || source.hasPrefix(root), strstr(source, "/swift-generated-sources/") != nil { continue }
            let isNewer = isTouched && !objects.hasCompiled(source, changed: changed, for: library, built: built)
            if isNewer { newer.append(source) }
            if !source.hasPrefix(root) || isHidden(source, below: root) { continue }
            ownCount += 1
            if isNewer { ownNewer += 1 }
        }
        if newer.isEmpty { return nil }
        return Finding(
            file: index, newer: newer.sorted(), isEverything: ownNewer == ownCount && ownCount >= checkout)
    }

    /// The findings about libraries that are few, have no debugging information, and name few sources; nil for others.
    ///
    /// Most release builds are such: a process would take a tenth of a short run, and the first set of paths a fiftieth.
    private static func findings(ofFew files: [BundleFile], below directory: String, others: Sources) -> [Finding]? {
        let libraries = files.count > fewFiles ? [] : files.map { library(of: $0.path) }
        if libraries.isEmpty { return nil }
        for (file, library) in zip(files, libraries) where file.hasLines {
            if ObjectSections(path: library)?.has(ObjectSections.lines) == true { return nil }
        }
        var known = Array(repeating: [String](), count: libraries.count)
        others { index, source in
            if known[index].count <= fewSources, !known[index].contains(source) { known[index].append(source) }
        }
        if known.contains(where: { $0.count > fewSources }) { return nil }
        var (objects, found) = (BuiltObjects(), [Finding]())
        for (index, library) in libraries.enumerated() where !known[index].isEmpty {
            if let one = finding(library, index, known[index], &objects, below: directory) { found.append(one) }
        }
        return found
    }

    /// The file with the code of a test executable: Swift Build makes a library, and a program that opens it.
    private static func library(of path: String) -> String {
        let suffix = "-test-runner"
        guard path.hasSuffix(suffix) else { return path }
        let library = "\(path.dropLast(suffix.count)).so"
        return access(library, F_OK) == 0 ? library : path
    }

    /// Whether a directory below one, or the file itself, has a name that begins with a full stop.
    private static func isHidden(_ path: String, below root: String) -> Bool {
        path.withCString { strstr($0 + root.utf8.count - 1, "/.") != nil }
    }

    /// The files that were written since an instant, in nanoseconds of the wall clock, sorted.
    public static func written(_ paths: Set<String>, since instant: UInt64) -> [String] {
        paths.filter { path in
            guard let time = time(of: path), time.tv_sec >= 0 else { return false }
            return (UInt64(time.tv_sec), UInt64(time.tv_nsec)) > (instant / 1_000_000_000, instant % 1_000_000_000)
        }.sorted()
    }

    /// When a file was last written; nil if it is not there.
    static func time(of path: String) -> timespec? {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        return information.st_mtim
    }

    /// Reads the lines of findings.
    private static func findings(_ bytes: [UInt8]) -> [Finding] {
        var findings: [Finding] = []
        // A line without an end is of a process that took too long.
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
        for line in bytes[..<end].split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("/") {
                if !findings.isEmpty { findings[findings.count - 1].newer.append(text) }
                continue
            }
            let numbers = text.split(separator: " ").compactMap { Int($0) }
            if numbers.count == 2 { findings.append(Finding(file: numbers[0], isEverything: numbers[1] == 1)) }
        }
        return findings
    }
}
