// SPDX-License-Identifier: MIT

import RunnerSupport

/// Which of the schemas that Swift Testing publishes an event stream follows, and for whom it is.
public struct EventFormat: Equatable, Sendable {
    /// A version of the schema.
    public enum Version: String, CaseIterable, Sendable {
        /// The version of Swift 6.0, with attachments of 6.2.
        case zero = "0"
        /// The version of Swift 6.3: severities, cancellation, paths.
        case sixThree = "6.3"
        /// The version of Swift 6.4: tags, bugs, time limits.
        case sixFour = "6.4"

        /// Reads a version as `swift test --event-stream-version` takes it; nil for one that is not known here.
        public init?(_ text: String) {
            switch text {
            case "0", "0.0", "0.0.0": self = .zero
            case "6.3", "6.3.0": self = .sixThree
            case "6.4", "6.4.0": self = .sixFour
            default: return nil
            }
        }
    }

    /// The schema's version.
    public var version = Version.sixThree
    /// Whether it is a stream of `swift test`, whose readers know Swift Testing alone: in its words, and without the kinds of events and
    /// the classes that Swift Testing does not have.
    public var isSwiftTests = false
    /// Whether members that are not part of the schema yet are wanted (`SWT_EXPERIMENTAL_EVENT_STREAM_FIELDS_ENABLED`).
    public var isExperimental = false

    /// Makes one from its parts.
    public init(version: Version = Version.sixThree, isSwiftTests: Bool = false, isExperimental: Bool = false) {
        self.version = version
        self.isSwiftTests = isSwiftTests
        self.isExperimental = isExperimental
    }

    /// The stream of `--events`, unless a version is asked for.
    public static let own = EventFormat()

    /// Whether arguments have records: in version 0, Swift Testing always reports them.
    public var hasArguments: Bool { isSwiftTests && (isExperimental || version == .zero) }
}
