// SPDX-License-Identifier: MIT

import AdapterSupport

/// A class of tests as the host drives it: a subclass of `XCTestCase`, or the tests of one of Swift Testing's suites.
///
/// Used on the worker's main thread alone.
protocol AdaptedClass: AnyObject {
    /// "Module.Class".
    var name: String { get }
    /// The source file's path, as far as it is known.
    var file: String? { get }
    /// The line of the declaration; 0 if it is not known.
    var line: Int { get }
    /// The class's name for people, if it has one.
    var title: String? { get }
    /// The tags that all its cases have.
    var tags: [String] { get }
    /// The identity that the framework's tools use, if they know the class.
    var identity: ForeignIdentity? { get }
    /// The resource of classes that must not run at the same time in several processes, if this is one of them.
    var resource: String? { get }
    /// Whether its cases may run in several processes at once.
    var isDivisible: Bool { get }
    /// The cases of the class.
    var cases: [AdaptedCase] { get }

    /// Makes the class ready.
    func begin(_ activity: Activity)
    /// Runs a case, or one example of it.
    func run(_ index: Int, example: Int?, _ activity: Activity)
    /// Tears down what `begin` made.
    func end(_ activity: Activity)
}

/// A case of an adapted class, as the host lists it.
struct AdaptedCase {
    /// Its name; that of a later one with the same name gets a number.
    var name: String
    /// The source file's path, as far as it is known.
    var file: String?
    /// The line of the declaration; 0 if it is not known.
    var line = 0
    /// The names of its arguments, where it takes any.
    var examples: [String]?
    /// By which it can be selected.
    var tags: [String] = []
    /// The case's name for people, if it has one.
    var title: String?
    /// Links to reports of bugs: an address or another identifier, then a space and a title, if there is one.
    var links: [String] = []
    /// The case's own time limit, in seconds, if it has one.
    var limit: Double?
    /// The identity that the framework's tools use, if they know the case.
    var identity: ForeignIdentity?
}

/// The identity of a class or a case for the tools of a framework, and the place of its declaration.
struct ForeignIdentity {
    /// The identity.
    var text: String
    /// The source file as the compiler names it, if that is known.
    var fileID: String?
    /// Where it is declared there; 0 if that is not known.
    var line = 0, column = 0
    /// The comments before its declaration.
    var comments: [String] = []
    /// The names of its parameters, where those are not its labels.
    var parameters: [String] = []

    /// The longest one that is reported, in bytes.
    private static let limit = 60_000

    /// A permanent copy for the host; nil if the host cannot use it.
    var kept: UnsafePointer<testkit_identity>? {
        guard !text.isEmpty, text.utf8.count < Self.limit, fileID?.utf8.count ?? 0 < Self.limit else { return nil }
        var copy = testkit_identity()
        copy.struct_size = UInt32(MemoryLayout<testkit_identity>.size)
        (copy.comments, copy.comment_count) = AdaptedBundle.keep(UsableNames.texts(comments))
        (copy.parameters, copy.parameter_count) = AdaptedBundle.keep(UsableNames.texts(parameters))
        copy.text = AdaptedBundle.keep(text)
        copy.file_id = fileID.flatMap { $0.isEmpty ? nil : AdaptedBundle.keep($0) }
        (copy.line, copy.column) = (UInt32(clamping: line), UInt32(clamping: column))
        return AdaptedBundle.keep(copy)
    }
}
