// SPDX-License-Identifier: MIT

import RunnerSupport

/// The line that shows how far a run is, for a terminal of some width.
///
/// Its parts by importance, of which those without room are left out: the counts, the time left, a bar, the cases that
/// are running.
struct ProgressLine {
    /// The number of ended cases.
    var done = 0
    /// The number of all.
    var count = 0
    /// The number of failed cases.
    var failed = 0
    /// The estimated remaining time, in nanoseconds, if there is an estimate.
    var left: UInt64?
    /// The cases that are running, with how long they have been, in nanoseconds, the longest first.
    var running: [(identity: String, elapsed: UInt64)] = []
    /// The repetition that is under way: "3/10".
    var repetition: String?

    /// The narrowest terminal that has room for a bar.
    private static let barFrom = 60
    /// The longest bar.
    private static let longestBar = 40

    /// The line, which leaves the last column free.
    func text(width: Int, style: Style) -> String {
        var room = max(0, width - 1)
        var text = ""
        /// Appends words if there is room for them.
        func add(_ words: String, _ paint: (String) -> String = { $0 }) {
            let columns = TerminalText.columns(of: words) + (text.isEmpty ? 0 : 2)
            guard columns <= room else { return }
            text += (text.isEmpty ? "" : "  ") + paint(words)
            room -= columns
        }
        if width >= Self.barFrom {
            let length = min(Self.longestBar, width / 4)
            let filled = count > 0 ? min(length, length * done / count) : 0
            let paint = failed > 0 ? style.red : style.green
            text = paint(String(repeating: "━", count: filled))
            text += style.dim(String(repeating: "─", count: length - filled))
            room -= length
        }
        add("\(done)/\(count)")
        if failed > 0 { add("\(failed) failed", style.red) }
        if let repetition { add("repetition \(repetition)") }
        if let left, left >= 1_000_000_000 { add("\(Self.rough(left)) left") }
        addRunning(&text, room)
        return text
    }

    /// Appends the running cases for which there is room, and the number of the others.
    private func addRunning(_ text: inout String, _ room: Int) {
        var room = room
        for (index, entry) in running.enumerated() {
            let elapsed = entry.elapsed >= 1_000_000_000 ? " (\(Self.rough(entry.elapsed)))" : ""
            let others = running.count - index - 1
            let rest = others > 0 ? " and \(others) more" : ""
            let separator = index == 0 ? (text.isEmpty ? "" : "  ") : ", "
            let space = room - separator.count - elapsed.count - rest.count
            let name = TerminalText.line(entry.identity)
            // The first is cut where it must be, its end being what distinguishes it from others; another comes whole or not at all.
            let isWhole = TerminalText.columns(of: name) <= space
            guard isWhole || index == 0 && space >= 8 else {
                if index > 0 { text += " and \(others + 1) more" }
                return
            }
            let shown = isWhole ? name : TerminalText.lastColumns(of: name, space)
            text += separator + shown + elapsed
            room -= separator.count + TerminalText.columns(of: shown) + elapsed.count
        }
    }

    /// A duration for people who wait: "12 s", "3 min 20 s", "1 h 5 min".
    static func rough(_ nanoseconds: UInt64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s" }
        return seconds / 60 % 60 == 0 ? "\(seconds / 3600) h" : "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
}
