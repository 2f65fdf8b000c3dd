// SPDX-License-Identifier: MIT

import BundleABI
import RunnerSupport

/// The statements of a bundle about a class or a case besides its descriptor: tags, a time limit, resources, a description, an
/// ending.
public struct Traits: Equatable, Sendable {
    /// The class or case of a bundle to which some traits belong.
    public struct Place: Hashable, Sendable {
        /// As which case: the class itself.
        public static let noCase = UInt32.max

        /// The class, by its index in the bundle.
        public internal(set) var classIndex: UInt32
        /// The case, by its place among all cases of the class, inherited ones included.
        public internal(set) var caseIndex: UInt32

        /// Makes one from its parts.
        public init(classIndex: UInt32, caseIndex: UInt32) {
            self.classIndex = classIndex
            self.caseIndex = caseIndex
        }
    }

    /// Its own tags, without those that it inherits.
    public var tags: [String] = []
    /// The time limit, in nanoseconds; 0 if it states none.
    public var limit: UInt64 = 0
    /// The resources that the class uses, without those that it inherits.
    public var resources: [String] = []
    /// The name for people, and links.
    public var description = Description()
    /// The way in which the case is to end its process.
    public var ending: ExitExpectation?

    /// Starts with the defaults.
    public init() {}

    /// Whether nothing is stated.
    public var isEmpty: Bool {
        tags.isEmpty && limit == 0 && resources.isEmpty && description.isEmpty && ending == nil
    }

    /// Passes them, with their class or case.
    public mutating func pass(of place: inout Place, _ coder: inout CompactCoder) {
        coder.pass(&place.classIndex)
        coder.pass(&place.caseIndex)
        coder.pass(fixed: &limit)
        coder.pass(&tags)
        coder.pass(&resources)
        description.pass(&coder)
        var (kind, value) = ending?.numbers ?? (TESTKIT_ENDING_NONE.rawValue, 0)
        coder.pass(&kind)
        coder.pass(fixed: &value)
        ending = ExitExpectation(kind: kind, value: value)
    }
}
