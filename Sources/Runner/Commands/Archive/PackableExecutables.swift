// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerSupport
import WorkerShims

/// The test executables of XCTest and Swift Testing that can run on a machine without their toolchain.
///
/// A worker opens each as before a run. That makes the adapter, links the executable once more where it must be a library,
/// and finds the lines of its methods. The other machine could do none of these.
struct PackableExecutables {
    /// A test executable, and what goes along.
    struct Executable: Equatable {
        /// The library that opens it.
        let adapter: String
        /// The files that the adapter has made of it.
        let made: [String]
    }

    /// An interrupt came while they were opened.
    struct Interrupted: Error, CustomStringConvertible {
        /// The interrupt.
        let interruption: Interruption
        /// The reason why no worker could be started, if none could.
        let shortage: Issue?

        /// The message for the user.
        var description: String {
            "\(shortage.map { "\($0.message); " } ?? "")cut short by \(interruption.description) while test executables were opened; there is no archive"
        }
    }

    /// The executables that can be packed, by path.
    private(set) var all: [String: Executable] = [:]
    /// The others, and why.
    private(set) var leftOut: [(path: String, reason: String)] = []

    /// Opens some test executables; `say` informs the user of slow steps.
    init(_ files: [BundleFile], say: (String) -> Void) throws {
        if files.isEmpty { return }
        let adapters = AdapterMaker.adapters(for: files, say: say)
        let faults = try Self.open(files, adapters)
        for (index, file) in files.enumerated() {
            let (library, made) = Self.made(of: file.path)
            if let adapter = adapters.libraries[index], library != nil || faults[index] == nil {
                // A fault of its tests is one on the other machine as well.
                all[file.path] = Executable(adapter: adapter, made: made)
            } else {
                leftOut.append((file.path, faults[index]?.reason ?? "it cannot be opened"))
            }
        }
    }

    /// Has workers open them; returns the faults of those that cannot be opened, by index.
    private static func open(_ files: [BundleFile], _ adapters: AdapterMaker.Outcome) throws -> [Int: LoadFault] {
        let trial = try TrialLoad(
            files, at: files.map { ArchiveTree.place($0.path) ?? $0.path }, adapters: adapters.libraries,
            unusable: adapters.faults, seconds: AdapterMaker.loadLimit)
        if let interruption = trial.interruption {
            throw Interrupted(interruption: interruption, shortage: trial.findings.shortage)
        }
        return trial.findings.faults
    }

    /// The library that the adapter has made of an executable, if any, and the files that another machine could not make.
    ///
    /// They are next to it, or in the user's directory for temporary files.
    private static func made(of path: String) -> (library: String?, others: [String]) {
        guard let place = ArchiveTree.place(path) else { return (nil, []) }
        let temporary = FilePath.temporary
        for directory in [FilePath.directory(of: place), "\(temporary)/testkit-adapter-\(geteuid())"] {
            let own = ArchiveTree.names(in: directory, hidden: true).filter {
                $0.hasPrefix(".\(FilePath.name(of: place)).")
            }
            guard let library = own.first(where: { $0.hasSuffix(AdaptedLibrary.suffixes.library) }) else { continue }
            let places = own.filter { $0.hasSuffix(AdaptedLibrary.suffixes.places) }
            let others = isCopy(directory + "/" + library) ? places : [library] + places
            return (directory + "/" + library, others.map { directory + "/" + $0 })
        }
        return (nil, [])
    }

    /// Whether a library is a copy of the executable, which is quickly made again: it still names the system's loader.
    private static func isCopy(_ library: String) -> Bool {
        guard let bytes = try? FileBytes(path: library), let segments = try? ELFImage.segments(bytes) else {
            return false
        }
        return segments.contains { $0.kind == ELFImage.Segment.interpreter }
    }
}
