// SPDX-License-Identifier: MIT

import RunnerSupport

/// The fingerprints of an image's functions: one changes when something in the function changes that a test can see, and stays when
/// only addresses do.
///
/// A function's is made of its machine code, in which distances to other places are read as the names of these, and of all data that it
/// reaches: literals, tables, metadata, and the conformances of types. Other functions count by their names, since a test that enters
/// them has their own fingerprints.
package struct ImageFingerprints: Sendable {
    /// A function.
    package struct Function: Sendable {
        /// Its first address in the file.
        package let address: UInt32
        /// Its name, as the linker knows it.
        package let name: String
        /// The number that stands for its name and its content.
        package let key: UInt64
    }

    /// The functions, by address; none where they cannot be told apart.
    package private(set) var functions: [Function] = []
    /// The number that stands for what all tests of the image depend on: all of it, where functions cannot be told apart.
    package private(set) var common: UInt64
    /// Why functions cannot be told apart; nil where they can.
    package private(set) var obstacle: String?

    /// Whether they could be told apart if the linker had left relocations.
    package private(set) var lacksRelocations = false

    /// Reads an image; nil where it cannot be read.
    ///
    /// - Parameter linked: The same image as a linker has written it with relocations, if it is another file.
    package init?(path: String, linked: String? = nil) {
        guard let image = LinkedImage(path: path) else { return nil }
        var source = image
        if image.distances == nil, let linked, let other = LinkedImage(path: linked), other.isLoaded(like: image) {
            source = other
        }
        self.init(source, whole: image)
    }

    /// Makes the fingerprints of an image; its bytes are those of a file that differs in what is not loaded.
    init(_ image: LinkedImage, whole: LinkedImage) {
        common = Fingerprint.of(whole.bytes)
        obstacle = image.obstacle
        if obstacle == nil, image.distances == nil {
            lacksRelocations = true
            obstacle = "it has no relocations and cannot be linked again with them"
        }
        if obstacle != nil { return }
        var maker = FingerprintMaker(image, opaque: common)
        obstacle = maker.initialiserObstacle
        if obstacle != nil { return }
        let (made, rest) = maker.make()
        (functions, common) = (made, rest)
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
