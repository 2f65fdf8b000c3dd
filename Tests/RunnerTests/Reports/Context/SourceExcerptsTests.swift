// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerReports

/// A source line with its neighbours.
struct SourceExcerptsTests {
    @Test("line with its neighbours", arguments: ["\n", "\r\n"])
    func neighbours(end: String) throws {
        let scratch = TemporaryDirectory()
        try scratch.write(Array(["one", "two", "three", "four"].joined(separator: end).utf8), to: "A.swift")
        var excerpts = SourceExcerpts()
        let lines = excerpts.lines(around: 3, in: scratch.path("A.swift"))
        #expect(lines.map(\.text) == ["two", "three", "four"])
        #expect(lines.map(\.number) == [2, 3, 4])
        #expect(lines.map(\.isMarked) == [false, true, false])
        #expect(excerpts.lines(around: 1, in: scratch.path("A.swift")).map(\.text) == ["one", "two"])
        #expect(excerpts.lines(around: 4, in: scratch.path("A.swift")).map(\.text) == ["three", "four"])
        #expect(excerpts.lines(around: 5, in: scratch.path("A.swift")).isEmpty)
        #expect(excerpts.lines(around: 0, in: scratch.path("A.swift")).isEmpty)
        #expect(excerpts.lines(around: 1, in: scratch.path("none.swift")).isEmpty)
        #expect(excerpts.lines(around: 1, in: scratch.path("")).isEmpty)
    }
}
