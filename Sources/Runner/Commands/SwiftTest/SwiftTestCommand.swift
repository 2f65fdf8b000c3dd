// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport
import WorkerShims

/// `runner swift-test -- FILE …`: takes the place of a test executable that `swift test` runs.
///
///     run
///       SwiftTestCall       what SwiftPM asks for
///       SwiftTestSession    which `swift test` calls
///       Configuration       the user's settings, below the call's
///       RunnerCommand.run   hosts the tests; or says why it cannot (DirectRun)
///       SanitizedRunner     where a runner of the executable's sanitizer is there, that one does
///       DirectRun           otherwise the executable runs as SwiftPM would have run it
///       SessionReports      the reports of all calls of the `swift test`
///
/// The runner never calls SwiftPM, which keeps the lock of the build directory until it ends.
struct SwiftTestCommand {
    /// The variables of the user, which the executable gets if it runs by itself.
    private let environment = DirectRun.environment
    /// The call of SwiftPM.
    private let call: SwiftTestCall
    /// Whether XCTest's text is asked for.
    private let printsXCTestText: Bool

    /// Reads the words after `--`.
    init(_ words: [String], printsXCTestText: Bool) throws(UsageError) {
        guard let executable = words.first else { throw .noOperand("swift-test", placeholder: "-- FILE") }
        call = SwiftTestCall(executable: executable, arguments: Array(words.dropFirst()))
        self.printsXCTestText = printsXCTestText
    }

    /// Hosts the tests, or has the executable run them; the exit code is one that SwiftPM knows.
    func run() throws -> Int32 {
        if let passing = call.passing { throw passing.replaceProcess(by: call, environment) }
        let session = SwiftTestSession()
        var hosted = HostedCall(call, session: session, printsXCTestText: printsXCTestText)
        do {
            let words = try CommandLineWords(call.runnerWords)
            let variables = ProcessEnvironment.variables
            let configuration = try Configuration(words, variables: variables, root: ".")
            let options = try hosted.adapt(configuration.options)
            let command = try RunnerCommand(
                configuration, [call.executable], options: options, hosted: hosted)
            let code = try command.run()
            if let fault = hosted.reports?.write() {
                StandardError.say(fault.description)
                return hosted.status(code == .success || code == .nothingRan ? .usage : code)
            }
            return hosted.status(code)
        } catch let obstacle as DirectRun {
            SanitizedRunner(for: call.executable)?.replaceProcess(
                by: call, environment, printsXCTestText ? ["--xctest-text"] : [])
            throw obstacle.replaceProcess(by: call, environment)
        } catch {
            StandardError.say((error as? SystemFault)?.description ?? "\(error)")
            return hosted.status(.usage)
        }
    }
}
