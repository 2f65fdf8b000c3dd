// SPDX-License-Identifier: MIT

import Glibc
import RunnerSupport
import WorkerShims

/// The reasons why the runner leaves a test executable to itself, as `swift test` would have run it.
enum DirectRun: Error, Equatable {
    /// It is to list its tests in a format of its own.
    case listing
    /// An option has a meaning that the executable alone knows.
    case option(String)
    /// No known SwiftPM passes such arguments.
    case unknown(String)
    /// The runner cannot open it, and why.
    case refused(String)

    /// The message to the user; nil where the executable does all that was asked for.
    private var words: String? {
        switch self {
        case .listing: nil
        case .option(let name): "\(name) is for Swift Testing itself"
        case .unknown(let text): "the arguments '\(text)' are unknown to this runner"
        case .refused(let reason): reason
        }
    }

    /// Puts the executable in this process's place, with the arguments and the environment that `swift test` gave; returns only if
    /// that fails.
    func replaceProcess(by call: SwiftTestCall, _ environment: [String]) -> SystemFault {
        if let words { StandardError.say("the tests run without the runner, as 'swift test' runs them: \(words)") }
        return Self.execute(call.executable, call.arguments, environment)
    }

    /// Puts a program in this process's place, with signals and children as they were before the runner changed them; returns only if
    /// that fails.
    static func execute(_ path: String, _ words: [String], _ environment: [String]) -> SystemFault {
        var arguments = ([path] + words).map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        worker_disown_orphans()
        worker_unblock_signals()
        worker_ignore_as_before()
        execve(path, &arguments, &variables)
        let fault = SystemFault("failed to start '\(path)'")
        for word in arguments + variables { free(word) }
        return fault
    }

    /// The variables of this process, as `execve` takes them.
    static var environment: [String] {
        guard var place = process_environment() else { return [] }
        var variables: [String] = []
        while let entry = place.pointee {
            variables.append(String(cString: entry))
            place += 1
        }
        return variables
    }
}
