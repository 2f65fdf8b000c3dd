// SPDX-License-Identifier: MIT

import BundleABI
import Glibc

/// What an adapter lists of a test executable, where that is not all of it.
struct AdapterSelection: Equatable, Sendable {
    /// A test framework.
    enum Framework: Sendable {
        case xctest, swiftTesting

        /// Its bit.
        var flag: UInt32 {
            switch self {
            case .xctest: TESTKIT_FRAMEWORK_XCTEST.rawValue
            case .swiftTesting: TESTKIT_FRAMEWORK_SWIFT_TESTING.rawValue
            }
        }
    }

    /// The framework whose tests are listed.
    var framework: Framework
    /// The wanted XCTest cases, "Module.Class/case" or "Module.Class"; nil for all.
    var cases: [String]?
    /// Swift Testing's expressions of which one must match, if there are any.
    var filters: [String] = []
    /// Swift Testing's expressions of which none may match.
    var skips: [String] = []

    /// Tells an open adapter; false if it cannot narrow what it lists.
    func apply(to adapter: UnsafeMutableRawPointer) -> Bool {
        typealias Select = @convention(c) (UnsafePointer<testkit_adapter_selection>) -> Void
        guard let symbol = dlsym(adapter, TESTKIT_ADAPTER_SELECT_SYMBOL) else { return false }
        var selection = testkit_adapter_selection()
        selection.struct_size = UInt32(MemoryLayout<testkit_adapter_selection>.size)
        selection.frameworks = framework.flag
        selection.case_count = UInt32(clamping: cases?.count ?? 0)
        selection.filter_count = UInt32(clamping: filters.count)
        selection.skip_count = UInt32(clamping: skips.count)
        Self.withTexts(cases) { cases in
            Self.withTexts(filters) { filters in
                Self.withTexts(skips) { skips in
                    (selection.cases, selection.filters, selection.skips) = (cases, filters, skips)
                    unsafeBitCast(symbol, to: Select.self)(&selection)
                }
            }
        }
        return true
    }

    /// Lends some texts to C.
    private static func withTexts(
        _ texts: [String]?, _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Void
    ) {
        guard let texts else { return body(nil) }
        let copies = texts.map { UnsafePointer<CChar>(strdup($0)) }
        copies.withUnsafeBufferPointer { body($0.baseAddress) }
        for copy in copies { free(UnsafeMutablePointer(mutating: copy)) }
    }
}
