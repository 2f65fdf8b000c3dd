// SPDX-License-Identifier: MIT

/// The stage of a worker, as the shared table has it.
enum WorkerStage: UInt32, CaseIterable {
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

    /// Whether it has done its work and runs exit handlers, or has run them.
    var isLeaving: Bool { self == .exiting || self == .retired || self == .gone }
}
