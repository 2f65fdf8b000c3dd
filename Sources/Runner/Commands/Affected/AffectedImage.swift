// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerModel
import RunnerSupport
import WorkerShims

/// The image of a bundle that workers open.
struct AffectedImage {
    /// The bundle's own path.
    let bundle: String
    /// Its path, as the loader has it.
    let path: String
    /// The fingerprints of its functions.
    let fingerprints: ImageFingerprints
    /// Those that are there, by key.
    let keys: Set<UInt64>
    /// The number of its first function among those that are recorded.
    var first = 0

    /// Finds a bundle's image among the open libraries, and reads it; nil where that cannot be done.
    init?(of bundle: String, among libraries: [String], in directory: String) {
        self.bundle = bundle
        let name = FilePath.name(of: bundle)
        // Of a test executable, the adapter opens a copy, or what it has linked once more.
        let copy = libraries.last {
            let own = FilePath.name(of: $0)
            return own.hasPrefix(".\(name).") && own.hasSuffix(".testkit.so")
        }
        path = copy ?? bundle
        guard libraries.contains(path) else { return nil }
        let target = "\(FilePath.absolute(directory))/affected-\(getpid()).linked"
        defer { unlink(target) }
        var made = ImageFingerprints(path: path)
        if made?.lacksRelocations ?? false, RelocatedLink.make(of: bundle, at: target) {
            made = ImageFingerprints(path: path, linked: target)
        }
        guard let made else { return nil }
        fingerprints = made
        keys = Set(made.functions.map(\.key))
    }

    /// What marks the functions of the list of tests that SwiftPM writes for XCTest.
    ///
    /// They run before the first test, and do no more than to list all of them: their content is in the tests' names.
    private static let listing = "PackageDiscovered"

    /// The functions that a test has entered.
    func entered(by test: Int) -> [ReachRecord.Function] {
        fingerprints.functions.indices.compactMap { index in
            guard reach_has_entered(test, first + index) != 0 else { return nil }
            let function = fingerprints.functions[index]
            if function.name.contains(Self.listing) { return nil }
            return ReachRecord.Function(key: function.key, name: function.name)
        }
    }

    /// Whether a file is one that the runner keeps beside a test executable.
    static func isOfRunner(_ path: String) -> Bool {
        let name = FilePath.name(of: path)
        return name.hasPrefix(".") && name.contains(".testkit.")
    }

    /// Whether a file is as a test found it.
    static func isAsFound(_ file: reach_file, at path: String) -> Bool {
        var information = stat()
        let found = file.use == REACH_LINK.rawValue ? lstat(path, &information) : stat(path, &information)
        guard found == 0, information.st_mode == file.mode, UInt64(information.st_ino) == file.inode else {
            return false
        }
        // Of a directory that was not listed, only that it is one counts.
        if file.mode & S_IFMT == S_IFDIR, file.use != REACH_LISTED.rawValue { return true }
        func nanoseconds(_ time: timespec) -> UInt64 {
            UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
        }
        return UInt64(clamping: information.st_size) == file.size
            && nanoseconds(information.st_mtim) == file.modified && nanoseconds(information.st_ctim) == file.changed
    }
}
