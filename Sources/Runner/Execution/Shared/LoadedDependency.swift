// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerSupport
import WorkerShims

/// A library that came into a worker with a bundle that needs it, as its file was when that bundle was listed.
struct LoadedDependency: Equatable, Sendable {
    /// The most bytes of a build identifier.
    private static let buildLimit = 64

    /// Where the loader found it.
    private(set) var path = ""
    /// The file there.
    private(set) var stamp = FileStamp()

    /// The name by which others need it, nearly always.
    var name: String { FilePath.name(of: path) }

    /// Whether the file is the same now.
    var stands: Bool { stamp.stands(at: path) }

    /// Returns the libraries that came with one that was opened just now, without those that others brought.
    ///
    /// A library without an absolute path is left out: it may mean another file as soon as a test changes the directory.
    static func all(with handle: UnsafeMutableRawPointer) -> [LoadedDependency] {
        var libraries: [LoadedDependency] = []
        var next = worker_next_library(handle)
        while let library = next {
            if let found = LoadedDependency(library) { libraries.append(found) }
            next = worker_next_library(library)
        }
        return libraries
    }

    /// Looks at a library that is loaded; nil where it has no file.
    private init?(_ library: UnsafeMutableRawPointer) {
        guard let path = worker_library_path(library).map({ String(cString: $0) }), path.hasPrefix("/") else {
            return nil
        }
        let build = [UInt8](unsafeUninitializedCapacity: Self.buildLimit) { buffer, count in
            count = worker_library_build(library, buffer.baseAddress, buffer.count)
        }
        guard let stamp = FileStamp(path: path, build: build) else { return nil }
        (self.path, self.stamp) = (path, stamp)
    }

    /// The library of no file.
    init() {}

    /// Passes all of it.
    mutating func pass(_ coder: inout CompactCoder) {
        coder.pass(&path)
        stamp.pass(&coder)
    }

    /// Returns the first of some libraries that is another file by now and that a bundle needs, directly or not.
    ///
    /// Files are read only where something has changed.
    static func replaced(_ libraries: [LoadedDependency], for bundle: String) -> LoadedDependency? {
        let changed = libraries.filter { !$0.stands }
        guard !changed.isEmpty, let image = try? ELFImage.inspect(path: bundle, entry: nil) else { return nil }
        var search = NeededFiles(looksAtLoaded: true)
        let needed = search.files(of: image, at: bundle)
        return changed.first { library in
            guard let path = needed[library.name] else { return false }
            return path == library.path || FileStamp.areOne(path, library.path)
        }
    }
}
