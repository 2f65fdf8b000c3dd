// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport
import WorkerShims

/// Which sources have changed since the libraries were built that were made from them.
///
/// A separate process looks at the files while workers run: debugging information may be malformed, and reading it takes time.
public final class SourceSurvey {
    /// The finding about a library's sources.
    public struct Finding: Equatable, Sendable {
        /// The library, by its index among the files.
        public fileprivate(set) var file: Int
        /// The sources that are newer than it, sorted.
        public var newer: [String] = []
        /// Whether that is every source below the working directory, of several: as after a checkout, which gives each file the time at
        /// which it was written.
        public var isEverything = false

        /// Passes some, between the process that looks and the host.
        fileprivate static func pass(_ findings: inout [Finding], _ coder: inout CompactCoder) {
            coder.pass(&findings, blank: Finding(file: 0)) { finding, coder in
                coder.pass(&finding.file)
                coder.pass(&finding.newer)
                coder.pass(&finding.isEverything)
            }
        }
    }

    /// A process that reads debugging information.
    private struct Reader: ~Copyable {
        /// The process.
        let process: pid_t
        /// The socket with its answer, which it gives once the other end is shut down.
        let channel: FileDescriptor
        /// The file that has the names of other sources by then.
        let others: FileDescriptor

        /// Starts it; it does its work with its end of the socket, and with the file.
        static func start(_ work: (_ channel: Int32, _ others: Int32) -> Void) -> Reader? {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard let others = FileDescriptor(owning: worker_memory_file()) else { return nil }
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0, let channel = FileDescriptor(owning: ends[0]) else {
                return nil
            }
            let host = getpid()
            let process = worker_fork()
            if process == 0 {
                worker_settle_child(host)
                work(ends[1], others.number)
                _exit(0)
            }
            close(ends[1])
            return process < 0 ? nil : Reader(process: process, channel: channel, others: others)
        }

        /// Hands over the names of other sources, upon which it answers.
        func finish(_ names: [UInt8]) {
            // Without them it is as if there were none.
            _ = names.withUnsafeBytes { $0.writeAll(to: others.number) }
            shutdown(channel.number, Int32(SHUT_WR))
        }

        /// Ends the process of the survey.
        consuming func end() {
            kill(process, SIGKILL)
            var end = worker_end()
            _ = worker_wait(process, &end)
        }
    }

    /// The number of sources that make a checkout, where all are newer.
    private static let checkout = 8
    /// The time limit of the process once a failure needs its answer, in milliseconds: an excerpt of another text would mislead.
    private static let limit: Int32 = 5000
    /// The time limit at the end of a run that needs its answer only for a note, in milliseconds.
    private static let noteLimit: Int32 = 1000
    /// The niceness of the process: enough that tests hardly notice it, and not so much that other load stops it.
    private static let niceness: Int32 = 5

    /// The libraries, by index.
    private let files: [BundleFile]
    /// The working directory.
    private let directory: String
    /// Whether the libraries are few and have no debugging information.
    ///
    /// Most release builds are such: a process would take a tenth of a short run, and the first set of paths a fiftieth.
    private let isSmall: Bool
    /// Whether the process may run while tests run.
    private let whileTestsRun: Bool
    /// The process; nil if it was not started, or has answered.
    private var reader: Reader?
    /// The findings, once they have been asked for.
    private var known: [Finding]?
    /// The sources whose text is another than it was.
    private var changed: Set<String> = []
    /// Hands over other sources of the libraries than those of their debugging information; there is no answer before these are known.
    public var others: Sources?

    /// The most files, and the most sources of each, that are looked at without a process.
    private static let fewFiles = 4, fewSources = 64

    /// Hands over sources of libraries, by a library's index among the files and an absolute path; one may come several times.
    public typealias Sources = (_ take: (Int, String) -> Void) -> Void

    /// Starts to look at the sources of libraries, while workers open them: at those of their debugging information.
    ///
    /// Where tests run in this process, it starts at the first question: libTesting waits for any ended child, and would meet this
    /// one for ever.
    public init(_ files: [BundleFile], below directory: String, whileTestsRun: Bool = true) {
        (self.files, self.directory, self.whileTestsRun) = (files, directory, whileTestsRun)
        isSmall = Self.isSmall(files)
        if !isSmall, whileTestsRun { start() }
    }

    /// Looks at the other sources of the libraries, unless it has: when the host has time, and at the latest at the first question.
    public func look() {
        if !whileTestsRun { return }
        handOver()
    }

    /// Hands the other sources to the process.
    private func handOver() {
        guard let others = others.take() else { return }
        if !isSmall, !whileTestsRun { start() }
        if isSmall {
            if let findings = findings(ofFew: others) { return take(findings) }
            start()
        }
        var names: [UInt8] = []
        others { file, path in
            for word in [String(file), path] {
                names += word.utf8
                names.append(0)
            }
        }
        reader?.finish(names)
    }

    /// Starts the process.
    private func start() {
        reader = Reader.start { [files, directory] channel, others in
            _ = nice(Self.niceness)
            var objects = BuiltObjects()
            var looks = files.map { file in
                let library = Self.library(of: file.path)
                var look = LibraryLook(library, below: directory)
                if look != nil, file.hasLines, let sections = ObjectSections(path: library) {
                    LineTable(sections).visitSources { look?.take($0, &objects) }
                }
                return look
            }
            var byte: UInt8 = 0
            while Glibc.read(channel, &byte, 1) < 0, errno == EINTR {}
            // Few are left now, when workers and the host want the processors.
            Self.visit(names: others) { file, path in looks[file]?.take(path, &objects) }
            var (found, coder) = (looks.enumerated().compactMap { $1?.finding(file: $0) }, CompactCoder())
            Finding.pass(&found, &coder)
            _ = coder.bytes.withUnsafeBytes { $0.writeAll(to: channel) }
            // The host need not wait until the memory is given back as well.
            shutdown(channel, Int32(SHUT_RDWR))
        }
    }

    /// Reads the file of other sources: a library's index and a path, each with a zero after it.
    private static func visit(names descriptor: Int32, _ take: (Int, String) -> Void) {
        guard let size = stat(descriptor: descriptor).map({ Int($0.st_size) }), size > 0 else { return }
        let names = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, size, 0))
        }
        // A text without a zero after it was not written whole.
        let words = names.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        var place = words.startIndex
        while place + 1 < words.endIndex {
            let path = words[place + 1]
            Int(String(decoding: words[place], as: UTF8.self)).map { take($0, String(decoding: path, as: UTF8.self)) }
            place += 2
        }
    }

    deinit { end() }

    /// The libraries that are older than one of their sources, for a note at the end of a run.
    public var findings: [Finding] { findings(within: Self.noteLimit) }

    /// The libraries that are older than one of their sources, as far as that is known in time.
    private func findings(within limit: Int32) -> [Finding] {
        handOver()
        if let known { return known }
        guard let channel = reader?.channel.number else { return [] }
        let (bytes, isWhole) = PipeReading.all(of: channel, within: limit)
        // A process that has answered ends by itself, but a wait for any child could meet it.
        if !isWhole || !whileTestsRun { end() }
        var (findings, coder) = ([Finding](), CompactCoder(reading: bytes[...]))
        Finding.pass(&findings, &coder)
        // An incomplete result comes from a process that took too long.
        if !coder.isComplete { findings = [] }
        take(findings)
        return findings
    }

    /// Takes the findings about all libraries.
    private func take(_ findings: [Finding]) {
        known = findings
        changed = Set(findings.lazy.filter { !$0.isEverything }.flatMap(\.newer))
    }

    /// Whether a source has another text than when it was compiled, as far as is known.
    public func isChanged(_ path: String) -> Bool { !findings(within: Self.limit).isEmpty && changed.contains(path) }

    /// Ends the process.
    private func end() { reader.take()?.end() }

    // MARK: The look at the files

    /// A look at the sources of one library.
    private struct LibraryLook {
        /// The library's path.
        private let library: String
        /// When it was written.
        private let built: timespec
        /// The working directory, with a slash after it.
        private let root: String
        /// The sources that were looked at.
        private var seen: Set<String> = []
        /// The sources that are newer.
        private var newer: [String] = []
        /// The numbers of sources below the working directory, and of the newer ones among them.
        private var (ownCount, ownNewer) = (0, 0)

        /// Begins to look; nil where there is no library.
        init?(_ library: String, below directory: String) {
            guard let built = SourceSurvey.time(of: library) else { return nil }
            (self.library, self.built) = (library, built)
            root = directory.hasSuffix("/") ? directory : directory + "/"
        }

        /// Looks at a source, unless that was done.
        mutating func take(_ source: String, _ objects: inout BuiltObjects) {
            guard source.hasPrefix("/"), source.utf8.allSatisfy({ $0 >= 32 }), seen.insert(source).inserted,
                let changed = SourceSurvey.time(of: source)
            else { return }
            let isTouched = (changed.tv_sec, changed.tv_nsec) > (built.tv_sec, built.tv_nsec)
            // The compiler writes the expansions of macros there for a debugger, again at each build of any package.
            if isTouched || source.hasPrefix(root), strstr(source, "/swift-generated-sources/") != nil { return }
            let isNewer = isTouched && !objects.hasCompiled(source, changed: changed, for: library, built: built)
            if isNewer { newer.append(source) }
            if !source.hasPrefix(root) || SourceSurvey.isHidden(source, below: root) { return }
            ownCount += 1
            if isNewer { ownNewer += 1 }
        }

        /// The finding about its sources; nil if none is newer.
        func finding(file: Int) -> Finding? {
            if newer.isEmpty { return nil }
            return Finding(
                file: file, newer: newer.sorted(), isEverything: ownNewer == ownCount && ownCount >= checkout)
        }
    }

    /// Whether libraries are few and have no debugging information.
    private static func isSmall(_ files: [BundleFile]) -> Bool {
        if files.count > fewFiles { return false }
        return !files.contains { file in
            file.hasLines && ObjectSections(path: library(of: file.path))?.has(ObjectSections.lines) == true
        }
    }

    /// The findings about libraries whose sources are the given ones; nil if those are many.
    private func findings(ofFew others: Sources) -> [Finding]? {
        var known = Array(repeating: [String](), count: files.count)
        others { index, source in
            if known[index].count <= Self.fewSources, !known[index].contains(source) { known[index].append(source) }
        }
        if known.contains(where: { $0.count > Self.fewSources }) { return nil }
        var (objects, found) = (BuiltObjects(), [Finding]())
        for (index, file) in files.enumerated() where !known[index].isEmpty {
            var look = LibraryLook(Self.library(of: file.path), below: directory)
            for source in known[index] { look?.take(source, &objects) }
            if let finding = look?.finding(file: index) { found.append(finding) }
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
        guard let information = stat(path: path), information.kind == S_IFREG else { return nil }
        return information.st_mtim
    }
}
