// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import XCTest

/// The classes of Quick's specs.
///
/// A spec hands over its cases as those of Quick's own class, of which its class inherits the list. So XCTest calls all of them
/// `QuickSpec`, and a number after that would change its meaning when a spec is added. Quick has a table of the specs that have made
/// their list, by the names of their classes. When XCTest receives a list, the new entry is the name of that list's class.
enum SpecClasses {
    /// The tables, as the symbols of the variables' accessors have them: of plain specs and of asynchronous ones.
    private static let tables = ["$s5Quick5WorldC06sharedB0ACvau", "$s5Quick10AsyncWorldC06sharedC0ACvau"]
    /// The function that registers a list of cases with XCTest.
    private static let receiver = "$s6XCTest8testCaseyAA0aC0Cm0bC5Class_SaySS_yADKctG8allTeststSaySS_yyKcxctGADRbzlF"

    /// The lists that were received, and the names of their specs' classes; kept, so that none has the address of another.
    ///
    /// Written on the worker's main thread, while main runs.
    nonisolated(unsafe) private static var received: [(entry: XCTestCaseEntry, name: String)] = []
    /// The names that have come.
    nonisolated(unsafe) private static var known: Set<String> = []
    /// The image whose main runs, until a list of a spec has come: to look through all its symbols takes longer than to open it.
    nonisolated(unsafe) private static var image: TestImage?
    /// The accessors of its tables.
    nonisolated(unsafe) private static var accessors: [@convention(c) () -> UnsafeRawPointer] = []
    /// The classes' names with their modules, by their names without them.
    nonisolated(unsafe) private static var fullNames: [String: String] = [:]

    /// Listens to what an image hands to XCTest.
    static func listen(to image: TestImage) {
        (Self.image, accessors, fullNames) = (image, [], [:])
        adapter_replace_imports(image.handle, receiver, adapter_testcase_replacement())
    }

    /// Looks for the tables and the classes of the image, once.
    private static func look() {
        guard let file = image?.parts.first?.file, let base = image.map({ adapter_image_base($0.handle) }) else {
            return
        }
        image = nil
        accessors = file.addresses(of: tables).values.compactMap { address in
            UnsafeRawPointer(bitPattern: base + UInt(bitPattern: address)).map {
                unsafeBitCast($0, to: (@convention(c) () -> UnsafeRawPointer).self)
            }
        }
        if !accessors.isEmpty { fullNames = fullNames(in: file) }
    }

    /// The class of a list, as "Module.Class"; nil if it is not the list of a spec.
    static func name(of entry: XCTestCaseEntry) -> String? {
        let address = address(of: entry)
        guard let name = received.first(where: { Self.address(of: $0.entry) == address })?.name else { return nil }
        return fullNames[name] ?? "\(String(reflecting: entry.testCaseClass)).\(name)"
    }

    /// Remembers a list that XCTest has received.
    fileprivate static func receive(_ entry: XCTestCaseEntry) {
        if entry.allTests.isEmpty || !String(reflecting: entry.testCaseClass).hasPrefix("Quick.") { return }
        look()
        let new = accessors.flatMap(names).filter { known.insert($0).inserted }
        if let name = new.count == 1 ? new.first : new.isEmpty ? earlierName(of: entry) : nil {
            received.append((entry, name))
        }
    }

    /// The class that has handed over the same list before; nil if several have, or none.
    private static func earlierName(of entry: XCTestCaseEntry) -> String? {
        let cases = entry.allTests.map(\.0)
        let names = Set(received.lazy.filter { $0.entry.allTests.map(\.0) == cases }.map(\.name))
        return names.count == 1 ? names.first : nil
    }

    /// Where the cases of a list are in memory.
    private static func address(of entry: XCTestCaseEntry) -> UnsafeRawPointer? {
        entry.allTests.withUnsafeBytes { $0.baseAddress }
    }

    /// The names in a table.
    private static func names(in accessor: @convention(c) () -> UnsafeRawPointer) -> [String] {
        let world = accessor().load(as: AnyObject.self)
        let table = Mirror(reflecting: world).children.first { $0.label == "specs" }?.value
        return (table as? [String: AnyObject]).map { Array($0.keys) } ?? []
    }

    /// Finds the classes that say what they specify, which all specs do.
    private static func fullNames(in file: ELFFile) -> [String: String] {
        var names: [String: String] = [:]
        for (symbol, _) in file.functions(withSuffixes: ["C4specyyFZ"]) {
            // "static ShopTests.CartSpec.spec() -> ()"
            guard let text = Demangling.name(of: symbol), text.hasPrefix("static "), let end = text.range(of: ".spec()")
            else { continue }
            let name = text[..<end.lowerBound].dropFirst("static ".count)
            names[String(name.split(separator: ".").last ?? name)] = String(name)
        }
        return names
    }
}

/// Replaces XCTest's function `testCase` in an executable with specs.
@_silgen_name("testkit_adapter_testcase")
public func testkitAdapterTestCase<Case: XCTestCase>(
    _ allTests: [(String, (Case) -> () throws -> Void)]
) -> XCTestCaseEntry {
    let entry = testCase(allTests)
    SpecClasses.receive(entry)
    return entry
}
