// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import RunnerModel

extension AdapterSelection.Framework {
    /// Its bit in the ABI.
    var flag: UInt32 {
        switch self {
        case .xctest: TESTKIT_FRAMEWORK_XCTEST.rawValue
        case .swiftTesting: TESTKIT_FRAMEWORK_SWIFT_TESTING.rawValue
        }
    }
}

/// The host's request to an adapter before it opens a test executable.
struct AdapterRequest {
    /// The part that it lists; nil for all of it.
    var part: AdapterSelection?
    /// The bundle's name.
    var bundle: String
    /// The tags of all its tests that the host knows of.
    var tags: [String] = []
    /// Which of its tests may be selected.
    var need: ArgumentNeed?
    /// Where what it lists is kept.
    var listing: Int32 = -1
    /// Whether the process may be forked later.
    var isForked = true
    /// Whether tests on the main actor run off the main thread.
    var isOffMainThread = false

    /// The request of this process, for the function that the adapter calls.
    ///
    /// Written on the main thread, before the adapter opens the executable.
    nonisolated(unsafe) private static var current: AdapterRequest?

    /// Gives the request to an open adapter; false if it cannot list a part.
    func apply(to adapter: UnsafeMutableRawPointer) -> Bool {
        typealias Select = @convention(c) (UnsafePointer<testkit_adapter_selection>) -> Void
        guard let symbol = dlsym(adapter, TESTKIT_ADAPTER_SELECT_SYMBOL) else { return part == nil }
        Self.current = self
        var selection = testkit_adapter_selection()
        selection.struct_size = UInt32(MemoryLayout<testkit_adapter_selection>.size)
        let all = AdapterSelection.Framework.xctest.flag | AdapterSelection.Framework.swiftTesting.flag
        selection.frameworks = part?.framework.flag ?? all
        (selection.listing, selection.is_forked) = (listing, isForked ? 1 : 0)
        selection.is_off_main_thread = isOffMainThread ? 1 : 0
        if need != nil { selection.wants = { AdapterRequest.wants($0, $1, $2) } }
        let (cases, filters, skips) = (part?.cases, part?.filters ?? [], part?.skips ?? [])
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

    /// Whether a test may be selected that an adapter names.
    private static func wants(
        _ identity: UnsafePointer<CChar>?, _ tags: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32
    ) -> UInt32 {
        guard let request = current, let need = request.need, let identity else { return 1 }
        let text = String(cString: identity)
        let own = (0..<Int(count)).compactMap { tags?[$0].map { String(cString: $0) } }
        guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return 1 }
        let (owner, name) = (String(text[..<slash]), String(text[text.utf8.index(after: slash)...]))
        return need.mayHave(name, ofClass: owner, in: request.bundle, tags: own + request.tags) ? 1 : 0
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
