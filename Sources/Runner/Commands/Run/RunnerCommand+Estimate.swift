// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerReports

/// The expected duration of a run, by earlier ones.
extension RunnerCommand {
    /// From this duration on, in nanoseconds, a run is estimated by many runs and not by the last one alone.
    private static let longRun: UInt64 = 5_000_000_000

    /// The estimate of the run's time: by the usual durations where it takes long, else by those of the last run.
    ///
    /// None if no class takes at least some time, in microseconds.
    func estimate(_ context: ReportContext, jobs: Int, atLeast longest: UInt64 = 0) -> TimeEstimate? {
        guard let record = record?.read(), record.classes.contains(where: { $0.duration >= longest }) else {
            return nil
        }
        func estimate(_ record: RunRecord) -> TimeEstimate? {
            TimeEstimate(record, plan: context.plan, registry: context.registry, jobs: jobs)
        }
        guard let last = estimate(record) else { return nil }
        let usual = last.whole < Self.longRun ? nil : guests.compactMap { $0.usual(of: context.registry) }.first
        return usual.flatMap(estimate) ?? last
    }

    /// No class that takes less, in microseconds, makes a run noticeably shorter by an early start.
    private static let longClass: UInt64 = 50_000

    /// The estimate by which what takes long starts before its place; nil where the order of the seed is to be kept, and where nothing
    /// takes long.
    func scheduledBy(_ context: ReportContext, shown: TimeEstimate?, jobs: Int) -> TimeEstimate? {
        guard jobs > 1, options.schedule == .durations, options.shuffle == .on, order == nil else { return nil }
        return shown ?? estimate(context, jobs: jobs, atLeast: Self.longClass)
    }
}
