// SPDX-License-Identifier: MIT

import BundleABI
import Glibc
import WorkerShims

/// The way in which a case is declared to end its process.
public enum ExitExpectation: Equatable, Sendable {
    /// By a signal.
    case signal(Int32)
    /// With an exit status.
    case status(Int32)
    /// By any signal, or with any exit status but 0.
    case failure

    /// The largest number of a signal.
    static let lastSignal: Int32 = 64

    /// Reads what a bundle states; nil for what is no ending.
    public init?(kind: UInt32, value: Int32) {
        switch kind {
        case TESTKIT_ENDING_SIGNAL.rawValue where (1...Self.lastSignal).contains(value): self = .signal(value)
        case TESTKIT_ENDING_STATUS.rawValue where (0...255).contains(value): self = .status(value)
        case TESTKIT_ENDING_FAILURE.rawValue: self = .failure
        default: return nil
        }
    }

    /// Reads the text of a configuration file: a signal's name, or "failure"; nil for anything else.
    public init?(_ text: String) {
        if text == "failure" {
            self = .failure
            return
        }
        guard let number = (1...Self.lastSignal).first(where: { worker_end.shortName(ofSignal: $0) == text }) else {
            return nil
        }
        self = .signal(number)
    }

    /// The numbers for the listing.
    var numbers: (kind: UInt32, value: Int32) {
        switch self {
        case .signal(let number): (TESTKIT_ENDING_SIGNAL.rawValue, number)
        case .status(let number): (TESTKIT_ENDING_STATUS.rawValue, number)
        case .failure: (TESTKIT_ENDING_FAILURE.rawValue, 0)
        }
    }

    /// Whether a process ended in this way.
    public func matches(_ end: worker_end) -> Bool {
        switch self {
        case .signal(let number): end.exited == 0 && end.value == number
        case .status(let number): end.exited == 1 && end.value == number
        case .failure: !end.isClean
        }
    }

    /// The ending in a word or two, as configuration files and listings have it.
    public var name: String {
        switch self {
        case .signal(let number): worker_end.shortName(ofSignal: number) ?? "signal \(number)"
        case .status(let number): "status \(number)"
        case .failure: "failure"
        }
    }

    /// The declaration in words that follow "it" or "the case".
    public var words: String {
        switch self {
        case .signal: "is declared to end its process by \(name)"
        case .status(let number): "is declared to end its process with exit status \(number)"
        case .failure: "is declared to end its process by a signal or with an exit status other than 0"
        }
    }
}
