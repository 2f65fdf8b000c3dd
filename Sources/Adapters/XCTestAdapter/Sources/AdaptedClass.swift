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
    /// What people call it, if it has such a name.
    var title: String? { get }
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
    /// What people call it, if it has such a name.
    var title: String?
    /// Links to reports of bugs: an address or another identifier, and behind a space a title, if there is one.
    var links: [String] = []
    /// How long it may take, in seconds, where it says so.
    var limit: Double?
}
