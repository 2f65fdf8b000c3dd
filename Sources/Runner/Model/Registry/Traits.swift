// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport

/// The statements of a bundle about a class or a case besides its descriptor: tags, a time limit, resources, a description, an
/// ending.
public struct Traits: Equatable, Sendable {
    /// Which class or case of a bundle some traits are of.
    public struct Place: Hashable, Sendable {
        /// As which case: the class itself.
        public static let noCase = UInt32.max

        /// The class, by its index in the bundle.
        public let classIndex: UInt32
        /// The case, by its place among all cases of the class, inherited ones included.
        public let caseIndex: UInt32

        /// Makes one from its parts.
        public init(classIndex: UInt32, caseIndex: UInt32) {
            self.classIndex = classIndex
            self.caseIndex = caseIndex
        }
    }

    /// Its own tags, without those that it inherits.
    public var tags: [String] = []
    /// How long it may take, in nanoseconds; 0 if it does not say.
    public var limit: UInt64 = 0
    /// The resources that the class uses, without those that it inherits.
    public var resources: [String] = []
    /// What people call it, and links.
    public var description = Description()
    /// The way in which the case is to end its process.
    public var ending: ExitExpectation?

    /// Starts with the defaults.
    public init() {}

    /// Whether nothing is stated.
    public var isEmpty: Bool {
        tags.isEmpty && limit == 0 && resources.isEmpty && description.isEmpty && ending == nil
    }

    /// Appends them to a bundle's part of the listing.
    public func write(of place: Place, to listing: inout ByteWriter) {
        listing.append(place.classIndex)
        listing.append(place.caseIndex)
        listing.append(limit)
        listing.append(texts: tags)
        listing.append(texts: resources)
        listing.append(text: description.title)
        listing.append(texts: description.links)
        listing.append(UInt32(description.identity == nil ? 0 : 1))
        description.identity?.write(to: &listing)
        let (kind, value) = ending?.numbers ?? (TESTKIT_ENDING_NONE.rawValue, 0)
        listing.append(kind)
        listing.append(UInt32(bitPattern: value))
    }

    /// Reads what `write` wrote.
    static func read(_ reader: inout ByteReader) throws(ByteReader.Exhausted) -> (Place, Traits) {
        let place = Place(classIndex: try reader.read(), caseIndex: try reader.read())
        var traits = Traits()
        traits.limit = try reader.read()
        traits.tags = try reader.readStrings()
        traits.resources = try reader.readStrings()
        traits.description.title = try reader.readString()
        traits.description.links = try reader.readStrings()
        if try reader.read(UInt32.self) == 1 { traits.description.identity = try ForeignIdentity(&reader) }
        let kind = try reader.read(UInt32.self)
        traits.ending = ExitExpectation(kind: kind, value: Int32(bitPattern: try reader.read(UInt32.self)))
        return (place, traits)
    }
}
