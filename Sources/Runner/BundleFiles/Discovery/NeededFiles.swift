// SPDX-License-Identifier: MIT

import RunnerSupport
import WorkerShims

/// The files of the libraries that bundles need, as far as they lie where a run path or `LD_LIBRARY_PATH` leads.
///
/// Most bundles of a directory need the same and look in the same places, so each question is answered once.
public struct NeededFiles {
    /// Whether what this process has loaded is looked for as well.
    private let looksAtLoaded: Bool
    /// Where the loader looks.
    private let search = LibrarySearch(usesCache: false)
    /// The files found, by the directories searched and by name.
    private var found: [String: [String: String?]] = [:]
    /// The images of the libraries that were read.
    private var images: [String: ELFImage] = [:]
    /// The needs of the previous bundle, to reuse for one with the same needs.
    private var last: (directories: String, needed: [String], files: [String: String])?

    /// Nothing is known yet; what the process has loaded is the same for all bundles, and is looked for only on request.
    public init(looksAtLoaded: Bool = false) { self.looksAtLoaded = looksAtLoaded }

    /// The prefixes of the toolchain's libraries, which need only each other and the system.
    private static let toolchain = ["libswift", "lib_", "libFoundation", "libdispatch.so", "libBlocksRuntime.so"]

    /// The files of what a bundle needs, directly or not, by name; and of the bundle, by the name that it gives itself.
    public mutating func files(of image: ELFImage, at path: String) -> [String: String] {
        let directories = directories(of: image, at: path)
        var files: [String: String]
        if let last, last.directories == directories, last.needed == image.neededLibraries {
            files = last.files
        } else {
            files = [:]
            add(image, at: path, in: directories, to: &files)
            last = (directories, image.neededLibraries, files)
        }
        if let name = image.soname, files[name] == nil { files[name] = path }
        return files
    }

    /// Adds the files that a library needs.
    private mutating func add(
        _ image: ELFImage, at path: String, in directories: String, to files: inout [String: String]
    ) {
        for name in image.neededLibraries where files[name] == nil {
            guard let file = find(name, for: image, at: path, in: directories) else { continue }
            files[name] = file
            if Self.toolchain.contains(where: name.hasPrefix) { continue }
            guard let needed = images[file] ?? (try? ELFImage.inspect(path: file, entry: nil)) else { continue }
            images[file] = needed
            add(needed, at: file, in: self.directories(of: needed, at: file), to: &files)
        }
    }

    /// The file of a library; nil if the process or the system has it for all.
    private mutating func find(
        _ name: String, for image: ELFImage, at path: String, in directories: String
    ) -> String? {
        if let known = found[directories]?[name] { return known }
        let isWanted = looksAtLoaded || worker_loaded_image(name) == nil
        let file = isWanted ? search.findByPath(name, for: image, at: path) : nil
        found[directories, default: [:]][name] = .some(file)
        return file
    }

    /// The directories in which the loader looks for what a library needs, in one text.
    private func directories(of image: ELFImage, at path: String) -> String {
        search.directories(of: image, at: path).map(\.path).joined(separator: ":")
    }
}
