// SPDX-License-Identifier: MIT

import RunnerSupport

/// A description in a bundle that makes no sense.
public indirect enum DescriptorFault: Error, Equatable, CustomStringConvertible {
    /// A fault of a class or a case, which the words before it name.
    case at(String, DescriptorFault)

    /// A name, a path or a tag, which the first text names, is not one.
    case text(String, NameFault)
    /// A structure is shorter than this host needs.
    case shortStructure(needed: Int, got: UInt32)

    /// A bundle, a class or a case states more of something than a limit allows: how many, of what, the limit.
    case tooMany(UInt32, String, limit: UInt32)
    /// A class that the count includes is not there.
    case nullClass(UInt32, count: UInt32)
    /// A case that the count includes is not there.
    case nullCase(UInt32, ofClass: Int, named: String)
    /// A field of flags has bits without a meaning.
    case unknownFlags(UInt32)
    /// A class is declared abstract and concrete.
    case abstractAndConcrete
    /// A field or a function says about the platform what has no meaning.
    case unknownSupport(String, UInt32)
    /// A superclass's index is beyond the classes.
    case superclass(UInt32, count: UInt32)
    /// A chain of superclasses comes back to where it was: the names, the first one again at the end.
    case cycle([String])
    /// Two examples of a case have one name.
    case twins(String)
    /// A time limit cannot be one.
    case timeLimit(Double)
    /// The declaration of how a case ends its process has no meaning.
    case ending(kind: UInt32, value: Int32)
    /// Its descriptions do not fit into the shared memory; the value is that memory's size in megabytes.
    case listingTooLong(Int)

    /// In words: the place, the expectation and the actual value.
    public var description: String {
        switch self {
        case .at(let place, let fault): "\(place): \(fault)"
        case .text(let what, let fault): "\(what): \(fault.reason)"
        case .shortStructure(let needed, let got): "struct_size: expected at least \(needed), got \(got)"
        case .tooMany(let count, let what, let limit): "it states \(count) \(what); the limit is \(limit)"
        case .nullClass(let index, let count): "get_class(\(index)) returned null, but class_count is \(count)"
        case .nullCase(let index, let owner, let name): "get_case(\(owner), \(index)) of class \(name) returned null"
        case .unknownFlags(let bits): "flags: unknown bits \(bits)"
        case .abstractAndConcrete: "flags: expected at most one of abstract and concrete, got both"
        case .unknownSupport(let what, let value): "\(what): unknown value \(value)"
        case .superclass(let index, let count):
            "superclass: expected an index below \(count), the number of classes, got \(index)"
        case .cycle(let names):
            "a class inherits from itself: " + names.map { "'\($0)'" }.joined(separator: " from ")
        case .twins(let name): "two examples are named '\(name)'"
        case .timeLimit(let seconds):
            "time limit: expected a number of seconds greater than 0 and at most 1000000000, got \(seconds)"
        case .ending(let kind, let value):
            "ending: expected a signal from 1 to \(ExitExpectation.lastSignal), an exit status from 0 to 255 or any failure, "
                + "got kind \(kind) with \(value)"
        case .listingTooLong(let room):
            "its classes, cases and examples take more than \(room) MB; divide the bundle"
        }
    }
}
