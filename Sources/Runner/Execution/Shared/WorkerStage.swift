// SPDX-License-Identifier: MIT

import WorkerShims

/// The stage of a worker, as `run_table.h` numbers it.
enum WorkerStage: CaseIterable {
    /// It was forked a moment ago.
    case starting
    /// A bundle is opened, constructors included.
    case loading
    /// A bundle registers and is listed.
    case registering
    /// It waits for something to do.
    case idle
    /// A class is set up.
    case beginClass
    /// A case runs.
    case runCase
    /// A class is torn down.
    case endClass
    /// All is done: exit handlers and destructors run.
    case exiting
    /// The examples of a case are read, while a bundle is listed.
    case examples
    /// The bundle gave the process up, since its code cannot be stopped.
    case abandoned
    /// It cannot open another bundle, and ends; the next worker takes its unit.
    case retired
    /// Every exit handler of the bundles' has come back.
    case gone
    /// A process for a class or a case is being forked, or has not come to its first step.
    case forking

    /// The number in the table.
    private var number: worker_stage {
        switch self {
        case .starting: WORKER_STARTING
        case .loading: WORKER_LOADING
        case .registering: WORKER_REGISTERING
        case .idle: WORKER_IDLE
        case .beginClass: WORKER_BEGIN_CLASS
        case .runCase: WORKER_RUN_CASE
        case .endClass: WORKER_END_CLASS
        case .exiting: WORKER_EXITING
        case .examples: WORKER_EXAMPLES
        case .abandoned: WORKER_ABANDONED
        case .retired: WORKER_RETIRED
        case .gone: WORKER_GONE
        case .forking: WORKER_FORKING
        }
    }

    /// Whether it has done its work and runs exit handlers, or has run them.
    var isLeaving: Bool { self == .exiting || self == .retired || self == .gone }
}

extension WorkerStage: RawRepresentable {
    var rawValue: UInt32 { number.rawValue }

    /// Reads the number; nil if it is none of a stage's.
    init?(rawValue: UInt32) {
        switch worker_stage(rawValue) {
        case WORKER_STARTING: self = .starting
        case WORKER_LOADING: self = .loading
        case WORKER_REGISTERING: self = .registering
        case WORKER_IDLE: self = .idle
        case WORKER_BEGIN_CLASS: self = .beginClass
        case WORKER_RUN_CASE: self = .runCase
        case WORKER_END_CLASS: self = .endClass
        case WORKER_EXITING: self = .exiting
        case WORKER_EXAMPLES: self = .examples
        case WORKER_ABANDONED: self = .abandoned
        case WORKER_RETIRED: self = .retired
        case WORKER_GONE: self = .gone
        case WORKER_FORKING: self = .forking
        default: return nil
        }
    }
}
