// SPDX-License-Identifier: MIT

/// An event of a run, as an observer receives it.
public enum TestEvent: Hashable, Sendable {
    /// A case of a suite.
    public struct Case: Hashable, Sendable {
        /// The suite: "Module.Class", without a focus prefix.
        public let test: String
        /// The case's name, without a focus prefix.
        public let name: String
    }

    /// The outcome of a case.
    public enum Outcome: Hashable, Sendable {
        /// Nothing failed.
        case passed
        /// Something failed.
        case failed
        /// It asked not to run.
        case skipped
        /// It ended its process; reported in the next one.
        case crashed
        /// It took too long, and its process was ended; reported in the next one.
        case timedOut
    }

    /// The result of a suite: the counts of the run's reports, in whichever processes its cases ran.
    public struct Result: Hashable, Sendable {
        /// The number of cases that were attempted.
        public internal(set) var executed = 0
        /// The number of cases that failed.
        public internal(set) var failed = 0
        /// The number of failed cases whose first failure was something other than a failed assertion.
        public internal(set) var failedUnexpectedly = 0
        /// The number of cases that were skipped.
        public internal(set) var skipped = 0
        /// Whether a set-up or tear-down of the instance or of the class failed.
        public internal(set) var terminatedAbnormally = false
    }

    /// Something that failed.
    public struct Failure: Hashable, Sendable {
        /// The suite: "Module.Class", without a focus prefix.
        public let test: String
        /// The case; nil in a set-up or tear-down of the instance or of the class.
        public let caseName: String?
        /// The message of the failure, in a line.
        public let message: String
        /// The source file's path; nil if it is not known.
        public let file: String?
        /// The line, from 1; 0 if it is not known.
        public let line: Int
        /// Whether file and line are only the last known place of the case.
        public let isLastKnownLocation: Bool
        /// Whether it is a failed assertion; any other failure is unexpected.
        public let isExpected: Bool
    }

    /// The process is about to run its first test of this bundle.
    case runStarted
    /// The process has run its last test.
    case runEnded
    /// A test, "Module.Class", is about to be set up.
    case testStarted(String)
    /// A test has been torn down.
    case testEnded(String, Result)
    /// A case is about to be set up.
    case caseStarted(Case)
    /// A case has been torn down, or has ended its process.
    case caseEnded(Case, Outcome)
    /// A failure was recorded. Observers are called on the thread of the failure.
    case failureRecorded(Failure)
}
