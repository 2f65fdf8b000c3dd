// SPDX-License-Identifier: MIT

import AdapterSupport
import Glibc

/// The selection of the host: the frameworks to list, and the tests of each.
struct AdapterSelection: Sendable {
    /// The selection of this process; everything, unless the host has said otherwise.
    ///
    /// Written on the worker's main thread, before the executable is opened.
    nonisolated(unsafe) static var current: AdapterSelection?

    /// Whether the cases of XCTest are wanted.
    var hasXCTest = true
    /// Whether the tests of Swift Testing are wanted.
    var hasSwiftTesting = true
    /// The wanted XCTest cases, "Module.Class/case" or "Module.Class"; nil for all.
    var cases: Set<String>?
    /// Regular expressions of which one must match a test of Swift Testing, if there are any.
    var filters: [String] = []
    /// Regular expressions of which none may match.
    var skips: [String] = []

    /// The file in which the listing is kept for other processes, if there is one.
    var listing: Int32 = -1
    /// Whether a test of Swift Testing may run, by its identity and its tags.
    private var wants:
        (@convention(c) (UnsafePointer<CChar>?, UnsafePointer<UnsafePointer<CChar>?>?, UInt32) -> UInt32)?
    /// Whether the process may be forked later.
    var isForked = true

    /// Whether tests on the main actor run off the main thread.
    var isOffMainThread = false

    /// Whether nothing is left out of the listing.
    var isEverything: Bool { hasXCTest && hasSwiftTesting && cases == nil && filters.isEmpty && skips.isEmpty }

    /// Whether a test of Swift Testing may run, so that its arguments are needed.
    func wants(_ test: ListedTest) -> Bool {
        guard let wants else { return true }
        let tags = test.tags.map { UnsafePointer<CChar>(strdup($0)) }
        defer { for tag in tags { free(UnsafeMutablePointer(mutating: tag)) } }
        return wants("\(test.className)/\(test.caseName)".withoutNUL, tags, UInt32(tags.count)) != 0
    }

    /// Whether a case of an XCTest class is wanted.
    func contains(_ name: String, of owner: String) -> Bool {
        guard let cases else { return true }
        return cases.contains(owner) || cases.contains("\(owner)/\(name)")
    }
}

extension AdapterSelection {
    /// Copies what the host says.
    fileprivate init(_ selection: testkit_adapter_selection) {
        func texts(_ start: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32) -> [String]? {
            guard let start else { return nil }
            return (0..<Int(count)).compactMap { start[$0].map { String(cString: $0) } }
        }
        hasXCTest = selection.frameworks & TESTKIT_FRAMEWORK_XCTEST.rawValue != 0
        hasSwiftTesting = selection.frameworks & TESTKIT_FRAMEWORK_SWIFT_TESTING.rawValue != 0
        cases = texts(selection.cases, selection.case_count).map { Set($0) }
        filters = texts(selection.filters, selection.filter_count) ?? []
        skips = texts(selection.skips, selection.skip_count) ?? []
        // An earlier host's ends before these.
        guard selection.struct_size >= UInt32(MemoryLayout<testkit_adapter_selection>.size) else { return }
        (listing, wants, isForked) = (selection.listing, selection.wants, selection.is_forked != 0)
        isOffMainThread = selection.is_off_main_thread != 0
    }
}

/// The function that narrows the listing, which `testkit_bundle.h` describes.
@_cdecl("testkit_adapter_select")
public func testkitAdapterSelect(_ selection: UnsafePointer<testkit_adapter_selection>) {
    AdapterSelection.current = AdapterSelection(selection.pointee)
}
