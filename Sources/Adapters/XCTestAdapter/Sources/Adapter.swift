// SPDX-License-Identifier: MIT

import AdapterSupport
import Foundation
import Testing
import XCTest

/// The adapter: makes a bundle of a test executable.
///
///     open
///       SharedLibraries.prepare   once: changes what XCTest, Swift Testing and Foundation call
///       TestImage                 opens the executable, by way of a copy that says that it is a library
///       XCTestListing             has its main hand over the XCTest cases
///       TestingListing            makes Swift Testing's tests, or reads what another process has found
///       TestKitClasses            the bundle that TestKit makes of its classes in there
///       BundleTable               the ABI's functions over all of them
enum Adapter {
    /// Opens a test executable.
    static func open(path: String) throws -> UnsafePointer<testkit_bundle> {
        SharedLibraries.prepare()
        _ = UnheardIssues.isInstalled
        _ = AttachmentFolder.hostPrefix
        let image = try TestImage(path: path)
        let program = realpath(path, nil)
        defer { free(program) }
        SharedLibraries.pretend(toBe: program.map { String(cString: $0) } ?? path)
        let selection = AdapterSelection.current
        var classes: [any AdaptedClass] = []
        var unrun: () -> [UnrunTests.Warning] = { [] }
        if selection?.hasXCTest ?? true {
            let listed = try XCTestListing.classes(of: image, selection)
            (classes, unrun) = (listed.classes, listed.unrun)
        }
        var testing = TestingListing.Found()
        var testKit: TestKitClasses?
        if selection?.hasSwiftTesting ?? true {
            let (records, filter) = (TestRecords(of: image), try ListingFilter(selection))
            testing = try TestingListing(image, records, program: path, filter: filter, selection).found()
            classes += testing.classes as [any AdaptedClass]
            testKit = try TestKitClasses(records.bundles, filter)
        }
        if classes.isEmpty, testKit == nil, selection?.isEverything ?? true {
            let none = "it has no tests, neither of XCTest nor of Swift Testing"
            throw ELFFile.Fault(reason: none + (WrittenMain(of: path).map { ": \($0.words)" } ?? ""))
        }
        return BundleTable.make(
            AdaptedBundle(
                classes, of: testKit, suites: testing.suites, runRecord: testing.runRecord, unrun: unrun))
    }
}

/// The adapter's entry, which `testkit_bundle.h` describes.
@_cdecl("testkit_adapter_open")
public func testkitAdapterOpen(
    _ path: UnsafePointer<CChar>, _ reason: UnsafeMutablePointer<UnsafePointer<CChar>?>
) -> UnsafePointer<testkit_bundle>? {
    do {
        return try Adapter.open(path: String(cString: path))
    } catch let fault as ELFFile.Fault {
        reason.pointee = AdaptedBundle.keep(fault.reason)
    } catch {
        reason.pointee = AdaptedBundle.keep("\(error)")
    }
    return nil
}
