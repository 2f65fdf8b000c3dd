// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import XCTest

/// The cases that a test executable's main hands to `XCTMain`.
///
/// Main calls another function in its place, which keeps them and does not return to main. No test case is made.
enum XCTestListing {
    /// The entries that main has handed over.
    ///
    /// Written by main, on the worker's main thread.
    nonisolated(unsafe) fileprivate static var entries: [XCTestCaseEntry] = []

    /// The classes of a test executable; none if it does not call `XCTMain`.
    ///
    /// With a selection, only the cases that it wants.
    static func classes(
        of image: TestImage, _ selection: AdapterSelection? = nil
    ) throws -> (classes: [XCTestClass], unrun: () -> [UnrunTests.Warning]) {
        let replacement = adapter_xctmain_replacement()
        if adapter_replace_imports(image.handle, "$s6XCTest7XCTMain", replacement) == 0 { return ([], { [] }) }
        guard let main = image.main else {
            throw ELFFile.Fault(reason: "its XCTest cases cannot be listed: its main function was not found")
        }
        Measuring.intercept(image)
        entries = []
        defer { entries = [] }
        SpecClasses.listen(to: image)
        if adapter_call_main(main) == 0 {
            throw ELFFile.Fault(reason: "its XCTest cases cannot be listed: its main called no XCTMain")
        }
        let classes = entries.filter { !$0.allTests.isEmpty }.map { entry in
            (entry: entry, cases: Self.wanted(entry, selection))
        }.filter { !$0.cases.isEmpty }
        // Many executables have tests of Swift Testing alone, which know their places.
        if classes.isEmpty { return ([], { [] }) }
        let places = MethodPlaces(of: image)
        let made = classes.map {
            XCTestClass($0.entry.testCaseClass, named: SpecClasses.name(of: $0.entry), $0.cases, places)
        }
        return (made, { [entries] in selection?.cases == nil ? UnrunTests(entries, places).warnings : [] })
    }

    /// The cases of a class that a selection wants, by the names that XCTest knows.
    private static func wanted(
        _ entry: XCTestCaseEntry, _ selection: AdapterSelection?
    ) -> [(String, XCTestCaseClosure)] {
        guard let selection, selection.cases != nil else { return entry.allTests }
        let owner = String(reflecting: entry.testCaseClass)
        return entry.allTests.filter { selection.contains($0.0, of: owner) }
    }
}

/// Replaces every `XCTMain` that a test executable imports: each of them takes the cases first.
@_silgen_name("testkit_adapter_xctmain")
public func testkitAdapterXCTMain(_ entries: [XCTestCaseEntry]) -> Never {
    XCTestListing.entries = entries
    adapter_leave_main()
}

extension RunLoop {
    /// Replaces `RunLoop._stop()` in XCTest, with which it ends a wait.
    ///
    /// The stop of a loop that does not run yet is forgotten, and the loop then runs for a tenth of a second. Work on the main
    /// queue is not forgotten.
    @_silgen_name("testkit_adapter_run_loop_stop")
    public func testkitAdapterStop() {
        _stop()
        if self === RunLoop.main { DispatchQueue.main.async {} }
    }
}
