// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerModel
@testable import RunnerReports

/// The records of orders of several calls of one `swift test`.
struct OrderCallsTests {
    private let scratch = TemporaryDirectory()

    /// Writes two records, puts them together, and returns the lines of the second.
    private func combined(_ earlier: String, _ new: String) throws -> [String] {
        func whole(_ text: String) -> [UInt8] {
            let lines = text.split(separator: " ").map { $0.replacing("_", with: " ") }
            return Array((lines + ["%end \(lines.count)"]).joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
        }
        try scratch.write(whole(earlier), to: "order")
        try scratch.write(whole(new), to: "order.new")
        OrderCalls.combine(scratch.path("order"), with: scratch.path("order.new"))
        return try String(contentsOfFile: scratch.path("order.new"), encoding: .utf8).split(separator: "\n")
            .map(String.init)
    }

    @Test("each worker first has what it had in the earlier call")
    func earlierCall() throws {
        let lines = try combined(
            "#_call_of_swift_test_7-7 %seed_1 %worker %process P/A %worker %process P/B %failed_P/B/testB",
            "#_call_of_swift_test_7-7 %seed_1 %worker %process P/C %failed_P/C/testC")
        #expect(
            lines == [
                "# call of swift test 7-7", "%seed 1", "%worker", "%process", "P/A", "%process", "P/C", "%worker",
                "%process", "P/B", "%failed P/B/testB", "%failed P/C/testC", "%end 12",
            ])
        let order = try OrderFile.record(scratch.path("order.new"))
        #expect(order.workers.map { $0.map { $0.map(\.identity) } } == [[["P/A"], ["P/C"]], [["P/B"]]])
    }

    @Test("the builds of both are there once")
    func builds() throws {
        let lines = try combined(
            "#_call_of_swift_test_7-7 %bundle_a_P %bundle_b_Q %worker Q/A",
            "#_call_of_swift_test_7-7 %bundle_a_P %worker P/A")
        #expect(lines.prefix(3) == ["# call of swift test 7-7", "%bundle a P", "%bundle b Q"])
    }

    @Test(
        "a record of anything else is left out",
        arguments: ["#_call_of_swift_test_8-8 %worker P/A", "%seed_1 %worker P/A", "P/A %end_3"])
    func otherRecords(earlier: String) throws {
        let lines = try combined(earlier, "#_call_of_swift_test_7-7 %worker P/C")
        #expect(lines == ["# call of swift test 7-7", "%worker", "P/C", "%end 3"])
    }
}
