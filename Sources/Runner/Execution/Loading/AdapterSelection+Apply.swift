// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel

extension AdapterSelection.Framework {
    /// Its bit in the ABI.
    fileprivate var flag: UInt32 {
        switch self {
        case .xctest: TESTKIT_FRAMEWORK_XCTEST.rawValue
        case .swiftTesting: TESTKIT_FRAMEWORK_SWIFT_TESTING.rawValue
        }
    }
}

/// What an adapter learns of it.
extension AdapterSelection {
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
