// SPDX-License-Identifier: MIT

import Testing

/// Nothing that a bundle does costs another its results: the whole crash matrix, all cells of it side by side in one run.
///
/// Rules 30 and 48.
@Suite(.serialized, .long) struct MatrixTests {
    /// The places in a class's life.
    private static let lifePlaces: [MatrixModel.Place] = [.begin, .setup, .body, .teardown, .end]

    @Test("each way to misbehave, in each place of a class's life, affects nothing but the case or the class it is in")
    func life() throws { try check(MatrixModel.ways.filter { !$0.isHanging }, isolation: "worker") }

    @Test("so does what never ends there")
    func hangs() throws { try check(MatrixModel.ways.filter(\.isHanging), isolation: "worker") }

    @Test("the same where each class or each case has a process of its own", arguments: ["class", "case"])
    func isolatedLife(isolation: String) throws {
        try check(MatrixModel.ways.filter { !$0.isHanging && $0.name != "alarm" }, isolation: isolation)
    }

    @Test(
        "each way to misbehave, in a constructor or in the registration, affects nothing but its bundle",
        arguments: [false, true])
    func loading(isHanging: Bool) throws {
        let directory = TemporaryDirectory()
        let ways = MatrixModel.ways.filter { $0.isHanging == isHanging && $0.name != "alarm" && $0.name != "stop" }
        let cells = try MatrixModel.make(ways, [.constructor, .registration], in: directory)
        let limit = try HangLimit()
        let option = isHanging ? limit.option : "120"
        let (result, report) = try Runner.report(["--jobs", "4", "--load-timeout", option, cells])
        var faults = 0
        for way in ways {
            for place in [MatrixModel.Place.constructor, .registration] {
                let cell = "\(way.name)@\(place.rawValue)"
                let mine = report.faults.filter { $0.identity == cell }
                if case .survives = way.effect {
                    #expect(mine.isEmpty)
                    expectBystanders(cell, in: report)
                    expectVictims(cell, in: report, [:])
                } else {
                    faults += 1
                    #expect(mine.count == 1, "\(cell)")
                    expect(mine.first, cell, way, place, limit: limit)
                    if way.name == "loop" { #expect(mine.first?.text.contains("  loop ") == true, "\(mine)") }
                    #expect(report.outcomes.allSatisfy { !$0.identity.hasPrefix(cell + "/") })
                }
            }
        }
        #expect(report.faults.count == faults)
        #expect(result.status == (isHanging ? 4 : 1))
    }

    @Test("a bundle that writes over all that its worker can write loses its own class, and nothing else")
    func sharedMemory() throws {
        let places = [MatrixModel.Place.body, .end]
        for way in ["zero", "ones", "any"] {
            let directory = TemporaryDirectory()
            let cells = try MatrixModel.make([MatrixModel.Way(name: way, effect: .survives)], places, in: directory)
            let (result, report) = try Runner.report(["--no-state", "--jobs", "2", cells], exiting: 1)
            for place in places {
                let cell = "\(way)@\(place.rawValue)"
                expectBystanders(cell, in: report)
                let owner = "\(cell)/Matrix.VictimTests"
                let told = report.entries.filter { $0.text.contains("overwrote the memory") }
                #expect(told.count { $0.identity.hasPrefix(owner) } == 1, "\(cell): \(result.output)")
            }
            #expect(report.entries(about: "the run").isEmpty && report.outcomes.count == 12, "\(result.output)")
        }
    }

    @Test(
        "each way to misbehave, in an exit handler, is reported once, with the bundle's name", arguments: [false, true])
    func exitHandlers(isHanging: Bool) throws {
        let directory = TemporaryDirectory()
        // The C library flushes its buffer itself there, and blocks until that is done.
        let ways = MatrixModel.ways.filter { $0.isHanging == isHanging && $0.name != "fullpipe" }
        let cells = try MatrixModel.make(ways, [.exit], in: directory)
        let limit = try HangLimit(atLeast: 2)
        let option = isHanging ? limit.option : "120"
        let arguments = ["-v", "--jobs", "8", "--timeout", option, "--isolation", "class", cells]
        let (_, report) = try Runner.report(arguments)
        let told = report.entries(about: "the run").map(\.text)
        // exit(3) in a handler goes on with the others, and a thread's end there ends the process as it would have ended.
        let silent = ["exit", "pthreadexit"]
        var count = 0
        for way in ways {
            expectBystanders("\(way.name)@exit", in: report)
            expectVictims("\(way.name)@exit", in: report, [:])
            let mine = told.filter { $0.contains("that had run \(way.name)@exit ") }
            let words: String
            switch way.effect {
            case .ends(let how): words = how
            case .hangs: words = "took longer than \(limit.text())"
            case .survives: words = ""
            }
            let isReported = !words.isEmpty && !silent.contains(way.name)
            count += isReported ? 1 : 0
            #expect(mine.count == (isReported ? 1 : 0), "\(way.name): \(mine)")
            for text in mine { #expect(text.contains(words) && text.contains("in an exit handler"), "\(text)") }
            if !way.says.isEmpty { #expect(mine.allSatisfy { $0.contains(way.says) }, "\(mine)") }
        }
        #expect(told.count == count)
    }

    // MARK: What is expected

    /// Runs the cells of some ways in the places of a class's life, and compares each with what is to come of it.
    private func check(_ ways: [MatrixModel.Way], isolation: String) throws {
        let directory = TemporaryDirectory()
        let cells = try MatrixModel.make(ways, Self.lifePlaces, in: directory)
        let limit = try HangLimit(atLeast: 2)
        // Long enough for a backtrace on a busy machine, where nothing hangs.
        let option = ways.contains(where: \.isHanging) ? limit.option : "120"
        let (result, report) = try Runner.report(["--jobs", "8", "--timeout", option, "--isolation", isolation, cells])
        for way in ways {
            for place in Self.lifePlaces { check(way, place, isolation, report, limit) }
        }
        #expect(report.faults.isEmpty)
        #expect(report.entries(about: "the run").isEmpty)
        // Three classes with six cases each, and nothing twice.
        #expect(report.outcomes.count == ways.count * Self.lifePlaces.count * 6)
        #expect(result.status == 1)
    }

    /// Compares one cell.
    private func check(
        _ way: MatrixModel.Way, _ place: MatrixModel.Place, _ isolation: String, _ report: Report, _ limit: HangLimit
    ) {
        let cell = "\(way.name)@\(place.rawValue)"
        let owner = "\(cell)/Matrix.VictimTests"
        expectBystanders(cell, in: report)
        let abnormal = report.entries(about: owner).filter { $0.kind == .abnormal }
        guard let outcome = outcome(of: way) else {
            expectVictims(cell, in: report, [:])
            #expect(abnormal.isEmpty, "\(cell)")
            let warnings = report.entries(about: owner).filter { $0.kind == .warning }.map(\.text)
            if !way.leaves.isEmpty { #expect(warnings.contains { $0.contains(way.leaves) }, "\(cell)") }
            if way.name == "late" {
                let late = report.entries.filter { $0.kind == .late && $0.identity.hasPrefix(owner) }
                let isEachCases = isolation == "case" && !place.isInCase
                // A worker that another class ends takes the thread of this one's tear-down with it.
                let mayBeGone = isolation == "worker" && place == .end && late.isEmpty
                #expect(mayBeGone || late.count == (isEachCases ? 3 : 1), "\(cell): \(late)")
                // Elsewhere the class's tear-down waits for it.
                #expect(warnings.contains { $0.contains("threads left running: 1") } == (place == .end), "\(cell)")
            }
            return
        }
        if place.isInCase {
            expectVictims(cell, in: report, ["testVictim": outcome])
            #expect(abnormal.isEmpty, "\(cell)")
            expect(report.entries(about: owner + "/testVictim").first, cell, way, place, limit: limit)
        } else {
            let names = ["testBefore", "testVictim", "testAfter"]
            let lost = place == .begin ? names : []
            expectVictims(cell, in: report, Dictionary(uniqueKeysWithValues: lost.map { ($0, .notRun) }))
            #expect(abnormal.count == 1, "\(cell)")
            expect(abnormal.first, cell, way, place, limit: limit)
        }
    }

    /// How the case ends in which something happens; nil if it goes on.
    private func outcome(of way: MatrixModel.Way) -> Report.Kind? {
        switch way.effect {
        case .ends: .crashed
        case .hangs: .timedOut
        case .survives: nil
        }
    }

    /// The classes before and behind that of the victim run, and the issue of the last case arrives.
    private func expectBystanders(_ cell: String, in report: Report) {
        for owner in ["EarlierTests", "LaterTests"] {
            #expect(report.entries(about: "\(cell)/Matrix.\(owner)/testLives").map(\.kind) == [.passed], "\(cell)")
        }
        let told = report.entries(about: "\(cell)/Matrix.LaterTests/testTells")
        #expect(told.map(\.kind) == [.failed], "\(cell)")
        #expect(told.first?.text.contains("told after the deed") == true, "\(cell): \(told)")
    }

    /// The cases of the victim's class end as is said, and pass where nothing is.
    private func expectVictims(_ cell: String, in report: Report, _ outcomes: [String: Report.Kind]) {
        for name in ["testBefore", "testVictim", "testAfter"] {
            let kinds = report.entries(about: "\(cell)/Matrix.VictimTests/\(name)").filter(\.kind.isOutcome).map(\.kind)
            #expect(kinds == [outcomes[name] ?? .passed], "\(cell): \(name)")
        }
    }

    /// Checks the report of the culprit: its end, its hook, the last known line, and the backtrace.
    private func expect(
        _ entry: Report.Entry?, _ cell: String, _ way: MatrixModel.Way, _ place: MatrixModel.Place, limit: HangLimit
    ) {
        let text = entry?.text ?? ""
        switch way.effect {
        case .ends(let how): #expect(text.contains(how), "\(cell): \(text)")
        case .hangs: #expect(text.contains("took longer than \(limit.text())"), "\(cell): \(text)")
        case .survives: break
        }
        #expect(text.contains(place.words), "\(cell): \(text)")
        if !way.says.isEmpty { #expect(text.contains(way.says), "\(cell): \(text)") }
        if let line = place.line {
            let known = "elsewhere/Matrix.c:\(line)"
            // A detail where the backtrace has a place of its own.
            let isDetail = way.hasPlace && text.contains("last known line: \(known)")
            #expect(isDetail || text.contains("\(known) (last known)"), "\(cell): \(text)")
        }
        if !way.frame.isEmpty { #expect(text.contains("  \(way.frame) "), "\(cell): \(text)") }
    }
}
