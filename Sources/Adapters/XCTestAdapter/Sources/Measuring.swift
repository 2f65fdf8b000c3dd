// SPDX-License-Identifier: MIT

import AdapterSupport
import XCTest

/// XCTest's `measure`, during which no other test runs.
///
/// XCTest fails a block whose times differ by more than a tenth. They nearly always do when other tests run at the same time.
enum Measuring {
    /// The functions that measure, and what is in their place.
    nonisolated(unsafe) private static let functions = [
        ("$s6XCTest0A4CaseC7measure4file4line5block", adapter_measure_replacement()),
        ("$s6XCTest0A4CaseC14measureMetrics_", adapter_measure_metrics_replacement()),
    ]

    /// Has an image call the functions below.
    static func intercept(_ image: TestImage) {
        for (symbol, replacement) in functions { adapter_replace_imports(image.handle, symbol, replacement) }
    }

    /// Calls a body when no other test runs.
    fileprivate static func alone(_ body: () -> Void) {
        let host = XCTestObserver.current?.activity.host
        host?.pointee.begin_measuring?(host)
        body()
        host?.pointee.end_measuring?(host)
    }
}

extension XCTestCase {
    /// Replaces `measure`.
    @_silgen_name("testkit_adapter_measure")
    public func testkitAdapterMeasure(file: StaticString, line: Int, block: () -> Void) {
        Measuring.alone { measure(file: file, line: line, block: block) }
    }

    /// Replaces `measureMetrics`.
    @_silgen_name("testkit_adapter_measure_metrics")
    public func testkitAdapterMeasureMetrics(
        _ metrics: [XCTPerformanceMetric], automaticallyStartMeasuring: Bool, file: StaticString, line: Int,
        for block: () -> Void
    ) {
        Measuring.alone {
            measureMetrics(
                metrics, automaticallyStartMeasuring: automaticallyStartMeasuring, file: file, line: line, for: block)
        }
    }
}
