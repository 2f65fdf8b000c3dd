// SPDX-License-Identifier: MIT

import Glibc
import RunnerModel
import RunnerSupport

/// The fingerprints of an image's functions: one changes when something in the function changes that a test can see, and stays when
/// only addresses do.
///
/// A function's is made of its machine code, in which distances to other places are read as the names of these, and of all data that it
/// reaches: literals, tables, metadata, and the conformances of types. Other functions count by their names, since a test that enters
/// them has their own fingerprints.
public struct ImageFingerprints: Sendable {
    /// A function.
    public struct Function: Sendable {
        /// Its first address in the file.
        public internal(set) var address: UInt32 = 0
        /// Its name, as the linker knows it.
        public internal(set) var name = ""
        /// The number that represents its name and its content.
        public internal(set) var key: UInt64 = 0
        /// Where it was written; nil where that is not known.
        public internal(set) var source: SourceLines?
    }

    /// The functions, by address; none where they cannot be distinguished.
    public internal(set) var functions: [Function] = []
    /// The number that represents what all tests of the image depend on: all of it, where functions cannot be distinguished.
    public internal(set) var common: UInt64 = 0
    /// The number that represents the names of all that is in the image; 0 where functions cannot be distinguished.
    public internal(set) var names: UInt64 = 0
    /// The reason why functions cannot be distinguished; nil where they can.
    public internal(set) var obstacle: String?

    /// Whether they could be distinguished if the linker had left relocations.
    public private(set) var lacksRelocations = false

    /// Reads an image; nil where it cannot be read.
    ///
    /// - Parameters:
    ///   - linked: The image as a linker has written it with relocations, if that is another file.
    ///   - root: The directory of the package: paths in it count from there on.
    public init?(path: String, linked: String? = nil, root: String = "") {
        guard let image = LinkedImage(path: path) else { return nil }
        self.init(image, path: path, linked: linked, root: root)
    }

    /// The fingerprints of a bundle's image, those of the last build where nothing has changed; nil where it cannot be read.
    ///
    /// Where it has no relocations, the bundle is linked once more, to a path that is free afterwards.
    public init?(
        path: String, of bundle: String, scratch: String, root: String, isListing: Bool, _ cache: FingerprintCache
    ) {
        guard let image = LinkedImage(path: path) else { return nil }
        var entry = cache.entry(for: bundle)
        var content = Fingerprint()
        content.add(image.bytes)
        content.add(root)
        let number = content.value
        if entry.image == number, let made = entry.fingerprints {
            self = made
            return
        }
        defer { unlink(scratch) }
        self.init(image, path: path, linked: nil, root: root)
        // The command of the last link may be out of date: then the build's own. A list runs none that a directory of records has.
        for known in [isListing ? nil : entry.link, nil] where lacksRelocations {
            guard let link = RelocatedLink.make(of: bundle, at: scratch, known: known) else { break }
            self.init(image, path: path, linked: scratch, root: root)
            entry.link = link
            if known == nil { break }
        }
        // A link that failed may succeed another time.
        if lacksRelocations { return }
        (entry.image, entry.fingerprints) = (number, self)
        cache.keep(entry, for: bundle)
    }

    /// Makes the fingerprints of nothing.
    public init() {}

    /// Reads the output of `bytes`; nil where it makes no sense.
    public init?(bytes: [UInt8]) {
        guard let made = FingerprintCache.entry(bytes)?.fingerprints else { return nil }
        self = made
    }

    /// All of it, in few bytes.
    public var bytes: [UInt8] {
        var entry = FingerprintCache.Entry()
        entry.fingerprints = self
        return FingerprintCache.bytes(entry)
    }

    /// Makes the fingerprints of an image that was read from a path.
    private init(_ image: LinkedImage, path: String, linked: String?, root: String) {
        var source = image
        if image.distances == nil, let linked, let other = LinkedImage(path: linked), other.isLoaded(like: image) {
            source = other
        }
        self.init(
            source, whole: image, lines: ObjectSections(path: path).map { LineRows(LineTable($0)) },
            root: root.isEmpty ? [] : Array((root + "/").utf8))
    }

    /// Makes the fingerprints of an image; its bytes are those of a file that differs in what is not loaded.
    init(_ image: LinkedImage, whole: LinkedImage, lines: @autoclosure () -> LineRows? = nil, root: [UInt8] = []) {
        common = Fingerprint.of(whole.bytes)
        obstacle = image.obstacle
        if obstacle == nil, image.distances == nil {
            lacksRelocations = true
            obstacle = "it has no relocations and cannot be linked again with them"
        }
        if obstacle != nil { return }
        var maker = FingerprintMaker(image, opaque: common, lines: lines(), root: root)
        obstacle = maker.initialiserObstacle
        if obstacle != nil { return }
        let (made, rest) = maker.make()
        (functions, common, names) = (made, rest, maker.names)
    }
}

extension LinkedImage {
    /// Whether the loader makes the same of another file, but for the number of the build.
    func isLoaded(like other: LinkedImage) -> Bool {
        // With relocations, linkers put the tables of stack frames in another order; nothing here reads them.
        func isRead(_ section: Section) -> Bool { section.size > 0 && !section.name.hasPrefix(".eh_frame") }
        let (own, others) = (sections.filter(isRead), other.sections.filter(isRead))
        guard own.count == others.count else { return false }
        for (one, two) in zip(own, others) {
            guard one.name == two.name, one.start == two.start, one.size == two.size,
                (one.offset == nil) == (two.offset == nil)
            else { return false }
            // The flag that makes an executable one is changed in a copy of it.
            if one.name == ".note.gnu.build-id" || one.name == ".dynamic" { continue }
            guard let first = one.offset, let second = two.offset else { continue }
            let size = Int(one.size)
            if bytes[first..<first + size] != other.bytes[second..<second + size] { return false }
        }
        return true
    }
}
