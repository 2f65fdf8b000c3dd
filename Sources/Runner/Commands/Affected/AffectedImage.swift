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
    private(set) var fingerprints: ImageFingerprints
    /// The keys of functions that are there.
    private(set) var keys: Set<UInt64>
    /// The fingerprints while tests run, if there are many.
    private var packed: [UInt8]?
    /// The number of its first function among those that are recorded.
    var first = 0

    /// Finds a bundle's image among the open libraries, and reads it; nil where that cannot be done.
    init?(of bundle: String, among libraries: [String], in directory: String, _ root: CheckoutRoot, isListing: Bool) {
        self.bundle = bundle
        let name = FilePath.name(of: bundle)
        // Of a test executable, the adapter opens a copy, or what it has linked once more.
        let copy = libraries.last {
            let own = FilePath.name(of: $0)
            return own.hasPrefix(".\(name).") && own.hasSuffix(".testkit.so")
        }
        path = copy ?? bundle
        guard libraries.contains(path) else { return nil }
        let scratch = "\(FilePath.absolute(directory))/affected-\(FileDraft.randomName()).linked"
        let cache = FingerprintCache(directory: "\(directory)/fingerprints")
        let made = ImageFingerprints(
            path: path, of: bundle, scratch: scratch, root: root.path ?? "", isListing: isListing, cache)
        guard let made else { return nil }
        fingerprints = made
        keys = Set(made.functions.map(\.key))
    }

    /// Keeps the fingerprints as bytes.
    mutating func pack() {
        packed = fingerprints.bytes
        fingerprints = ImageFingerprints()
        keys = []
    }

    /// Takes them out again; false where that fails.
    mutating func unpack() -> Bool {
        guard let bytes = packed else { return true }
        guard let made = ImageFingerprints(bytes: bytes) else { return false }
        fingerprints = made
        keys = Set(made.functions.map(\.key))
        packed = nil
        return true
    }

    /// The mark of the functions of the list of tests that SwiftPM writes for XCTest.
    ///
    /// They run before the first test, and do no more than to list all of them: their content is in the tests' names.
    private static let listing = "PackageDiscovered"

    /// The functions that a test has entered, by their places in `fingerprints`, ascending.
    func entered(by test: Int) -> [Int] {
        let end = first + fingerprints.functions.count
        var count = 0
        guard let bits = reach_bits(test, &count), end <= 64 * count else { return [] }
        var result: [Int] = []
        for word in first / 64..<(end + 63) / 64 {
            var rest = bits[word]
            while rest != 0 {
                let function = 64 * word + rest.trailingZeroBitCount
                rest &= rest - 1
                // Other images have the rest of the first word and of the last.
                if function >= first, function < end { result.append(function - first) }
            }
        }
        return result
    }

    /// A function, as records have it; nil for those of the list of tests.
    func recorded(_ place: Int) -> ReachRecord.Function? {
        let function = fingerprints.functions[place]
        if function.name.contains(Self.listing) { return nil }
        return ReachRecord.Function(key: function.key, name: function.name, source: function.source)
    }

    /// Whether a file is as a test found it.
    static func isAsFound(_ file: reach_file, at path: String) -> Bool {
        guard let information = file.use == REACH_LINK.rawValue ? stat(link: path) : stat(path: path),
            information.st_mode == file.mode, UInt64(information.st_ino) == file.inode
        else { return false }
        // Of a directory that was not listed, only that it is one counts.
        if file.mode & S_IFMT == S_IFDIR, file.use != REACH_LISTED.rawValue { return true }
        func nanoseconds(_ time: timespec) -> UInt64 {
            UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
        }
        return UInt64(clamping: information.st_size) == file.size
            && nanoseconds(information.st_mtim) == file.modified && nanoseconds(information.st_ctim) == file.changed
    }
}
