// SPDX-License-Identifier: MIT

import AdapterSupport
import XCTest

/// The methods of XCTest classes that look like tests and that XCTest never runs.
///
/// SwiftPM lists the tests from what it knows of the sources: a class without tests of its own is in no list, and neither are the
/// tests of a base in another module; of two methods that differ in `async` alone, one call means either.
struct UnrunTests {
    /// Something to warn about.
    struct Warning {
        /// The problem, and its remedy.
        var message: String
        /// The number of methods that do not run.
        var count = 1
        /// Where a method is declared.
        var place: MethodPlaces.Place?
    }

    /// The warnings, in the order of their texts.
    private(set) var warnings: [Warning] = []
    /// Where methods are declared.
    private let places: MethodPlaces

    /// Compares the listed tests with the declared ones.
    init(_ entries: [XCTestCaseEntry], _ places: MethodPlaces) {
        self.places = places
        var listed: Set<String> = []
        // A base runs in the classes that inherit from it.
        var bases: Set<String> = []
        for entry in entries {
            let owner = String(reflecting: entry.testCaseClass)
            listed.insert(owner)
            let superclasses = sequence(first: entry.testCaseClass as AnyClass, next: _getSuperclass).dropFirst()
            bases.formUnion(superclasses.map { String(reflecting: $0) })
            addOverloads(of: owner)
            addLost(to: entry.testCaseClass, owner, Set(entry.allTests.map(\.0)))
        }
        for (owner, mangled) in places.classes where !listed.contains(owner) && !bases.contains(owner) {
            if let type = _typeByName(mangled) as? XCTestCase.Type { addLost(to: type, owner, []) }
        }
        warnings.sort { $0.message < $1.message }
    }

    /// Adds a class's methods that are declared twice.
    private mutating func addOverloads(of owner: String) {
        for (name, places) in places.tests(of: owner) where Set(places.map(\.line)).count > 1 {
            let message =
                "\(owner).\(name) is declared with and without async: XCTest runs one of them; rename the other"
            warnings.append(Warning(message: message, place: places.last))
        }
    }

    /// Adds the inherited tests that a class does not run.
    private mutating func addLost(to type: XCTestCase.Type, _ owner: String, _ listed: Set<String>) {
        var next: AnyClass? = _getSuperclass(type)
        while let base = next, base != XCTestCase.self {
            let baseName = String(reflecting: base)
            let lost = places.tests(of: baseName).keys.filter { !listed.contains($0) }.sorted()
            if !lost.isEmpty {
                let reason =
                    listed.isEmpty
                    ? "SwiftPM lists no class without tests of its own; declare one"
                    : "SwiftPM lists no tests of a base in another module; override them"
                let message = "\(owner) does not run \(lost.joined(separator: ", ")) of \(baseName): \(reason)"
                warnings.append(Warning(message: message, count: lost.count))
            }
            next = _getSuperclass(base)
        }
    }
}
