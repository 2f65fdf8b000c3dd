// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerReports

/// Reporters of the user's own.
struct ReporterCommandTests {
    /// Returns the output of a command for some events, and the reason for its failure.
    private func run(_ command: String, _ events: [Event]) throws -> String? {
        let reporter = try ReporterCommand(command)
        let text = try SampleRun().report(events) { EventStreamReporter(context: $0, output: $1) }
        var output = TextOutput(reporter.descriptor)
        output.write(text)
        output.flush()
        return reporter.finish()?.description
    }

    @Test("a command reads the whole stream")
    func wholeStream() throws {
        let scratch = TemporaryDirectory()
        #expect(try run("grep -c testEnded > '\(scratch.path("count"))'", SampleRun().events) == nil)
        let count = try String(contentsOfFile: scratch.path("count"), encoding: .utf8)
        let text = try SampleRun().report(SampleRun().events) { EventStreamReporter(context: $0, output: $1) }
        let lines = text.components(separatedBy: "\n").filter { $0.contains("testEnded") }
        #expect(lines.count > 3 && Int(count.filter(\.isNumber)) == lines.count)
    }

    @Test(
        "a command that fails is named",
        arguments: [
            ("cat > /dev/null; exit 3", "it ended with exit status 3"),
            ("cat > /dev/null; kill -9 $$", "it was ended by signal 9"),
        ])
    func failingCommand(command: String, reason: String) throws {
        #expect(try run(command, []) == "the reporter '\(command)' failed: \(reason)")
    }

    @Test("the example shows what failed")
    func shippedExample() throws {
        let scratch = TemporaryDirectory()
        let example = Checkout.path("docs/examples/dots.py")
        #expect(try run("python3 '\(example)' > '\(scratch.path("out"))'", SampleRun().events) == nil)
        let lines = try String(contentsOfFile: scratch.path("out"), encoding: .utf8).split(separator: "\n")
        #expect(lines.first?.contains("FF") == true)
        #expect(
            lines.dropFirst()
                == ["Shop/Shop.CartTests/testPay", "Shop/Shop.CartTests/outlineTestTax[low]"][...]
                .map { Substring($0) }[...])
    }
}
