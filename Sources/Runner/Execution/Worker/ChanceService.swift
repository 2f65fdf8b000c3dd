// SPDX-License-Identifier: MIT

import BundleABI
import RunnerModel
import WorkerShims

/// Gives bundles the beginnings of the streams of random numbers of a case.
///
/// The host computes the keys of all streams when a bundle first asks: a run without random numbers pays nothing.
struct ChanceService: @unchecked Sendable {
    /// The shared memory.
    private let table: RunTable
    /// The worker's place in it.
    private let view: WorkerView

    /// Serves a worker.
    init(table: RunTable, place view: WorkerView) { (self.table, self.view) = (table, view) }

    /// Adds its function to the host's.
    static func add(to table: inout testkit_host) {
        table.random_stream = { host, activity, phase, state in
            guard let state, let host = HostInterface.behind(host) else { return 0 }
            guard let found = host.chance.stream(of: activity, host) else { return 0 }
            phase?.pointee = found.phase
            state.pointee = found.state
            return 1
        }
    }

    /// The phase that an activity is in, and where its stream begins there; nil for a number that is no activity's.
    private func stream(of number: UInt64, _ host: HostInterface) -> (phase: UInt32, state: UInt64)? {
        // Nothing runs while bundles are listed, and the host does not hear a process that a test has forked.
        guard host.registry.isOpen, worker_is_stray() == 0, let activity = Activity(number: number),
            isOfPlan(activity)
        else { return nil }
        if table_load(&table.planHeader.pointee.has_streams) == 0 {
            host.send(.needsStreams)
            while table_load(&table.planHeader.pointee.has_streams) == 0 {
                worker_sleep_while(&table.planHeader.pointee.has_streams, 0)
            }
        }
        let phase = host.isUnderWay(number) ? view.phase : activity.firstPhase.rawValue
        return (phase, Chance.streamState(key: table.streamKey(of: activity), phase: phase))
    }

    /// Whether the plan has an activity.
    private func isOfPlan(_ activity: Activity) -> Bool {
        switch activity {
        case .run(let slot): slot < table.slotCount
        case .begin(let unit), .end(let unit): unit < table.unitCount
        }
    }
}

extension Activity {
    /// The part of a class's life that it begins with.
    fileprivate var firstPhase: testkit_phase {
        switch self {
        case .begin: TESTKIT_PHASE_TEST_SET_UP
        case .run: TESTKIT_PHASE_BODY
        case .end: TESTKIT_PHASE_TEST_TEAR_DOWN
        }
    }
}
