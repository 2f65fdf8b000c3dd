// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerReports

/// The line that shows how far a run is, on terminals of all widths.
struct ProgressLineTests {
    /// A run in the middle, with everything there is to say.
    private static let middle = ProgressLine(
        done: 340, count: 1000, failed: 2, left: 83_400_000_000,
        running: [
            ("Shop/M.CartTests/testCheckout", 3_200_000_000), ("Shop/M.PayTests/testCard", 900_000_000),
            ("Search/N.IndexTests/testFind", 5_000_000),
        ])

    /// A line without colour.
    private func text(_ line: ProgressLine, _ width: Int) -> String {
        line.text(width: width, style: Style(isEnabled: false))
    }

    @Test(
        "what matters most is there",
        arguments: [
            (10, "340/1000"), (30, "340/1000  2 failed"), (40, "340/1000  2 failed  1 min 23 s left"),
            (59, "340/1000  2 failed  1 min 23 s left"),
            // There is no room for a name that would tell anything.
            (62, "340/1000  2 failed  1 min 23 s left"), (82, "340/1000  2 failed  1 min 23 s left"),
            (90, "340/1000  2 failed  1 min 23 s left  …stCheckout (3 s) and 2 more"),
            (
                160,
                "340/1000  2 failed  1 min 23 s left  Shop/M.CartTests/testCheckout (3 s), Shop/M.PayTests/testCard and 1 more"
            ),
            (
                200,
                "340/1000  2 failed  1 min 23 s left  Shop/M.CartTests/testCheckout (3 s), Shop/M.PayTests/testCard, "
                    + "Search/N.IndexTests/testFind"
            ),
        ])
    func importance(width: Int, expected: String) {
        var words = text(Self.middle, width)
        if width >= 60 {
            let bar = words.prefix { $0 == "━" || $0 == "─" }
            #expect(bar.count == min(40, width / 4))
            #expect(bar.filter { $0 == "━" }.count == min(40, width / 4) * 34 / 100)
            words = String(words.dropFirst(bar.count + 2))
        }
        #expect(words == expected)
    }

    @Test("never takes the last column")
    func lastColumn() {
        var wide = Self.middle
        wide.running[0].identity = "Größe/日本語.テスト/test漢字かな交じり文"
        for line in [Self.middle, wide, ProgressLine()] {
            for width in 1...220 {
                // So narrow that not even the counts have room, nothing is shown.
                #expect(TerminalText.columns(of: text(line, width)) < width, "\(width)")
            }
        }
    }

    @Test("a name is cut at its front")
    func longName() {
        var line = ProgressLine(done: 1, count: 9)
        line.running = [("Shop/M.CartTests/testCheckout", 0)]
        #expect(text(line, 31) == "1/9  …M.CartTests/testCheckout")
        #expect(text(line, 13) == "1/9")
    }

    @Test("colours take no room")
    func colours() {
        let painted = Self.middle.text(width: 120, style: Style(isEnabled: true))
        #expect(painted.hasPrefix("\u{1B}[31m━"))
        #expect(painted.replacing(/\u{1B}\[\d*m/, with: "") == text(Self.middle, 120))
    }

    @Test(
        "times are said roughly",
        arguments: [
            (0, "0 s"), (59_900_000_000, "59 s"), (60_000_000_000, "1 min"), (200_000_000_000, "3 min 20 s"),
            (3_600_000_000_000, "1 h"), (3_930_000_000_000, "1 h 5 min"),
        ] as [(UInt64, String)])
    func roughTimes(nanoseconds: UInt64, expected: String) {
        #expect(ProgressLine.rough(nanoseconds) == expected)
    }
}
