// SPDX-License-Identifier: MIT

import Testing

@testable import RunnerSupport
@testable import RunnerModel
@testable import RunnerExecution

/// The loading of bundles by fake workers.
struct BundleLoaderTests {
    @Test("a worker that the system does not let start is started as soon as it does, as during the run")
    func triedAgain() throws {
        let interrupts = try WorkerPipes()
        defer { withExtendedLifetime(interrupts) {} }
        let starter = FakeStarter()
        let table = try RunTable()
        defer { table.unmap() }
        let pool = WorkerPool(table: table, interrupts: interrupts.messages.read, jobs: 1, starter: starter)
        defer { pool.endAll() }
        starter.refusals = 2
        starter.atStart = { $0.send(.ready) }
        let findings = BundleLoader.load(RunFacts.ofOneBundle(), in: pool, limit: 60_000_000_000)
        #expect(starter.refusals == 0 && pool.interruption == nil && findings.shortage == nil)
        // The fake worker lists nothing.
        #expect(findings.faults[0] == LoadFault(.unlisted))
    }
}
