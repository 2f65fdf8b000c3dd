// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports
import RunnerSupport

/// One call of a test executable by `swift test`: the command that SwiftPM would have executed, and its meaning.
///
/// `swift test` calls an executable once for each framework. XCTest gets the names of cases; Swift Testing gets all arguments of
/// `swift test` (docs/SwiftTest.md).
struct SwiftTestCall: Equatable {
    /// The conditions under which Swift Testing repeats tests.
    enum RepeatUntil: String {
        /// As long as something fails.
        case pass
        /// As long as nothing fails.
        case fail
    }

    /// The test executable, as SwiftPM names it.
    let executable: String
    /// The arguments that SwiftPM would have passed.
    let arguments: [String]
    /// The tests that it asks for.
    private(set) var selection: AdapterSelection
    /// The reason why the executable runs by itself, where the arguments say so.
    private(set) var passing: DirectRun?
    /// Where Swift Testing's XML report goes.
    private(set) var xml: String?
    /// Where Swift Testing's event stream goes.
    private(set) var events: String?
    /// The version of the event stream.
    private(set) var eventsVersion = EventFormat.Version.sixThree
    /// The directory for what tests attach.
    private(set) var attachments: String?
    /// The number of tests that run at once, where the arguments say so.
    private(set) var jobs: Int?
    /// The number of repetitions of everything, where the arguments say so.
    private(set) var repetitions: Int?
    /// The condition that ends the repetitions.
    private(set) var repeatUntil: RepeatUntil?
    /// Whether details are wanted.
    private(set) var isVerbose = false
    /// Whether failures alone are wanted.
    private(set) var isQuiet = false

    /// Reads the words after `runner swift-test --`: the executable and its arguments.
    init(executable: String, arguments: [String]) {
        (self.executable, self.arguments) = (executable, arguments)
        let words = SwiftTestWords(words: arguments)
        guard words.values("--testing-library").contains("swift-testing") else {
            selection = AdapterSelection(framework: .xctest)
            readCases()
            return
        }
        selection = AdapterSelection(
            framework: .swiftTesting, filters: words.values("--filter"), skips: words.values("--skip"))
        read(words)
    }

    /// Reads XCTest's argument: the names of cases.
    private mutating func readCases() {
        guard let list = arguments.first else { return }
        guard arguments.count == 1, !list.hasPrefix("-") else {
            passing = .unknown(arguments.joined(separator: " "))
            return
        }
        selection.cases = list.split(separator: ",").map(String.init)
    }

    /// Reads Swift Testing's arguments.
    private mutating func read(_ words: SwiftTestWords) {
        if words.has("--list-tests") || words.words.first == "list" { passing = .listing }
        if words.value("--configuration-path", "--experimental-configuration-path") != nil {
            passing = .option("--configuration-path")
        }
        xml = words.value("--xunit-output")
        events = words.value("--event-stream-output-path", "--experimental-event-stream-output")
        if let text = words.value("--event-stream-version", "--experimental-event-stream-version") {
            if let version = EventFormat.Version(text) {
                eventsVersion = version
            } else {
                passing = .option("--event-stream-version \(text)")
            }
        }
        attachments = words.value("--attachments-path", "--experimental-attachments-path")
        let width = words.number("--experimental-maximum-parallelization-width", "--num-workers")
        jobs = words.has("--no-parallel") ? 1 : width.flatMap { $0 > 0 ? $0 : nil }
        repetitions = words.number("--repetitions").flatMap { $0 > 0 ? $0 : nil }
        if let text = words.value("--repeat-until") {
            repeatUntil = RepeatUntil(rawValue: text.lowercased())
            if repeatUntil == nil { passing = .option("--repeat-until") }
        }
        isVerbose = words.has("--verbose", "-v", "--very-verbose", "--vv")
        isQuiet = !isVerbose && words.has("--quiet", "-q")
    }

    /// The call as a command line of the runner, without the arguments that the runner gets otherwise.
    var runnerWords: [String] {
        var words: [String] = []
        if let jobs { words += ["--jobs", String(jobs)] }
        if let attachments { words += ["--attachments", attachments] }
        if isVerbose { words.append("--verbose") }
        if isQuiet { words.append("--quiet") }
        switch repeatUntil {
        case .fail: words += ["--until-failure"] + (repetitions.map { ["--repeat", String($0)] } ?? [])
        // The first attempt counts there.
        case .pass: words += ["--retry", String(min((repetitions ?? Self.endless) - 1, Self.endless))]
        case nil: if let repetitions { words += ["--repeat", String(repetitions)] }
        }
        return words + ["--", executable]
    }

    /// The selection that the executable is to list.
    var listed: RecordWriter.Listed {
        let isWhole = selection.cases == nil && selection.filters.isEmpty && selection.skips.isEmpty
        return isWhole ? .someClasses : .someCases
    }

    /// Whether it is one of many for single cases of XCTest, by the arguments of `swift test`, if they are known: `--filter` names cases
    /// as well, in one call.
    func isOfOneCase(_ arguments: [String]?) -> Bool {
        selection.cases != nil && arguments?.contains("--parallel") ?? true
    }

    /// The number of attempts for an unlimited number.
    private static let endless = 1000
}
