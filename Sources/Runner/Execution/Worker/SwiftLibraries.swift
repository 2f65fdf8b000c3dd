// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// Opens what bundles need of a toolchain before the bundles themselves.
///
/// The loader then looks up a function of theirs when it is called for the first time, as in a program. With a bundle, whose own
/// functions are looked up at once, it would look up all: a start would take a tenth longer, and one with Foundation more.
struct SwiftLibraries {
    /// The directory of a toolchain's libraries, relative to the toolchain, and the program that reports a crash.
    private static let (place, backtracer) = ("/lib/swift/linux", "/libexec/swift/linux/swift-backtrace")

    /// Whether functions are looked up at once all the same: else each process of a class or case would look them up anew.
    private let isEager: Bool
    /// The libraries that were looked for last.
    private var last: [String] = []

    /// Nothing is open yet.
    init(_ isolation: Isolation) { isEager = isolation == .case || isolation == .class }

    /// Opens what a bundle needs, where the loader would find it (ld.so(8)): `LD_LIBRARY_PATH`, the bundle's own directories; and for
    /// Swift's library, the system's.
    ///
    /// If a library is missing, the loader reports it afterwards.
    /// - Returns: Whether this has brought Swift's library into the process; nil if the bundle does not need it.
    mutating func open(for file: BundleFile, at path: String, adapter: String?) -> Bool? {
        guard let need = Self.need(of: file, adapter) else { return nil }
        if need.libraries == last { return false }
        last = need.libraries
        // Not sooner: it goes through all that is loaded, and most bundles of a directory need the same.
        let isIn = worker_has_swift_core() != 0
        let environment = RunPath.ofEnvironment
        let directories = need.runPath.directories(origin: FilePath.directory(of: adapter ?? path))
        if !isIn { openCore(need.runPath.ordered(directories, environment: environment)) }
        if environment.isEmpty { openToolchain(need.libraries, directories) }
        return !isIn && worker_has_swift_core() != 0
    }

    /// The libraries that a bundle needs, for a test executable those that its adapter needs.
    private static func need(of file: BundleFile, _ adapter: String?) -> SwiftNeed? {
        guard let adapter else { return file.swiftNeed }
        return try? ELFImage.inspect(path: adapter, entry: nil).swiftNeed
    }

    /// Opens Swift's library, which is opened first of all.
    private func openCore(_ directories: [String]) {
        guard let directory = directories.first(where: { Self.has($0, SWIFT_CORE_LIBRARY) }) else {
            return open(SWIFT_CORE_LIBRARY)
        }
        if directory.hasSuffix(Self.place) {
            Backtraces.name(backtracer: directory.dropLast(Self.place.utf8.count) + Self.backtracer)
        }
        open("\(directory)/\(SWIFT_CORE_LIBRARY)")
    }

    /// Opens what is in the toolchain's directory; nothing where a directory before it has one of the names, since what those libraries
    /// need of each other would be the toolchain's.
    private func openToolchain(_ names: [String], _ directories: [String]) {
        guard let toolchain = directories.first(where: { $0.hasSuffix(Self.place) }) else { return }
        let (before, own) = (directories.prefix { $0 != toolchain }, names.filter { Self.has(toolchain, $0) })
        if own.contains(where: { name in before.contains { Self.has($0, name) } }) { return }
        for name in own where name != SWIFT_CORE_LIBRARY { open("\(toolchain)/\(name)") }
    }

    /// Opens a library for this process's whole life.
    private func open(_ path: String) { worker_open_toolchain(path, isEager ? 1 : 0) }

    /// Whether a library is in a directory.
    private static func has(_ directory: String, _ name: String) -> Bool { access("\(directory)/\(name)", R_OK) == 0 }
}
