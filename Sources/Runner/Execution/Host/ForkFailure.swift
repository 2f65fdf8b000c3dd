// SPDX-License-Identifier: MIT

import RunnerSupport

/// A process for a class or a case that the system refused to a worker, until the worker gets on.
struct ForkFailure {
    /// The number of forks of the host that must succeed before a worker's refused fork is the worker's own fault.
    private static let tryLimit = 10

    /// The system's reason, an `errno`.
    let code: Int32
    /// Whether the worker waits for an answer.
    private(set) var isAsking = true
    /// The number of refusals in a row although the system let the host start a process and nothing else ran.
    private var tries = 0

    /// Notes a refusal; `earlier` is the one before it, if the worker has not got on since then.
    init(_ code: Int32, after earlier: ForkFailure?) { (self.code, tries) = (code, earlier?.tries ?? 0) }

    /// Answers the worker; `isOwn` where nothing but the worker itself can be the reason this time.
    mutating func answer(isOwn: Bool) -> HostAnswer {
        isAsking = false
        tries = isOwn ? tries + 1 : 0
        return tries > Self.tryLimit ? .giveUp : .go
    }

    /// The reason why the worker has no child.
    var fault: SystemFault {
        SystemFault("failed to start a process for a class", because: SystemFault.reason(code))
    }
}
