// SPDX-License-Identifier: MIT

import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport

/// A feature that follows a run without being a part of it.
///
/// A run asks its guests in the order of `RunnerCommand.guests`, by these calls alone. Without its line there, the run is the same, less
/// what the guest is for; Tests/Rooms/guests.py takes out some.
protocol Guest {
    // MARK: Watches workers

    /// Before all: the settings that it needs, unless the user has set others.
    func adapt(_ options: inout Options, _ configuration: Configuration)
    /// Whether workers say which libraries they open, and record what tests use.
    var recordsReach: Bool { get }
    /// Before a worker opens a bundle.
    func begin() throws(SystemFault)
    /// Receives the listing, before a rule changes any of it.
    func survey(_ registry: Registry, _ facts: RunFacts)
    /// Prepares workers for the guest, before the first trial. The workers that exist may have to end for that.
    func prepare(_ run: PreparedRun, _ executor: inout WorkerExecutor)

    // MARK: Judges

    /// The tests of those sets that it knows, by their identities.
    func tests(in sets: Set<TestSet>, of registry: Registry) throws(UsageError) -> [TestSet: Set<String>]
    /// The part of a planned run that is to run.
    func chosen(of prepared: PreparedRun) -> PreparedRun
    /// Prints its findings about a prepared run instead of running it; false if the user did not ask for that.
    func list(_ prepared: PreparedRun) throws -> Bool
    /// Whether a run may count as passed; says why not. The reports are written.
    func passes(_ prepared: PreparedRun, _ tally: Tally) -> Bool

    // MARK: Remembers

    /// The usual durations of the tests of a registry; nil if the guest does not know them.
    func usual(of registry: Registry) -> RunRecord?
    /// The usual durations by the guest's own files; nil if it has none at the path.
    func usual(at path: String) throws(SystemFault) -> RunRecord?
    /// Before the reports begin: what they say of earlier runs.
    func inform(_ context: inout ReportContext, _ settings: inout TerminalReporter.Settings, of run: PreparedRun)
    /// Takes every event that is reported, after the tally; nil if the guest needs none. Asked once, after `inform`.
    var observer: ((Event, UInt64) -> Void)? { get }
    /// After the reports, while the workers leave.
    func end(_ run: PreparedRun, _ context: ReportContext, from origin: () -> RunOrigin)

    // MARK: Hears events

    /// Takes each event of the run; nil if the guest needs none. Asked once, after `prepare`.
    var listener: ((Event) -> Void)? { get }

    // MARK: Makes further runs

    /// After the last trial of the run.
    func follow(_ run: () -> EndedRun, emit: @escaping (Event) -> Void)
}

/// The defaults for most guests.
extension Guest {
    func adapt(_ options: inout Options, _ configuration: Configuration) {}
    var recordsReach: Bool { false }
    func begin() throws(SystemFault) {}
    func survey(_ registry: Registry, _ facts: RunFacts) {}
    func prepare(_ run: PreparedRun, _ executor: inout WorkerExecutor) {}
    func tests(in sets: Set<TestSet>, of registry: Registry) -> [TestSet: Set<String>] { [:] }
    func chosen(of prepared: PreparedRun) -> PreparedRun { prepared }
    func list(_ prepared: PreparedRun) throws -> Bool { false }
    func passes(_ prepared: PreparedRun, _ tally: Tally) -> Bool { true }
    func usual(of registry: Registry) -> RunRecord? { nil }
    func usual(at path: String) -> RunRecord? { nil }
    func inform(_ context: inout ReportContext, _ settings: inout TerminalReporter.Settings, of run: PreparedRun) {}
    var observer: ((Event, UInt64) -> Void)? { nil }
    func end(_ run: PreparedRun, _ context: ReportContext, from origin: () -> RunOrigin) {}
    var listener: ((Event) -> Void)? { nil }
    func follow(_ run: () -> EndedRun, emit: @escaping (Event) -> Void) {}
}
