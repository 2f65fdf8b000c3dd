// SPDX-License-Identifier: MIT

import RunnerModel
import RunnerSupport
import WorkerShims

/// The findings of workers in bundles that they open and of which they run nothing.
public struct TrialLoad {
    /// The listing and the faults.
    public let findings: BundleFindings
    /// The reason for its early end, if it ended early.
    public let interruption: Interruption?

    /// Opens bundles, each within so many seconds; those that are `unusable` are left alone.
    public init(
        _ files: [BundleFile], at paths: [String], adapters: ByBundle<String> = [:], unusable: [Int: LoadFault] = [:],
        seconds: Double
    ) throws(SystemFault) {
        let interrupts = try Interrupts.watch()
        worker_adopt_orphans()
        defer { worker_end_orphans() }
        let facts = RunFacts(
            files: files, paths: paths, adapters: adapters, isLive: false, keepsAllOutput: false, leaks: .off,
            isolation: .worker, seed: 0, platforms: Platforms(),
            attachments: AttachmentPlace(given: nil, temporary: FilePath.temporary, token: 0))
        let pool = WorkerPool(table: try RunTable(), interrupts: interrupts, jobs: 1)
        defer { pool.endAll() }
        let limits = RunLimits(load: seconds, run: seconds)
        findings = BundleLoader.load(facts, in: pool, limit: limits.load, unusable: unusable)
        interruption = pool.interruption
    }
}
