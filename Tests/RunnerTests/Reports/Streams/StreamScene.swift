// SPDX-License-Identifier: MIT

@testable import RunnerModel
@testable import RunnerReports

/// A small run, as reports for programs show it.
struct StreamScene {
    /// Its title.
    let title: String
    /// The run.
    let run: SampleRun
    /// What comes between its start and its end.
    let events: [Event]
    /// The reason for which it was cut short, if it was.
    let interruption: Interruption?

    /// A scene of events that a run makes.
    init(
        _ title: String, _ run: SampleRun = SampleRun(), interruption: Interruption? = nil,
        events: (SampleRun) -> [Event]
    ) {
        (self.title, self.run, self.interruption) = (title, run, interruption)
        self.events = events(run)
    }

    /// All of them.
    static var all: [StreamScene] {
        [
            outcomes, StreamScene("A run of nothing") { _ in [] }, outsideOfCases,
            StreamScene("Output of a skipped case and of a class's hooks") { _ in SampleRun.printingRun.events },
            secondAttempt, repetition, traits, longParts, interrupt, sameLine, important, placeless, oddTexts, workers,
            StreamScene("Hostile text", SampleRun.hostileRun.run) { _ in SampleRun.hostileRun.events },
        ]
    }

    /// One of each outcome, with output, logs and details.
    static var outcomes: StreamScene { StreamScene("Each outcome") { $0.events } }

    /// A fault, a set-up that fails, and a worker that dies.
    private static var outsideOfCases: StreamScene {
        StreamScene("What goes wrong outside of cases") { _ in
            [
                .bundleFaulted(BundleFault(path: "/lib/libBad.so", words: "too short")),
                .unitEnded(UnitResult(classIndex: 1, issues: [Issue(kind: .assertion, message: "no database")])),
                .runIssue(Issue(kind: .crash, message: "a worker died")),
            ]
        }
    }

    /// A class ends before a case of it is tried again.
    private static var secondAttempt: StreamScene {
        StreamScene("A case that passes at its second attempt") { run in
            let (first, again) = run.retried(.add, "not yet")
            return [.attemptFailed(first), .unitEnded(UnitResult(classIndex: 1)), .caseEnded(again)]
        }
    }

    /// Two of five repetitions failed; each attached a file.
    private static var repetition: StreamScene {
        StreamScene("Repetitions") { run in
            func failure(_ number: Int) -> CaseResult {
                var failed = run.result(.add, .failed, [Issue(kind: .assertion, message: "not in \(number)")])
                failed.repetition = CaseResult.Repetition(number: number, seed: 40 + UInt64(number))
                failed.attachments = [AttachedFile(name: "log\(number)", path: "/a/log\(number)", size: 1)]
                return failed
            }
            var last = failure(3)
            last.repetition = CaseResult.Repetition(number: 3, seed: 43, runs: 5, failures: 2)
            last.attachments = []
            return [.attemptFailed(failure(3)), .attemptFailed(failure(4)), .caseEnded(last)]
        }
    }

    /// Names for people, a link, tags and a limit, and a case with properties and a file.
    static var traits: StreamScene {
        var registry = SampleRun().context.registry
        registry.classDescriptions[1] = Description(title: "Prices & sums")
        registry.caseDescriptions[0] = Description(
            title: "adds 1 & 2", links: ["https://bugs.example.org/2 one is two"])
        registry.cases[0].tags = registry.tagSets.number(of: ["slow", "needs proxy"])
        registry.limits[0] = 30_000_000_000
        return StreamScene("Traits, properties and an attachment", SampleRun(registry: registry)) { run in
            var result = run.result(.add, .passed)
            result.properties = [("ticket", "A-12"), ("größe", "<3>")].map { CaseProperty(name: $0, value: $1) }
            result.attachments = [AttachedFile(name: "a log", path: "/kept/a log.txt", size: 5)]
            return [.caseEnded(result)]
                + run.events.filter { event in
                    if case .caseEnded(let other) = event { other.slot != result.slot } else { true }
                }
        }
    }

    /// A case that runs at several looks, and a case and a set-up that are announced.
    private static var longParts: StreamScene {
        StreamScene("What takes long") { run in
            let slots = run.context.plan.slots
            let begun = Event.progressed(Progress(cases: [(slots[0], 2_000_000_000)]))
            let slow = [
                Progress.Slow(classIndex: 1, phase: .body(slots[2]), elapsed: 10_000_000_000),
                Progress.Slow(classIndex: 1, phase: .setUp, elapsed: 500_000_000),
            ]
            return [
                begun, begun, .caseEnded(run.result(.add, .passed)), begun,
                .progressed(Progress(cases: [(slots[2], 2_000_000_000)], slow: slow)),
            ]
        }
    }

    /// Two cases run, of which one is reported with what it was at, and others have not begun.
    static var interrupt: StreamScene {
        StreamScene("An interrupt", interruption: .signal(2)) { run in
            let running = Progress(cases: [(run.context.plan.slots[2], 2_000_000_000)])
            var stack = Issue(kind: .warning, message: "had been running for 3 s when the run was cut short")
            stack.details = "backtrace:\n  wait + 4 in Shop.so"
            var cut = run.result(.pay, .notRun, [stack])
            cut.reason = .interrupted
            return run.events.prefix(2) + [.progressed(running), .caseEnded(cut)]
        }
    }

    /// Failures in lines of a source.
    private static func failures(_ messages: String..., line: UInt32) -> [RunnerModel.Issue] {
        messages.map { message in
            var issue = RunnerModel.Issue(kind: .assertion, message: message)
            (issue.file, issue.line) = ("/src/CartTests.swift", line)
            return issue
        }
    }

    /// A case that fails again and again in a line, and others that fail there.
    private static var sameLine: StreamScene {
        StreamScene("Many failures in a line") { run in
            [
                .caseEnded(run.result(.add, .failed, failures("got 2", "got 3", "got 4", line: 40))),
                .caseEnded(run.result(.pay, .failed, failures("got 2", line: 40))),
                .caseEnded(run.result(.low, .failed, failures("got 2", line: 40))),
            ]
        }
    }

    /// Of what GitHub shows, ten of a kind, the first is to say most.
    private static var important: StreamScene {
        StreamScene("What concerns the run, behind failures and a known issue") { run in
            [
                .caseEnded(run.result(.low, .failed, failures("low", line: 40))),
                .caseEnded(run.result(.high, .failed, failures("high", line: 40))),
                .caseEnded(run.result(.add, .failed, failures("add", line: 50))),
                .caseEnded(run.result(.pay, .passed, [Issue(kind: .known, message: "slow")])),
                .runIssue(Issue(kind: .bundleFault, message: "shard 2/3 is missing")),
            ]
        }
    }

    /// A case, a run and a file.
    private static var placeless: StreamScene {
        StreamScene("Issues without a place") { run in
            let thrown = Issue(kind: .error, message: "thrown")
            return [
                .caseEnded(run.result(.add, .passed, [Issue(kind: .warning, message: "slow")])),
                .caseEnded(run.result(.pay, .failed, [thrown])), .runIssue(thrown),
                .bundleFaulted(BundleFault(path: "/src/libBad.so", words: "too short")),
            ]
        }
    }

    /// To those who read XCTest's text, a colon between blanks ends a name, and a line is whole.
    private static var oddTexts: StreamScene {
        StreamScene("Half a line of output, and a message with a colon between blanks") { run in
            var result = run.result(.add, .failed, [Issue(kind: .error, message: "threw a.b : c")])
            result.output = "half a line"
            return [.caseEnded(result)]
        }
    }

    /// A case and a class of a worker's, and a case that none ran.
    private static var workers: StreamScene {
        StreamScene("The third worker's") { run in
            var pay = run.result(.pay, .failed, [Issue(kind: .assertion, message: "too dear")])
            pay.worker = 2
            let unit = UnitResult(classIndex: 1, started: 1_900_000_000, ended: 2_100_000_000, worker: 2)
            return [.caseEnded(pay), .unitEnded(unit), .caseEnded(run.result(.touch, .skipped))]
        }
    }
}
