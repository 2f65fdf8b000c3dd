// SPDX-License-Identifier: MIT

import Glibc
import RunnerBundleFiles
import RunnerExecution
import RunnerModel
import RunnerReports
import RunnerSupport
import WorkerShims

/// The run of a prepared plan: runs it, reports it, records it, and returns the exit code.
struct RunSession {
    /// The command of the user.
    let command: RunnerCommand
    /// The prepared run.
    let prepared: PreparedRun
    /// The workers, of which one is ready.
    let pool: WorkerPool
    /// The time limits.
    let limits: RunLimits
    /// The look for sources that are newer than the bundles, if there is any.
    let survey: SourceSurvey?
    /// When the command started, in nanoseconds of CLOCK_MONOTONIC.
    let started: UInt64

    /// Runs it; the reports are open.
    func run(_ reports: ReportSet) throws -> ExitCode {
        let (plan, registry) = (prepared.plan, prepared.registry)
        let attachments = AttachmentDirectory(prepared.start.facts.attachments)
        let repeatCommand = command.repeatCommand(registry, plan)
        var context = command.context(registry, plan, repeatCommand)
        context.survey = survey
        survey?.others = { take in ReportContext.visitSources(of: registry, take) }
        var settings = command.settings(context, repeatCommand, jobs: pool.jobs)
        settings.attachments = attachments.place.root
        settings.searched = TerminalReporter.Settings.Searched(
            command.options.paths, passedOver: prepared.passedOver, isPackage: command.configuration.buildsPackage,
            package: package(registry))
        // With one worker, the seed alone repeats the run.
        if pool.jobs > 1, command.options.rerunExactly == nil, prepared.earlier == nil, let record = command.record {
            settings.isRecorded = { record.isWritable }
        }
        for guest in command.guests { guest.inform(&context, &settings, of: prepared) }
        if settings.width() != nil, isatty(STDIN_FILENO) != 0 { pool.keyboard = STDIN_FILENO }
        var executor = WorkerExecutor(registry, pool, prepared.start, limits)
        for guest in command.guests { guest.prepare(prepared, &executor) }
        settings.recordsUse = executor.recordsReach
        let fanout = fanout(context, settings, reports)
        func emit(_ event: Event) { fanout.handle(event, at: worker_now()) }
        emit(.runStarted(RunClock(instant: worker_now(), wallClock: worker_wall_clock())))
        for fault in prepared.faults { emit(.bundleFaulted(fault)) }
        for issue in prepared.issues { emit(.runIssue(issue)) }
        for slot in plan.unsupported {
            if let reason = prepared.barred[slot] {
                emit(.caseEnded(CaseResult(slot: slot, outcome: .notRun, reason: reason)))
                continue
            }
            let reason =
                prepared.unchanged[slot] ?? prepared.rules.skipReason(of: slot)
                ?? registry.reasonNotSupported(ofCase: Int(slot.caseIndex))
            emit(.caseEnded(CaseResult(slot: slot, outcome: .skipped, reason: reason ?? .platform(nil))))
        }
        defer { attachments.tidy() }
        let options = command.options
        let isNoted = command.record != nil || options.diagnose ?? .off != .off || options.hunt != nil
        let writer = isNoted ? JournalWriter(registry) : nil
        // A worker after the first had opened nothing before its first class.
        if case .worker(1...) = command.options.rerunExactly { pool.endAll() }
        // The worker that listed the tests was started without the strategies of single tests.
        if !prepared.start.chosen.isEmpty { pool.endAll() }
        executor.estimate = command.scheduledBy(context, shown: settings.estimate, jobs: pool.jobs)
        let loop = RunLoop(plan, registry, command.options.repeats(prepared.rules), replan: prepared.replan)
        let path = EventPath(
            loop: loop, survey: survey, listeners: command.guests.compactMap(\.listener), fanout: fanout)
        while let trial = loop.next(after: executor.end, isSettled: { fanout.tally.outcome(of: $0) != nil }) {
            let isNoted = !trial.isBySystem && writer?.begin(trial.plan, attempt: trial.attempt) ?? false
            try executor.execute(trial) { path.take($0, notedBy: isNoted ? writer : nil) }
        }
        for event in loop.finish() { path.report(event) }
        // The only place that reports what the run did not reach.
        let reason: NotRunReason = pool.interruption == nil && command.options.failFast != nil ? .stopped : .cutShort
        for slot in plan.slots where fanout.tally.outcome(of: slot) == nil {
            emit(.caseEnded(CaseResult(slot: slot, outcome: .notRun, reason: reason)))
        }
        for guest in command.guests {
            guest.follow({ ended(writer?.journal, executor.start.findings, fanout.tally) }, emit: emit)
        }
        emit(.runEnded(duration: worker_now() - started, interruption: pool.interruption))
        let code = finish(fanout, context, writer?.journal)
        let areContent = command.guests.map { $0.passes(prepared, fanout.tally) }.allSatisfy { $0 }
        return areContent || code != .success ? code : .failure
    }

    /// The package whose sources were named in place of bundles.
    private func package(_ registry: Registry) -> String? {
        guard registry.bundles.isEmpty else { return nil }
        return command.options.paths.lazy.filter { !$0.contains(".build") }.compactMap(PackageDirectory.root(above:))
            .first
    }

    /// The run, whose trials have ended, with what it has found out about bundles.
    private func ended(_ journal: RunJournal?, _ findings: BundleFindings, _ tally: Tally) -> EndedRun {
        let journal = prepared.earlier ?? journal ?? RunJournal(of: prepared.plan)
        var start = prepared.start
        start.findings = findings
        return EndedRun(
            repeated: command.repeatCommand(prepared.registry, journal.plan), isRecorded: command.record != nil,
            trialRuns: command.options.diagnoseRuns, trialTime: command.options.diagnoseTime, prepared: prepared,
            start: start, pool: pool, limits: limits, journal: journal, tally: tally)
    }

    /// The receivers of the events.
    private func fanout(
        _ context: ReportContext, _ settings: TerminalReporter.Settings, _ reports: ReportSet
    ) -> EventFanout {
        var reports = reports
        let terminal = command.terminal
        let reporter: any Reporter =
            command.hosted?.reporter(context, settings, to: terminal)
            ?? TerminalReporter(context: context, settings: settings, output: TextOutput(terminal))
        reports.begin(context, terminal: reporter, descriptor: terminal)
        let recordWriter = command.record == nil ? nil : RecordWriter(prepared.registry, context.tally)
        return EventFanout(context.tally, recordWriter, reports, observers: command.guests.compactMap(\.observer))
    }

    /// Moves reports and record to their places; the exit code of the run.
    private func finish(_ fanout: EventFanout, _ context: ReportContext, _ journal: RunJournal?) -> ExitCode {
        let code = Verdict(fanout.tally, of: prepared.plan, prepared.registry).exitCode(
            context.focusBan, isStrict: context.isStrict)
        var unwritten = fanout.reports.finish()
        command.remember(fanout.recordWriter, command: context.repeatCommand)
        for guest in command.guests {
            guest.end(prepared, context, from: { context.origin ?? command.origin(context) })
        }
        command.remember(journal, prepared, command: context.repeatCommand)
        if let line = command.hosted?.altogether(fanout.tally, state: command.options.state) {
            var output = TextOutput(command.terminal)
            output.line(line)
            output.flush()
        }
        pool.awaitLeaving()
        unwritten += fanout.reports.endCommands()
        for fault in unwritten { StandardError.say(fault.description) }
        let result = unwritten.isEmpty || code != .success ? code : .usage
        return command.coverage?.report(
            result, of: prepared.registry, to: command.terminal, isQuiet: command.options.quiet) ?? result
    }
}
